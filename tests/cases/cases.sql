-- One table for each way in which a PostgreSQL source misleads a reader; the lines of *_cases.cpp say what must come of it. For psql, on a database of
-- its own, PostgreSQL 15 or newer; the role "reader" must exist. Needs hstore, citext and file_fdw.
\set ON_ERROR_STOP on
CREATE EXTENSION hstore;
CREATE EXTENSION citext;
CREATE EXTENSION file_fdw;
CREATE SCHEMA t;
CREATE SCHEMA "Sales.EU";
SET search_path = t, public;
SET timezone = 'UTC';
SET lc_monetary = 'C';

-- A: types
CREATE DOMAIN posint AS integer CHECK (VALUE > 0);
CREATE DOMAIN posint2 AS posint;
CREATE DOMAIN money2 AS numeric(12,2);
CREATE TABLE a1 (id posint2 PRIMARY KEY, price money2, tags posint[]);
INSERT INTO a1 VALUES (1, 10.50, '{1,2}'), (2, NULL, '{}');

CREATE TYPE mood AS ENUM ('sad', 'ok', 'O''Brien "x"');
ALTER TYPE mood ADD VALUE 'low' BEFORE 'sad';
CREATE TABLE a2 (id int PRIMARY KEY, m mood, ms mood[]);
INSERT INTO a2 VALUES (1, 'ok', '{sad,ok}'), (2, 'O''Brien "x"', NULL);
CREATE TABLE a2_touched (id int PRIMARY KEY, m mood, changed timestamptz NOT NULL DEFAULT now());
CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN NEW.changed := now(); RETURN NEW; END$$;
CREATE TRIGGER touch BEFORE UPDATE ON a2_touched FOR EACH ROW EXECUTE FUNCTION touch();

CREATE TABLE a3 (id int PRIMARY KEY, a int[], b int[][], c text[]);
INSERT INTO a3 VALUES
    (1, ARRAY[1], ARRAY[[1,2],[3,4]], ARRAY['a', 'NULL', NULL, '', 'a"b', 'c,d']),
    (2, ARRAY[[1],[2]], ARRAY[1], '{}'),
    (3, '[0:1]={7,8}', NULL, NULL);

CREATE TABLE a4 (id int PRIMARY KEY, n numeric, n2 numeric(10,2), n3 numeric(38,10), n4 numeric(40,2), n5 numeric(5,-2), n6 numeric(3,5));
INSERT INTO a4 VALUES
    (1, 'NaN', 'NaN', 1.5, 1, 12345, 0.00123),
    (2, 'Infinity', NULL, -0.0000000001, 99999999999999999999999999999999999999.99, -149, -0.00999),
    (3, 1.4800000000000000000000, 1.10, 0, NULL, 0, 0),
    (4, 1e-30, NULL, NULL, NULL, NULL, NULL);
CREATE TABLE a4_finite AS SELECT id, n, n5, n6 FROM a4 WHERE id > 2; -- what a4 holds without NaN and infinities
ALTER TABLE a4_finite ADD PRIMARY KEY (id);
CREATE TABLE a4_budget (id int PRIMARY KEY, n numeric); -- 30 digits after the point and 9 before it are one too many
INSERT INTO a4_budget VALUES (1, 1e-30), (2, 123456789);

CREATE TABLE a5 (id int PRIMARY KEY, r real, d double precision);
INSERT INTO a5 VALUES (1, 'NaN', 'NaN'), (2, 'Infinity', '-Infinity'), (3, 0.1, 0.1), (4, '-0', '-0'), (5, 16777217, 0.36640625), (6, 1e-45, 5e-324), (7, NULL, NULL);

CREATE TABLE a6 (id int PRIMARY KEY, ts timestamp, tz timestamptz, d date);
INSERT INTO a6 VALUES
    (1, 'infinity', 'infinity', 'infinity'),
    (2, '-infinity', '-infinity', '-infinity'),
    (3, '0044-03-15 12:00 BC', '0001-12-31 23:40:28+00 BC', '4713-01-01 BC'),
    (5, '1582-10-10', '1500-01-01 00:00+00', '1582-10-10'),
    (6, '2024-02-29 23:59:59.9999995', '2024-10-27 01:30:00+02', '0001-01-01');
CREATE TABLE a6_in_range AS SELECT * FROM a6 WHERE id > 3; -- the rows that Iceberg can hold
ALTER TABLE a6_in_range ADD PRIMARY KEY (id);

CREATE TABLE a8 (id int PRIMARY KEY, iv interval, iy interval year to month);
INSERT INTO a8 VALUES (1, '1 mon', '1 year 2 mons'), (2, '30 days', NULL), (3, '720 hours', NULL), (4, '-1 mon +2 days -03:04:05.000001', NULL);
CREATE TABLE a8_key (iv interval PRIMARY KEY);

CREATE TABLE a9 (id int PRIMARY KEY, m money);
INSERT INTO a9 VALUES (1, 1234.5::numeric::money), (2, '-92233720368547758.08');

