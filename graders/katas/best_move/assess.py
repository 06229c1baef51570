"""What was seen of a submission, where that places it, and what comes next.

Three sources are kept apart: what the answers show and what was measured beside them
(`evidence.py`), what the source has (`source.py`), and the mistakes that probes prove
(`probes.py`). A rung is named where answers and source agree. What comes next is the first entry of
`advice.yaml` whose condition holds: the conditions are here, and none of them asks for what the
source has or for what the run accepted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from graders.katas.advice import Advice, AdviceEntry, Missed
from graders.katas.best_move.evidence import (
    Answers,
    answer_findings,
    answers_of,
    finding_texts,
    mistake_findings,
    sentence,
    sight_message,
    time_findings,
    time_used,
)
from graders.katas.best_move.probes import proved_mistakes
from graders.katas.best_move.source import Code
from graders.katas.kata import RunContext
from graders.model.scorecard import Assessment, Finding, Probed, Result
from graders.model.submission import names_spelled
from graders.model.verdict import Verdict

BESIDE = frozenset({"dawdles", "last_disc_lost"})
"""Mistakes that leave the technique of a rung what it is, and no search blind."""
NEEDED = {"table_without_colours": ("table",), "table_without_bound": ("table", "window")}
"""What a source has to have for a mistake to be in it."""


def assess(results: Sequence[Result], context: RunContext, advice: Advice) -> Assessment | None:
    """Return where a submission stands; None where no position was run."""
    answers = answers_of(results)
    if not answers.seen:
        return None
    code = context.code if isinstance(context.code, Code) else None
    mistakes = tuple(mistake_findings(answers, advice)) or tuple(
        _by_probes(context.probed, answers, code, advice)
    )
    facts = RunFacts(answers, code, frozenset(each.name for each in mistakes))
    named = "" if facts.proved - BESIDE else agreed_rung(answers, code)
    entry, case = _choose_advice(facts, results, advice)
    return Assessment(
        named,
        _evidence(answers, named, mistakes),
        "" if entry is None else names_spelled(_filled(entry.nudge, facts), context.speech),
        tuple(each.name for each in mistakes),
        "" if entry is None else entry.id,
        case,
        (
            *answer_findings(answers),
            *time_findings(answers),
            *(source_findings(code, lines=context.one_file) if code is not None else ()),
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
    for mistake in () if code is not None and code.random else proved_mistakes(probed):
        entry = advice.entry(mistake)
        needed = NEEDED.get(mistake, ())
        there = code is not None and all(getattr(code, each) is not None for each in needed)
        no_sight = mistake in BESIDE and answers.sight < THREE
        if entry is None or (needed and not there) or no_sight:
            continue
        shown_by = tuple(each for each in probed if each.mistake == mistake and each.as_predicted)
        yield Finding("probes", mistake, entry.says, probes=shown_by)


def _choose_advice(
    facts: RunFacts, results: Sequence[Result], advice: Advice
) -> tuple[AdviceEntry | None, str]:
    missed = [each for each in results if not each.accepted]
    unjudged = (
        None
        if facts.answers.tell
        else advice.on_verdicts([Missed(each.id, each.verdict) for each in missed])
    )
    if unjudged is not None and not facts.proved:
        return unjudged
    entry = next(
        (each for each in advice.entries if each.when and condition_holds(each.when, facts)), None
    )
    if entry is None:
        found = advice.on_verdicts([Missed(each.id, each.verdict) for each in missed])
        return (None, "") if found is None else found
    return entry, _case(entry.when, facts, missed)


def _case(condition: str, facts: RunFacts, missed: Sequence[Result]) -> str:
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


def _filled(text: str, facts: RunFacts) -> str:
    answers = facts.answers
    slowest = max(facts.missed_deep, key=lambda each: each.counted_s, default=answers.slowest)
    return text.format(
        unseen=answers.unseen or "", used=time_used(slowest), cap=f"{answers.slowest.cap_s:g}"
    )


def _evidence(answers: Answers, named: str, mistakes: Sequence[Finding]) -> str:
    said = "; ".join([_said(answers), *(each.text for each in mistakes[:1])])
    if named:
        rungs = finding_texts().rungs
        at, called = list(rungs).index(named) + 1, rungs[named].called
        return sentence("on_rung", rung=at, rungs=len(rungs), called=called, said=said)
    return f"{said[:1].upper()}{said[1:]}."


def _said(answers: Answers) -> str:
    if answers.lost:
        return f"it {sentence('variants_lost')}"
    positions = len(answers.every)
    if answers.all_found:
        return sentence("all_found" if positions > 1 else "one_found", positions=positions)
    if not answers.tell or not answers.mates:
        missed = Counter(each.verdict for each in answers.every if not each.accepted)
        ((verdict, times),) = missed.most_common(1)
        said = verdict.in_words
        return sentence("only_one_verdict", verdict=said, times=times, positions=positions)
    said = f"it {sight_message(answers)}"
    if answers.missed_blocks and answers.sight:
        said += " and a block" if " misses " in said else " and misses a block"
    return said


def agreed_rung(answers: Answers, code: Code | None) -> str:
    """Return the rung that a program stands on; empty where its answers or its source leave doubt.

    A source says which techniques there are, and the answers that these work.
    """
    found = None if code is None else _technique(code)
    if found is None or answers.missed_blocks or answers.lost or not answers.tell:
        return ""
    return found if answers.sight >= finding_texts().rungs[found].least_sight else ""


def _technique(code: Code) -> str | None:
    """Return the rung whose techniques a source has, none less and none more.

    >>> _technique(Code(search=3, window=9, in_doubt=frozenset()))
    'alpha_beta'
    >>> _technique(Code(search=3, in_doubt=frozenset({"window"})))
    """
    if code.search is None or code.window_shared or code.window_over_depths:
        return None
    if code.bits and code.table:
        return "bitboard"
    steps = ("window", "depths", "table")
    has = [getattr(code, step) is not None for step in steps]
    known = all(there or code.lacks(step) for there, step in zip(has, steps, strict=True))
    in_order = has == sorted(has, reverse=True)
    return _BY_STEPS[sum(has)] if known and in_order else None


_BY_STEPS = ("naive", "alpha_beta", "iterative_deepening", "transposition")
"""The rung of a source with so many of the steps, each on top of those before."""


def source_findings(code: Code, *, lines: bool = True) -> Iterator[Finding]:
    """Yield what a source has, each with its line; of several files without `lines`."""
    for name, text in finding_texts().features.items():
        line = getattr(code, name)
        if line is None or (name == "clock" and code.clock_in_search is not None):
            continue
        yield Finding("source", name, text, line if lines else None)


THREE = 3
"""Plies of the shortest mate that takes a search; one that misses it may as well be at fault."""
TIME_LEFT = 0.5
"""Share of the cap; who misses a mate with less of it used has time left to search further."""


class RunFacts(msgspec.Struct, frozen=True, dict=True):
    """All that is known of a run; `proved` are the mistakes, in the order of the advice."""

    answers: Answers
    code: Code | None = None
    proved: frozenset[str] = frozenset()

    @property
    def missed_deep(self) -> tuple[Result, ...]:
        """Return the misses of the shortest mate that is not seen."""
        unseen = self.answers.unseen
        if unseen is None:
            return ()
        return tuple(each for each in self.answers.of_mate(unseen) if not each.accepted)

    @property
    def is_late(self) -> bool:
        missed = self.missed_deep
        late = [each for each in missed if each.verdict is Verdict.TIME_LIMIT_EXCEEDED]
        return bool(missed) and len(late) == len(missed)

    @property
    def has_time_left(self) -> bool:
        return all(each.counted_s <= TIME_LEFT * each.cap_s for each in self.missed_deep)

    def searches(self) -> bool:
        return self.code is not None and self.code.search is not None

    def has(self, *features: str) -> bool:
        code = self.code
        return self.searches() and all(getattr(code, each) is not None for each in features)

    def lacks(self, feature: str) -> bool:
        """Tell whether the source has a search that for certain has no such feature."""
        return self.searches() and self.code is not None and self.code.lacks(feature)


def _missed_at_once(facts: RunFacts) -> bool:
    missed = facts.missed_deep if facts.answers.unseen == 1 else ()
    return any(each.verdict is Verdict.WRONG_ANSWER for each in missed)


def _any_wrong(facts: RunFacts) -> bool:
    return any(each.verdict is Verdict.WRONG_ANSWER for each in facts.answers.seen)


def _missed_block(facts: RunFacts) -> bool:
    return bool(facts.answers.missed_blocks)


def _too_shallow(facts: RunFacts) -> bool:
    """Tell whether a mate is missed by a wrong column, and every shorter one is seen."""
    wrong = any(each.verdict is Verdict.WRONG_ANSWER for each in facts.missed_deep)
    return wrong and (facts.answers.unseen or 0) > 1


def _all_usual(facts: RunFacts) -> bool:
    return facts.answers.all_found and facts.answers.is_usual


def _without_search(facts: RunFacts) -> bool:
    code = facts.code
    return code is not None and code.lacks("search")


CONDITIONS: Mapping[str, Callable[[RunFacts], bool]] = {
    "variants_lost": lambda facts: bool(facts.answers.lost),
    "waiting": lambda facts: bool(facts.answers.idle),
    "all_late": lambda facts: len(facts.answers.late) == len(facts.answers.seen) > 0,
    "missed_at_once_searching": lambda facts: _missed_at_once(facts) and facts.searches(),
    "missed_at_once_without_search": lambda facts: (
        _missed_at_once(facts) and _without_search(facts)
    ),
    "missed_at_once": _missed_at_once,
    "missed_block_searching": lambda facts: _missed_block(facts) and facts.searches(),
    "missed_block_without_search": lambda facts: _missed_block(facts) and _without_search(facts),
    "missed_block": _missed_block,
    "late_clock_outside": lambda facts: (
        facts.is_late
        and facts.has("depths", "clock")
        and facts.code is not None
        and facts.code.clock_in_search is None
    ),
    "late_clock_inside": lambda facts: facts.is_late and facts.has("clock_in_search"),
    "late_fixed_depth": lambda facts: facts.is_late and facts.lacks("depths"),
    "late": lambda facts: facts.is_late,
    "window_shared": lambda facts: _any_wrong(facts) and facts.has("window_shared"),
    "window_over_depths": lambda facts: _any_wrong(facts) and facts.has("window_over_depths"),
    "shallow_without_search": lambda facts: _too_shallow(facts) and _without_search(facts),
    "shallow_by_chance": lambda facts: (
        _too_shallow(facts)
        and facts.code is not None
        and facts.code.random is not None
        and facts.code.search is None
    ),
    "missed_three_searching": lambda facts: (
        _too_shallow(facts) and facts.answers.unseen == THREE and facts.searches()
    ),
    "shallow_without_window": lambda facts: _too_shallow(facts) and facts.lacks("window"),
    "shallow_with_copies": lambda facts: _too_shallow(facts) and facts.has("copies"),
    "shallow_without_depths": lambda facts: (
        _too_shallow(facts) and facts.has("window") and facts.lacks("depths")
    ),
    "shallow_without_table": lambda facts: (
        _too_shallow(facts) and facts.has("window", "depths") and facts.lacks("table")
    ),
    "shallow_with_time_left": lambda facts: _too_shallow(facts) and facts.has_time_left,
    "shallow": _too_shallow,
    "all_found_untried": lambda facts: (
        _all_usual(facts) and not facts.answers.has_variants and not facts.answers.has_stretch
    ),
    "all_found_no_variants": lambda facts: (
        facts.answers.all_found and not facts.answers.has_variants
    ),
    "all_found_no_stretch": lambda facts: _all_usual(facts) and not facts.answers.has_stretch,
    "all_found": _all_usual,
}
"""When an entry of the advice fits, by the name of its condition.

A name that is none of these is that of a mistake, and holds where it is proved.
"""


def condition_holds(condition: str, facts: RunFacts) -> bool:
    """Tell whether a condition of the advice holds."""
    found = CONDITIONS.get(condition)
    return condition in facts.proved if found is None else found(facts)
