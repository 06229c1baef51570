"""Write the line that a program is asked, as it is and for a shell."""

from __future__ import annotations

import textwrap

from graders.channel import wire
from graders.model.request import Request
from graders.model.submission import Command
from graders.model.text import on_one_line
from graders.runners.command.runner import argument
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


def asked_in_a_shell(command: Command, request: Request, cap_s: float) -> str:
    """Return what asks a program in a shell; nothing where that takes more than a few lines.

    The line is broken behind commas, where `echo` puts a space.
    """
    question = question_of(request, 1, cap_s)
    if any(character in question for character in _READ_BY_SHELLS):
        return ""
    parts = textwrap.wrap(
        question.replace(",", ", "), _WIDTH, break_long_words=False, break_on_hyphens=False
    )
    if len(parts) > _MOST_LINES:
        return ""
    written = ["'" + part.replace(", ", ",") + "'" for part in parts]
    return f"echo {_GOES_ON.join([*written, f'| {on_one_line(command.said)}'])}"
