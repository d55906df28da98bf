-- Adds up the hashes of the keys of public.kept_film_actor, bucket by bucket.
SELECT
    (coalesce(sum(n), 0))::text AS row_count,
    coalesce(string_agg(concat_ws(':', bucket, n, s), ' ' ORDER BY bucket), '') AS buckets
FROM (
SELECT
    "_ekos_key_hash" % ${buckets} AS bucket,
    count(*) AS n,
    sum("_ekos_key_hash") AS s
FROM (
SELECT
    ('x' || encode(substr(sha256(convert_to(concat_ws(E'\x1F', coalesce((v1)::text, E'\\N'), coalesce((v2)::text, E'\\N')), 'UTF8')), 1, 8), 'hex'))::bit(60)::bigint AS "_ekos_key_hash"
FROM (
SELECT
    ("actor_id")::bigint AS v1,
    ("film_id")::bigint AS v2
FROM "public"."kept_film_actor"
) AS table_rows
OFFSET 0
) AS found
GROUP BY 1
) AS buckets
