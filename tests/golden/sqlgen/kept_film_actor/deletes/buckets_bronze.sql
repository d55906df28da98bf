-- Adds up the hashes of the keys of the live rows of bronze_public.kept_film_actor, bucket by bucket.
SELECT
    CAST(coalesce(sum(n), 0) AS varchar) AS row_count,
    coalesce(array_join(array_agg(concat_ws(':', CAST(bucket AS varchar), CAST(n AS varchar), CAST(s AS varchar))), ' '), '') AS buckets
FROM (
SELECT
    "_ekos_key_hash" % ${buckets} AS bucket,
    count(*) AS n,
    sum(CAST("_ekos_key_hash" AS decimal(38, 0))) AS s
FROM (
SELECT
    bitwise_right_shift(from_big_endian_64(substr(sha256(to_utf8(array_join(ARRAY[coalesce(CAST(v1 AS varchar), '\N'), coalesce(CAST(v2 AS varchar), '\N')], chr(31)))), 1, 8)), 4) AS "_ekos_key_hash"
FROM (
SELECT
    "actor_id" AS v1,
    "film_id" AS v2
FROM "lake"."bronze_public"."kept_film_actor"
WHERE "_ekos_deleted_at" IS NULL AND "_ekos_purged_at_source" IS NULL
) AS table_rows
) AS found
GROUP BY 1
) AS buckets
