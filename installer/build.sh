#!/usr/bin/env bash
# Builds ekos-lakehouse in this checkout, after installing what the build needs.
#
#   installer/build.sh [--preset release|dev|asan] [--target NAME]...
#
# The last line printed is the folder of the build. Packages come from the distribution, libpg_query is built once into the cache.
set -euo pipefail

root=$(cd "$(dirname "$(realpath -- "${BASH_SOURCE[0]}")")/.." && pwd)
# shellcheck source=installer/messages.sh
. "$root/installer/messages.sh"

preset=release
targets=()
while (($#)); do
  case $1 in
    --preset) preset=${2:?--preset needs a name}; shift 2 ;;
    --target) targets+=("${2:?--target needs a name}"); shift 2 ;;
    -h | --help) sed -n '2,/^set /{s/^# \{0,1\}//;/^set /d;p}' "${BASH_SOURCE[0]}"; exit 0 ;;
    *) usage_error "build.sh does not know '$1'." ;;
  esac
done

missing_build_packages() {
  local package _
  while read -r package _; do
    [[ -z $package || $package == \#* ]] && continue
    [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || echo "$package"
  done <"$root/installer/packages/build.txt"
}

install_build_packages() {
  local missing by=()
  mapfile -t missing < <(missing_build_packages)
  ((${#missing[@]})) || return 0
  command -v apt-get >/dev/null || die "these packages are missing, and apt-get is not here to install them: ${missing[*]}"
  if ((EUID != 0)); then
    command -v sudo >/dev/null && sudo -n true 2>/dev/null || die "these packages are missing: ${missing[*]}" "As root: apt-get install --no-install-recommends ${missing[*]}"
    by=(sudo -n)
  fi
  say "installing with apt-get (about 140 MB on a bare system): ${missing[*]}"
  local log
  log=$(mktemp)
  "${by[@]}" apt-get -qq -o DPkg::Lock::Timeout=300 update >"$log" 2>&1 || warn "apt-get update failed; trying with the lists that are there"
  "${by[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -y -qq -o DPkg::Lock::Timeout=300 install --no-install-recommends "${missing[@]}" >>"$log" 2>&1 </dev/null ||
    { tail -n 20 "$log" >&2; die "apt-get could not install them; all its messages are in $log"; }
  rm -f "$log"
}

install_build_packages
pg_query=$("$root/installer/packages/pg_query.sh" | tee /dev/stderr | tail -n 1)
# Colours for SQL in the console: a system that has the library as a package needs nothing more; without it a small one of ours serves.
ksyntax=
if [[ ! -e $(echo /usr/lib/*/cmake/KF6SyntaxHighlighting | cut -d' ' -f1) ]]; then
  ksyntax=$("$root/installer/packages/ksyntax.sh" | tee /dev/stderr | tail -n 1) || { warn "the console colours SQL with its own small highlighter"; ksyntax=; }
fi

cd "$root"
log=$root/build/$preset.log
mkdir -p build
say "configuring ($preset) …"
cmake --preset "$preset" -DLAKEHOUSE_PG_QUERY_DIR="$pg_query" -DLAKEHOUSE_KSYNTAX_DIR="$ksyntax" >"$log" 2>&1 || { tail -n 30 "$log" >&2; die "cmake could not configure the build; all its messages are in $log"; }
arguments=()
for target in "${targets[@]}"; do arguments+=(--target "$target"); done
say "building ($preset) …"
cmake --build "build/$preset" -j "$(nproc)" "${arguments[@]}" >>"$log" 2>&1 || { grep -E 'error|FAILED' "$log" | head -n 30 >&2; die "the build failed; all its messages are in $log"; }
printf '%s\n' "$root/build/$preset"
