-- Makes the empty bronze table bronze_public.odd_names, unless it is there.
CREATE TABLE IF NOT EXISTS "lake"."bronze_public"."odd_names" (
    "select" integer,
    "it's ${lower_bound}" varchar,
    "a""b.c" varchar,
    "_ekos_copy" varchar,
    "когда" timestamp(6) with time zone,
    "_ekos_loaded_at" timestamp(6) with time zone,
    "_ekos_run_id" varchar,
    "_ekos_deleted_at" timestamp(6) with time zone
)
WITH (format = 'PARQUET', format_version = 2)
