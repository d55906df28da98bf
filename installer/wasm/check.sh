#!/usr/bin/env bash
# Compiles everything that also runs in a browser with emscripten: the console's views and all they are made of.
#
#   installer/wasm/check.sh [TARGET…]
#
# Needs what installer/wasm/toolchain.sh makes. Compiles only; nothing is linked or started. Results go to build/wasm.
set -euo pipefail

root=$(cd "$(dirname "$(realpath -- "${BASH_SOURCE[0]}")")/../.." && pwd)
# shellcheck source=installer/messages.sh
. "$root/installer/messages.sh"
case ${1:-} in
  -h | --help) sed -n '2,/^set /{s/^# \{0,1\}//;/^set /d;p}' "${BASH_SOURCE[0]}"; exit 0 ;;
esac
targets=("$@")
((${#targets[@]})) || targets=(browser_part)

debian=$("$root/installer/wasm/toolchain.sh" | tail -n 1)
mkdir -p "$root/build/wasm" "$debian/source" "$debian/ccache"
# The checkout is shown to the root at the path /source, with the compiler's cache of the root itself.
unshare --mount --propagation private bash -c '
  debian=$1 root=$2; shift 2
  mount -t proc proc "$debian/proc" && mount --rbind /dev "$debian/dev" && mount --bind "$root" "$debian/source"
  exec chroot "$debian" /usr/bin/env -i PATH=/opt/emsdk/upstream/emscripten:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
    EMSDK=/opt/emsdk EM_CONFIG=/usr/share/emscripten/.emscripten CCACHE_DIR=/ccache bash -euc "
      cmake -S /source -B /source/build/wasm -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_TOOLCHAIN_FILE=/opt/qt-wasm/lib/cmake/Qt6/qt.toolchain.cmake \
        -DQT_HOST_PATH=/usr -DQT_HOST_PATH_CMAKE_DIR=/usr/lib/x86_64-linux-gnu/cmake -DQT_NO_PACKAGE_VERSION_CHECK=TRUE \
        -DCMAKE_CXX_COMPILER_LAUNCHER=ccache -Dnlohmann_json_DIR=/opt/json/share/cmake/nlohmann_json -DLAKEHOUSE_BUILD_CLI=OFF -DLAKEHOUSE_BUILD_TESTS=OFF
      ninja -C /source/build/wasm -k 0 -j \$(nproc) $*"' _ "$debian" "$root" "${targets[@]}"
say "Everything that runs in a browser compiles: ${targets[*]}"
