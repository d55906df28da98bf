# shellcheck shell=bash
# Dagster: the webserver, one code server for each registered project, and the daemon when schedules are on.

DAGSTER_FOLDER=$STACK_HOME/dagster
PROJECTS_FOLDER=$DAGSTER_FOLDER/projects.d
CODE_SERVERS_MAX=80

dagster_url() { printf 'http://127.0.0.1:%s' "$EKOS_STACK_PORT_DAGSTER"; }
dagster_api() { python3 -I "$STACK_CODE/dagster_api.py" "$(dagster_url)" "$@"; }
dagster_program() { printf '%s/venv/bin/python' "${PIECE_FOLDER[dagster]}"; }

# in_dagster_environment COMMAND…: what every process of Dagster, and so every run and dbt, sees
in_dagster_environment() {
  (
    unset PYTHONDONTWRITEBYTECODE PYTHONHOME PYTHONPATH VIRTUAL_ENV # without .pyc files each start compiles Dagster anew
    eval "$(print_exports)"
    export DAGSTER_HOME=$DAGSTER_FOLDER/home DAGSTER_DISABLE_TELEMETRY=1 DBT_SEND_ANONYMOUS_USAGE_STATS=false
    # gRPC would send even a loopback connection to a proxy
    export no_proxy="127.0.0.1,localhost${no_proxy:+,$no_proxy}" NO_PROXY="127.0.0.1,localhost${NO_PROXY:+,$NO_PROXY}"
    export PYTHONUNBUFFERED=1 PATH="${PIECE_FOLDER[dagster]}/venv/bin:$PATH"
    "$@"
  )
}

dagster_configure() {
  mkdir -p "$DAGSTER_FOLDER/home" "$PROJECTS_FOLDER"
  # the default coordinator would queue runs for a daemon; this one launches them at once
  write_if_changed "$DAGSTER_FOLDER/home/dagster.yaml" <<'Y'
telemetry:
  enabled: false
nux:
  enabled: false
run_coordinator:
  module: dagster._core.run_coordinator
  class: DefaultRunCoordinator
Y
  write_workspace
}

# ---- projects -------------------------------------------------------------------------------------
# projects.d/NAME: dir=…, port=…, program=… (EKOS_LAKEHOUSE_BIN of whoever registered it)

project_names() {
  local file
  for file in "$PROJECTS_FOLDER"/*; do
    [[ -f $file && $file != *.new ]] && echo "${file##*/}"
  done
  return 0
}
project_value() { # NAME KEY
  sed -n "s/^$2=//p" "$PROJECTS_FOLDER/$1" 2>/dev/null
}
project_definitions() { printf '%s/pipeline/dagster/definitions.py' "$(project_value "$1" dir)"; }
# projects whose folder is gone stay registered but are not started
project_startable() { [[ -f $(project_definitions "$1") ]]; }
startable_projects() {
  local name
  for name in $(project_names); do
    if project_startable "$name"; then echo "$name"; fi
  done
}

write_workspace() {
  local name text=''
  for name in $(startable_projects); do
    text+="  - grpc_server: {host: 127.0.0.1, port: $(project_value "$name" port), location_name: \"$name\"}"$'\n'
  done
  if [[ -z $text ]]; then text='load_from: []'; else text="load_from:"$'\n'${text%$'\n'}; fi
  write_if_changed "$DAGSTER_FOLDER/workspace.yaml" <<<"$text"
}

