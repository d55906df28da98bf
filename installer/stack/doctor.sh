# shellcheck shell=bash
# stack.sh doctor: what would keep the stack from working, with what to do about it.

DOCTOR_DISK_GB=6
DOCTOR_MEMORY_GB=6

command_doctor() {
  local json='' quick=''
  for argument in "$@"; do
    case $argument in --json) json=yes ;; --quick) quick=yes ;; *) usage_error "doctor does not know $argument" ;; esac
  done
  doctor_rows=()
  doctor_disk
  doctor_memory
  doctor_packages
  if python_for_stack >/dev/null; then
    find_piece_folders
    doctor_java
    doctor_software "$quick"
    doctor_ports
    doctor_services
  fi
  local row result check found advice failed=0 first=yes
  for row in "${doctor_rows[@]}"; do [[ $row != fail\|* ]] || failed=$((failed + 1)); done
  if [[ -n $json ]]; then
    printf '{"home": %s, "ok": %s, "checks": [' "$(json_string "$STACK_HOME")" "$([[ $failed == 0 ]] && echo true || echo false)"
    for row in "${doctor_rows[@]}"; do
      IFS='|' read -r result check found advice <<<"$row"
      [[ -n $first ]] || printf ', '
      first=
      printf '{"check": %s, "result": "%s", "found": %s, "advice": %s}' "$(json_string "$check")" "$result" "$(json_string "$found")" "$(json_string "$advice")"
    done
    printf ']}\n'
  else
    for row in "${doctor_rows[@]}"; do
      IFS='|' read -r result check found advice <<<"$row"
      printf '%-4s  %-24s %s\n' "$result" "$check" "$found"
      [[ -z $advice ]] || printf '      → %s\n' "$advice"
    done
    if ((failed == 0)); then say "Nothing is wrong."; else say "$failed of ${#doctor_rows[@]} checks failed."; fi
  fi
  ((failed == 0))
}

# doctor_row ok|note|fail CHECK FOUND [ADVICE]
doctor_row() { doctor_rows+=("$1|${2//|//}|${3//|//}|${4:-}"); }

nearest_folder() {
  local folder=$1
  while [[ ! -d $folder ]]; do folder=${folder%/*}; folder=${folder:-/}; done
  printf '%s' "$folder"
}

doctor_disk() {
  local folder name kb
  for name in "$STACK_HOME" "$STACK_SOFTWARE"; do
    folder=$(nearest_folder "$name")
    kb=$(df -Pk "$folder" | awk 'NR == 2 { print $4 }')
    if ((kb >= DOCTOR_DISK_GB * 1000000)); then
      doctor_row ok disk "$((kb / 1000000)) GB free for $name"
    else
      doctor_row fail disk "$((kb / 1000000)) GB free for $name, $DOCTOR_DISK_GB GB are needed" "Free some space, or move it with EKOS_STACK_HOME (data) and EKOS_STACK_SOFTWARE (software)."
    fi
  done
}

# The memory that a running stack of ours already has counts as available to it.
doctor_memory() {
  local available name pid used=0 memory _
  available=$(awk '/^MemAvailable:/ { print int($2 / 1000) }' /proc/meminfo)
  for name in "${SERVICES[@]}"; do
    if pid=$(daemon_pid "$name"); then read -r memory _ < <(memory_and_uptime "$pid") && used=$((used + memory)); fi
  done
  if ((available + used >= DOCTOR_MEMORY_GB * 1000)); then
    doctor_row ok memory "$available MB available$( ((used == 0)) || echo ", $used MB used by this stack")"
  else
    doctor_row fail memory "$available MB available, ${DOCTOR_MEMORY_GB}000 MB are needed" "End other programs, or start with less: EKOS_STACK_TRINO_HEAP=1G stack.sh up"
  fi
}

doctor_packages() {
  local missing
  missing=$(missing_packages | tr '\n' ' ')
  if [[ -z $missing ]]; then
    doctor_row ok packages "all present"
  else
    doctor_row fail packages "missing: $missing" "stack.sh install, or as root: apt-get install --no-install-recommends $missing"
  fi
  local programs
  if programs=$(postgres_programs); then doctor_row ok postgresql "$("$programs/postgres" --version)"; fi
}

doctor_java() {
  local home
  if home=$(java_home); then
    doctor_row ok java "version $(java_major "$home"), $home"
  else
    doctor_row fail java "no Java 24 or newer" "stack.sh install brings a runtime; EKOS_STACK_JAVA_HOME names an installed one."
  fi
}

doctor_software() { # QUICK
  local piece wrong
  for piece in uv java seaweedfs trino dagster; do
    if ! piece_present "$piece"; then
      [[ $piece == uv || ($piece == java && -n $(installed_java)) ]] && continue
      doctor_row fail "software $piece" "${PIECE_TITLE[$piece]} is not installed" "stack.sh install"
    elif [[ -n $1 ]]; then
      doctor_row ok "software $piece" "${PIECE_TITLE[$piece]} is installed (files not checked)"
    elif wrong=$(cd "${PIECE_FOLDER[$piece]}" && sha256sum --check --quiet MANIFEST.sha256 2>/dev/null | head -n 1) && [[ -z $wrong ]]; then
      doctor_row ok "software $piece" "${PIECE_TITLE[$piece]}, every file as installed"
    else
      doctor_row fail "software $piece" "a file differs from what was installed: ${wrong%%:*}" "stack.sh down, then: rm -r ${PIECE_FOLDER[$piece]} and stack.sh up"
    fi
  done
}

doctor_ports() {
  local service variable port pid command taken='' ports=() names=()
  for service in "${SERVICES[@]}"; do
    daemon_runs "$service" && continue
    for variable in $(service_ports "$service"); do
      ports+=("${!variable}")
      names+=("$variable")
    done
  done
  if ((${#ports[@]} == 0)); then
    doctor_row ok ports "all in use by this stack"
    return
  fi
  while IFS=$'\t' read -r port pid command; do
    taken=yes
    for variable in "${names[@]}"; do
      [[ ${!variable} == "$port" ]] || continue
      doctor_row fail "port $port" "taken by $([[ -n $pid ]] && echo "process $pid: $command" || echo "an unknown process")" "End that process, or set $variable to another port, or EKOS_STACK_PORT_OFFSET=1000 to move all."
    done
  done < <(python3 -I "$STACK_CODE/ports.py" "${ports[@]}")
  [[ -n $taken ]] || doctor_row ok ports "those of the stopped services are free"
}

doctor_services() {
  local name state health row
  while IFS= read -r row; do
    IFS='|' read -r name state _ _ _ _ health <<<"${row//$'\t'/|}"
    case $state in
      up) if [[ $health == healthy ]]; then doctor_row ok "service $name" "healthy"; else doctor_row fail "service $name" "$health" "stack.sh logs $name; then: stack.sh restart ${name/#project:*/dagster}"; fi ;;
      gone) doctor_row note "service $name" "$health" ;;
      *) doctor_row fail "service $name" "not running" "stack.sh up" ;;
    esac
  done < <(status_rows)
}
