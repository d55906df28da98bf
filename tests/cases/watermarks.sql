-- Ways in which a trigger may or may not keep the time of the last change: a table, a function and a trigger named "touch" for each, in the schema "w".
-- For psql, after cases.sql on the same database. moddatetime, plperl and plpython3u are used when they are there.
\set ON_ERROR_STOP on
CREATE SCHEMA w;
CREATE SCHEMA setup;
SET search_path = w, public;

CREATE PROCEDURE setup.make(name text, column_type text DEFAULT 'timestamptz') LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TABLE w.%I (id int PRIMARY KEY, v text, changed %s)', name, column_type);
END$$;
CREATE PROCEDURE setup.add_trigger(name text, called text, body text, fires text DEFAULT 'BEFORE UPDATE', whenever text DEFAULT 'FOR EACH ROW', settings text DEFAULT '') LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE FUNCTION w.%I() RETURNS trigger LANGUAGE plpgsql %s AS %L', name || '_' || called, settings, body);
  EXECUTE format('CREATE TRIGGER %I %s ON w.%I %s EXECUTE FUNCTION w.%I()', called, fires, name, whenever, name || '_' || called);
END$$;
CREATE PROCEDURE setup.touched(name text, body text, fires text DEFAULT 'BEFORE UPDATE', whenever text DEFAULT 'FOR EACH ROW', column_type text DEFAULT 'timestamptz', settings text DEFAULT '')
LANGUAGE plpgsql AS $$
BEGIN
  CALL setup.make(name, column_type);
  CALL setup.add_trigger(name, 'touch', body, fires, whenever, settings);
END$$;
-- A body of which only the assignment differs; it stands on line 3.
CREATE FUNCTION setup.assigning(statement text) RETURNS text LANGUAGE sql AS $$SELECT E'\nBEGIN\n  ' || statement || E'\n  RETURN NEW;\nEND'$$;

-- Every update sets it
CALL setup.touched('always', setup.assigning('NEW.changed := now();'));
CALL setup.touched('equals_sign', setup.assigning('NEW.changed = now();'));
CALL setup.touched('current_timestamp', setup.assigning('NEW.changed := current_timestamp;'));
CALL setup.touched('transaction_timestamp', setup.assigning('NEW.changed := transaction_timestamp();'));
CALL setup.touched('statement_timestamp', setup.assigning('NEW.changed := statement_timestamp();'));
CALL setup.touched('clock_timestamp', setup.assigning('NEW.changed := clock_timestamp();'));
CALL setup.touched('on_insert_too', setup.assigning('NEW.changed := now();'), 'BEFORE INSERT OR UPDATE');
CALL setup.touched('fires_always', setup.assigning('NEW.changed := now();'));
ALTER TABLE fires_always ENABLE ALWAYS TRIGGER touch;
CALL setup.touched('every_case', $body$
BEGIN
  CASE NEW.v
    WHEN 'a' THEN NEW.changed := now();
    ELSE NEW.changed := clock_timestamp();
  END CASE;
  RETURN NEW;
END$body$);
CALL setup.touched('both_branches', $body$
BEGIN
  IF NEW.v = 'a' THEN
    NEW.changed := now();
    RETURN NEW;
  ELSE
    NEW.changed := now();
  END IF;
  RETURN NEW;
END$body$);
CALL setup.touched('nested', $body$
BEGIN
  BEGIN
    BEGIN
      NEW.changed := now();
    END;
  END;
  RETURN NEW;
END$body$);
CALL setup.touched('by_event', $body$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    NEW.changed := now();
  END IF;
  RETURN NEW;
END$body$, 'BEFORE INSERT OR UPDATE');
CALL setup.touched('utc', setup.assigning($$NEW.changed := now() AT TIME ZONE 'UTC';$$), column_type => 'timestamp');
CREATE TABLE quoted (id int PRIMARY KEY, "Changed At" timestamptz);
CALL setup.add_trigger('quoted', 'touch', setup.assigning('NEW."Changed At" := now();'));
CALL setup.touched('other_column_later', setup.assigning('NEW.changed := now();'));
CALL setup.add_trigger('other_column_later', 'zebra', setup.assigning('NEW.v := upper(NEW.v);'));
CALL setup.make('searched');
ALTER TABLE searched ADD COLUMN words tsvector;
CALL setup.add_trigger('searched', 'touch', setup.assigning('NEW.changed := now();'));
CREATE TRIGGER words BEFORE UPDATE ON searched FOR EACH ROW EXECUTE FUNCTION tsvector_update_trigger(words, 'pg_catalog.simple', v);
CREATE TABLE parts (id int, day date, changed timestamptz, PRIMARY KEY (id, day)) PARTITION BY RANGE (day);
CREATE TABLE parts_rest PARTITION OF parts DEFAULT;
CALL setup.add_trigger('parts', 'touch', setup.assigning('NEW.changed := now();'), 'BEFORE INSERT OR UPDATE');

