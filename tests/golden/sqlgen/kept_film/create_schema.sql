-- Makes the schema of the bronze table bronze_public.kept_film, unless it is there.
CREATE SCHEMA IF NOT EXISTS "lake"."bronze_public"
