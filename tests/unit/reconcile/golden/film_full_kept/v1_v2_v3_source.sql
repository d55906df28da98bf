-- V1, V2 and V3: counts, aggregates per column and hashes per bucket of public.film.
SELECT
    (coalesce(sum(n), 0))::text AS row_count,
    coalesce(string_agg(concat_ws(':', bucket, n, s), ' ' ORDER BY bucket), '') AS buckets,
    coalesce(sum(c1_nulls), 0)::bigint::text AS c1_nulls,
    (min(c1_minimum))::text AS c1_minimum,
    (max(c1_maximum))::text AS c1_maximum,
    (sum(c1_sum))::text AS c1_sum,
    coalesce(sum(c2_nulls), 0)::bigint::text AS c2_nulls,
    ('x' || encode(substr(sha256(convert_to(min(c2_minimum), 'UTF8')), 1, 8), 'hex'))::bit(60)::bigint::text AS c2_minimum,
    ('x' || encode(substr(sha256(convert_to(max(c2_maximum), 'UTF8')), 1, 8), 'hex'))::bit(60)::bigint::text AS c2_maximum,
    coalesce(sum(c2_characters), 0)::bigint::text AS c2_characters,
    coalesce(sum(c3_nulls), 0)::bigint::text AS c3_nulls,
    (CASE WHEN round(min(c3_minimum), 2) = min(c3_minimum) THEN round(min(c3_minimum), 2) ELSE min(c3_minimum) END)::text AS c3_minimum,
    (CASE WHEN round(max(c3_maximum), 2) = max(c3_maximum) THEN round(max(c3_maximum), 2) ELSE max(c3_maximum) END)::text AS c3_maximum,
    coalesce(sum(c3_not_finite), 0)::bigint::text AS c3_not_finite,
    (CASE WHEN round(sum(c3_sum), 2) = sum(c3_sum) THEN round(sum(c3_sum), 2) ELSE sum(c3_sum) END)::text AS c3_sum,
    coalesce(sum(c4_nulls), 0)::bigint::text AS c4_nulls,
    coalesce(sum(c4_not_a_number), 0)::bigint::text AS c4_not_a_number,
    coalesce(sum(c4_beyond_1e200), 0)::bigint::text AS c4_beyond_1e200,
    (min(c4_minimum))::text AS c4_minimum,
    (max(c4_maximum))::text AS c4_maximum,
    (sum(c4_sum))::text AS c4_sum,
    (sum(c4_sum_of_magnitudes))::text AS c4_sum_of_magnitudes,
    coalesce(sum(c5_nulls), 0)::bigint::text AS c5_nulls,
    ('x' || encode(substr(sha256(convert_to(min(c5_minimum), 'UTF8')), 1, 8), 'hex'))::bit(60)::bigint::text AS c5_minimum,
    ('x' || encode(substr(sha256(convert_to(max(c5_maximum), 'UTF8')), 1, 8), 'hex'))::bit(60)::bigint::text AS c5_maximum,
    coalesce(sum(c5_characters), 0)::bigint::text AS c5_characters,
    coalesce(sum(c6_nulls), 0)::bigint::text AS c6_nulls,
    coalesce(sum(c6_elements), 0)::bigint::text AS c6_elements,
    coalesce(sum(c7_nulls), 0)::bigint::text AS c7_nulls,
    CASE WHEN min(c7_minimum) >= TIMESTAMP '0001-01-01' AND min(c7_minimum) < TIMESTAMP '10000-01-01' THEN to_char(min(c7_minimum), 'YYYY-MM-DD HH24:MI:SS.US') WHEN isfinite(min(c7_minimum)) THEN CASE WHEN min(c7_minimum) > TIMESTAMP '2000-01-01' THEN '+' ELSE '' END || CASE WHEN extract(year FROM min(c7_minimum)) > 9999 THEN extract(year FROM min(c7_minimum))::bigint::text WHEN extract(year FROM min(c7_minimum)) = -1 THEN '0000' ELSE '-' || lpad((-1 - extract(year FROM min(c7_minimum)))::bigint::text, 4, '0') END || to_char(min(c7_minimum), '-MM-DD HH24:MI:SS.US') ELSE (min(c7_minimum))::text END AS c7_minimum,
    CASE WHEN max(c7_maximum) >= TIMESTAMP '0001-01-01' AND max(c7_maximum) < TIMESTAMP '10000-01-01' THEN to_char(max(c7_maximum), 'YYYY-MM-DD HH24:MI:SS.US') WHEN isfinite(max(c7_maximum)) THEN CASE WHEN max(c7_maximum) > TIMESTAMP '2000-01-01' THEN '+' ELSE '' END || CASE WHEN extract(year FROM max(c7_maximum)) > 9999 THEN extract(year FROM max(c7_maximum))::bigint::text WHEN extract(year FROM max(c7_maximum)) = -1 THEN '0000' ELSE '-' || lpad((-1 - extract(year FROM max(c7_maximum)))::bigint::text, 4, '0') END || to_char(max(c7_maximum), '-MM-DD HH24:MI:SS.US') ELSE (max(c7_maximum))::text END AS c7_maximum,
    coalesce(sum(c7_hours_of_day), 0)::bigint::text AS c7_hours_of_day
