#!/usr/bin/env python3
"""Dagster's GraphQL interface, as far as the stack needs it. Standard library only.

usage: dagster_api.py URL state                  NAME<tab>LOADED|LOADING|FAILED for each code location
       dagster_api.py URL wait SECONDS NAME...   until these are loaded; status 1 and the error when one fails
       dagster_api.py URL sync SECONDS NAME...   reads the workspace file again, then like wait
       dagster_api.py URL reload SECONDS NAME    imports the code of one location again, then like wait
"""
import json
import sys
import time
import urllib.error
import urllib.request

ERROR = "__typename ... on PythonError { message stack causes { message stack } }"
LOCATIONS = """{ workspaceOrError { __typename ... on PythonError { message }
  ... on Workspace { locationEntries { name loadStatus locationOrLoadError { %s } } } } }""" % ERROR
READ_WORKSPACE = "mutation { reloadWorkspace { __typename ... on PythonError { message } ... on UnauthorizedError { message } } }"
RELOAD = """mutation($name: String!) { reloadRepositoryLocation(repositoryLocationName: $name) { __typename
  ... on PythonError { message } ... on UnauthorizedError { message }
  ... on ReloadNotSupported { message } ... on RepositoryLocationNotFound { message } } }"""


class Dagster:
    def __init__(self, url: str) -> None:
        self.url = url + "/graphql"
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def ask(self, query: str, timeout: float = 120, **variables: str) -> dict:
        body = json.dumps({"query": query, "variables": variables}).encode()
        request = urllib.request.Request(self.url, body, {"Content-Type": "application/json"})
        with self.opener.open(request, timeout=timeout) as answer:
            result = json.load(answer)
        if result.get("errors"):
            raise RuntimeError("; ".join(error["message"] for error in result["errors"]))
        return result["data"]

    def locations(self) -> dict[str, tuple[str, str]]:
        """Name -> (LOADED, LOADING or FAILED; the error's text)."""
        workspace = self.ask(LOCATIONS, timeout=30)["workspaceOrError"]
        if workspace["__typename"] != "Workspace":
            raise RuntimeError(workspace.get("message", workspace["__typename"]))
        result = {}
        for entry in workspace["locationEntries"]:
            load = entry["locationOrLoadError"] or {}
            if load.get("__typename") == "PythonError":
                result[entry["name"]] = ("FAILED", error_text(load))
            else:
                result[entry["name"]] = ("LOADED" if entry["loadStatus"] == "LOADED" and load else "LOADING", "")
        return result

    def wait(self, seconds: float, names: list[str]) -> int:
        end = time.monotonic() + seconds
        missing = dict.fromkeys(names, "")
        while missing:
            found = self.locations()
            for name in list(missing):
                state, error = found.get(name, ("MISSING", ""))
                if state == "LOADED":
                    del missing[name]
                elif state == "FAILED":
                    print(f"{name}: the code does not load\n{error}", file=sys.stderr)
                    return 1
                else:
                    missing[name] = state
            if missing and time.monotonic() > end:
                print("not loaded in time: " + ", ".join(f"{n} ({s})" for n, s in missing.items()), file=sys.stderr)
                return 1
            if missing:
                time.sleep(0.3)
        return 0


def error_text(error: dict) -> str:
    """The message, then the frames of what was raised first: those are in the project's own code."""
    causes = error.get("causes") or []
    parts = [error["message"].rstrip()]
    for cause in causes or [error]:
        parts.append("".join(cause.get("stack") or []).rstrip())
        if cause is not error:
            parts.append(cause["message"].rstrip())
    return "\n".join(part for part in parts if part)


def main(url: str, action: str, *rest: str) -> int:
    dagster = Dagster(url)
    if action == "state":
        for name, (state, _) in dagster.locations().items():
            print(name, state, sep="\t")
        return 0
    seconds, names = float(rest[0]), list(rest[1:])
    if action == "sync":
        check(dagster.ask(READ_WORKSPACE, timeout=seconds)["reloadWorkspace"])
    elif action == "reload":
        check(dagster.ask(RELOAD, timeout=seconds, name=names[0])["reloadRepositoryLocation"])
    return dagster.wait(seconds, names)


def check(answer: dict) -> None:
    # an error of the project's own code is reported by wait, with its stack
    if answer.get("message") and answer["__typename"] != "PythonError":
        raise RuntimeError(answer["message"])


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    try:
        sys.exit(main(*sys.argv[1:]))
    except (OSError, RuntimeError, urllib.error.URLError) as problem:
        sys.exit(f"Dagster at {sys.argv[1]}: {problem}")
