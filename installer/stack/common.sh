# shellcheck shell=bash
# What every part of the stack shares: folders, ports, credentials, messages, the lock.
# Sourced by ../stack.sh after STACK_CODE (this folder) is set.
# shellcheck disable=SC2034  # many values here are read by the other files

# ---- messages ---------------------------------------------------------------------------------

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
  printf 'error: %s\n       See: stack.sh --help\n' "$1" >&2
  exit 2
}

# seconds_since START: "3.2 s", START being a value of $EPOCHREALTIME
seconds_since() {
  local start=${1/./} now=${EPOCHREALTIME/./}
  local tenths=$(((now - start) / 100000))
  printf '%d.%d s' $((tenths / 10)) $((tenths % 10))
}

# one progress line a step: step_begin "text"; step_end ["result"]
step_number=0
step_total=0
step_begin() {
  step_number=$((step_number + 1))
  step_started=$EPOCHREALTIME
  step_title=$1
}
step_note() { say "[$step_number/$step_total] $step_title · $1"; }
step_end() { say "[$step_number/$step_total] $step_title · ${1:-done} ($(seconds_since "$step_started"))"; }

json_string() {
  local s=$1
  s=${s//\\/\\\\}
  s=${s//\"/\\\"}
  s=${s//$'\n'/\\n}
  s=${s//$'\t'/\\t}
  s=${s//[[:cntrl:]]/ }
  printf '"%s"' "$s"
}

# ---- what an instance remembers ------------------------------------------------------------------
# Precedence: the caller's environment, then instance.conf (what `up` last used), then the default.

STACK_HOME=${EKOS_STACK_HOME:-${XDG_DATA_HOME:-$HOME/.local/share}/ekos-lakehouse/stack}
[[ $STACK_HOME == /* ]] || STACK_HOME=$PWD/$STACK_HOME
STACK_HOME=$(realpath -m -- "$STACK_HOME")
if [[ $STACK_HOME =~ [[:space:]\"\'\\\$] ]]; then
  die "the stack's folder may not hold spaces, quotes, backslashes or dollar signs: $STACK_HOME" \
    "Choose another one with EKOS_STACK_HOME."
fi
STACK_RUN=$STACK_HOME/run
STACK_LOG=$STACK_HOME/log
STACK_CONF=$STACK_HOME/instance.conf

declare -A STACK_REMEMBERED=()
STACK_SETTINGS=()
read_instance_conf() {
  local key value
  [[ -r $STACK_CONF ]] || return 0
  while IFS='=' read -r key value; do
    [[ $key =~ ^EKOS_[A-Z0-9_]+$ ]] && STACK_REMEMBERED[$key]=$value
  done <"$STACK_CONF"
}

# setting NAME DEFAULT: gives the shell variable NAME its value and lists it for instance.conf
setting() {
  local name=$1 default=$2
  STACK_SETTINGS+=("$name")
  if [[ -n ${!name:-} ]]; then return; fi
  printf -v "$name" '%s' "${STACK_REMEMBERED[$name]:-$default}"
}

# port_setting NAME DEFAULT: like setting; an offset given in the environment beats what was remembered
port_setting() {
  local name=$1 default=$(($2 + EKOS_STACK_PORT_OFFSET))
  if [[ -n $port_offset_given && -z ${!name:-} ]]; then
    STACK_SETTINGS+=("$name")
    printf -v "$name" '%s' "$default"
  else
    setting "$name" "$default"
  fi
  if [[ ! ${!name} =~ ^[0-9]{1,5}$ ]] || ((${!name} < 1024 || ${!name} > 65535)); then
    die "$name is '${!name}', not a port between 1024 and 65535." "Change $name or EKOS_STACK_PORT_OFFSET."
  fi
}

read_settings() {
  read_instance_conf
  port_offset_given=${EKOS_STACK_PORT_OFFSET:-}
  setting EKOS_STACK_PORT_OFFSET 0
  [[ $EKOS_STACK_PORT_OFFSET =~ ^-?[0-9]+$ ]] || die "EKOS_STACK_PORT_OFFSET must be a whole number, not '$EKOS_STACK_PORT_OFFSET'."

  port_setting EKOS_STACK_PORT_POSTGRES 55433
  port_setting EKOS_STACK_PORT_CATALOG 58182
  port_setting EKOS_STACK_PORT_S3 58333
  port_setting EKOS_STACK_PORT_TRINO 58080
  port_setting EKOS_STACK_PORT_DAGSTER 53000
  # inside the stack only; SeaweedFS would put its gRPC ports at +10000, past 65535
  port_setting EKOS_STACK_PORT_WEED_MASTER 58334
  port_setting EKOS_STACK_PORT_WEED_VOLUME 58335
  port_setting EKOS_STACK_PORT_WEED_FILER 58336
  port_setting EKOS_STACK_PORT_WEED_MASTER_GRPC 58434
  port_setting EKOS_STACK_PORT_WEED_VOLUME_GRPC 58435
  port_setting EKOS_STACK_PORT_WEED_FILER_GRPC 58436
  port_setting EKOS_STACK_PORT_WEED_S3_GRPC 58437
  # the first of the projects' Dagster code servers; each project takes the next free one
  port_setting EKOS_STACK_PORT_CODE 53010

  local name seen=' '
  for name in "${STACK_SETTINGS[@]}"; do
    [[ $name == EKOS_STACK_PORT_* && $name != EKOS_STACK_PORT_OFFSET ]] || continue
    [[ $seen != *" ${!name} "* ]] || die "two ports of the stack are both ${!name}; one of them is $name." "Change one of the EKOS_STACK_PORT_… variables."
    seen+="${!name} "
  done

  # throw-away credentials: everything listens on 127.0.0.1 only
  setting EKOS_STACK_PG_ADMIN_PASSWORD stack
  setting EKOS_STACK_PG_READER_PASSWORD ekos
  setting EKOS_STACK_S3_ACCESS_KEY stack
  setting EKOS_STACK_S3_SECRET_KEY stack-throw-away

  setting EKOS_STACK_TRINO_HEAP 2G
  setting EKOS_STACK_PGDATA ""
  setting EKOS_STACK_PG_BIN ""
  setting EKOS_STACK_JAVA_HOME ""
  setting EKOS_STACK_PYTHON ""
  setting EKOS_STACK_SOFTWARE "${XDG_CACHE_HOME:-$HOME/.cache}/ekos-lakehouse/software"
  STACK_SOFTWARE=$(realpath -m -- "$EKOS_STACK_SOFTWARE")
  setting EKOS_LH_SCHEDULES off
  [[ $EKOS_STACK_TRINO_HEAP =~ ^[0-9]+[GgMm]$ ]] ||
    die "EKOS_STACK_TRINO_HEAP must look like 2G or 1536M, not '$EKOS_STACK_TRINO_HEAP'."

  [[ ${EKOS_STACK_WAIT:-1} =~ ^[1-9][0-9]?$ ]] || die "EKOS_STACK_WAIT must be a whole number from 1 to 99, not '$EKOS_STACK_WAIT'."

  PG_ADMIN=stack
  PG_READER=ekos
  S3_REGION=us-east-1
  LAKE_BUCKET=lake   # table bucket: the warehouse of the Iceberg catalog
  FILES_BUCKET=files # ordinary bucket: Delta tables and other objects
}

write_instance_conf() {
  local name new
  new=$(
    echo "# Written by stack.sh: what this instance was last started with."
    for name in "${STACK_SETTINGS[@]}"; do printf '%s=%s\n' "$name" "${!name}"; done
  )
  if [[ -r $STACK_CONF && $(<"$STACK_CONF") == "$new" ]]; then return; fi
  (umask 077 && printf '%s\n' "$new" >"$STACK_CONF.new")
  mv -f "$STACK_CONF.new" "$STACK_CONF"
}

make_instance_folders() {
  if ! mkdir -p "$STACK_HOME" "$STACK_RUN" "$STACK_LOG" 2>/dev/null || [[ ! -w $STACK_HOME ]]; then
    die "cannot write to $STACK_HOME." "Choose another folder with EKOS_STACK_HOME, or change its owner."
  fi
}

# One change of an instance at a time. Released when this process ends; never inherited by services.
lock_instance() {
  make_instance_folders
  exec {stack_lock}>"$STACK_RUN/stack.lock"
  if ! flock -n "$stack_lock"; then
    say "Another stack.sh is changing this stack; waiting for it to end …"
    flock -w 1800 "$stack_lock" || die "still locked after 30 minutes: $STACK_RUN/stack.lock" "Look for another stack.sh with: ps aux | grep stack.sh"
  fi
  [[ -s $STACK_HOME/instance.id ]] || write_if_changed "$STACK_HOME/instance.id" </proc/sys/kernel/random/uuid
}

write_if_changed() { # FILE, text on standard input
  local file=$1 text
  text=$(cat)
  if [[ -r $file && $(<"$file") == "$text" ]]; then return; fi
  mkdir -p "${file%/*}"
  printf '%s\n' "$text" >"$file.new"
  mv -f "$file.new" "$file"
}

sha256_of() { sha256sum -- "$1" | cut -d' ' -f1; }

# confirm QUESTION: only on a terminal; elsewhere the answer is no
confirm() {
  local answer
  [[ -t 0 ]] || return 1
  read -r -p "$1 [y/N] " answer
  [[ $answer == [yY] || $answer == [yY][eE][sS] ]]
}
