# shellcheck shell=bash
# PostgreSQL: a private cluster with the superuser "stack", the reading role "ekos" and the sample databases.

PG_DATABASES="film_rental pagila"

# postgres_programs [MAJOR]: the folder with the server's programs, the newest of 13 or later
postgres_programs() {
  local folder major
  if [[ -n ${EKOS_STACK_PG_BIN:-} ]]; then
    [[ -x $EKOS_STACK_PG_BIN/postgres ]] && printf '%s' "$EKOS_STACK_PG_BIN"
    return
  fi
  for folder in $(printf '%s\n' /usr/lib/postgresql/*/bin | sort -rV); do
    major=${folder%/bin}
    major=${major##*/}
    [[ -x $folder/postgres && -x $folder/initdb && $major =~ ^[0-9]+$ ]] || continue
    if ((major >= 13)) && [[ -z ${1:-} || $major == "$1" ]]; then
      printf '%s' "$folder"
      return 0
    fi
  done
  return 1
}

# As root, PostgreSQL runs as the user postgres (it refuses root).
postgres_user_prefix() {
  ((EUID != 0)) || printf '%s\n' setpriv --reuid=postgres --regid=postgres --init-groups env HOME=/tmp
}
as_postgres() {
  local prefix
  mapfile -t prefix < <(postgres_user_prefix)
  "${prefix[@]}" "$@"
}

# postgres_data: where the cluster lies. Below the instance's folder, but as root only if the user postgres
# can get there; it cannot below /root (mode 700). Then it is /var/lib/ekos-lakehouse/pg-<hash of the folder>.
postgres_data() {
  if [[ -n $EKOS_STACK_PGDATA ]]; then
    printf '%s' "$EKOS_STACK_PGDATA"
  elif ((EUID == 0)) && ! (cd / && as_postgres test -x "$STACK_HOME"); then
    printf '/var/lib/ekos-lakehouse/pg-%s' "$(sha256sum <<<"$STACK_HOME" | cut -c1-10)"
  else
    printf '%s/postgres' "$STACK_HOME"
  fi
}

postgres_prepare() {
  local programs data=$EKOS_STACK_PGDATA password
  if [[ ! -s $data/PG_VERSION ]]; then
    programs=$(postgres_programs)
    rm -rf "$data.new"
    mkdir -p "$data.new"
    chmod 755 "${data%/*}" 2>/dev/null || true
    password=$(mktemp)
    printf '%s\n' "$EKOS_STACK_PG_ADMIN_PASSWORD" >"$password"
    ((EUID != 0)) || chown postgres "$data.new" "$password"
    if ! (cd / && as_postgres "$programs/initdb" -D "$data.new" -U "$PG_ADMIN" --pwfile="$password" \
      --auth=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8) >"$STACK_LOG/initdb.log" 2>&1; then
      rm -rf "$password" "$data.new"
      show_log_end initdb
      die "PostgreSQL's data folder could not be made: $data"
    fi
    rm -f "$password"
    printf '%s\n' "$STACK_HOME" >"$data.new/ekos-stack-home"
    mv -T "$data.new" "$data"
  fi
  postgres_programs "$(<"$data/PG_VERSION")" >/dev/null ||
    die "the data in $data was written by PostgreSQL $(<"$data/PG_VERSION"), whose server is not installed here." \
      "Install postgresql-$(<"$data/PG_VERSION"), or delete the sample data with: stack.sh down --purge"
}

# Server processes that outlived a killed postmaster: they work in the data folder.
postgres_clear() {
  local entry left=()
  rm -f "$STACK_RUN/postgres.pid"
  [[ -n $EKOS_STACK_PGDATA ]] || return 0 # never started
  for entry in /proc/[0-9]*; do
    if [[ $entry/cwd -ef $EKOS_STACK_PGDATA && $(cat "$entry/comm" 2>/dev/null) == postgres ]]; then left+=("${entry#/proc/}"); fi
  done
  ((${#left[@]} == 0)) && return 0
  say "postgres: ending ${#left[@]} process(es) left over from an earlier run"
  kill -INT "${left[@]}" 2>/dev/null || true
  pids_gone 10 "${left[@]}" || end_processes 2 "${left[@]}"
}

postgres_launch() {
  local programs prefix
  postgres_prepare
  programs=$(postgres_programs "$(<"$EKOS_STACK_PGDATA/PG_VERSION")")
  mapfile -t prefix < <(postgres_user_prefix)
  # wal_level logical and prepared transactions: for what reads the log or is tested with open transactions
  TZ=UTC daemon_start postgres / "${prefix[@]}" "$programs/postgres" -D "$EKOS_STACK_PGDATA" -p "$EKOS_STACK_PORT_POSTGRES" \
    -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=200 -c shared_buffers=128MB \
    -c max_wal_size=2GB -c wal_level=logical -c max_prepared_transactions=10 -c synchronous_commit=off -c jit=off \
    -c timezone=UTC -c log_timezone=UTC -c log_line_prefix='%m [%p] %q%u@%d '
}

postgres_healthy() { pg_isready -q -h 127.0.0.1 -p "$EKOS_STACK_PORT_POSTGRES" -d postgres -U "$PG_ADMIN" -t 3; }

stack_psql() { # ARGUMENT…: psql as the superuser
  PGPASSWORD=$EKOS_STACK_PG_ADMIN_PASSWORD psql -X -h 127.0.0.1 -p "$EKOS_STACK_PORT_POSTGRES" -U "$PG_ADMIN" "$@"
}
stack_sql() { # DATABASE SQL
  stack_psql -qAt -v ON_ERROR_STOP=1 -d "$1" -c "$2"
}

postgres_finish() {
  local database existing
  stack_psql -q -v ON_ERROR_STOP=1 -d postgres -v reader="$PG_READER" -v password="$EKOS_STACK_PG_READER_PASSWORD" -f "$STACK_CODE/reader_role.sql" \
    >>"$STACK_LOG/postgres.log" 2>&1 || { show_log_end postgres; die "the reading role could not be made."; }
  existing=$(stack_sql postgres "SELECT datname FROM pg_database")
  for database in $PG_DATABASES; do
    grep -qx "$database" <<<"$existing" || stack_sql postgres "CREATE DATABASE $database"
    postgres_let_reader_in "$database"
  done
}

# On 14 and later the role reads by pg_read_all_data. 13 has no such thing: rights on what is there and on
# what the superuser will make.
postgres_let_reader_in() { # DATABASE
  (($(<"$EKOS_STACK_PGDATA/PG_VERSION") < 14)) || return 0
  stack_psql -q -v ON_ERROR_STOP=1 -d "$1" -v reader="$PG_READER" -f "$STACK_CODE/reader_rights_13.sql"
}

postgres_stop() {
  daemon_stop postgres INT 30
  postgres_clear
}