code_server_launch() { # NAME
  local name=$1 directory program port
  directory=$(project_value "$name" dir)
  program=$(project_value "$name" program)
  port=$(project_value "$name" port)
  daemon_clear "code-$name"
  (
    export EKOS_LH_PROJECT=$directory EKOS_LH_PROJECT_NAME=$name
    if [[ -n $program ]]; then export EKOS_LAKEHOUSE_BIN=$program; fi
    in_dagster_environment daemon_start "code-$name" "$directory/pipeline/dagster" "$(dagster_program)" -m dagster code-server start \
      -h 127.0.0.1 -p "$port" -f "$directory/pipeline/dagster/definitions.py" -d "$directory/pipeline/dagster" --location-name "$name"
  )
}
code_server_answers() { (exec 3<>"/dev/tcp/127.0.0.1/$(project_value "$1" port)") 2>/dev/null; }
# A folder that was deleted and made anew is another folder: a server that still stands in the old one cannot load anything.
code_server_in_folder() { # NAME
  local pid
  pid=$(daemon_pid "code-$1") && [[ $(readlink "/proc/$pid/cwd") == "$(project_value "$1" dir)/pipeline/dagster" ]]
}
code_server_stop() { daemon_stop "code-$1" TERM 10; }

# ---- the service ----------------------------------------------------------------------------------

schedules_on() { [[ $EKOS_LH_SCHEDULES == on ]]; }

dagster_launch() {
  local name
  dagster_configure
  for name in $(project_names); do
    if ! project_startable "$name"; then
      warn "project $name: $(project_definitions "$name") is gone; not started. Forget it with: stack.sh project remove $name"
    elif ! daemon_runs "code-$name"; then
      code_server_launch "$name"
    fi
  done
  # the code servers must listen first: a webserver started before them shows failed locations
  for name in $(startable_projects); do
    wait_healthy "code-$name" "the code server of project $name" "$(wait_limit 120)" code_server_answers "$name"
  done
  if ! daemon_runs dagster; then
    daemon_clear dagster
    in_dagster_environment daemon_start dagster "$DAGSTER_FOLDER" "$(dagster_program)" -m dagster_webserver \
      -h 127.0.0.1 -p "$EKOS_STACK_PORT_DAGSTER" -w "$DAGSTER_FOLDER/workspace.yaml"
  fi
}

# After the webserver is up: at the very first start both would make Dagster's database at once, and one fail.
dagster_daemon_as_wanted() {
  if ! schedules_on; then
    daemon_stop dagster-daemon TERM 15
  elif ! daemon_runs dagster-daemon; then
    daemon_clear dagster-daemon
    in_dagster_environment daemon_start dagster-daemon "$DAGSTER_FOLDER" "$(dagster_program)" -m dagster._daemon run -w "$DAGSTER_FOLDER/workspace.yaml"
  fi
}

dagster_healthy() { http_ok "$(dagster_url)/server_info"; }

dagster_finish() {
  local name
  dagster_daemon_as_wanted
  for name in $(startable_projects); do
    # shown but not fatal: one project's broken code must not keep the others from working
    dagster_api wait "$(wait_limit 120)" "$name" || warn "project $name does not load; see above. After mending it: stack.sh project add $(project_value "$name" dir) --name $name"
  done
}

dagster_stop() {
  local name
  daemon_stop dagster-daemon TERM 15
  daemon_stop dagster TERM 15
  for name in $(project_names); do code_server_stop "$name"; done
}

# dagster_complete: everything that belongs to it runs
dagster_complete() {
  local name
  daemon_runs dagster || return 1
  for name in $(startable_projects); do daemon_runs "code-$name" || return 1; done
  if schedules_on; then daemon_runs dagster-daemon; else ! daemon_runs dagster-daemon; fi
}

# ---- stack.sh project … -----------------------------------------------------------------------------

