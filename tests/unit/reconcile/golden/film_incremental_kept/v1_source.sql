-- V1: counts the rows of public.film.
SELECT count(*)::text AS row_count
FROM (
SELECT
    1 AS one
FROM "public"."film"
WHERE "last_update" < CAST(${bound} AT TIME ZONE 'UTC' AS timestamp(6))
) AS compared
