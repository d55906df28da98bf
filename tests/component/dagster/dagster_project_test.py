"""Runs the generated Dagster code location with the real Dagster and a stand-in for the program. Started by ctest; exit 77: skipped.

usage: dagster_project_test.py [TEST…]   with a Python that has Dagster; any other one looks for that of the native stack
"""
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import uuid
import warnings
from pathlib import Path

try:
    import dagster as dg
except ImportError:
    software = os.environ.get("EKOS_STACK_SOFTWARE") or os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "ekos-lakehouse/software")
    for program in sorted(Path(software).glob("dagster-*/venv/bin/python"), reverse=True):
        if "DAGSTER_TEST_STARTED" not in os.environ:
            os.environ["DAGSTER_TEST_STARTED"] = "1"
            os.execv(program, [str(program), *sys.argv])
    print("SKIPPED: there is no Python with Dagster; \"installer/stack.sh install\" brings one")
    sys.exit(77)

ROOT = Path(__file__).resolve().parents[3]
FAKE = ROOT / "tests/support/fake_ekos_lakehouse.py"
RUN = "01890000-0000-7000-8000-000000000001"
warnings.filterwarnings("ignore")


def load_report(**fields):
    return {"table": "public.film", "run": RUN, "kind": "incremental", "rows-loaded": 7, "lower-bound": "2024-05-01T00:00:00.000000Z",
            "upper-bound": "2024-05-02T00:00:00.000000Z", "query-ids": ["20240501_1", "20240501_2"], "snapshot": "42", "duration-ms": 12, **fields}


def tier(name, outcome="equal", mismatches=(), caught=True, **fields):
    return {"tier": name, "outcome": outcome, "controls": [{"tier": name, "defect": "dropped-row", "columns": [], "caught": caught}],
            "mismatches": list(mismatches), "mismatches-in-all": len(mismatches), "duration-ms": 3, **fields}


def reconciliation(*tiers):
    return {"tables": [{"table": "public.film", "run": RUN, "source-rows": 1000, "bronze-rows": 1000, "columns-not-compared": ["photo"],
                        "tiers": list(tiers) or [tier("V1"), tier("V2"), tier("V3")], "attempts": 1}]}


GREEN = [{"answer": reconciliation()}]
LOADED = [{"answer": load_report(), "stderr": "7 rows\n"}]
DELETED = [{"answer": {"table": "public.film", "run": RUN, "source-rows": 990, "live-rows": 1000, "buckets": 16, "differing-buckets": 3, "source-keys-read": 170,
                       "bronze-keys-read": 180, "deleted": 10, "returned": 1, "inserted": 2, "query-ids": [], "duration-ms": 5}}]


