-- Replaces bronze_public.pushed_down in one step by all rows of public."Pushed Down".
CREATE OR REPLACE TABLE "lake"."bronze_public"."pushed_down"
WITH (format = 'PARQUET', format_version = 2) AS
SELECT
    source.*,
    ${loaded_at} AS "_ekos_loaded_at",
    ${run_id} AS "_ekos_run_id",
    CAST(NULL AS timestamp(6) with time zone) AS "_ekos_deleted_at"
FROM (
    SELECT
        CAST("id" AS bigint) AS "id",
        CAST("amount" AS decimal(38,4)) AS "amount",
        "it's",
        "flag",
        "changed"
    FROM TABLE("film_rental".system.query(query => 'SELECT "ID" AS "id",
    CAST("Amount" AS numeric(38,4)) AS "amount",
    "it''s",
    coalesce("flag", E''\\''''${run_id}'') AS "flag",
    "Changed" AS "changed"
FROM "public"."Pushed Down"'))
) AS source