CALL setup.touched('or_fails', $body$
BEGIN
  IF NEW.id IS NULL THEN
    RAISE EXCEPTION 'no id';
  END IF;
  NEW.changed := now();
  RETURN NEW;
END$body$);
CALL setup.touched('earlier_returns_old', setup.assigning('NEW.changed := now();'));
CALL setup.add_trigger('earlier_returns_old', 'aardvark', $body$
BEGIN
  RETURN OLD;
END$body$);

-- Some updates do not
CALL setup.touched('in_if', $body$
BEGIN
  IF NEW.v IS DISTINCT FROM OLD.v THEN
    NEW.changed := now();
  END IF;
  RETURN NEW;
END$body$);
CALL setup.touched('in_comment', $body$
BEGIN
  /* NEW.changed := now(); */
  RETURN NEW;
END$body$);
CALL setup.touched('in_line_comment', $body$
BEGIN
  -- NEW.changed := now();
  RETURN NEW;
END$body$);
CALL setup.touched('in_text', setup.assigning($$RAISE NOTICE 'NEW.changed := now();';$$));
CALL setup.touched('disabled', setup.assigning('NEW.changed := now();'));
ALTER TABLE disabled DISABLE TRIGGER touch;
CALL setup.touched('replica_only', setup.assigning('NEW.changed := now();'));
ALTER TABLE replica_only ENABLE REPLICA TRIGGER touch;
CALL setup.touched('update_of', setup.assigning('NEW.changed := now();'), 'BEFORE UPDATE OF v');
CALL setup.touched('when_clause', setup.assigning('NEW.changed := now();'), whenever => 'FOR EACH ROW WHEN (NEW.v IS DISTINCT FROM OLD.v)');
CALL setup.touched('early_return', $body$
BEGIN
  IF NEW.v = 'a' THEN
    RETURN NEW;
  END IF;
  NEW.changed := now();
  RETURN NEW;
END$body$);
CALL setup.touched('one_case', $body$
BEGIN
  CASE NEW.v
    WHEN 'a' THEN NEW.changed := now();
    ELSE NULL;
  END CASE;
  RETURN NEW;
END$body$);
CALL setup.touched('in_loop', $body$
BEGIN
  FOR i IN 1 .. length(NEW.v) LOOP
    NEW.changed := now();
  END LOOP;
  RETURN NEW;
END$body$);
CALL setup.touched('caught', $body$
BEGIN
  BEGIN
    NEW.v := NEW.v || 1 / length(NEW.v);
    NEW.changed := now();
  EXCEPTION WHEN division_by_zero THEN
    NULL;
  END;
  RETURN NEW;
END$body$);
CALL setup.touched('caught_returning', $body$
BEGIN
  NEW.v := NEW.v || 1 / length(NEW.v);
  NEW.changed := now();
  RETURN NEW;
EXCEPTION WHEN division_by_zero THEN
  RETURN NEW;
END$body$);
CALL setup.touched('left_early', $body$
BEGIN
  <<setting>>
  BEGIN
    EXIT setting WHEN NEW.v = 'a';
    NEW.changed := now();
  END setting;
  RETURN NEW;
END$body$);
CALL setup.touched('for_each_statement', setup.assigning('NEW.changed := now();'), whenever => 'FOR EACH STATEMENT');
CALL setup.touched('after_update', setup.assigning('NEW.changed := now();'), 'AFTER UPDATE');
CALL setup.touched('insert_only', setup.assigning('NEW.changed := now();'), 'BEFORE INSERT');
CALL setup.make('default_only');
ALTER TABLE default_only ALTER changed SET DEFAULT now();
CREATE TABLE parts_off (id int, day date, changed timestamptz, PRIMARY KEY (id, day)) PARTITION BY RANGE (day);
CREATE TABLE parts_off_rest PARTITION OF parts_off DEFAULT;
CALL setup.add_trigger('parts_off', 'touch', setup.assigning('NEW.changed := now();'), 'BEFORE INSERT OR UPDATE');
ALTER TABLE parts_off_rest DISABLE TRIGGER touch;
CALL setup.touched('parent', setup.assigning('NEW.changed := now();'));
CREATE TABLE child () INHERITS (parent);

