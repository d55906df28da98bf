# shellcheck shell=bash
# Background processes of an instance: start, find, stop, measure; and ports.
#
# A pid file holds "pid start-time boot-id", so a number that the system gave to another process is
# never taken for ours. Each process also carries EKOS_STACK_ID=<service>@<instance> in its environment:
# that finds children and processes whose pid file was lost. The instance is a random number kept in its
# folder, not the folder's path, which a container on the same machine may have too.

BOOT_ID=$(cat /proc/sys/kernel/random/boot_id 2>/dev/null || echo unknown)

# process_start_time PID: empty when it has ended (a zombie counts as ended: nobody may reap it in a container)
process_start_time() {
  local stat fields
  { stat=$(<"/proc/$1/stat"); } 2>/dev/null || return 0
  read -r -a fields <<<"${stat##*) }"
  [[ ${fields[0]} == [ZX] ]] || printf '%s' "${fields[19]}"
}

# daemon_pid NAME: its process id, or nothing and status 1 when it does not run
daemon_pid() {
  local pid='' started='' boot=''
  { read -r pid started boot <"$STACK_RUN/$1.pid"; } 2>/dev/null || return 1
  [[ $pid =~ ^[0-9]+$ && $boot == "$BOOT_ID" && $(process_start_time "$pid") == "$started" ]] || return 1
  printf '%s' "$pid"
}
daemon_runs() { daemon_pid "$1" >/dev/null; }

