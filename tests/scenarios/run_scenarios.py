#!/usr/bin/env python3
"""Runs scenario files on a stack that is up; README.md describes their form. Standard library only.

usage: run_scenarios.py --program PATH --stack installer/stack.sh --results FILE [--only TEXT] [--keep] FILE.scenario ...
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SHELL = pathlib.Path(__file__).with_name("scenario_shell.sh")
DEFAULT_LIMIT = 600


class Step:
    def __init__(self, line_number, command):
        self.line_number, self.command, self.expectations = line_number, command, []


class Scenario:
    """One file, parsed."""

    def __init__(self, path):
        self.path, self.name, self.source, self.needs = path, path.stem, None, []
        self.settings, self.writes_settings, self.steps = [], True, []
        for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            line = raw.strip()
            if not line or line.startswith("#"):
                continue
            if raw.startswith("$ "):
                self.steps.append(Step(number, raw[2:]))
            elif raw.startswith("> ") and self.steps:  # the command goes on
                self.steps[-1].command += "\n" + raw[2:]
            elif raw.startswith(" ") and self.steps:
                self.steps[-1].expectations.append((number, line))
            else:
                self.header(number, line)

    def header(self, number, line):
        word, _, rest = line.partition(" ")
        if word == "scenario":
            self.name = rest
        elif word == "source":
            self.source = rest
        elif word == "needs":
            self.needs.append(rest)
        elif word == "setting":
            self.settings.append(rest)
        elif line == "no settings":
            self.writes_settings = False
        else:
            raise SystemExit(f"{self.path}:{number}: not understood: {line}")


def at_path(value, path):
    for part in path.split("."):
        if part == "*":
            continue
        value = value[int(part)] if isinstance(value, list) else value[part]
    return value


def check(expectation, result):
    """The failure in words, or None."""
    code, out, err, seconds = result
    negative = expectation.startswith("no ")
    word, _, rest = (expectation[3:] if negative else expectation).partition(" ")
    if word == "exit":
        return None if code == int(rest) else f"exit code {code}, expected {rest}"
    if word in ("out", "err"):
        found = rest in (out if word == "out" else err)
        return None if found != negative else f"{'unexpected' if negative else 'missing'} on standard {'output' if word == 'out' else 'error'}: {rest}"
    if word == "within":
        return None if seconds <= float(rest) else f"took {seconds:.1f} s, expected at most {rest}"
    if word == "json":
        return check_json(rest, out)
    return f"expectation not understood: {expectation}"


def check_json(rest, out):
    match = re.match(r"(\S+) (==|count|contains) (.*)", rest)
    if not match:
        return f"expectation not understood: json {rest}"
    path, operator, text = match.groups()
    try:
        document = json.loads(out)
        value = at_path(document, path)
    except (ValueError, KeyError, IndexError, TypeError) as problem:
        return f"json {path}: {problem!r}"
    wanted = json.loads(text)
    good = value == wanted if operator == "==" else len(value) == wanted if operator == "count" else wanted in value
    return None if good else f"json {path} is {json.dumps(value, ensure_ascii=False)[:300]}, expected {operator} {text}"


class Runner:
    def __init__(self, arguments):
        self.arguments = arguments
        self.stack = str(pathlib.Path(arguments.stack).resolve())
        self.environment = dict(os.environ)
        exports = subprocess.run([self.stack, "env"], capture_output=True, text=True, check=True).stdout
        values = subprocess.run(["bash", "-c", exports + "\nenv -0"], capture_output=True, check=True).stdout.decode().split("\0")
        self.environment.update(value.split("=", 1) for value in values if "=" in value)

    def shell(self, command, folder, environment, limit):
        script = f". {SHELL}\n{command}"
        started = time.monotonic()
        process = subprocess.Popen(["bash", "-c", script], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, start_new_session=True)
        try:
            out, err = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
            err += f"\nstopped after {limit} s".encode()
        return process.returncode, out.decode(errors="replace"), err.decode(errors="replace"), time.monotonic() - started

    def environment_of(self, scenario, folder):
        slug = re.sub(r"[^a-z0-9]+", "_", scenario.path.stem.lower())
        program = pathlib.Path(self.arguments.program).resolve()
        return {**self.environment, "PATH": f"{program.parent}:{self.environment['PATH']}", "EKOS_LAKEHOUSE_BIN": str(program), "STACK": self.stack,
                "DB": f"scenario_{slug}", "CATALOG": f"scenario_{slug}", "PREFIX": f"{slug}_", "LOCATION": f"scenario-{slug}", "PROJECT": str(folder),
                "SOURCE": scenario.source or "", "EXTRA_SETTINGS": "\n".join(scenario.settings), "NO_COLOR": "1"}

    def missing_need(self, scenario):
        if "pagila" in scenario.needs and not os.environ.get("EKOS_PAGILA_DIR"):
            return "Pagila is not at hand; name its folder in EKOS_PAGILA_DIR"
        return None

    def run(self, scenario):
        report = {"name": scenario.name, "passed": 0, "failed": 0, "failures": []}
        if reason := self.missing_need(scenario):
            return {**report, "skipped": reason}
        folder = pathlib.Path(tempfile.mkdtemp(prefix="ekos-scenario-"))
        environment = self.environment_of(scenario, folder)
        try:
            setup = "set_up" + ("; write_settings" if scenario.writes_settings else "")
            code, out, err, _ = self.shell(setup, folder, environment, DEFAULT_LIMIT)
            if code:
                report["failed"] += 1
                report["failures"].append(f"it could not be set up: {out}{err}")
                return report
            for step in scenario.steps:
                if not self.run_step(scenario, step, folder, environment, report):
                    break
        finally:
            if not self.arguments.keep:
                self.shell("tear_down", folder, environment, DEFAULT_LIMIT)
                shutil.rmtree(folder, ignore_errors=True)
        return report

    def run_step(self, scenario, step, folder, environment, report):
        expectations = list(step.expectations)
        if not any(text.startswith("exit ") for _, text in expectations):
            expectations.insert(0, (step.line_number, "exit 0"))
        limit = next((float(text.split()[1]) for _, text in expectations if text.startswith("within ")), DEFAULT_LIMIT)
        result = self.shell(step.command, folder, environment, max(limit * 2, 60))
        failures = [(number, problem) for number, text in expectations if (problem := check(text, result))]
        report["passed"] += len(expectations) - len(failures)
        report["failed"] += len(failures)
        for number, problem in failures:
            report["failures"].append(f"{scenario.path.name}:{number}: {problem}")
        if failures:
            ends = (result[1][-2000:] + result[2][-2000:]).strip()
            report["failures"].append(f"  after: {step.command}\n  it printed: {ends}")
        return not failures


def main():
    parser = argparse.ArgumentParser()
    for option in ("--program", "--stack", "--results"):
        parser.add_argument(option, required=True)
    parser.add_argument("--only", default="")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_args()
    runner, reports = Runner(arguments), []
    for path in arguments.files:
        scenario = Scenario(pathlib.Path(path))
        if arguments.only not in scenario.path.stem:
            continue
        started = time.monotonic()
        report = runner.run(scenario)
        reports.append(report)
        outcome = "skipped" if report.get("skipped") else "FAILED" if report["failed"] else "passed"
        print(f"scenario {scenario.path.stem}: {outcome}, {report['passed']} checks ({time.monotonic() - started:.0f} s)", flush=True)
        for line in report["failures"]:
            print("   ", line, flush=True)
    pathlib.Path(arguments.results).write_text(json.dumps(reports, ensure_ascii=False), encoding="utf-8")
    sys.exit(1 if any(report["failed"] for report in reports) else 0)


main()