project_add() { # DIR [NAME]
  local directory name=${2:-} port program=${EKOS_LAKEHOUSE_BIN:-} entry same=''
  directory=$(realpath -e -- "$1" 2>/dev/null) || die "there is no folder $1."
  if [[ -z $name ]]; then
    name=${directory##*/}
    name=${name//[^A-Za-z0-9._-]/-}
  fi
  [[ $name =~ ^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$ ]] || die "'$name' cannot be a project's name here." "Give one of letters, digits, '.', '_' and '-' with --name."
  [[ -f $directory/pipeline/dagster/definitions.py ]] ||
    die "$directory has no pipeline/dagster/definitions.py." "Generate the pipeline first: ekos-lakehouse lakehouse generate"
  lock_instance
  if ! daemon_runs dagster || ! dagster_healthy; then die "Dagster is not running." "Start it with: stack.sh up"; fi
  mkdir -p "$PROJECTS_FOLDER"
  if [[ -f $PROJECTS_FOLDER/$name ]]; then
    # a name whose folder is gone may be taken over
    if [[ $(project_value "$name" dir) != "$directory" ]] && project_startable "$name"; then
      die "the name $name is taken by $(project_value "$name" dir)." "Give another with --name, or: stack.sh project remove $name"
    fi
    port=$(project_value "$name" port)
    [[ -n $program ]] || program=$(project_value "$name" program)
    entry="dir=$directory"$'\n'"port=$port"$'\n'"program=$program"
    [[ $(<"$PROJECTS_FOLDER/$name") != "$entry" ]] || same=yes
  else
    port=$(free_code_port) || exit 1
    entry="dir=$directory"$'\n'"port=$port"$'\n'"program=$program"
  fi
  if [[ -n $same ]] && code_server_in_folder "$name"; then
    say "Project $name is registered; reloading its code"
    dagster_api reload "$(wait_limit 120)" "$name" || die "the code of project $name does not load; its error is above." "Mend $(project_definitions "$name") and run the same command again."
    say "Project $name · loaded"
    return 0
  fi
  if ! daemon_runs "code-$name"; then require_port_number "$port" "project $name"; fi
  printf '%s\n' "$entry" >"$PROJECTS_FOLDER/$name.new"
  mv -f "$PROJECTS_FOLDER/$name.new" "$PROJECTS_FOLDER/$name"
  say "Project $name · starting its code server on port $port"
  code_server_stop "$name"
  code_server_launch "$name"
  wait_healthy "code-$name" "the code server of project $name" "$(wait_limit 120)" code_server_answers "$name"
  write_workspace
  dagster_api sync "$(wait_limit 120)" "$name" || die "the code of project $name does not load; its error is above." \
    "It stays registered. Mend $(project_definitions "$name") and run the same command again," "or forget it with: stack.sh project remove $name"
  say "Project $name · loaded; $(dagster_url)/locations/$name"
}

free_code_port() {
  local name port used=' '
  for name in $(project_names); do used+="$(project_value "$name" port) "; done
  for ((port = EKOS_STACK_PORT_CODE; port < EKOS_STACK_PORT_CODE + CODE_SERVERS_MAX; port++)); do
    [[ $used == *" $port "* ]] && continue
    [[ -n $(python3 -I "$STACK_CODE/ports.py" "$port") ]] && continue
    printf '%s' "$port"
    return 0
  done
  die "no free port for another code server from $EKOS_STACK_PORT_CODE on." "Remove projects that are not needed (stack.sh project list), or set EKOS_STACK_PORT_CODE."
}
require_port_number() { # PORT WHO
  local holder
  holder=$(python3 -I "$STACK_CODE/ports.py" "$1")
  [[ -z $holder ]] || die "port $1, which belongs to $2, is taken: $(tr '\t' ' ' <<<"$holder")" "End that process and run the same command again."
}

project_remove() { # NAME
  local name=$1
  [[ $name =~ ^[A-Za-z0-9._-]+$ && -f $PROJECTS_FOLDER/$name ]] || die "no project is registered under the name $name." "Registered: $(project_names | tr '\n' ' ')"
  lock_instance
  rm -f "$PROJECTS_FOLDER/$name"
  write_workspace
  code_server_stop "$name"
  if daemon_runs dagster && dagster_healthy; then dagster_api sync "$(wait_limit 120)" || true; fi
  say "Project $name · removed (its folder is untouched)"
}

project_list() {
  local name state
  for name in $(project_names); do
    state=stopped
    if ! project_startable "$name"; then state="folder is gone"; elif daemon_runs "code-$name"; then state=running; fi
    printf '%-20s  %5s  %-14s  %s\n' "$name" "$(project_value "$name" port)" "$state" "$(project_value "$name" dir)"
  done
}
