-- Brings into bronze_public.film_actor the rows of public.film_actor that no load will bring: their key has a tombstone there, or none has come with it.
MERGE INTO "lake"."bronze_public"."film_actor" AS bronze
USING (
    SELECT * FROM (
        SELECT
            moved.*,
            row_number() OVER (PARTITION BY "actor_id", "film_id" ORDER BY "last_update" DESC NULLS LAST) AS "_ekos_copy"
        FROM (
SELECT source.*
FROM (
SELECT
    "actor_id",
    "film_id",
    "price",
    "roles",
    "last_update"
FROM "film_rental"."public"."film_actor"
) AS source
JOIN (
SELECT
    DISTINCT found."actor_id",
    found."film_id"
FROM (
SELECT
    "_ekos_key_hash",
    "_ekos_is_settled",
    "actor_id",
    "film_id"
FROM TABLE("film_rental".system.query(query => 'SELECT
    "_ekos_key_hash",
    "_ekos_is_settled",
    "actor_id",
    "film_id"
FROM (
SELECT
    "_ekos_is_settled",
    "actor_id",
    "film_id",
    (''x'' || encode(substr(sha256(convert_to(concat_ws(E''\x1F'', coalesce((v1)::text, E''\\N''), coalesce((v2)::text, E''\\N'')), ''UTF8'')), 1, 8), ''hex''))::bit(60)::bigint AS "_ekos_key_hash"
FROM (
SELECT
    coalesce("last_update" < ${lower_bound}, false) AS "_ekos_is_settled",
    "actor_id" AS "actor_id",
    "film_id" AS "film_id",
    ("actor_id")::bigint AS v1,
    ("film_id")::bigint AS v2
FROM "public"."film_actor"
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
    bitwise_right_shift(from_big_endian_64(substr(sha256(to_utf8(array_join(ARRAY[coalesce(CAST(v1 AS varchar), '\N'), coalesce(CAST(v2 AS varchar), '\N')], chr(31)))), 1, 8)), 4) AS "_ekos_key_hash"
FROM (
SELECT
    "_ekos_deleted_at" IS NULL AS "_ekos_is_live",
    "actor_id" AS v1,
    "film_id" AS v2
FROM "lake"."bronze_public"."film_actor"
) AS table_rows
) AS hashed
WHERE "_ekos_key_hash" % ${buckets} IN (${differing_buckets})
) AS found
GROUP BY "_ekos_key_hash"
) AS bronze ON bronze."_ekos_key_hash" = found."_ekos_key_hash"
WHERE NOT bronze."_ekos_is_live" OR (bronze."_ekos_key_hash" IS NULL AND found."_ekos_is_settled")
) AS wanted ON source."actor_id" = wanted."actor_id"
    AND source."film_id" = wanted."film_id"
        ) AS moved
    )
    WHERE "_ekos_copy" = 1
) AS source
ON bronze."actor_id" = source."actor_id"
    AND bronze."film_id" = source."film_id"
WHEN MATCHED THEN UPDATE SET
    "actor_id" = source."actor_id",
    "film_id" = source."film_id",
    "price" = source."price",
    "roles" = source."roles",
    "last_update" = source."last_update",
    "_ekos_loaded_at" = ${loaded_at},
    "_ekos_run_id" = ${run_id},
    "_ekos_deleted_at" = CAST(NULL AS timestamp(6) with time zone)
WHEN NOT MATCHED THEN INSERT (
    "actor_id",
    "film_id",
    "price",
    "roles",
    "last_update",
    "_ekos_loaded_at",
    "_ekos_run_id",
    "_ekos_deleted_at"
) VALUES (
    source."actor_id",
    source."film_id",
    source."price",
    source."roles",
    source."last_update",
    ${loaded_at},
    ${run_id},
    CAST(NULL AS timestamp(6) with time zone)
)
