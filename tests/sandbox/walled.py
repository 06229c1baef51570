"""Run a few lines of Python in a process of their own, after a wall was put around it."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LONGEST_S = 60


def said_behind(wall: str, lines: str) -> object:
    """Return what `lines` leave in `said`, run after the statement `wall`."""
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{wall}\n{lines}\nprint(repr(said))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=LONGEST_S,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return ast.literal_eval(done.stdout.splitlines()[-1])
