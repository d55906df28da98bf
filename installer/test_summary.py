"""Adds up what the tests said: ctest's results, the totals that each Qt test program prints, and the scenarios.

usage: test_summary.py RESULTS-FOLDER
Prints every failure, every skip and every known gap (a failure that a test expects) with its reason, then "N passed, N failed, N skipped".
A test with a known gap passed in all else. Exit code 1 when something failed.
"""
import json
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

TOTALS = re.compile(r"^Totals: (\d+) passed, (\d+) failed, (\d+) skipped", re.MULTILINE)
SKIP = re.compile(r"^SKIP\s*: (.*)$", re.MULTILINE)
FAIL = re.compile(r"^(?:FAIL!|XPASS)\s*: (.*)$", re.MULTILINE)
KNOWN_GAP = re.compile(r"^XFAIL\s*: (.*)$", re.MULTILINE)

passed = failed = 0
failures, skips, gaps = [], [], []


def add_ctest(path):
    global passed, failed
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        name, status = case.get("name"), case.get("status")
        output = case.findtext("system-out") or ""
        totals = TOTALS.findall(output)
        if status in ("disabled", "notrun") or case.find("skipped") is not None:
            skips.append(f"{name}: {(case.find('skipped').get('message') if case.find('skipped') is not None else status)}")
            continue
        good = status == "run" and case.find("failure") is None
        passed += sum(int(total[0]) for total in totals) if totals else int(good)
        inside = sum(int(total[1]) for total in totals)
        # A program that crashed or ran out of time failed once more than it could say.
        failed += inside if inside else int(not good)
        failures.extend(f"{name}: {line}" for line in FAIL.findall(output))
        if not good and not inside:
            failures.append(f"{name}: did not end well")
        skips.extend(f"{name}: {line}" for line in SKIP.findall(output))
        gaps.extend(f"{name}: {line}" for line in KNOWN_GAP.findall(output))


def add_scenarios(path):
    global passed, failed
    for scenario in json.loads(path.read_text(encoding="utf-8")):
        passed += scenario["passed"]
        failed += scenario["failed"]
        failures.extend(f"{scenario['name']}: {line}" for line in scenario["failures"])
        if scenario.get("skipped"):
            skips.append(f"{scenario['name']}: {scenario['skipped']}")


results = pathlib.Path(sys.argv[1])
for report in sorted(results.glob("*.xml")):
    add_ctest(report)
for report in sorted(results.glob("*.json")):
    add_scenarios(report)
for line in skips:
    print("skipped", line)
for line in gaps:
    print("known gap", line)
for line in failures:
    print("FAILED ", line)
if gaps:
    print(f"{len(gaps)} known gap{'s' if len(gaps) > 1 else ''}, in tests that passed in all else")
print(f"{passed} passed, {failed} failed" + (f", {len(skips)} skipped" if skips else ""))
sys.exit(1 if failed or not passed else 0)
