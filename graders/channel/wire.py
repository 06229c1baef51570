"""Word the messages to a runner, and read its replies as if a stranger had written them.

One JSON object a line. To the runner: `setup` (its limits, its user), `load` or `survey` (the
file), `call` (the function's arguments and a nonce). From it: `ready`, `loaded` or `surveyed`,
then for a call one of `returned`, `raised`, `too_deep`, `too_large`, which repeats the nonce.
The submission shares its process with the runner, so any reply may be forged; what a reply can
do is therefore no more than state an answer.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

import msgspec

from graders.model.request import BoardArgument, Request, Survey
from graders.model.text import readable
from graders.model.value import MeaninglessError, from_wire

_MAX_NAMES = 2000


class GarbledError(ValueError):
    """Say what is wrong with a line that no runner of ours writes."""


class Message(msgspec.Struct, tag_field="op", forbid_unknown_fields=True):
    """Stand for any reply of a runner."""


class Ready(Message, tag="ready"):
    """Say that the limits are in force."""


class Loaded(Message, tag="loaded"):
    """Name the entries found; where that is not one, what else the submission defines."""

    found: list[str]
    names: list[str]


class Surveyed(Message, tag="surveyed"):
    """Hold what the file binds."""

    functions: list[str]
    others: list[str]
    methods: list[tuple[str, list[str]]]
    problem: str

    def survey(self) -> Survey:
        """Return it in the grader's own words."""
        methods = tuple((name, tuple(inside)) for name, inside in self.methods[:_MAX_NAMES])
        functions, others = self.functions[:_MAX_NAMES], self.others[:_MAX_NAMES]
        return Survey(tuple(functions), methods, self.problem, tuple(others))


class Returned(Message, tag="returned"):
    """Hold the answer, still as the wire spells it."""

    nonce: str
    value: object
    board_changed: bool


class Raised(Message, tag="raised"):
    """Hold the exception that ended loading (an empty nonce) or the call."""

    nonce: str
    type: str
    text: str
    place: str
    errno: int | None
    memory: bool


class TooDeep(Message, tag="too_deep"):
    """Say that the answer is nested too deep."""

    nonce: str
    size: int


class TooLarge(Message, tag="too_large"):
    """Say that the answer is too large, and how large at least."""

    nonce: str
    size: int


Reply = Ready | Loaded | Surveyed | Returned | Raised | TooDeep | TooLarge


@dataclass(frozen=True)
class Setup:
    """Hold what a runner is to take on before it loads anything."""

    name: str
    library: str
    site: tuple[str, ...]
    scratch: str
    limits: dict[str, int]
    cpus: tuple[int, ...]
    uid: int | None
    keep_reading: bool


def setup_line(setup: Setup) -> bytes:
    """Word `setup`."""
    return _line({"op": "setup", **vars(setup)})


def load_line(path: str, name: str, request: Request) -> bytes:
    """Word `load`."""
    return _line(
        {
            "op": "load",
            "path": path,
            "name": name,
            "function": request.function,
            "as_method": request.as_method,
        }
    )


def survey_line(path: str, name: str) -> bytes:
    """Word `survey`."""
    return _line({"op": "survey", "path": path, "name": name})


def call_line(request: Request, nonce: str, max_chars: int) -> bytes:
    """Word `call`."""
    return _line(
        {
            "op": "call",
            "nonce": nonce,
            "max_chars": max_chars,
            "function": request.function,
            "arguments": [_argument(argument) for argument in request.arguments],
        }
    )


def _argument(value: object) -> object:
    if isinstance(value, BoardArgument):
        return {"board": [value.moves, value.first]}
    if isinstance(value, tuple):
        return {"tuple": [_argument(item) for item in value]}
    if isinstance(value, list):
        if value and all(_is_row(item) for item in value):
            return {"rows": value}
        return [_argument(item) for item in value]
    if value is None or isinstance(value, bool | int | str):
        return value
    raise TypeError(f"no runner takes a {type(value).__name__} as an argument")


def _is_row(item: object) -> bool:
    return isinstance(item, tuple) and all(
        part is None or isinstance(part, int | str) for part in item
    )


def _line(message: dict[str, object]) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def read_reply(line: bytes) -> Reply:
    """Decode one line strictly; raise `GarbledError` with the reason."""
    try:
        # Not msgspec's own parser: it refuses half a surrogate pair, which a str may well hold.
        reply: Reply = msgspec.convert(_readable(json.loads(line)), Reply)
    except msgspec.ValidationError as error:
        raise GarbledError(f"it is no reply ({error})") from None
    except RecursionError:
        raise GarbledError("it is nested too deep") from None
    except ValueError:
        raise GarbledError("it is no reply (it is not JSON)") from None
    return reply


def _readable(node: object) -> object:
    """Return a reply with all text in it harmless to a terminal; its value has its own ways."""
    if isinstance(node, str):
        return readable(node.encode("utf-8", "backslashreplace"))
    if isinstance(node, list):
        return [_readable(item) for item in node]
    if isinstance(node, dict):
        return {key: item if key == "value" else _readable(item) for key, item in node.items()}
    return node


def read_value(node: object) -> object:
    """Decode the answer in a `Returned`; raise `GarbledError` with the reason."""
    try:
        return from_wire(node)
    except MeaninglessError as error:
        raise GarbledError(str(error)) from None
