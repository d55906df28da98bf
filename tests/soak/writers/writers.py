#!/usr/bin/env python3
"""Writers write to incremental tables while loads run back to back; in the end bronze holds exactly what the source holds.

usage: writers.py --program PATH --stack installer/stack.sh --variant plain|prepared-transaction|replica|limited-role|late-clock
                  --seconds 120 --seed 1 --results FILE [--writers 8] [--expect-difference]

Needs a stack that is up, and takes a PostgreSQL server of its own as source. docs/operator/soak.md says what each variant is.
Exit code: 0 all is right; 1 something is wrong; 2 wrong use. With --expect-difference it is right that rows are missing: --program is
ekos-lakehouse-without-bound then. Standard library only.
"""
import argparse
import contextlib
import datetime
import json
import os
import pathlib
import signal
import sys
import threading
import time
import traceback

from comparison import BRONZE_SQL, SOURCE_SQL, compared
from postgres_servers import PostgresServers, ServerError
from project import APPROVAL, SIGN_OFFS, Project, ProjectError, stack_environment
from sql_session import SqlSession
from workload import DELETED_FROM, MARGIN_SECONDS, TABLES, schema_sql
from writer import CLOCK_OFF_SECONDS, Pace, Tally, Writer

VARIANTS = ("plain", "prepared-transaction", "replica", "limited-role", "late-clock")
DATABASE = "writers"
READER = "ekos"           # as the settings of the scenarios name it
OVERLAP_SECONDS = 3600    # late-arrival-minutes when nothing is set
LEAST_ROUNDS = 3          # else no transaction could last across two loads
DELETES_EVERY = 2         # rounds
WORDS_EVERY = 10          # seconds
GRACE_SECONDS = 600       # beyond --seconds, for the least rounds on a slow machine
MOST_LEFT_OUT = 4000      # rows; of many more above its bound a reconciliation says that the source moved
KEPT_WHOLE = next(table for table in TABLES if table != DELETED_FROM)
CHANGED_MEANWHILE = "the source changed while its deletes were looked for"


class Stopped(BaseException):
    """The test was asked to end before its time."""


