"""Run one program and answer its grader, one JSON line a message; the program is asked in lines.

The program is a child with pipes for its stdin and stdout, so it cannot write to the grader, nor
change anything here. Which rule of the lines it breaks is told as it is; how it ended, by ending
in the same way. The messages are those of `graders.channel.wire`.
"""

from __future__ import annotations

import os

from .. import connectx
from ..confine import WIRE_IN, WIRE_OUT
from ..plain_json import parse, quoted
from ..python.answer import Answer, UnsendableError
from ..python.line import Wire, names_as_json
from ..python.report import only_named
from .child import Child, EndedError, end_as
from .speech import DEPTH, ENDED, BrokenRuleError, NotOfferedError, answer_in, driven_in, line_of

TYPE_CHECKING = False  # as typing has it, without the time to import typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

WIRE_VERSION = 3
WORKS_IN_A_CHILD = True
"""What this process has used itself says nothing of the program, see `runners.unconfined`."""
_BESIDE_THE_ANSWER = 1 << 12
"""So many bytes more than the answer itself may its line have."""
_NOT_OFFERED = f"[{only_named('NotImplementedError')}]"


class Games:
    """Write the questions of a session, and number what is constructed in it from 1."""

    def __init__(self) -> None:
        self._made = 0
        self._of_steps: list[int] = []

    def question(self, message: dict[str, Any]) -> dict[str, Any]:
        """Return what the next step asks, but for its id.

        >>> size = {"parameters": ["rows", "cols"], "arguments": [6, 7]}
        >>> move = {"parameters": ["column"], "arguments": [3]}
        >>> games = Games()
        >>> games.question({"op": "construct", "name": "Driver", **size})
        {'call': 'new', 'game': 1, 'rows': 6, 'cols': 7}
        >>> games.question({"op": "call_on", "on": 0, "function": "move", **move})
        {'call': 'move', 'game': 1, 'column': 3}
        """
        given = map(argument, message["arguments"])
        told = dict(zip(message["parameters"], given, strict=True))
        if message["op"] == "construct":
            self._made += 1
            self._of_steps.append(self._made)
            return {"call": "new", "game": self._made, **told}
        self._of_steps.append(0)
        on = message["on"]
        game = {} if on is None else {"game": self._of_steps[on]}
        return {"call": message["function"], **game, **told}


class Service:
    """The program, and how many questions it was asked."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._child: Child | None = None
        self._patience_s: float | None = None
        self._parameters: list[str] = []
        self._answer = ""
        self._asked = 0
        self._games = Games()

    def go_on(self) -> None:
        """Answer one message after the other until the grader goes away."""
        while (message := self._wire.receive()) is not None:
            nonce = message.get("nonce", "")
            try:
                if message["op"] == "load":
                    self._load(message)
                elif self._child is not None:
                    self._ask(self._child, message)
            except BrokenRuleError as error:
                self._tell(nonce, error.rule, error.about)
            except NotOfferedError:
                fields = {"errors": _NOT_OFFERED, "memory": "false"}
                self._wire.send("raised", nonce=quoted(nonce), **fields)
            except UnsendableError as limit:
                kind, size = limit.args
                if kind == "too_deep":
                    self._tell(nonce, DEPTH, "")
                else:
                    self._wire.send(kind, nonce=quoted(nonce), size=str(size))
            except EndedError as end:
                answered = self._asked - 1
                if answered < 1 or end.status:
                    end_as(end.status)
                self._tell(nonce, ENDED, f"after question {answered}")

    def _tell(self, nonce: str, rule: str, about: str) -> None:
        fields = {"rule": quoted(rule), "about": quoted(about)}
        self._wire.send("misspoke", nonce=quoted(nonce), **fields)

    def _load(self, message: dict[str, Any]) -> None:
        """Start the program; what it can be asked is what the grader names the arguments of.

        Of a session all is found: whether the program has it shows as it is asked.
        """
        with os.fdopen(os.open(message["path"], os.O_RDONLY), encoding="utf-8") as file:
            told = parse(file.read())
        self._parameters, self._answer = message["parameters"], message["answer"]
        name = message["function"]
        found = message["names"] if name == "" else [name] if self._parameters else []
        if found:
            self._patience_s = told["patience_s"]
            self._child = Child(told["words"])
            self._child.wait_for_start()
        self._wire.send("loaded", found=names_as_json(found), names=names_as_json([]))

    def _ask(self, child: Child, message: dict[str, Any]) -> None:
        """Ask the question that a message stands for, and say what came back."""
        self._asked += 1
        most = message.get("max_chars", 0)
        line = child.ask(
            line_of({"id": self._asked, **self._question(message)}),
            most + _BESIDE_THE_ANSWER,
            self._patience_s,
        )
        if message["op"] == "call":
            text = Answer(most).write(answer_in(line, self._asked, self._answer))
        else:
            value = driven_in(line, self._asked)
            text = "null" if message["op"] == "construct" else Answer(most).write(value)
        nonce = quoted(message["nonce"])
        self._wire.send("returned", nonce=nonce, value=text, board_changed="false")

    def _question(self, message: dict[str, Any]) -> dict[str, Any]:
        if message["op"] != "call":
            return self._games.question(message)
        given = map(argument, message["arguments"])
        return dict(zip(self._parameters, given, strict=True))


def argument(node: Any) -> Any:
    """Return an argument as it stands in a question.

    >>> argument({"rows": [["drop", 3, 1]]}), argument({"tuple": [1, {"tuple": []}]})
    ([['drop', 3, 1]], [1, []])
    """
    if type(node) is list:
        return [argument(item) for item in node]
    if type(node) is not dict:
        return node
    ((kind, inside),) = node.items()
    if kind == "float":
        return float(inside)
    if kind == "observation":
        return connectx.observation(inside)
    if kind == "configuration":
        return connectx.configuration(inside)
    if kind == "tuple":
        return [argument(item) for item in inside]
    return inside


def main(before_reply: Callable[[], None] | None = None) -> None:
    """Serve the grader until it goes away; `before_reply` is called before each message to it."""
    wire = Wire(WIRE_IN, WIRE_OUT, before_reply)
    wire.send("ready", version=str(WIRE_VERSION))
    if not hasattr(os, "posix_spawn"):
        raise SystemExit("a program can be graded on Linux and macOS alone")
    Service(wire).go_on()
    os._exit(0)
