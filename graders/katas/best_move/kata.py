"""Grade `find_best_move(board)`: one position, one column back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from graders.katas.best_move.check import check
from graders.katas.best_move.explain import explain, facts_without_search
from graders.katas.best_move.messages import goal_message, tell
from graders.katas.best_move.prove import TABLE, Bitbully, prove
from graders.katas.best_move.task import (
    A_KAGGLE_AGENT,
    AGENT,
    FUNCTION,
    BestMoveTask,
    called_as,
    identity,
    last_agents,
    position_of,
    read_task,
    request_for,
    side,
    variants,
)
from graders.katas.kata import (
    NO_CONTEXT,
    Kata,
    Probe,
    Proof,
    RunContext,
    Variant,
    classes_with,
    functions_named,
)
from graders.model.explanation import Explanation, PositionExplanation
from graders.model.found import Found
from graders.model.listing import Part
from graders.model.outcome import Outcome
from graders.model.request import Request, Survey
from graders.model.scorecard import Result, Standing
from graders.model.suite import CaseFacts
from graders.model.verdict import Judgement, Verdict
from kata.board import Player

if TYPE_CHECKING:
    import ast

    from graders.katas.best_move.source import Code
    from graders.katas.tools import Guessing, KnownAnswers, Ladder, Lessons, Mining, Playing
    from graders.model.exhibit import Exhibit, Played

# What only one sub-command needs, and what the first case can do without, is imported when it is
# asked for: grading starts sooner.


class BestMove(Kata[BestMoveTask]):
    """Ask for the best column of a position."""

    name = "best_move"
    function = FUNCTION
    expects = (
        "a function find_best_move(board), or one class with a method find_best_move(self) that "
        "is constructed with the board"
    )
    otherwise = (AGENT, A_KAGGLE_AGENT)
    proofs = TABLE
    asks_programs = True
    hands_out_board = True

    def read_task(self, fields: Mapping[str, object]) -> BestMoveTask:
        """Check one case: a position that a game reaches, and columns that can be played."""
        return read_task(fields)

    def request(self, task: BestMoveTask) -> Request:
        """Return the call: the position, and nothing of what is accepted.

        A file with an agent for Kaggle's ConnectX is called as there, and a program is asked so.
        """
        return request_for(task.moves, task.first, self.expects)

    def check(self, task: BestMoveTask, outcome: Outcome) -> Judgement:
        """Accept exactly an int that is one of the columns in `accept`."""
        printed = bool(outcome.stdout.strip())
        return check(task, outcome.value, outcome.speech, outcome.called, printed=printed)

    def describe(self, task: BestMoveTask) -> CaseFacts:
        """Return the position and its answer key."""
        first, to_move = side(task.first), side(task.to_move)
        return CaseFacts(task.moves, first, to_move, task.goal, task.accept, task.mate_in)

    def explain(self, task: BestMoveTask, outcome: Outcome, verdict: Verdict) -> Explanation | None:
        """Return the position and, for a case that was missed, what would have been right."""
        played = outcome.value if type(outcome.value) is int else None
        return (
            facts_without_search(task, played)
            if verdict is Verdict.ACCEPTED
            else explain(task, played)
        )

    def reproduce(self, task: BestMoveTask) -> str:
        """Return the call that makes the board."""
        first = "" if task.first == Player.RED.value else f", first={Player(task.first)}"
        return f'Board.from_moves("{task.moves}"{first})'

    def reproduce_in_javascript(self, task: BestMoveTask) -> str:
        """Return the call that makes the board of `kata/board.mjs`."""
        first = "" if task.first == Player.RED.value else f", {Player(task.first)}"
        return f'Board.fromMoves("{task.moves}"{first})'

    def tell(self, explanation: Explanation) -> tuple[Part, ...]:
        """Draw the position with its marks and spell the lines out."""
        return tell(explanation) if isinstance(explanation, PositionExplanation) else ()

    def lines(self, explanation: Explanation) -> tuple[Played, ...]:
        """Play the winning line and the refutation."""
        from graders.katas.best_move.show import lines_played  # noqa: PLC0415

        return lines_played(explanation) if isinstance(explanation, PositionExplanation) else ()

    def show(self, task: BestMoveTask, nodes: int, *, spoilers: bool = True) -> Exhibit:
        """Return the position, what each column is worth, and best play."""
        from graders.katas.best_move.show import show  # noqa: PLC0415

        return show(task, nodes, spoilers=spoilers)

    def set_up(self, moves: str, first: str) -> BestMoveTask:
        """Return a position of one's own, for which there is no key."""
        return position_of(moves, first)

    def prove(self, task: BestMoveTask) -> Proof:
        """Prove by exact search which columns reach the goal, and how soon."""
        return prove(task)

    def entries(self, survey: Survey) -> Sequence[str]:
        """Return the function and the classes that could be called."""
        own = [*functions_named(survey, FUNCTION, "(board)"), *classes_with(survey, FUNCTION)]
        agents = functions_named(survey, AGENT, "(observation, configuration)")
        return own or agents or last_agents(survey)

    def called_as(self, name: str) -> tuple[Found, ...]:
        """Say which function is called as an agent for Kaggle's ConnectX."""
        return called_as(name)

    def variants(self, task: BestMoveTask) -> Sequence[Variant[BestMoveTask]]:
        """Return the position mirrored, with the colours exchanged, and both."""
        return variants(task)

    def about(self, task: BestMoveTask) -> str:
        """Return the goal, and in how many plies a win comes."""
        return goal_message(task.goal, task.mate_in)

    def identity(self, task: BestMoveTask) -> str:
        """Return one name for a position, its mirror image and both with colours exchanged."""
        return identity(task)

    def oracle(self) -> Bitbully:
        """Return bitbully, where it is installed."""
        return Bitbully()

    def mining(self) -> Mining[tuple[BestMoveTask, ...]]:
        """Return what mines positions with one winning column."""
        from graders.katas.best_move.mining.search import MateMining  # noqa: PLC0415

        return MateMining()

    def guessing(self) -> Guessing[BestMoveTask]:
        """Return the guessers, which phase 2 may pay a little and phase 3 hardly anything."""
        from graders.katas.best_move.guessers import guessers  # noqa: PLC0415
        from graders.katas.tools import Guessing  # noqa: PLC0415

        return Guessing(guessers(), warm_up="phase2", searched="phase3")

    def ladder(self) -> Ladder[BestMoveTask]:
        """Return the comparison of the five rungs."""
        from graders.katas.best_move.ladder.ladder import MateLadder  # noqa: PLC0415

        return MateLadder()

    def lessons(self) -> Lessons[BestMoveTask]:
        """Return what measures the further lessons."""
        from graders.katas.best_move.ladder.lessons import MateLessons  # noqa: PLC0415

        return MateLessons()

    def playing(self) -> Playing:
        """Return the ladder to play against."""
        from graders.katas.best_move.playing import BestMovePlaying  # noqa: PLC0415

        return BestMovePlaying(self.expects)

    def known_answers(self) -> KnownAnswers[BestMoveTask]:
        """Return what makes submissions that know the answers."""
        from graders.katas.best_move.known_answers import MateAnswers  # noqa: PLC0415

        return MateAnswers()

    def probes(self, results: Sequence[Result]) -> tuple[Probe[BestMoveTask], ...]:
        """Return the positions that prove a mistake, or rule it out."""
        from graders.katas.best_move.probes import probes  # noqa: PLC0415

        return probes(results)

    def code_type(self) -> type[Code]:
        """Return what `read_code` returns."""
        from graders.katas.best_move.source import Code  # noqa: PLC0415

        return Code

    def read_code(self, tree: ast.Module) -> Code:
        """Return what of a search shows in its source."""
        from graders.katas.best_move.source import read_code  # noqa: PLC0415

        return read_code(tree)

    def draws_random_numbers(self, code: object) -> bool:
        """Tell whether something in a search is drawn by `random`."""
        from graders.katas.best_move.source import Code  # noqa: PLC0415

        return isinstance(code, Code) and code.random is not None

    def standing(
        self, results: Sequence[Result], context: RunContext = NO_CONTEXT
    ) -> Standing | None:
        """Say what was seen of a submission, and on which rung its answers and source agree."""
        from graders.katas.best_move.assess import assess  # noqa: PLC0415

        return assess(results, context, self.advice()) or super().standing(results, context)


KATA = BestMove()
