"""Recomputes the chain of a ledger without our code: verify_ledger.py LEDGER [HASH-OF-THE-NEWEST-COMMIT]"""
import base64
import hashlib
import json
import sqlite3
import sys


def digest(domain, data):
    return "sha256:" + hashlib.sha256(domain + b"\n" + data).hexdigest()


def entry_hash(row):
    value = {
        "seq": row["seq"],
        "id": row["id"],
        "kind": row["kind"],
        "subject": {
            "id": row["subject"],
            "database": row["database"],
            "schema": row["schema"],
            "object": row["object"],
            "kind": row["subject_kind"],
            "part": row["part"],
        },
        "body": base64.b64encode(row["body"]).decode("ascii"),
        "recorded-at": row["recorded_at"],
        "actor": row["actor"],
    }
    for column in ("run", "prev"):
        if row[column] is not None:
            value[column] = row[column]
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return digest(b"ledger-entry/1", text.encode("utf-8"))


def main():
    ledger = sqlite3.connect("file:" + sys.argv[1] + "?mode=ro", uri=True)
    ledger.row_factory = sqlite3.Row
    sealed = sys.argv[2] if len(sys.argv) > 2 else None
    previous, last, hashes = None, 0, set()
    for row in ledger.execute(
        "SELECT entry.*, database, schema, object, s.kind AS subject_kind, part"
        " FROM entry LEFT JOIN subject AS s ON s.id = entry.subject ORDER BY seq"
    ):
        if row["seq"] != last + 1:
            sys.exit(print(f"entry {last + 1}: missing") or 1)
        if row["prev"] != previous:
            sys.exit(print(f"entry {row['seq']}: its link does not lead to the entry before it") or 1)
        if row["hash"] != entry_hash(row):
            sys.exit(print(f"entry {row['seq']}: its content does not fit its hash") or 1)
        previous, last = row["hash"], row["seq"]
        hashes.add(previous)
    for row in ledger.execute("SELECT digest, bytes FROM blob"):
        if row["digest"] != digest(b"blob/1", row["bytes"]):
            sys.exit(print(f"document {row['digest']}: changed") or 1)
    if sealed and sealed not in hashes:
        sys.exit(print(f"the entry {sealed} is not in the ledger: its end was cut off") or 1)
    print(f"{last} entries, head {previous}")


main()