# daemon_start NAME FOLDER COMMAND…: the log is log/NAME.log; the environment is the caller's
daemon_start() {
  local name=$1 folder=$2
  shift 2
  local log=$STACK_LOG/$name.log
  mkdir -p "$STACK_RUN" "$STACK_LOG"
  if [[ -f $log ]] && (($(stat -c %s "$log") > 20000000)); then mv -f "$log" "$log.1"; fi
  rm -f "$STACK_RUN/$name.pid"
  (
    cd "$folder" || exit 1
    trap - INT TERM HUP EXIT
    # nothing of ours may stay open in a service: not the locks, not a pipe of whoever called us
    for fd in "/proc/$BASHPID/fd/"*; do
      fd=${fd##*/}
      if ((fd > 2)); then eval "exec $fd>&-" 2>/dev/null || true; fi
    done
    EKOS_STACK_ID="$name@$(instance_id)"
    export EKOS_STACK_ID
    self=$BASHPID # in the substitution below it would be another
    printf '%s %s %s\n' "$self" "$(process_start_time "$self")" "$BOOT_ID" >"$STACK_RUN/$name.pid.new"
    mv -f "$STACK_RUN/$name.pid.new" "$STACK_RUN/$name.pid"
    exec setsid "$@"
  ) </dev/null >>"$log" 2>&1 &
  disown
  local tries=0
  until [[ -f $STACK_RUN/$name.pid ]] || ((++tries > 1000)); do sleep 0.01; done
}

instance_id() { cat "$STACK_HOME/instance.id"; }

# daemon_leftovers NAME: processes that carry the service's mark (its children, or one without a pid file)
daemon_leftovers() {
  local file
  [[ -s $STACK_HOME/instance.id ]] || return 0
  { grep -lszxF "EKOS_STACK_ID=$1@$(instance_id)" /proc/[0-9]*/environ || true; } | while read -r file; do
    file=${file#/proc/}
    [[ -z $(process_start_time "${file%/environ}") || ${file%/environ} == "$BASHPID" ]] || echo "${file%/environ}"
  done
}

# pids_gone SECONDS PID…: waits until all have ended
pids_gone() {
  local limit=$((${EPOCHREALTIME/./} + $1 * 1000000)) pid alive
  shift
  while :; do
    alive=
    for pid in "$@"; do [[ -z $(process_start_time "$pid") ]] || alive=1; done
    [[ -n $alive ]] || return 0
    ((${EPOCHREALTIME/./} < limit)) || return 1
    sleep 0.1
  done
}

end_processes() { # SECONDS PID…: TERM, then KILL
  local limit=$1
  shift
  (($# > 0)) || return 0
  kill -TERM "$@" 2>/dev/null || true
  pids_gone "$limit" "$@" && return 0
  kill -KILL "$@" 2>/dev/null || true
  pids_gone 5 "$@" || true
}

# daemon_stop NAME SIGNAL SECONDS: asks, waits, insists; then ends what it left behind
daemon_stop() {
  local name=$1 signal=$2 limit=$3 pid
  if pid=$(daemon_pid "$name"); then
    kill "-$signal" "$pid" 2>/dev/null || true
    if ! pids_gone "$limit" "$pid"; then
      kill -KILL "$pid" 2>/dev/null || true
      pids_gone 5 "$pid" || true
    fi
  fi
  local left
  mapfile -t left < <(daemon_leftovers "$name")
  end_processes 3 "${left[@]}"
  rm -f "$STACK_RUN/$name.pid"
}

# daemon_clear NAME: makes way for a new start when the process is down but may have left something
daemon_clear() {
  if daemon_runs "$1"; then return; fi
  local left
  mapfile -t left < <(daemon_leftovers "$1")
  if ((${#left[@]} > 0)); then
    say "$1: ending ${#left[@]} process(es) left over from an earlier run"
    end_processes 5 "${left[@]}"
  fi
  rm -f "$STACK_RUN/$1.pid"
}

# show_log_end NAME: to standard error, with the place of the whole log
show_log_end() {
  printf '\n--- last 20 lines of %s\n' "$STACK_LOG/$1.log" >&2
  tail -n 20 "$STACK_LOG/$1.log" >&2 2>/dev/null || true
  printf -- '---\n' >&2
}

# wait_healthy NAME LABEL SECONDS CHECK…: until the check succeeds; stops at once when the process ends
wait_healthy() {
  local name=$1 label=$2 limit=$3
  shift 3
  local end=$((${EPOCHREALTIME/./} + limit * 1000000))
  until "$@"; do
    if ! daemon_runs "$name"; then
      show_log_end "$name"
      die "$label ended while it was starting." "The whole log: $STACK_LOG/$name.log" "What may help: stack.sh doctor"
    fi
    if ((${EPOCHREALTIME/./} > end)); then
      show_log_end "$name"
      die "$label gave no healthy answer within $limit seconds." "The whole log: $STACK_LOG/$name.log" \
        "On a slow machine set EKOS_STACK_WAIT=2 (doubles every limit) and run the same command again."
    fi
    sleep 0.2
  done
}
wait_limit() { echo $(($1 * ${EKOS_STACK_WAIT:-1})); }

http_ok() { curl -fs -o /dev/null --noproxy '*' --max-time 5 "$1"; }

# memory_and_uptime PID: "MB SECONDS" of the process with all its children
memory_and_uptime() {
  ps -eo pid=,ppid=,rss=,etimes= | awk -v root="$1" '
    { parent[$1] = $2; rss[$1] = $3; if ($1 == root) up = $4 }
    END {
      for (p in rss) {
        q = p; depth = 0
        while (q != root && q in parent && q > 1 && depth++ < 64) q = parent[q]
        if (q == root) sum += rss[p]
      }
      printf "%d %d\n", sum / 1024, up
    }'
}

# ---- ports --------------------------------------------------------------------------------------

# require_ports VARIABLE…: dies when one of these ports cannot be bound
require_ports() {
  local name taken=() spec=()
  for name in "$@"; do spec+=("${!name}"); done
  local port pid command lines=()
  while IFS=$'\t' read -r port pid command; do
    for name in "$@"; do
      if [[ ${!name} == "$port" ]]; then
        taken+=("$name")
        if [[ -n $pid ]]; then
          lines+=("port $port ($name) is used by process $pid: $command")
        else
          lines+=("port $port ($name) is used by a process that cannot be named from here")
        fi
      fi
    done
  done < <(python3 -I "$STACK_CODE/ports.py" "${spec[@]}")
  ((${#taken[@]} == 0)) && return 0
  die "a port that this stack needs is taken." "${lines[@]}" \
    "End that process, or choose another port, for example: ${taken[0]}=$((${!taken[0]} + 500)) stack.sh up" \
    "EKOS_STACK_PORT_OFFSET=1000 moves all ports of the stack."
}
