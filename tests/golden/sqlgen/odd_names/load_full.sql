-- Replaces bronze_public.odd_names in one step by all rows of public."${run_id} ""o'dd""\n; drop table x -- таблица".
CREATE OR REPLACE TABLE "lake"."bronze_public"."odd_names"
WITH (format = 'PARQUET', format_version = 2) AS
SELECT
    source.*,
    ${loaded_at} AS "_ekos_loaded_at",
    ${run_id} AS "_ekos_run_id",
    CAST(NULL AS timestamp(6) with time zone) AS "_ekos_deleted_at"
FROM (
    SELECT
        "select",
        "it's ${lower_bound}",
        "a""b.c",
        "_ekos_copy",
        "когда"
    FROM "film_rental"."public"."${run_id} ""o'dd""
; drop table x -- таблица"
) AS source
