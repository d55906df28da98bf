-- V1: counts the rows of bronze_public.film, and once more with a row dropped and a row doubled.
SELECT
    (SELECT CAST(count(*) AS varchar) FROM (
SELECT
    *
FROM (
SELECT
    1 AS one,
    "film_id" AS v1
FROM "lake"."bronze_public"."film"
WHERE "last_update" < CAST(${bound} AT TIME ZONE 'UTC' AS timestamp(6)) AND "_ekos_deleted_at" IS NULL AND "_ekos_purged_at_source" IS NULL
) AS bronze_rows
WHERE bitwise_right_shift(from_big_endian_64(substr(sha256(to_utf8(coalesce(CAST(v1 AS varchar), '\N'))), 1, 8)), 4) NOT IN (${left_out_keys})
) AS compared) AS row_count,
    (SELECT CAST(count(*) AS varchar) FROM (SELECT 1 FROM (
SELECT
    *
FROM (
SELECT
    1 AS one,
    "film_id" AS v1
FROM "lake"."bronze_public"."film"
WHERE "last_update" < CAST(${bound} AT TIME ZONE 'UTC' AS timestamp(6)) AND "_ekos_deleted_at" IS NULL AND "_ekos_purged_at_source" IS NULL
) AS bronze_rows
WHERE bitwise_right_shift(from_big_endian_64(substr(sha256(to_utf8(coalesce(CAST(v1 AS varchar), '\N'))), 1, 8)), 4) NOT IN (${left_out_keys})
) AS compared OFFSET 1)) AS dropped_row,
    (SELECT CAST(count(*) AS varchar) FROM (SELECT 1 FROM (
SELECT
    *
FROM (
SELECT
    1 AS one,
    "film_id" AS v1
FROM "lake"."bronze_public"."film"
WHERE "last_update" < CAST(${bound} AT TIME ZONE 'UTC' AS timestamp(6)) AND "_ekos_deleted_at" IS NULL AND "_ekos_purged_at_source" IS NULL
) AS bronze_rows
WHERE bitwise_right_shift(from_big_endian_64(substr(sha256(to_utf8(coalesce(CAST(v1 AS varchar), '\N'))), 1, 8)), 4) NOT IN (${left_out_keys})
) AS compared UNION ALL (SELECT 1 FROM (
SELECT
    *
FROM (
SELECT
    1 AS one,
    "film_id" AS v1
FROM "lake"."bronze_public"."film"
WHERE "last_update" < CAST(${bound} AT TIME ZONE 'UTC' AS timestamp(6)) AND "_ekos_deleted_at" IS NULL AND "_ekos_purged_at_source" IS NULL
) AS bronze_rows
WHERE bitwise_right_shift(from_big_endian_64(substr(sha256(to_utf8(coalesce(CAST(v1 AS varchar), '\N'))), 1, 8)), 4) NOT IN (${left_out_keys})
) AS compared LIMIT 1))) AS doubled_row
