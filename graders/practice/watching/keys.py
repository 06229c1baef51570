"""Hear of keys: one by one on a terminal, which is given back as it was, or by lines."""

from __future__ import annotations

import importlib.util
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

ENTER, INTERRUPT, END = "enter", "interrupt", "end"
"""Keys without a letter; `END` is that there will be no more."""
Tell = Callable[[str], None]


def can_be_single() -> bool:
    """Tell whether keys can be heard without Enter: on a terminal, by prompt_toolkit."""
    return _is_terminal() and importlib.util.find_spec("prompt_toolkit") is not None


def _is_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and os.environ.get("TERM") != "dumb"


@contextmanager
def single_keys(tell: Tell) -> Iterator[None]:
    """Tell of each key, in the event loop that runs; nothing of it is shown."""
    from prompt_toolkit.input import create_input  # noqa: PLC0415  # an extra
    from prompt_toolkit.keys import Keys  # noqa: PLC0415

    names: dict[str, str] = {Keys.ControlM: ENTER, Keys.ControlJ: ENTER, Keys.ControlC: INTERRUPT}
    source = create_input()

    def heard() -> None:
        for press in source.read_keys():
            tell(names.get(press.key, press.data.lower()))
        if source.closed:
            tell(END)

    with source.raw_mode(), source.attach(heard):
        yield


@contextmanager
def lines_as_keys(tell: Tell) -> Iterator[None]:
    """Tell of the first letter of each line, of an empty one as Enter; from another thread.

    The thread is left to itself in the end: it only waits.
    """
    thread = threading.Thread(target=_read_lines, args=(tell,), daemon=True)
    thread.start()
    yield


def _read_lines(tell: Tell) -> None:
    """Read past Python's own streams: a thread in one of them would hold up the end."""
    rest = b""
    try:
        descriptor = sys.stdin.fileno()
        while data := os.read(descriptor, 4096):
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                tell(line.decode("utf-8", "replace").strip()[:1].lower() or ENTER)
    except (OSError, ValueError, AttributeError):
        pass  # closed: there will be no more keys, as at its end
    tell(END)
