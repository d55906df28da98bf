#!/usr/bin/env bash
# Runs every test: builds, unit and component tests, the core under address and undefined-behaviour checks, and the chain from a source
# database to reconciled tables on the native stack, which it starts and stops itself.
#
#   installer/test.sh [--unit] [--keep-stack] [--soak]
#
#   --unit         only what needs no servers of the stack
#   --keep-stack   leave the test stack running; the next run starts faster
#   --soak         also what takes long, an hour or more: docs/operator/soak.md says what that is
#
# The last line is: N passed, N failed (, N skipped with the reasons above it). Exit code 0 when nothing failed.
set -euo pipefail

root=$(cd "$(dirname "$(realpath -- "${BASH_SOURCE[0]}")")/.." && pwd)
# shellcheck source=installer/messages.sh
. "$root/installer/messages.sh"

with_stack=yes keep_stack=no with_soak=no
while (($#)); do
  case $1 in
    --unit) with_stack=no; shift ;;
    --keep-stack) keep_stack=yes; shift ;;
    --soak) with_soak=yes; shift ;;
    -h | --help) sed -n '2,/^set /{s/^# \{0,1\}//;/^set /d;p}' "${BASH_SOURCE[0]}"; exit 0 ;;
    *) usage_error "test.sh does not know '$1'." ;;
  esac
done
[[ $with_soak == no || $with_stack == yes ]] || usage_error "--soak needs the servers that --unit leaves out."

# The project speaks for itself: nothing of the caller's environment decides a test.
unset EKOS_LH_PG_PASSWORD EKOS_LH_PROJECT EKOS_LAKEHOUSE_BIN PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE || true

cd "$root"
mkdir -p build
results=$root/build/test-results
rm -rf "$results"
mkdir -p "$results"
STAGE_LOG=$results/test.log
started=$EPOCHREALTIME

# A stack of its own: other ports, other data, the same software.
export EKOS_STACK_HOME=${EKOS_TEST_STACK_HOME:-${XDG_CACHE_HOME:-$HOME/.cache}/ekos-lakehouse/test-stack}
export EKOS_STACK_PORT_OFFSET=${EKOS_TEST_STACK_PORT_OFFSET:-1500}

stop_stack() {
  [[ $with_stack == yes && $keep_stack == no ]] || return 0
  "$root/installer/stack.sh" down --purge --yes >>"$STAGE_LOG" 2>&1 || warn "the test stack did not stop cleanly; see $STAGE_LOG"
}
trap stop_stack EXIT

# Languages of triggers that the distribution packs apart, for the server that is here; without them a few tests are skipped and say so.
install_trigger_languages() {
  local version
  version=$(find /usr/lib/postgresql -mindepth 1 -maxdepth 1 -printf '%f\n' 2>/dev/null | sort -n | tail -n 1)
  [[ -n $version && $EUID -eq 0 ]] && command -v apt-get >/dev/null || return 0
  dpkg-query -W -f '${db:Status-Status}\n' "postgresql-plperl-$version" "postgresql-plpython3-$version" 2>/dev/null | grep -c '^installed$' | grep -qx 2 && return 0
  DEBIAN_FRONTEND=noninteractive apt-get -y -qq -o DPkg::Lock::Timeout=300 install --no-install-recommends "postgresql-plperl-$version" "postgresql-plpython3-$version" \
    >"$results/trigger-languages.log" 2>&1 </dev/null || warn "plperl and plpython3 could not be installed; tests of triggers in these languages are skipped"
}
build_tests() { "$root/installer/build.sh" --preset dev; }
build_checked() { "$root/installer/build.sh" --preset asan --target checked_core; }
build_optimised() { "$root/installer/build.sh" --preset release --target optimised; }

# run_ctest NAME FOLDER ARGUMENT…: a failing test is counted later; only a runner that could not run stops everything
run_ctest() {
  local name=$1 folder=$2
  shift 2
  local began=$EPOCHREALTIME
  printf '%s … ' "$name"
  ctest --test-dir "$folder" --output-junit "$results/$name.xml" --output-on-failure --test-output-size-passed 1000000 --no-tests=error "$@" >"$results/$name.log" 2>&1 </dev/null || true
  [[ -s $results/$name.xml ]] || { tail -n 20 "$results/$name.log" >&2; die "the tests '$name' could not run; see $results/$name.log"; }
  printf '%s\n' "$(seconds_since "$began")"
}

# The oldest and the newest PostgreSQL that is read, each with the tests that ask a server; a copy, since a server that root starts runs as another user.
check_other_majors() {
  local major bin copy
  for major in 13 18; do
    if ! bin=$("$root/installer/packages/postgres_majors.sh" "$major" 2>>"$STAGE_LOG" | tail -n 1) || [[ -z $bin ]]; then
      one_result "PostgreSQL $major" 0 0 "" "its server could not be fetched; see what installer/packages/postgres_majors.sh $major says"
      continue
    fi
    copy=$(mktemp -d)
    chmod 755 "$copy"
    cp -a "${bin%/bin}" "$copy/server"
    EKOS_TEST_POSTGRES_BIN=$copy/server/bin run_ctest "postgres-$major" build/dev -R "^(postgres_source$([[ $major == 13 ]] || echo '|cases'))_test\$" -j "$(nproc)"
    rm -rf "$copy"
  done
}

