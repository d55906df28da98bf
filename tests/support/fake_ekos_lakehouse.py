#!/usr/bin/env python3
"""Stands in for the program in tests of the Dagster project: notes how it was called and answers as the file FAKE_PLAN says.

FAKE_PLAN is JSON: {"public.film load": [{"exit": 0, "answer": {…}, "stderr": "…", "sleep": 0}, …], …}; the n-th call of a table and command, or of a command for all tables,
gets the n-th entry, later ones the last. FAKE_LOG collects one JSON line a call, and one when a call was ended by SIGTERM.
"""
import fcntl
import json
import os
import signal
import sys
import time

command, options = sys.argv[2], sys.argv[3:]
run_id = options[options.index("--run-id") + 1]
name = f"{options[options.index('--table') + 1]} {command}" if "--table" in options else command


def note(**fields):
    with open(os.environ["FAKE_LOG"], "a+", encoding="utf-8") as log:
        fcntl.flock(log, fcntl.LOCK_EX)
        log.seek(0)
        before = sum(json.loads(line)["name"] == name and "ended" not in json.loads(line) for line in log)
        log.write(json.dumps({"name": name, "arguments": sys.argv[1:], "run_id": run_id, "cwd": os.getcwd(), **fields}, ensure_ascii=False) + "\n")
    return before


def terminated(*_):
    note(ended="SIGTERM")
    sys.exit(5)


signal.signal(signal.SIGTERM, terminated)
number = note()
with open(os.environ["FAKE_PLAN"], encoding="utf-8") as plan:
    steps = json.load(plan)[name]
step = steps[min(number, len(steps) - 1)]
time.sleep(step.get("sleep", 0))
sys.stderr.write(step.get("stderr", ""))
if "text" in step:
    sys.stdout.write(step["text"])
elif "answer" in step:
    json.dump(step["answer"], sys.stdout)
sys.exit(step.get("exit", 0))
