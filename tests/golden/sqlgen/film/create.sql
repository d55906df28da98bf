-- Makes the empty bronze table bronze_public.film, unless it is there.
CREATE TABLE IF NOT EXISTS "lake"."bronze_public"."film" (
    "film_id" integer,
    "title" varchar,
    "release_year" integer,
    "special_features" array(varchar),
    "length" varchar,
    "_ekos_loaded_at" timestamp(6) with time zone,
    "_ekos_run_id" varchar
)
WITH (format = 'PARQUET', format_version = 2)
