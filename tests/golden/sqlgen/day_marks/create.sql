-- Makes the empty bronze table bronze_public.day_marks, unless it is there.
CREATE TABLE IF NOT EXISTS "lake"."bronze_public"."day_marks" (
    "id" integer,
    "note" varchar,
    "changed_on" date,
    "_ekos_loaded_at" timestamp(6) with time zone,
    "_ekos_run_id" varchar,
    "_ekos_deleted_at" timestamp(6) with time zone
)
WITH (format = 'PARQUET', format_version = 2)
