-- Replaces bronze_public.film in one step by all rows of public.film.
CREATE OR REPLACE TABLE "lake"."bronze_public"."film"
WITH (format = 'PARQUET', format_version = 2) AS
SELECT
    source.*,
    ${loaded_at} AS "_ekos_loaded_at",
    ${run_id} AS "_ekos_run_id"
FROM (
    SELECT
        "film_id",
        CAST("title" AS varchar) AS "title",
        CAST("release_year" AS integer) AS "release_year",
        "special_features",
        lower("length") AS "length"
    FROM "film_rental"."public"."film"
) AS source
