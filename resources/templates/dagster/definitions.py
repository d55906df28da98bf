"""Dagster code location of an EKOS Lakehouse project.

Generated: the next `ekos-lakehouse lakehouse generate` writes this file again. One asset for each file below `tables/`.
An asset loads its table, looks for what the source deleted where a load cannot show it, and then reconciles it, all with the program
`ekos-lakehouse`: Trino moves the rows, nothing passes through Dagster. README.md beside this file says which environment variables count.
"""

import hashlib
import json
import os
import re
import subprocess
import uuid
from pathlib import Path

import dagster as dg

FOLDER = Path(__file__).resolve().parent
SETTINGS = json.loads((FOLDER / "settings.json").read_text(encoding="utf-8"))
PROGRAM = os.environ.get("EKOS_LAKEHOUSE_BIN") or "ekos-lakehouse"
PROJECT = os.environ.get("EKOS_LH_PROJECT") or str(FOLDER.parents[1])
CANCEL_WAIT_SECONDS = 60  # for the program to cancel its query at Trino

# Exit codes of the program.
FOUND_SOMETHING, UNREACHABLE, WAITS_FOR_A_PERSON = 1, 3, 4

TIERS = {
    "V1": "Row counts of source and bronze are equal.",
    "V2": "Aggregates of each column are equal.",
    "V3": "Row hashes are equal, bucket by bucket.",
}


