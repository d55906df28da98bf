# shellcheck shell=bash
# Packages of the distribution: which are missing, and installing them.

# package_present CHECK: the middle column of installer/packages/stack.txt
package_present() {
  case $1 in
    command:*) command -v "${1#command:}" >/dev/null ;;
    postgres-server) postgres_programs >/dev/null ;;
    python-venv) python_for_stack >/dev/null ;;
    maven) command -v mvn >/dev/null || trino_needs_no_maven ;;
    *) die "installer/packages/stack.txt: unknown check '$1'" ;;
  esac
}
# True when Trino is unpacked or its archive is at hand. Looks at names only: the exact folder needs Python.
trino_needs_no_maven() {
  compgen -G "$STACK_SOFTWARE/trino-$TRINO_VERSION-*/.ok" >/dev/null || [[ -n $(trino_archive_at_hand) ]]
}

missing_packages() {
  local package check _
  while read -r package check _; do
    [[ -z $package || $package == \#* ]] && continue
    package_present "$check" || echo "$package"
  done <"$STACK_CODE/../packages/stack.txt" | sort -u
}

install_packages() { # PACKAGE…
  local by=() log
  if ! command -v apt-get >/dev/null; then
    die "packages are missing and apt-get is not here to install them: $*" "Install the same things with your distribution's own tool."
  fi
  if ((EUID != 0)); then
    if ! command -v sudo >/dev/null || ! sudo -n true 2>/dev/null; then
      die "packages are missing: $*" "As root: apt-get install --no-install-recommends $*" "Then run the same command again."
    fi
    by=(sudo -n)
  fi
  step_note "installing with apt-get${by:+ through sudo}: $*"
  log=$(mktemp)
  # no cluster of the distribution's own: it would start on port 5432
  if [[ " $* " == *" postgresql "* ]]; then
    "${by[@]}" mkdir -p /etc/postgresql-common/createcluster.d
    echo 'create_main_cluster = false' | "${by[@]}" tee /etc/postgresql-common/createcluster.d/ekos-lakehouse.conf >/dev/null
  fi
  "${by[@]}" apt-get -qq -o DPkg::Lock::Timeout=300 update >"$log" 2>&1 || warn "apt-get update failed; trying with the lists that are there"
  local size
  size=$("${by[@]}" apt-get --no-install-recommends --print-uris -qq -y install "$@" 2>/dev/null |
    awk '$3 ~ /^[0-9]+$/ { sum += $3 } END { printf "%d", sum / 1000000 }') || size=0
  ((size == 0)) || step_note "downloading $size MB of packages …"
  if ! "${by[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -y -qq -o DPkg::Lock::Timeout=300 install --no-install-recommends "$@" >>"$log" 2>&1 </dev/null; then
    tail -n 20 "$log" >&2
    die "apt-get could not install: $*" "All its messages: $log" "Install them by hand, then run the same command again."
  fi
  rm -f "$log"
  local package still
  mapfile -t still < <(missing_packages)
  for package in "${still[@]}"; do die "$package was installed but what it should bring is still missing." "See the checks in installer/packages/stack.txt."; done
}
