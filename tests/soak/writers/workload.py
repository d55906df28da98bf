"""What the writers are going to do. The same seed gives the same transactions; which rows they meet is up to what was committed before."""
import dataclasses
import datetime
import random

SHARED_KEYS = 20        # the first keys of each table, which every short transaction may update
FIRST_ROWS = 2000       # of each table, before any writer begins
KEYS_A_WRITER = 10_000_000
MARGIN_SECONDS = 60     # that a safe bound lies below the oldest transaction: what waits longer is protected by nothing else

TABLES = ("booking", "stock")
DELETED_FROM = "stock"  # nothing is ever deleted from the other one


@dataclasses.dataclass(frozen=True)
class Step:
    """One statement. `draw` decides which rows it is about, out of those that the writer has then."""
    kind: str  # insert, update, shared, delete, again
    table: str
    rows: int
    cents: int
    note: str | None
    draw: float


@dataclasses.dataclass(frozen=True)
class Transaction:
    """Steps at once; then, while loads go on, late steps one after the other; then its end."""
    number: int
    steps: tuple[Step, ...]
    late_steps: tuple[tuple[float, Step], ...]  # each after so many seconds
    undone: Step | None                         # inside a savepoint that is rolled back
    rounds: int                                 # it ends after so many further rounds of loads,
    seconds: float                              # and not before so many seconds
    is_kept: bool                               # committed in the end
    is_prepared: bool
    pause: float                                # seconds until the next one

    @property
    def is_long(self):
        return self.rounds > 0 or self.seconds > 0


def role_of(index, variant):
    """Of four writers one waits longer than the margin of the bound, one for several loads, and two are quick."""
    if index == 0 and variant == "prepared-transaction":
        return "prepared"
    return ("slow", "across", "quick", "quick")[index % 4]


def note_of(chance, label):
    """Mostly plain; some with what gets lost easily on the way."""
    special = (None, "", label + " ", "ü€ 'quoted' \" back\\slash", "NULL")
    return special[chance.randrange(len(special))] if chance.random() < 0.1 else label


def step_of(chance, label, may_share):
    table = chance.choice(TABLES)
    kinds = ["insert"] * 45 + ["update"] * 45 + (["shared"] * 8 if may_share else [])
    if table == DELETED_FROM:
        kinds += ["delete"] * 3 + ["again"] * 2
    kind = chance.choice(kinds)
    rows = 1 if kind in ("shared", "delete", "again") else chance.randint(1, 3)
    return Step(kind, table, rows, chance.randint(0, 9_999_999), note_of(chance, label), chance.random())


def planned_transaction(seed, writer, number, role, seconds):
    """The writer's transaction with this number; `seconds` is how long writers write in all."""
    chance = random.Random(f"{seed}/{writer}/{number}")
    label = f"writer {writer} transaction {number}"
    # Every fourth transaction of a writer that waits is a wait: the first one too, so that it spans loads from the beginning.
    is_long = role != "quick" and number % 4 == 0
    is_slow = is_long and role in ("slow", "prepared") and seconds >= MARGIN_SECONDS * 1.5
    is_prepared = is_long and role == "prepared"
    # Others would wait for a long transaction that holds a shared row, so only quick ones take one.
    may_share = not is_long
    steps = [step_of(chance, label, may_share) for _ in range(chance.randint(1, 3))]
    late_steps = ()
    if is_long:
        # Each long transaction brings rows to both tables: what goes missing is then sure to be rows.
        steps += [Step("insert", table, 2, chance.randint(0, 9_999_999), label, 0.0) for table in TABLES]
        if not is_prepared:
            late_steps = tuple((chance.uniform(1, 5), step_of(chance, label, False)) for _ in range(chance.randint(1, 4)))
    steps.sort(key=lambda step: step.kind == "shared")  # the shared row last, so that it is held for a moment only
    if sum(step.kind == "shared" for step in steps) > 1:
        # Two shared rows in any order could end in a deadlock.
        first = next(step for step in steps if step.kind == "shared")
        steps = [step for step in steps if step.kind != "shared"] + [first]
    undone = step_of(chance, label + " undone", False) if chance.random() < 0.2 else None
    return Transaction(number, tuple(steps), late_steps, undone, rounds=chance.randint(2, 4) if is_long else 0,
                       seconds=chance.uniform(MARGIN_SECONDS + 3, MARGIN_SECONDS + 13) if is_slow else 0.0, is_kept=number == 0 or chance.random() >= 0.12,
                       is_prepared=is_prepared, pause=chance.uniform(0.05, 0.3))


