"""Leave out what tells an answer and, of a suite that is not shipped, everything but the verdicts.

A private bank is worth something for as long as nobody knows its positions. So a report without
spoilers, which is for candidates, has other names for its cases and tells neither what they ask nor
what came back: an exception can say any of it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable, Sequence
from functools import cache

from msgspec import UNSET
from msgspec.structs import replace

from graders.model.batch import Batch
from graders.model.explanation import PositionExplanation
from graders.model.installation import suite_files
from graders.model.provenance import Provenance, SuiteUsed
from graders.model.scorecard import Assessment, Result, Scorecard, Yardstick
from graders.model.suite import Case, Suite
from graders.model.verdict import Verdict

PRIVATE = "private"
"""What every suite is called that is not shipped; its cases are `private/case-1` and so on."""
_AFTER_ITS_CASE = re.compile("[#~]")


def without_spoilers(result: Result) -> Result:
    """Return a result that tells no answer, neither the right one nor one that may be it.

    What the submission printed and answered goes too: of an accepted case that is the right
    answer. An exception and its traceback stay, as do the times and how to reproduce the case, and
    what kind of thing came back that is no answer at all. Of a case that was lost on the way to its
    end only the position of the case itself stays: how it went on are right answers.
    """
    if result.lost_in_play:
        result = _before_it_was_played(result)
    return replace(
        result,
        answer=None,
        long_answer=None,
        message="" if _may_tell_the_answer(result) else result.message,
        stdout="",
        stderr="",
        warnings=(),
        explanation=None,
        attempts=tuple(replace(each, answer=None) for each in result.attempts),
        about="",
        accept=None,
        members=tuple(without_spoilers(member) for member in result.members),
        play_out=None,
    )


def _before_it_was_played(result: Result) -> Result:
    """Leave out what shows the position that was lost, in words or on a board."""
    plies = 0 if result.play_out is None else result.play_out.plies
    thrown = result.thrown and replace(result.thrown, message="", board=UNSET)
    return replace(
        result,
        message="",
        moves=result.moves and result.moves[: len(result.moves) - plies],
        mate_in=None,
        reproduce="",
        traceback="",
        thrown=thrown,
    )


def without_right_columns(result: Result) -> Result:
    """Return a result that tells what was played and what that leads to, not what was right."""
    if result.accept is None:
        return result
    facts, message = result.explanation, result.message
    if isinstance(facts, PositionExplanation):
        lines = tuple(line for line in facts.lines if line.kind == "refutation")
        facts = replace(facts, accept=(), lines=lines, mate_in=None)
    return replace(
        result, message="" if _may_tell_the_answer(result) else message, explanation=facts
    )


def _may_tell_the_answer(result: Result) -> bool:
    """Tell whether the message quotes the answer key, or an answer that may be right but for form.

    What is not valid may be right in another type, such as `"3"`. Nothing is in None, in a whole
    number, which is no column of the board, or in a Promise, of which only that it is one is said.
    """
    if result.verdict is not Verdict.INVALID_ANSWER:
        return result.verdict is Verdict.WRONG_ANSWER
    answer = result.answer
    if answer is None or isinstance(answer, int):
        return False
    if result.long_answer is not None or not isinstance(answer, str):
        return True
    return answer in result.message


def private_suites(suites: Iterable[Suite | SuiteUsed]) -> frozenset[str]:
    """Return the names of those that are not shipped, by the bytes of their files."""
    return frozenset(suite.name for suite in suites if suite.sha256 not in _shipped())


@cache
def _shipped() -> frozenset[str]:
    return frozenset(hashlib.sha256(path.read_bytes()).hexdigest() for path in suite_files())


def without_suites(options: Sequence[str]) -> tuple[str, ...]:
    """Return options and their values without those that name a suite."""
    pairs = zip(options[::2], options[1::2], strict=True)
    return tuple(word for pair in pairs if pair[0] != "--suite" for word in pair)


class Hiding:
    """Give the cases of private suites other names, numbered in the order in which they come."""

    def __init__(self, private: Collection[str], ids: Iterable[str]) -> None:
        self._private = private
        own = dict.fromkeys(_original(each) for each in ids if self._is_private(each))
        self._names = {each: f"{PRIVATE}/case-{number}" for number, each in enumerate(own, 1)}

    @classmethod
    def of(cls, card: Scorecard) -> Hiding:
        """Return what hides those of a run; nothing where it is not known what it was graded on."""
        used = () if card.provenance is None else card.provenance.suites
        return cls(private_suites(used), card.case_ids)

    def _is_private(self, case_id: str) -> bool:
        return case_id.partition("/")[0] in self._private

    def name(self, case_id: str) -> str:
        """Return what a case is called, or a member or a variant of it."""
        original = _original(case_id)
        return self._names.get(original, original) + case_id[len(original) :]

    def names(self, case_ids: Iterable[str]) -> tuple[str, ...]:
        return tuple(map(self.name, case_ids))

    def case(self, case: Case) -> Case:
        return replace(case, id=self.name(case.id)) if self._is_private(case.id) else case

    def result(self, result: Result) -> Result:
        """Return a result without spoilers; of a private case verdict, points and times are left.

        Why a file cannot be loaded stays: that is known before anything is asked.
        """
        bare = without_spoilers(result)
        if not self._is_private(result.id):
            return bare
        is_of_file = result.verdict is Verdict.LOAD_ERROR
        return Result(
            id=self.name(bare.id),
            verdict=bare.verdict,
            points=bare.points,
            max_points=bare.max_points,
            cap_s=bare.cap_s,
            message=bare.message if is_of_file else "",
            wall_s=bare.wall_s,
            cpu_s=bare.cpu_s,
            kept_off_s=bare.kept_off_s,
            attempts=bare.attempts,
            rerun_because=bare.rerun_because,
            doubt=bare.doubt,
            disturbed=bare.disturbed,
            traceback=bare.traceback if is_of_file else "",
            thrown=bare.thrown if is_of_file else None,
            board_changed=bare.board_changed,
            group_size=bare.group_size,
            members=tuple(map(self.result, bare.members)),
            decided_by=self.name(bare.decided_by),
            hidden=True,
        )

    def card(self, card: Scorecard) -> Scorecard:
        made = card.provenance
        return replace(
            card,
            results=tuple(map(self.result, card.results)),
            not_run=tuple(replace(each, id=self.name(each.id)) for each in card.not_run),
            lost=self.names(card.lost),
            assessment=None if card.assessment is None else self._assessment(card.assessment),
            yardstick=None if card.yardstick is None else self._yardstick(card.yardstick),
            provenance=None if made is None else self._provenance(made),
            quiet_moves=(),
        )

    def _assessment(self, made: Assessment) -> Assessment:
        findings = tuple(replace(each, cases=self.names(each.cases)) for each in made.findings)
        return replace(made, case=self.name(made.case), findings=findings)

    def _yardstick(self, measured: Yardstick) -> Yardstick:
        caps = tuple(replace(each, case=self.name(each.case)) for each in measured.caps)
        return replace(measured, caps=caps)

    def _provenance(self, made: Provenance) -> Provenance:
        if not self._private:
            return made
        suites = tuple(
            replace(suite, name=PRIVATE) if suite.name in self._private else suite
            for suite in made.suites
        )
        told = {"*", *(suite.name for suite in suites)}
        globs = dict.fromkeys(
            glob if glob.partition("/")[0] in told else f"{PRIVATE}/*"
            for glob in made.options.cases
        )
        options = replace(made.options, cases=tuple(globs))
        return replace(made, suites=suites, options=options)


def _original(case_id: str) -> str:
    return _AFTER_ITS_CASE.split(case_id, maxsplit=1)[0]


def card_without_spoilers(card: Scorecard) -> Scorecard:
    """Return a scorecard none of whose results tells an answer, or anything of a private suite."""
    return Hiding.of(card).card(card)


def batch_without_spoilers(batch: Batch) -> Batch:
    """Return a batch of such scorecards, without notes and what a manifest says beside names."""
    entries = [
        replace(entry, note=None, hand_in=replace(entry.hand_in, columns=()))
        for entry in batch.entries
    ]
    return replace(
        batch,
        entries=tuple(
            entry
            if entry.scorecard is None
            else replace(entry, scorecard=card_without_spoilers(entry.scorecard))
            for entry in entries
        ),
        key="",
    )
