"""Decide what a page shows of each case: verdict, time bar, boards, lines, what was printed.

A board is drawn in cells of 20 units. Every disc has its letter, the two sides differ in their
pattern as well as in colour, and the words say all that the drawing shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, starmap
from typing import Any

import msgspec
from msgspec.structs import replace

from graders.katas.kata import Kata, TaskError
from graders.model.explanation import Listing, Mark, Part, Picture, Played
from graders.model.scorecard import Attempt, Result
from graders.model.value import answer_in_words
from graders.model.verdict import Verdict
from graders.reports import failure
from graders.reports.failure import Command
from graders.reports.layout import beginning_of

LONGEST_ANSWER = 300
BRIEF_ANSWER = 24  # how much of an answer the table of all cases has room for


class Piece(msgspec.Struct, frozen=True):
    text: str | None = None
    drawing: Drawing | None = None
    listing: Listing | None = None


Side = tuple[str, str]  # the letter of its discs, and their places as a polyline has its points


def sides_of(discs: Sequence[Placed]) -> tuple[Side, ...]:
    """Return the discs by their letters, in the order in which these come."""
    letters = dict.fromkeys(disc.what for disc in discs)
    return tuple(
        (letter, _points(disc for disc in discs if disc.what == letter)) for letter in letters
    )


def _points(placed: Iterable[Placed]) -> str:
    return " ".join(f"{each.x},{each.y}" for each in placed)


class SteppedLine(msgspec.Struct, frozen=True):
    """A line that is stepped through on one board: `start` is before its plies, `end` after.

    `before` is of the start, `plies` are of each ply but the last, and `after` is of that, all in
    words. `discs` are what the plies add, one each, the sides in turn.
    """

    title: str
    start: Drawing
    end: Drawing
    before: str
    plies: tuple[str, ...]
    after: str
    discs: tuple[Placed, ...]
    note: str
    answers: bool = False

    @property
    def sides(self) -> tuple[Side, ...]:
        return sides_of(self.discs)


class ShownAttempt(msgspec.Struct, frozen=True):
    verdict: str
    times: str
    answer: str
    counts: bool


class ShownCase(msgspec.Struct, frozen=True):
    """All that a page shows of one case, of a member of a group, or of a variant.

    `anchor` is its id on the page, `kind` one of `good`, `bad` and `ours`. `sentences` say what
    it is about and why it is judged as it is, `care` what stands beside the verdict.
    """

    anchor: str
    id: str
    kind: str
    verdict: str
    points: str
    answer: str
    bar: Bar | None
    spent: str
    sentences: tuple[str, ...]
    report: str
    care: tuple[str, ...]
    pieces: tuple[Piece, ...]
    lines: tuple[SteppedLine, ...]
    runs: tuple[ShownAttempt, ...]
    traceback: str
    raised_on: Drawing | None
    stdout: str
    stderr: str
    in_hand: str
    command: str
    about_member: str = ""
    members: tuple[ShownCase, ...] = ()
    members_of: int = 0
    variants: tuple[ShownCase, ...] = ()

    @property
    def accepted(self) -> bool:
        return self.kind == "good"

    @property
    def brief_answer(self) -> str:
        """Return what the table has room for; nothing of a long one that was accepted."""
        too_long = len(self.answer) > BRIEF_ANSWER
        return "" if self.accepted and too_long else beginning_of(self.answer, BRIEF_ANSWER)

    @property
    def has_more(self) -> bool:
        """Whether it has a place of its own below the table of all cases."""
        more = (self.stdout, self.stderr, self.care, self.members, self.variants)
        return not self.accepted or any(more)

    @property
    def about(self) -> tuple[str, ...]:
        return self.sentences or tuple(piece.text for piece in self.pieces if piece.text)

    @property
    def now(self) -> Drawing | None:
        """Return the board that its lines begin with, where it is drawn for itself too."""
        drawn = next((piece.drawing for piece in self.pieces if piece.drawing), None)
        starts = [line.start.discs for line in self.lines]
        return drawn if drawn and starts and starts == [drawn.discs] * len(starts) else None

    @property
    def missed_members(self) -> tuple[ShownCase, ...]:
        return tuple(member for member in self.members if not member.accepted)

    @property
    def other_members(self) -> tuple[ShownCase, ...]:
        return tuple(member for member in self.members if member.accepted)


class Showing(msgspec.Struct):
    """Make what is shown of cases; their ids on the page begin with `prefix`."""

    kata: Kata[Any] | None
    command: Command | None = None
    prefix: str = ""

    def cases(self, results: Sequence[Result]) -> tuple[ShownCase, ...]:
        """Return the cases in order, each with its variants; a variant alone stands alone."""
        originals = {result.id for result in results if not result.variant}
        own = [
            result for result in results if not result.variant or result.original not in originals
        ]
        variants: dict[str, list[Result]] = {}
        for result in results:
            if result.variant and result.original in originals:
                variants.setdefault(result.original, []).append(result)
        return tuple(
            self._shown(result, f"{self.prefix}case-{number}", variants=variants.get(result.id, ()))
            for number, result in enumerate(own, start=1)
        )

    def _shown(
        self,
        result: Result,
        anchor: str,
        *,
        variants: Sequence[Result] = (),
        told: bool = True,
    ) -> ShownCase:
        """Return what is shown of a result, with boards and lines where its explanation is `told`.

        That of a variant is where it alone is missed: else it is that of the case in a mirror.
        """
        before, raised_on, after = failure.board_in_traceback(result)
        whole = result.verdict in (Verdict.LOAD_ERROR, Verdict.GRADER_ERROR)
        # The reason why a group was missed is that of its member, which is shown below it.
        silent = whole or bool(result.members) or not result.message
        said = (*failure.case_description(result), *(() if silent else (result.message,)))
        missed = result.verdict not in (
            Verdict.ACCEPTED,
            Verdict.LOAD_ERROR,
            Verdict.GRADER_ERROR,
        )
        return ShownCase(
            anchor=anchor,
            id=result.id,
            kind=kind_of(result.verdict),
            verdict=result.verdict.in_words,
            points=f"{result.points}/{result.max_points}",
            answer=answer_of(result),
            bar=time_bar(result),
            spent=spent(result),
            sentences=said,
            report=result.message if whole else "",
            care=tuple(failure.remarks(result)),
            pieces=tuple(self._pieces(result)) if told else (),
            lines=tuple(self._lines(result)) if told else (),
            runs=tuple(_attempted(result)),
            traceback="\n".join(part for part in (before, after) if part),
            raised_on=drawing(Picture(raised_on, "the board when it raised"))
            if raised_on
            else None,
            stdout=result.stdout,
            stderr=result.stderr,
            in_hand=result.reproduce if missed else "",
            command=self.command.on(result) if missed and self.command else "",
            about_member=failure.member_in_words(result, result.decided_by),
            members=tuple(
                self._shown(member, f"{anchor}-member-{number}", told=told and not member.accepted)
                for number, member in enumerate(result.members, start=1)
            ),
            members_of=result.group_size,
            variants=tuple(
                self._shown(
                    variant,
                    f"{anchor}-variant-{number}",
                    told=result.accepted and not variant.accepted,
                )
                for number, variant in enumerate(variants, start=1)
            ),
        )

    def _pieces(self, result: Result) -> Iterator[Piece]:
        """Return what the kata tells; without an explanation the position alone, if there is one.

        Of a group its members tell it. Pictures of how lines end are left to the lines.
        """
        if result.members:
            return
        if self.kata is None or result.explanation is None:
            yield from (_piece(part) for part in self._position(result))
            return
        ends_are_shown = bool(self.kata.lines(result.explanation))
        pictures = 0
        for part in self.kata.tell(result.explanation):
            pictures += isinstance(part, Picture)
            if not (isinstance(part, Picture) and pictures > 1 and ends_are_shown):
                yield _piece(part)

    def _position(self, result: Result) -> Iterable[Part]:
        if self.kata is None or result.moves is None or result.first is None:
            return ()
        try:
            task = self.kata.set_up(result.moves, result.first)
        except TaskError:
            return ()
        return () if task is None else self.kata.show(task, 0, spoilers=False).question

    def _lines(self, result: Result) -> Iterator[SteppedLine]:
        if result.members or self.kata is None or result.explanation is None:
            return
        yield from map(stepped_line, self.kata.lines(result.explanation))


def stepped_line(played: Played) -> SteppedLine:
    """Return a line of at least one ply as it is stepped through."""
    boards = [drawing(step.picture) for step in played.steps]
    return SteppedLine(
        played.title,
        start=boards[0],
        # The plies tell it to whoever does not see it.
        end=replace(boards[-1], below=_NUMBERS + _MARKS, words="the board at its end"),
        before=boards[0].caption,
        plies=tuple(step.head for step in played.steps[1:-1]),
        after=boards[-1].caption,
        discs=tuple(starmap(_added, pairwise(boards))),
        note=played.note,
        answers=played.answers,
    )


def _added(before: Drawing, after: Drawing) -> Placed:
    (disc,) = {*after.discs} - {*before.discs}
    return disc


def kind_of(verdict: Verdict) -> str:
    if verdict is Verdict.GRADER_ERROR:
        return "ours"
    return "good" if verdict is Verdict.ACCEPTED else "bad"


def answer_of(result: Result) -> str:
    """Return what was answered in words; empty where nothing came or it is not to be told."""
    if result.long_answer is not None:
        return f"{result.answer} ({result.long_answer.bytes:,} bytes of JSON)"
    if result.members and result.accepted:
        return f"{len(result.members)} of {result.group_size} right"
    return (
        ""
        if result.answer is None
        else beginning_of(answer_in_words(result.answer), LONGEST_ANSWER)
    )


def _attempted(result: Result) -> Iterator[ShownAttempt]:
    for each in result.attempts:
        answer = (
            ""
            if each.answer is None
            else beginning_of(answer_in_words(each.answer), LONGEST_ANSWER)
        )
        yield ShownAttempt(each.verdict.in_words, spent(each), answer, each.counts)


def _piece(part: Part) -> Piece:
    if isinstance(part, Picture):
        return Piece(drawing=drawing(part))
    return Piece(listing=part) if isinstance(part, Listing) else Piece(text=part)


class Bar(msgspec.Struct, frozen=True):
    """Seconds against a cap: how far the bar reaches in hundredths, and the words beside."""

    reaches: float
    is_late: bool
    seconds: str
    cap: str
    share: str

    @property
    def words(self) -> str:
        return f"{self.seconds} of {self.cap}, {self.share} of the cap"


def time_bar(result: Result) -> Bar | None:
    """Return the bar of a result; None where nothing was called.

    >>> time_bar(Result("a/b", Verdict.ACCEPTED, 1, 1, 2.0, wall_s=1.5, cpu_s=1.5)).words
    '1.50 s of 2 s, 75 % of the cap'
    """
    if not result.cap_s or result.verdict is Verdict.LOAD_ERROR:
        return None
    share = result.counted_s / result.cap_s
    return Bar(
        reaches=round(min(share, 1.0) * 100, 1),
        is_late=result.verdict is Verdict.TIME_LIMIT_EXCEEDED or share > 1,
        seconds=time_in_words(result.counted_s),
        cap=f"{result.cap_s:g} s",
        share=f"{share * 100:.0f} %",
    )


def spent(run: Result | Attempt) -> str:
    """Return of what the seconds of a run are made.

    >>> spent(Attempt(Verdict.TIME_LIMIT_EXCEEDED, wall_s=2.0, cpu_s=None))
    'wall 2.00 s, CPU unknown'
    """
    cpu = "unknown" if run.cpu_s is None else time_in_words(run.cpu_s)
    kept_off = (
        "" if run.kept_off_s is None else f", kept off its core {time_in_words(run.kept_off_s)}"
    )
    return f"wall {time_in_words(run.wall_s)}, CPU {cpu}{kept_off}"


def time_in_words(time_s: float) -> str:
    """Write seconds as a person reads them.

    >>> time_in_words(1.7512), time_in_words(0.25), time_in_words(0.00021)
    ('1.75 s', '0.25 s', '0.2 ms')
    """
    return f"{time_s:.2f} s" if time_s >= 0.1 else f"{time_s * 1000:.1f} ms"


CELL = 20
_NUMBERS, _MARKS, _ROW_NUMBERS = 15, 13, 26
_WIDTH_OF_A_CELL = 34
_WIDEST = 960
_LEGEND = {Mark.PLAYED: "played", Mark.RIGHT: "right"}
_SAID = {Mark.PLAYED: "played", Mark.RIGHT: "right", Mark.STEP: "last disc or step"}


class Placed(msgspec.Struct, frozen=True):
    what: str
    x: int
    y: int


class Drawing(msgspec.Struct, frozen=True):
    """A board as it is drawn.

    The board's upper left corner is at the origin; `left` is room for the numbers of rows. `words`
    say what is drawn to whoever does not see it.
    """

    caption: str
    words: str
    rows: int
    cols: int
    left: int
    below: int
    discs: tuple[Placed, ...]
    fours: tuple[Placed, ...]
    numbers: tuple[Placed, ...]
    marks: tuple[Placed, ...]
    legend: tuple[tuple[Mark, str], ...]

    @property
    def sides(self) -> tuple[Side, ...]:
        return sides_of(self.discs)

    @property
    def four_points(self) -> str:
        return _points(self.fours)

    @property
    def is_usual(self) -> bool:
        """Whether it is a whole board of 6 rows and 7 columns, which pages hold once."""
        return (self.rows, self.cols, self.left) == (6, 7, 0)

    @property
    def width(self) -> int:
        return self.cols * CELL

    @property
    def height(self) -> int:
        return self.rows * CELL

    @property
    def view_box(self) -> str:
        return f"{-self.left} 0 {self.left + self.width} {self.height + self.below}"

    @property
    def shown_width(self) -> int:
        cells = (self.left + self.width) / CELL
        return min(round(cells * _WIDTH_OF_A_CELL), _WIDEST)


def drawing(picture: Picture) -> Drawing:
    """Return how a picture is drawn.

    >>> drawn = drawing(Picture((".R", "YR"), marks=((0, Mark.RIGHT),)))
    >>> drawn.words
    'From the bottom up, column 0: Y; 1: R R. Right: column 0.'
    """
    marks = tuple(
        Placed(mark, (col - picture.first_col) * CELL, len(picture.rows) * CELL + _NUMBERS)
        for col, mark in picture.marks
    )
    used = [mark for mark in Mark if mark in {mark for _, mark in picture.marks}]
    return Drawing(
        caption=picture.caption,
        words=" ".join(_words(picture)),
        rows=len(picture.rows),
        cols=len(picture.rows[0]),
        left=0 if picture.whole else _ROW_NUMBERS,
        below=_NUMBERS + (_MARKS if marks else 0),
        discs=tuple(_discs(picture)),
        fours=tuple(Placed("four", *_at(row, col)) for row, col in sorted(picture.highlighted)),
        numbers=tuple(_numbers(picture)),
        marks=marks,
        legend=tuple((mark, _LEGEND[mark]) for mark in used if mark in _LEGEND),
    )


def _at(row: int, col: int) -> tuple[int, int]:
    return col * CELL, row * CELL


def _discs(picture: Picture) -> Iterator[Placed]:
    for row, letters in enumerate(picture.rows):
        for col, letter in enumerate(letters):
            if letter != ".":
                yield Placed(letter, *_at(row, col))


def _numbers(picture: Picture) -> Iterator[Placed]:
    for col in range(len(picture.rows[0])):
        yield Placed(
            str(picture.first_col + col), col * CELL + CELL // 2, len(picture.rows) * CELL + 12
        )
    if not picture.whole:
        for row in range(len(picture.rows)):
            yield Placed(str(picture.first_row + row), -_ROW_NUMBERS // 2, row * CELL + 14)


def _words(picture: Picture) -> Iterator[str]:
    columns = [
        f"{picture.first_col + col}: {' '.join(discs)}"
        for col in range(len(picture.rows[0]))
        if (discs := _column(picture, col))
    ]
    if columns:
        where = "" if picture.whole else " of what is drawn"
        yield f"From the bottom{where} up, column {'; '.join(columns)}."
    else:
        yield "The board is empty."
    for mark in Mark:
        marked = [str(col) for col, each in picture.marks if each is mark]
        if marked:
            said = _SAID[mark]
            many = "column" if len(marked) == 1 else "columns"
            yield f"{said[:1].upper()}{said[1:]}: {many} {', '.join(marked)}."
    if picture.highlighted:
        cells = ", ".join(
            f"column {picture.first_col + col} row {picture.first_row + row}"
            for row, col in sorted(picture.highlighted, key=lambda cell: (cell[1], cell[0]))
        )
        yield f"Four in a row, with row 0 at the top: {cells}."


def _column(picture: Picture, col: int) -> list[str]:
    """Return the discs of a column from the bottom up, an empty cell between two of them too."""
    letters = [row[col] for row in reversed(picture.rows)]
    while letters and letters[-1] == ".":
        letters.pop()
    return ["empty" if letter == "." else letter for letter in letters]
