#include "component/types/pitfall_tables.h"

#include <QStringList>

namespace lakehouse::tests {

namespace {

constexpr char tables[] = R"sql(
SET search_path = pitfalls, public;
SET TimeZone = 'UTC';
SET DateStyle = 'ISO';

CREATE TABLE value (id integer PRIMARY KEY, ts3 timestamp(3), tz3 timestamptz(3), tz timestamptz, d date, t time, n numeric(10,2), un numeric, tx text, flag boolean, iv interval,
    numbers integer[], words text[]);
INSERT INTO value VALUES
    (1, '2024-01-01 01:02:03.123', '2024-01-01 01:02:03.1235+00', '2024-01-01 01:02:03.123999+00', '2024-02-29', '12:00:00.1', -0.19, 1.5000, 'abc', true, '1 mon', '{1,NULL,3}', '{NULL}'),
    (2, '2024-01-01 01:02:03', '2024-01-01 01:02:03.1234+00', '2024-01-01 03:02:03+02', '0044-03-15', '23:59:59.999999', 0, 1.5, 'pad ', false, '30 days', '{NULL}', '{"NULL"}'),
    (3, '1969-12-31 23:59:59.9999', '2023-12-31 23:59:59.9995+00', '1900-01-01 00:00:00+00', '1582-10-10', '00:00:00', 0.71, 0.36640625, '', NULL, '720 hours', '{}', '{""}'),
    (4, NULL, NULL, NULL, NULL, NULL, -0.00, 100, ' ', NULL, NULL, NULL, '{}'),
    (5, NULL, NULL, NULL, NULL, NULL, 0.5, -0.10, '\N', true, NULL, '{1}', NULL),
    (6, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{a,b}'),
    (7, NULL, NULL, NULL, NULL, NULL, 12345678.90, NULL, 'f', false, NULL, '{1,3}', '{"a,b"}'),
    (8, NULL, NULL, NULL, NULL, NULL, NULL, NULL, E'é e\u0301 🦀 \u200b', NULL, NULL, NULL, NULL);

-- Keys that collations order in another way than their bytes do, of every length, and with what means something to SQL.
CREATE TABLE text_key (k varchar(300) COLLATE "en-x-icu" PRIMARY KEY, v integer);
INSERT INTO text_key SELECT k, row_number() OVER () FROM (
    SELECT 'b-' || g FROM generate_series(1, 100) AS g UNION ALL SELECT 'b' || g FROM generate_series(1, 100) AS g UNION ALL SELECT 'B' || g || ' c' FROM generate_series(1, 100) AS g
    UNION ALL SELECT repeat('x', g) FROM generate_series(0, 299) AS g UNION ALL SELECT md5(g::text) FROM generate_series(1, 100) AS g
    UNION ALL VALUES (''''), ('"'), (';'), ('\'), ('\\N'), (E'\x1f'), (E'a\nb'), (E'\t'), ('%'), ('${bound}'), ('é'), (E'e\u0301'), ('🦀'), (' '), ('  '), ('--'), ('a,b'), ('ß'), ('SS'), ('ﬀ')) AS keys (k);

CREATE TABLE composite_key (a text COLLATE "en-x-icu", b text COLLATE "C", c char(3), v integer, PRIMARY KEY (b, a, c));
INSERT INTO composite_key SELECT a, b, c, row_number() OVER () FROM unnest(ARRAY['a-b', 'ab', 'A b', 'é', 'z', '']) AS a, unnest(ARRAY['x-1', 'x1', 'X 1', '']) AS b, unnest(ARRAY['', 'k', 'k-l']) AS c;

CREATE TABLE "UPPER" ("ID" integer PRIMARY KEY, "Name" text, "select" text);
INSERT INTO "UPPER" SELECT g, 'n' || g, 's' FROM generate_series(1, 20) AS g;

CREATE TABLE many (id integer PRIMARY KEY, v text);
INSERT INTO many SELECT g, 'v' || g FROM generate_series(1, 3000) AS g;

CREATE TABLE floating (id integer PRIMARY KEY, f double precision, g double precision, r real);
INSERT INTO floating SELECT g, g / 7.0, g * 1e10, g / 3.0 FROM generate_series(1, 50) AS g;
INSERT INTO floating VALUES (101, 0.36640625, 0.36640625, 0.36640625), (102, 'NaN', 1, 'NaN'), (103, 'Infinity', '-Infinity', 'Infinity'), (104, 1e300, -0.0, -0.0), (105, NULL, NULL, NULL);

CREATE TABLE numeric_key (k numeric PRIMARY KEY, v integer);
INSERT INTO numeric_key VALUES (1, 1), (2.0, 2), (3.50, 3), (10.25, 4), (-0.75, 5), (100, 6);

CREATE TABLE grain (a integer, b text);
INSERT INTO grain VALUES (1, 'x'), (1, 'x'), (NULL, NULL), (NULL, NULL), (2, 'y'), (2, '');

CREATE TABLE null_key (a integer, b integer, v integer, UNIQUE (a, b));
INSERT INTO null_key VALUES (1, NULL, 1), (NULL, 1, 2), (NULL, NULL, 3), (NULL, NULL, 4), (1, 1, 5);

CREATE TABLE scale (id integer PRIMARY KEY, n numeric);
INSERT INTO scale VALUES (1, 1.23), (2, -0.5);

CREATE TABLE nothing (id integer PRIMARY KEY, n numeric(7,2), u numeric, tx text, flag boolean, ts timestamp);

CREATE TABLE amount (id integer PRIMARY KEY, n numeric(10,2));
INSERT INTO amount SELECT g, (g - 10) * 1.25 FROM generate_series(1, 30) AS g;

CREATE TABLE border (id integer PRIMARY KEY, a text, b text);
INSERT INTO border VALUES (1, '12', '3'), (2, '1', '23'), (3, E'x\x1f', 'y'), (4, 'x', E'\x1fy'), (5, 'x\', 's'), (6, NULL, ''), (7, '', NULL);

CREATE TABLE large (id integer PRIMARY KEY, document text);
INSERT INTO large VALUES (1, repeat('é\', 200000)), (2, repeat('a', 1000000)), (3, NULL);

CREATE TABLE larger (id integer PRIMARY KEY, document text, bytes bytea, words text[]);
INSERT INTO larger VALUES (1, repeat('a', 2000000), decode(repeat('00', 2000000), 'hex'), ARRAY[repeat('b', 2000000), NULL]);
)sql";

/// 272 columns, of which 225 are NULL in every row.
QString wideTable()
{
    QStringList declared{QStringLiteral("id integer PRIMARY KEY")};
    QStringList values{QStringLiteral("g")};
    for (int number = 2; number <= 272; ++number) {
        const char *type = number % 3 == 0 ? "numeric(18,4)" : number % 3 == 1 ? "timestamptz" : "text";
        declared += QStringLiteral("c%1 %2").arg(number).arg(QLatin1String(type));
        const char *value = number % 3 == 0 ? "g * 0.0001" : number % 3 == 1 ? "timestamptz '2024-01-01 00:00:00.000001+00' + g * interval '1 hour'" : "'t ' || g";
        values += number <= 47 ? QString::fromLatin1(value) : QStringLiteral("NULL");
    }
    return QStringLiteral("CREATE TABLE wide (%1);\nINSERT INTO wide SELECT %2 FROM generate_series(1, 40) AS g;\n").arg(declared.join(QLatin1String(", ")), values.join(QLatin1String(", ")));
}

} // namespace

QString pitfallTables()
{
    return QString::fromUtf8(tables) + wideTable();
}

} // namespace lakehouse::tests
