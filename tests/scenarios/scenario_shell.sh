# shellcheck shell=bash
# Commands that scenarios use beside ekos-lakehouse; sourced before each step.

export PGHOST=127.0.0.1 PGPORT=$EKOS_STACK_PG_PORT PGUSER=$EKOS_STACK_PG_ADMIN_USER PGPASSWORD=$EKOS_STACK_PG_ADMIN_PASSWORD

source_sql() { psql -X -q -At -v ON_ERROR_STOP=1 -d "$DB" -c "$1"; }
trino() { "$STACK" sql "$1"; }
register() { "$STACK" project add "$PROJECT" --name "$LOCATION" >/dev/null; }

# The first lines of a project's ekos.toml point at the stack and at the scenario's own copies.
write_settings() {
  cat >"$PROJECT/ekos.toml" <<TOML
[project]
name = "$LOCATION"

[extensions.lakehouse]
trino-url          = "$EKOS_STACK_TRINO_URL"
polaris-health-url = "$EKOS_STACK_CATALOG_URL/q/health"
s3-url             = "$EKOS_STACK_S3_URL"
dagster-url        = "$EKOS_STACK_DAGSTER_URL"
source             = "127.0.0.1:$EKOS_STACK_PG_PORT"
source-database     = "$DB"
source-user         = "ekos"
source-password-env = "EKOS_LH_PG_PASSWORD"
source-catalog      = "$CATALOG"
bronze-schema-prefix = "$PREFIX"
$EXTRA_SETTINGS
TOML
}

create_catalog() {
  trino "CREATE CATALOG $CATALOG USING postgresql WITH (\"connection-url\" = 'jdbc:postgresql://127.0.0.1:$EKOS_STACK_PG_PORT/$DB', \"connection-user\" = 'ekos', \"connection-password\" = '\${ENV:EKOS_LH_PG_PASSWORD}', \"postgresql.array-mapping\" = 'AS_ARRAY', \"unsupported-type-handling\" = 'CONVERT_TO_VARCHAR')"
}

drop_catalog() { trino "DROP CATALOG IF EXISTS $CATALOG" >/dev/null 2>&1 || true; }
drop_database() { psql -X -q -d postgres -c "DROP DATABASE IF EXISTS $DB WITH (FORCE)" >/dev/null; }

# What a scenario that was stopped left behind is removed first.
set_up() {
  set -e
  [[ -n $SOURCE ]] || return 0
  drop_catalog
  drop_database
  # A copy needs the original without sessions; idle ones of earlier steps are ended.
  psql -X -q -d postgres -c "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '$SOURCE'" >/dev/null
  psql -X -q -d postgres -c "CREATE DATABASE $DB TEMPLATE $SOURCE"
  create_catalog
}

tear_down() {
  "$STACK" project remove "$LOCATION" >/dev/null 2>&1 || true
  local schema table
  for schema in $(trino "SELECT schema_name FROM lake.information_schema.schemata WHERE schema_name LIKE '${PREFIX//_/\\_}%' ESCAPE '\\'" 2>/dev/null); do
    trino "DROP SCHEMA IF EXISTS lake.\"$schema\" CASCADE" >/dev/null 2>&1 || true
  done
  drop_catalog
  drop_database || true
}

# Damages a copy of a ledger the way an attacker with file access would: one byte of one entry's body, or its last entries gone.
sqlite3_tamper() { python3 "$(dirname "${BASH_SOURCE[0]}")/tamper_ledger.py" "$1" "$2"; }

# wait_for_load: until Trino works on a statement of a run
wait_for_load() {
  local tries
  for ((tries = 0; tries < 300; tries++)); do
    [[ $(trino "SELECT count(*) FROM system.runtime.queries WHERE state NOT IN ('FINISHED', 'FAILED') AND source LIKE 'ekos-lakehouse run %'") == 0 ]] || return 0
    sleep 0.1
  done
  echo "no load began within the time" >&2
  return 1
}

# kill_service NAME: as a crash or the kernel's out-of-memory killer would
kill_service() { kill -9 "$("$STACK" status --json | python3 -c 'import json, sys; print(next(s["pid"] for s in json.load(sys.stdin)["services"] if s["name"] == sys.argv[1]))' "$1")"; }
