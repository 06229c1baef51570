"""Hold every sentence about a program against what is true of it, and count.

A sentence has a kind, such as `rung alpha_beta`, `source window` or `next deepen`. The tables below
say for each kind what makes it true; a kind that stands in none of them is false.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec
from tabulate import tabulate

from graders.model.scorecard import Assessment, Finding, Result, singles
from graders.model.verdict import Verdict
from tests.truth.grading import KATA, Graded
from tests.truth.recipes import Recipe

RUNGS = ("naive", "alpha_beta", "iterative_deepening", "transposition", "bitboard")
TIME_LEFT = 0.5
SEARCHES = 3
"""Plies: who sees every mate so long does search, whatever is wrong besides."""


class Said(msgspec.Struct, frozen=True):
    """Hold one sentence about one program, and why it is false, where it is."""

    kind: str
    recipe: Recipe | str
    text: str
    why_false: str = ""


class Seen:
    """Answer what a predicate asks about one program: what it is, and what its answers show."""

    def __init__(self, graded: Graded) -> None:
        self.truth, self.source = graded.truth, graded.source.splitlines()
        self.names_are_known = isinstance(graded.recipe, Recipe)
        self.results: Sequence[Result] = singles(graded.card.results)
        self.mates = sorted({r.mate_in for r in self.results if r.mate_in is not None})

    def has(self, *features: str) -> bool:
        """Tell whether the program has all of these."""
        return self.truth.features.issuperset(features)

    def sees(self, plies: int) -> bool:
        """Tell whether every mate up to so many plies was accepted."""
        return all(r.accepted for r in self.results if (r.mate_in or 99) <= plies)

    def misses(self, plies: int, *verdicts: Verdict) -> bool:
        """Tell whether a mate in so many plies was missed."""
        return any(
            r.mate_in == plies and not r.accepted and (not verdicts or r.verdict in verdicts)
            for r in self.results
        )

    @property
    def sight(self) -> int:
        """Return the longest mate up to which every one was accepted."""
        return max((mate for mate in self.mates if self.sees(mate)), default=0)

    def any(self, verdict: Verdict) -> bool:
        """Tell whether some case has this verdict."""
        return any(r.verdict is verdict for r in self.results)

    @property
    def is_late(self) -> bool:
        """Tell whether some answer did not come in time."""
        return self.any(Verdict.TIME_LIMIT_EXCEEDED)

    @property
    def misses_a_block(self) -> bool:
        """Tell whether a column was not stopped that had to be."""
        return any(r.goal == "block" and r.verdict is WRONG for r in self.results)

    @property
    def all_found(self) -> bool:
        """Tell whether nothing was missed."""
        return all(r.accepted for r in self.results)

    @property
    def used_in_vain(self) -> float:
        """Return the largest share of the cap for the shortest mates that were missed."""
        unseen = next(mate for mate in self.mates if not self.sees(mate))
        missed = [r for r in self.results if r.mate_in == unseen and not r.accepted]
        return max(r.counted_s / r.cap_s for r in missed)

    @property
    def too_shallow(self) -> bool:
        """Tell whether a mate was missed for no other reason than that it lies too deep.

        A program that looks as far, and misses it all the same, has a mistake.
        """
        unseen = next((mate for mate in self.mates if not self.sees(mate)), None)
        if unseen is None or not self.misses(unseen, WRONG):
            return False
        return self.truth.depth is None or self.truth.depth < unseen


WRONG = Verdict.WRONG_ANSWER

LINES: Mapping[str, str] = {
    "search": r"\b(minimax|negamax|search|solve)\(",
    "window": r"\b(alpha|beta|a|b|lo|hi)\b",
    "window_shared": r"\b(alpha|beta)\b",
    "window_over_depths": r"\b(alpha|beta|a|b|lo|hi)\b",
    "depths": r"\b(for|while)\b.*depth",
    "table": r"table|memo|cache|seen",
    "copies": r"copy",
    "clock_in_search": r"time\.",
    "clock": r"time\.",
    "random": r"random|next_number",
    "evaluation": r"evaluate",
    "bits": r">>|<<",
}
"""For each feature, what the line reads like on which it shows."""

ANSWERS: Mapping[str, Callable[[Seen], bool]] = {
    "sight": lambda seen: True,  # its numbers are held against the results, as all are
    "blocks": lambda seen: seen.misses_a_block,
}
MEASURED: Mapping[str, Callable[[Seen], bool]] = {
    "board_changed": lambda seen: any(r.board_changed for r in seen.results),
    "time": lambda seen: True,
    "kept_off": lambda seen: any((r.kept_off_s or 0.0) > 0.05 * r.cap_s for r in seen.results),
}
NEXT: Mapping[str, Callable[[Seen], bool]] = {
    "all_late": lambda seen: all(r.verdict is Verdict.TIME_LIMIT_EXCEEDED for r in seen.results),
    "missed_at_once_searching": lambda seen: seen.misses(1, WRONG) and seen.has("search"),
    "missed_at_once_without_search": lambda seen: seen.misses(1, WRONG) and not seen.has("search"),
    "missed_at_once": lambda seen: seen.misses(1, WRONG),
    "missed_block_searching": lambda seen: seen.misses_a_block and seen.has("search"),
    "missed_block_without_search": lambda seen: seen.misses_a_block and not seen.has("search"),
    "missed_block": lambda seen: seen.misses_a_block,
    "window_shared": lambda seen: seen.any(WRONG) and seen.has("window_shared"),
    "window_over_depths": lambda seen: seen.any(WRONG) and seen.has("window_over_depths"),
    "late_clock_outside": lambda seen: seen.is_late and seen.has("clock", "depths"),
    "late_clock_inside": lambda seen: seen.is_late and seen.has("clock_in_search"),
    "late_fixed_depth": lambda seen: seen.is_late and not seen.has("depths"),
    "late": lambda seen: seen.is_late,
    "shallow_by_chance": lambda seen: (
        seen.any(WRONG) and seen.has("random") and not seen.has("search")
    ),
    "shallow_without_search": lambda seen: not seen.all_found and not seen.has("search"),
    "missed_three_searching": lambda seen: seen.misses(3, WRONG) and seen.has("search"),
    "shallow_without_window": lambda seen: seen.too_shallow and not seen.has("window"),
    "shallow_with_copies": lambda seen: seen.any(WRONG) and seen.has("copies"),
    "shallow_without_depths": lambda seen: seen.too_shallow and not seen.has("depths"),
    "shallow_without_table": lambda seen: seen.too_shallow and not seen.has("table"),
    "shallow_with_time_left": lambda seen: seen.any(WRONG) and seen.used_in_vain <= TIME_LEFT,
    "shallow": lambda seen: seen.any(WRONG),
    "all_found_untried": lambda seen: seen.all_found,
    **dict.fromkeys(
        ("variants_lost", "all_found_no_variants", "all_found_no_stretch", "all_found", "waiting"),
        lambda seen: False,  # neither variants nor stretch suites are asked, and nobody waits
    ),
    "runtime_error": lambda seen: seen.any(Verdict.RUNTIME_ERROR),
    "invalid_answer": lambda seen: seen.any(Verdict.INVALID_ANSWER),
    "time_limit_exceeded": lambda seen: seen.is_late,
}
"""For each topic of what comes next, what makes it true: nothing in it that is there already.

