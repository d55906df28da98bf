#!/usr/bin/env python3
"""Says which of the given TCP ports cannot be bound on 127.0.0.1, and who holds them.

One line for each: port, process id, command (the last two empty when they cannot be found).
"""
import os
import socket
import sys


def is_free(port: int) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
            probe.listen(1)
        except OSError:
            return False
    return True


def socket_inodes(ports: set[int]) -> dict[str, int]:
    """Socket inode -> port, a listening socket before any other on the same port."""
    found: dict[int, tuple[bool, str]] = {}
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        try:
            with open(table, encoding="ascii") as lines:
                rows = [line.split() for line in lines][1:]
        except OSError:
            continue
        for row in rows:
            port, listens, inode = int(row[1].rsplit(":", 1)[1], 16), row[3] == "0A", row[9]
            if port in ports and inode != "0" and (port not in found or listens and not found[port][0]):
                found[port] = (listens, inode)
    return {inode: port for port, (_, inode) in found.items()}


def holders(ports: set[int]) -> dict[int, tuple[str, str]]:
    inodes = socket_inodes(ports)
    result: dict[int, tuple[str, str]] = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            for entry in os.scandir(f"/proc/{pid}/fd"):
                target = os.readlink(entry.path)
                if target.startswith("socket:[") and target[8:-1] in inodes:
                    with open(f"/proc/{pid}/cmdline", "rb") as file:
                        words = file.read().replace(b"\0", b" ").decode(errors="replace").strip()
                    result.setdefault(inodes[target[8:-1]], (pid, words[:100]))
        except OSError:
            continue
    return result


taken = {port for port in map(int, sys.argv[1:]) if not is_free(port)}
if taken:
    named = holders(taken)
    for port in sorted(taken):
        print(port, *named.get(port, ("", "")), sep="\t")
