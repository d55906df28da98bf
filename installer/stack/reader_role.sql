-- The reading role of the stack. Variables: reader, password.
SELECT format('CREATE ROLE %I LOGIN', :'reader')
 WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = :'reader') \gexec
ALTER ROLE :"reader" LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD :'password';
ALTER ROLE :"reader" SET default_transaction_read_only = on;
SELECT format('GRANT %I TO %I', r.rolname, :'reader')
  FROM pg_roles r
 WHERE r.rolname IN ('pg_read_all_data', 'pg_read_all_stats', 'pg_monitor')
   AND NOT EXISTS (SELECT FROM pg_auth_members m JOIN pg_roles u ON u.oid = m.member
                    WHERE m.roleid = r.oid AND u.rolname = :'reader') \gexec
