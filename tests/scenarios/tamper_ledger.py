"""Damages a copy of a ledger: tamper_ledger.py change-byte|cut-tail FILE. Standard library only."""
import sqlite3
import sys

action, path = sys.argv[1:]
database = sqlite3.connect(path)
database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
    database.execute(f'DROP TRIGGER "{name}"')  # what guards the file from programs does not guard it from its owner
last = database.execute("SELECT max(seq) FROM entry").fetchone()[0]
if action == "change-byte":
    body = bytearray(database.execute("SELECT body FROM entry WHERE seq = ?", (last // 2,)).fetchone()[0])
    body[len(body) // 2] ^= 1
    database.execute("UPDATE entry SET body = ? WHERE seq = ?", (bytes(body), last // 2))
else:
    database.execute("PRAGMA foreign_keys = OFF")
    database.execute("DELETE FROM current WHERE seq > ?", (last - 3,))
    database.execute("DELETE FROM entry WHERE seq > ?", (last - 3,))
database.commit()
