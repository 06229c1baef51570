"""Grade a class `Connect4`: moves on a 7 x 7 board, who has won, and the board as it is shown."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from graders.katas.connect4.acquaint import CLASSES, SHOWS, Acquaintance, bare, in_words
from graders.katas.connect4.check import check, session
from graders.katas.connect4.explain import explain
from graders.katas.connect4.prove import TABLE, prove
from graders.katas.connect4.task import Action, Connect4Task, Step, read_task
from graders.katas.connect4.ways import USUAL, Ways
from graders.katas.connect4.words import about, in_python, tell
from graders.katas.kata import Kata, Variant
from graders.katas.proof import Proof
from graders.model.explanation import Explanation, StepExplanation
from graders.model.found import Found
from graders.model.listing import Part
from graders.model.outcome import Outcome
from graders.model.request import Survey
from graders.model.session import Session, SessionOutcome
from graders.model.session import Step as Taken
from graders.model.suite import CaseFacts
from graders.model.verdict import Judgement, Verdict

if TYPE_CHECKING:
    from graders.katas.hinting import Hints, Missed
    from graders.katas.interview import Interview
    from graders.model.exhibit import Exhibit

_LAST_COLUMN = 6


class Connect4(Kata[Connect4Task]):
    """Ask for a class that plays by the rules, tells who has won and shows the board."""

    name = "connect4"
    function = "Connect4"
    expects = "a class Connect4 with play(col), check_winner() and print()"
    proofs = TABLE

    def __init__(self, ways: Ways = USUAL, manner: tuple[Found, ...] = ()) -> None:
        """Take what was found out about a submission; without it, call it as it is usual."""
        self._ways = ways
        self.manner = manner

    def acquaint(self) -> Generator[Taken, Outcome, Kata[Connect4Task]]:
        """Play some short games to find out names, how a move is refused, and the signs shown."""
        ways = yield from Acquaintance().talk()
        return self if ways is None else Connect4(ways, in_words(ways))

    def read_task(self, fields: Mapping[str, object]) -> Connect4Task:
        """Check one case: its steps, a list of columns with how it ends, or what to generate."""
        return read_task(fields)

    def request(self, task: Connect4Task) -> Session:
        """Return the session: the games, and all that is called on them, by the names found."""
        return session(task, self._ways, self.expects)

    def check(self, task: Connect4Task, outcome: Outcome) -> Judgement:
        """Accept a session in which every move, winner and board is what it must be."""
        assert isinstance(outcome, SessionOutcome)
        return check(task, outcome, self._ways)

    def describe(self, task: Connect4Task) -> CaseFacts:
        """Return nothing: every game has the same size, and a session no single position."""
        return CaseFacts()

    def explain(self, task: Connect4Task, outcome: Outcome, verdict: Verdict) -> Explanation | None:
        """Return the first step that differs and the board just before it."""
        if verdict is Verdict.ACCEPTED or not isinstance(outcome, SessionOutcome):
            return None
        return explain(task, outcome, self._ways)

    def tell(self, explanation: Explanation) -> tuple[Part, ...]:
        """List the steps around the first that differs, and draw the board there."""
        return tell(explanation) if isinstance(explanation, StepExplanation) else ()

    def reproduce(self, task: Connect4Task) -> str:
        """Return the calls, where they are few enough to be written out."""
        return in_python(task)

    def show(self, task: Connect4Task, nodes: int, *, spoilers: bool = True) -> Exhibit:
        """Return the steps, what must come of each, and the board they lead to."""
        from graders.katas.connect4.show import show  # noqa: PLC0415

        return show(task, self._ways, spoilers=spoilers)

    def about(self, task: Connect4Task) -> str:
        """Return how many moves there are, and what is asked for."""
        return about(task)

    def variants(self, task: Connect4Task) -> Sequence[Variant[Connect4Task]]:
        """Return the same session in a mirror: column 0 for column 6, and so on."""
        if task.recipe is not None:
            return ()
        mirrored = replace(task, written=tuple(map(_mirrored, task.steps)))
        return () if mirrored == task else (Variant("mirror", mirrored),)

    def identity(self, task: Connect4Task) -> str | None:
        """Return the steps and what else is asked, the same for a session and its mirror image."""
        steps = [repr(one) for one in (task, *(each.task for each in self.variants(task)))]
        return min(steps)

    def prove(self, task: Connect4Task) -> Proof:
        """Prove what each step must come to: the reference and brute force must agree with it."""
        return prove(task)

    def entries(self, survey: Survey) -> Sequence[str]:
        """Return the classes that could be meant: of that name, and with moves in the file.

        With a board and a player beside it, and nothing that shows the board, a file is a design
        in several classes, which another kata asks for.
        """
        methods = {bare(method) for _, own in survey.methods for method in own}
        names = [bare(name) for name, _ in survey.methods]
        parted = all(any(name.endswith(part) for name in names) for part in ("board", "player"))
        if "play" not in methods or (parted and methods.isdisjoint(SHOWS)):
            return []
        return [
            f"the class {name} with its method play"
            for name, _ in survey.methods
            if bare(name) in CLASSES
        ]

    def interview(self) -> Interview:
        """Return the questions by what the missed cases are about."""
        from graders.katas.interview import interview_in  # noqa: PLC0415

        return interview_in(Path(__file__).parent)

    def hints(self, topic: str, missed: Sequence[Missed]) -> Hints | None:
        """Return the hints on what its missed cases are about."""
        from graders.katas.connect4.hints import hints_on  # noqa: PLC0415

        return super().hints(topic, missed) or hints_on(missed)


def _mirrored(step: Step) -> Step:
    if step.action is Action.BOARD:
        return replace(step, expected="/".join(reversed(step.expected.split("/"))))
    return replace(
        step,
        arguments=tuple(
            _LAST_COLUMN - each if type(each) is int and 0 <= each <= _LAST_COLUMN else each
            for each in step.arguments
        ),
    )


KATA = Connect4()
