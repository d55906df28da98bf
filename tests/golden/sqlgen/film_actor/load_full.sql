-- Replaces bronze_public.film_actor in one step by all rows of public.film_actor.
CREATE OR REPLACE TABLE "lake"."bronze_public"."film_actor"
WITH (format = 'PARQUET', format_version = 2) AS
SELECT
    source.*,
    ${loaded_at} AS "_ekos_loaded_at",
    ${run_id} AS "_ekos_run_id",
    CAST(NULL AS timestamp(6) with time zone) AS "_ekos_deleted_at"
FROM (
    SELECT
        "actor_id",
        "film_id",
        "price",
        "roles",
        "last_update"
    FROM "film_rental"."public"."film_actor"
) AS source
