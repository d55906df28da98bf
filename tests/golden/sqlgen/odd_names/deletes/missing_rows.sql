-- Brings into bronze_public.odd_names the rows of public."${run_id} ""o'dd""\n; drop table x -- таблица" that no load will bring: their key has a tombstone there, or none has come with it.
MERGE INTO "lake"."bronze_public"."odd_names" AS bronze
USING (
    SELECT * FROM (
        SELECT
            moved.*,
            row_number() OVER (PARTITION BY "select" ORDER BY "когда" DESC NULLS LAST) AS "_ekos_copy_"
        FROM (
SELECT source.*
FROM (
SELECT
    "select",
    "it's ${lower_bound}",
    "a""b.c",
    "_ekos_copy",
    "когда"
FROM "film_rental"."public"."${run_id} ""o'dd""
; drop table x -- таблица"
) AS source
JOIN (
SELECT
    DISTINCT found."select"
FROM (
SELECT
    "_ekos_key_hash",
    "_ekos_is_settled",
    "select"
FROM TABLE("film_rental".system.query(query => 'SELECT
    "_ekos_key_hash",
    "_ekos_is_settled",
    "select"
FROM (
SELECT
    "_ekos_is_settled",
    "select",
    (''x'' || encode(substr(sha256(convert_to(coalesce((v1)::text, E''\\N''), ''UTF8'')), 1, 8), ''hex''))::bit(60)::bigint AS "_ekos_key_hash"
FROM (
SELECT
    coalesce("когда" < ${lower_bound}, false) AS "_ekos_is_settled",
    "select" AS "select",
    ("select")::bigint AS v1
FROM "public"."${run_id} ""o''dd""
; drop table x -- таблица"
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
    "select" AS v1
FROM "lake"."bronze_public"."odd_names"
) AS table_rows
) AS hashed
WHERE "_ekos_key_hash" % ${buckets} IN (${differing_buckets})
) AS found
GROUP BY "_ekos_key_hash"
) AS bronze ON bronze."_ekos_key_hash" = found."_ekos_key_hash"
WHERE NOT bronze."_ekos_is_live" OR (bronze."_ekos_key_hash" IS NULL AND found."_ekos_is_settled")
) AS wanted ON coalesce(CAST(source."select" AS varchar), '') = coalesce(CAST(wanted."select" AS varchar), '') AND (source."select" IS NULL) = (wanted."select" IS NULL)
        ) AS moved
    )
    WHERE "_ekos_copy_" = 1
) AS source
ON coalesce(CAST(bronze."select" AS varchar), '') = coalesce(CAST(source."select" AS varchar), '') AND (bronze."select" IS NULL) = (source."select" IS NULL)
WHEN MATCHED THEN UPDATE SET
    "select" = source."select",
    "it's ${lower_bound}" = source."it's ${lower_bound}",
    "a""b.c" = source."a""b.c",
    "_ekos_copy" = source."_ekos_copy",
    "когда" = source."когда",
    "_ekos_loaded_at" = ${loaded_at},
    "_ekos_run_id" = ${run_id},
    "_ekos_deleted_at" = CAST(NULL AS timestamp(6) with time zone)
WHEN NOT MATCHED THEN INSERT (
    "select",
    "it's ${lower_bound}",
    "a""b.c",
    "_ekos_copy",
    "когда",
    "_ekos_loaded_at",
    "_ekos_run_id",
    "_ekos_deleted_at"
) VALUES (
    source."select",
    source."it's ${lower_bound}",
    source."a""b.c",
    source."_ekos_copy",
    source."когда",
    ${loaded_at},
    ${run_id},
    CAST(NULL AS timestamp(6) with time zone)
)
