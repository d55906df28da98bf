#!/usr/bin/env python3
"""What the writers' test decides by itself, without servers: what is written, when it waits, what counts as wrong."""
import contextlib
import io
import os
import stat
import sys
import tempfile
import threading
import unittest
from unittest import mock

import writers
from comparison import compared
from sql_session import SqlError, SqlSession
from workload import FIRST_ROWS, MARGIN_SECONDS, SHARED_KEYS, TABLES, Changes, Keys, Step, planned_transaction, role_of, statement_of
from writer import Pace, Tally

SOURCE = "1\t3\tw\t0.10\tnote\t2024-01-01 00:00:00.000000\n2\t1\tw\t0.20\t<NULL>\t2024-01-01 00:00:00.000000"


def bronze(*rows):
    return "".join(row + "\n" for row in rows)


class ComparisonTest(unittest.TestCase):
    first, second = (line + "\tlive" for line in SOURCE.split("\n"))

    def kinds(self, text):
        difference = compared(SOURCE, text)
        return {kind: getattr(difference, kind) for kind in ("missing", "doubled", "older", "other", "surplus") if getattr(difference, kind)}

    def test_equal_rows_are_right(self):
        self.assertEqual(self.kinds(bronze(self.second, self.first)), {})

    def test_each_difference_has_its_name(self):
        third = self.second.replace("2\t1", "3\t1", 1)
        for text, expected in ((bronze(self.first), {"missing": [2]}),
                               (bronze(self.first, self.second.replace("live", "gone")), {"missing": [2]}),
                               (bronze(self.first, self.second, self.second), {"doubled": [2]}),
                               (bronze(self.first, self.second, self.second.replace("live", "gone")), {"doubled": [2]}),
                               (bronze(self.first.replace("1\t3", "1\t2", 1), self.second), {"older": [1]}),
                               (bronze(self.first.replace("note", "note "), self.second), {"other": [1]}),
                               (bronze(self.first, self.second.replace("<NULL>", "")), {"other": [2]}),
                               (bronze(self.first.replace(".000000", ".000001"), self.second), {"other": [1]}),
                               (bronze(self.first, self.second, third), {"surplus": [3]}),
                               (bronze(self.first, self.second, third.replace("live", "gone")), {})):
            with self.subTest(text=text):
                self.assertEqual(self.kinds(text), expected)

    def test_words_name_some_keys(self):
        difference = compared("\n".join(f"{key}\t1\tw\t0\tn\tt" for key in range(1, 8)), "")
        self.assertEqual(difference.in_words(("missing", "doubled")), ["7 keys are missing in bronze: 1, 2, 3, 4, 5 …"])


class WorkloadTest(unittest.TestCase):
    def plans(self, role, seconds=120.0, count=200):
        return [planned_transaction(1, 3, number, role, seconds) for number in range(count)]

    def test_a_seed_decides_everything(self):
        self.assertEqual(self.plans("slow"), self.plans("slow"))
        self.assertNotEqual(self.plans("slow")[0], planned_transaction(2, 3, 0, "slow", 120))
        self.assertNotEqual(self.plans("slow")[0], planned_transaction(1, 4, 0, "slow", 120))

    def test_roles(self):
        self.assertEqual([role_of(index, "plain") for index in range(5)], ["slow", "across", "quick", "quick", "slow"])
        self.assertEqual([role_of(index, "prepared-transaction") for index in (0, 1, 4)], ["prepared", "across", "slow"])

    def test_a_waiting_role_waits_from_the_beginning_and_brings_rows(self):
        for role in ("slow", "across", "prepared"):
            first = self.plans(role)[0]
            self.assertTrue(first.is_long and first.is_kept and first.rounds >= 2)
            self.assertEqual(first.is_prepared, role == "prepared")
            self.assertEqual({step.table for step in first.steps if step.kind == "insert"}, set(TABLES))
        self.assertGreater(self.plans("slow")[0].seconds, MARGIN_SECONDS)
        self.assertGreater(self.plans("prepared")[0].seconds, MARGIN_SECONDS)
        self.assertEqual(self.plans("slow", seconds=15.0)[0].seconds, 0)
        self.assertFalse(any(plan.is_long for plan in self.plans("quick")))

    def test_nobody_waits_for_a_shared_row(self):
        for role in ("slow", "across", "prepared", "quick"):
            for plan in self.plans(role):
                shared = [step.kind == "shared" for step in plan.steps]
                self.assertLessEqual(sum(shared), 0 if plan.is_long else 1)
                self.assertTrue(not any(shared[:-1]))
                self.assertFalse(any(step.kind == "shared" for _, step in plan.late_steps))

    def test_writers_own_different_rows(self):
        owned = [set(Keys(index, 8).live) for index in range(8)]
        self.assertEqual(sum(map(len, owned)), FIRST_ROWS - SHARED_KEYS)
        self.assertEqual(len(set().union(*owned)), FIRST_ROWS - SHARED_KEYS)

    def changes(self):
        return Changes({table: Keys(2, 8) for table in TABLES})

    def done(self, changes, kind, rows=1):
        step = Step(kind, "stock", rows, 100, "n", 0.3)
        keys = changes.chosen(step)
        changes.note(step, keys)
        return keys

    def test_what_a_long_transaction_wrote_is_left_alone(self):
        for is_long in (False, True):
            changes = self.changes()
            fresh, updated = self.done(changes, "insert", 2), self.done(changes, "update", 2)
            changes.settle(is_long)
            self.assertEqual({*fresh, *updated} <= set(changes.keys["stock"].live), not is_long)

    def test_deleted_rows_come_back_once(self):
        changes = self.changes()
        gone = self.done(changes, "delete")
        changes.settle(False)
        self.assertEqual(changes.keys["stock"].gone, gone)
        again = Changes(changes.keys)
        self.assertEqual(self.done(again, "again"), gone)
        self.assertEqual(self.done(again, "again"), [])
        again.settle(False)
        self.assertIn(gone[0], changes.keys["stock"].live)
        self.assertEqual(changes.keys["stock"].gone, [])

    def test_a_rolled_back_key_is_not_used_again(self):
        changes = self.changes()
        self.assertFalse(set(self.done(changes, "insert", 2)) & set(self.done(Changes(changes.keys), "insert", 2)))

    def test_statements(self):
        step = Step("update", "booking", 2, 1205, "it's", 0.0)
        self.assertEqual(statement_of(step, [5, 6], 1, None),
                         "UPDATE public.booking SET version = version + 1, writer = 1, amount = 12.05, note = 'it''s' WHERE id IN (5, 6) RETURNING id")
        self.assertIn("changed_at = '", statement_of(step, [5], 1, -2.0))
        self.assertIn("(7, 1, 1, 12.05, NULL)", statement_of(Step("insert", "stock", 1, 1205, None, 0.0), [7], 1, None))


