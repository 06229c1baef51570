"""Decide what a page shows of each case: the verdict, the boards, the lines, what was printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from graders.katas.kata import Kata, TaskError
from graders.model.explanation import Listing, Part, Picture
from graders.model.scorecard import Result
from graders.model.value import in_words
from graders.model.verdict import Verdict
from graders.reports import circumstances, failure
from graders.reports.in_hand import Command, decided
from graders.reports.pages.bar import Bar, bar, spent
from graders.reports.pages.board import Drawing, drawing

MOST_BOARDS = 600
"""So many boards of lines are drawn on a page; of the lines after them only the words are there."""
LONGEST_ANSWER = 300
BRIEF_ANSWER = 24
"""How much of an answer the table of all cases has room for."""


class Piece(msgspec.Struct, frozen=True):
    """Hold a sentence, a board or a listing: the one of them that is not None."""

    text: str | None = None
    drawing: Drawing | None = None
    listing: Listing | None = None


class Ply(msgspec.Struct, frozen=True):
    """Hold one step of a line: what is said of it, and the board, unless there are too many."""

    words: str
    drawing: Drawing | None


class Stepped(msgspec.Struct, frozen=True):
    """Hold a line that can be stepped through."""

    title: str
    plies: tuple[Ply, ...]
    note: str


class Attempted(msgspec.Struct, frozen=True):
    """Hold one run of a case that was run again."""

    verdict: str
    times: str
    answer: str
    counts: bool


class Shown(msgspec.Struct, frozen=True):
    """Hold all that a page shows of one case, of a member of a group, or of a variant.

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
    lines: tuple[Stepped, ...]
    runs: tuple[Attempted, ...]
    traceback: str
    raised_on: Drawing | None
    stdout: str
    stderr: str
    in_hand: str
    command: str
    about_member: str = ""
    members: tuple[Shown, ...] = ()
    members_of: int = 0
    variants: tuple[Shown, ...] = ()

    @property
    def accepted(self) -> bool:
        """Tell whether it was accepted."""
        return self.kind == "good"

    @property
    def brief_answer(self) -> str:
        """Return the answer as far as a table has room for it."""
        return _cut(self.answer, BRIEF_ANSWER)

    @property
    def has_more(self) -> bool:
        """Tell whether there is more to show of it than a row of a table has."""
        printed = self.stdout or self.stderr
        told = self.sentences or self.care or self.pieces or len(self.answer) > BRIEF_ANSWER
        return bool(not self.accepted or printed or told or self.members or self.variants)

    @property
    def missed_members(self) -> tuple[Shown, ...]:
        """Return the members that were missed; there is one, where any."""
        return tuple(member for member in self.members if not member.accepted)

    @property
    def other_members(self) -> tuple[Shown, ...]:
        """Return the members that were accepted."""
        return tuple(member for member in self.members if member.accepted)


class _Room(msgspec.Struct):
    """Count down how many more boards of lines a page has room for."""

    boards: int


