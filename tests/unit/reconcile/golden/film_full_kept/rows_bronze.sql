-- V3: keys and hashes per column of the rows in buckets that differ, of bronze_public.film.
SELECT
    CAST(bucket AS varchar) AS bucket,
    CAST(key_hash AS varchar) AS key_hash,
    CAST(row_hash AS varchar) AS row_hash,
    CAST(v1 AS varchar) AS key_1,
    concat_ws(' ', CAST(bitwise_right_shift(from_big_endian_64(substr(sha256(to_utf8(f1)), 1, 8)), 4) AS varchar), CAST(bitwise_right_shift(from_big_endian_64(substr(sha256(to_utf8(f2)), 1, 8)), 4) AS varchar), CAST(bitwise_right_shift(from_big_endian_64(substr(sha256(to_utf8(f3)), 1, 8)), 4) AS varchar), CAST(bitwise_right_shift(from_big_endian_64(substr(sha256(to_utf8(f5)), 1, 8)), 4) AS varchar), CAST(bitwise_right_shift(from_big_endian_64(substr(sha256(to_utf8(f6)), 1, 8)), 4) AS varchar), CAST(bitwise_right_shift(from_big_endian_64(substr(sha256(to_utf8(f7)), 1, 8)), 4) AS varchar)) AS hashes_1
FROM (
SELECT
    *,
    key_hash % ${buckets} AS bucket
FROM (
SELECT
    v1,
    f1,
    f2,
    f3,
    f5,
    f6,
    f7,
    bitwise_right_shift(from_big_endian_64(substr(sha256(to_utf8(array_join(ARRAY[f1, f2, f3, f5, f6, f7], chr(31)))), 1, 8)), 4) AS row_hash,
    bitwise_right_shift(from_big_endian_64(substr(sha256(to_utf8(coalesce(CAST(v1 AS varchar), '\N'))), 1, 8)), 4) AS key_hash
FROM (
SELECT
    v1,
    coalesce(CAST(v1 AS varchar), '\N') AS f1,
    coalesce(replace(replace(v2, '\', '\\'), chr(31), '\s'), '\N') AS f2,
    coalesce(CAST(v3 AS varchar), '\N') AS f3,
    coalesce(replace(replace(v5, '\', '\\'), chr(31), '\s'), '\N') AS f5,
    coalesce(replace(replace(array_join(transform(v6, e -> CASE WHEN e IS NULL THEN ',N' ELSE array_join(ARRAY[',V', replace(replace(e, '\', '\\'), ',', '\,')], '') END), ''), '\', '\\'), chr(31), '\s'), '\N') AS f6,
    coalesce(CAST(v7 AS varchar), '\N') AS f7
FROM (
SELECT
    "film_id" AS v1,
    "title" AS v2,
    "rate" AS v3,
    "code" AS v5,
    "features" AS v6,
    CAST("last_update" AS timestamp(6)) AS v7
FROM "lake"."bronze_public"."film"
WHERE "_ekos_deleted_at" IS NULL AND "_ekos_purged_at_source" IS NULL
) AS bronze_rows
) AS canonical
) AS hashed
) AS bucketed
WHERE bucket IN (${differing_buckets})
