-- Keys of public.film at or above the bound, or without a watermark: left out of the comparison.
SELECT
    (key_hash)::text AS key_hash
FROM (
SELECT
    ('x' || encode(substr(sha256(convert_to(concat_ws(E'\x1F', coalesce((v1)::text, E'\\N'), coalesce(replace(replace(v2, E'\\', E'\\\\'), E'\x1F', E'\\s'), E'\\N'), coalesce((CASE WHEN round(v3, 2) = v3 THEN round(v3, 2) ELSE v3 END)::text, E'\\N'), coalesce(replace(replace(v5, E'\\', E'\\\\'), E'\x1F', E'\\s'), E'\\N'), coalesce(replace(replace((CASE WHEN cardinality(v6) = 0 OR (array_ndims(v6) = 1 AND array_lower(v6, 1) = 1) THEN '' ELSE '!' || array_dims(v6) END || coalesce((SELECT string_agg(CASE WHEN e.v IS NULL THEN ',N' ELSE ',V' || replace(replace((e.v)::text COLLATE "C", E'\\', E'\\\\'), ',', E'\\,') END, '' ORDER BY e.n) FROM unnest(v6) WITH ORDINALITY AS e (v, n)), '')), E'\\', E'\\\\'), E'\x1F', E'\\s'), E'\\N'), coalesce(CASE WHEN v7 >= TIMESTAMP '0001-01-01' AND v7 < TIMESTAMP '10000-01-01' THEN to_char(v7, 'YYYY-MM-DD HH24:MI:SS.US') WHEN isfinite(v7) THEN CASE WHEN v7 > TIMESTAMP '2000-01-01' THEN '+' ELSE '' END || CASE WHEN extract(year FROM v7) > 9999 THEN extract(year FROM v7)::bigint::text WHEN extract(year FROM v7) = -1 THEN '0000' ELSE '-' || lpad((-1 - extract(year FROM v7))::bigint::text, 4, '0') END || to_char(v7, '-MM-DD HH24:MI:SS.US') ELSE (v7)::text END, E'\\N')), 'UTF8')), 1, 8), 'hex'))::bit(60)::bigint AS row_hash,
    ('x' || encode(substr(sha256(convert_to(coalesce((v1)::text, E'\\N'), 'UTF8')), 1, 8), 'hex'))::bit(60)::bigint AS key_hash
FROM (
SELECT
    ("film_id")::bigint AS v1,
    ("title")::text COLLATE "C" AS v2,
    ("rate")::numeric AS v3,
    rpad(("code")::text, 3) COLLATE "C" AS v5,
    "features" AS v6,
    ("last_update")::timestamp AS v7
FROM "public"."film"
WHERE "last_update" >= CAST(${bound} AT TIME ZONE 'UTC' AS timestamp(6)) OR "last_update" IS NULL
) AS source_rows
OFFSET 0
) AS moved
LIMIT ${left_out_limit}