That of a mistake is true where the mistake is.
"""


def sentences(graded: Graded) -> Iterator[Said]:
    """Return everything that is said of one program, and the questions for an interviewer."""
    assessment = graded.card.assessment
    if assessment is None:
        return
    seen = Seen(graded)

    def said(kind: str, text: str, false: Iterable[str], entry: str = "") -> Iterator[Said]:
        why = "; ".join(each for each in (*false, *_numbers(seen, text)) if each)
        yield Said(kind, graded.recipe, text, why)
        advised = KATA.advice().entry(entry)
        for question in () if advised is None else advised.questions:
            yield Said(f"question {entry}", graded.recipe, question.ask, why)

    if assessment.rung:
        wrong, entry = _rung(seen, assessment), f"rung/{assessment.rung}"
        yield from said(f"rung {assessment.rung}", assessment.evidence, [wrong], entry)
    elif assessment.evidence:
        yield from said("evidence", assessment.evidence, [])
    for mistake in assessment.faults:
        wrong = _mistake(seen, mistake)
        yield from said(f"mistake {mistake}", assessment.evidence, [wrong], mistake)
    for finding in assessment.findings:
        kind = f"{finding.evidence} {finding.name}"
        yield from said(kind, finding.text, [_finding(seen, finding)])
    if assessment.topic:
        wrong = _next(seen, assessment.topic)
        yield from said(f"next {assessment.topic}", assessment.hint, [wrong], assessment.topic)


def _rung(seen: Seen, assessment: Assessment) -> str:
    if assessment.rung != seen.truth.rung:
        return f"its technique is {seen.truth.rung}"
    lost = seen.truth.broken and seen.sight < SEARCHES
    return "its mistake keeps it from seeing what that rung sees" if lost else ""


def _mistake(seen: Seen, mistake: str) -> str:
    made = ", ".join(sorted(seen.truth.mistakes)) or "none"
    return "" if mistake in seen.truth.mistakes else f"its mistakes: {made}"


def _finding(seen: Seen, finding: Finding) -> str:
    if finding.evidence == "source":
        return _feature(seen, finding)
    if finding.evidence == "probes":
        answered = all(probe.as_predicted for probe in finding.probes) and finding.probes
        return _mistake(seen, finding.name) if answered else "a probe was answered otherwise"
    table = ANSWERS if finding.evidence == "answers" else MEASURED
    is_mistake = finding.name in seen.truth.mistakes
    return "" if is_mistake else _by_table(seen, finding.name, table)


def _feature(seen: Seen, finding: Finding) -> str:
    if finding.name not in LINES:
        return "no one says what makes it true"
    if not seen.has(finding.name):
        return f"it has no {finding.name}"
    if finding.line is None:
        return "it names no line"
    line = seen.source[finding.line - 1]
    if not seen.names_are_known:
        return ""
    return (
        "" if re.search(LINES[finding.name], line) else f"line {finding.line} is {line.strip()!r}"
    )


def _next(seen: Seen, topic: str) -> str:
    if topic in seen.truth.mistakes:
        return ""
    return _by_table(seen, topic, NEXT)


def _by_table(seen: Seen, name: str, table: Mapping[str, Callable[[Seen], bool]]) -> str:
    if name not in table:
        return "no one says what makes it true"
    return "" if table[name](seen) else "it is not so"


def _numbers(seen: Seen, text: str) -> Iterator[str]:
    """Return which mates a sentence speaks of falsely."""
    for number in re.findall(r"(?:mates?|one) up to (\d+)", text):
        if not seen.sees(int(number)):
            yield f"it misses a mate up to {number}"
    for number in re.findall(r"\bmiss\w* (?:a |one |mate |every one |the )*in (\d+)", text):
        if not seen.misses(int(number)):
            yield f"it misses none in {number}"
    for number in re.findall(r"out of time for (?:one|a mate) in (\d+)", text):
        if not seen.misses(int(number), Verdict.TIME_LIMIT_EXCEEDED):
            yield f"it is not late for one in {number}"
    if "takes a win at once" in text and not seen.sees(1):
        yield "it misses a win at once"
    if "right in all" in text and not seen.all_found:
        yield "it misses something"


class Count(msgspec.Struct, frozen=True):
    """Hold how often one kind of sentence was said, how often rightly, and one that is false."""

    kind: str
    said: int
    right: int
    false: Said | None


def counts(programs: Iterable[Graded]) -> list[Count]:
    """Return the count of every kind of sentence."""
    by_kind: dict[str, list[Said]] = {}
    for graded in programs:
        for said in sentences(graded):
            by_kind.setdefault(said.kind, []).append(said)
    return [
        Count(kind, len(all_said), len(all_said) - len(false), false[0] if false else None)
        for kind, all_said in sorted(by_kind.items())
        for false in [[each for each in all_said if each.why_false]]
    ]


SUFFICES = {"naive": 3, "alpha_beta": 5, "iterative_deepening": 7, "transposition": 9}
"""How many plies a program has to see for its answers to show that its technique works."""


class Recall(msgspec.Struct, frozen=True):
    """Hold how many programs of a rung could be named so, and how many are."""

    rung: str
    could: int
    named: int


def recalls(programs: Iterable[Graded]) -> list[Recall]:
    """Return for each rung how many sound programs in Python, which see as far, are named."""
    could: dict[str, list[bool]] = {}
    for graded in programs:
        truth, assessment = graded.truth, graded.card.assessment
        if truth.is_sound and Seen(graded).sight >= SUFFICES[truth.rung or ""]:
            named = assessment is not None and assessment.rung == truth.rung
            could.setdefault(truth.rung or "", []).append(named)
    return [Recall(rung, len(could[rung]), sum(could[rung])) for rung in RUNGS if rung in could]


def table(found: Sequence[Count], recalled: Sequence[Recall]) -> str:
    """Draw what was counted, each false kind with a program of which it is not so."""
    rows = [
        (each.kind, each.said, each.right, str(each.false.recipe), each.false.why_false)
        if each.false
        else (each.kind, each.said, each.right)
        for each in found
    ]
    first = tabulate(rows, headers=("kind", "said", "right", "false of", "as"))
    second = tabulate(
        [(each.rung, each.could, each.named) for each in recalled],
        headers=("sound and on rung", "programs", "named"),
    )
    return f"{first}\n\n{second}"
