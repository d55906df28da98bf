"""Source and bronze, row by row. Knows nothing of how rows were loaded."""
import dataclasses

SHOWN_KEYS = 5

# Both sides print a row in the same words: key, version, then the rest of its content. Bronze adds whether it is live.
SOURCE_SQL = """
SELECT id, version, writer, amount, coalesce(note, '<NULL>'), to_char(changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') FROM public.{table}"""
BRONZE_SQL = """
SELECT id, version, writer, CAST(amount AS varchar), coalesce(note, '<NULL>'), CAST(CAST(changed_at AT TIME ZONE 'UTC' AS timestamp(6)) AS varchar),
    CASE WHEN _ekos_deleted_at IS NULL THEN 'live' ELSE 'gone' END
FROM {table}"""


@dataclasses.dataclass
class Difference:
    """Keys by what is wrong with them."""
    source_rows: int = 0
    live_rows: int = 0
    missing: list = dataclasses.field(default_factory=list)   # the source has them, bronze has no live row
    doubled: list = dataclasses.field(default_factory=list)   # bronze has several rows, live or not
    older: list = dataclasses.field(default_factory=list)     # bronze has an earlier version
    other: list = dataclasses.field(default_factory=list)     # bronze has the same or a later version with another content
    surplus: list = dataclasses.field(default_factory=list)   # live in bronze, and not in the source

    def in_words(self, kinds):
        """What is wrong of these kinds, a line each."""
        words = {"missing": "keys are missing in bronze", "doubled": "keys are doubled in bronze", "older": "rows of bronze are older than the source's",
                 "other": "rows of bronze have another content than the source's", "surplus": "live rows of bronze are not in the source"}
        lines = []
        for kind in kinds:
            keys = getattr(self, kind)
            if keys:
                lines.append(f"{len(keys)} {words[kind]}: {', '.join(map(str, keys[:SHOWN_KEYS]))}{' …' if len(keys) > SHOWN_KEYS else ''}")
        return lines


def rows_of(text):
    """The rows of an answer whose values are separated by tabs."""
    return [line.split("\t") for line in text.split("\n") if line]


def compared(source_text, bronze_text):
    source = {int(row[0]): row[1:] for row in rows_of(source_text)}
    bronze, copies = {}, {}
    for row in rows_of(bronze_text):
        key = int(row[0])
        copies[key] = copies.get(key, 0) + 1
        if row[-1] == "live":
            bronze[key] = row[1:-1]
    difference = Difference(source_rows=len(source), live_rows=len(bronze), doubled=sorted(key for key, count in copies.items() if count > 1))
    for key in sorted(source):
        if key not in bronze:
            difference.missing.append(key)
        elif int(bronze[key][0]) < int(source[key][0]):
            difference.older.append(key)
        elif bronze[key] != source[key]:
            difference.other.append(key)
    difference.surplus = sorted(bronze.keys() - source.keys())
    return difference
