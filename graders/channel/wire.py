"""Write the messages to a runner, and read its replies as if a stranger had written them.

One JSON object a line; `docs/protocol.md` tells what each holds, for whoever writes a runner.
From the runner: `ready`. To it: `load` or `survey` (the file), `call` (the function's arguments
and a nonce). From it: `loaded` or `surveyed`, then for a call one of `returned`, `raised`,
`too_deep`, `too_large`, which repeats the nonce. The submission shares its process with the
runner, so any reply may be forged; what a reply can do is therefore no more than state an answer.
"""

from __future__ import annotations

import json

import msgspec
from msgspec.structs import asdict

from graders.model.request import BoardArgument, Request, Survey
from graders.model.text import readable
from graders.model.value import MeaninglessError, from_wire

VERSION = 1
"""The version of the wire, raised with every change that a runner has to follow."""
_MAX_NAMES = 2000


class GarbledError(ValueError):
    """Say what is wrong with a line that no runner of ours writes."""


class Message(msgspec.Struct, tag_field="op", forbid_unknown_fields=True):
    """Stand for any reply of a runner."""


class Ready(Message, tag="ready"):
    """Say that the runner, confined, waits to be told what to do; which wire it speaks."""

    version: int


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


class Order(msgspec.Struct, tag_field="op"):
    """Stand for any message to a runner."""


class LoadFile(Order, tag="load"):
    """Have the file at `path` loaded, and what can be called by `function` looked for in it.

    It is called `name` in whatever is reported. It may import from `library`, and from the
    folders of third-party `packages`.
    """

    path: str
    name: str
    library: str
    packages: list[str]
    function: str
    as_method: bool


class SurveyFile(Order, tag="survey"):
    """Have the file at `path` read, and nothing of it run."""

    path: str
    name: str


class Call(Order, tag="call"):
    """Have what was found called once; the answer may take `max_chars` of JSON."""

    nonce: str
    max_chars: int
    function: str
    arguments: list[object]


def line(order: Order) -> bytes:
    """Write a message as its line."""
    message: dict[str, object] = {"op": order.__struct_config__.tag, **asdict(order)}
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def call(request: Request, nonce: str, max_chars: int) -> Call:
    """Return the call that a request stands for."""
    arguments = [_argument(argument) for argument in request.arguments]
    return Call(nonce, max_chars, request.function, arguments)


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
