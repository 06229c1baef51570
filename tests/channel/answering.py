"""Stand for a submission in a sandbox, which says whatever a test has it say: no process is run.

A `Live` box hears each message as a runner does and repeats its nonce, so that what it says is
taken for an answer. `right` are the answers that a kata accepts where they are known here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from graders.channel import languages
from graders.channel.budget import Budget
from graders.channel.wire import VERSION
from graders.katas.best_move.task import BestMoveTask
from graders.katas.driven.contract import NAMES
from graders.katas.kata import Kata
from graders.katas.operations.task import ScriptTask
from graders.katas.rules import Rules
from graders.model.limits import KIB, Limits
from graders.model.request import Session
from graders.model.submission import Submission
from graders.model.suite import Case
from graders.sandbox.interface import Capture, Gone, Usage, WireLine
from graders.sandbox.interrupts import Check
from graders.sandbox.leases import Lease, anywhere

Message = dict[str, Any]
Says = Callable[[Message], object]
"""Returns the reply to a message: bytes as they are, or what JSON is made of; None for the end."""


class Live:
    """Answer each message that is sent, at once."""

    check = None
    address_space = None

    def __init__(self, submission: Submission, says: Says, printed: bytes = b"") -> None:
        self._says = says
        self._said: list[bytes] = [_line({"op": "ready", "version": VERSION})]
        self.stdout, self.stderr = Capture(8 * KIB), Capture(8 * KIB)
        self.stdout.add(printed)
        self.stderr.add(printed)
        self.program = languages.program(submission)
        self.file, self.path = "/f", str

    def send(self, data: bytes) -> None:
        reply = self._says(json.loads(data))
        if reply is not None:
            self._said.append(reply if isinstance(reply, bytes) else _line(reply))

    def wait(self, deadline: float) -> WireLine | Gone:
        return WireLine(self._said.pop(0), 0.0) if self._said else Gone(0, 0.0)

    def usage(self, *, mark: bool = False, over: bool = False) -> Usage:
        return Usage(0.0, 0, 0)

    def leftover(self) -> bytes:
        return b""

    def take_in(self) -> None:
        return None

    def kill(self, meanwhile: Callable[[], object] = lambda: None) -> None:
        """End nothing."""

    def move(self, *places: object) -> None:
        """Stay where it is."""

    def close(self) -> None:
        """Close nothing."""


def _line(reply: object) -> bytes:
    return json.dumps(reply).encode()


def returned(message: Message, value: object) -> Message:
    """Return the reply that gives a value, as the wire spells it."""
    return {
        "op": "returned",
        "nonce": message["nonce"],
        "value": value,
        "board_changed": False,
    }


def right(kata: Kata[Any], case: Case) -> Says:
    """Return what answers one case as it is accepted, from the first message to the last."""
    asked = kata.request(case.task)
    names = list(asked.names) if isinstance(asked, Session) else [asked.function]
    games: list[Game | None] = []

    def says(message: Message) -> object:
        match message["op"]:
            case "load":
                return {"op": "loaded", "found": names, "names": []}
            case "survey":
                return {
                    "op": "surveyed",
                    "functions": names,
                    "others": [],
                    "methods": [],
                    "problem": None,
                    "last": None,
                }
            case "construct":
                games.append(Game(*message["arguments"]) if kata.is_driven else None)
                return returned(message, None)
            case "call_on" if kata.is_driven:
                game = games[message["on"]]
                games.append(None)
                assert game is not None
                return returned(message, game.answer(message["function"], message["arguments"]))
        return returned(message, _expected(case.task))

    return says


def is_known(kata: Kata[Any], case: Case) -> bool:
    """Tell whether `right` is accepted; of any other kata every answer is nothing."""
    return kata.is_driven or isinstance(case.task, BestMoveTask | ScriptTask)


def _expected(task: Any) -> object:
    match task:
        case BestMoveTask():
            return task.accept[0]
        case ScriptTask():
            given = task.expected
            return [{"tuple": list(each)} if type(each) is tuple else each for each in given]
    return None


class Game:
    """Answer what a driver is asked of one game, by the rules."""

    def __init__(self, rows: int, cols: int, k: int) -> None:
        self.rules = Rules(rows, cols, k)

    def answer(self, part: str, arguments: list[Any]) -> object:
        """Return the answer to one part of a driver."""
        rules = self.rules
        given = [_plain(each) for each in arguments]
        match part:
            case "move":
                return rules.move(*given)
            case "place":
                return rules.place(*given)
            case "winner":
                return rules.winner() or None
            case "draw":
                return rules.state() == "draw"
            case "turn" | "state":
                return getattr(rules, part)()
            case "can":
                return rules.can(*given)
            case "cell":
                return rules.discs.get((given[0], given[1]), 0)
            case "text":
                return "\n".join(" ".join(row) for row in rules.drawing())
            case "undo":
                return rules.undo()
            case "replay":
                return rules.replay(tuple(given[0]))
            case "choose":
                return next(column for column in range(rules.cols) if rules.can(column))
            case "full":
                return rules.is_full()
            case "line":
                return rules.winner() == given[0]
            case "name":
                return NAMES[given[0] - 1]
        return str(given[0])


def _plain(value: object) -> object:
    return float(value["float"]) if isinstance(value, dict) else value


def steps_of(kata: Kata[Any], case: Case) -> int:
    """Return how many messages follow the first, which has the submission loaded."""
    asked = kata.request(case.task)
    return len(asked.steps) if isinstance(asked, Session) else 1


def cases_in_turn(cases: tuple[Case, ...]) -> Iterator[Case]:
    """Yield every case that is asked, of a group each of its members."""
    for case in cases:
        yield from case.members


class Answered:
    """Be a sandbox pool of live answers; nothing is started and no core is leased."""

    def __init__(self, submission: Submission, says: Says, printed: bytes = b"") -> None:
        self._made = submission, says, printed
        self.left = 0
        self.budget = Budget(Limits())
        self.beside: Callable[[Lease], None] = lambda place: None

    def __enter__(self) -> Answered:
        return self

    def __exit__(self, *error: object) -> None:
        """End nothing."""

    def place(self, check: Check) -> Lease:
        return anywhere()

    def take(self, cap_s: float, place: Lease) -> Live:
        self.beside(place)
        return Live(*self._made)

    def prepare(self, place: Lease) -> None:
        """Start none ahead."""

    def proceed(self, place: Lease) -> None:
        """Let none get ready."""
