#!/usr/bin/env python3
"""Runs the statement on standard input through Trino and prints its rows, separated by tabs: NULL as nothing, times with all their digits.

usage: trino_statement.py URL < statement.sql
"""
import json
import sys
import urllib.error
import urllib.request

HEADERS = {"X-Trino-User": "tests", "X-Trino-Client-Capabilities": "PARAMETRIC_DATETIME"}


def rows(url, statement):
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    request = urllib.request.Request(url + "/v1/statement", statement.encode(), HEADERS)
    while True:
        with opener.open(request, timeout=60) as answer:
            page = json.load(answer)
        if "error" in page:
            raise RuntimeError(page["error"]["message"])
        yield from page.get("data", [])
        if "nextUri" not in page:
            return
        request = urllib.request.Request(page["nextUri"], headers=HEADERS)


def text(value):
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


try:
    for row in rows(sys.argv[1], sys.stdin.read()):
        print(*map(text, row), sep="\t")
except (OSError, RuntimeError, urllib.error.URLError) as problem:
    sys.exit(str(problem))
