-- V1: counts the rows of bronze_public.film, and once more with a row dropped and a row doubled.
SELECT
    (SELECT CAST(count(*) AS varchar) FROM (
SELECT
    1 AS one
FROM "lake"."bronze_public"."film"
WHERE "_ekos_deleted_at" IS NULL AND "_ekos_purged_at_source" IS NULL
) AS compared) AS row_count,
    (SELECT CAST(count(*) AS varchar) FROM (SELECT 1 FROM (
SELECT
    1 AS one
FROM "lake"."bronze_public"."film"
WHERE "_ekos_deleted_at" IS NULL AND "_ekos_purged_at_source" IS NULL
) AS compared OFFSET 1)) AS dropped_row,
    (SELECT CAST(count(*) AS varchar) FROM (SELECT 1 FROM (
SELECT
    1 AS one
FROM "lake"."bronze_public"."film"
WHERE "_ekos_deleted_at" IS NULL AND "_ekos_purged_at_source" IS NULL
) AS compared UNION ALL (SELECT 1 FROM (
SELECT
    1 AS one
FROM "lake"."bronze_public"."film"
WHERE "_ekos_deleted_at" IS NULL AND "_ekos_purged_at_source" IS NULL
) AS compared LIMIT 1))) AS doubled_row
