#!/usr/bin/env bash
# Plans and generates pipelines of growing size in memory, analyses sources of growing size on a PostgreSQL of its own, then asks a project of 5,000
# tables what its pages ask, and a ledger of a million facts for some of them. Prints tables; the figures as JSON lines stand in the build folder.
#   tests/benchmarks/run.sh [TABLES …]      default: 1000 2000 5000
set -euo pipefail
root=$(dirname "$(dirname "$(dirname "$(realpath -- "${BASH_SOURCE[0]}")")")")
build=${EKOS_BUILD_DIR:-$root/build/release}
if (($# == 0)); then
  set -- 1000 2000 5000
fi
cd "$root"
[[ -f $build/CMakeCache.txt ]] || cmake --preset release -B "$build" >/dev/null
cmake --build "$build" --target lakehouse_bench_plan_generate lakehouse_bench_large_plan >/dev/null
echo "plan and generate, 30 columns a table, $(nproc) processors, $(uname -m)" >&2
"$build/tests/benchmarks/lakehouse_bench_plan_generate" "$@" | tee "$build/plan_generate.jsonl" >/dev/null
"$build/tests/benchmarks/lakehouse_bench_large_plan" | tee "$build/large_plan.jsonl" >/dev/null
if cmake --build "$build" --target lakehouse_bench_analyze >/dev/null 2>&1; then
  printf '\nanalyse, 20 columns a table\n' >&2
  "$build/tests/benchmarks/lakehouse_bench_analyze" | tee "$build/analyze.jsonl" >/dev/null
fi
echo "figures: $build/plan_generate.jsonl $build/large_plan.jsonl" >&2

# What is drawn is drawn into memory. A build without the console measures the rest.
export QT_QPA_PLATFORM=offscreen
for job in write_scan ledger large_plan console_lineage console_diff console_table console_extraction; do
  cmake --build "$build" --target "lakehouse_bench_$job" >/dev/null 2>&1 || { echo "$job: not part of this build" >&2; continue; }
  printf '\n%s\n' "${job/_/ }"
  "$(find "$build" -name "lakehouse_bench_$job" -type f -executable | head -n 1)"
done
