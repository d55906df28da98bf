-- Makes the empty bronze table bronze_public.kept_film, unless it is there.
CREATE TABLE IF NOT EXISTS "lake"."bronze_public"."kept_film" (
    "film_id" integer,
    "title" varchar,
    "release_year" integer,
    "special_features" array(varchar),
    "length" varchar,
    "_ekos_loaded_at" timestamp(6) with time zone,
    "_ekos_run_id" varchar,
    "_ekos_deleted_at" timestamp(6) with time zone,
    "_ekos_purged_at_source" timestamp(6) with time zone
)
WITH (format = 'PARQUET', format_version = 2)
