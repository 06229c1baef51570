"""Show how files did over time in a terminal: one in full, of several a line each."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import TextIO

from rich.console import Console
from rich.text import Text

from graders.model.past import Past, PastRun
from graders.model.text import harmless, on_one_line
from graders.reports.past_chart import chart, rung_letters, signs_for
from graders.reports.tables import Side, grid

MOST_DIFF_LINES = 200
_STYLES = {"+": "green", "-": "red", "@": "cyan"}
_NO_RUNG = {"none": "below the ladder", "open": "not determined yet"}
"""What stands for a run that is on no rung."""
_AND_MORE = "… and {} more lines: --format html has all of them"


def write_past(pasts: Sequence[Past], stream: TextIO) -> None:
    """Write how one file did over time, or of several an overview."""
    console = Console(file=stream, highlight=False, markup=False, soft_wrap=True)
    width = console.width
    lines = _in_full(pasts[0], console) if len(pasts) == 1 else _overview(pasts, width)
    for line in lines:
        console.print(line)


def moment(at: str) -> str:
    """Write a time of the history in this machine's own time zone.

    >>> moment("unreadable")
    'unreadable'
    """
    try:
        return datetime.fromisoformat(at).astimezone().strftime("%d %b %H:%M")
    except ValueError:
        return harmless(at)


def _overview(pasts: Sequence[Past], width: int) -> Iterator[Text]:
    names = [on_one_line(past.file) for past in pasts]
    room = max(20, width - 52)
    rows = [
        (
            name if len(name) <= room else "…" + name[1 - room :],
            past.kata,
            str(len(past.runs)),
            _score(past.runs[past.best]) if past.best is not None else "",
            _score(past.runs[-1]) if past.runs else "",
            moment(past.runs[-1].at) if past.runs else "",
        )
        for past, name in zip(pasts, names, strict=True)
    ]
    columns = ("file", "kata", "runs", "best", "last", "when")
    sides: tuple[Side, ...] = ("left", "left", "right", "right", "right", "left")
    yield Text(grid(columns, rows, align=sides))
    yield Text("\nOne of them in full: kata progress FILE")


def _in_full(past: Past, console: Console) -> Iterator[Text]:
    yield Text.assemble((on_one_line(past.file), "bold"), f"  kata {past.kata}")
    if not past.runs or past.best is None:
        yield Text(f"\n{_left_out(past)} Grade it whole, and its score is drawn here.")
        return
    yield Text(textwrap.fill(_summary(past), console.width))
    yield Text()
    drawn = chart(past.runs, console.width, signs_for(console.encoding))
    yield Text("points")
    yield from map(Text, drawn.lines)
    if drawn.runs_a_column > 1:
        yield Text(f"A column is {drawn.runs_a_column} runs, the best of them.")
    yield Text()
    yield from _numbers(past, console.width)
    yield from _since_the_best(past)


def _summary(past: Past) -> str:
    first, last = past.runs[0], past.runs[-1]
    runs = "1 run" if len(past.runs) == 1 else f"{len(past.runs)} runs"
    when = moment(first.at) if len(past.runs) == 1 else f"{moment(first.at)} to {moment(last.at)}"
    found = f"{runs}, {when}"
    return f"{found}. {_left_out(past)}" if past.left_out else found


def _left_out(past: Past) -> str:
    runs = "1 run" if past.left_out == 1 else f"{past.left_out} runs"
    was = "was" if past.left_out == 1 else "were"
    return f"Not drawn: {runs} that {was} on some cases only."


def _numbers(past: Past, width: int) -> Iterator[Text]:
    last = past.runs[-1]
    slowest = max(past.runs, key=lambda run: run.slowest_s)
    best = past.runs[past.best or 0]
    yield _line(width, "points", f"{_score(last)} now, {_score(best)} at best ({moment(best.at)})")
    letters = rung_letters(past.runs)
    if letters:
        named = (f"{letter} {_rung_in_words(rung)}" for rung, letter in letters.items())
        yield _line(width, "rung", ", ".join(named))
    if past.hints:
        yield _line(width, "hints", f"{past.hints} taken")
    if slowest.slowest:
        yield _line(
            width,
            "slowest",
            f"{last.slowest_s:.2f} s now ({last.slowest or 'it did not load'})",
        )
        yield _line(width, "at most", f"{slowest.slowest_s:.2f} s ({slowest.slowest})")


def _rung_in_words(rung: str) -> str:
    return _NO_RUNG.get(rung) or rung.replace("_", " ")


def _since_the_best(past: Past) -> Iterator[Text]:
    yield Text()
    best = past.runs[past.best or 0]
    if past.is_at_its_best:
        full = best.score == best.max_score
        yield Text("This is your best run." if not full else "Everything is accepted.", "green")
        return
    yield Text(
        f"Not accepted any more since your best run ({_score(best)}, {moment(best.at)}):", "bold"
    )
    for case in past.broke:
        yield Text.assemble("  ", (case.id, "red"), f"  {case.verdict.replace('_', ' ')}")
    yield Text()
    yield from _diff(past)


def _diff(past: Past) -> Iterator[Text]:
    if past.diff is None:
        yield Text("The file as it was then was not kept, so what changed cannot be shown.")
    elif not past.diff:
        yield Text("The file is the same as it was then.")
    else:
        for line in past.diff[:MOST_DIFF_LINES]:
            yield Text(harmless(line), _STYLES.get(line[:1], ""))
        if len(past.diff) > MOST_DIFF_LINES:
            yield Text(_AND_MORE.format(len(past.diff) - MOST_DIFF_LINES))


def _line(width: int, label: str, said: str) -> Text:
    return Text(textwrap.fill(f"{label:<8} {said}", width, subsequent_indent=" " * 9))


def _score(run: PastRun) -> str:
    return f"{run.score}/{run.max_score}"
