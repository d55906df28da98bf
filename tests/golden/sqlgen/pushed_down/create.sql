-- Makes the empty bronze table bronze_public.pushed_down, unless it is there.
CREATE TABLE IF NOT EXISTS "lake"."bronze_public"."pushed_down" (
    "id" bigint,
    "amount" decimal(38,4),
    "it's" varchar,
    "flag" varchar,
    "changed" timestamp(6),
    "_ekos_loaded_at" timestamp(6) with time zone,
    "_ekos_run_id" varchar,
    "_ekos_deleted_at" timestamp(6) with time zone
)
WITH (format = 'PARQUET', format_version = 2)
