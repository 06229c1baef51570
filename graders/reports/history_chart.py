"""Show how files did over time: in a terminal with a chart, as a page, as JSON and as CSV."""

from __future__ import annotations

import csv
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from string import ascii_lowercase
from typing import TextIO

import msgspec
from msgspec.structs import asdict
from rich.console import Console
from rich.text import Text

from graders.model.history import Past, PastRun
from graders.model.installation import kata_command
from graders.model.text import harmless, on_one_line
from graders.reports.layout import Side, ending_of, grid
from graders.reports.score import count, moment, rung_in_words

MOST_DIFF_LINES = 20
_NARROW = 60
_STYLES = {"+": "green", "-": "red", "@": "cyan"}
_AND_MORE = "… and {}: --full shows the whole change"


def write_past(pasts: Sequence[Past], stream: TextIO, *, full: bool = False) -> None:
    """Write how one file did over time, or of several an overview.

    Of a long change in the file it shows the beginning, unless it is to be `full`.
    """
    console = Console(file=stream, highlight=False, markup=False, soft_wrap=True)
    width = console.width
    lines = _in_full(pasts[0], console, full=full) if len(pasts) == 1 else _overview(pasts, width)
    for line in lines:
        console.print(line)


def _overview(pasts: Sequence[Past], width: int) -> Iterator[Text]:
    names = [on_one_line(past.file) for past in pasts]
    left_out = {"kata", "when"} if width < _NARROW else set()
    room = max(12, width - (28 if left_out else 52))
    rows = [
        (
            ending_of(name, room),
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
    kept = [number for number, name in enumerate(columns) if name not in left_out]
    shown = [tuple(row[number] for number in kept) for row in rows]
    named, aligned = [columns[number] for number in kept], [sides[number] for number in kept]
    yield Text(grid(named, shown, align=aligned))
    yield Text(f"\nOne of them in full: {kata_command()} progress FILE")


def _in_full(past: Past, console: Console, *, full: bool) -> Iterator[Text]:
    yield Text.assemble((on_one_line(past.file), "bold"), f"  kata {past.kata}")
    if not past.runs or past.best is None:
        yield Text(f"\n{_left_out(past)} Grade it whole to see its score here.")
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
    yield from _since_the_best(past, full=full)


def _summary(past: Past) -> str:
    first, last = past.runs[0], past.runs[-1]
    when = moment(first.at) if len(past.runs) == 1 else f"{moment(first.at)} to {moment(last.at)}"
    found = f"{count(len(past.runs), 'run')}, {when}"
    said = (f"{found}.", _left_out(past), other_terms(past))
    return " ".join(filter(None, said)) if any(said[1:]) else found


def _left_out(past: Past) -> str:
    if not past.left_out:
        return ""
    was = "was" if past.left_out == 1 else "were"
    return f"Not drawn: {count(past.left_out, 'run')} that {was} on some cases only."


def other_terms(past: Past) -> str:
    """Say in a sentence which runs do not compare with the last one."""
    if not past.on_other_terms:
        return ""
    return (
        f"{count(past.on_other_terms, 'run')} cannot be compared with the last, as a suite had "
        "another version or other positions, or only one of the two was played out "
        "(--play-out)."
    )


def _numbers(past: Past, width: int) -> Iterator[Text]:
    last = past.runs[-1]
    slowest = max(past.runs, key=lambda run: run.slowest_s)
    best = past.runs[past.best or 0]
    yield _line(width, "points", f"{_score(last)} now, {_score(best)} at best ({moment(best.at)})")
    letters = rung_letters(past.runs)
    if letters:
        named = (f"{letter} {_rung(rung)}" for rung, letter in letters.items())
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


def _rung(name: str) -> str:
    return rung_in_words(name).replace("_", " ")


def _since_the_best(past: Past, *, full: bool) -> Iterator[Text]:
    yield Text()
    best = past.runs[past.best or 0]
    if past.is_at_its_best:
        full = best.score == best.max_score
        yield Text("This is your best run." if not full else "Everything is accepted.", "green")
        return
    yield Text(
        f"No longer accepted since your best run ({_score(best)}, {moment(best.at)}):", "bold"
    )
    for case in past.broke:
        yield Text.assemble("  ", (case.id, "red"), f"  {case.verdict.replace('_', ' ')}")
    yield Text()
    yield from _diff(past, full=full)


def _diff(past: Past, *, full: bool) -> Iterator[Text]:
    if past.diff is None:
        yield Text("The file as it was then was not kept, so what changed cannot be shown.")
    elif not past.diff:
        yield Text("The file is the same as it was then.")
    else:
        shown = past.diff if full else past.diff[:MOST_DIFF_LINES]
        for line in shown:
            yield Text(harmless(line), _STYLES.get(line[:1], ""))
        if len(past.diff) > len(shown):
            yield Text(_AND_MORE.format(count(len(past.diff) - len(shown), "more line")))


def _line(width: int, label: str, said: str) -> Text:
    return Text(textwrap.fill(f"{label:<8} {said}", width, subsequent_indent=" " * 9))


def _score(run: PastRun) -> str:
    return f"{run.score}/{run.max_score}"


MOST_ROWS = 10
WIDEST_STEP = 4
LABEL = 8  # how many columns stand before the axis


class Signs(msgspec.Struct, frozen=True):
    """The characters of a chart, the levels of a bar from the lowest."""

    dot: str
    axis: str
    corner: str
    floor: str
    levels: str


PRETTY = Signs("●", "│", "└", "─", "▁▂▃▄▅▆▇█")
ASCII = Signs("*", "|", "+", "-", ".:-=+*#@")


def signs_for(encoding: str) -> Signs:
    """Return the signs that an encoding has.

    >>> signs_for("utf-8") is PRETTY, signs_for("latin-1") is ASCII
    (True, True)
    """
    try:
        "".join(asdict(PRETTY).values()).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return PRETTY


class Chart(msgspec.Struct, frozen=True):
    """The lines of a chart, and how many runs at most share a column."""

    lines: tuple[str, ...]
    runs_a_column: int


def chart(runs: Sequence[PastRun], width: int, signs: Signs = PRETTY) -> Chart:
    r"""Return the chart of at least one run, in `width` columns.

    Where there are more runs than columns, each stands for several: the best of them, their
    hints together, the longest time, the last rung.

    >>> runs = [PastRun("", "", "", score, 2, slowest_s=1.0) for score in (0, 2)]
    >>> print(*chart(runs, 30, ASCII).lines, sep="\n")
         2 |    *
         1 |
         0 |*
           +-----
    slowest @   @
    """
    room = width - LABEL
    together = -(-len(runs) // room)
    columns = [runs[start : start + together] for start in range(0, len(runs), together)]
    step = max(1, min(WIDEST_STEP, room // len(columns)))
    lines = [*_points(columns, step, signs), _floor(len(columns), step, signs)]
    letters = rung_letters(runs)
    if letters:
        rungs = [[run.rung for run in column if run.rung][-1:] for column in columns]
        cells = (letters[rung[0]] if rung else " " for rung in rungs)
        lines.append(_labelled("rung", _spaced(cells, step)))
    hints = [sum(run.hints for run in column) for column in columns]
    if any(hints):
        lines.append(_labelled("hints", _spaced((_digit(taken) for taken in hints), step)))
    lines.append(_labelled("slowest", _spaced(_levels(columns, signs), step)))
    return Chart(tuple(line.rstrip() for line in lines), together)


def rung_letters(runs: Sequence[PastRun]) -> dict[str, str]:
    """Return the letter that stands for each rung in a chart, in the order they came.

    >>> rung_letters([PastRun("", "", "", 1, 2, rung) for rung in ("", "none", "table", "none")])
    {'none': 'a', 'table': 'b'}
    """
    rungs = dict.fromkeys(run.rung for run in runs if run.rung)
    return dict(zip(rungs, ascii_lowercase, strict=False))


def _points(columns: Sequence[Sequence[PastRun]], step: int, signs: Signs) -> Iterable[str]:
    most = max(1, *(run.max_score for column in columns for run in column))
    rows = min(most, MOST_ROWS)
    heights = [round(max(run.score for run in column) * rows / most) for column in columns]
    for row in range(rows, -1, -1):
        label = f"{round(row * most / rows)} {signs.axis}"
        dots = (signs.dot if height == row else " " for height in heights)
        yield f"{label:>{LABEL}}{_spaced(dots, step)}"


def _floor(columns: int, step: int, signs: Signs) -> str:
    return " " * (LABEL - 1) + signs.corner + signs.floor * ((columns - 1) * step + 1)


def _levels(columns: Sequence[Sequence[PastRun]], signs: Signs) -> Iterable[str]:
    times = [max(run.slowest_s for run in column) for column in columns]
    longest = max(times) or 1.0
    top = len(signs.levels) - 1
    return (signs.levels[round(time / longest * top)] for time in times)


def _digit(taken: int) -> str:
    return " " if taken == 0 else str(taken) if taken < 10 else "+"


def _spaced(cells: Iterable[str], step: int) -> str:
    return "".join(cell.ljust(step) for cell in cells)


def _labelled(label: str, body: str) -> str:
    return f"{label:>{LABEL - 1}} {body}"


VERSION = 1
_COLUMNS = (
    *("file", "kata", "at", "score", "max_score", "rung", "hints"),
    *("slowest", "slowest_s", "failed", "sha256"),
)


def write_json(pasts: Sequence[Past], stream: TextIO) -> None:
    """Write one object: the `version`, and in `files` what `graders.model.history` describes."""
    found = {"version": VERSION, "files": pasts}
    stream.write(msgspec.json.format(msgspec.json.encode(found)).decode() + "\n")


def write_csv(pasts: Sequence[Past], stream: TextIO) -> None:
    """Write a line a run, the ids of failed cases with spaces between them."""
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for past in pasts:
        for run in past.runs:
            fields = {"file": past.file} | asdict(run) | {"failed": " ".join(run.failed)}
            writer.writerow([fields[name] for name in _COLUMNS])


TEMPLATE = "past.html.j2"
WIDTH, HEIGHT, LEFT, TOP = 720, 180, 34, 12
BARS = 70  # how high the bars of the slowest case are at most


class Point(msgspec.Struct, frozen=True):
    """One run as it is drawn: where its dot is, how high the bar of its slowest case."""

    x: float
    y: float
    bar: float
    run: PastRun


class Drawing(msgspec.Struct, frozen=True):
    points: tuple[Point, ...]
    ticks: tuple[tuple[int, float], ...]
    longest_s: float

    @property
    def line(self) -> str:
        return " ".join(f"{point.x:.1f},{point.y:.1f}" for point in self.points)


def drawing(runs: Sequence[PastRun]) -> Drawing:
    """Return where the runs are drawn, evenly from left to right.

    >>> drawn = drawing([PastRun("", "", "", score, 2) for score in (0, 2)])
    >>> drawn.line, drawn.ticks
    ('34.0,180.0 720.0,12.0', ((0, 180.0), (1, 96.0), (2, 12.0)))
    """
    most = max((run.max_score for run in runs), default=0) or 1
    longest_s = max((run.slowest_s for run in runs), default=0.0)
    points = tuple(
        Point(_x(number, len(runs)), _y(run.score, most), _bar(run.slowest_s, longest_s), run)
        for number, run in enumerate(runs)
    )
    step = max(1, -(-most // 10))
    ticks = tuple((score, _y(score, most)) for score in range(0, most + 1, step))
    return Drawing(points, ticks, longest_s)


def write_page(pasts: Sequence[Past], stream: TextIO) -> None:
    """Write the page; raise `ModuleNotFoundError` where Jinja2 is not installed."""
    import jinja2  # noqa: PLC0415  # an extra, and nothing else here needs it

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"moment": moment, "rung": _rung, "other_terms": other_terms}
    sizes = {"width": WIDTH, "height": HEIGHT, "left": LEFT, "bars": BARS}
    files = [(past, drawing(past.runs)) for past in pasts]
    stream.write(environment.get_template(TEMPLATE).render(files=files, **sizes))


def _x(number: int, of: int) -> float:
    return LEFT + (WIDTH - LEFT) * (number / (of - 1) if of > 1 else 0.5)


def _y(score: int, most: int) -> float:
    return TOP + (HEIGHT - TOP) * (1 - score / most)


def _bar(seconds: float, longest_s: float) -> float:
    return round(BARS * seconds / longest_s, 1) if longest_s else 0.0
