"""Show how far a long run is: one line on stderr, and only on a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console

from graders.model.progress import Bar, Quiet

if TYPE_CHECKING:
    from rich.progress import Progress


class _Shown:
    def __init__(self, progress: Progress, total: int) -> None:
        self._progress = progress
        self._task = progress.add_task("", total=total)

    def now(self, what: str) -> None:
        self._progress.update(self._task, description=what)
        self._progress.refresh()

    def advance(self, steps: int = 1) -> None:
        self._progress.advance(self._task, steps)
        self._progress.refresh()


@contextmanager
def bar(total: int, console: Console | None = None) -> Iterator[Bar]:
    """Show a bar of `total` steps on stderr while the context lasts, then wipe it.

    Where stderr is no terminal nothing is written at all.

    >>> with bar(2, Console(file=None, stderr=True, force_terminal=False)) as progress:
    ...     progress.now("first")
    ...     progress.advance()
    """
    console = console or Console(stderr=True)
    if not console.is_terminal:
        yield Quiet()
        return
    # Slow to load, and no case waits for a bar.
    from rich.progress import (  # noqa: PLC0415
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
    )

    columns = (BarColumn(bar_width=30), MofNCompleteColumn(), TextColumn("{task.description}"))
    # No refresh thread: it would take the core from what is being timed.
    with Progress(*columns, console=console, transient=True, auto_refresh=False) as progress:
        yield _Shown(progress, total)
