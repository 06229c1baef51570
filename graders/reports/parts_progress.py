"""Show on stderr how far the parts of a long run are: one live line, elsewhere one now and then."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TextIO

from rich.console import Console
from rich.text import Text

from graders.reports.batch_progress import EVERY_S, in_time

if TYPE_CHECKING:
    from rich.live import Live

_REDRAWN_S = 0.25
_BAR = 20


class PartsProgress:
    """Show one part after another; a part is so many pieces, of which several are under way."""

    def __init__(
        self, *, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Count the time from now on."""
        self._stream = sys.stderr if stream is None else stream
        self._clock = clock
        self._began_s = self._told_s = clock()
        self._console = Console(file=self._stream)

    def say_beforehand(self, sentence: str) -> None:
        """Say what is to come where nobody looks on, and so no live line says it."""
        if not self._is_live:
            self._say(sentence)

    @property
    def _is_live(self) -> bool:
        return self._console.is_terminal and not self._console.is_dumb_terminal

    @contextmanager
    def part(self, name: str, pieces: int) -> Iterator[Part]:
        """Show a part while the context lasts, then wipe it."""
        if not self._is_live:
            yield Part(name, pieces, self._say_now_and_then)
            return
        from rich.live import Live  # noqa: PLC0415  # slow to load, and not for a pipe

        # No refresh thread: it would take the core from what is being timed.
        with Live(console=self._console, transient=True, auto_refresh=False) as live:
            drawn_s = -_REDRAWN_S

            def redraw(part: Part) -> None:
                nonlocal drawn_s
                if self._clock() - drawn_s >= _REDRAWN_S:
                    drawn_s = self._clock()
                    self._draw(live, part)

            shown = Part(name, pieces, redraw)
            shown.waited()
            yield shown

    def _draw(self, live: Live, part: Part) -> None:
        from rich.progress_bar import ProgressBar  # noqa: PLC0415  # as `Live`
        from rich.table import Table  # noqa: PLC0415

        head = f"{self._since()}  {part.done}/{part.pieces} {part.name}"
        line = Table.grid(padding=(0, 1), expand=True)
        line.add_column(width=_BAR)
        line.add_column(width=len(head))
        line.add_column(no_wrap=True, overflow="ellipsis", ratio=1)
        bar = ProgressBar(part.pieces, part.done, width=_BAR)
        line.add_row(bar, Text(head), Text("  ".join(part.under_way), style="dim"))
        with suppress(OSError):  # the terminal is gone, and nothing depends on this line
            live.update(line, refresh=True)

    def _say_now_and_then(self, part: Part) -> None:
        now = self._clock()
        if now - self._told_s >= EVERY_S:
            self._told_s = now
            at_work = ", ".join(part.under_way)
            self._say(
                f"{part.name}: {part.done} of {part.pieces} after {self._since()}"
                + (f"; now {at_work}" if at_work else "")
            )

    def _since(self) -> str:
        return in_time(self._clock() - self._began_s)

    def _say(self, sentence: str) -> None:
        with suppress(OSError):  # as in `_draw`
            self._stream.write(f"kata: {sentence}\n")
            self._stream.flush()


class Part:
    """Take note of how far a part is, and have it shown."""

    def __init__(self, name: str, pieces: int, show: Callable[[Part], None]) -> None:
        """Begin with nothing done."""
        self.name, self.pieces, self.done = name, pieces, 0
        self._show = show
        self._under_way: dict[int, str] = {}

    @property
    def under_way(self) -> list[str]:
        """Say what is being done about each piece that is under way."""
        return list(self._under_way.values())

    def now(self, number: int, what: str) -> None:
        """Take note of what is being done about a piece."""
        self._under_way[number] = what

    def ended(self, number: int) -> None:
        """Take note that a piece is done."""
        self._under_way.pop(number, None)
        self.done += 1

    def waited(self) -> None:
        """Show what there is to show, if it is time to."""
        self._show(self)
