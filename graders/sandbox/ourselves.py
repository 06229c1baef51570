"""Run this program itself once more, for a benchmark that wants to know how long it takes."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import graders


class Said(NamedTuple):
    """Hold what it wrote to stdout, and after how many seconds of wall time its first line came."""

    text: str
    first_line_s: float


def run_ourselves(
    words: Sequence[str], above: Path | None = None, byte_code: Path | None = None
) -> Said:
    """Run this interpreter with some words, and wait for its end.

    It imports us from the folder `above`, by default from where we are. Byte code it finds and
    leaves in the folder `byte_code`, or else it writes none. Raises `OSError` where it does not
    end with 0.
    """
    place = above or Path(graders.__file__).resolve().parent.parent
    environment = {**os.environ, "PYTHONPATH": str(place), "PYTHONDONTWRITEBYTECODE": "1"}
    if byte_code is not None:
        environment |= {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(byte_code)}
    start = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        env=environment,
        cwd="/",
        text=True,
    ) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        first_line_s = time.perf_counter() - start
        text = first + process.stdout.read()
    if process.returncode:
        raise OSError(f"{words[0]} … ended with exit code {process.returncode}")
    return Said(text, first_line_s)
