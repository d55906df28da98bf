-- Adds up the hashes of the keys of public.kept_film, bucket by bucket.
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
    ('x' || encode(substr(sha256(convert_to(coalesce((v1)::text, E'\\N'), 'UTF8')), 1, 8), 'hex'))::bit(60)::bigint AS "_ekos_key_hash"
FROM (
SELECT
    ("film_id")::bigint AS v1
FROM "public"."kept_film"
) AS table_rows
OFFSET 0
) AS found
GROUP BY 1
) AS buckets
