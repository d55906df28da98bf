# shellcheck shell=bash
# How the installer's scripts speak; sourced by them.

say() { printf '%s\n' "$*"; }
warn() { printf 'warning: %s\n' "$*" >&2; }
die() {
  printf 'error: %s\n' "$1" >&2
  shift
  local line
  for line in "$@"; do printf '       %s\n' "$line" >&2; done
  exit 1
}
usage_error() {
  printf 'error: %s\n       See: %s --help\n' "$1" "$0" >&2
  exit 2
}

# seconds_since START: "3.2 s", START being a value of $EPOCHREALTIME
seconds_since() {
  local start=${1/./} now=${EPOCHREALTIME/./}
  local tenths=$(((now - start) / 100000))
  printf '%d.%d s' $((tenths / 10)) $((tenths % 10))
}

# stage "TITLE" COMMAND…: runs it, its output in the log $STAGE_LOG; prints the title before and the time after
stage() {
  local title=$1 started=$EPOCHREALTIME
  shift
  printf '%s … ' "$title"
  if "$@" >>"$STAGE_LOG" 2>&1 </dev/null; then
    printf 'done (%s)\n' "$(seconds_since "$started")"
  else
    local code=$?
    printf 'FAILED with exit code %d\n' "$code"
    tail -n 30 "$STAGE_LOG" >&2
    die "$title failed; all messages are in $STAGE_LOG" "Run the same command again: what was done is kept."
  fi
}
