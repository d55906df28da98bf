-- What happens to the source of cases.sql and watermarks.sql between two readings.
\set ON_ERROR_STOP on
ALTER TYPE t.mood RENAME VALUE 'ok' TO 'fine';
ALTER TABLE t.b2 DETACH PARTITION t.b2_def;
ALTER TABLE w.always DISABLE TRIGGER touch;
