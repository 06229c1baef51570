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
    FollowUp,
    Kata,
    Probe,
    Proof,
    RunContext,
    Variant,
    classes_with,
    functions_named,
)
from graders.model.explanation import (
    Appraisal,
    Exhibit,
    Explanation,
    Part,
    Played,
    PositionExplanation,
)
from graders.model.outcome import Outcome
from graders.model.request import Request, Survey
from graders.model.scorecard import Assessment, Observation, QuietMove, Result
from graders.model.suite import CaseFacts, Hardness
from graders.model.verdict import Judgement, Verdict
from kata.board import Player

if TYPE_CHECKING:
    import ast

    from graders.katas.best_move.source import Code
    from graders.katas.daily import Daily
    from graders.katas.lab import Gauge, Guessing, KnownAnswers, Ladder, Lessons, Mining
    from graders.katas.playing import Playing

# What only one sub-command needs, and what the first case can do without, is imported when it is
# asked for: grading starts sooner.


class BestMove(Kata[BestMoveTask]):
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
        return read_task(fields)

    def request(self, task: BestMoveTask) -> Request:
        """Return the call: the position, and nothing of what is accepted.

        A file with an agent for Kaggle's ConnectX is called as there, and a program is asked so.
        """
        return request_for(task.moves, task.first, self.expects)

    def check(self, task: BestMoveTask, outcome: Outcome) -> Judgement:
        printed = bool(outcome.stdout.strip())
        return check(task, outcome.value, outcome.speech, outcome.called, printed=printed)

    def describe(self, task: BestMoveTask) -> CaseFacts:
        first, to_move = side(task.first), side(task.to_move)
        return CaseFacts(task.moves, first, to_move, task.goal, task.accept, task.mate_in)

    def explain(self, task: BestMoveTask, outcome: Outcome, verdict: Verdict) -> Explanation | None:
        played = outcome.value if type(outcome.value) is int else None
        return (
            facts_without_search(task, played)
            if verdict is Verdict.ACCEPTED
            else explain(task, played)
        )

    def reproduce(self, task: BestMoveTask) -> str:
        first = "" if task.first == Player.RED.value else f", first={Player(task.first)}"
        return f'Board.from_moves("{task.moves}"{first})'

    def reproduce_in_javascript(self, task: BestMoveTask) -> str:
        first = "" if task.first == Player.RED.value else f", {Player(task.first)}"
        return f'Board.fromMoves("{task.moves}"{first})'

    def tell(self, explanation: Explanation) -> tuple[Part, ...]:
        return tell(explanation) if isinstance(explanation, PositionExplanation) else ()

    def lines(self, explanation: Explanation) -> tuple[Played, ...]:
        from graders.katas.best_move.show import lines_played

        return lines_played(explanation) if isinstance(explanation, PositionExplanation) else ()

    def show(self, task: BestMoveTask, nodes: int, *, spoilers: bool = True) -> Exhibit:
        from graders.katas.best_move.show import show

        return show(task, nodes, spoilers=spoilers)

    def seen_at_once(self, task: BestMoveTask) -> tuple[Part, ...]:
        from graders.katas.best_move.show import question

        return question(task)

    def set_up(self, moves: str, first: str, *, to_play: bool = False) -> BestMoveTask:
        return position_of(moves, first, to_play=to_play)

    def appraise(self, task: BestMoveTask, answer: object, nodes: int) -> Appraisal | None:
        from graders.katas.best_move.appraise import appraise

        return appraise(task, answer, nodes) if isinstance(answer, int) else None

    def prove(self, task: BestMoveTask) -> Proof:
        return prove(task)

    def entries(self, survey: Survey) -> Sequence[str]:
        own = [*functions_named(survey, FUNCTION, "(board)"), *classes_with(survey, FUNCTION)]
        agents = functions_named(survey, AGENT, "(observation, configuration)")
        return own or agents or last_agents(survey)

    def names_called(self) -> tuple[str, ...]:
        return (FUNCTION, AGENT)

    def called_as(self, name: str) -> tuple[Observation, ...]:
        return called_as(name)

    def variants(self, task: BestMoveTask) -> Sequence[Variant[BestMoveTask]]:
        return variants(task)

    def follow_up(self, task: BestMoveTask, answer: object) -> FollowUp[BestMoveTask] | None:
        from graders.katas.best_move.play_out import follow_up

        return follow_up(task, answer) if isinstance(answer, int) else None

    def about(self, task: BestMoveTask) -> str:
        return goal_message(task.goal, task.mate_in)

    def identity(self, task: BestMoveTask) -> str:
        return identity(task)

    # The tools that only maintainers' commands and kata play ask for take 40 ms to load.

    def oracle(self) -> Bitbully:
        return Bitbully()

    def mining(self) -> Mining[tuple[BestMoveTask, ...]]:
        from graders.katas.best_move.mining.search import MateMining

        return MateMining()

    def hardness(self, task: BestMoveTask) -> Hardness | None:
        return task.hardness

    def gauge(self) -> Gauge[BestMoveTask]:
        from graders.katas.best_move.hardness import MoveGauge

        return MoveGauge()

    def guessing(self) -> Guessing[BestMoveTask]:
        """Return the guessers, to which phase 2 and 3 may pay hardly anything."""
        from graders.katas.best_move.guessers import guessers
        from graders.katas.lab import Guessing

        return Guessing(guessers(), "phase2", "phase3", published=("phase4",))

    def ladder(self) -> Ladder[BestMoveTask]:
        from graders.katas.best_move.ladder.rungs import MateLadder

        return MateLadder()

    def rung_called(self, name: str) -> str:
        from graders.katas.best_move.evidence import finding_texts

        text = finding_texts().rungs.get(name)
        return super().rung_called(name) if text is None else text.called

    def lessons(self) -> Lessons[BestMoveTask]:
        from graders.katas.best_move.ladder.lessons import MateLessons

        return MateLessons()

    def playing(self) -> Playing:
        from graders.katas.best_move.playing import BestMovePlaying

        return BestMovePlaying(self.expects)

    def daily(self) -> Daily:
        from graders.katas.best_move.daily import DailyPositions

        return DailyPositions()

    def known_answers(self) -> KnownAnswers[BestMoveTask]:
        from graders.katas.best_move.known_answers import MateAnswers

        return MateAnswers()

    def probes(self, results: Sequence[Result]) -> tuple[Probe[BestMoveTask], ...]:
        from graders.katas.best_move.probes import probes

        return probes(results)

    def quiet_tasks(self) -> tuple[BestMoveTask, ...]:
        from graders.katas.best_move.probes import quiet_tasks

        return quiet_tasks()

    def published_quiet_moves(self) -> tuple[tuple[QuietMove, ...], ...]:
        from graders.katas.best_move.probes import published_quiet_moves

        return published_quiet_moves()

    # What reads a source and assesses a run takes 17 ms, which no first case has to wait for.

    def code_type(self) -> type[Code]:
        from graders.katas.best_move.source import Code

        return Code

    def read_code(self, tree: ast.Module) -> Code:
        from graders.katas.best_move.source import read_code

        return read_code(tree)

    def draws_random_numbers(self, code: object) -> bool:
        from graders.katas.best_move.source import Code

        return isinstance(code, Code) and code.random is not None

    def assessment(
        self, results: Sequence[Result], context: RunContext = NO_CONTEXT
    ) -> Assessment | None:
        from graders.katas.best_move.assess import assess

        return assess(results, context, self.advice()) or super().assessment(results, context)


KATA = BestMove()