class Showing(msgspec.Struct):
    """Make what is shown of the cases of one scorecard."""

    kata: Kata[Any] | None
    command: Command | None = None
    _room: _Room = msgspec.field(default_factory=lambda: _Room(MOST_BOARDS))

    def cases(self, results: Sequence[Result]) -> tuple[Shown, ...]:
        """Return the cases in order, each with its variants; one of a variant alone stands alone.

        The first that was missed is drawn first, as there is room for so many boards only.
        """
        originals = {result.id for result in results if not result.variant}
        own = [
            result for result in results if not result.variant or result.original not in originals
        ]
        variants: dict[str, list[Result]] = {}
        for result in results:
            if result.variant and result.original in originals:
                variants.setdefault(result.original, []).append(result)
        numbered = list(enumerate(own, start=1))
        made = {
            number: self._shown(result, f"case-{number}", variants=variants.get(result.id, ()))
            for number, result in sorted(numbered, key=lambda each: each[1].accepted)
        }
        return tuple(made[number] for number, _ in numbered)

    def _shown(
        self,
        result: Result,
        anchor: str,
        *,
        variants: Sequence[Result] = (),
        stepped: bool = True,
    ) -> Shown:
        """Return what is shown of a result, with lines to step through where it is `stepped`.

        A variant of a case that is missed itself is not: its lines are those of the case.
        """
        before, raised_on, after = failure.parted(result.traceback)
        whole = result.verdict in (Verdict.LOAD_ERROR, Verdict.GRADER_ERROR)
        # The reason why a group was missed is that of its member, which is shown below it.
        silent = whole or bool(result.members) or not result.message
        said = (*failure.what(result), *(() if silent else (result.message,)))
        missed = result.verdict not in (
            Verdict.ACCEPTED,
            Verdict.LOAD_ERROR,
            Verdict.GRADER_ERROR,
        )
        return Shown(
            anchor=anchor,
            id=result.id,
            kind=kind_of(result.verdict),
            verdict=result.verdict.in_words,
            points=f"{result.points}/{result.max_points}",
            answer=answer_of(result),
            bar=bar(result),
            spent=spent(result),
            sentences=said,
            report=result.message if whole else "",
            care=tuple(circumstances.in_words(result)),
            pieces=tuple(self._pieces(result, stepped=stepped)),
            lines=tuple(self._lines(result)) if stepped else (),
            runs=tuple(_attempted(result)),
            traceback="\n".join(part for part in (before, after) if part),
            raised_on=drawing(Picture(raised_on, "the board when it raised"))
            if raised_on
            else None,
            stdout=result.stdout,
            stderr=result.stderr,
            in_hand=result.reproduce if missed else "",
            command=self.command.on(decided(result)) if missed and self.command else "",
            about_member=circumstances.member_in_words(result, result.decided_by),
            members=tuple(
                self._shown(member, f"{anchor}-member-{number}", stepped=stepped)
                for number, member in enumerate(result.members, start=1)
            ),
            members_of=result.group_size,
            variants=tuple(
                self._shown(variant, f"{anchor}-variant-{number}", stepped=result.accepted)
                for number, variant in enumerate(variants, start=1)
            ),
        )

    def _pieces(self, result: Result, *, stepped: bool) -> Iterator[Piece]:
        """Return what the kata tells; without an explanation the position alone, if there is one.

        Of a group its members tell it. Pictures of how lines end are left to the lines.
        """
        if result.members:
            return
        if self.kata is None or result.explanation is None:
            yield from (_piece(part) for part in self._position(result))
            return
        ends_are_shown = stepped and bool(self.kata.lines(result.explanation))
        pictures = 0
        for part in self.kata.tell(result.explanation):
            pictures += isinstance(part, Picture)
            if not (isinstance(part, Picture) and pictures > 1 and ends_are_shown):
                yield _piece(part)

    def _position(self, result: Result) -> Iterable[Part]:
        """Return the question of a case whose position is known, and nothing of its answer."""
        if self.kata is None or result.moves is None or result.first is None:
            return ()
        try:
            task = self.kata.set_up(result.moves, result.first)
        except TaskError:
            return ()
        return () if task is None else self.kata.show(task, 0, spoilers=False).question

    def _lines(self, result: Result) -> Iterator[Stepped]:
        if result.members or self.kata is None or result.explanation is None:
            return
        for played in self.kata.lines(result.explanation):
            drawn = self._room.boards >= len(played.steps)
            self._room.boards -= len(played.steps) if drawn else 0
            plies = tuple(
                Ply(step.picture.caption, drawing(step.picture) if drawn else None)
                for step in played.steps
            )
            yield Stepped(played.title, plies, played.note)


def kind_of(verdict: Verdict) -> str:
    """Return how a verdict is coloured."""
    if verdict is Verdict.GRADER_ERROR:
        return "ours"
    return "good" if verdict is Verdict.ACCEPTED else "bad"


def answer_of(result: Result) -> str:
    """Return what was answered in words; empty where nothing came or it is not to be told."""
    if result.long_answer is not None:
        return f"{result.answer} ({result.long_answer.bytes:,} bytes of JSON)"
    if result.members and result.accepted:
        return f"{len(result.members)} of {result.group_size} right"
    return "" if result.answer is None else _cut(in_words(result.answer), LONGEST_ANSWER)


def _attempted(result: Result) -> Iterator[Attempted]:
    for each in result.attempts:
        answer = "" if each.answer is None else _cut(in_words(each.answer), LONGEST_ANSWER)
        yield Attempted(each.verdict.in_words, spent(each), answer, each.counts)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _piece(part: Part) -> Piece:
    if isinstance(part, Picture):
        return Piece(drawing=drawing(part))
    return Piece(listing=part) if isinstance(part, Listing) else Piece(text=part)
