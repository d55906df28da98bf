-- Marks as purged, and keeps, the live rows of bronze_public.kept_film_actor whose key public.kept_film_actor no longer has, unless they are more than may vanish.
MERGE INTO "lake"."bronze_public"."kept_film_actor" AS bronze
USING (
SELECT
    "_ekos_key_hash"
FROM (
SELECT
    live."_ekos_key_hash",
    count(*) OVER () AS vanished
FROM (
SELECT
    DISTINCT "_ekos_key_hash"
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
    "_ekos_deleted_at" IS NULL AND "_ekos_purged_at_source" IS NULL AS "_ekos_is_live",
    "actor_id" AS v1,
    "film_id" AS v2
FROM "lake"."bronze_public"."kept_film_actor"
) AS table_rows
) AS hashed
WHERE "_ekos_key_hash" % ${buckets} IN (${differing_buckets})
) AS found
WHERE "_ekos_is_live"
) AS live
LEFT JOIN (
SELECT
    DISTINCT "_ekos_key_hash"
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
FROM "public"."kept_film_actor"
) AS table_rows
OFFSET 0
) AS hashed
WHERE "_ekos_key_hash" % ${buckets} IN (${differing_buckets})'))
) AS found
) AS source ON source."_ekos_key_hash" = live."_ekos_key_hash"
WHERE source."_ekos_key_hash" IS NULL
) AS counted
WHERE vanished <= ${delete_limit}
) AS gone
ON bronze."_ekos_deleted_at" IS NULL AND bronze."_ekos_purged_at_source" IS NULL
    AND bitwise_right_shift(from_big_endian_64(substr(sha256(to_utf8(array_join(ARRAY[coalesce(CAST("actor_id" AS varchar), '\N'), coalesce(CAST("film_id" AS varchar), '\N')], chr(31)))), 1, 8)), 4) = gone."_ekos_key_hash"
WHEN MATCHED THEN UPDATE SET
    "_ekos_purged_at_source" = ${loaded_at},
    "_ekos_run_id" = ${run_id}
