#!/usr/bin/env bash
# Fetches KSyntaxHighlighting as a Qt 6 library where the system has no package of it (Debian 12, Ubuntu 24.04): the library that the
# package qtcreator brings along, and the headers of libkf5syntaxhighlighting-dev. Nothing is installed. Debian 13 and newer have
# libkf6syntaxhighlighting-dev and need none of this.
#
#   installer/packages/ksyntax.sh           fetches what is missing; the last line printed is the folder
#
# The folder holds include/KSyntaxHighlighting/, lib/libKSyntaxHighlighting.so and the copyright texts. It is made beside its place under
# a lock and renamed when complete, so an interrupted or concurrent run never leaves half of it. The packages come from the system's own
# sources; their checksums must be those that apt's signed lists state.
set -euo pipefail

software=${XDG_CACHE_HOME:-$HOME/.cache}/ekos-lakehouse/software
packages=(qtcreator libkf5syntaxhighlighting-dev)

say() { printf '%s\n' "$*"; }
die() {
  printf 'error: %s\n' "$1" >&2
  shift
  local line
  for line in "$@"; do printf '       %s\n' "$line" >&2; done
  exit 1
}

is_complete() { [[ -f $folder/.ok && -f $folder/lib/libKSyntaxHighlighting.so && -f $folder/include/KSyntaxHighlighting/KSyntaxHighlighting/repository.h ]]; }

# candidate PACKAGE: the version that apt would install
candidate() { LC_ALL=C apt-cache policy "$1" 2>/dev/null | sed -n 's/^  Candidate: //p'; }

# Fields of exactly one version, from apt's own lists.
field() { LC_ALL=C apt-cache show --no-all-versions "$1=$2" 2>/dev/null | sed -n "s/^$3: //p" | head -n 1; }

download() { # WORK PACKAGE VERSION → WORK/PACKAGE.deb, checked
  local work=$1 package=$2 version=$3 expected found file
  expected=$(field "$package" "$version" SHA256)
  [[ $expected =~ ^[0-9a-f]{64}$ ]] || die "apt states no checksum of $package $version." "Run: apt-get update"
  mkdir "$work/$package"
  # apt fetches as its own user, who may not look into the cache folder; it says so, and fetches as the caller.
  (cd "$work/$package" && apt-get -qq -o APT::Sandbox::User="$(id -un)" download "$package=$version") >"$work/$package.log" 2>&1 </dev/null || {
    tail -n 20 "$work/$package.log" >&2
    die "$package $version could not be downloaded." "The messages above are apt's. When the version is gone from the mirror: apt-get update"
  }
  file=$(find "$work/$package" -name '*.deb')
  found=$(sha256sum -- "$file" | cut -d' ' -f1)
  [[ $found == "$expected" ]] || die "${file##*/} has a wrong checksum." "expected $expected" "found    $found" "Do not trust where it came from."
  mv -- "$file" "$work/$package.deb"
}

unpack() { # WORK → WORK/result
  local work=$1 package library
  for package in "${packages[@]}"; do
    mkdir -p "$work/unpacked/$package"
    dpkg -x "$work/$package.deb" "$work/unpacked/$package"
  done
  library=$(find "$work/unpacked/qtcreator" -name 'libKSyntaxHighlighting.so.*' -type f | head -n 1)
  [[ -n $library ]] || die "this version of qtcreator brings no KSyntaxHighlighting." "Build without it: the console colours SQL with its own small highlighter."
  mkdir -p "$work/result/include" "$work/result/lib" "$work/result/licences"
  cp -- "$library" "$work/result/lib/"
  local name soname
  name=${library##*/}
  soname=$(LC_ALL=C readelf -d "$library" | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p')
  [[ -n $soname ]] || die "cannot read the name inside ${library##*/}." "Install binutils (Debian and Ubuntu: apt-get install binutils)."
  [[ $name == "$soname" ]] || ln -s "$name" "$work/result/lib/$soname"
  ln -s "$soname" "$work/result/lib/libKSyntaxHighlighting.so"
  cp -R "$work/unpacked/libkf5syntaxhighlighting-dev/usr/include/KF5/KSyntaxHighlighting" "$work/result/include/"
  cp "$work/unpacked/qtcreator/usr/share/doc/qtcreator/copyright" "$work/result/licences/qtcreator"
  cp "$work/unpacked/libkf5syntaxhighlighting-dev/usr/share/doc/libkf5syntaxhighlighting-dev/copyright" "$work/result/licences/syntax-highlighting"
  touch "$work/result/.ok"
}

main() {
  if [[ ${1:-} == -h || ${1:-} == --help ]]; then
    sed -n '2,/^set /{s/^# \{0,1\}//;/^set /d;p}' "${BASH_SOURCE[0]}"
    return
  fi
  (($# == 0)) || { printf 'error: ksyntax.sh takes no arguments. See: ksyntax.sh --help\n' >&2; exit 2; }
  command -v apt-get >/dev/null && command -v dpkg >/dev/null || die "this system has no apt." "Install KSyntaxHighlighting for Qt 6 from its own packages instead."
  local versions=() package
  for package in "${packages[@]}"; do
    versions+=("$(candidate "$package")")
    [[ -n ${versions[-1]} && ${versions[-1]} != "(none)" ]] || die "apt knows no package $package." "Run: apt-get update" \
      "On Debian 13 and newer: apt-get install libkf6syntaxhighlighting-dev"
  done
  folder=$software/ksyntax-${versions[0]//[^0-9A-Za-z.+-]/_}
  if ! is_complete; then
    mkdir -p "$software" 2>/dev/null && [[ -w $software ]] || die "cannot write to $software." "Choose another cache with XDG_CACHE_HOME."
    exec {lock}>"$software/.lock-ksyntax"
    if ! flock -n "$lock"; then
      say "another run is fetching it; waiting …"
      flock -w 1800 "$lock" || die "still locked after 30 minutes: $software/.lock-ksyntax"
    fi
    if ! is_complete; then
      rm -rf "$folder" "$software"/.making-ksyntax.*
      work=$(mktemp -d "$software/.making-ksyntax.XXXXXX")
      trap 'rm -rf "$work"' EXIT
      say "downloading KSyntaxHighlighting (25 MB) …"
      local i
      for i in "${!packages[@]}"; do download "$work" "${packages[i]}" "${versions[i]}"; done
      unpack "$work"
      chmod 755 "$work/result"
      mv -T "$work/result" "$folder"
    fi
    exec {lock}>&-
  fi
  printf '%s\n' "$folder"
}

main "$@"
