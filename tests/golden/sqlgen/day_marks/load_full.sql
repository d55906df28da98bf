-- Replaces bronze_public.day_marks in one step by all rows of public.day_marks.
CREATE OR REPLACE TABLE "lake"."bronze_public"."day_marks"
WITH (format = 'PARQUET', format_version = 2) AS
SELECT
    source.*,
    ${loaded_at} AS "_ekos_loaded_at",
    ${run_id} AS "_ekos_run_id",
    CAST(NULL AS timestamp(6) with time zone) AS "_ekos_deleted_at"
FROM (
    SELECT
        "id",
        "note",
        "changed_on"
    FROM "film_rental"."public"."day_marks"
) AS source
