"""The progress bar: on a terminal only."""

from __future__ import annotations

import io

from rich.console import Console

from graders.reports.progress_bars import bar


def console(*, terminal: bool) -> tuple[Console, io.StringIO]:
    stream = io.StringIO()
    return Console(file=stream, force_terminal=terminal, width=80), stream


def test_a_terminal_sees_how_far_the_run_is_and_at_what():
    shown_on, stream = console(terminal=True)
    with bar(2, shown_on) as progress:
        progress.now("naive, depth 5")
        progress.advance()
    assert "naive, depth 5" in stream.getvalue()
    assert "1/2" in stream.getvalue()


def test_anything_but_a_terminal_sees_nothing():
    shown_on, stream = console(terminal=False)
    with bar(2, shown_on) as progress:
        progress.now("naive, depth 5")
        progress.advance()
    assert stream.getvalue() == ""
