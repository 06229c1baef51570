"""Read from the results of a run what its answers show, and what was measured beside them.

Nothing here looks at a source, and no time says how a program works: of times it is only said how
much of the cap was used.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from pathlib import Path

import msgspec

from graders.katas.advice import Advice
from graders.model.scorecard import Finding, Result, singles
from graders.model.verdict import Verdict

LONGEST_USUAL_MATE = 9
"""Plies; longer mates, and positions to be drawn, only the stretch suites have."""
SHORT = 5
"""Plies of the mates from which it is told how columns are counted, and for whom it plays."""
IDLE_SHARE = 0.1
"""Share of the cap in CPU time below which a late program was not computing."""
WORTH_TELLING = 0.05
"""Share of the cap from which on times are told."""
NO_CELL = 48
"""What is beyond it numbers no column and no cell either, whatever it is counted from."""

_TEXTS = Path(__file__).with_name("findings.yaml")
_JUDGED = (Verdict.ACCEPTED, Verdict.WRONG_ANSWER, Verdict.TIME_LIMIT_EXCEEDED)


class RungText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    called: str
    least_sight: int
    """How far in plies a program has to see for its answers to agree with its source."""


class FindingTexts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What `findings.yaml` holds, which says there what each of the three is."""

    rungs: dict[str, RungText]
    features: dict[str, str]
    sentences: dict[str, str]


@cache
def finding_texts() -> FindingTexts:
    return msgspec.yaml.decode(_TEXTS.read_bytes(), type=FindingTexts)


def sentence(name: str, **holes: object) -> str:
    """Return a text of `findings.yaml` with its holes filled.

    >>> sentence("kept_off", most_s=0.5)
    'kept off its core for up to 0.50 s, which does not count'
    """
    return finding_texts().sentences[name].format(**holes)


class Answers(msgspec.Struct, frozen=True, dict=True):
    """The results of single positions, those of variants apart.

    The members of a group count one by one. `lost` are the ids of variants that are missed by a
    program which has the case itself.
    """

    seen: tuple[Result, ...]
    varied: tuple[Result, ...] = ()
    lost: tuple[str, ...] = ()

    @property
    def every(self) -> tuple[Result, ...]:
        return (*self.seen, *self.varied)

    @property
    def all_found(self) -> bool:
        return all(result.accepted for result in self.every)

    @property
    def tell(self) -> bool:
        """Tell whether most misses are a wrong column or a late one, so that there is a sight."""
        misses = [result for result in self.seen if not result.accepted]
        judged = sum(result.verdict in _JUDGED for result in misses)
        return bool(self.seen) and 2 * judged >= len(misses)

    @cached_property
    def mates(self) -> tuple[int, ...]:
        return tuple(sorted({each.mate_in for each in self.seen if each.mate_in is not None}))

    @cached_property
    def sight(self) -> int:
        """Return the longest mate up to which every one is found, 0 where the first is missed."""
        sight = 0
        for mate in self.mates:
            if not all(result.accepted for result in self.of_mate(mate)):
                break
            sight = mate
        return sight

    @property
    def unseen(self) -> int | None:
        """Return the length of the shortest mate that is missed; None where none is."""
        return next((mate for mate in self.mates if mate > self.sight), None)

    @property
    def blocks(self) -> tuple[Result, ...]:
        return tuple(result for result in self.seen if result.goal == "block")

    @property
    def missed_blocks(self) -> tuple[Result, ...]:
        return tuple(each for each in self.blocks if each.verdict is Verdict.WRONG_ANSWER)

    @property
    def late(self) -> tuple[Result, ...]:
        return tuple(each for each in self.seen if each.verdict is Verdict.TIME_LIMIT_EXCEEDED)

    @property
    def idle(self) -> tuple[Result, ...]:
        """Return what came too late although hardly anything was computed, where that is known."""
        return tuple(
            each
            for each in self.late
            if each.cpu_s is not None and each.cpu_s < IDLE_SHARE * each.cap_s
        )

    @property
    def slowest(self) -> Result:
        return max(self.seen, key=lambda each: each.counted_s / (each.cap_s or 1.0))

    @property
    def has_variants(self) -> bool:
        return bool(self.varied)

    @property
    def has_stretch(self) -> bool:
        """Tell whether something was asked that only the stretch suites have."""
        return any(
            each.goal == "draw" or (each.mate_in or 0) > LONGEST_USUAL_MATE for each in self.seen
        )

    @property
    def is_usual(self) -> bool:
        return {1, LONGEST_USUAL_MATE} <= set(self.mates)

    def of_mate(self, mate: int) -> tuple[Result, ...]:
        return tuple(result for result in self.seen if result.mate_in == mate)

    @property
    def short(self) -> tuple[Result, ...]:
        """Return the blocks and the short mates, which any search sees."""
        return tuple(
            each for each in self.seen if each.goal == "block" or 1 <= (each.mate_in or 0) <= SHORT
        )


def answers_of(results: Sequence[Result]) -> Answers:
    positions = [result for result in singles(results) if result.goal is not None]
    return Answers(
        tuple(result for result in positions if not result.variant),
        tuple(result for result in positions if result.variant),
        tuple(_lost(results)),
    )


