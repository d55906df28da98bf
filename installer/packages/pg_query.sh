#!/usr/bin/env bash
# Builds libpg_query, PostgreSQL's own parser as a library, from the source archive of the Python package pglast.
#
#   installer/packages/pg_query.sh          builds what is missing; the last line printed is the folder
#
# The folder holds include/pg_query.h, lib/libpg_query.a and LICENSE. It is made beside its place under a lock and renamed when
# complete, so an interrupted or concurrent run never leaves half of it. Only libpg_query (BSD licence) is taken out of the archive.
#
# EKOS_STACK_PYTHON chooses the Python that downloads; EKOS_PG_QUERY_ARCHIVE names an archive that is already here.
set -euo pipefail

PGLAST_VERSION=8.8
PGLAST_SHA256=ff9998ec6bac4f30f84db6b6edb28a0fb03b1eda5c8ad211ab8362f5a08b833b
# pip asks a source archive for its name before it saves it, which runs pglast's build back end: exactly the one pglast pins.
SETUPTOOLS_VERSION=84.2.1
SETUPTOOLS_SHA256=ca140b45d5325a9478f880e351484f62fef15f336462e449ca0c03c873d589c2

software=${XDG_CACHE_HOME:-$HOME/.cache}/ekos-lakehouse/software
folder=$software/pg_query-$PGLAST_VERSION

say() { printf '%s\n' "$*"; }
die() {
  printf 'error: %s\n' "$1" >&2
  shift
  local line
  for line in "$@"; do printf '       %s\n' "$line" >&2; done
  exit 1
}

is_complete() { [[ -f $folder/.ok && -f $folder/include/pg_query.h && -f $folder/lib/libpg_query.a ]]; }

find_python() {
  local python
  for python in "${EKOS_STACK_PYTHON:-}" /usr/bin/python3 "$(command -v python3 || true)"; do
    [[ -n $python && -x $python ]] || continue
    if "$python" -I -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
      printf '%s' "$python"
      return 0
    fi
  done
  return 1
}

check_sum() { # FILE SHA256
  local found
  found=$(sha256sum -- "$1" | cut -d' ' -f1)
  [[ $found == "$2" ]] || die "${1##*/} has a wrong checksum." "expected $2" "found    $found" "Do not trust where it came from."
}

# run_logged LOG COMMAND…: quiet; on failure shows the end of what it said
run_logged() {
  local log=$1
  shift
  "$@" >>"$log" 2>&1 </dev/null && return 0
  tail -n 20 "$log" >&2
  return 1
}

download() { # WORK → WORK/pglast-….tar.gz, checked
  local work=$1 python archive=$1/pglast-$PGLAST_VERSION.tar.gz log=$1/download.log
  if [[ -n ${EKOS_PG_QUERY_ARCHIVE:-} ]]; then
    cp -- "$EKOS_PG_QUERY_ARCHIVE" "$archive" || die "cannot read EKOS_PG_QUERY_ARCHIVE: $EKOS_PG_QUERY_ARCHIVE"
  else
    python=$(find_python) || die "no Python 3.10 or newer with venv and ensurepip was found." \
      "Install it (Debian and Ubuntu: apt-get install python3-venv), or name one in EKOS_STACK_PYTHON."
    say "downloading pglast $PGLAST_VERSION (4 MB) …"
    unset PYTHONHOME PYTHONPATH VIRTUAL_ENV CONDA_PREFIX
    printf 'setuptools==%s --hash=sha256:%s\n' "$SETUPTOOLS_VERSION" "$SETUPTOOLS_SHA256" >"$work/tools.txt"
    printf 'pglast==%s --hash=sha256:%s\n' "$PGLAST_VERSION" "$PGLAST_SHA256" >"$work/source.txt"
    { run_logged "$log" "$python" -m venv "$work/venv" &&
      run_logged "$log" "$work/venv/bin/python" -m pip --disable-pip-version-check install --no-deps --only-binary :all: --require-hashes -r "$work/tools.txt" &&
      run_logged "$log" "$work/venv/bin/python" -m pip --disable-pip-version-check download --no-deps --no-binary pglast --no-build-isolation \
        --require-hashes -r "$work/source.txt" -d "$work"; } ||
      die "pglast $PGLAST_VERSION could not be downloaded." "pip must reach its package index; the messages above are its own." \
        "If they speak of hashes that do not match, do not trust the index."
  fi
  check_sum "$archive" "$PGLAST_SHA256"
}

build() { # WORK → WORK/result
  local work=$1 source=$1/source compiler=${CC:-cc} log=$1/build.log
  command -v make >/dev/null || die "make is missing." "Install it (Debian and Ubuntu: apt-get install make gcc)."
  command -v "${compiler%% *}" >/dev/null || die "the C compiler '$compiler' is missing." "Install one (Debian and Ubuntu: apt-get install gcc)."
  mkdir "$source"
  tar -xzf "$work/pglast-$PGLAST_VERSION.tar.gz" -C "$source" --strip-components=1 --no-same-owner "pglast-$PGLAST_VERSION/libpg_query"
  if command -v ccache >/dev/null && [[ $compiler != *ccache* ]]; then compiler="ccache $compiler"; fi
  say "building libpg_query (about a minute) …"
  # the folder differs on each run; without its name in the objects ccache finds them again
  CCACHE_BASEDIR=$work CCACHE_NOHASHDIR=1 run_logged "$log" make -C "$source/libpg_query" -j2 CC="$compiler" CFLAGS_OPT_LEVEL="-O2 -g0" build ||
    die "libpg_query could not be built; the messages above are the end of what make said."
  mkdir -p "$work/result/include" "$work/result/lib"
  cp "$source"/libpg_query/{pg_query.h,pg_query_scan_tokens.h,postgres_deparse.h} "$work/result/include/"
  cp "$source/libpg_query/libpg_query.a" "$work/result/lib/"
  cp "$source/libpg_query/LICENSE" "$work/result/"
  touch "$work/result/.ok"
}

main() {
  if [[ ${1:-} == -h || ${1:-} == --help ]]; then
    sed -n '2,/^set /{s/^# \{0,1\}//;/^set /d;p}' "${BASH_SOURCE[0]}"
    return
  fi
  (($# == 0)) || { printf 'error: pg_query.sh takes no arguments. See: pg_query.sh --help\n' >&2; exit 2; }
  if ! is_complete; then
    mkdir -p "$software" 2>/dev/null && [[ -w $software ]] || die "cannot write to $software." "Choose another cache with XDG_CACHE_HOME."
    exec {lock}>"$software/.lock-pg_query"
    if ! flock -n "$lock"; then
      say "another run is building it; waiting …"
      flock -w 1800 "$lock" || die "still locked after 30 minutes: $software/.lock-pg_query"
    fi
    if ! is_complete; then
      rm -rf "$folder" "$software"/.making-pg_query.*
      work=$(mktemp -d "$software/.making-pg_query.XXXXXX")
      trap 'rm -rf "$work"' EXIT
      download "$work"
      build "$work"
      chmod 755 "$work/result"
      mv -T "$work/result" "$folder"
    fi
    exec {lock}>&-
  fi
  printf '%s\n' "$folder"
}

main "$@"