CREATE TABLE a11 (id int PRIMARY KEY, c char(5), vc varchar(5), tx text, c1 "char", n name);
INSERT INTO a11 VALUES
    (1, 'ab', 'ab   ', 'ab', 'x', 'n'),
    (2, '', '', '', '', ''),
    (3, NULL, NULL, NULL, NULL, NULL),
    (4, 'ab   ', 'ab', E'\\N', 'y', 'n2'),
    (5, 'x', 'y', E'a\x1fb\nc\td\r', NULL, 'z'),
    (6, 'é', 'é', E'e\u0301 🦀 \u200b', NULL, 'u');

CREATE COLLATION ignores_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
CREATE TABLE a11_collated (id int PRIMARY KEY, tx text COLLATE ignores_case UNIQUE, en text COLLATE "en-x-icu");
INSERT INTO a11_collated VALUES (1, 'A', 'a'), (2, 'b', 'B');
CREATE TABLE a12 (id int PRIMARY KEY, j json, jb jsonb);
INSERT INTO a12 SELECT id, j::json, j::jsonb FROM (VALUES
    (1, '{"b":1,"a":2,"a":3}'), (2, 'null'), (3, NULL), (4, '1.10'), (6, '{"n": 12345678901234567890.123456789012345678901}')) AS v (id, j);
INSERT INTO a12 VALUES (5, '"x"', '[]');

CREATE TABLE a13 (id int PRIMARY KEY, h hstore, ci citext);
INSERT INTO a13 VALUES (1, 'a=>1,b=>NULL,"c d"=>"e\"f"', 'ABC'), (2, '', 'abc');

CREATE TABLE a15 (id int PRIMARY KEY, v tsvector, q tsquery, x xml, p point, bx box, ip inet, ci cidr, mac macaddr, l pg_lsn, o oid, tid tid);
INSERT INTO a15 VALUES
    (1, 'a:1 b:2', 'a & b', '<a/>', '(1,2)', '(1,1),(0,0)', '10.0.0.1', '10.0.0.0/8', '08:00:2b:01:02:03', '16/B374D848', 42, '(0,1)'),
    (2, NULL, NULL, NULL, NULL, NULL, '10.0.0.1/24', '::1/128', NULL, NULL, NULL, NULL);

CREATE TABLE a17 (id int PRIMARY KEY, b bytea);
INSERT INTO a17 VALUES (1, '\x00ff5c4e'), (2, ''), (3, NULL);

-- B: schemas
CREATE TABLE b1 (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, w numeric(10,2), h numeric(10,2), area numeric(20,4) GENERATED ALWAYS AS (w * h) STORED, s serial);
INSERT INTO b1 (w, h) VALUES (2.5, 4), (NULL, 1);

CREATE TABLE b2 (id int, logdate date NOT NULL, v text, PRIMARY KEY (id, logdate)) PARTITION BY RANGE (logdate);
CREATE TABLE b2_2024 PARTITION OF b2 FOR VALUES FROM ('2024-01-01') TO ('2025-01-01') PARTITION BY HASH (id);
CREATE TABLE b2_2024_h0 PARTITION OF b2_2024 FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE b2_2024_h1 PARTITION OF b2_2024 FOR VALUES WITH (MODULUS 2, REMAINDER 1);
CREATE TABLE b2_def PARTITION OF b2 DEFAULT;
INSERT INTO b2 VALUES (1, '2024-05-01', 'a'), (1, '2024-05-02', 'b'), (2, '1999-01-01', 'c');

