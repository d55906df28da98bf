#!/usr/bin/env bash
# Writes each NAME.txt here from NAME.in: every package pinned, every file with its checksum, for Python 3.11
# and later. For developers, after changing a .in file; needs uv (pip install uv) and the network.
#
# usage: make-requirements.sh [NAME…]
# A version already pinned stays, unless its NAME.txt is deleted first.
set -euo pipefail
cd "$(dirname "$(realpath -- "${BASH_SOURCE[0]}")")"
if [[ ${1:-} == -h || ${1:-} == --help ]]; then
  sed -n '2,/^set -euo/{/^#/s/^# \{0,1\}//p;}' "${BASH_SOURCE[0]}"
  exit 0
fi
command -v uv >/dev/null || { echo "uv is missing: pip install uv" >&2; exit 1; }

names=("$@")
(($# > 0)) || names=(uv java seaweedfs dagster)
for name in "${names[@]}"; do
  [[ -f $name.in ]] || { echo "there is no $name.in" >&2; exit 2; }
  if [[ -f $name.txt ]]; then cp "$name.txt" "$name.new"; else : >"$name.new"; fi
  uv pip compile --quiet --universal --python-version 3.11 --only-binary :all: --generate-hashes \
    --no-annotate --no-header --no-emit-index-url --no-emit-find-links --output-file "$name.new" "$name.in"
  { echo "# Pinned with checksums; made from $name.in by make-requirements.sh. Do not edit."; cat "$name.new"; } >"$name.txt.new"
  mv "$name.txt.new" "$name.txt"
  rm -f "$name.new"
done