# one_result NAME PASSED FAILED FAILURE SKIPPED: a check that is no test program, for the summary
one_result() {
  python3 - "$results" "$@" <<'END'
import json, sys
results, name, passed, failed, failure, skipped = sys.argv[1:]
entry = {"name": name, "passed": int(passed), "failed": int(failed), "failures": [failure] if failure else [], "skipped": skipped}
json.dump([entry], open(f"{results}/{name.replace(' ', '-')}.json", "w", encoding="utf-8"))
END
}

# The part of the console that runs in a browser, compiled for it; where the tools for that were never made, one test is skipped.
check_browser_part() {
  local began=$EPOCHREALTIME passed=0 failed=0 failure= skipped=
  printf 'browser … '
  if ! "$root/installer/wasm/toolchain.sh" --check; then
    skipped="the tools for WebAssembly are not in the cache; make them with installer/wasm/toolchain.sh --qt-archive FILE, then run installer/wasm/check.sh"
  elif "$root/installer/wasm/check.sh" >"$results/browser.log" 2>&1 </dev/null; then
    passed=1
  else
    failed=1 failure="it does not compile; see browser.log"
    grep -E 'error|FAILED' "$results/browser.log" | head -n 20 >&2 || tail -n 20 "$results/browser.log" >&2
  fi
  one_result "what runs in a browser" "$passed" "$failed" "$failure" "$skipped"
  printf '%s\n' "$(seconds_since "$began")"
}

# The programs as people get them, and what is measured of them. Last, and left out where everything had to be compiled anew: a run stays within its time.
check_optimised() {
  local latest=3600
  if ((SECONDS > latest)); then
    one_result "optimised programs" 0 0 "" "compiling everything else took the time for it; run installer/test.sh again with the caches as they are now"
    return
  fi
  stage "Build the programs optimised" build_optimised
  # What is measured is work, and a busy machine only adds to it: the least of three counts.
  run_ctest optimised build/release -R '^(.*_watch|large_text)_test$' -j 1 --repeat until-pass:3
}

# soak NAME PROGRAM ARGUMENT…: one long test on the stack; its results are counted with the others
soak() {
  local name=$1 program=$2
  shift 2
  python3 "tests/soak/$program" --stack installer/stack.sh --results "$results/$name.json" "$@" || true
  [[ -s $results/$name.json ]] || die "the soak test '$name' could not run."
}

# The same tests, as short as they show anything.
run_short_soak() { soak writers writers/writers.py --program build/dev/bin/ekos-lakehouse --variant plain --seconds 15 --writers 4 --seed 1; }

run_soak() {
  local variant program=build/dev/bin/ekos-lakehouse
  for variant in plain prepared-transaction replica limited-role late-clock; do
    soak "writers-$variant" writers/writers.py --program "$program" --variant "$variant" --seconds 120 --seed 1
  done
  soak writers-without-bound writers/writers.py --program build/dev/tests/soak/writers/ekos-lakehouse-without-bound --variant plain --seconds 120 --seed 1 --expect-difference
}

start_stack() {
  "$root/installer/stack.sh" up
  local exports
  exports=$("$root/installer/stack.sh" env)
  printf '%s\n' "$exports" >"$results/stack.env"
}
load_sample() { "$root/installer/fixtures/film_rental.sh" --scale 1; }

stage "Build" build_tests
install_trigger_languages
stage "Build the core with address and undefined-behaviour checks" build_checked
run_ctest unit build/dev -LE integration -j "$(nproc)"
run_ctest checked build/asan -L unit -j "$(nproc)"
check_other_majors
check_browser_part
if [[ $with_stack == yes ]]; then
  stage "Start the test stack" start_stack
  # shellcheck source=/dev/null
  . "$results/stack.env"
  stage "Load the sample database" load_sample
  [[ -z ${EKOS_PAGILA_DIR:-} ]] || stage "Load Pagila" "$root/installer/fixtures/pagila.sh" --from "$EKOS_PAGILA_DIR"
  run_ctest integration build/dev -L integration -j 1
  python3 tests/scenarios/run_scenarios.py --program build/dev/bin/ekos-lakehouse --stack installer/stack.sh --results "$results/scenarios.json" tests/scenarios/*.scenario || true
  [[ -s $results/scenarios.json ]] || die "the scenarios could not run."
  if [[ $with_soak == yes ]]; then run_soak; else run_short_soak; fi
fi

check_optimised
printf 'Total: %s\n' "$(seconds_since "$started")"
exec_summary() { python3 installer/test_summary.py "$results"; }
code=0
exec_summary >"$results/summary.txt" || code=$?
stop_stack
trap - EXIT
cat "$results/summary.txt"
exit "$code"