class Project:
    """A code location in a folder of its own, as the generator lays it out."""

    def __init__(self, keys=(("public", "film", "public.film"),), settings=None, **of_tables):
        self.folder = Path(tempfile.mkdtemp(prefix="dagster-project-"))
        self.location = self.folder / "pipeline/dagster"
        shutil.copytree(ROOT / "resources/templates/dagster", self.location)
        for schema, slug, table in keys:
            file = self.location / "tables" / schema / f"{slug}.json"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps({"asset": ["bronze", schema, slug], "bronze": f"lake.bronze_{schema}.{slug}", "mode": "full", "table": table, **of_tables}))
        (self.location / "settings.json").write_text(json.dumps({"parallelism": 2, "time-zone": "UTC", **(settings or {})}))
        self.log = self.folder / "calls.jsonl"
        self.plan = self.folder / "plan.json"
        os.environ.update(EKOS_LAKEHOUSE_BIN=str(FAKE), EKOS_LH_PROJECT=str(self.folder), FAKE_LOG=str(self.log), FAKE_PLAN=str(self.plan),
                          DAGSTER_HOME=str(self.folder / "home"), DAGSTER_DISABLE_TELEMETRY="1")
        (self.folder / "home").mkdir()
        self.answers(**{"public.film load": LOADED, "public.film reconcile": GREEN})

    def answers(self, **steps):
        self.plan.write_text(json.dumps(steps))

    def module(self):
        spec = importlib.util.spec_from_file_location("definitions", self.location / "definitions.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    def run(self, tags=None, job="bronze_in_process", instance=None):
        with dg.DagsterInstance.ephemeral() as ephemeral:
            return self.module().defs.resolve_job_def(job).execute_in_process(instance=instance or ephemeral, tags=tags or {}, raise_on_error=False)

    def calls(self):
        return [json.loads(line) for line in self.log.read_text(encoding="utf-8").splitlines()] if self.log.exists() else []

    def close(self):
        shutil.rmtree(self.folder)


class DagsterProjectTest(unittest.TestCase):
    def project(self, *arguments, **named):
        project = Project(*arguments, **named)
        self.addCleanup(project.close)
        return project

    def checks(self, result):
        return {check.check_name: check for check in result.get_asset_check_evaluations()}

    def materialised(self, result):
        return {event.asset_key.to_user_string(): event.materialization.metadata for event in result.get_asset_materialization_events()}

    def failure(self, result):
        return next(event.step_failure_data.error for event in result.all_events if event.event_type_value == "STEP_FAILURE")

    def failure_text(self, result):
        for event in result.all_events:
            if event.event_type_value == "STEP_FAILURE":
                data = event.step_failure_data
                return data.user_failure_data.description if data.user_failure_data else data.error.to_string()
        return None

    def test_loads_then_reconciles_with_the_given_run(self):
        project = self.project()
        result = project.run(tags={"ekos/run_id": RUN})
        self.assertTrue(result.success)
        self.assertEqual([call["arguments"] for call in project.calls()], [
            ["lakehouse", "load", "--table", "public.film", "--run-id", RUN, "--json"],
            ["lakehouse", "reconcile", "--table", "public.film", "--run-id", RUN, "--json"],
        ])
        self.assertEqual({os.path.realpath(call["cwd"]) for call in project.calls()}, {os.path.realpath(project.folder)})
        metadata = self.materialised(result)["bronze/public/film"]
        for name, value in {"rows loaded": 7, "source rows": 1000, "bronze rows": 1000, "kind": "incremental", "snapshot": "42", "run": RUN,
                            "lower bound": "2024-05-01T00:00:00.000000Z", "upper bound": "2024-05-02T00:00:00.000000Z",
                            "Trino queries": "20240501_1, 20240501_2", "columns not compared": "photo"}.items():
            self.assertEqual(metadata[name].value, value, name)
        self.assertEqual({name: check.passed for name, check in self.checks(result).items()}, {"V1": True, "V2": True, "V3": True})

    def test_deletes_are_looked_for_between_load_and_reconciliation(self):
        project = self.project(mode="incremental", deletes=True)
        project.answers(**{"public.film load": LOADED, "public.film deletes": DELETED, "public.film reconcile": GREEN})
        result = project.run(tags={"ekos/run_id": RUN})
        self.assertTrue(result.success)
        self.assertEqual([call["arguments"] for call in project.calls()], [
            ["lakehouse", "load", "--table", "public.film", "--run-id", RUN, "--json"],
            ["lakehouse", "deletes", "--table", "public.film", "--run-id", RUN, "--if-due", "--json"],
            ["lakehouse", "reconcile", "--table", "public.film", "--run-id", RUN, "--json"],
        ])
        metadata = self.materialised(result)["bronze/public/film"]
        for name, value in {"keys deleted": 10, "keys returned": 1, "keys missed before": 2, "keys read": 170, "rows loaded": 7}.items():
            self.assertEqual(metadata[name].value, value, name)

    def test_deletes_that_are_not_due_are_said(self):
        project = self.project(mode="incremental", deletes=True)
        skipped = {**DELETED[0]["answer"], "due-at": "2024-05-08T00:00:00.000000Z"}
        project.answers(**{"public.film load": LOADED, "public.film deletes": [{"answer": skipped}], "public.film reconcile": GREEN})
        metadata = self.materialised(project.run())["bronze/public/film"]
        self.assertEqual(metadata["deletes not looked for before"].value, "2024-05-08T00:00:00.000000Z")
        self.assertNotIn("keys deleted", metadata)

    def test_deletes_that_wait_for_a_person_stop_the_table_after_its_load(self):
        project = self.project(mode="incremental", deletes=True)
        project.answers(**{"public.film load": LOADED, "public.film deletes": [{"exit": 4, "stderr": "of 1,000 keys 900 vanished."}], "public.film reconcile": GREEN})
        result = project.run()
        self.assertFalse(result.success)
        self.assertIn("Waits for a person. of 1,000 keys 900 vanished.", self.failure_text(result))
        self.assertEqual(self.materialised(result)["bronze/public/film"]["rows loaded"].value, 7)  # it did load
        self.assertEqual([call["name"] for call in project.calls()], ["public.film load", "public.film deletes"])

    def test_maintenance_tends_all_tables_at_once(self):
        project = self.project()
        tended = {"table": "public.film", "end": "done", "before": {"files": 9, "snapshots": 4}, "after": {"files": 1, "snapshots": 1}}
        project.answers(maintain=[{"answer": {"run": RUN, "tables": [tended, {"table": "public.actor", "end": "held", "message": "Run 1 holds it."}]}}])
        self.assertTrue(project.run(tags={"ekos/run_id": RUN}, job="maintenance").success)
        self.assertEqual([call["arguments"] for call in project.calls()], [["lakehouse", "maintain", "--run-id", RUN, "--json"]])

    def test_maintenance_that_fails_names_the_table(self):
        project = self.project()
        project.answers(maintain=[{"exit": 1, "answer": {"run": RUN, "tables": [{"table": "public.film", "end": "failed", "message": "Trino stopped the query."}]}}])
        result = project.run(job="maintenance")
        self.assertFalse(result.success)
        self.assertIn("public.film: Trino stopped the query.", self.failure_text(result))
        self.assertEqual(len(project.calls()), 1)  # trying again would not help

    def test_each_attempt_of_maintenance_is_a_run_of_its_own(self):
        project = self.project()
        code = project.location / "definitions.py"
        code.write_text(code.read_text(encoding="utf-8").replace("delay=60", "delay=0"), encoding="utf-8")
        project.answers(maintain=[{"exit": 3, "stderr": "no answer"}, {"exit": 3, "stderr": "no answer"}, {"answer": {"run": RUN, "tables": []}}])
        self.assertTrue(project.run(tags={"ekos/run_id": RUN}, job="maintenance").success)
        ids = [call["run_id"] for call in project.calls()]
        self.assertEqual((len(ids), len(set(ids)), ids[0]), (3, 3, RUN))
        for made in map(uuid.UUID, ids[1:]):
            self.assertEqual((made.version, made.variant), (7, uuid.RFC_4122))

    def test_schedules(self):
        settings = {"schedule": "*/15 * * * *", "maintenance-schedule": "30 2 * * *"}
        schedules = {schedule.name: schedule.cron_schedule for schedule in self.project(settings=settings).module().defs.schedules or []}
        self.assertEqual(schedules, {"bronze_schedule": "*/15 * * * *", "maintenance_schedule": "30 2 * * *"})
        os.environ["EKOS_LH_SCHEDULES"] = "off"
        self.addCleanup(os.environ.pop, "EKOS_LH_SCHEDULES")
        self.assertFalse(self.project(settings=settings).module().defs.schedules)

    def test_full_load_has_no_bounds(self):
        project = self.project()
        report = load_report(kind="full")
        del report["lower-bound"], report["upper-bound"], report["snapshot"]
        project.answers(**{"public.film load": [{"answer": report}], "public.film reconcile": GREEN})
        result = project.run()
        self.assertTrue(result.success)
        self.assertNotIn("lower bound", self.materialised(result)["bronze/public/film"])

    def test_one_made_run_id_for_all_assets(self):
        keys = [("public", name, f"public.{name}") for name in ("actor", "film", "store")]
        project = self.project(keys)
        project.answers(**{f"{table} {command}": answer for _, _, table in keys for command, answer in (("load", LOADED), ("reconcile", GREEN))})
        self.assertTrue(project.run().success)
        self.assertTrue(project.run().success)
        ids = [call["run_id"] for call in project.calls()]
        self.assertEqual((len(ids), len(set(ids)), len(set(ids[:6]))), (12, 2, 1))
        made = uuid.UUID(ids[0])
        self.assertEqual((made.version, made.variant), (7, uuid.RFC_4122))
        self.assertLess(abs((made.int >> 80) / 1000 - time.time()), 300)

    def test_a_reexecution_is_a_run_of_its_own(self):
        project = self.project()
        module = project.module()
        with dg.DagsterInstance.ephemeral() as instance:
            job = module.defs.resolve_job_def("bronze_in_process")
            first = job.execute_in_process(instance=instance, tags={"ekos/run_id": RUN})
            child = instance.create_run_for_job(job, tags={"ekos/run_id": RUN}, parent_run_id=first.run_id, root_run_id=first.run_id)
            context = type("Context", (), {"run": child, "instance": instance})
            made = module.run_id_of(context)
            self.assertNotEqual(made, RUN)
            self.assertEqual(made, module.run_id_of(context))

    def test_a_failed_load_says_what_the_program_said(self):
        project = self.project()
        project.answers(**{"public.film load": [{"exit": 1, "stderr": "Trino refused the statement.\nLook at the query 20240501_1.\n"}]})
        result = project.run()
        self.assertFalse(result.success)
        self.assertIn("Trino refused the statement.\nLook at the query 20240501_1.", self.failure_text(result))
        self.assertEqual(len(project.calls()), 1)
        self.assertEqual(self.materialised(result), {})

    def test_waiting_for_a_person_is_not_retried(self):
        project = self.project()
        project.answers(**{"public.film load": [{"exit": 4, "stderr": "1,200 of 1,300 keys vanished."}]})
        result = project.run()
        self.assertIn("Waits for a person. 1,200 of 1,300 keys vanished.", self.failure_text(result))
        self.assertEqual(len(project.calls()), 1)

    def test_unreachable_is_tried_twice_more(self):
        project = self.project()
        project.answers(**{"public.film load": [{"exit": 3, "stderr": "no answer"}, {"exit": 3, "stderr": "no answer"}, *LOADED], "public.film reconcile": GREEN})
        result = project.run()
        self.assertTrue(result.success)
        self.assertEqual([call["name"] for call in project.calls()], ["public.film load"] * 3 + ["public.film reconcile"])
        self.assertEqual(len({call["run_id"] for call in project.calls()}), 1)
        project = self.project()
        project.answers(**{"public.film load": [{"exit": 3, "stderr": "no answer"}]})
        self.assertIn("no answer", self.failure_text(project.run()))
        self.assertEqual(len(project.calls()), 3)

    def test_a_mismatch_is_seen_and_fails_the_run(self):
        project = self.project()
        mismatches = [{"tier": "V1", "kind": "count", "key": [], "source": "1000", "bronze": "999"}]
        keyed = [{"tier": "V3", "kind": "differs", "column": "title", "bucket": 3, "key": ["17", "ё"], "source": "", "bronze": ""}] * 12
        project.answers(**{"public.film load": LOADED, "public.film reconcile": [
            {"exit": 1, "answer": reconciliation(tier("V1", "mismatch", mismatches), tier("V2"), tier("V3", "mismatch", keyed))}]})
        result = project.run()
        self.assertFalse(result.success)
        self.assertEqual(self.materialised(result)["bronze/public/film"]["bronze rows"].value, 1000)
        checks = self.checks(result)
        self.assertEqual({name: check.passed for name, check in checks.items()}, {"V1": False, "V2": True, "V3": False})
        self.assertEqual(checks["V1"].severity, dg.AssetCheckSeverity.ERROR)
        self.assertEqual(checks["V1"].description, "mismatch\ncount: source 1000, bronze 999")
        self.assertIn("differs: column title; key 17, ё", checks["V3"].description)
        self.assertIn("and 2 more", checks["V3"].description)
        self.assertEqual(len(project.calls()), 2)

    def test_a_missed_control_fails_whatever_the_result(self):
        project = self.project()
        project.answers(**{"public.film load": LOADED, "public.film reconcile": [{"exit": 1, "answer": reconciliation(tier("V1", caught=False))}]})
        result = project.run()
        self.assertFalse(result.success)
        checks = self.checks(result)
        self.assertFalse(checks["V1"].passed)
        self.assertIn("dropped-row", checks["V1"].description)
        self.assertTrue(checks["V3"].passed)
        self.assertEqual(checks["V3"].description, "skipped")

    def test_a_moving_source_is_a_warning(self):
        project = self.project()
        project.answers(**{"public.film load": LOADED, "public.film reconcile": [{"exit": 1, "answer": reconciliation(tier("V1", "moved"))}]})
        result = project.run()
        check = self.checks(result)["V1"]
        self.assertEqual((check.passed, check.severity), (False, dg.AssetCheckSeverity.WARN))
        self.assertTrue(result.success)

    def test_a_reconciliation_that_breaks_leaves_the_load_visible(self):
        project = self.project()
        project.answers(**{"public.film load": LOADED, "public.film reconcile": [{"exit": 70, "stderr": "internal error"}]})
        result = project.run()
        self.assertFalse(result.success)
        self.assertIn("internal error", self.failure_text(result))
        self.assertEqual(self.materialised(result)["bronze/public/film"]["rows loaded"].value, 7)

    def test_wrong_program(self):
        project = self.project()
        project.answers(**{"public.film load": [{"text": "usage: something else"}]})
        self.assertIn("gave no JSON answer", self.failure_text(project.run()))
        project = self.project()
        os.environ["EKOS_LAKEHOUSE_BIN"] = "/nowhere/ekos-lakehouse"
        self.assertIn("Set EKOS_LAKEHOUSE_BIN", self.failure_text(project.run()))

    def test_odd_names(self):
        # keys as rules::assetKey writes them
        tables = ['public."it\'s"', 'public."a b"', 'public."a-b"', 'public."ёж"', 'public."a__b"', 'public."${run_id}"']
        keys = [("public", slug, table) for slug, table in zip(("it-27s", "a-20b", "a-2Db", "-D1-91-D0-B6", "a__b", "-24-7Brun_id-7D"), tables)]
        keys += [("public", "class", "public.class"), ("Sales.EU", "Film-2D1f2e", '"Sales.EU"."Film"'), ("a", "b__c", 'a."b__c"'), ("a__b", "c", 'a__b."c"')]
        project = self.project(keys)
        project.answers(**{f"{table} {command}": answer for _, _, table in keys for command, answer in (("load", LOADED), ("reconcile", GREEN))})
        result = project.run()
        self.assertTrue(result.success)
        self.assertEqual(set(self.materialised(result)), {f"bronze/{schema}/{slug}" for schema, slug, _ in keys})
        self.assertEqual({call["arguments"][3] for call in project.calls()}, {table for _, _, table in keys})

    def test_jobs_and_schedule(self):
        module = self.project(settings={"schedule": "*/15 * * * *", "time-zone": "Europe/Berlin", "parallelism": 3}).module()
        repository = module.defs.get_repository_def()
        self.assertEqual({job.name for job in repository.get_all_jobs() if not job.name.startswith("__")}, {"bronze", "bronze_in_process", "maintenance"})
        schedule, = repository.schedule_defs
        self.assertEqual((schedule.cron_schedule, schedule.execution_timezone, schedule.default_status, schedule.job_name),
                         ("*/15 * * * *", "Europe/Berlin", dg.DefaultScheduleStatus.RUNNING, "bronze"))
        os.environ["EKOS_LH_SCHEDULES"] = "off"
        try:
            self.assertEqual(self.project(settings={"schedule": "0 3 * * *"}).module().defs.get_repository_def().schedule_defs, [])
        finally:
            del os.environ["EKOS_LH_SCHEDULES"]
        self.assertEqual(self.project().module().defs.get_repository_def().schedule_defs, [])

    def test_no_tables(self):
        self.assertEqual(self.project(keys=()).module().defs.get_repository_def().schedule_defs, [])

    def test_multiprocess_and_cancel(self):
        """As Dagster runs it: one process a step; ending the run ends the program."""
        keys = [("public", name, f"public.{name}") for name in ("actor", "film")]
        project = self.project(keys)
        project.answers(**{"public.actor load": LOADED, "public.actor reconcile": GREEN, "public.film load": [{"sleep": 120}]})
        arguments = [sys.executable, "-m", "dagster", "job", "execute", "-f", str(project.location / "definitions.py"), "-d", str(project.location), "-j", "bronze"]
        process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ)
        limit = time.time() + 240
        under_way = {"public.actor reconcile", "public.film load"}
        while not under_way <= {call["name"] for call in project.calls()} and time.time() < limit:
            self.assertIsNone(process.poll(), "the run ended before both steps were under way")
            time.sleep(0.2)
        self.assertEqual(len({call["run_id"] for call in project.calls()}), 1)
        process.send_signal(signal.SIGINT)  # what Dagster's own termination sends to the run's process
        process.wait(timeout=120)
        # The other table's check may be over by now or be ended too; the load that sleeps must be ended.
        ended = [call["name"] for call in project.calls() if call.get("ended") == "SIGTERM"]
        self.assertIn("public.film load", ended)

    def test_a_thousand_tables(self):
        keys = [("public", f"table_{number}", f"public.table_{number}") for number in range(1000)]
        project = self.project(keys)
        start = time.process_time()
        repository = project.module().defs.get_repository_def()
        repository.get_all_jobs()
        assets = repository.asset_graph.get_all_asset_keys()
        print(f"1,000 tables: {time.process_time() - start:.1f} s of processor time to load", file=sys.stderr)
        self.assertEqual(len(assets), 1000)


if __name__ == "__main__":
    unittest.main(verbosity=2)
