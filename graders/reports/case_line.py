"""Write the one line of a case: a mark, its id, the answer, the seconds, and what went wrong."""

from __future__ import annotations

import msgspec

from graders.model.scorecard import Result
from graders.model.verdict import Verdict
from graders.reports.lines import Ink, Line

SHOWN_ANSWER = 6
"""How wide the column of answers is."""
NEAR_THE_CAP = 0.5
"""From this share of the cap on the cap is worth a word."""
COMPUTING = 0.5
"""Below this share of its wall time a slow program's CPU time is worth a word."""
_SECONDS = 9
_WORDS = max(len(verdict.in_words) for verdict in Verdict)
_SHORTEST_ID = 12


class Marks(msgspec.Struct, frozen=True):
    """Hold what a line begins with: accepted, missed, our own fault, not run."""

    accepted: str = "✓"
    missed: str = "✗"
    ours: str = "!"
    not_run: str = "·"


ASCII = Marks("+", "x", "!", "-")
"""The same for a stream that has no better signs."""


class Columns(msgspec.Struct, frozen=True):
    """Hold how the lines of one report are set out."""

    width: int
    id_width: int
    marks: Marks = Marks()

    @classmethod
    def for_ids(cls, ids: list[str], width: int, marks: Marks) -> Columns:
        """Return columns that are as wide as the ids need, as far as the width allows."""
        others = len("✓ ") + 2 + SHOWN_ANSWER + 2 + _SECONDS + 2 + _WORDS
        longest = max(map(len, ids), default=0)
        return cls(width, max(_SHORTEST_ID, min(longest, width - others)), marks)


def case_line(result: Result, columns: Columns, *, answers: bool = True) -> Line:
    """Return the line of a case, never longer than the width; without `answers` it has none."""
    mark, ink = _mark(result, columns.marks)
    words = "" if result.accepted else result.verdict.in_words
    if not result.cap_s or result.verdict is Verdict.LOAD_ERROR:
        return _joined((mark, ink), result.id, "", words, columns.width)
    answer = shown_answer(result) if answers else ""
    room = columns.id_width + 2 + SHOWN_ANSWER  # a long id takes the place of an answer
    middle = f"{answer:>{max(room - len(result.id), len(answer) + 2 * bool(answer))}}"
    times = f"{middle}  {result.wall_s:>{_SECONDS - 2}.3f} s"
    words = " ".join([words, _beside(result)]).strip()
    return _joined((mark, ink), result.id, times, words, columns.width)


def shown_answer(result: Result) -> str:
    """Return what was answered, of a group that is accepted how many answers were right."""
    if result.members and result.accepted:
        return f"{len(result.members)} of {result.group_size}"
    if result.long_answer or not isinstance(result.answer, (int, str, float)):
        return ""
    shown = str(result.answer) if not isinstance(result.answer, str) else repr(result.answer)
    return shown if len(shown) <= SHOWN_ANSWER else shown[: SHOWN_ANSWER - 1] + "…"


def _mark(result: Result, marks: Marks) -> tuple[str, Ink]:
    if result.verdict is Verdict.GRADER_ERROR:
        return marks.ours, Ink.OURS
    return (marks.accepted, Ink.GOOD) if result.accepted else (marks.missed, Ink.BAD)


def _beside(result: Result) -> str:
    """Return cap and CPU time in words where they matter.

    The cap does where the time came near it. CPU time, if it is known, does where the program was
    slow without using it or took more of it than time went by.
    """
    if result.counted_s < NEAR_THE_CAP * result.cap_s:
        return ""
    found = [f"cap {result.cap_s:g} s"]
    cpu_s, wall_s = result.cpu_s, result.wall_s
    if cpu_s is not None and not COMPUTING * wall_s <= cpu_s <= 1.5 * wall_s:
        found.append(f"CPU {cpu_s:.2f} s")
    return f"({', '.join(found)})"


def _joined(mark: tuple[str, Ink], case_id: str, times: str, words: str, width: int) -> Line:
    """Put a line together, leaving out of the middle of the id what there is no room for."""
    taken = len(mark[0]) + 1
    after = f"  {words}" if words else ""
    room = width - taken - len(times) - len(after)
    if len(case_id) > room and times:  # the seconds move to the left, as far as they have to
        least = f"  {times.lstrip()}"
        times = times[min(len(case_id) - room, len(times) - len(least)) :]
        room = width - taken - len(times) - len(after)
    shown = case_id if len(case_id) <= room else _without_its_middle(case_id, room)
    return (mark, (f" {shown}{times}", Ink.PLAIN), (after, mark[1]))


def _without_its_middle(case_id: str, room: int) -> str:
    """Shorten an id so that its suite and its end can still be read.

    >>> _without_its_middle("rules/diagonal-into-the-corner", 20)
    'rules/dia…the-corner'
    """
    if room < 3:  # nothing of it could be told from another one
        return case_id
    end = room // 2
    return f"{case_id[: room - end - 1]}…{case_id[len(case_id) - end :]}"
