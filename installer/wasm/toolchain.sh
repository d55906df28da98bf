#!/usr/bin/env bash
# Makes the tools that build the console for a browser: a Debian 13 root with emscripten 3.1.69 and Qt's host tools, and Qt 6.8.2 for WebAssembly.
#
#   installer/wasm/toolchain.sh [--qt-archive FILE] [--check]
#
#   --qt-archive FILE   a ready build of Qt for WebAssembly (qt-wasm.tar.xz); it is checked and unpacked into the cache
#   --check             only say whether everything is there: exit code 0, or 1
#
# The last line printed is the folder of the root. About 450 MB of downloads and 3 GB on disk, once. Needs root, debootstrap and unshare.
set -euo pipefail

root=$(cd "$(dirname "$(realpath -- "${BASH_SOURCE[0]}")")/../.." && pwd)
# shellcheck source=installer/messages.sh
. "$root/installer/messages.sh"

EMSCRIPTEN_VERSION=3.1.69
QT_ARCHIVE_SHA256=6940199ee968ffe93adf76be084679288afdca97f397d5a3c3682efa3fe97b6a

software=${XDG_CACHE_HOME:-$HOME/.cache}/ekos-lakehouse/software
debian=$software/debian13-emscripten-$EMSCRIPTEN_VERSION
archive=${EKOS_QT_WASM_ARCHIVE:-}
check=no
while (($#)); do
  case $1 in
    --qt-archive) archive=${2:?--qt-archive needs a file}; shift 2 ;;
    --check) check=yes; shift ;;
    -h | --help) sed -n '2,/^set /{s/^# \{0,1\}//;/^set /d;p}' "${BASH_SOURCE[0]}"; exit 0 ;;
    *) usage_error "toolchain.sh does not know '$1'." ;;
  esac
done

has_debian() { [[ -f $debian/.ok ]]; }
has_qt() { [[ -f $debian/opt/qt-wasm/lib/cmake/Qt6/qt.toolchain.cmake && -f $debian/opt/qt-wasm/.ok ]]; }

if [[ $check == yes ]]; then
  has_debian && has_qt && exit 0
  exit 1
fi

# in_debian COMMAND…: in a mount namespace of its own, so that nothing stays mounted whatever happens
in_debian() {
  unshare --mount --propagation private bash -c '
    debian=$1; shift
    mount -t proc proc "$debian/proc" && mount --rbind /dev "$debian/dev"
    exec chroot "$debian" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"' _ "$debian" "$@"
}

make_debian() {
  ((EUID == 0)) || die "a Debian root is made by root only." "Run it once as root, or put a ready folder at $debian."
  command -v debootstrap >/dev/null || apt-get -y -qq install --no-install-recommends debootstrap >/dev/null || die "debootstrap is missing." "As root: apt-get install debootstrap"
  local mirror
  # the mirror that this machine's apt uses already
  mirror=$(awk '/^URIs:/ && $2 ~ /\/debian\/?$/ {print $2; exit}' /etc/apt/sources.list.d/debian.sources 2>/dev/null || true)
  [[ -n $mirror ]] || mirror=$(awk '$1 == "deb" && $2 ~ /\/debian\/?$/ {print $2; exit}' /etc/apt/sources.list 2>/dev/null || true)
  [[ -n $mirror ]] || mirror=http://deb.debian.org/debian
  rm -rf "$debian"
  mkdir -p "$debian"
  say "making a Debian 13 root in $debian (about 450 MB of downloads) …"
  debootstrap --variant=minbase --include=ca-certificates trixie "$debian" "$mirror" >"$debian.log" 2>&1 || die "debootstrap failed; see $debian.log"
  cp /etc/resolv.conf "$debian/etc/resolv.conf"
  cp -a /etc/apt/apt.conf.d/. "$debian/etc/apt/apt.conf.d/" 2>/dev/null || true
  cp -aL /etc/ssl/certs/ca-certificates.crt "$debian/etc/ssl/certs/ca-certificates.crt" 2>/dev/null || true
  printf 'deb %s trixie main\n' "$mirror" >"$debian/etc/apt/sources.list"
  in_debian apt-get -qq update >>"$debian.log" 2>&1 || die "apt-get update failed in the Debian root; see $debian.log"
  in_debian apt-get -y -qq install --no-install-recommends emscripten qt6-base-dev qt6-base-dev-tools nlohmann-json3-dev cmake ninja-build ccache python3 xz-utils \
    >>"$debian.log" 2>&1 </dev/null || die "packages could not be installed in the Debian root; see $debian.log"
  # Qt looks for an emsdk; Debian's emscripten is shown to it as one
  mkdir -p "$debian/opt/emsdk/upstream"
  ln -sfn /usr/share/emscripten "$debian/opt/emsdk/upstream/emscripten"
  printf "EMSCRIPTEN_ROOT = emsdk_path + '/upstream/emscripten'\n" >"$debian/opt/emsdk/.emscripten"
  # a place of its own: beside the headers of this system the browser's would not be found
  mkdir -p "$debian/opt/json/include" "$debian/opt/json/share/cmake"
  cp -a "$debian/usr/include/nlohmann" "$debian/opt/json/include/"
  cp -a "$debian/usr/share/cmake/nlohmann_json" "$debian/opt/json/share/cmake/"
  touch "$debian/.ok"
}

unpack_qt() {
  [[ -n $archive ]] || die "there is no Qt for WebAssembly in the cache." "Give a ready build: installer/wasm/toolchain.sh --qt-archive qt-wasm.tar.xz"
  [[ -r $archive ]] || die "$archive cannot be read."
  local found
  found=$(sha256sum -- "$archive" | cut -d' ' -f1)
  [[ $found == "$QT_ARCHIVE_SHA256" ]] || die "${archive##*/} has a wrong checksum." "expected $QT_ARCHIVE_SHA256" "found    $found"
  rm -rf "$debian/opt/qt-wasm"
  tar -xf "$archive" -C "$debian/opt" --no-same-owner
  touch "$debian/opt/qt-wasm/.ok"
}

mkdir -p "$software"
exec {lock}>"$software/debian13.lock"
flock "$lock"
has_debian || make_debian
has_qt || unpack_qt
printf '%s\n' "$debian"