FROM (
SELECT
    bucket,
    count(*) AS n,
    sum(row_hash) AS s,
    count(*) FILTER (WHERE v1 IS NULL) AS c1_nulls,
    min(v1) AS c1_minimum,
    max(v1) AS c1_maximum,
    sum(v1) AS c1_sum,
    count(*) FILTER (WHERE v2 IS NULL) AS c2_nulls,
    min(v2) AS c2_minimum,
    max(v2) AS c2_maximum,
    sum(length(v2)) AS c2_characters,
    count(*) FILTER (WHERE v3 IS NULL) AS c3_nulls,
    min(v3) FILTER (WHERE v3 - v3 = 0) AS c3_minimum,
    max(v3) FILTER (WHERE v3 - v3 = 0) AS c3_maximum,
    count(*) FILTER (WHERE NOT v3 - v3 = 0) AS c3_not_finite,
    sum(v3) FILTER (WHERE v3 - v3 = 0) AS c3_sum,
    count(*) FILTER (WHERE v4 IS NULL) AS c4_nulls,
    count(*) FILTER (WHERE v4 = 'NaN') AS c4_not_a_number,
    count(*) FILTER (WHERE v4 <> 'NaN' AND NOT abs(v4) < 1e200) AS c4_beyond_1e200,
    min(v4) FILTER (WHERE abs(v4) < 1e200) AS c4_minimum,
    max(v4) FILTER (WHERE abs(v4) < 1e200) AS c4_maximum,
    sum(v4) FILTER (WHERE abs(v4) < 1e200) AS c4_sum,
    sum(abs(v4)) FILTER (WHERE abs(v4) < 1e200) AS c4_sum_of_magnitudes,
    count(*) FILTER (WHERE v5 IS NULL) AS c5_nulls,
    min(v5) AS c5_minimum,
    max(v5) AS c5_maximum,
    sum(length(v5)) AS c5_characters,
    count(*) FILTER (WHERE v6 IS NULL) AS c6_nulls,
    sum(cardinality(v6)) AS c6_elements,
    count(*) FILTER (WHERE v7 IS NULL) AS c7_nulls,
    min(v7) AS c7_minimum,
    max(v7) AS c7_maximum,
    sum(date_part('hour', v7)) AS c7_hours_of_day
FROM (
SELECT
    *,
    key_hash % ${buckets} AS bucket
FROM (
SELECT
    v1,
    v2,
    v3,
    v4,
    v5,
    v6,
    v7,
    ('x' || encode(substr(sha256(convert_to(concat_ws(E'\x1F', coalesce((v1)::text, E'\\N'), coalesce(replace(replace(v2, E'\\', E'\\\\'), E'\x1F', E'\\s'), E'\\N'), coalesce((CASE WHEN round(v3, 2) = v3 THEN round(v3, 2) ELSE v3 END)::text, E'\\N'), coalesce(replace(replace(v5, E'\\', E'\\\\'), E'\x1F', E'\\s'), E'\\N'), coalesce(replace(replace((CASE WHEN cardinality(v6) = 0 OR (array_ndims(v6) = 1 AND array_lower(v6, 1) = 1) THEN '' ELSE '!' || array_dims(v6) END || coalesce((SELECT string_agg(CASE WHEN e.v IS NULL THEN ',N' ELSE ',V' || replace(replace((e.v)::text COLLATE "C", E'\\', E'\\\\'), ',', E'\\,') END, '' ORDER BY e.n) FROM unnest(v6) WITH ORDINALITY AS e (v, n)), '')), E'\\', E'\\\\'), E'\x1F', E'\\s'), E'\\N'), coalesce(CASE WHEN v7 >= TIMESTAMP '0001-01-01' AND v7 < TIMESTAMP '10000-01-01' THEN to_char(v7, 'YYYY-MM-DD HH24:MI:SS.US') WHEN isfinite(v7) THEN CASE WHEN v7 > TIMESTAMP '2000-01-01' THEN '+' ELSE '' END || CASE WHEN extract(year FROM v7) > 9999 THEN extract(year FROM v7)::bigint::text WHEN extract(year FROM v7) = -1 THEN '0000' ELSE '-' || lpad((-1 - extract(year FROM v7))::bigint::text, 4, '0') END || to_char(v7, '-MM-DD HH24:MI:SS.US') ELSE (v7)::text END, E'\\N')), 'UTF8')), 1, 8), 'hex'))::bit(60)::bigint AS row_hash,
    ('x' || encode(substr(sha256(convert_to(coalesce((v1)::text, E'\\N'), 'UTF8')), 1, 8), 'hex'))::bit(60)::bigint AS key_hash
FROM (
SELECT
    ("film_id")::bigint AS v1,
    ("title")::text COLLATE "C" AS v2,
    ("rate")::numeric AS v3,
    ("score")::double precision AS v4,
    rpad(("code")::text, 3) COLLATE "C" AS v5,
    "features" AS v6,
    ("last_update")::timestamp AS v7
FROM "public"."film"
) AS source_rows
OFFSET 0
) AS hashed
) AS bucketed
GROUP BY bucket
) AS buckets
