"""Say what was seen of a submission, where that places it, and what comes next.

Three sources are kept apart: what the answers show and what was measured beside them
(`answers.py`), what the source has (`source.py`), and the mistakes that probes prove
(`graders.katas.best_move.probes`). A rung is named where answers and source agree (`placing.py`),
and what comes next is chosen from the advice by all that is known (`following.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from graders.katas.advice import Advice, Entry, Missed
from graders.katas.best_move.assessing.answers import (
    Answers,
    answers_of,
    explained,
    measured,
    shown,
    sight_in_words,
    used,
)
from graders.katas.best_move.assessing.following import THREE, Facts, holds
from graders.katas.best_move.assessing.placing import of_source, rung
from graders.katas.best_move.assessing.source import Code
from graders.katas.best_move.probes import proved
from graders.katas.kata import Ran
from graders.model.scorecard import Finding, Probed, Result, Standing
from graders.model.submission import names_spelled

BESIDE = frozenset({"dawdles", "last_disc_lost"})
"""Mistakes that leave the technique of a rung what it is, and no search blind."""
NEEDED = {"table_without_colours": ("table",), "table_without_bound": ("table", "window")}
"""What a source has to have for a mistake to be in it."""
RUNGS = ("naive", "alpha_beta", "iterative_deepening", "transposition", "bitboard")
_IN_WORDS = (
    "naive minimax",
    "alpha-beta",
    "iterative deepening",
    "iterative deepening with a table",
    "bitboards and a table",
)


def assess(results: Sequence[Result], ran: Ran, advice: Advice) -> Standing | None:
    """Return where a submission stands; None where no position was run."""
    answers = answers_of(results)
    if not answers.seen:
        return None
    code = ran.code if isinstance(ran.code, Code) else None
    mistakes = tuple(explained(answers)) or tuple(_by_probes(ran.probed, answers, code, advice))
    facts = Facts(answers, code, frozenset(each.name for each in mistakes))
    named = "" if facts.proved - BESIDE else rung(answers, code)
    entry, case = _next(facts, results, advice)
    return Standing(
        named,
        _evidence(answers, named, mistakes),
        "" if entry is None else names_spelled(_filled(entry.nudge, facts), ran.speech),
        tuple(each.name for each in mistakes),
        "" if entry is None else entry.id,
        case,
        (
            *shown(answers),
            *measured(answers),
            *(of_source(code, lines=ran.one_file) if code is not None else ()),
            *mistakes,
        ),
    )


def _by_probes(
    probed: Sequence[Probed], answers: Answers, code: Code | None, advice: Advice
) -> Iterator[Finding]:
    """Yield what probes prove of a program that does not play by chance.

    A mistake in a table is none of a program in which no table is seen, nor one in its bounds where
    no window is. One that draws random numbers may play any columns, and what does not see a mate
    in 3 may put a win off for any reason.
    """
    for mistake in () if code is not None and code.random else proved(probed):
        entry = advice.entry(mistake)
        needed = NEEDED.get(mistake, ())
        there = code is not None and all(getattr(code, each) is not None for each in needed)
        no_sight = mistake in BESIDE and answers.sight < THREE
        if entry is None or (needed and not there) or no_sight:
            continue
        shown_by = tuple(each for each in probed if each.mistake == mistake and each.as_predicted)
        yield Finding("probes", mistake, entry.says, probes=shown_by)


def _next(facts: Facts, results: Sequence[Result], advice: Advice) -> tuple[Entry | None, str]:
    """Return the entry that fits first, and the case that it is about, empty for none."""
    missed = [each for each in results if not each.accepted]
    unjudged = (
        None
        if facts.answers.tell
        else advice.on_verdicts([Missed(each.id, each.verdict) for each in missed])
    )
    if unjudged is not None and not facts.proved:
        return unjudged
    entry = next((each for each in advice.entries if each.when and holds(each.when, facts)), None)
    if entry is None:
        found = advice.on_verdicts([Missed(each.id, each.verdict) for each in missed])
        return (None, "") if found is None else found
    return entry, _case(entry.when, facts, missed)


def _case(condition: str, facts: Facts, missed: Sequence[Result]) -> str:
    """Return the id of the missed case that a condition is about, else of the first missed."""
    about: Sequence[Result] = ()
    if condition.startswith("missed_block"):
        about = facts.answers.missed_blocks
    elif condition == "waiting":
        about = facts.answers.idle
    elif condition == "all_late" or condition.startswith("late"):
        about = facts.answers.late
    elif condition.startswith(("missed_at_once", "missed_three", "shallow")):
        about = facts.missed_deep
    ids = {each.id for each in about}
    for result in missed:
        if not ids or ids & {result.id, result.decided_by}:
            return result.id
    return missed[0].id if missed else ""


def _filled(text: str, facts: Facts) -> str:
    answers = facts.answers
    slowest = max(facts.missed_deep, key=lambda each: each.counted_s, default=answers.slowest)
    return text.format(
        unseen=answers.unseen or "", used=used(slowest), cap=f"{answers.slowest.cap_s:g}"
    )


def _evidence(answers: Answers, named: str, mistakes: Sequence[Finding]) -> str:
    """Say in one sentence where it stands, and the first mistake that is proved."""
    said = "; ".join([_said(answers), *(each.text for each in mistakes[:1])])
    if named:
        at = RUNGS.index(named)
        return f"Rung {at + 1} of {len(RUNGS)}, {_IN_WORDS[at]}: {said}."
    return f"{said[:1].upper()}{said[1:]}."


def _said(answers: Answers) -> str:
    if answers.lost:
        return "it misses positions mirrored or colour-swapped that it solves as they are"
    if answers.all_found:
        of = len(answers.every)
        return (
            f"it is right in {f'all {of} positions' if of > 1 else 'the one position'} of this run"
        )
    if not answers.tell or not answers.mates:
        missed = Counter(each.verdict for each in answers.every if not each.accepted)
        ((verdict, times),) = missed.most_common(1)
        return f"{verdict.in_words} in {times} of {len(answers.every)} positions"
    said = f"it {sight_in_words(answers)}"
    if answers.missed_blocks and answers.sight:
        said += " and a block" if " misses " in said else " and misses a block"
    return said


__all__ = ["assess"]
