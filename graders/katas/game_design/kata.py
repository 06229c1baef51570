"""Grade a design of the whole game: `Game`, `Board` and `Player`, by what they do."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from graders.katas.game_design.asking import session_of
from graders.katas.game_design.check import check, first_miss, lacks
from graders.katas.game_design.manner import Manner
from graders.katas.game_design.names import names, snake
from graders.katas.game_design.prove import TABLE, prove
from graders.katas.game_design.task import DesignTask, read_task
from graders.katas.kata import Kata
from graders.katas.proof import Proof
from graders.model.explanation import Explanation, StepExplanation
from graders.model.found import Found
from graders.model.listing import Part
from graders.model.outcome import Event, Outcome
from graders.model.request import Survey
from graders.model.session import Session, Step
from graders.model.suite import CaseFacts
from graders.model.verdict import Judgement, Verdict

if TYPE_CHECKING:
    import ast

    from graders.katas.hinting import Hints, Missed
    from graders.katas.interview import Interview
    from graders.model.exhibit import Exhibit


class GameDesign(Kata[DesignTask]):
    """Ask for a game, a board and players, and play with them.

    `called` is the manner of one design, as far as it was found out.
    """

    name = "game_design"
    function = "Game"
    expects = "classes Game, Board and Player"
    judges = frozenset({Event.REPLIED, Event.RAISED})
    proofs = TABLE

    def __init__(self, called: Manner | None = None, manner: tuple[Found, ...] = ()) -> None:
        """Take the manner in which one design is called; else it is that of the statement."""
        self.called = called or Manner()
        self.manner = manner

    def read_task(self, fields: Mapping[str, object]) -> DesignTask:
        """Check one case: the size of its games, and its steps."""
        return read_task(fields)

    def acquaint(self) -> Generator[Step, Outcome, Kata[DesignTask]]:
        """Find out what the parts are called, how they are used and how they answer."""
        from graders.katas.game_design.acquaint import acquaint  # noqa: PLC0415
        from graders.katas.game_design.telling import told  # noqa: PLC0415

        manner = yield from acquaint()
        return GameDesign(manner, told(manner))

    def request(self, task: DesignTask) -> Session:
        """Return the steps: the objects, the moves and the questions, and nothing expected."""
        return session_of(task, self.called, self.expects)

    def check(self, task: DesignTask, outcome: Outcome) -> Judgement:
        """Accept a design that does what is expected at every step."""
        return check(task, self.called, outcome)

    def describe(self, task: DesignTask) -> CaseFacts:
        """Return the size of the game; a script has no single position."""
        return CaseFacts(rows=task.rows, cols=task.cols, k=task.k)

    def explain(self, task: DesignTask, outcome: Outcome, verdict: Verdict) -> Explanation | None:
        """Return the first step that differs, and the board just before it."""
        from graders.katas.game_design.words import explain  # noqa: PLC0415

        if verdict is Verdict.ACCEPTED or lacks(task, self.called):
            return None
        return explain(task, first_miss(task, self.called, outcome))

    def tell(self, explanation: Explanation) -> tuple[Part, ...]:
        """List the steps up to the one that differs, and draw the board just before it."""
        from graders.katas.game_design.words import tell  # noqa: PLC0415

        return tell(explanation) if isinstance(explanation, StepExplanation) else ()

    def reproduce(self, task: DesignTask) -> str:
        """Return the calls, in the names that the design has."""
        from graders.katas.game_design.words import in_python  # noqa: PLC0415

        return in_python(self.request(task))

    def show(self, task: DesignTask, nodes: int, *, spoilers: bool = True) -> Exhibit:
        """Return the steps and what has to come of each; nothing is searched for."""
        from graders.katas.game_design.words import show  # noqa: PLC0415

        return show(task, spoilers=spoilers)

    def prove(self, task: DesignTask) -> Proof:
        """Prove what is expected: the reference and brute force must agree with it."""
        return prove(task)

    def entries(self, survey: Survey) -> Sequence[str]:
        """Return the class of the game, where there is one of a board beside it.

        Without a player there has to be a word of whose turn it is, or of the state: else it is a
        class like that of `connect4`, with a board to help it.
        """
        known = names()
        methods = {name: {snake(method) for method in own} for name, own in survey.methods}
        games, boards, players = (_of_part(part, methods) for part in ("game", "board", "player"))
        moving = [name for name in games if methods[name] & set(known.game["make_move"])]
        tells = {*known.game["get_current_player"], *known.game["get_game_state"]}
        designed = players or any(methods[name] & tells for name in moving)
        return (
            [f"the classes {moving[0]} and {boards[0]}"] if moving and boards and designed else []
        )

    def read_code(self, tree: ast.Module) -> object | None:
        """Return what the source shows of its design."""
        from graders.katas.game_design.signals import signals_of  # noqa: PLC0415

        return signals_of(tree)

    def facts(self, code: object) -> tuple[Found, ...]:
        """Return what the source shows of its design, in words."""
        from graders.katas.game_design.signals import Signals, in_words  # noqa: PLC0415

        return in_words(code) if isinstance(code, Signals) else ()

    def interview(self) -> Interview:
        """Return the questions by what the missed cases are about."""
        from graders.katas.interview import interview_in  # noqa: PLC0415

        return interview_in(Path(__file__).parent)

    def hints(self, topic: str, missed: Sequence[Missed]) -> Hints | None:
        """Return the hints on what its missed cases are about."""
        from graders.katas.game_design.hints import hints_on  # noqa: PLC0415

        return super().hints(topic, missed) or hints_on(missed)


def _of_part(part: str, classes: Iterable[str]) -> list[str]:
    """Return the classes with an accepted name, the preferred first, then those that end in one.

    >>> _of_part("board", ["Cell", "GridBoard", "Board"])
    ['Board', 'GridBoard']
    """
    accepted = names().classes[part]
    exact = [each for name in accepted for each in classes if snake(each) == name]
    return exact + [
        each for each in classes if snake(each).endswith(f"_{part}") and each not in exact
    ]


KATA = GameDesign()
