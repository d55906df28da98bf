# shellcheck shell=bash
# What "stack.sh env" prints: how to reach this instance. Names differ from the settings (EKOS_STACK_PORT_…),
# so that evaluating them never moves another stack started from the same shell.

print_exports() {
  local pg=127.0.0.1:$EKOS_STACK_PORT_POSTGRES
  print_export EKOS_STACK_HOME "$STACK_HOME"
  print_export EKOS_STACK_PG_HOST 127.0.0.1
  print_export EKOS_STACK_PG_PORT "$EKOS_STACK_PORT_POSTGRES"
  print_export EKOS_STACK_PG_ADMIN_USER "$PG_ADMIN"
  print_export EKOS_STACK_PG_ADMIN_PASSWORD "$EKOS_STACK_PG_ADMIN_PASSWORD"
  print_export EKOS_STACK_PG_ADMIN_URL "postgresql://$PG_ADMIN:$EKOS_STACK_PG_ADMIN_PASSWORD@$pg"
  print_export EKOS_STACK_PG_READER_USER "$PG_READER"
  print_export EKOS_STACK_PG_READER_PASSWORD "$EKOS_STACK_PG_READER_PASSWORD"
  print_export EKOS_STACK_PG_READER_URL "postgresql://$PG_READER:$EKOS_STACK_PG_READER_PASSWORD@$pg"
  print_export EKOS_LH_PG_PASSWORD "${EKOS_LH_PG_PASSWORD:-$EKOS_STACK_PG_READER_PASSWORD}"
  print_export EKOS_STACK_TRINO_PORT "$EKOS_STACK_PORT_TRINO"
  print_export EKOS_STACK_TRINO_URL "http://127.0.0.1:$EKOS_STACK_PORT_TRINO"
  print_export EKOS_STACK_DAGSTER_PORT "$EKOS_STACK_PORT_DAGSTER"
  print_export EKOS_STACK_DAGSTER_URL "http://127.0.0.1:$EKOS_STACK_PORT_DAGSTER"
  print_export EKOS_STACK_CATALOG_URL "http://127.0.0.1:$EKOS_STACK_PORT_CATALOG"
  print_export EKOS_STACK_WAREHOUSE "s3://$LAKE_BUCKET"
  print_export EKOS_STACK_S3_URL "http://127.0.0.1:$EKOS_STACK_PORT_S3"
  print_export EKOS_STACK_S3_REGION "$S3_REGION"
  print_export EKOS_STACK_S3_ACCESS_KEY "$EKOS_STACK_S3_ACCESS_KEY"
  print_export EKOS_STACK_S3_SECRET_KEY "$EKOS_STACK_S3_SECRET_KEY"
  print_export EKOS_STACK_S3_FILES_BUCKET "$FILES_BUCKET"
  print_export EKOS_STACK_PYTHON_BIN "${PIECE_FOLDER[dagster]}/venv/bin"
}
print_export() { printf 'export %s=%q\n' "$1" "$2"; }