def call(context, command, table, run_id, accepted, options=()):
    """Runs `ekos-lakehouse lakehouse COMMAND`, for all tables when none is given, and returns its JSON answer; any exit code that is not
    accepted is a failure."""
    of_table = ("--table", table) if table else ()
    arguments = [PROGRAM, "lakehouse", command, *of_table, "--run-id", run_id, *options, "--json"]
    try:
        process = subprocess.Popen(
            arguments, cwd=PROJECT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, encoding="utf-8", errors="replace",
        )
    except OSError as problem:
        raise dg.Failure(
            f"{PROGRAM} could not be started in {PROJECT}: {problem.strerror}. "
            "Set EKOS_LAKEHOUSE_BIN to the program and EKOS_LH_PROJECT to the project's folder.", allow_retries=False,
        ) from None
    try:
        answer, messages = process.communicate()
    except BaseException:  # a cancelled run arrives as an exception: the program must end, and with it its query
        process.terminate()
        try:
            process.communicate(timeout=CANCEL_WAIT_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
        raise
    messages = messages.strip()
    code = process.returncode
    if code not in accepted:
        what = messages or f"ekos-lakehouse lakehouse {command} ended with exit code {code} and no message."
        if code == WAITS_FOR_A_PERSON:
            what = f"Waits for a person. {what}"
        raise dg.Failure(what, metadata={"exit code": code, "run": run_id}, allow_retries=code == UNREACHABLE)
    if messages:
        context.log.info(messages)
    try:
        return json.loads(answer)
    except ValueError:
        raise dg.Failure(
            f"ekos-lakehouse lakehouse {command} gave no JSON answer. Is EKOS_LAKEHOUSE_BIN ({PROGRAM}) the right program?",
            metadata={"exit code": code, "answer": answer[:1000]}, allow_retries=False,
        ) from None


def run_id_of(context, attempt=0):
    """The id under which this run is recorded: given by who launched it, else made from the Dagster run, the same in all its steps. Another
    attempt, where it counts as a run of its own, has an id of its own."""
    run = context.run
    given = run.tags.get("ekos/run_id")
    if given and not run.parent_run_id and not attempt:  # a re-execution inherits the tag, and is a run of its own
        return given
    created = context.instance.get_run_record_by_id(run.run_id).create_timestamp
    name = f"{run.run_id}/{attempt}" if attempt else run.run_id
    noise = int.from_bytes(hashlib.sha256(name.encode()).digest()[:10], "big")
    value = (int(created.timestamp() * 1000) & (1 << 48) - 1) << 80 | noise
    value = value & ~(0xF << 76) | 7 << 76  # RFC 9562: version 7
    value = value & ~(0x3 << 62) | 2 << 62
    return str(uuid.UUID(int=value))


def present(metadata):
    return {name: value for name, value in metadata.items() if value is not None}


def load_metadata(report, run_id):
    return present({
        "kind": report.get("kind"),
        "rows loaded": report.get("rows-loaded"),
        "lower bound": report.get("lower-bound"),
        "upper bound": report.get("upper-bound"),
        "snapshot": report.get("snapshot"),
        "Trino queries": ", ".join(report.get("query-ids", [])) or None,
        "duration (ms)": report.get("duration-ms"),
        "run": run_id,
    })


def deletes_metadata(report):
    if "due-at" in report:
        return {"deletes not looked for before": report["due-at"]}
    return present({
        "keys deleted": report.get("deleted"),
        "keys purged, rows kept": report.get("purged") or None,
        "keys returned": report.get("returned"),
        "keys missed before": report.get("inserted"),
        "keys read": report.get("source-keys-read"),
    })


def mismatch_text(mismatch):
    parts = [mismatch["kind"]]
    if "column" in mismatch:
        parts.append(f"column {mismatch['column']}")
    if "measure" in mismatch:
        parts.append(mismatch["measure"])
    if mismatch.get("key"):
        parts.append(f"key {', '.join(mismatch['key'])}")
    if mismatch.get("source") or mismatch.get("bronze"):
        parts.append(f"source {mismatch.get('source')}, bronze {mismatch.get('bronze')}")
    return ": ".join([parts[0], "; ".join(parts[1:])]) if parts[1:] else parts[0]


def check_result(key, tier, result):
    outcome = result["outcome"]
    missed = [control["defect"] for control in result.get("controls", []) if not control["caught"]]
    mismatches = result.get("mismatches", [])
    lines = [mismatch_text(mismatch) for mismatch in mismatches[:10]]
    if (more := result.get("mismatches-in-all", len(mismatches)) - len(lines)) > 0:
        lines.append(f"and {more} more")
    if missed:
        lines.append(f"planted defects that were not found: {', '.join(missed)}")
    return dg.AssetCheckResult(
        asset_key=key, check_name=tier, passed=outcome in ("equal", "skipped") and not missed,
        # a source that moved while it was read is neither equal nor different
        severity=dg.AssetCheckSeverity.WARN if outcome == "moved" and not missed else dg.AssetCheckSeverity.ERROR,
        description="\n".join([outcome, *lines]),
        metadata=present({"outcome": outcome, "duration (ms)": result.get("duration-ms"), "controls": len(result.get("controls", []))}),
    )


def operation_name(key):
    """Dagster allows letters, digits and underscores; what had to be replaced is told apart by a hash."""
    plain = "__".join(key)
    if all(re.fullmatch(r"[A-Za-z0-9]+(_[A-Za-z0-9]+)*", part) for part in key):
        return plain
    return re.sub(r"[^A-Za-z0-9_]", "_", plain) + "_" + hashlib.sha256("/".join(key).encode()).hexdigest()[:8]


def bronze_asset(table):
    key = dg.AssetKey(table["asset"])

    @dg.multi_asset(
        name=operation_name(table["asset"]),
        specs=[dg.AssetSpec(
            key, group_name="bronze", kinds={"trino", "iceberg"},
            description=f"{table['bronze']}, from {table['table']} ({table['mode']} load)",
        )],
        # blocking: what is not equal is materialised and seen, and fails the step, so that nothing is built on it
        check_specs=[dg.AssetCheckSpec(tier, asset=key, blocking=True, description=text) for tier, text in TIERS.items()],
        retry_policy=dg.RetryPolicy(max_retries=2, delay=5),
    )
    def load_and_reconcile(context: dg.AssetExecutionContext):
        run_id = run_id_of(context)
        report = call(context, "load", table["table"], run_id, accepted=(0,))
        metadata = load_metadata(report, run_id)
        try:
            if table.get("deletes"):
                metadata |= deletes_metadata(call(context, "deletes", table["table"], run_id, accepted=(0,), options=("--if-due",)))
            answer = call(context, "reconcile", table["table"], run_id, accepted=(0, FOUND_SOMETHING))
            reconciled = answer["tables"][0]
            tiers = {result["tier"]: result for result in reconciled["tiers"]}
        except BaseException:
            yield dg.MaterializeResult(asset_key=key, metadata=metadata)  # it did load
            raise
        metadata |= present({
            "source rows": reconciled.get("source-rows"),
            "bronze rows": reconciled.get("bronze-rows"),
            "dagster/row_count": reconciled.get("bronze-rows"),
            "compared below": reconciled.get("bound"),
            "columns not compared": ", ".join(reconciled.get("columns-not-compared", [])) or None,
        })
        skipped = {"outcome": "skipped"}
        yield dg.MaterializeResult(
            asset_key=key, metadata=metadata,
            check_results=[check_result(key, tier, tiers.get(tier, skipped)) for tier in TIERS],
        )

    return load_and_reconcile


@dg.op(name="tidy_up", retry_policy=dg.RetryPolicy(max_retries=2, delay=60))
def tidy_up(context: dg.OpExecutionContext):
    """Joins small files, forgets old snapshots and removes left-over files, one table after the other."""
    answer = call(context, "maintain", None, run_id_of(context, context.retry_number), accepted=(0, FOUND_SOMETHING))  # a run that failed stays so
    ended = {table["table"]: table for table in answer["tables"]}
    counts = {end: sum(table["end"] == end for table in ended.values()) for end in ("done", "not-loaded", "held", "failed")}
    context.add_output_metadata(counts)
    if failed := [f"{name}: {table.get('message', 'failed')}" for name, table in ended.items() if table["end"] == "failed"]:
        raise dg.Failure("\n".join(failed), metadata=counts, allow_retries=False)


@dg.job(name="maintenance", description="Tends the bronze tables: small files, old snapshots, left-over files.", executor_def=dg.in_process_executor)
def maintenance():
    tidy_up()


def schedule(name, job, cron):
    return dg.ScheduleDefinition(
        name=name, job=job, cron_schedule=cron, execution_timezone=SETTINGS["time-zone"], default_status=dg.DefaultScheduleStatus.RUNNING,
    )


def definitions():
    tables = [json.loads(file.read_text(encoding="utf-8")) for file in sorted((FOLDER / "tables").rglob("*.json"))]
    if not tables:
        return dg.Definitions()
    everything = dg.AssetSelection.groups("bronze")
    bronze = dg.define_asset_job(
        "bronze", selection=everything, description="Loads and reconciles the bronze tables, several at a time.",
        executor_def=dg.multiprocess_executor.configured({"max_concurrent": SETTINGS["parallelism"]}),
    )
    in_process = dg.define_asset_job(
        "bronze_in_process", selection=everything, executor_def=dg.in_process_executor,
        description="The same in one process, one table after the other: quicker to start, for hundreds of small tables.",
    )
    schedules = []
    if os.environ.get("EKOS_LH_SCHEDULES", "on").lower() != "off":
        if SETTINGS.get("schedule"):
            schedules.append(schedule("bronze_schedule", bronze, SETTINGS["schedule"]))
        if SETTINGS.get("maintenance-schedule"):
            schedules.append(schedule("maintenance_schedule", maintenance, SETTINGS["maintenance-schedule"]))
    return dg.Definitions(assets=[bronze_asset(table) for table in tables], jobs=[bronze, in_process, maintenance], schedules=schedules)


defs = definitions()
