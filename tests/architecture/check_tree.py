#!/usr/bin/env python3
"""Compares the source tree with the rules of docs/developer/architecture.md.

Usage: check_tree.py ROOT        prints one line a finding; exit code 1 when there is one.
"""
import os
import re
import sys

# Who may use whom. A module may always use itself; of the adapters each only itself.
MAY_USE = {
    "base": [],
    "describe": ["base"],
    "text": ["base"],
    "graph": ["base"],
    "model": ["base", "describe", "text"],
    "rules": ["model", "describe", "text", "graph", "base"],
    "ports": ["model", "base"],
    "api": ["model", "describe", "text", "base"],
    "usecases": ["api", "rules", "ports", "model", "describe", "text", "graph", "base"],
    "adapters": ["ports", "model", "describe", "base"],
    "wire": ["api", "describe", "model", "base"],
    "remote": ["api", "wire", "describe", "model", "base"],
    "views/kit": ["text", "graph", "base"],
    "views/shell": ["api", "model", "describe", "text", "graph", "base", "views/kit"],
    "views/pages": ["api", "model", "describe", "text", "graph", "base", "views/kit", "views/shell"],
    "app/cli": ["api", "model", "describe", "text", "base"],
    "app/common": ["usecases", "adapters", "ports", "model", "base"],
    "app/desktop": ["api", "usecases", "ports", "model", "describe", "text", "graph", "base", "views/kit", "views/shell", "views/pages", "app/common"],
}

# Files that wire a program together: they choose, connect and start, so they see everything.
WIRING = {"app/cli/main.cpp", "app/cli/local_commands.cpp"}

# A library's headers, and the only files that see them. Headers in this list are private to their folder.
LIBRARIES = {
    r"CLI/": ["app/cli/command_line.cpp"],
    r"nlohmann/": ["core/describe/json_reader.cpp", "core/adapters/http_services/json_value.cpp"],
    r"toml(\+\+|plusplus)?/": ["core/adapters/project/settings_reader.cpp"],
    r"pqxx/": ["core/adapters/postgres/pqxx_connection.h"],
    r"libpq": ["core/adapters/postgres/connection_parameters.cpp", "core/adapters/postgres/connector.cpp", "core/adapters/postgres/session.cpp"],
    r"git2": ["core/adapters/git/git_handles.h"],
    r"sqlite3": ["core/adapters/ledger_sqlite/database_format.cpp", "core/adapters/ledger_sqlite/sqlite_connection.cpp",
                 "core/adapters/ledger_sqlite/sqlite_error.cpp", "core/adapters/ledger_sqlite/sqlite_statement.cpp"],
    r"curl/": ["core/adapters/http_services/curl_transport.cpp"],
    r"openssl/": ["core/base/file_digest.cpp"],
    r"pg_query": ["core/rules/catalog/postgres_syntax.cpp"],
    r"qt6keychain/": ["core/adapters/keychain/keychain_secret_store.cpp"],
    r"KSyntaxHighlighting": ["views/kit/sql_highlighter_ksyntax.cpp"],
}

# Blocking, processes and nested event loops: not in what also runs in a browser.
FORBIDDEN = re.compile(r"\b(QProcess|QThread|QFuture|QtConcurrent|QSqlDatabase|QEventLoop|QRestAccessManager|QHttpMultiPart|QTimeZone|QTcpSocket|QLocalSocket)\b|[.>]exec\s*\(")
MAY_BLOCK = ("core/adapters/", "core/usecases/", "app/")

MOST_LINES = 400
# path: why it is longer
LONG_FILES = {}

VAGUE_FOLDERS = {"utils", "util", "helpers", "helper", "common", "misc"}

# Absolute paths of the machine that something was written on.
MACHINE_PATH = re.compile(r"(?<![\w.$}*~-])/(?:" + "|".join(["wo" + "rk", "ro" + "ot", "ho" + "me", "Us" + "ers"]) + r")/[\w.-]+")
TEMPORARY_PATH = re.compile(r"(?<![\w.$}*~-])/" + "t" + r"mp/[\w.%-]+")
# path: why it names a temporary path
TEMPORARY_PATHS_ALLOWED = {"installer/stack/seaweedfs.sh": "the server makes its sockets there by itself"}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def files_below(root, folders, endings):
    for folder in folders:
        for directory, names, files in os.walk(os.path.join(root, folder)):
            names.sort()
            for name in sorted(files):
                if name.endswith(endings):
                    yield os.path.relpath(os.path.join(directory, name), root).replace(os.sep, "/")


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read()


def without_comments_and_texts(code):
    """The code with comments and literals blanked, so that words in them do not count."""
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|R"(?P<tag>[^()\\\s]*)\(.*?\)(?P=tag)"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.DOTALL)
    return pattern.sub(lambda match: "\n" * match.group(0).count("\n") if match.group(0).startswith("/") else '""', code)


def module_of(path):
    """("adapters", "adapters/git") for core/adapters/git/x.h: the module in the table, and what counts as itself."""
    parts = path.split("/")
    if parts[0] == "core":
        module = parts[1]
        return module, "/".join(parts[1:3]) if module == "adapters" else module
    name = "/".join(parts[:2])
    # No page uses another one.
    return name, "/".join(parts[:3]) if name == "views/pages" else name


def resolve(root, including, include):
    """Where "model/name.h" is; include roots are core, app and views."""
    for base in ("core", "app", "views", "", os.path.dirname(including)):
        path = os.path.normpath(os.path.join(base, include)).replace(os.sep, "/")
        if os.path.isfile(os.path.join(root, path)):
            return path
    return None


