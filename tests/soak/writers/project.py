"""The product as an operator has it: a project on a stack that is up, with a source of its own. Standard library only.

Takes the commands of the scenarios (../../scenarios/scenario_shell.sh) for the Trino catalog, the settings and the end.
"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile

SHELL = pathlib.Path(__file__).resolve().parents[2] / "scenarios" / "scenario_shell.sh"
COMMAND_SECONDS = 600
SETTLE_SECONDS = 20  # that a program has to end after it was asked to

SIGN_OFFS = """
for subject in scope pii conflicts identity write-behaviour glossary; do
  if ekos-lakehouse review show $subject --open --json | grep -c '"item":' >/dev/null; then
    ekos-lakehouse review decide $subject --filter "" --open --as-proposed --note "agreed"
  fi
done
ekos-lakehouse signoff approve --all --note "read by the test"
ekos-lakehouse lakehouse plan
"""
APPROVAL = """
ekos-lakehouse lakehouse extraction approve --note "read by the test"
ekos-lakehouse lakehouse generate
"""


class ProjectError(RuntimeError):
    """A command that did not end as it has to, with what it printed."""


def stack_environment(stack):
    """The environment with what the stack exports, and with the stack itself."""
    exports = subprocess.run([stack, "env"], capture_output=True, text=True, check=False)
    if exports.returncode != 0:
        raise ProjectError(f"{stack} env: {exports.stderr.strip()}")
    values = subprocess.run(["bash", "-c", exports.stdout + "\nenv -0"], capture_output=True, check=True).stdout.decode().split("\0")
    return {**os.environ, **dict(value.split("=", 1) for value in values if "=" in value), "STACK": stack}


class Project:
    """A context. `port` is the server that the product reads."""

    def __init__(self, program, environment, variant, database, port, settings):
        slug = "writers_" + variant.replace("-", "_")
        self.program, self.prefix, self.settings = program, slug + "_", settings
        self.folder = None
        self.environment = {**environment, "EKOS_LAKEHOUSE_BIN": program, "DB": database, "CATALOG": slug, "PREFIX": self.prefix, "LOCATION": slug.replace("_", "-"), "SOURCE": "",
                            "NO_COLOR": "1", "EKOS_STACK_PG_PORT": str(port)}

    def __enter__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="ekos-writers-project-"))
        try:
            self.shell("tear_down", may_fail=True)  # what a run that was killed left behind
            self.shell("create_catalog; write_settings")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.shell("tear_down", may_fail=True)
        shutil.rmtree(self.folder, ignore_errors=True)

    def shell(self, commands, may_fail=False):
        environment = {**self.environment, "PROJECT": str(self.folder), "EXTRA_SETTINGS": "\n".join(self.settings)}
        # The program may have another name than a person types. The server of the test goes at the end, so no database is dropped.
        script = f'. "{SHELL}"\nekos-lakehouse() {{ "$EKOS_LAKEHOUSE_BIN" "$@"; }}\ndrop_database() {{ :; }}\n' + ("" if may_fail else "set -e\n") + commands
        code, out, err = self.ended(["bash", "-c", script], environment)
        if code and not may_fail:
            raise ProjectError(f"exit code {code}: {(out[-1500:] + err[-1500:]).strip()}")
        return out

    def ended(self, command, environment):
        """Exit code, output and errors of a program, which is asked to end when this one is stopped meanwhile."""
        process = subprocess.Popen(command, cwd=self.folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8",
                                   errors="replace", start_new_session=True)
        try:
            out, err = process.communicate(timeout=COMMAND_SECONDS)
        except BaseException as problem:
            for number in (signal.SIGINT, signal.SIGKILL):  # the program cancels what it does; a shell waits for it
                try:
                    os.killpg(process.pid, number)
                    process.communicate(timeout=SETTLE_SECONDS)
                    break
                except (ProcessLookupError, subprocess.TimeoutExpired):
                    continue
            if isinstance(problem, subprocess.TimeoutExpired):
                raise ProjectError(f"{' '.join(command)[:300]}: stopped after {COMMAND_SECONDS} s") from problem
            raise
        return process.returncode, out, err

    def run(self, *words):
        """A command of the product: exit code, output, errors."""
        return self.ended([self.program, *words], {**self.environment, "PROJECT": str(self.folder)})

    def answer(self, *words):
        """What a command answers as JSON. Fails when its exit code is not 0."""
        code, out, err = self.run(*words, "--json")
        if code:
            raise ProjectError(f"{' '.join(words)}: exit code {code}: {(out[-800:] + err[-1500:]).strip()}")
        return json.loads(out)

    def trino(self, statement):
        code, out, err = self.ended([self.environment["STACK"], "sql", statement], self.environment)
        if code:
            raise ProjectError(f"Trino: {err.strip()[-1500:]}")
        return out

    def bronze(self, table):
        return f'lake."{self.prefix}public"."{table}"'
