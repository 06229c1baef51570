"""Look at the processes below one, so that tests can say that nothing was left behind."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterable
from pathlib import Path

from graders.sandbox import confined, process_tree, supervisor_client

DYING_S = 10.0
"""How long what was killed may take to be gone, on however busy a machine."""

_Children = dict[int, list[tuple[int, bytes]]]


def descendants(root: int) -> set[int]:
    """Return all living processes below `root`; zombies do not live."""
    return _living_below(root, _all_children())


def _living_below(root: int, children: _Children) -> set[int]:
    found: set[int] = set()
    waiting = [root]
    while waiting:
        for number, state in children.get(waiting.pop(), ()):
            waiting.append(number)
            if state not in b"ZX":
                found.add(number)
    return found


def _all_children() -> _Children:
    """Look once at every process in sight: its parent has it, with its state, in a list."""
    children: _Children = {}
    for number in process_tree.all_pids():
        with contextlib.suppress(OSError), open(f"/proc/{number}/stat", "rb") as file:  # noqa: PTH123
            state, parent = file.read().rpartition(b")")[2].split(None, 2)[:2]
            children.setdefault(int(parent), []).append((number, state))
    return children


def alive(pids: Iterable[int]) -> set[int]:
    """Return which of the processes still live; one that nobody has waited for does not."""
    found = set()
    for pid in pids:
        with contextlib.suppress(OSError):  # it is gone
            stat = Path(f"/proc/{pid}/stat").read_text(errors="replace")
            if stat.rpartition(")")[2].split()[0] not in "ZX":
                found.add(pid)
    return found


def below_me() -> set[int]:
    """Return all living processes below this one, but for those of ours that wait for work.

    Each supervisor among these has a child ready, still a copy of the supervisor itself.
    """
    waiting, children = supervisor_client.pids() | confined.pids(), _all_children()
    below = {child for supervisor in waiting for child in _living_below(supervisor, children)}
    ready = {child for child in below if is_supervisor(child)}
    return _living_below(os.getpid(), children) - waiting - ready


def is_supervisor(pid: int) -> bool:
    """Tell whether a process is a supervisor, or the copy of one that waits to become a command."""
    try:
        return b"graders.sandbox.supervisor" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def survivors(before: set[int] | frozenset[int]) -> set[int]:
    """Return which processes below this one are new and stay alive for `DYING_S` seconds."""
    deadline = time.monotonic() + DYING_S
    while (alive := below_me() - before) and time.monotonic() < deadline:
        time.sleep(0.01)
    return alive
