"""Sum a scorecard up in three sentences: what is solved, where it stands, how far to trust it."""

from __future__ import annotations

from graders.model.scorecard import Result, Scorecard, singles
from graders.model.verdict import Verdict
from graders.reports.circumstances import why_again
from graders.reports.in_hand import decided
from graders.reports.pages.ladder import Place
from graders.reports.score import count


def sentences(card: Scorecard, name: str, place: Place | None) -> tuple[str, str, str]:
    """Return the three sentences; without a rung the second says only what to look at first."""
    return _solved(card, name), _stands(card, place), _trust(card)


def first_miss(card: Scorecard) -> Result | None:
    """Return the first case that was missed by the submission, else by the grader."""
    missed = [result for result in card.results if not result.accepted]
    its_own = (result for result in missed if result.verdict is not Verdict.GRADER_ERROR)
    return next(its_own, missed[0] if missed else None)


def _solved(card: Scorecard, name: str) -> str:
    cases = [result for result in card.results if not result.variant]
    of = len(cases) + sum("~" not in case.id for case in card.not_run)
    accepted = sum(result.accepted for result in cases)
    points = f"{card.score} of {count(card.max_score, 'point')}"
    so_far = "" if card.complete else _so_far(card)
    return f"{name} solves {accepted} of {count(of, 'case')} and has {points}{so_far}."


def _so_far(card: Scorecard) -> str:
    if card.stopped_at_first:
        return " in a run that ended at its first failure, as asked"
    return " in a run that was interrupted"


def _stands(card: Scorecard, place: Place | None) -> str:
    miss = first_miss(card)
    first = "" if miss is None else f"{decided(miss)}, {miss.verdict.in_words}"
    if place is None or not place.where:
        return f"The first to look at is {first}." if first else "Nothing was missed."
    after = f"; the first to look at is {first}" if first else "; nothing was missed"
    return f"It stands {place.where}{after}."


def _trust(card: Scorecard) -> str:
    timed = [result for result in singles(card.results) if result.cap_s and result.counted_s]
    slowest = max(timed, key=lambda result: result.counted_s / result.cap_s, default=None)
    if slowest is None:
        time = "Nothing was timed"
    else:
        time = (
            f"The slowest answer took {slowest.counted_s:.2f} s of {slowest.cap_s:g} s "
            f"({slowest.id})"
        )
    return f"{time}, {_reservation(card)}."


def _reservation(card: Scorecard) -> str:
    if card.grader_errors:
        return f"and the grader itself failed on {count(card.grader_errors, 'case')}, so no score"
    if card.lost:
        return f"but it loses {count(len(card.lost), 'variant')} of cases that it solves"
    run = singles(card.results)
    if again := [result for result in run if result.attempts]:
        return f"and {count(len(again), 'case')} had to be run again: {why_again(again)}"
    if disturbed := sum(result.disturbed for result in run):
        return f"but the machine kept {count(disturbed, 'case')} waiting"
    if card.holds:
        return "and what it solves holds under mirror and colour swap"
    return "and no time was in doubt"