def _lost(results: Sequence[Result]) -> list[str]:
    """Return the variants that are answered wrongly, where most of those of a kind are.

    A variant or two may be a matter of time or of luck.
    """
    found = {result.id for result in results if result.accepted and not result.variant}
    variants = [each for each in results if each.variant and each.original in found]
    missed = [each.id for each in variants if each.verdict is Verdict.WRONG_ANSWER]
    kinds: dict[str, list[bool]] = {}
    for each in variants:
        kinds.setdefault(each.variant, []).append(each.id in missed)
    most = any(len(wrong) > 2 and 2 * sum(wrong) > len(wrong) for wrong in kinds.values())
    return missed if most else []


def answer_findings(answers: Answers) -> Iterator[Finding]:
    if answers.tell and answers.mates:
        yield Finding("answers", "sight", sight_message(answers), cases=_missed_ids(answers))
    if answers.missed_blocks and answers.sight:
        ids = tuple(each.id for each in answers.missed_blocks)
        yield Finding("answers", "blocks", sentence("missed_blocks"), cases=ids)
    if answers.lost:
        yield Finding("answers", "variants", sentence("variants_lost"), cases=answers.lost)


def time_findings(answers: Answers) -> Iterator[Finding]:
    """Yield what was measured of the times: the share of the cap, waiting, what does not count."""
    slowest, late = answers.slowest, tuple(each.id for each in answers.late)
    if slowest.cap_s:
        text = sentence(
            "late" if late else "slowest",
            cap_s=slowest.cap_s,
            used=time_used(slowest),
            late=len(late),
            positions=len(answers.seen),
        )
        yield Finding("measured", "time", text, cases=late)
    if kept_off := _kept_off(answers):
        most_s = max(each.kept_off_s or 0.0 for each in kept_off)
        text = sentence("kept_off", most_s=most_s)
        yield Finding("measured", "kept_off", text, cases=tuple(each.id for each in kept_off))
    if answers.idle:
        text = sentence("idle", cpu_s=answers.idle[0].cpu_s)
        yield Finding("measured", "idle", text, cases=tuple(each.id for each in answers.idle))


def time_used(result: Result) -> str:
    """Say in seconds how much of its cap a case used; little is not told apart.

    >>> time_used(Result("a/b", Verdict.ACCEPTED, 1, 1, 2.0, cpu_s=0.003))
    'less than 0.1'
    """
    little_s = WORTH_TELLING * result.cap_s
    return f"{result.counted_s:.2f}" if result.counted_s > little_s else f"less than {little_s:g}"


def _kept_off(answers: Answers) -> list[Result]:
    return [e for e in answers.every if (e.kept_off_s or 0.0) > WORTH_TELLING * e.cap_s]


def sight_message(answers: Answers) -> str:
    """Say how far it sees.

    >>> won = Result("a/b", Verdict.ACCEPTED, 1, 1, 2.0, goal="win", mate_in=1)
    >>> sight_message(answers_of([won]))
    'takes a win at once'
    """
    sight, unseen = answers.sight, answers.unseen
    sees = "takes a win at once" if sight == 1 else f"sees every mate up to {sight}"
    if unseen is None:
        return sees
    missed = [each for each in answers.of_mate(unseen) if not each.accepted]
    verb = _verb({each.verdict for each in missed})
    what = "a win at once" if unseen == 1 else f"a mate in {unseen}"
    if not sight:
        return f"{verb} {what}"
    return f"{sees} and {verb} {what if sight == 1 else f'one in {unseen}'}"


def _verb(verdicts: set[Verdict]) -> str:
    if verdicts == {Verdict.TIME_LIMIT_EXCEEDED}:
        return "runs out of time for"
    return "misses" if Verdict.WRONG_ANSWER in verdicts else "plays no column for"


def _missed_ids(answers: Answers) -> tuple[str, ...]:
    if answers.unseen is None:
        return ()
    return tuple(each.id for each in answers.of_mate(answers.unseen) if not each.accepted)


def mistake_findings(answers: Answers, advice: Advice) -> Iterator[Finding]:
    """Yield the mistakes that answers and measurements alone prove: there is no other reason."""
    if changed := tuple(each.id for each in answers.every if each.board_changed):
        text = advice.says("board_changed")
        yield Finding("measured", "board_changed", text, cases=changed)
    if scores := _scores(answers):
        ids = tuple(each.id for each in scores)
        text = sentence("score_returned", answer=scores[0].answer)
        yield Finding("answers", "score_returned", text, cases=ids)
    if shifted := _counted_from_one(answers):
        ids = tuple(each.id for each in shifted)
        text = advice.says("counted_from_one")
        yield Finding("answers", "counted_from_one", text, cases=ids)


def _scores(answers: Answers) -> list[Result]:
    numbers = [each for each in answers.seen if type(each.answer) in (int, float)]
    beyond = [each for each in numbers if abs(each.answer) > NO_CELL]
    return beyond if len(beyond) > 1 and 2 * len(beyond) >= len(numbers) else []


def _counted_from_one(answers: Answers) -> list[Result]:
    short = [each for each in answers.short if type(each.answer) is int]
    shifted = all(each.answer - 1 in (each.accept or ()) and not each.accepted for each in short)
    return short if shifted and len(short) > 2 and len({each.answer for each in short}) > 1 else []
