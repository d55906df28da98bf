"""Writers: sessions that write to the source side by side, while loads go on."""
import threading
import time

from sql_session import GAVE_WAY, SqlError
from workload import Changes, Keys, TABLES, planned_transaction, role_of, statement_of

CLOCK_OFF_SECONDS = 2


class Pace:
    """How far the loads have come, for whoever waits for them."""

    def __init__(self):
        self.changed = threading.Condition()
        self.rounds = 0  # each table was loaded so many times
        self.is_over = False

    def round_ended(self):
        with self.changed:
            self.rounds += 1
            self.changed.notify_all()

    def end(self):
        with self.changed:
            self.is_over = True
            self.changed.notify_all()

    def wait(self, seconds, rounds=0):
        """Until so many seconds are over and so many rounds have ended in all; at once when the writing is over."""
        until = time.monotonic() + seconds
        with self.changed:
            while not self.is_over:
                left = until - time.monotonic()
                if left <= 0 and self.rounds >= rounds:
                    return
                self.changed.wait(left if left > 0 else 1.0)


class Tally:
    """What all writers did."""

    def __init__(self):
        self.lock = threading.Lock()
        self.counts = {"transactions": 0, "rolled-back": 0, "gave-way": 0, "savepoints-rolled-back": 0, "prepared": 0, "rows-written": 0}
        self.open = 0
        self.longest_loads = 0
        self.longest_seconds = 0.0

    def add(self, **counts):
        with self.lock:
            for name, count in counts.items():
                self.counts[name.replace("_", "-")] += count

    def began(self):
        with self.lock:
            self.open += 1

    def ended(self, loads, seconds):
        """A transaction that lasted across so many loads of each table. Only what was committed counts for the longest."""
        with self.lock:
            self.longest_loads = max(self.longest_loads, loads)
            self.longest_seconds = max(self.longest_seconds, seconds)

    def closed(self):
        with self.lock:
            self.open -= 1


class Writer(threading.Thread):
    """One session. `failure` says what went wrong, which ends the writing of all."""

    def __init__(self, index, session, run, pace, tally):
        super().__init__(name=f"writer-{index}", daemon=True)
        self.index, self.session, self.pace, self.tally = index, session, pace, tally
        self.seed, self.seconds = run.seed, run.seconds
        self.role = role_of(index, run.variant)
        # Half of the clocks are behind the source's, half are ahead of it.
        self.offset = (CLOCK_OFF_SECONDS if index % 2 else -CLOCK_OFF_SECONDS) if run.variant == "late-clock" else None
        self.keys = {table: Keys(index, run.writers) for table in TABLES}
        self.failure = None

    def run(self):
        number = 0
        try:
            while not self.pace.is_over:
                plan = planned_transaction(self.seed, self.index, number, self.role, self.seconds)
                self.transaction(plan)
                self.pace.wait(plan.pause)
                number += 1
        except Exception as problem:  # whatever it is, it is told by who waits for the writers
            self.failure = f"{self.name}: {problem}"
            self.pace.end()
        finally:
            self.session.close()

    def transaction(self, plan):
        changes = Changes(self.keys)
        self.tally.began()
        try:
            self.session.run("BEGIN")
            began, round_then = time.monotonic(), self.pace.rounds
            for step in plan.steps:
                self.step(step, changes)
            if plan.undone is not None:
                self.undo(plan.undone, changes)
            name = f"{self.name}-{plan.number}"
            if plan.is_prepared:
                self.session.run(f"PREPARE TRANSACTION '{name}'")
                self.tally.add(prepared=1)
            self.wait(plan, round_then, began, changes)
            self.session.run(("COMMIT" if plan.is_kept else "ROLLBACK") + (f" PREPARED '{name}'" if plan.is_prepared else ""))
            if plan.is_kept:
                changes.settle(plan.is_long)
                self.tally.add(transactions=1, rows_written=changes.rows)
                self.tally.ended(self.pace.rounds - round_then, time.monotonic() - began)
            else:
                self.tally.add(rolled_back=1)
        except SqlError as problem:
            if problem.state not in GAVE_WAY:
                raise
            self.session.run("ROLLBACK")
            self.tally.add(gave_way=1)
        finally:
            self.tally.closed()

    def step(self, step, changes):
        keys = changes.chosen(step)
        if keys:
            answer = self.session.run(statement_of(step, keys, self.index, self.offset))
            changes.note(step, keys)
            changes.rows += sum(line.isdigit() for line in answer)

    def undo(self, step, changes):
        self.session.run("SAVEPOINT part")
        if keys := changes.chosen(step):
            self.session.run(statement_of(step, keys, self.index, self.offset))
        self.session.run("ROLLBACK TO SAVEPOINT part")
        self.tally.add(savepoints_rolled_back=1)

    def wait(self, plan, round_then, began, changes):
        """Keeps the transaction open as long as it is planned, and writes now and then. When the writing is over, it ends at once."""
        for seconds, step in plan.late_steps:
            self.pace.wait(seconds)
            if self.pace.is_over:
                return
            self.step(step, changes)
        if plan.is_long:
            self.pace.wait(max(plan.seconds - (time.monotonic() - began), 0), round_then + plan.rounds)
