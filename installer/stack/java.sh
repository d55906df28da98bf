# shellcheck shell=bash
# Java 24 or newer, which Trino needs: an installed one first, else the runtime in our cache.

java_major() { # JAVA_HOME
  local version=''
  [[ -x $1/bin/java ]] || return 1
  [[ -r $1/release ]] && version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release")
  printf '%s' "${version:-0}"
}

installed_java() {
  local home major
  for home in "${EKOS_STACK_JAVA_HOME:-}" "${JAVA_HOME:-}" /usr/lib/jvm/*; do
    if [[ -n $home ]] && major=$(java_major "$home") && ((major >= 24)); then
      printf '%s' "$home"
      return 0
    fi
  done
  return 1
}

java_home() {
  installed_java && return 0
  if [[ -f ${PIECE_FOLDER[java]}/.ok ]]; then printf '%s' "${PIECE_FOLDER[java]}/jre"; return 0; fi
  return 1
}
