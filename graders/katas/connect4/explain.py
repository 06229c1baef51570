"""Find the first step of a case that came to something else, and the board at that step."""

from __future__ import annotations

from collections.abc import Iterator

from graders.katas.connect4.brute_force import FOUR, SIDE, Game
from graders.katas.connect4.check import by_step, first_difference, in_words
from graders.katas.connect4.task import PLAYED, Action, Connect4Task, Step
from graders.katas.connect4.ways import Ways, board_in, in_short
from graders.model.explanation import StepExplanation, StepTaken
from graders.model.outcome import Outcome, Raised
from graders.model.session import SessionOutcome

STEPS_BEFORE, STEPS_AFTER = 6, 2
"""How many steps around the one that differs are shown."""


def explain(task: Connect4Task, outcome: SessionOutcome, ways: Ways) -> StepExplanation | None:
    """Return the first step that differs; None where none does.

    What came of a board is kept as its rows, as far as a board was read.
    """
    calls = by_step(task, outcome, ways)
    found = first_difference(task, calls, ways)
    if found is None:
        return None
    step = task.steps[found.step]
    got = list(found.got) if isinstance(found.got, tuple) else found.got
    return StepExplanation(
        rows=SIDE,
        cols=SIDE,
        k=FOUR,
        step=found.step + 1,
        steps=len(task.steps),
        operation=_operation(task, found.step, ways),
        expected=expected_in_words(step),
        got=got,
        answered=True,
        drawing=board_before(task, found.step).rows(),
        around=tuple(_around(task, calls, found.step, ways, got)),
    )


def board_before(task: Connect4Task, number: int) -> Game:
    """Return the game of a step as it is by the rules just before that step."""
    game = Game()
    for step in task.steps[:number]:
        if step.game == task.steps[number].game and step.expected == PLAYED:
            game.play(step.arguments[0])
    return game


def expected_in_words(step: Step) -> str:
    """Return what must come of a step, in a word or two."""
    if step.action is Action.WINNER and step.expected in ("1", "2"):
        return f"player {step.expected}"
    return "the board" if step.action is Action.BOARD else step.expected


def _operation(task: Connect4Task, number: int, ways: Ways) -> tuple[str | int, ...]:
    """Return a step as it is called, then the column of a move that there is."""
    called, step = in_words(task, number, ways), task.steps[number]
    columns = [each for each in step.arguments if type(each) is int and each in range(SIDE)]
    return (called, *columns)


def _around(
    task: Connect4Task, calls: dict[int, Outcome], at: int, ways: Ways, got: object
) -> Iterator[StepTaken]:
    for number in _near(task, at):
        call, step = calls.get(number), task.steps[number]
        came = "another board" if isinstance(got, list) else got
        yield StepTaken(
            number + 1,
            (in_words(task, number, ways),),
            expected_in_words(step),
            came if number == at else _came(step, call),
            number == at or call is not None,
        )


def _near(task: Connect4Task, at: int) -> list[int]:
    """Return the numbers of the steps around one, of the same game where there are many."""
    same = [
        number
        for number, step in enumerate(task.steps)
        if task.games <= 3 or step.game == task.steps[at].game
    ]
    here = same.index(at)
    return same[max(0, here - STEPS_BEFORE) : here + STEPS_AFTER + 1]


def _came(step: Step, call: Outcome | None) -> str | None:
    if call is None:
        return None
    if isinstance(call.fact, Raised):
        return f"raised {call.fact.type}"
    if step.action is Action.BOARD:
        return "a board" if board_in(call) is not None else "no board"
    return in_short(call.value)
