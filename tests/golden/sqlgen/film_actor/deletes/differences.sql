-- Counts which keys of the buckets that differ only public.film_actor or only bronze_public.film_actor has.
SELECT
    CAST(coalesce(sum(source.copies), 0) AS varchar) AS source_keys,
    CAST(coalesce(sum(bronze.copies), 0) AS varchar) AS bronze_keys,
    CAST(count(*) FILTER (WHERE source."_ekos_key_hash" IS NULL AND bronze."_ekos_is_live") AS varchar) AS deleted,
    CAST(count(*) FILTER (WHERE source."_ekos_key_hash" IS NOT NULL AND NOT bronze."_ekos_is_live") AS varchar) AS returned,
    CAST(count(*) FILTER (WHERE bronze."_ekos_key_hash" IS NULL AND source."_ekos_is_settled") AS varchar) AS missing
FROM (
SELECT
    "_ekos_key_hash",
    count(*) AS copies,
    bool_or("_ekos_is_settled") AS "_ekos_is_settled"
FROM (
SELECT
    "_ekos_key_hash",
    "_ekos_is_settled"
FROM TABLE("film_rental".system.query(query => 'SELECT
    "_ekos_key_hash",
    "_ekos_is_settled"
FROM (
SELECT
    "_ekos_is_settled",
    (''x'' || encode(substr(sha256(convert_to(concat_ws(E''\x1F'', coalesce((v1)::text, E''\\N''), coalesce((v2)::text, E''\\N'')), ''UTF8'')), 1, 8), ''hex''))::bit(60)::bigint AS "_ekos_key_hash"
FROM (
SELECT
    coalesce("last_update" < ${lower_bound}, false) AS "_ekos_is_settled",
    ("actor_id")::bigint AS v1,
    ("film_id")::bigint AS v2
FROM "public"."film_actor"
) AS table_rows
OFFSET 0
) AS hashed
WHERE "_ekos_key_hash" % ${buckets} IN (${differing_buckets})'))
) AS found
GROUP BY "_ekos_key_hash"
) AS source
FULL OUTER JOIN (
SELECT
    "_ekos_key_hash",
    count(*) AS copies,
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
) AS bronze ON bronze."_ekos_key_hash" = source."_ekos_key_hash"