CREATE TABLE "MyTable" ("Id" int PRIMARY KEY, id text, "my-column" int, "select" int, "with space" int, "a""b" int, "dot.name" int, "dollar$x" int, "наимен" text,
    "Ünï" text, "  lead" int, "new
line" int, ":colon" int, "?" int, "%" int);
INSERT INTO "MyTable" ("Id", id) VALUES (1, 'x');
CREATE TABLE mytable (id int PRIMARY KEY);
INSERT INTO mytable VALUES (1), (2);
CREATE TABLE b4_names (LIKE "MyTable" INCLUDING INDEXES); -- the same columns without the one that differs by case only
ALTER TABLE b4_names DROP COLUMN id;
INSERT INTO b4_names ("Id", "new
line", "%") VALUES (1, 2, 3), (2, NULL, NULL);
CREATE TABLE "Sales.EU"."Order" ("Order" int PRIMARY KEY);
CREATE TABLE "create$java$lob$table" (id int);
CREATE TABLE "b4$c" (id int);
CREATE TABLE b4c (id int);
CREATE TABLE files (id int);
CREATE TABLE history (id int, row_count bigint, file_count bigint);
CREATE TABLE entries (id int, total_size bigint);
CREATE TABLE snapshots (id int);
CREATE TABLE manifests (id int);
CREATE TABLE partitions (id int);
CREATE TABLE refs (id int);

CREATE TABLE b5_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa (id int PRIMARY KEY, c_bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb int);
CREATE TABLE "жжжжжжжжжжжжжжжжжжжжжжжжжжжжжжа" (id int PRIMARY KEY);
CREATE TABLE "жжжжжжжжжжжжжжжжжжжжжжжжжжжжжжб" (id int PRIMARY KEY);

CREATE TABLE b6 (a int, b text);
INSERT INTO b6 VALUES (1, 'x'), (1, 'x'), (NULL, NULL);
CREATE TABLE b6u (a int UNIQUE, b text);
INSERT INTO b6u VALUES (1, 'x'), (NULL, 'y'), (NULL, 'z');
CREATE TABLE b6n (a int UNIQUE NULLS NOT DISTINCT, b text);
INSERT INTO b6n VALUES (1, 'x'), (NULL, 'y');
CREATE TABLE b6p (a int, deleted bool);
CREATE UNIQUE INDEX ON b6p (a) WHERE NOT deleted;
INSERT INTO b6p VALUES (1, false), (1, true), (1, true);

SELECT format('CREATE TABLE b8 (id int PRIMARY KEY, %s)', string_agg(format('c%s %s', g, (ARRAY['text', 'int', 'numeric(18,4)', 'timestamptz'])[g % 4 + 1]), ', ' ORDER BY g))
FROM generate_series(1, 1200) g \gexec
INSERT INTO b8 (id, c1) VALUES (1, 7), (2, NULL);

CREATE TABLE b9 (id int PRIMARY KEY, owner text);
ALTER TABLE b9 ENABLE ROW LEVEL SECURITY;
CREATE POLICY p ON b9 USING (owner = current_user);
INSERT INTO b9 VALUES (1, 'reader'), (2, 'other'), (3, 'other');
CREATE TABLE b9c (id int PRIMARY KEY, pub text, secret text);
INSERT INTO b9c VALUES (1, 'a', 's');

CREATE VIEW b10v AS SELECT id, owner FROM b9;
CREATE MATERIALIZED VIEW b10m AS SELECT 1 AS id WITH NO DATA;
CREATE UNLOGGED TABLE b10u (id int PRIMARY KEY);
CREATE TEMP TABLE b10t (id int);
CREATE SERVER f FOREIGN DATA WRAPPER file_fdw;
CREATE FOREIGN TABLE b10f (a text) SERVER f OPTIONS (filename '/etc/hostname');
CREATE TABLE b10z ();
INSERT INTO b10z DEFAULT VALUES;

CREATE TABLE b11p (id int PRIMARY KEY);
CREATE TABLE b11c (id int PRIMARY KEY, p int);
INSERT INTO b11c VALUES (1, 99);
ALTER TABLE b11c ADD CONSTRAINT fk FOREIGN KEY (p) REFERENCES b11p NOT VALID;
CREATE TABLE b11s (id int PRIMARY KEY, parent int REFERENCES b11s DEFERRABLE INITIALLY DEFERRED);
CREATE TABLE b11a (id int PRIMARY KEY, b int);
CREATE TABLE b11b (id int PRIMARY KEY, a int REFERENCES b11a);
ALTER TABLE b11a ADD FOREIGN KEY (b) REFERENCES b11b;
CREATE TABLE b11e (room int, r tsrange, EXCLUDE USING gist (r WITH &&));
CREATE FUNCTION trg() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RETURN NULL; END$$;
CREATE CONSTRAINT TRIGGER ct AFTER INSERT ON b11p DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION trg();

CREATE TABLE b12 (id int PRIMARY KEY, v text, last_update timestamptz DEFAULT now(), lu2 timestamptz, lu3 timestamptz);
CREATE FUNCTION upd_ok() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN NEW.last_update := now(); RETURN NEW; END$$;
CREATE FUNCTION upd_if() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN IF NEW.v IS DISTINCT FROM OLD.v THEN NEW.lu2 := now(); END IF; RETURN NEW; END$$;
CREATE FUNCTION upd_c() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN /* NEW.lu3 := now(); */ RETURN NEW; END$$;
CREATE TRIGGER t1 BEFORE UPDATE ON b12 FOR EACH ROW EXECUTE FUNCTION upd_ok();
CREATE TRIGGER t2 BEFORE UPDATE ON b12 FOR EACH ROW EXECUTE FUNCTION upd_if();
CREATE TRIGGER t3 BEFORE UPDATE ON b12 FOR EACH ROW EXECUTE FUNCTION upd_c();

CREATE TABLE b13 (id int PRIMARY KEY, f char(1) CHECK (f IN ('Y', 'N')), f2 char(1) CHECK (f2 = ANY (ARRAY['Y', 'N', 'X'])), st text CHECK (st IN ('open', 'closed')), st2 text);
ALTER TABLE b13 ADD CONSTRAINT st2c CHECK (st2 IN ('a', 'b')) NOT VALID;
INSERT INTO b13 VALUES (1, 'Y', 'X', 'open', 'a'), (2, NULL, NULL, NULL, NULL);
COMMENT ON COLUMN b13.f IS 'Y=active, N=inactive';
COMMENT ON TABLE b13 IS E'quote '' | pipe ` tick <b>html</b> {{ jinja }}\nline2';

GRANT USAGE ON SCHEMA t, "Sales.EU" TO reader;
GRANT SELECT ON ALL TABLES IN SCHEMA t, "Sales.EU" TO reader;
REVOKE SELECT ON b9c FROM reader;
GRANT SELECT (id, pub) ON b9c TO reader;
ANALYZE;