class WriterTest:
    """One run, from the servers to the report."""

    def __init__(self, arguments):
        self.program = str(pathlib.Path(arguments.program).resolve())
        self.stack, self.environment = str(pathlib.Path(arguments.stack).resolve()), {}
        self.variant, self.seconds, self.seed, self.writers = arguments.variant, arguments.seconds, arguments.seed, arguments.writers
        self.expects_difference = arguments.expect_difference
        self.passed, self.failures = 0, []
        self.pace, self.tally, self.threads = Pace(), Tally(), []
        self.servers, self.project = None, None
        self.started = time.monotonic()
        self.figures = {"variant": self.variant, "seed": self.seed, "writers": self.writers, "seconds": self.seconds, "loads": 0, "rows-loaded": 0, "searches-for-deletes": 0,
                        "keys-deleted": 0, "longest-window-seconds": 0}
        self.windows = []  # seconds that each incremental load read again

    @property
    def name(self):
        return f"writers, {self.variant}{', without a safe bound' if self.expects_difference else ''}"

    # ---- checks ----------------------------------------------------------------------------------

    def check(self, is_right, failure):
        if is_right:
            self.passed += 1
        else:
            self.failures.append(failure)
            print(f"    wrong: {failure}", flush=True)
        return is_right

    def report(self):
        figures = {**self.figures, **self.tally.counts, "longest-transaction-loads": self.tally.longest_loads, "longest-transaction-seconds": round(self.tally.longest_seconds, 1),
                   "rounds": self.pace.rounds, "test-seconds": round(time.monotonic() - self.started, 1)}
        return {"name": self.name, "passed": self.passed, "failed": len(self.failures), "failures": self.failures, "skipped": "", "figures": figures}

    # ---- the whole -------------------------------------------------------------------------------

    def run(self):
        with contextlib.ExitStack() as undo:
            try:
                self.environment = stack_environment(self.stack)
                self.servers = undo.enter_context(PostgresServers())
                self.make_source()
                self.project = undo.enter_context(Project(self.program, self.environment, self.variant, DATABASE, self.source.port, self.settings()))
                undo.callback(self.end_writers)
                self.make_project()
                self.load_while_written()
                self.compare()
            finally:
                ignore_signals()  # what is left behind is removed, however often somebody presses Ctrl+C

    # ---- before ----------------------------------------------------------------------------------

    @property
    def primary(self):
        return self.servers.primary

    @property
    def source(self):
        """What the product reads."""
        return self.servers.standby or self.servers.primary

    def settings(self):
        settings = ["require-signoff = true", "require-plan-approval = true"]
        if self.variant == "late-clock":
            settings.append('application-watermark = "changed_at"')
            if self.expects_difference:  # where no trigger sets the watermark the overlap protects as well, whatever the bound
                settings.append("late-arrival-minutes = 0")
            settings += ["[observe]", 'paths = ["app"]']
        return settings

    def make_source(self):
        # The one that Trino has for the source of a project.
        password = self.environment["EKOS_LH_PG_PASSWORD"].replace("'", "''")
        self.primary.sql(f"CREATE DATABASE {DATABASE};\nCREATE ROLE {READER} LOGIN PASSWORD '{password}';\nALTER ROLE {READER} SET default_transaction_read_only = on;", "postgres")
        if self.variant != "limited-role":
            self.primary.sql(f"GRANT pg_read_all_stats TO {READER}", "postgres")
        self.primary.sql(schema_sql(self.variant != "late-clock") + f"GRANT USAGE ON SCHEMA public TO {READER};\nGRANT SELECT ON ALL TABLES IN SCHEMA public TO {READER};", DATABASE)
        if self.variant == "replica":
            self.servers.add_standby()
            self.servers.wait_for_standby()

    def make_project(self):
        booking, stock = (f"public.{table}" for table in TABLES)
        code, decisions, changes = "", "", ""
        if self.variant == "late-clock":
            # The two ways to an application's watermark: it is signed that the code sets it, or a person asks for it against the facts.
            code = f"mkdir app && echo 'UPDATE {booking} SET amount = 1, changed_at = now() WHERE id = 1;' >app/booking.sql\n"
            decisions = f'ekos-lakehouse review decide write-behaviour {booking} --decision update=raw_sql_sets_updated --reason "the application sets changed_at on every write"\n'
            changes = f'ekos-lakehouse lakehouse extraction change --table {stock} --incremental --reason "the application sets changed_at on every write"\n'
        self.project.shell(code + "ekos-lakehouse init\nekos-lakehouse analyze\n" + decisions + SIGN_OFFS + changes + APPROVAL)
        proofs = ("application", "person") if self.variant == "late-clock" else ("trigger", "trigger")
        for table, proof in zip(TABLES, proofs):
            decision = self.project.answer("lakehouse", "extraction", "show", "--table", f"public.{table}")["detail"]["planned"]["decision"]
            found = (decision["mode"], (decision.get("watermark") or {}).get("column"), (decision.get("watermark") or {}).get("proof"))
            if not self.check(found == ("incremental", "changed_at", proof), f"{table} is planned as {found}, expected incremental by changed_at, proved by {proof}"):
                raise ProjectError("the plan is not the one that this test is about")
        for table in TABLES:
            self.check(self.load(table)["kind"] == "full", f"the first load of {table} is not a full one")
        print(f"  {self.name}: source and project are made ({time.monotonic() - self.started:.0f} s)", flush=True)

    # ---- while writers write ---------------------------------------------------------------------

    def load(self, table):
        report = self.project.answer("lakehouse", "load", "--table", f"public.{table}")
        self.figures["loads"] += 1
        self.figures["rows-loaded"] += report["rows-loaded"]
        if report["kind"] == "incremental":
            self.windows.append(seconds_between(report["lower-bound"], report["upper-bound"]))
        return report

    def load_all(self):
        for table in TABLES:
            if self.load(table)["kind"] != "incremental":
                self.check(False, f"a load of {table} behind the first one reads every row")

    def search_deletes(self, may_be_disturbed=False):
        """A person who is told that the source changed meanwhile looks again; here the next search does."""
        code, out, err = self.project.run("lakehouse", "deletes", "--table", f"public.{DELETED_FROM}", "--json")
        if code and not (may_be_disturbed and CHANGED_MEANWHILE in out + err):
            raise ProjectError(f"deletes: exit code {code}: {(out[-800:] + err[-1500:]).strip()}")
        self.figures["searches-for-deletes"] += 1
        if code == 0:
            self.figures["keys-deleted"] += json.loads(out)["deleted"]

    def start_writers(self):
        settings = "-c statement_timeout=60s -c lock_timeout=20s -c client_min_messages=error -c timezone=UTC"
        for index in range(self.writers):
            environment = self.primary.environment(PGAPPNAME=f"writer-{index}", PGOPTIONS=settings)
            self.threads.append(Writer(index, SqlSession(self.primary.psql(DATABASE), environment), self, self.pace, self.tally))
        for thread in self.threads:
            thread.start()

    def end_writers(self):
        """Each ends the transaction that it has open. One that hangs loses its session, so that nothing waits for it forever."""
        self.pace.end()
        for thread in self.threads:
            if not thread.is_alive():
                continue
            thread.join(70)
            if thread.is_alive():
                thread.session.process.kill()
                thread.join(10)

    def load_while_written(self):
        self.start_writers()
        began = time.monotonic()
        words = threading.Thread(target=self.say_how_far, args=(began,), daemon=True)
        words.start()
        try:
            while not self.pace.is_over and (time.monotonic() - began < self.seconds or self.pace.rounds < LEAST_ROUNDS):
                self.load_all()
                self.pace.round_ended()
                # A search for deletes brings keys that bronze lacks: where loads are expected to lose some, nothing may mend it.
                if not self.expects_difference and self.pace.rounds % DELETES_EVERY == 0:
                    self.search_deletes(may_be_disturbed=True)
                if time.monotonic() - began > self.seconds + GRACE_SECONDS:
                    break
        finally:
            self.end_writers()
            words.join(WORDS_EVERY)
        self.figures["written-for-seconds"] = round(time.monotonic() - began, 1)
        self.check(self.pace.rounds >= LEAST_ROUNDS, f"only {self.pace.rounds} loads of each table ended while writers wrote")
        self.check_writers()

    def say_how_far(self, began):
        while not self.pace.is_over:
            self.pace.wait(WORDS_EVERY)
            counts = self.tally.counts
            print(f"  {time.monotonic() - began:4.0f} s: {self.figures['loads']} loads, {self.figures['rows-loaded']} rows loaded, {counts['transactions']} transactions committed, "
                  f"{counts['rolled-back']} rolled back, {self.tally.open} open, {counts['rows-written']} rows written", flush=True)

    def check_writers(self):
        failures = [thread.failure for thread in self.threads if thread.failure]
        self.check(not failures, f"writers failed: {'; '.join(failures)}")
        self.check(not any(thread.is_alive() for thread in self.threads), "a writer did not end")
        counts = self.tally.counts
        self.check(self.tally.longest_loads >= 2, f"no transaction lasted across two loads; the longest saw {self.tally.longest_loads}")
        if self.seconds >= MARGIN_SECONDS * 1.5:
            self.check(self.tally.longest_seconds > MARGIN_SECONDS, f"no transaction lasted longer than the {MARGIN_SECONDS} s below which a bound lies anyway")
        if self.variant == "prepared-transaction":
            self.check(counts["prepared"] > 0, "no transaction was prepared")
        still_open = self.primary.sql("SELECT (SELECT count(*) FROM pg_prepared_xacts) + (SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'writer-%' AND xact_start IS NOT NULL)", DATABASE)
        self.check(still_open == "0", f"{still_open} transactions are still open")

    # ---- after -----------------------------------------------------------------------------------

    def compare(self):
        if self.servers.standby:
            self.servers.wait_for_standby()
        self.load_all()
        self.check_windows()
        # What loads alone brought. Of rows that were deleted they know nothing.
        lost = self.compare_all(("missing", "doubled", "older", "other"), are_deletes_known=False)
        if self.expects_difference:
            self.check(lost[KEPT_WHOLE] > 0, f"no row of {KEPT_WHOLE} is missing, although the bound looks at no transaction")
            self.reconcile(is_equal=False)
            return
        self.search_deletes()
        self.compare_all(("missing", "doubled", "older", "other", "surplus"), are_deletes_known=True)
        if self.seconds >= MARGIN_SECONDS or self.tally.counts["rows-written"] > MOST_LEFT_OUT:
            # Reconciliation compares below the bound of the last load, which lies a minute back: a load after that covers every row.
            self.wait_until_settled()
            self.load_all()
            self.search_deletes()
            self.compare_all(("missing", "doubled", "older", "other", "surplus"), are_deletes_known=True)
        self.reconcile(is_equal=True)

    def check_windows(self):
        self.figures["longest-window-seconds"] = round(max(self.windows, default=0))
        overlapping = sum(window > OVERLAP_SECONDS - MARGIN_SECONDS for window in self.windows)
        self.figures["loads-with-overlap"] = overlapping
        if self.expects_difference:
            self.check(overlapping == 0, f"{overlapping} loads read an overlap, although both protections are off")
        elif self.variant == "plain":
            self.check(overlapping == 0, f"{overlapping} loads read an overlap, although every transaction can be seen")
        elif self.variant == "prepared-transaction":
            self.check(0 < overlapping, "no load read an overlap, although a transaction was prepared")
        else:
            self.check(overlapping == len(self.windows), f"only {overlapping} of {len(self.windows)} loads read an overlap")

    def compare_all(self, kinds, are_deletes_known):
        """Of both tables; returns how many rows of each are missing. Where a difference is expected, only doubled rows are wrong."""
        lost = {}
        for table in TABLES:
            difference = compared(self.primary.sql(SOURCE_SQL.format(table=table), DATABASE), self.project.trino(BRONZE_SQL.format(table=self.project.bronze(table))))
            lost[table] = len(difference.missing)
            for kind in ("missing", "doubled", "older", "other"):  # at its worst: a later load or search may mend it
                name = f"{table}-{kind}"
                self.figures[name] = max(self.figures.get(name, 0), len(getattr(difference, kind)))
            self.figures[f"{table}-rows"] = difference.source_rows
            wrong = ("doubled",) if self.expects_difference else kinds
            if table == KEPT_WHOLE and "surplus" not in wrong:
                wrong += ("surplus",)  # nothing was deleted there, and what was rolled back was never there
            when = "after the search for deletes" if are_deletes_known else "after the last load"
            for kind in wrong:
                words = difference.in_words((kind,))
                self.check(not words, f"{table}, {when}: {''.join(words)}")
        return lost

    def wait_until_settled(self):
        wanted = MARGIN_SECONDS + CLOCK_OFF_SECONDS + 1
        print(f"  waiting until the last write is {wanted} s ago, below the bound of a further load", flush=True)
        greatest = " UNION ALL ".join(f"SELECT max(changed_at) AS at FROM public.{table}" for table in TABLES)
        limit = time.monotonic() + wanted + 30
        while self.primary.sql(f"SELECT clock_timestamp() - max(at) > interval '{wanted} seconds' FROM ({greatest}) AS newest", DATABASE) != "t":
            if time.monotonic() > limit:
                raise ProjectError("somebody goes on writing to the source")
            time.sleep(1)

    def reconcile(self, is_equal):
        code, out, err = self.project.run("lakehouse", "reconcile", "--json")
        try:
            tables = json.loads(out)["tables"]
        except (ValueError, KeyError, TypeError):
            self.check(False, f"reconcile: exit code {code}: {(out[-800:] + err[-1500:]).strip()}")
            return
        outcomes = {f"{table['table']} {tier['tier']}": tier["outcome"] for table in tables for tier in table["tiers"]}
        said = ", ".join(f"{tier} {outcome}" for tier, outcome in outcomes.items())
        self.check(len(tables) == len(TABLES), f"{len(tables)} tables were reconciled: {said}")
        if is_equal:
            self.check(code == 0 and set(outcomes.values()) == {"equal"}, f"the reconciliation does not agree: exit code {code}, {said}")
        else:  # rows of the other table may differ for not having looked for deletes
            seen = {outcomes.get(f"public.{KEPT_WHOLE} {tier}") for tier in ("V1", "V3")}
            self.check(code == 1 and seen == {"mismatch"}, f"the reconciliation did not see that rows are missing: exit code {code}, {said}")


