-- PostgreSQL 13 only: what pg_read_all_data gives from 14 on. Variable: reader.
SELECT format('GRANT USAGE ON SCHEMA %I TO %I; ', nspname, :'reader')
    || format('GRANT SELECT ON ALL TABLES IN SCHEMA %I TO %I; ', nspname, :'reader')
    || format('GRANT SELECT ON ALL SEQUENCES IN SCHEMA %I TO %I', nspname, :'reader')
  FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' \gexec
ALTER DEFAULT PRIVILEGES GRANT USAGE ON SCHEMAS TO :"reader";
ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO :"reader";
ALTER DEFAULT PRIVILEGES GRANT SELECT ON SEQUENCES TO :"reader";
