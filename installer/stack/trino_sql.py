#!/usr/bin/env python3
"""Runs one statement through Trino and prints its rows, separated by tabs. Standard library only.

usage: trino_sql.py URL STATEMENT
"""
import json
import sys
import urllib.error
import urllib.request


def rows(url: str, statement: str):
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    headers = {"X-Trino-User": "stack", "X-Trino-Source": "stack.sh"}
    request = urllib.request.Request(url + "/v1/statement", statement.encode(), headers)
    while True:
        with opener.open(request, timeout=60) as answer:
            page = json.load(answer)
        if "error" in page:
            raise RuntimeError(page["error"]["message"])
        yield from page.get("data", [])
        if "nextUri" not in page:
            return
        request = urllib.request.Request(page["nextUri"], headers=headers)


def text(value) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        for row in rows(sys.argv[1], sys.argv[2]):
            print(*map(text, row), sep="\t")
    except (OSError, RuntimeError, urllib.error.URLError) as problem:
        sys.exit(f"Trino at {sys.argv[1]}: {problem}")
