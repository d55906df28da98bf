#!/usr/bin/env bash
# From a fresh clone to reconciled tables: builds the program, starts the servers on this machine, loads the sample database, makes a
# project for it, runs its pipeline once, and opens the console where there is a display.
#
#   installer/quickstart.sh [--project FOLDER] [--scale N] [--no-console]
#
# Everything can be run again; what is there already is kept. Nothing is asked.
#   --project FOLDER   where the sample project goes [~/.local/share/ekos-lakehouse/projects/film-rental]
#   --scale N          size of the sample database [1: about 100,000 rows]
#   --no-console       do not open the console
# The servers go on running; stop them with: installer/stack.sh down
set -euo pipefail

root=$(cd "$(dirname "$(realpath -- "${BASH_SOURCE[0]}")")/.." && pwd)
# shellcheck source=installer/messages.sh
. "$root/installer/messages.sh"

project=${XDG_DATA_HOME:-$HOME/.local/share}/ekos-lakehouse/projects/film-rental
scale=1
open_console=yes
while (($#)); do
  case $1 in
    --project) project=$(realpath -m -- "${2:?--project needs a folder}"); shift 2 ;;
    --no-console) open_console=no; shift ;;
    --scale) scale=${2:?--scale needs a number}; shift 2 ;;
    -h | --help) sed -n '2,/^set /{s/^# \{0,1\}//;/^set /d;p}' "${BASH_SOURCE[0]}"; exit 0 ;;
    *) usage_error "quickstart.sh does not know '$1'." ;;
  esac
done

started=$EPOCHREALTIME
mkdir -p "$root/build"
STAGE_LOG=$root/build/quickstart.log
: >"$STAGE_LOG"
say "A fresh machine downloads about 1.2 GB once (Trino 0.8 GB, packages, Dagster); it is kept in ${XDG_CACHE_HOME:-$HOME/.cache}/ekos-lakehouse."
say "All messages: $STAGE_LOG"
say ""

build_program() { "$root/installer/build.sh" --preset release --target ekos-lakehouse --target ekos-lakehouse-console; }
lakehouse() { "$root/build/release/bin/ekos-lakehouse" --project "$project" --progress none "$@"; }
register_project() { EKOS_LAKEHOUSE_BIN=$root/build/release/bin/ekos-lakehouse "$root/installer/stack.sh" project add "$project" --name film-rental; }
load_sample() { "$root/installer/fixtures/film_rental.sh" --scale "$scale"; }
# A plan that is approved already is not approved again.
approve_plan() { lakehouse lakehouse extraction diff || lakehouse lakehouse extraction approve --reason "quick start with the sample database"; }

write_settings() {
  mkdir -p "$project"
  [[ -e $project/ekos.toml ]] || cat >"$project/ekos.toml" <<TOML
# The sample project of the quick start. Every key is described by: ekos-lakehouse config show --effective
[project]
name = "film-rental"

[extensions.lakehouse]
trino-url          = "$EKOS_STACK_TRINO_URL"
polaris-health-url = "$EKOS_STACK_CATALOG_URL/q/health"
s3-url             = "$EKOS_STACK_S3_URL"
dagster-url        = "$EKOS_STACK_DAGSTER_URL"
source             = "127.0.0.1:$EKOS_STACK_PG_PORT"

source-database     = "film_rental"
source-user         = "ekos"
source-password-env = "EKOS_LH_PG_PASSWORD"   # the variable's name, never the password
source-catalog      = "film_rental"
TOML
}

stage "1  Build ekos-lakehouse" build_program
stage "2  Start PostgreSQL, SeaweedFS, Trino and Dagster" "$root/installer/stack.sh" up
exports=$("$root/installer/stack.sh" env)
eval "$exports"
stage "3  Load the sample database (scale $scale)" load_sample
stage "4  Make the project" write_settings
stage "   Initialise it" lakehouse init
stage "5  Analyse the source" lakehouse analyze
stage "6  Plan the extraction" lakehouse lakehouse plan
stage "7  Approve the plan" approve_plan
stage "8  Generate the pipeline" lakehouse lakehouse generate
stage "9  Register it with Dagster" register_project
say "10 Run it through Dagster and reconcile every table …"
say ""
code=0
lakehouse lakehouse run --in-process --wait || code=$?
say ""
say "Total: $(seconds_since "$started")"
if ((code != 0)); then
  die "the run ended with exit code $code; see it with: $root/build/release/bin/ekos-lakehouse --project $project runs list"
fi
say "Project:  $project"
say "Program:  $root/build/release/bin/ekos-lakehouse"
say "Dagster:  $EKOS_STACK_DAGSTER_URL"
say "Next:     cd $project && eval \"\$($root/installer/stack.sh env)\" && $root/build/release/bin/ekos-lakehouse workflow status"
console=$root/build/release/bin/ekos-lakehouse-console
say "Console:  cd $project && eval \"\$($root/installer/stack.sh env)\" && $console"
if [[ $open_console == yes && -n ${DISPLAY:-}${WAYLAND_DISPLAY:-} ]]; then
  setsid -f "$console" --project "$project" >>"$STAGE_LOG" 2>&1 </dev/null
  say "The console is opening."
fi