def seconds_between(earlier, later):
    return (datetime.datetime.fromisoformat(later) - datetime.datetime.fromisoformat(earlier)).total_seconds()


def ignore_signals():
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)


def stop_on_signals():
    def stop(number, _):
        raise Stopped(signal.Signals(number).name)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)


def parsed_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True, help="ekos-lakehouse, or the test build without a safe bound")
    parser.add_argument("--stack", required=True, help="installer/stack.sh of a stack that is up")
    parser.add_argument("--variant", required=True, choices=VARIANTS)
    parser.add_argument("--seconds", type=float, default=120, help="how long writers write [120]")
    parser.add_argument("--seed", type=int, default=1, help="decides what they write [1]")
    parser.add_argument("--writers", type=int, default=8, help="at least 2 [8]")
    parser.add_argument("--results", required=True, help="where the report goes, as JSON")
    parser.add_argument("--expect-difference", action="store_true", help="right only when rows are missing")
    arguments = parser.parse_args()
    for path in (arguments.program, arguments.stack):
        if not os.access(path, os.X_OK) or os.path.isdir(path):
            parser.error(f"{path} is no program")
    if not 0 < arguments.seconds <= 86_400:
        parser.error("--seconds is more than 0 and at most a day")
    if not 2 <= arguments.writers <= 50:
        parser.error("--writers is 2 to 50")
    if not pathlib.Path(arguments.results).resolve().parent.is_dir():
        parser.error(f"the folder of {arguments.results} is not there")
    return arguments


def main():
    arguments = parsed_arguments()
    stop_on_signals()
    test = WriterTest(arguments)
    try:
        test.run()
    except Stopped as signal_name:
        test.check(False, f"stopped by {signal_name} before its end")
    except (ServerError, ProjectError) as problem:
        test.check(False, str(problem))
    except Exception as problem:  # whatever it is, the report says so
        traceback.print_exc()
        test.check(False, f"{type(problem).__name__}: {problem}")
    report = test.report()
    pathlib.Path(arguments.results).write_text(json.dumps([report], ensure_ascii=False, indent=1), encoding="utf-8")
    figures = report["figures"]
    print(f"{test.name}, seed {test.seed}: {'FAILED' if report['failed'] else 'passed'}, {report['passed']} checks, {figures['loads']} loads, {figures['transactions']} transactions, "
          f"the longest across {figures['longest-transaction-loads']} loads and {figures['longest-transaction-seconds']} s ({figures['test-seconds']:.0f} s)", flush=True)
    return 1 if report["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
