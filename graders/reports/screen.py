"""Write lines to a stream: in colour on a terminal, plain elsewhere, and a live line that goes."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable
from typing import TextIO

from rich.console import Console
from rich.text import Text

from graders.reports.layout import BLANK, WIDTH, Ink, Line

WIDEST = 100
"""However wide a terminal is, longer lines are hard to read."""
NARROWEST = 40

_STYLES = {
    Ink.PLAIN: "",
    Ink.FIRST: "bold red",
    Ink.SECOND: "bold yellow",
    Ink.HEAD: "bold",
    Ink.QUIET: "dim",
    Ink.GOOD: "green",
    Ink.BAD: "red",
    Ink.CARE: "yellow",
    Ink.OURS: "magenta",
}


class _Plain(Console):
    """Write as rich does, and leave it to the command to say that nobody reads any more."""

    def on_broken_pipe(self) -> None:
        raise  # noqa: PLE0704  # called where the exception is being handled


class Screen:
    """Take lines that are laid out already, and one live line below them, on terminals only."""

    def __init__(self, stream: TextIO, *, drawn: bool = False) -> None:
        """Write to `stream`; colour follows the terminal and `NO_COLOR`.

        What is `drawn` goes nowhere but into a `picture`, as wide as a page and in colour.
        """
        self._stream = stream
        self._drawn = drawn
        self._console = _drawing_board() if drawn else _plain(stream)
        self._is_live = not drawn and stream.isatty() and not self._console.is_dumb_terminal
        self._live = ""
        self._last: Line = BLANK
        self.written = 0
        """How many lines there are so far."""

    @property
    def width(self) -> int:
        """Return how wide lines may be: as wide as the terminal, or `COLUMNS`, or a page."""
        if self._drawn:
            return WIDTH
        if self._console.is_terminal and self._console.is_dumb_terminal is False:
            width = self._console.width
        else:
            asked = os.environ.get("COLUMNS", "")
            width = int(asked) if asked.isascii() and asked.isdigit() else WIDTH
        return max(NARROWEST, min(width, WIDEST))

    @property
    def is_live(self) -> bool:
        """Tell whether there is a live line."""
        return self._is_live

    @property
    def shown_live(self) -> str:
        """Return what the live line shows."""
        return self._live

    def picture(self, title: str) -> str:
        """Return what was drawn, as SVG."""
        return self._console.export_svg(title=title, unique_id="kata")

    def can_show(self, text: str) -> bool:
        """Tell whether the stream's encoding has all of a text."""
        if self._drawn:
            return True
        try:
            text.encode(getattr(self._stream, "encoding", None) or "utf-8")
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    def write(self, lines: Iterable[Line]) -> None:
        """Write lines above the live one; of several empty lines in a row only one."""
        live = self._live
        self.live("")
        for pieces in lines:
            if pieces == BLANK and self._last == BLANK:
                continue
            self._last = pieces
            self.written += 1
            self._console.print(Text.assemble(*((text, _STYLES[ink]) for text, ink in pieces)))
        self.live(live)

    def gap(self) -> None:
        """Write an empty line, unless the last one is."""
        self.write([BLANK])

    def take_back(self, lines: int) -> None:
        """Let so many lines, the last ones, be written over; where they cannot be, they stay."""
        if self._is_live and lines:
            self._stream.write(f"\x1b[{lines}F\x1b[J")
            self._stream.flush()

    def live(self, text: str) -> None:
        """Show one short line that the next one takes the place of; an empty one wipes it.

        Nothing of it is left on a terminal, and nothing is ever written elsewhere.
        """
        if not self._is_live or text == self._live:
            return
        shown = text[: self.width - 1]
        over = max(len(self._live) - len(shown), 0) + len("^C")  # as a terminal echoes Ctrl-C
        self._stream.write("\r" + shown + " " * over)
        self._stream.write("\r" if not shown else "")
        self._stream.flush()
        self._live = shown


def _plain(stream: TextIO) -> Console:
    return _Plain(file=stream, highlight=False, markup=False, soft_wrap=True)


def _drawing_board() -> Console:
    return Console(
        file=io.StringIO(),
        record=True,
        width=WIDTH,
        force_terminal=True,
        color_system="truecolor",
        no_color=False,
        highlight=False,
        markup=False,
        soft_wrap=True,
    )
