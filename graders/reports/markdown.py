"""Write Markdown, for a comment on a pull request or an issue, or for a page of a wiki.

GitHub takes 65,536 characters for a comment ("body is too long (maximum is 65536 characters)",
github.com/peter-evans/create-issue-from-file/issues/1049), GitLab a million: sections for which
there is no room are left out, which is said.

What a stranger wrote is put into code, where nothing is rendered: no HTML, no image, no link; and
GitHub and GitLab make no mention of `@name` and no link of `#123` there. What is left is that the
text must not end the code it is in: spec.commonmark.org/0.31.2 (code spans, fenced code blocks),
github.github.com/gfm (tables). The parser of GitHub, cmark-gfm, takes at most 80 backticks for the
mark of a span and counts those of a fence up to 255, so fewer are used.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import ClassVar

from graders.model.batch import Batch, Entry
from graders.model.scorecard import NotRun, Result, Scorecard
from graders.model.text import on_one_line
from graders.reports.format import Report
from graders.reports.layout import as_text, wrapped
from graders.reports.leaderboard import RankedEntry, ranked, same_moves, standings, to_look_at
from graders.reports.safe_text import cut, in_a_line, miss_text, not_loaded, safe, teller
from graders.reports.score import (
    NO_RUNG,
    count,
    found_lines,
    in_lines,
    play_out_in_words,
    score_lines,
    shown_assessment,
)

MOST = 65_000  # a little below the limit: whoever posts it may want to add a line


class MarkdownReport(Report):
    batches: ClassVar[bool] = True

    def finish(self, scorecard: Scorecard) -> None:
        self._write(of_card(scorecard, self))

    def batch(self, batch: Batch) -> None:
        self._write(of_batch(batch, self))

    def _write(self, sections: Iterator[str]) -> None:
        self.stream.write(fitted(sections, MOST))


REPORT = MarkdownReport
MOST_ROWS = 300
_CASES = ("case", "verdict", "points", "time", "cap")
_PLACES = (
    "rank",
    "candidate",
    "score",
    "rung",
    "slowest case",
    "of its cap",
    "holds",
    "to look at",
)
_ROOM_TO_SAY_SO = 60


def of_card(scorecard: Scorecard, report: Report) -> Iterator[str]:
    """Return the sections of a page on one submission."""
    card = report.tellable(scorecard)
    yield f"## {code(card.submission.path)}: {card.score} of {card.max_score} points"
    yield from _body(card, report)


def of_batch(batch: Batch, report: Report) -> Iterator[str]:
    """Return the sections of a page on a batch: the leaderboard, then a section a submission."""
    title = f"{code(batch.title)}: " if batch.title else ""
    yield f"## {title}{batch.received} of {count(batch.expected, 'submission')} graded"
    told = report.tellable_batch(batch)
    board = ranked(told)
    shown = {place.number for place in board[:MOST_ROWS]}
    for standing in standings(told):
        rows = [_place(place) for place in standing.lines if place.number in shown]
        if rows and standing.title:
            yield f"### {code(standing.title)}"
        if rows:
            yield markdown_table(_PLACES, rows)
    if len(board) > MOST_ROWS:
        yield _left_out(len(board) - MOST_ROWS, "submission")
    yield from _alike(batch)
    for place in board:
        yield _folded(place.entry, report)


def fitted(sections: Iterator[str], most: int, size: Callable[[str], int] = len) -> str:
    r"""Return as many of the sections as take at most `most`, and say where that is not all.

    >>> fitted(iter(["a" * 20, "b" * 20]), 100) == f"{'a' * 20}\n\n{'b' * 20}\n"
    True
    >>> print(fitted(iter(["a" * 20, "b" * 90]), 100), end="")
    aaaaaaaaaaaaaaaaaaaa
    <BLANKLINE>
    _1 section left out here: there is no more room._
    """
    parts = list(sections)
    ends = list(accumulate(size(part) + len("\n\n") for part in parts))
    if not parts or ends[-1] <= most:
        return "".join(f"{part}\n\n" for part in parts)[:-1]
    kept = sum(end + _ROOM_TO_SAY_SO <= most for end in ends)
    left = f"_{count(len(parts) - kept, 'section')} left out here: there is no more room._\n"
    return "\n\n".join([*parts[:kept], left]) if size(left) <= most else ""


def _body(card: Scorecard, report: Report) -> Iterator[str]:
    if wrong := not_loaded(card):
        yield "Nothing in it could be called."
        yield fenced(wrong)
        return
    rows = [*map(_case, card.results), *map(_not_run, card.not_run)]
    if rows:
        yield markdown_table(_CASES, rows[:MOST_ROWS])
    if len(rows) > MOST_ROWS:
        yield _left_out(len(rows) - MOST_ROWS, "case")
    yield fenced("\n".join(as_text(score_lines(card, 80))))
    for block in found_lines(card):
        yield fenced("\n".join(as_text(block)))
    assessment = shown_assessment(card)
    if assessment is not None and (said := in_lines(assessment)):
        yield fenced("\n\n".join("\n".join(as_text(wrapped(each))) for each in said))
    yield from _misses(card, report)
    if card.provenance is not None:
        yield f"_Graded {code(card.started_at)} by version {code(card.provenance.grader)}, " + (
            f"isolation {code(card.isolation)}, {_what(card)} "
            f"{code(card.submission.sha256 or '')}._"
        )


def _what(card: Scorecard) -> str:
    files = card.submission.files
    if not files:
        return "file"
    called = f", {code(card.submission.entry)} called" if card.submission.entry else ""
    return f"folder ({count(len(files), 'file')}{called})"


def _case(result: Result) -> str:
    verdict = result.verdict.in_words if result.accepted else f"**{result.verdict.in_words}**"
    if result.accepted and result.play_out is not None:
        verdict += f", {play_out_in_words(result.play_out)}"
    return table_row(
        code(result.id),
        verdict,
        f"{result.points} of {result.max_points}",
        f"{result.counted_s:.3f} s",
        f"{result.cap_s:g} s",
    )


def _not_run(case: NotRun) -> str:
    return table_row(code(case.id), "not run", f"0 of {case.max_points}", "", f"{case.cap_s:g} s")


def _misses(card: Scorecard, report: Report) -> Iterator[str]:
    """Tell the misses in full, or the first of each suite, each folded but the first."""
    tell = teller(card.kata)
    suites: set[str] = set()
    left = 0
    for result in card.results:
        if result.accepted:
            continue
        if result.suite in suites and not report.full:
            left += 1
            continue
        unfolded = "" if suites else " open"
        suites.add(result.suite)
        yield (
            f"<details{unfolded}><summary>{html_code(result.id)}: {result.verdict.in_words}"
            f"</summary>\n\n{fenced(miss_text(result, tell))}\n\n</details>"
        )
    if left:
        yield f"{left} more {'miss' if left == 1 else 'misses'}; `--full` shows them all."


def _place(place: RankedEntry) -> str:
    entry, card = place.entry, place.entry.scorecard
    if card is None:
        before = "not graded: " if entry.refused else ""
        why = entry.why_ungraded
        why_not = before + code(why) if why else "not graded yet"
        return table_row("", code(entry.candidate), "", "", "", "", "", why_not)
    share = place.slowest_share
    return table_row(
        "" if place.rank is None else str(place.rank),
        code(entry.candidate),
        f"{card.score} of {card.max_score}",
        _rung(entry.rung or ""),
        code(place.slowest) if place.slowest else "",
        "" if share is None else f"{share:.0%}",
        {True: "yes", False: "**no**", None: ""}[card.holds],
        ", ".join(to_look_at(place)),
    )


def _rung(name: str) -> str:
    return NO_RUNG.get(name) or (code(name) if name else "")


def _alike(batch: Batch) -> Iterator[str]:
    pairs = batch.likenesses
    if not pairs:
        return
    names = [entry.candidate for entry in batch.entries]
    rows = [
        table_row(
            code(names[pair.first]), code(names[pair.second]), f"{pair.share:.0%}", same_moves(pair)
        )
        for pair in pairs[:MOST_ROWS]
    ]
    yield "More alike than chance, which is a hint and never a verdict:"
    heads = ("one", "other", "of the shorter one", "on quiet positions")
    yield markdown_table(heads, rows)


def _folded(entry: Entry, report: Report) -> str:
    if entry.scorecard is None:
        why_not = fenced(entry.why_ungraded or "not graded yet")
        return f"<details><summary>{html_code(entry.candidate)}: not graded</summary>\n\n" + (
            f"{why_not}\n\n</details>"
        )
    card = entry.scorecard
    body: Sequence[str] = list(_body(card, report))
    head = f"{html_code(entry.candidate)}: {card.score} of {card.max_score} points"
    return "\n\n".join([f"<details><summary>{head}</summary>", *body, "</details>"])


def _left_out(number: int, what: str) -> str:
    return f"… and {count(number, what)} more; `--format json` has all."


_MOST_IN_A_ROW = 100
_TICKS = re.compile("`+")
_TOO_MANY = re.compile("`{%d,}" % (_MOST_IN_A_ROW + 1))  # noqa: UP031  # braces of its own


def code(text: str, most: int = 200) -> str:
    r"""Return text as a code span on one line, in a cell of a table too.

    A bar, which would end the cell even there, is written out.

    >>> print(code("mine.py"), code("a``b"), code("`"), code("a|b\n"), code(""))
    `mine.py` `a``b` `` ` `` `a\x7cb\n` `-`
    """
    written = in_a_line(text, most).replace("|", r"\x7c") or "-"
    used = {len(run) for run in _TICKS.findall(written)}
    mark = "`" * next(length for length in range(1, len(written) + 2) if length not in used)
    apart = " " if written[0] in "` " or written[-1] in "` " else ""
    return f"{mark}{apart}{written}{apart}{mark}"


def fenced(text: str, most: int = 10_000) -> str:
    r"""Return text as a block of code whose fence is longer than any run of backticks in it.

    >>> print(fenced("```\n"))
    ````text
    ```
    ````
    """
    written = _TOO_MANY.sub(_counted, cut(safe(text), most)).rstrip()
    longest = max((len(run) for run in _TICKS.findall(written)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{written}\n{fence}"


def html_code(text: str, most: int = 200) -> str:
    """Return text as code in HTML, for the places where Markdown is not read.

    >>> html_code("<b>")
    '<code>&lt;b&gt;</code>'
    """
    return f"<code>{html.escape(on_one_line(in_a_line(text, most)) or '-')}</code>"


def table_row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def markdown_table(columns: tuple[str, ...], rows: list[str]) -> str:
    return "\n".join([table_row(*columns), table_row(*("---" for _ in columns)), *rows])


def _counted(run: re.Match[str]) -> str:
    return f"{'`' * 3}… ({len(run[0])} backticks)"
