"""Make the standard streams fit to be used, whatever the caller has made of them."""

from __future__ import annotations

import io
import os
import sys
from typing import TextIO

_ACCESS = {0: os.O_RDONLY, 1: os.O_RDONLY, 2: os.O_WRONLY}
"""How what the caller has closed is opened: empty, not to be written to, and to no avail."""


def prepare() -> None:
    """Fill the places of streams that were closed; write out what an encoding does not have.

    A closed place would go to the next file that is opened, of whoever. To write to stdout where
    it was closed fails as the system has it: what is printed there is lost, and the caller is
    to know. What was to be said on stderr is lost in silence.
    """
    closed = [place for place in _ACCESS if _is_closed(place)]
    for place in closed:  # in order: each takes the lowest number that is free, its own
        os.open(os.devnull, _ACCESS[place])
        os.set_inheritable(place, True)
    if 1 in closed or sys.stdout is None:
        sys.stdout = _writer(1)
    if 2 in closed or sys.stderr is None:
        sys.stderr = _writer(2)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _is_closed(place: int) -> bool:
    try:
        os.fstat(place)
    except OSError:
        return True
    return False


def _writer(place: int) -> TextIO:
    return open(place, "w", encoding="utf-8", closefd=False)
