# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154  # shared with the other files
# The services as a whole: order, titles, ports, starting, stopping, status.
# Each has SERVICE_launch, SERVICE_healthy, SERVICE_finish and SERVICE_stop in a file of its own.

SERVICES=(postgres seaweedfs trino dagster)
declare -A SERVICE_TITLE=([postgres]=PostgreSQL [seaweedfs]=SeaweedFS [trino]=Trino [dagster]=Dagster)
declare -A SERVICE_LIMIT=([postgres]=60 [seaweedfs]=60 [trino]=240 [dagster]=180)

service_ports() { # the variables that hold them
  case $1 in
    postgres) echo EKOS_STACK_PORT_POSTGRES ;;
    seaweedfs) echo EKOS_STACK_PORT_S3 EKOS_STACK_PORT_CATALOG EKOS_STACK_PORT_WEED_{MASTER,VOLUME,FILER,MASTER_GRPC,VOLUME_GRPC,FILER_GRPC,S3_GRPC} ;;
    trino) echo EKOS_STACK_PORT_TRINO ;;
    dagster) echo EKOS_STACK_PORT_DAGSTER ;;
  esac
}
service_address() {
  case $1 in
    postgres) echo "port $EKOS_STACK_PORT_POSTGRES" ;;
    seaweedfs) echo "S3 port $EKOS_STACK_PORT_S3, Iceberg catalog port $EKOS_STACK_PORT_CATALOG" ;;
    trino) echo "http://127.0.0.1:$EKOS_STACK_PORT_TRINO" ;;
    dagster) echo "http://127.0.0.1:$EKOS_STACK_PORT_DAGSTER" ;;
  esac
}

