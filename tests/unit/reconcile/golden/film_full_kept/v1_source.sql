-- V1: counts the rows of public.film.
SELECT count(*)::text AS row_count
FROM "public"."film"
