"""Write the lines that a program is asked, as they are and for a shell."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from itertools import islice

import msgspec

from graders.channel import wire
from graders.model.request import Request, Session
from graders.model.submission import Command
from graders.model.text import on_one_line
from graders.runners.command.runner import Games, argument
from graders.runners.command.speech import line_of

_WIDTH = 62
_READ_BY_SHELLS = "'\\ "
"""What a shell or its echo may read as something else, or the breaks would hide."""
_MOST_LINES = 10
_GOES_ON = " \\\n    "
"""What a line of a shell ends with that goes on in the next."""


def question_of(request: Request, number: int, cap_s: float) -> str:
    """Return the line that a program is asked."""
    by_name = request.by_name or request
    call = wire.call(by_name, "", 0, cap_s)
    named = zip(by_name.parameters, map(argument, call.arguments), strict=True)
    return line_of({"id": number, **dict(named)}).decode().rstrip("\n")


def questions_of(session: Session) -> Iterator[str]:
    """Yield the lines that a program is asked in a session."""
    games = Games()
    for number, step in enumerate(session.steps, start=1):
        message = {"op": "", **msgspec.to_builtins(wire.step(step, "", 0))}
        yield line_of({"id": number, **games.question(message)}).decode().rstrip("\n")


def asked_in_a_shell(command: Command, asked: Request | Session, cap_s: float) -> str:
    """Return what asks a program in a shell; nothing where that takes more than a few lines.

    Of a session each question is a line; a single one is broken behind commas, where `echo` puts a
    space.
    """
    in_session = isinstance(asked, Session)
    if isinstance(asked, Session):
        questions = [*islice(questions_of(asked), _MOST_LINES + 1)]
    else:
        questions = [question_of(asked, 1, cap_s)]
    if any(character in question for character in _READ_BY_SHELLS for question in questions):
        return ""
    parts = questions if in_session else _broken(questions[0])
    if len(parts) > _MOST_LINES or (in_session and max(map(len, parts)) > _WIDTH):
        return ""
    written = [f"'{part}'" for part in parts]
    words = "printf '%s\\n'" if in_session else "echo"
    return f"{words} {_GOES_ON.join([*written, f'| {on_one_line(command.said)}'])}"


def _broken(question: str) -> list[str]:
    parts = textwrap.wrap(
        question.replace(",", ", "), _WIDTH, break_long_words=False, break_on_hyphens=False
    )
    return [part.replace(", ", ",") for part in parts]
