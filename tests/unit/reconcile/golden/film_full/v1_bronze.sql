-- V1: counts the rows of bronze_public.film, and once more with a row dropped and a row doubled.
SELECT
    (SELECT CAST(count(*) AS varchar) FROM "lake"."bronze_public"."film") AS row_count,
    (SELECT CAST(count(*) AS varchar) FROM (SELECT 1 FROM "lake"."bronze_public"."film" OFFSET 1)) AS dropped_row,
    (SELECT CAST(count(*) AS varchar) FROM (SELECT 1 FROM "lake"."bronze_public"."film" UNION ALL (SELECT 1 FROM "lake"."bronze_public"."film" LIMIT 1))) AS doubled_row
