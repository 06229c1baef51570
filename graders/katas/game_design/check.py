"""Judge what a design did at each step of a script."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from graders.katas.game_design.asking import needs_a_board, plan
from graders.katas.game_design.failing import what_it_raised
from graders.katas.game_design.manner import (
    NAMES_GIVEN,
    Came,
    Manner,
    came_of,
    is_refusal,
)
from graders.katas.game_design.names import accepted_classes, accepted_names, names
from graders.katas.game_design.script import NO, YES, Asked, discs_on, legal_columns
from graders.katas.game_design.task import DesignTask, expected_in_words, in_words
from graders.model.outcome import Outcome
from graders.model.session import Construct, Look, Members, SessionOutcome
from graders.model.value import in_words as value_in_words
from graders.model.verdict import Judgement, Verdict

_MAY_RAISE = ("move", "place")
_ANSWERS = {
    "1": "player 1",
    "2": "player 2",
    "playing": "in progress",
}


class Miss(msgspec.Struct, frozen=True):
    """Hold the first step that is not as expected: its number from 0, and what came of it.

    `meaning` is what the answer means, where that is known, in the words of the script.
    """

    step: int
    came: Came
    meaning: str
    outcome: Outcome | None = None


def check(task: DesignTask, manner: Manner, outcome: Outcome) -> Judgement:
    """Accept a design that does what is expected at every step."""
    lacking = lacks(task, manner)
    if lacking:
        return Judgement(Verdict.WRONG_ANSWER, lacking)
    found = first_miss(task, manner, outcome)
    if found is None:
        return Judgement(Verdict.ACCEPTED)
    if isinstance(found, Outcome):
        return Judgement(Verdict.RUNTIME_ERROR, _not_made(found, outcome))
    step = task.steps[found.step]
    at = f"step {found.step + 1} of {len(task.steps)}, {in_words(step)}"
    if _is_trouble(step, found):
        return Judgement(Verdict.RUNTIME_ERROR, f"{at} raised {what_it_raised(found.outcome)}")
    return Judgement(Verdict.WRONG_ANSWER, f"{at}: {_difference(step, found, manner)}")


def lacks(task: DesignTask, manner: Manner) -> str:
    """Say what a stretch case needs that this design does not have; "" where all is there."""
    for word, way in (("undo", manner.undo), ("replay", manner.replay)):
        if word in task.words and way is None:
            return f"Game has no {word} (accepted names: {accepted_names(word, names().stretch)})"
    if "bot" in task.words and manner.choose is None:
        classes = accepted_classes("bot")
        methods = accepted_names("choose_column", names().bot)
        return f"there is no bot: a class ({classes}) with a method ({methods})"
    if "bot" in task.words and needs_a_board(manner):
        accepted = accepted_names("board", names().stretch)
        return f"the bot is given a board, and the game shows no board (accepted names: {accepted})"
    wanted = {"rows": task.rows != 6, "cols": task.cols != 7, "k": task.k != 4}
    missing = [each for each, asked in wanted.items() if asked and each not in manner.sizes_of]
    if missing and any(step.word in ("move", "state") for step in task.steps):
        accepted = "; ".join(accepted_names(each, names().parameters) for each in missing)
        return (
            f"a game cannot be given its {' and '.join(missing)}: neither Game nor a Board that "
            f"it takes has such a parameter (accepted names: {accepted})"
        )
    return ""


def first_miss(task: DesignTask, manner: Manner, outcome: Outcome) -> Miss | Outcome | None:
    """Return the first step that is not as expected; None where all are.

    An outcome is that of a construction, or of another step of ours, that failed before.
    """
    if not isinstance(outcome, SessionOutcome):
        return outcome
    made, calls = plan(task, manner), outcome.calls
    for number, step in enumerate(task.steps):
        answers = made.answers[number]
        if not answers:
            return Miss(number, Came(), "")
        if any(answer.step >= len(calls) for answer in answers):
            return _where_it_ended(outcome)
        came = tuple(
            came_of(calls[answer.step], _looked_at(calls, answer.then)) for answer in answers
        )
        meaning = _meaning(task, number, came, manner)
        if meaning != step.expected:
            return Miss(number, came[-1], meaning, calls[answers[-1].step])
    return None


def _looked_at(calls: Sequence[Outcome], then: int | None) -> Outcome | None:
    return calls[then] if then is not None and then < len(calls) else None


def _where_it_ended(outcome: SessionOutcome) -> Outcome:
    at = outcome.at
    return outcome.calls[at] if at is not None and at < len(outcome.calls) else outcome


def _meaning(task: DesignTask, number: int, came: tuple[Came, ...], manner: Manner) -> str:
    """Return what came of a step in the words of the script; "" where that means nothing."""
    step, first = task.steps[number], came[0]
    written = first.written
    match step.word:
        case "move":
            return NO if is_refusal(first, manner.moves_give_none, manner.refusals) else YES
        case "place":
            return NO if is_refusal(first, manner.places_give_none) else YES
        case "undo" | "replay":
            return NO if is_refusal(first, none_is_usual=True) else YES
        case "turn":
            return manner.turns.read(written)
        case "state":
            return manner.states.read(written)
        case "winner":
            return manner.winners.read(written)
        case "cell":
            return manner.cells.read(written)
        case "line":
            nothing = first.raised or first.value in (None, False) or written == manner.no_line
            return NO if nothing else YES
        case "name":
            return "given" if first.value == NAMES_GIVEN[step.arguments[0] - 1] else ""
        case "colours":
            raised = any(each.raised for each in came)
            return "" if raised or came[0].written == came[1].written else "differ"
        case "bot":
            discs = discs_on(step.thing, task.steps[:number])
            legal = type(first.value) is int and first.value in legal_columns(
                discs, task.rows, task.cols
            )
            return "legal" if legal else ""
    return _truth(first)


def _truth(came: Came) -> str:
    """Return what an answer to a question of yes or no means: None, False, "" and -1 are a no."""
    if came.raised:
        return ""
    value = came.value
    return NO if value is None or value is False or value in ("", -1) else YES


def _is_trouble(step: Asked, miss: Miss) -> bool:
    """Tell whether an exception came where none refuses anything."""
    return miss.came.raised and miss.outcome is not None and step.word not in _MAY_RAISE


def _not_made(failed: Outcome, outcome: Outcome) -> str:
    """Say which step of ours failed, on which all others depend."""
    what = "a step"
    if isinstance(outcome, SessionOutcome) and outcome.at is not None:
        step = outcome.session.steps[outcome.at]
        if isinstance(step, Construct):
            what = f"{step.class_name}(...)"
        elif not isinstance(step, Members):
            what = step.name if isinstance(step, Look) else f"{step.function}(...)"
    return f"{what} raised {what_it_raised(failed)}"


def _difference(step: Asked, miss: Miss, manner: Manner) -> str:
    expected = expected_in_words(step)
    if miss.outcome is None:
        return (
            f"expected it to be {expected}, but {manner.move.name} takes no player, so a move out "
            "of turn cannot be told from any other; the statement asks for make_move(player, "
            "column)"
        )
    got = value_in_words(miss.came.value) if not miss.came.raised else what_it_raised(miss.outcome)
    if step.word in ("move", "place"):
        taken = "taken" if miss.meaning == YES else "refused"
        return f"expected it to be {expected}, got {got}: it was {taken}"
    if step.word == "name" and "name" not in manner.player.slots:
        of = manner.player.name
        return f"expected each player to have a name, but {of} takes none; got {got}"
    known = _ANSWERS.get(miss.meaning, miss.meaning)
    means = f", which is {known}" if known and step.word in ("turn", "state", "winner") else ""
    return f"expected {expected}, got {got}{means}"
