#!/usr/bin/env bash
# The native stack of EKOS Lakehouse: PostgreSQL, SeaweedFS (S3 and Iceberg catalog), Trino and Dagster as
# ordinary processes in one folder. docs/operator/stack.md explains it.
set -euo pipefail
set +m
umask 022
export LC_ALL=C.UTF-8
HOME=${HOME:-$(getent passwd "$(id -u)" | cut -d: -f6)}
export HOME

STACK_CODE=$(cd "$(dirname "$(realpath -- "${BASH_SOURCE[0]}")")" && pwd)/stack
unset PGHOST PGHOSTADDR PGPORT PGUSER PGPASSWORD PGDATABASE PGSERVICE PGOPTIONS PGSSLMODE PGPASSFILE PGSERVICEFILE
for part in common process software java packages postgres seaweedfs trino dagster exports services doctor; do
  # shellcheck source=/dev/null
  . "$STACK_CODE/$part.sh"
done

print_help() {
  cat <<'HELP'
usage: stack.sh COMMAND

  up [SERVICE…]            install what is missing and start what is down
  down [SERVICE…]          stop, in reverse order; data stay
  down --purge [--yes]     stop and delete this instance's data
  restart SERVICE…         stop and start
  status [--json]          one line a service; exit 0 when all are up and healthy
  logs SERVICE [-n N] [-f] the end of a log; also dagster-daemon, project:NAME, initdb
  doctor [--json] [--quick]
                           disk, memory, packages, Java, checksums, ports, services;
                           exit 1 when a line fails; --quick does not read every file
  install                  only install
  env                      shell exports of ports, URLs and throw-away credentials:
                           eval "$(installer/stack.sh env)"
  project add DIR [--name NAME]
                           register DIR (which holds ekos.toml and pipeline/dagster) in
                           Dagster, or load its code again; ends when Dagster has loaded it
  project list             name, port, state, folder
  project remove NAME      forget it; the folder is untouched
  psql [ARGUMENT…]         psql as the superuser, for example: psql -d film_rental
  sql STATEMENT            one statement through Trino, rows separated by tabs

Services: postgres, seaweedfs, trino, dagster.

Settings (environment; an instance remembers what it was last started with):
  EKOS_STACK_HOME          folder of the instance [~/.local/share/ekos-lakehouse/stack]
  EKOS_STACK_SOFTWARE      installed software, shared by instances [~/.cache/ekos-lakehouse/software]
  EKOS_STACK_PORT_OFFSET   added to every port [0]
  EKOS_STACK_PORT_POSTGRES 55433   EKOS_STACK_PORT_CATALOG 58182   EKOS_STACK_PORT_S3 58333
  EKOS_STACK_PORT_TRINO    58080   EKOS_STACK_PORT_DAGSTER 53000
  EKOS_STACK_TRINO_HEAP    [2G]    EKOS_STACK_WAIT  multiplies every waiting limit [1]
  EKOS_LH_SCHEDULES        on: also run Dagster's daemon, which runs schedules [off]
The rest is in docs/operator/stack.md.
HELP
}

command=${1:-}
(($# == 0)) || shift
for argument in "$@"; do
  if [[ $command != psql && $command != sql && ($argument == --help || $argument == -h) ]]; then command=help; fi
done
case $command in
  -h | --help | help) print_help; exit 0 ;;
  '') print_help >&2; exit 2 ;;
esac
((BASH_VERSINFO[0] >= 5)) || die "bash 5 or newer is needed; this is $BASH_VERSION."
[[ $(uname -sm) == "Linux x86_64" ]] || die "the native stack runs on Linux x86_64; this is $(uname -sm)."
read_settings

case $command in
  up) command_up "$@" ;;
  down) command_down "$@" ;;
  restart) command_restart "$@" ;;
  status) command_status "$@" ;;
  logs) command_logs "$@" ;;
  doctor) command_doctor "$@" ;;
  install) (($# == 0)) || usage_error "install takes no arguments"; command_install ;;
  env) find_piece_folders; print_exports ;;
  psql)
    export PGHOST=127.0.0.1 PGPORT=$EKOS_STACK_PORT_POSTGRES PGUSER=$PG_ADMIN PGPASSWORD=$EKOS_STACK_PG_ADMIN_PASSWORD PGDATABASE=postgres
    exec psql -X "$@"
    ;;
  sql)
    (($# == 1)) || usage_error "sql takes one statement, in quotes"
    exec python3 -I "$STACK_CODE/trino_sql.py" "http://127.0.0.1:$EKOS_STACK_PORT_TRINO" "$1"
    ;;
  project)
    find_piece_folders
    action=${1:-}
    (($# == 0)) || shift
    case $action in
      add)
        directory='' name=''
        while (($# > 0)); do
          case $1 in
            --name) [[ -n ${2:-} ]] || usage_error "--name needs a name"; name=$2; shift ;;
            -*) usage_error "project add does not know $1" ;;
            *) [[ -z $directory ]] || usage_error "project add takes one folder"; directory=$1 ;;
          esac
          shift
        done
        [[ -n $directory ]] || usage_error "project add needs a folder"
        project_add "$directory" "$name"
        ;;
      list) project_list ;;
      remove) (($# == 1)) || usage_error "project remove needs one name"; project_remove "$1" ;;
      *) usage_error "project takes add, list or remove" ;;
    esac
    ;;
  *) usage_error "there is no command '$command'" ;;
esac
