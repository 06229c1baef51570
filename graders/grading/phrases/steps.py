"""Name a step of a session."""

from __future__ import annotations

from graders.grading.phrases.raised import LONGEST_WORDS
from graders.model.request import BoardArgument
from graders.model.session import Construct, Earlier, Session, Step
from graders.model.value import in_words


def step(session: Session, number: int) -> str:
    """Name a step of a session, counted from 1.

    >>> from graders.model.session import Call
    >>> game = Construct("Game", (6, 7))
    >>> step(Session((game, Call("drop", (0, Earlier(0)), Earlier(0)))), 1)
    'step 2, Game.drop(0, the Game of step 1)'
    """
    words = f"step {number + 1}, {_taken(session, session.steps[number])}"
    return words if len(words) <= LONGEST_WORDS else f"{words[:LONGEST_WORDS]}…"


def _taken(session: Session, step: Step) -> str:
    arguments = ", ".join(_argument(session, value) for value in step.arguments)
    if isinstance(step, Construct):
        return f"{step.class_name}({arguments})"
    call = f"{step.function}({arguments})"
    return call if step.on is None else _of(session, call, step.on)


def _of(session: Session, what: str, whose: Earlier) -> str:
    made = session.steps[whose.step]
    if isinstance(made, Construct):
        return f"{made.class_name}.{what}"
    return f"{what} on {_argument(session, whose)}"


def _argument(session: Session, value: object) -> str:
    if isinstance(value, Earlier):
        made = session.steps[value.step]
        what = f"the {made.class_name}" if isinstance(made, Construct) else "the result"
        return f"{what} of step {value.step + 1}"
    if isinstance(value, tuple | list) and any(isinstance(item, Earlier) for item in value):
        inside = ", ".join(_argument(session, item) for item in value)
        return f"[{inside}]" if isinstance(value, list) else f"({inside})"
    return "a board" if isinstance(value, BoardArgument) else in_words(value)