# services_from_arguments ARGUMENT…: the named ones in starting order, or all
services_from_arguments() {
  local service name
  for name in "$@"; do
    [[ -n ${SERVICE_TITLE[$name]:-} ]] || usage_error "there is no service '$name'; they are: ${SERVICES[*]}"
  done
  for service in "${SERVICES[@]}"; do
    if (($# == 0)) || [[ " $* " == *" $service "* ]]; then echo "$service"; fi
  done
}

service_complete() {
  if [[ $1 == dagster ]]; then dagster_complete || return 1; else daemon_runs "$1" || return 1; fi
  "${1}_healthy"
}

# A running service stays on the port it was started with.
refuse_moved_ports() {
  local service variable before
  for service in "${SERVICES[@]}"; do
    daemon_runs "$service" || continue
    for variable in $(service_ports "$service"); do
      before=${STACK_REMEMBERED[$variable]:-${!variable}}
      [[ $before == "${!variable}" ]] ||
        die "${SERVICE_TITLE[$service]} runs with $variable=$before, not ${!variable}." "Stop it first (stack.sh down), or leave $variable and EKOS_STACK_PORT_OFFSET as they were." \
          "A second stack beside this one needs a folder of its own: EKOS_STACK_HOME."
    done
  done
}

install_missing() { # the steps that `up` and `install` have in common; arguments: PACKAGES PIECES as two names of arrays
  local -n packages_to_add=$1 pieces_to_add=$2
  local piece
  if ((${#packages_to_add[@]} > 0)); then
    step_begin "Packages"
    install_packages "${packages_to_add[@]}"
    step_end "installed"
    PIECE_FOLDER=()
    find_piece_folders
  fi
  for piece in "${pieces_to_add[@]}"; do
    step_begin "${PIECE_TITLE[$piece]}"
    install_piece "$piece"
    step_end "installed"
  done
}

plan_installation() { # sets want_packages and want_pieces
  mapfile -t want_packages < <(missing_packages)
  if [[ " ${want_packages[*]} " == *" python3"* ]]; then
    # the pieces' folders cannot be named without Python; it is needed first of all
    step_total=1
    step_begin "Packages"
    install_packages "${want_packages[@]}"
    step_end "installed"
    step_number=0
    want_packages=()
    PIECE_FOLDER=()
  fi
  find_piece_folders
  mapfile -t want_pieces < <(missing_pieces | sed '/^$/d')
  ((${#want_packages[@]} == 0)) || say "Packages of the distribution to install: ${want_packages[*]}"
  announce_downloads "${want_pieces[@]}"
  ((${#want_pieces[@]} == 0)) || require_disk
}

command_install() {
  local want_packages want_pieces
  plan_installation
  step_total=$(((${#want_packages[@]} > 0) + ${#want_pieces[@]}))
  ((step_total > 0)) || say "Everything is installed in $STACK_SOFTWARE"
  install_missing want_packages want_pieces
}

command_up() {
  local started=$EPOCHREALTIME service to_start=() wanted want_packages want_pieces variable ports=()
  wanted=$(services_from_arguments "$@") || exit $?
  lock_instance
  refuse_moved_ports
  for service in $wanted; do
    if command -v python3 >/dev/null && find_piece_folders 2>/dev/null && service_complete "$service"; then
      say "${SERVICE_TITLE[$service]} · already running, $(service_address "$service")"
    else
      to_start+=("$service")
    fi
  done
  ((${#to_start[@]} > 0)) || return 0

  plan_installation
  step_total=$(((${#want_packages[@]} > 0) + ${#want_pieces[@]} + ${#to_start[@]}))
  install_missing want_packages want_pieces
  EKOS_STACK_PGDATA=$(postgres_data)

  for service in "${to_start[@]}"; do
    daemon_runs "$service" && continue
    if [[ $service == postgres ]]; then postgres_clear; else daemon_clear "$service"; fi
    # shellcheck disable=SC2207
    ports+=($(service_ports "$service"))
  done
  ((${#ports[@]} == 0)) || require_ports "${ports[@]}"
  write_instance_conf

  # All are launched before any is waited for: on two cores that is faster than one after the other.
  local launched=$EPOCHREALTIME
  for service in "${to_start[@]}"; do
    if [[ $service == dagster ]] || ! daemon_runs "$service"; then "${service}_launch"; fi
  done
  for service in "${to_start[@]}"; do
    step_begin "${SERVICE_TITLE[$service]}"
    step_started=$launched
    wait_healthy "$service" "${SERVICE_TITLE[$service]}" "$(wait_limit "${SERVICE_LIMIT[$service]}")" "${service}_healthy"
    "${service}_finish"
    step_end "up, $(service_address "$service")"
  done
  if (($# == 0)); then say "The stack in $STACK_HOME is up ($(seconds_since "$started"))."; fi
}

command_down() {
  local purge='' yes='' names=() argument service i wanted
  for argument in "$@"; do
    case $argument in
      --purge) purge=yes ;;
      --yes | -y) yes=yes ;;
      -*) usage_error "down does not know $argument" ;;
      *) names+=("$argument") ;;
    esac
  done
  wanted=$(services_from_arguments "${names[@]}") || exit $?
  [[ -z $purge || ${#names[@]} == 0 ]] || usage_error "--purge deletes the whole instance and takes no service"
  if [[ ! -d $STACK_HOME ]]; then
    say "There is no stack in $STACK_HOME."
    return 0
  fi
  if [[ -n $purge && -z $yes ]]; then
    confirm "Stop the stack and delete all its data in $STACK_HOME?" || die "nothing was stopped or deleted." "To delete without a question: stack.sh down --purge --yes"
  fi
  lock_instance
  mapfile -t wanted <<<"$wanted"
  for ((i = ${#wanted[@]} - 1; i >= 0; i--)); do
    service=${wanted[i]}
    local begun=$EPOCHREALTIME was=''
    daemon_runs "$service" && was=yes
    [[ $service != seaweedfs || -z $was ]] || say "SeaweedFS · stopping, which takes about 15 s"
    "${service}_stop"
    if [[ -n $was ]]; then say "${SERVICE_TITLE[$service]} · stopped ($(seconds_since "$begun"))"; else say "${SERVICE_TITLE[$service]} · was not running"; fi
  done
  if [[ -n $purge ]]; then purge_instance; fi
}

# Deletes only what up made: known names below the folder, then the folder if nothing else is in it.
purge_instance() {
  if [[ ! -f $STACK_CONF ]]; then
    say "Nothing to delete: no stack was ever started in $STACK_HOME."
    return 0
  fi
  if [[ -n $EKOS_STACK_PGDATA && $(cat "$EKOS_STACK_PGDATA/ekos-stack-home" 2>/dev/null) == "$STACK_HOME" ]]; then
    rm -rf "$EKOS_STACK_PGDATA" "$EKOS_STACK_PGDATA.new"
  fi
  rm -rf "$STACK_HOME"/{postgres,postgres.new,seaweedfs,trino,dagster,log,run,instance.conf,instance.conf.new,instance.id}
  rmdir "$STACK_HOME" 2>/dev/null || true
  if [[ -d $STACK_HOME ]]; then say "Deleted the stack's data; other files stay in $STACK_HOME."; else say "Deleted $STACK_HOME."; fi
  say "The software stays in $STACK_SOFTWARE for the next start."
}

command_restart() {
  (($# > 0)) || usage_error "restart needs the name of a service: ${SERVICES[*]}"
  command_down "$@"
  exec {stack_lock}>&-
  step_number=0
  command_up "$@"
}

# ---- status -----------------------------------------------------------------------------------------

# status_rows: NAME STATE PID PORT MEMORY_MB UPTIME_S HEALTH, separated by tabs
status_rows() {
  local service name locations='' health
  for service in "${SERVICES[@]}"; do
    health=
    if daemon_runs "$service"; then
      if "${service}_healthy"; then health=healthy; else health="no healthy answer"; fi
    fi
    # shellcheck disable=SC2046
    set -- $(service_ports "$service")
    status_row "$service" "$service" "${!1}" "$health"
    [[ $service == dagster && $health == healthy ]] && locations=$(dagster_api state 2>/dev/null || true)
  done
  if schedules_on || daemon_runs dagster-daemon; then
    health=
    daemon_runs dagster-daemon && health=healthy
    status_row dagster-daemon dagster-daemon "" "$health"
  fi
  for name in $(project_names); do
    if ! project_startable "$name"; then
      printf 'project:%s\tgone\t\t%s\t\t\tits folder is gone: stack.sh project remove %s\n' "$name" "$(project_value "$name" port)" "$name"
      continue
    fi
    health=
    if daemon_runs "code-$name"; then
      case $(awk -F'\t' -v name="$name" '$1 == name { print $2 }' <<<"$locations") in
        LOADED) health=healthy ;;
        FAILED) health="the code does not load: stack.sh project add $(project_value "$name" dir) --name $name" ;;
        *) health="not loaded" ;;
      esac
    fi
    status_row "project:$name" "code-$name" "$(project_value "$name" port)" "$health"
  done
}
status_row() { # SHOWN DAEMON PORT HEALTH
  local pid memory='' uptime=''
  if pid=$(daemon_pid "$2"); then
    read -r memory uptime < <(memory_and_uptime "$pid") || true
    printf '%s\tup\t%s\t%s\t%s\t%s\t%s\n' "$1" "$pid" "$3" "$memory" "$uptime" "$4"
  else
    printf '%s\tdown\t\t%s\t\t\t\n' "$1" "$3"
  fi
}

duration() {
  local s=$1
  if ((s >= 86400)); then printf '%dd %dh' $((s / 86400)) $((s % 86400 / 3600)); elif ((s >= 3600)); then printf '%dh %dm' $((s / 3600)) $((s % 3600 / 60)); elif ((s >= 60)); then printf '%dm %ds' $((s / 60)) $((s % 60)); else printf '%ds' "$s"; fi
}

command_status() {
  local json='' rows row all_up=true first=yes
  case ${1:-} in '') ;; --json) json=yes ;; *) usage_error "status does not know $1" ;; esac
  find_piece_folders
  rows=$(status_rows)
  local name state pid port memory uptime health
  while IFS= read -r row; do
    IFS='|' read -r name state pid port memory uptime health <<<"${row//$'\t'/|}"
    [[ $state == gone || ($state == up && $health == healthy) ]] || all_up=false
  done <<<"$rows"
  if [[ -n $json ]]; then
    printf '{"home": %s, "all_up": %s, "services": [' "$(json_string "$STACK_HOME")" "$all_up"
    while IFS= read -r row; do
      IFS='|' read -r name state pid port memory uptime health <<<"${row//$'\t'/|}"
      [[ -n $first ]] || printf ', '
      first=
      printf '{"name": %s, "state": "%s", "pid": %s, "port": %s, "memory_mb": %s, "uptime_s": %s, "health": %s}' \
        "$(json_string "$name")" "$state" "${pid:-null}" "${port:-null}" "${memory:-null}" "${uptime:-null}" "$(json_string "$health")"
    done <<<"$rows"
    printf ']}\n'
  else
    say "Stack in $STACK_HOME"
    printf '%-20s %-6s %8s %6s %8s %10s  %s\n' SERVICE STATE PID PORT MEMORY UPTIME HEALTH
    while IFS= read -r row; do
      IFS='|' read -r name state pid port memory uptime health <<<"${row//$'\t'/|}"
      printf '%-20s %-6s %8s %6s %8s %10s  %s\n' "$name" "$state" "${pid:--}" "${port:--}" "${memory:+$memory MB}" "${uptime:+$(duration "${uptime:-0}")}" "$health"
    done <<<"$rows"
  fi
  [[ $all_up == true ]]
}

# ---- logs -------------------------------------------------------------------------------------------

command_logs() {
  local service='' lines=100 follow='' file
  while (($# > 0)); do
    case $1 in
      -n) [[ ${2:-} =~ ^[0-9]+$ ]] || usage_error "-n needs a number"; lines=$2; shift ;;
      -f) follow=-F ;;
      -*) usage_error "logs does not know $1" ;;
      *) [[ -z $service ]] || usage_error "logs takes one service"; service=$1 ;;
    esac
    shift
  done
  [[ -n $service ]] || usage_error "logs needs the name of a service: ${SERVICES[*]}, dagster-daemon or project:NAME"
  file=$STACK_LOG/${service/#project:/code-}.log
  if [[ ! -f $file || $service == */* ]]; then
    die "there is no log of '$service'." "Logs that are there: $(cd "$STACK_LOG" 2>/dev/null && printf '%s ' *.log | sed 's/code-/project:/g; s/\.log//g')"
  fi
  exec tail -n "$lines" ${follow:+"$follow"} "$file"
}
