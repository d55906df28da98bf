-- Brings into bronze_public.pushed_down the rows of public."Pushed Down" that no load will bring: their key has a tombstone there, or none has come with it.
MERGE INTO "lake"."bronze_public"."pushed_down" AS bronze
USING (
    SELECT * FROM (
        SELECT
            moved.*,
            row_number() OVER (PARTITION BY "id" ORDER BY "changed" DESC NULLS LAST) AS "_ekos_copy"
        FROM (
SELECT source.*
FROM (
SELECT
    CAST("id" AS bigint) AS "id",
    CAST("amount" AS decimal(38,4)) AS "amount",
    "it's",
    "flag",
    "changed"
FROM TABLE("film_rental".system.query(query => 'SELECT "ID" AS "id",
    CAST("Amount" AS numeric(38,4)) AS "amount",
    "it''s",
    coalesce("flag", E''\\''''${run_id}'') AS "flag",
    "Changed" AS "changed"
FROM "public"."Pushed Down"'))
) AS source
JOIN (
SELECT
    DISTINCT found."id"
FROM (
SELECT
    "_ekos_key_hash",
    "_ekos_is_settled",
    CAST("id" AS bigint) AS "id"
FROM TABLE("film_rental".system.query(query => 'SELECT
    "_ekos_key_hash",
    "_ekos_is_settled",
    "id"
FROM (
SELECT
    "_ekos_is_settled",
    "id",
    (''x'' || encode(substr(sha256(convert_to(coalesce((v1)::text, E''\\N''), ''UTF8'')), 1, 8), ''hex''))::bit(60)::bigint AS "_ekos_key_hash"
FROM (
SELECT
    coalesce("Changed" < CAST(${lower_bound} AT TIME ZONE ''UTC'' AS timestamp(6)), false) AS "_ekos_is_settled",
    "ID" AS "id",
    (("ID"))::bigint AS v1
FROM "public"."Pushed Down"
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
    "_ekos_deleted_at" IS NULL AS "_ekos_is_live",
    "id" AS v1
FROM "lake"."bronze_public"."pushed_down"
) AS table_rows
) AS hashed
WHERE "_ekos_key_hash" % ${buckets} IN (${differing_buckets})
) AS found
GROUP BY "_ekos_key_hash"
) AS bronze ON bronze."_ekos_key_hash" = found."_ekos_key_hash"
WHERE NOT bronze."_ekos_is_live" OR (bronze."_ekos_key_hash" IS NULL AND found."_ekos_is_settled")
) AS wanted ON source."id" = wanted."id"
        ) AS moved
    )
    WHERE "_ekos_copy" = 1
) AS source
ON bronze."id" = source."id"
WHEN MATCHED THEN UPDATE SET
    "id" = source."id",
    "amount" = source."amount",
    "it's" = source."it's",
    "flag" = source."flag",
    "changed" = source."changed",
    "_ekos_loaded_at" = ${loaded_at},
    "_ekos_run_id" = ${run_id},
    "_ekos_deleted_at" = CAST(NULL AS timestamp(6) with time zone)
WHEN NOT MATCHED THEN INSERT (
    "id",
    "amount",
    "it's",
    "flag",
    "changed",
    "_ekos_loaded_at",
    "_ekos_run_id",
    "_ekos_deleted_at"
) VALUES (
    source."id",
    source."amount",
    source."it's",
    source."flag",
    source."changed",
    ${loaded_at},
    ${run_id},
    CAST(NULL AS timestamp(6) with time zone)
)