class PaceTest(unittest.TestCase):
    def test_it_waits_for_rounds(self):
        pace = Pace()
        waiting = threading.Thread(target=pace.wait, args=(0, 2))
        waiting.start()
        pace.round_ended()
        waiting.join(0.05)
        self.assertTrue(waiting.is_alive())
        pace.round_ended()
        waiting.join(5)
        self.assertFalse(waiting.is_alive())

    def test_the_end_ends_every_wait(self):
        pace = Pace()
        waiting = threading.Thread(target=pace.wait, args=(600, 9))
        waiting.start()
        pace.end()
        waiting.join(5)
        self.assertFalse(waiting.is_alive())

    def test_the_longest_counts(self):
        tally = Tally()
        tally.ended(3, 1.5)
        tally.ended(2, 7.0)
        tally.add(rows_written=4)
        self.assertEqual((tally.longest_loads, tally.longest_seconds, tally.counts["rows-written"]), (3, 7.0, 4))


class SessionTest(unittest.TestCase):
    """Against a program that answers as psql does."""

    def session(self, answer):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        program = os.path.join(folder.name, "psql")
        with open(program, "w", encoding="utf-8") as file:
            file.write(f"#!{sys.executable}\nimport sys\nfor line in sys.stdin:\n    if line.startswith('\\\\echo'):\n        {answer}\n        sys.stdout.flush()\n")
        os.chmod(program, stat.S_IRWXU)
        session = SqlSession([program], dict(os.environ))
        self.addCleanup(session.close)
        return session

    def test_rows_of_an_answer(self):
        self.assertEqual(self.session("print('5\\n\\n6\\nend-of-statement false 00000')").run("SELECT 1"), ["5", "", "6"])

    def test_a_failure_has_its_state(self):
        with self.assertRaises(SqlError) as caught:
            self.session("print('ERROR:  no\\nend-of-statement true 40P01')").run("SELECT 1")
        self.assertEqual(caught.exception.state, "40P01")
        self.assertIn("ERROR:  no", str(caught.exception))

    def test_a_session_that_ends_is_a_failure(self):
        session = self.session("sys.exit('gone')")
        for _ in range(2):
            with self.assertRaises(SqlError):
                session.run("SELECT 1")


class ArgumentsTest(unittest.TestCase):
    def test_wrong_use(self):
        good = ["--program", sys.executable, "--stack", sys.executable, "--variant", "plain", "--results", "x.json"]
        for more in (["--variant", "odd"], ["--seconds", "0"], ["--writers", "1"], ["--program", "nowhere"], ["--results", "nowhere/x.json"], ["--odd"]):
            with self.subTest(more=more), mock.patch.object(sys, "argv", ["writers.py", *good, *more]), contextlib.redirect_stderr(io.StringIO()):
                with self.assertRaises(SystemExit) as caught:
                    writers.parsed_arguments()
                self.assertEqual(caught.exception.code, 2)

    def test_time_between_bounds(self):
        self.assertEqual(writers.seconds_between("2024-05-01T12:34:56.000000Z", "2024-05-01T13:34:56.500000Z"), 3600.5)


if __name__ == "__main__":
    unittest.main()