class Keys:
    """The rows of one writer in one table, as far as it committed them. Nobody else touches them."""

    def __init__(self, index, writers):
        self.live = [key for key in range(SHARED_KEYS + 1, FIRST_ROWS + 1) if key % writers == index]
        self.gone = []
        self.next_key = (index + 1) * KEYS_A_WRITER


class Changes:
    """What one transaction did to the keys of its writer, until its end is known."""

    def __init__(self, keys):
        self.keys = keys  # by table
        self.fresh = {table: [] for table in keys}
        self.touched = {table: set() for table in keys}
        self.deleted = {table: [] for table in keys}
        self.returned = {table: [] for table in keys}
        self.rows = 0

    def chosen(self, step):
        """The keys that a step is about; none where there are none."""
        mine, chance = self.keys[step.table], random.Random(step.draw)
        if step.kind == "insert":
            first = mine.next_key
            mine.next_key += step.rows  # also when it is rolled back: no key is used for two rows
            return list(range(first, first + step.rows))
        if step.kind == "shared":
            return [chance.randint(1, SHARED_KEYS)]
        taken = set(self.deleted[step.table])
        pool = [key for key in (mine.gone if step.kind == "again" else mine.live) if key not in taken and key not in self.returned[step.table]]
        return chance.sample(pool, min(step.rows, len(pool)))

    def note(self, step, keys):
        if step.kind == "insert":
            self.fresh[step.table] += keys
        elif step.kind == "update":
            self.touched[step.table].update(keys)
        elif step.kind == "delete":
            self.deleted[step.table] += keys
        elif step.kind == "again":
            self.returned[step.table] += keys

    def settle(self, is_long):
        """It was committed. What a long transaction wrote is left alone from then on: a later change would hide that it went missing."""
        for table, keys in self.keys.items():
            gone = set(self.deleted[table])
            retired = self.touched[table] if is_long else set()
            keys.live = [key for key in keys.live if key not in gone and key not in retired]
            if not is_long:
                keys.live += self.fresh[table] + self.returned[table]
            returned = set(self.returned[table])
            keys.gone = [key for key in keys.gone if key not in returned] + ([] if is_long else self.deleted[table])


def sql_text(text):
    return "NULL" if text is None else "'" + text.replace("'", "''") + "'"


def statement_of(step, keys, writer, offset_seconds):
    """The statement; `offset_seconds` is how far the application's clock is off where the application sets the watermark, else None."""
    listed = ", ".join(str(key) for key in keys)
    amount, note = f"{step.cents // 100}.{step.cents % 100:02d}", sql_text(step.note)
    moment = None
    if offset_seconds is not None:
        now = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=offset_seconds)
        moment = f"'{now:%Y-%m-%d %H:%M:%S.%f}+00'"
    table = f"public.{step.table}"
    if step.kind == "delete":
        return f"DELETE FROM {table} WHERE id IN ({listed}) RETURNING id"
    if step.kind in ("insert", "again"):
        columns = "id, writer, version, amount, note" + (", changed_at" if moment else "")
        rows = ", ".join(f"({key}, {writer}, 1, {amount}, {note}{', ' + moment if moment else ''})" for key in keys)
        return f"INSERT INTO {table} ({columns}) VALUES {rows} RETURNING id"
    moved = f", changed_at = {moment}" if moment else ""
    return f"UPDATE {table} SET version = version + 1, writer = {writer}, amount = {amount}, note = {note}{moved} WHERE id IN ({listed}) RETURNING id"


def schema_sql(has_trigger):
    """The tables with their first rows, which have an old watermark. With a trigger each write sets the watermark, by one clock or the other."""
    statements = []
    for table, clock in zip(TABLES, ("now()", "clock_timestamp()")):
        statements.append(f"""
CREATE TABLE public.{table} (id bigint PRIMARY KEY, writer integer NOT NULL, version integer NOT NULL, amount numeric(12,2) NOT NULL, note text, changed_at timestamptz NOT NULL);
INSERT INTO public.{table} SELECT i, 0, 1, i * 0.01, 'row ' || i, '2024-01-01Z' FROM generate_series(1, {FIRST_ROWS}) AS i;""")
        if has_trigger:
            statements.append(f"""
CREATE FUNCTION public.{table}_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changed_at := {clock};
  RETURN NEW;
END$$;
CREATE TRIGGER {table}_changed BEFORE INSERT OR UPDATE ON public.{table} FOR EACH ROW EXECUTE FUNCTION public.{table}_changed();""")
    return "\n".join(statements) + "\nANALYZE;\n"
