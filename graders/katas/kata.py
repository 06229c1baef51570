"""State what a kata is to the rest of the grader: one object that is all decisions, no I/O.

A kata lives in one folder of this package that binds `KATA`; adding such a folder adds the
kata. Nothing outside this package knows any kata by name.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Generic, TypeVar

import msgspec

from graders.katas.advice import Advice, Missed, advice_in
from graders.model.explanation import Appraisal, Exhibit, Explanation, Part, Played
from graders.model.outcome import Event, Outcome
from graders.model.request import Request, Session, Survey
from graders.model.scorecard import Assessment, Observation, Probed, QuietMove, Result
from graders.model.submission import Speech, names_spelled, spelled
from graders.model.suite import CaseFacts, Hardness
from graders.model.verdict import Judgement, Verdict

if TYPE_CHECKING:
    import ast

    from graders.katas.daily import Daily
    from graders.katas.lab import (
        Comparison,
        Gauge,
        Guessing,
        KnownAnswers,
        Ladder,
        Lessons,
        Mining,
        Oracle,
    )
    from graders.katas.playing import Playing

T = TypeVar("T")


MAY_BE_RIGHT = frozenset({Event.REPLIED, Event.RAISED, Event.DIED})
"""The outcomes that a kata may take for an answer; every other one the judge decides alone."""


class TaskError(ValueError):
    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field
        self.reason = reason


class RunContext(msgspec.Struct, frozen=True):
    """What is known of a run beside its results.

    `code` is what the kata reads from the source, None where there is nothing to read or it cannot
    be; where it is not of `one_file`, a line of it says little. Advice spells names as `speech`
    does. `probed` is what was played on the probes of the kata.
    """

    code: object | None = None
    one_file: bool = True
    speech: Speech = Speech.PYTHON
    probed: tuple[Probed, ...] = ()


class Probe(msgspec.Struct, Generic[T], frozen=True):
    """A question that a mistake betrays itself by, and the columns that it predicts there.

    One that `follows` goes on from the probe before it: it is asked only where that was played as
    predicted.
    """

    mistake: str
    task: T
    predicted: tuple[int, ...]
    follows: bool = False


NO_CONTEXT = RunContext()
"""What is known of a run where there are only results."""


class Variant(msgspec.Struct, Generic[T], frozen=True):
    name: str
    task: T


class FollowUp(msgspec.Struct, Generic[T], frozen=True):
    """How a case goes on after an accepted answer: what was played, what is asked next.

    `moves` are those of both sides since the case was asked. Without a `task` it is over. It is
    `open` where search did not settle within its nodes how it goes on: nothing more can be asked.
    """

    moves: str
    task: T | None = None
    open: bool = False


class Kata(ABC, Generic[T]):
    """What a case of this kata holds, what is asked, and what to make of the answer.

    `T` is the kata's own type for what one case holds, its task. Members without a body must be
    written by every kata; the others have a default for a kata with nothing to say there.
    """

    name: str
    """The kata's name in suites, on the command line and in reports."""
    function: str
    """The name that a submission must define."""
    expects: str
    """What a submission must define, in words."""
    otherwise: tuple[str, str] | None = None
    """The name of a function that a file in Python may define instead, and what that is."""
    judges: frozenset[Event] = frozenset({Event.REPLIED})
    """The outcomes that `check` wants to see, of those in `MAY_BE_RIGHT`; replies it always sees.

    A kata for which an exception can be the right answer adds `Event.RAISED`.
    """

    on_exceptions: Mapping[str, str] = MappingProxyType({})
    """What helps against an exception, by its type, where this kata knows better than others do."""

    is_driven: bool = False
    """Whether a submission is called through a driver; see `graders.katas.driven`."""

    hands_out_board: bool = False
    """Whether submissions are handed a `kata.board.Board`: advice may then speak of it."""

    asks_programs: bool = False
    """Whether a program can be graded: what `request` returns can then be asked by name."""

    yardsticks: Mapping[str, Path] = MappingProxyType({})
    """The engines, by the name of a language, of whose CPU time a suite's caps may be a multiple.

    In other languages the caps are as the suite has them.
    """

    proofs: ProofTable
    """How `kata verify` heads what `prove` finds."""

    @abstractmethod
    def read_task(self, fields: Mapping[str, object]) -> T:
        """Validate one case's own fields (all but `CASE_FIELDS`); raise `TaskError`."""

    @abstractmethod
    def request(self, task: T) -> Request | Session:
        """Return the call to make, or several on live objects; never what is expected.

        The outcome of a session is a `SessionOutcome`.
        """

    @abstractmethod
    def check(self, task: T, outcome: Outcome) -> Judgement:
        """Judge an outcome that came within the cap, one of those that the kata `judges`.

        The answer in a reply was decoded from the wire by `graders.model.value`.
        """

    def step_asked(self, task: T, at: int) -> str:
        """Name the step of the case that a step of its session asks; "" where it has no steps."""
        return ""

    @abstractmethod
    def describe(self, task: T) -> CaseFacts:
        """Return what a report may tell about a case, its answer key included."""

    @abstractmethod
    def prove(self, task: T) -> Proof:
        """Prove the answer key of a case, without trusting anything that it says.

        A key that cannot be settled is a problem too.
        """

    @abstractmethod
    def entries(self, survey: Survey) -> Sequence[str]:
        """Return what a file defines that this kata could call, in words."""

    def names_called(self) -> tuple[str, ...]:
        """Return the names of what a case calls in a submission, the likeliest first."""
        return (self.function,)

    def called_as(self, name: str) -> tuple[Observation, ...]:
        """Return what to tell of a file of which something else than `function` was called."""
        return ()

    def explain(self, task: T, outcome: Outcome, verdict: Verdict) -> Explanation | None:
        """Return the facts behind a verdict; None where there is nothing to explain.

        An accepted case is explained too, but without spending any time on it.
        """
        return None

    def tell(self, explanation: Explanation) -> tuple[Part, ...]:
        """Return the sentences and pictures that an explanation of this kata makes, in order.

        The first picture is that of the case itself.
        """
        return ()

    def lines(self, explanation: Explanation) -> tuple[Played, ...]:
        """Return the lines that an explanation holds as they are played, a board after each ply.

        Each ply adds one disc, the sides in turn. The pictures that `tell` makes of them are then
        their ends.
        """
        return ()

    def reproduce(self, task: T) -> str:
        """Return Python that sets a case up in an interpreter, such as `Board.from_moves("0032")`.

        It holds nothing of what is expected, and takes a few lines of at most 72 characters.
        Empty where that is not to be had.
        """
        return ""

    def reproduce_in_javascript(self, task: T) -> str:
        """Return the same in JavaScript, such as `Board.fromMoves("0032")`; empty for nothing."""
        return ""

    def show(self, task: T, nodes: int, *, spoilers: bool = True) -> Exhibit:
        """Return what there is to see of a case; without `spoilers` nothing of its answer.

        What has to be searched for is, within so many `nodes`: what is not found is said.
        """
        return Exhibit((self.about(task) or "There is no more to show of it.",))

    def seen_at_once(self, task: T) -> tuple[Part, ...]:
        """Return what the question of `show` begins with, where the rest takes a search."""
        return ()

    def set_up(self, moves: str, first: str, *, to_play: bool = False) -> T | None:
        """Return what `show` takes for a position of one's own; None where there are no positions.

        `moves` are 0-based column digits from the empty board, on which `first` (`RED` or `YELLOW`)
        moved first. Raises `TaskError`, and so it does for a game that is over where somebody is
        `to_play` on.
        """
        return None

    def appraise(self, task: T, answer: object, nodes: int) -> Appraisal | None:
        """Return what a right kind of answer is worth in a position that was set up, by search."""
        return None

    def variants(self, task: T) -> Sequence[Variant[T]]:
        """Return other cases with the same lesson, such as the mirror image of a position."""
        return ()

    def follow_up(self, task: T, answer: object) -> FollowUp[T] | None:
        """Return how a case goes on after an accepted answer; None where that ends every case.

        What is played against a submission is the same on every machine, however busy that is.
        """
        return None

    def draws_random_numbers(self, code: object) -> bool:
        return False

    def code_type(self) -> type | None:
        """Return the type of what `read_code` returns, which can be sent; None where it does not.

        The source is a stranger's, so it is read in another process.
        """
        return None

    def read_code(self, tree: ast.Module) -> object | None:
        """Return what the source of a submission in Python shows, for `assessment` and `facts`."""
        return None

    def facts(self, code: object) -> tuple[Observation, ...]:
        """Return what there is to tell about the code that was read; it is worth no points."""
        return ()

    def assessment(
        self, results: Sequence[Result], context: RunContext = NO_CONTEXT
    ) -> Assessment | None:
        """Return where a submission stands and what comes next; None where nothing was missed.

        A kata with a ladder says more; this much every kata can say from its advice.
        """
        missed = [Missed(each.id, each.verdict) for each in results if not each.accepted]
        if (found := self.advice().on(missed)) is None:
            return None
        entry, case = found
        nudge = names_spelled(entry.nudge, context.speech)
        return Assessment("", "", nudge, topic=entry.id, case=case)

    def about(self, task: T) -> str:
        """Return in a few words what a case asks for, and nothing of its answer; "" for nothing."""
        return ""

    def identity(self, task: T) -> str | None:
        """Return what no two cases may share, the same for every variant; None: all may stand."""
        return None

    def advice(self) -> Advice:
        """Return what this kata has to say about what is missed: hints, and questions to ask."""
        return advice_in(Path(sys.modules[type(self).__module__].__file__ or "").parent)

    def oracle(self) -> Oracle[T] | None:
        """Return the independent solver that the answer keys can be checked against, if any."""
        return None

    def mining(self) -> Mining[tuple[T, ...]] | None:
        """Return what `kata mine` can make new cases with, if anything; a group has several."""
        return None

    def hardness(self, task: T) -> Hardness | None:
        """Return how hard its suite states a case to be; None where that says nothing of it."""
        return None

    def gauge(self) -> Gauge[T] | None:
        """Return what measures how hard a case is, if anything does."""
        return None

    def guessing(self) -> Guessing[T] | None:
        """Return the programs that prove little, which its suites must not pay, if any."""
        return None

    def ladder(self) -> Ladder[T] | None:
        """Return the comparison of the reference solutions, if there are several."""
        return None

    def rung_called(self, name: str) -> str:
        """Return what a rung of its ladder is called."""
        return name.replace("_", " ")

    def lessons(self) -> Lessons[T] | None:
        """Return what measures single changes to the reference solutions, if there are any."""
        return None

    def comparison(self) -> Comparison[T] | None:
        return None

    def playing(self) -> Playing | None:
        return None

    def daily(self) -> Daily | None:
        """Return the questions of `kata daily`, one for each date, if there are any."""
        return None

    def known_answers(self) -> KnownAnswers[T] | None:
        """Return what makes submissions with which the grader itself can be measured."""
        return None

    def probes(self, results: Sequence[Result]) -> tuple[Probe[T], ...]:
        """Return what to ask after a run with a miss, to prove a mistake or to rule it out.

        They are asked in order, within a budget; see `graders.grading.probing`.
        """
        return ()

    def quiet_tasks(self) -> Sequence[T]:
        """Return what has several good answers: programs that choose alike throughout are kin.

        No suite may have them, and the first are to be those on which programs differ most.
        """
        return ()

    def published_quiet_moves(self) -> Sequence[Sequence[QuietMove]]:
        """Return what programs play on the quiet tasks that everybody can read."""
        return ()