def check_includes(root, sources):
    for path in sources:
        module, itself = module_of(path)
        if module not in MAY_USE:
            yield path, f"the folder {module} is no module of the architecture"
            continue
        for kind, include in INCLUDE.findall(read(root, path)):
            if kind == "<":
                continue
            target = resolve(root, path, include)
            if target is None:
                yield path, f'"{include}" is not there'
                continue
            other, other_itself = module_of(target)
            if other_itself == itself or path in WIRING:
                continue
            if other == module == "adapters":
                yield path, f'an adapter includes another: "{include}"'
            elif other not in MAY_USE[module]:
                yield path, f'{module} may not use {other}: "{include}"'


def check_libraries(root, sources):
    private = {path for files in LIBRARIES.values() for path in files if path.endswith(".h")}
    for path in sources:
        for kind, include in INCLUDE.findall(read(root, path)):
            for library, allowed in LIBRARIES.items():
                if kind == "<" and re.match(library, include) and path not in allowed:
                    yield path, f"<{include}> is hidden in {', '.join(allowed)}"
            if kind == "<":
                continue
            target = resolve(root, path, include)
            if target in private and path not in private:
                if os.path.dirname(target) != os.path.dirname(path):
                    yield path, f'"{include}" shows a library and stays in its folder'
                elif path.endswith(".h") and is_included_from_outside(root, path, sources):
                    yield path, f'"{include}" shows a library to whoever includes this header'


def is_included_from_outside(root, header, sources):
    folder = os.path.dirname(header)
    for path in sources:
        if os.path.dirname(path) == folder:
            continue
        for kind, include in INCLUDE.findall(read(root, path)):
            if kind == '"' and resolve(root, path, include) == header:
                return True
    return False


def check_code(root, sources):
    for path in sources:
        text = read(root, path)
        lines = text.count("\n")
        if lines > MOST_LINES and path not in LONG_FILES:
            yield path, f"{lines} lines; more than {MOST_LINES} are split along a seam, or listed with a reason"
        if path.endswith(".h") and not re.search(r"^#pragma once$", text, re.MULTILINE):
            yield path, "no #pragma once"
        if path.endswith(".h") and re.search(r"^using namespace ", text, re.MULTILINE):
            yield path, "a header opens a namespace for everyone who includes it"
        module = module_of(path)[0]
        namespace = "app" if path.startswith("app/") else module.split("/")[0]
        if path.endswith(".h") and f"namespace lakehouse::{namespace}" not in text:
            yield path, f"declares nothing in lakehouse::{namespace}"
        if re.search(r"\bTODO\b(?!\(#\d+\))", text):
            yield path, "a TODO without the number of an issue"
        if not path.startswith(MAY_BLOCK):
            for match in FORBIDDEN.finditer(without_comments_and_texts(text)):
                yield path, f"{match.group(0).strip('.>( ')} outside adapters, usecases and app"
    for path in LONG_FILES:
        if path in sources and read(root, path).count("\n") <= MOST_LINES:
            yield path, "is listed as long and no longer is"


def check_folders(root):
    for directory, names, _ in os.walk(os.path.join(root, "core")):
        for name in sorted(VAGUE_FOLDERS.intersection(names)):
            yield os.path.relpath(os.path.join(directory, name), root).replace(os.sep, "/"), "a folder is named for what it holds"


def check_machine_paths(root):
    for directory, names, files in os.walk(root):
        names[:] = sorted(name for name in names if name not in (".git", "__pycache__") and not (directory == root and name.startswith("build")))
        for name in sorted(files):
            path = os.path.relpath(os.path.join(directory, name), root).replace(os.sep, "/")
            try:
                text = read(root, path)
            except (UnicodeDecodeError, OSError):
                continue
            for number, line in enumerate(text.split("\n"), 1):
                if len(line) > 20000:
                    continue
                found = MACHINE_PATH.search(line) or (TEMPORARY_PATH.search(line) if path not in TEMPORARY_PATHS_ALLOWED else None)
                if found:
                    yield f"{path}:{number}", f"a path of one machine: {found.group(0)}"


def check_documentation(root):
    """The table in docs/developer/architecture.md says the same as the one above."""
    path = "docs/developer/architecture.md"
    if not os.path.isfile(os.path.join(root, path)):
        yield path, "is not there"
        return
    documented = {}
    for line in read(root, path).split("\n"):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) == 3 and re.fullmatch(r"`[a-z/_]+`", cells[0]):
            documented[cells[0].strip("`")] = re.findall(r"`([a-z/_]+)`", cells[2])
    for module, allowed in MAY_USE.items():
        if sorted(documented.get(module, ["nothing is said"])) != sorted(allowed):
            yield path, f"{module}: documented {documented.get(module)}, checked {allowed}"
    for module in documented.keys() - MAY_USE.keys():
        yield path, f"{module} is documented and not checked"


def check(root):
    sources = list(files_below(root, ("core", "app", "views"), (".h", ".cpp")))
    yield from check_includes(root, sources)
    yield from check_libraries(root, sources)
    yield from check_code(root, sources)
    yield from check_folders(root)
    yield from check_machine_paths(root)
    yield from check_documentation(root)


def main(arguments):
    if len(arguments) != 2 or not os.path.isdir(os.path.join(arguments[1], "core")):
        print(__doc__, file=sys.stderr)
        return 2
    findings = list(check(arguments[1]))
    for path, finding in findings:
        print(f"{path}: {finding}")
    print(f"{len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
