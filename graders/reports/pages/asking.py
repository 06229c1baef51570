"""Choose the questions worth asking next, and fill the rows of the rubric that a machine knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from graders.katas.advice import Known, Question, rubric
from graders.katas.kata import Kata
from graders.model.scorecard import Scorecard, Standing, singles
from graders.model.verdict import Verdict
from graders.reports.pages.ladder import mistake_in_words, proved_faults, where_on
from graders.reports.score import by_suite, count, holds_in_words


class Asked(msgspec.Struct, frozen=True):
    """Hold questions, and what in the scorecard they come from."""

    because: str
    questions: tuple[Question, ...]


class Filled(msgspec.Struct, frozen=True):
    """Hold a row of the rubric; `found` is None where a person has to fill it."""

    row: str
    look_for: str
    found: str | None


class ForInterviewer(msgspec.Struct, frozen=True):
    """Hold what only the page of an interviewer has."""

    asked: tuple[Asked, ...]
    rubric: tuple[Filled, ...]


def for_interviewer(card: Scorecard, kata: Kata[Any]) -> ForInterviewer:
    """Return the questions for a scorecard, those on its mistakes first, and the rubric."""
    rows = tuple(
        Filled(row.row, row.look_for, None if row.known is None else FINDS[row.known](card))
        for row in rubric()
    )
    asked = () if card.standing is None else tuple(_asked(card.standing, kata))
    return ForInterviewer(asked, rows)


def _asked(standing: Standing, kata: Kata[Any]) -> Iterator[Asked]:
    """Yield the questions on what is proved, on the rung, and on what comes next, each once.

    A rung without findings is one of a scorecard of an older version, which knew less.
    """
    if standing.rung and not standing.findings:
        return
    because = {fault: mistake_in_words(kata, fault) for fault in proved_faults(standing)}
    if standing.rung:
        because[f"rung/{standing.rung}"] = f"It stands {where_on(kata, standing)}."
    because.setdefault(standing.topic, f"What comes next: {standing.hint}")
    asked: set[Question] = set()
    for name, reason in because.items():
        entry = kata.advice().entry(name)
        new = tuple(each for each in entry.questions if each not in asked) if entry else ()
        if new:
            yield Asked(reason, new)
        asked.update(new)


def _suites(card: Scorecard) -> str:
    return "; ".join(f"{each.name} {each.in_words}" for each in by_suite(card)) or "nothing was run"


def _variants(card: Scorecard) -> str:
    if not any(result.variant for result in card.results):
        return "not asked for in this run (--variants)"
    return holds_in_words(card)[0].rpartition(": ")[2]


def _times(card: Scorecard) -> str:
    timed = [each for each in singles(card.results) if each.cap_s and each.counted_s]
    if not timed:
        return "nothing was timed"
    late = sum(each.verdict is Verdict.TIME_LIMIT_EXCEEDED for each in timed)
    most = max(each.counted_s / each.cap_s for each in timed)
    doubt = sum(bool(each.attempts) for each in timed)
    return (
        f"the slowest took {most * 100:.0f} % of the cap; {count(late, 'answer')} late; "
        f"{doubt} run again"
    )


def _board(card: Scorecard) -> str:
    changed = [each.id for each in singles(card.results) if each.board_changed]
    return f"no, not after {', '.join(changed[:3])}" if changed else "nothing to the contrary seen"


def _endings(card: Scorecard) -> str:
    of_judging = (
        Verdict.ACCEPTED,
        Verdict.WRONG_ANSWER,
        Verdict.INVALID_ANSWER,
        Verdict.NOT_OFFERED,
        Verdict.TIME_LIMIT_EXCEEDED,
    )
    found = Counter(each.verdict for each in singles(card.results))
    ended = [f"{many} × {each.in_words}" for each, many in found.items() if each not in of_judging]
    return ", ".join(ended) or "none"


FINDS: Mapping[Known, Callable[[Scorecard], str]] = {
    "suites": _suites,
    "variants": _variants,
    "times": _times,
    "board": _board,
    "endings": _endings,
}
"""What fills a row of the rubric, by its name in the data."""