-- What is assigned is not the present for sure
CALL setup.touched('by_variable', $body$
DECLARE
  moment timestamptz := '2024-01-01';
BEGIN
  NEW.changed := moment;
  RETURN NEW;
END$body$);
CALL setup.touched('by_present_variable', $body$
DECLARE
  moment timestamptz := now();
BEGIN
  NEW.changed := moment;
  RETURN NEW;
END$body$);
CALL setup.touched('by_execute', setup.assigning($$EXECUTE 'SELECT now()' INTO NEW.changed;$$));
CALL setup.touched('old_value', setup.assigning('NEW.changed := OLD.changed;'));
CALL setup.touched('constant', setup.assigning($$NEW.changed := '2024-01-01 00:00:00+00';$$));
CALL setup.touched('shifted', setup.assigning($$NEW.changed := now() - interval '1 hour';$$));
CALL setup.touched('cut', setup.assigning($$NEW.changed := date_trunc('day', now());$$));
CALL setup.touched('kept_if_set', setup.assigning('NEW.changed := coalesce(NEW.changed, now());'));
CALL setup.touched('no_zone', setup.assigning('NEW.changed := now();'), column_type => 'timestamp');
CALL setup.touched('day_only', setup.assigning('NEW.changed := current_date;'), column_type => 'date');
CREATE FUNCTION w.now() RETURNS timestamptz LANGUAGE sql AS $$SELECT timestamptz '2024-01-01 00:00:00+00'$$;
CALL setup.touched('other_now', setup.assigning('NEW.changed := now();'), settings => 'SET search_path = w, pg_catalog');
CALL setup.touched('row_replaced', $body$
BEGIN
  NEW.changed := now();
  NEW := OLD;
  RETURN NEW;
END$body$);

-- The row that was changed is not the one that is stored
CALL setup.touched('return_old', $body$
BEGIN
  NEW.changed := now();
  RETURN OLD;
END$body$);
CALL setup.touched('return_null', $body$
BEGIN
  NEW.changed := now();
  RETURN NULL;
END$body$);
CALL setup.touched('changed_later', setup.assigning('NEW.changed := now();'));
CALL setup.add_trigger('changed_later', 'zebra', setup.assigning('NEW.changed := NULL;'));
CALL setup.touched('perhaps_changed_later', setup.assigning('NEW.changed := now();'));
CALL setup.add_trigger('perhaps_changed_later', 'zebra', $body$
BEGIN
  IF NEW.v = 'a' THEN
    NEW.changed := OLD.changed;
  END IF;
  RETURN NEW;
END$body$);

CALL setup.touched('later_returns_old', setup.assigning('NEW.changed := now();'));
CALL setup.add_trigger('later_returns_old', 'zebra', $body$
BEGIN
  RETURN OLD;
END$body$);

-- No key to merge by
CREATE TABLE no_key (id int, changed timestamptz);
CALL setup.add_trigger('no_key', 'touch', setup.assigning('NEW.changed := now();'));

-- Functions in other languages
SELECT EXISTS (SELECT FROM pg_available_extensions WHERE name = 'moddatetime') AS has_moddatetime,
       EXISTS (SELECT FROM pg_available_extensions WHERE name = 'plperl') AS has_plperl,
       EXISTS (SELECT FROM pg_available_extensions WHERE name = 'plpython3u') AS has_plpython3u \gset
\if :has_moddatetime
CREATE EXTENSION moddatetime SCHEMA public;
CALL setup.make('moddatetime');
CREATE TRIGGER touch BEFORE UPDATE ON moddatetime FOR EACH ROW EXECUTE FUNCTION public.moddatetime(changed);
CALL setup.touched('moddatetime_later', setup.assigning('NEW.changed := now();'));
CREATE TRIGGER zebra BEFORE UPDATE ON moddatetime_later FOR EACH ROW EXECUTE FUNCTION public.moddatetime(changed);
CALL setup.touched('moddatetime_first', setup.assigning('NEW.changed := now();'));
CREATE TRIGGER aardvark BEFORE UPDATE ON moddatetime_first FOR EACH ROW EXECUTE FUNCTION public.moddatetime(changed);
\endif
\if :has_plperl
CREATE EXTENSION plperl;
CALL setup.make('plperl');
CREATE FUNCTION plperl_touch() RETURNS trigger LANGUAGE plperl AS $$$_TD->{new}{changed} = 'now'; return 'MODIFY';$$;
CREATE TRIGGER touch BEFORE UPDATE ON plperl FOR EACH ROW EXECUTE FUNCTION plperl_touch();
\endif
\if :has_plpython3u
CREATE EXTENSION plpython3u;
CALL setup.make('plpython3u');
CREATE FUNCTION plpython3u_touch() RETURNS trigger LANGUAGE plpython3u AS $$TD['new']['changed'] = 'now'; return 'MODIFY'$$;
CREATE TRIGGER touch BEFORE UPDATE ON plpython3u FOR EACH ROW EXECUTE FUNCTION plpython3u_touch();
\endif

DROP SCHEMA setup CASCADE;
GRANT USAGE ON SCHEMA w TO reader;
GRANT SELECT ON ALL TABLES IN SCHEMA w TO reader;
ANALYZE;
