"""Run one program and answer its grader, one JSON line a message; the program is asked in lines.

The program is a child with pipes for its stdin and stdout, so it cannot write to the grader, nor
change anything here. Which rule of the lines it breaks is told as it is; how it ended, by ending
in the same way. The messages are those of `graders.channel.wire`.
"""

from __future__ import annotations

import os

from .. import connectx
from ..confine import WIRE_IN, WIRE_OUT
from ..plain_json import quoted, read
from ..python.answer import Answer, UnsendableError
from ..python.line import Wire, named
from .broken import DEPTH, ENDED, BrokenRuleError
from .child import Child, EndedError, end_as
from .speech import answer_in, line_of

TYPE_CHECKING = False  # as typing has it, without the time to import typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

WIRE_VERSION = 2
_BESIDE_THE_ANSWER = 1 << 12
"""So many bytes more than the answer itself may its line have."""


class Service:
    """Hold the program, and how many questions it was asked."""

    def __init__(self, wire: Wire) -> None:
        """Start nothing yet."""
        self._wire = wire
        self._child: Child | None = None
        self._patience_s: float | None = None
        self._parameters: list[str] = []
        self._answer = ""
        self._asked = 0

    def go_on(self) -> None:
        """Answer one message after the other until the grader goes away."""
        while (message := self._wire.receive()) is not None:
            nonce = message.get("nonce", "")
            try:
                if message["op"] == "load":
                    self._load(message)
                elif self._child is not None:
                    self._call(self._child, message)
            except BrokenRuleError as error:
                self._tell(nonce, error.rule, error.about)
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
        """Start the program; what it can be asked is what the grader names the arguments of."""
        with os.fdopen(os.open(message["path"], os.O_RDONLY), encoding="utf-8") as file:
            told = read(file.read())
        self._parameters, self._answer = message["parameters"], message["answer"]
        found = [message["function"]] if self._parameters else []
        if found:
            self._patience_s = told["patience_s"]
            self._child = Child(told["words"])
            self._child.wait_for_start()
        self._wire.send("loaded", found=named(found), names=named([]))

    def _call(self, child: Child, message: dict[str, Any]) -> None:
        """Ask the question that a call stands for, and say what came back."""
        self._asked += 1
        given = map(argument, message["arguments"])
        question = {"id": self._asked, **dict(zip(self._parameters, given, strict=True))}
        most = message["max_chars"] + _BESIDE_THE_ANSWER
        line = child.ask(line_of(question), most, self._patience_s)
        value = answer_in(line, self._asked, self._answer)
        fields = {"value": Answer(message["max_chars"]).write(value), "board_changed": "false"}
        self._wire.send("returned", nonce=quoted(message["nonce"]), **fields)


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
