"""`kata studio` as somebody runs it: in a terminal of its own, with a history of its own."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pexpect

from tests import processes

HANGS_AFTER_S = 120.0
_ROOT = Path(__file__).parents[1]
_ADDRESS = r"(http://127\.0\.0\.1:\d+/[\w-]+/) [^\n]*\n"


class Studio:
    """One studio that runs; `url` is its address, `pid` its process."""

    def __init__(self, file: Path, *words: str, code: str = "") -> None:
        begin = ["-c", code] if code else ["-m", "graders"]
        self._child = pexpect.spawn(
            sys.executable,
            [*begin, "studio", file.name, "--no-open", *words],
            cwd=str(file.parent),
            env=os.environ | {"PYTHONPATH": str(_ROOT), "KATA_STATE": str(file.parent / "state")},
            dimensions=(24, 120),
            encoding="utf-8",
            timeout=HANGS_AFTER_S,
        )
        self._child.expect(_ADDRESS)
        self.url = str(self._child.match.group(1))
        self.pid = int(self._child.pid)

    def press(self, keys: str) -> None:
        self._child.send(keys)

    def ends(self) -> tuple[int | None, str]:
        """Wait for the end; return the exit code and what the terminal still shows.

        Nothing that it started may be left.
        """
        below = processes.descendants(self.pid)
        self._child.expect(pexpect.EOF)
        shown = re.sub(r"\s+", " ", str(self._child.before)).strip()
        self._child.close()
        until = time.monotonic() + HANGS_AFTER_S
        while processes.alive(below) and time.monotonic() < until:
            time.sleep(0.02)
        assert not processes.alive(below)
        return self._child.exitstatus, shown

    def kill(self) -> None:
        self._child.close(force=True)


@contextmanager
def studio(file: Path, *words: str, code: str = "") -> Iterator[Studio]:
    """Start a studio of a file, and end it whatever happens."""
    started = Studio(file, *words, code=code)
    try:
        yield started
    finally:
        started.kill()
