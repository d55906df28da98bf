-- Makes the schema of the bronze table bronze_public.pushed_down, unless it is there.
CREATE SCHEMA IF NOT EXISTS "lake"."bronze_public"