class Proof(msgspec.Struct, frozen=True):
    """What was found out about one answer key without trusting it.

    `cells` stand in the columns of the kata's `ProofTable`. `problems` say, a sentence each, in
    what the key is wrong, or that it could not be settled: a key that nobody has proved is none.
    """

    cells: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        return not self.problems


class ProofTable(msgspec.Struct, frozen=True):
    """How the proofs of a kata are headed, a row a case.

    The first column is the case's id; the last one, `holds`, is made from the proof.
    """

    name: str
    title: str
    columns: tuple[str, ...] = ()
    holds: str = "holds"


def functions_named(survey: Survey, name: str, signature: str) -> list[str]:
    """Return the module-level function called `name`, in words; empty where there is none.

    >>> functions_named(Survey(functions=("helper", "solution")), "solution", "(rows)")
    ['the function solution(rows)']
    >>> in_camel_case = Survey(functions=("bestMove",), speech=Speech.JAVASCRIPT)
    >>> functions_named(in_camel_case, "best_move", "()")
    ['the function bestMove()']
    """
    return [
        f"the function {spelled}{signature}"
        for spelled in _spellings(name, survey.speech)
        if spelled in survey.functions
    ]


def classes_with(survey: Survey, method: str) -> list[str]:
    """Return every class that has the method, in words.

    >>> classes_with(Survey(methods=(("Bot", ("__init__", "play")),)), "play")
    ['the class Bot with its method play']
    """
    return [
        f"the class {name} with its method {spelled}"
        for name, own in survey.methods
        for spelled in _spellings(method, survey.speech)
        if spelled in own
    ]


def _spellings(name: str, speech: Speech) -> tuple[str, ...]:
    return tuple(dict.fromkeys((name, spelled(name, speech))))
