-- Brings into bronze_public.kept_film the rows of public.kept_film whose key is marked there as gone.
MERGE INTO "lake"."bronze_public"."kept_film" AS bronze
USING (
    SELECT * FROM (
        SELECT
            moved.*,
            row_number() OVER (PARTITION BY "film_id") AS "_ekos_copy"
        FROM (
SELECT source.*
FROM (
SELECT
    "film_id",
    CAST("title" AS varchar) AS "title",
    CAST("release_year" AS integer) AS "release_year",
    "special_features",
    lower("length") AS "length"
FROM "film_rental"."public"."kept_film"
) AS source
JOIN (
SELECT
    DISTINCT found."film_id"
FROM (
SELECT
    "_ekos_key_hash",
    "_ekos_is_settled",
    "film_id"
FROM TABLE("film_rental".system.query(query => 'SELECT
    "_ekos_key_hash",
    "_ekos_is_settled",
    "film_id"
FROM (
SELECT
    "_ekos_is_settled",
    "film_id",
    (''x'' || encode(substr(sha256(convert_to(coalesce((v1)::text, E''\\N''), ''UTF8'')), 1, 8), ''hex''))::bit(60)::bigint AS "_ekos_key_hash"
FROM (
SELECT
    false AS "_ekos_is_settled",
    "film_id" AS "film_id",
    ("film_id")::bigint AS v1
FROM "public"."kept_film"
) AS table_rows
OFFSET 0
) AS hashed
WHERE "_ekos_key_hash" % ${buckets} IN (${differing_buckets})'))
) AS found
LEFT JOIN (
SELECT
    "_ekos_key_hash",
    bool_or("_ekos_is_live") AS "_ekos_is_live"
FROM (
SELECT
    "_ekos_key_hash",
    "_ekos_is_live"
FROM (
SELECT
    "_ekos_is_live",
    bitwise_right_shift(from_big_endian_64(substr(sha256(to_utf8(coalesce(CAST(v1 AS varchar), '\N'))), 1, 8)), 4) AS "_ekos_key_hash"
FROM (
SELECT
    "_ekos_deleted_at" IS NULL AND "_ekos_purged_at_source" IS NULL AS "_ekos_is_live",
    "film_id" AS v1
FROM "lake"."bronze_public"."kept_film"
) AS table_rows
) AS hashed
WHERE "_ekos_key_hash" % ${buckets} IN (${differing_buckets})
) AS found
GROUP BY "_ekos_key_hash"
) AS bronze ON bronze."_ekos_key_hash" = found."_ekos_key_hash"
WHERE NOT bronze."_ekos_is_live" OR (bronze."_ekos_key_hash" IS NULL AND found."_ekos_is_settled")
) AS wanted ON source."film_id" = wanted."film_id"
        ) AS moved
    )
    WHERE "_ekos_copy" = 1
) AS source
ON bronze."film_id" = source."film_id"
WHEN MATCHED THEN UPDATE SET
    "film_id" = source."film_id",
    "title" = source."title",
    "release_year" = source."release_year",
    "special_features" = source."special_features",
    "length" = source."length",
    "_ekos_loaded_at" = ${loaded_at},
    "_ekos_run_id" = ${run_id},
    "_ekos_deleted_at" = CAST(NULL AS timestamp(6) with time zone),
    "_ekos_purged_at_source" = CAST(NULL AS timestamp(6) with time zone)
WHEN NOT MATCHED THEN INSERT (
    "film_id",
    "title",
    "release_year",
    "special_features",
    "length",
    "_ekos_loaded_at",
    "_ekos_run_id",
    "_ekos_deleted_at",
    "_ekos_purged_at_source"
) VALUES (
    source."film_id",
    source."title",
    source."release_year",
    source."special_features",
    source."length",
    ${loaded_at},
    ${run_id},
    CAST(NULL AS timestamp(6) with time zone),
    CAST(NULL AS timestamp(6) with time zone)
)
