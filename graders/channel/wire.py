"""Write the messages to a runner, and read its replies as untrusted input.

One JSON object a line; `docs/protocol.md` tells what each holds, for whoever writes a runner.
From the runner: `ready`. To it: `load` or `survey` (the file), `call` (the function's arguments
and a nonce). From it: `loaded` or `surveyed`, then for a call one of `returned`, `raised`,
`too_deep`, `too_large`, `misspoke`, which repeats the nonce. The submission shares its process
with the runner, so any reply may be forged; what a reply can do is therefore no more than state an
answer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import asdict

from graders.model import outcome, raised
from graders.model.limits import MIB
from graders.model.outcome import Garble, Garbled
from graders.model.raised import ShortText
from graders.model.request import (
    BoardArgument,
    ConfigurationArgument,
    Construct,
    Earlier,
    ObservationArgument,
    Request,
    Step,
    Survey,
)
from graders.model.text import harmless, on_one_line
from graders.model.value import MeaninglessError, from_wire

VERSION = 3
"""The version of the wire, raised with every change that a runner has to follow."""
_MAX_NAME = 200


_Size = Annotated[int, Meta(ge=0, le=1 << 50)]
_Names = Annotated[list[ShortText], Meta(max_length=99)]


class GarbledError(ValueError):
    """What is wrong with a line that no runner of ours writes, as the fact that it is."""

    def __init__(self, kind: Garble, about: str = "") -> None:
        super().__init__(f"{kind}: {about}")
        self.fact = Garbled(kind, about[:_MAX_NAME])


class Message(msgspec.Struct, tag_field="op", forbid_unknown_fields=True):
    """Any reply of a runner."""


class Ready(Message, tag="ready"):
    """Say that the runner, confined, waits to be told what to do; which wire it speaks."""

    version: int


class Loaded(Message, tag="loaded"):
    """The entries found; where that is not one, what else the submission defines.

    A method is named `Class.method`.
    """

    found: _Names
    names: _Names


Exceptions = Annotated[list[raised.Reported], Meta(min_length=1, max_length=3)]
"""The latest first, each with the exception that led to it after it."""


class Surveyed(Message, tag="surveyed"):
    """What the file binds, or the exceptions with which reading it failed."""

    functions: list[str]
    others: list[str]
    methods: list[tuple[str, list[str]]]
    problem: Exceptions | None
    last: tuple[str, _Names] | None = None

    def survey(self) -> Survey:
        """Return it in the grader's own terms, with all names but no more of a very long one."""
        return Survey(
            functions=_short(self.functions),
            methods=tuple((name[:_MAX_NAME], _short(own)) for name, own in self.methods),
            problem=raised.chain(self.problem) if self.problem else None,
            others=_short(self.others),
            last=None if self.last is None else (self.last[0][:_MAX_NAME], _short(self.last[1])),
        )


def _short(names: list[str]) -> tuple[str, ...]:
    return tuple(name[:_MAX_NAME] for name in names)


class Returned(Message, tag="returned"):
    """The answer, still as the wire spells it."""

    nonce: ShortText
    value: object
    board_changed: bool


class Raised(Message, tag="raised"):
    """The exceptions that ended loading (an empty nonce) or the call, the latest first.

    `memory` says that the latest is a `MemoryError`, whatever its type is called.
    """

    nonce: ShortText
    errors: Exceptions
    memory: bool

    def exception(self) -> raised.Raised:
        """Return the latest in the grader's own terms."""
        return raised.chain(self.errors)


class Misspoke(Message, tag="misspoke"):
    """Which rule a program broke that the runner asks in lines; of `load` the nonce is empty.

    `about` tells a little more, and is often what the program wrote.
    """

    nonce: ShortText
    rule: outcome.Rule
    about: ShortText

    def fact(self) -> outcome.Misspoke:
        return outcome.Misspoke(self.rule, self.about)


class TooDeep(Message, tag="too_deep"):
    nonce: ShortText
    size: _Size


class TooLarge(Message, tag="too_large"):
    """Say that the answer is too large, and how large at least."""

    nonce: ShortText
    size: _Size


Reply = Ready | Loaded | Surveyed | Returned | Raised | Misspoke | TooDeep | TooLarge


class Instruction(msgspec.Struct, tag_field="op"):
    """Any message to a runner."""


class DriverToLoad(msgspec.Struct):
    name: str
    source: str
    ours: bool


class LoadFile(Instruction, tag="load"):
    """Have the file at `path` loaded, and what can be called by `function` looked for in it.

    For a session `function` is empty, and what the file has to define for it is in `names`. The
    file is called `name` in whatever is reported. It may import from `library`, and from the
    folders of third-party `packages`. `otherwise` is looked for where there is no `function`, and
    with `or_last` the last function that the file defines is taken where there is neither. A runner
    that asks by name calls the arguments by `parameters`, and expects an answer by the name of
    `answer`. Where there is a `driver`, it is loaded last, and the session is held with it. Where
    the file is one of a folder, `root` is that folder, and `name` its name from there on.
    """

    path: str
    name: str
    library: str
    packages: list[str]
    function: str
    as_method: bool
    names: list[str]
    otherwise: str
    or_last: bool
    parameters: list[str]
    answer: str
    driver: DriverToLoad | None
    root: str = ""


class SurveyFile(Instruction, tag="survey"):
    """Have the file at `path` read, and nothing of it run."""

    path: str
    name: str


class Call(Instruction, tag="call"):
    """Have what was found called once; the answer may take `max_chars` of JSON."""

    nonce: str
    max_chars: int
    function: str
    arguments: list[object]


class ConstructObject(Instruction, tag="construct"):
    """Have an object of the class `name` constructed, as the next step of a session.

    A class that takes no arguments is made without them where they are the `usual` ones.
    """

    nonce: str
    name: str
    arguments: list[object]
    parameters: list[str]
    usual: bool


class CallOn(Instruction, tag="call_on"):
    """Have a method of what an earlier step gave called, or a function where `on` is None."""

    nonce: str
    max_chars: int
    on: int | None
    function: str
    arguments: list[object]
    parameters: list[str]


def line(instruction: Instruction) -> bytes:
    """Write a message as its line."""
    return json.dumps(msgspec.to_builtins(instruction), separators=(",", ":")).encode() + b"\n"


def call(request: Request, nonce: str, max_chars: int, cap_s: float) -> Call:
    """Return the call that a request stands for, which may take `cap_s` seconds."""
    arguments = [
        _configuration(argument, cap_s)
        if isinstance(argument, ConfigurationArgument)
        else _argument(argument)
        for argument in request.arguments
    ]
    return Call(nonce, max_chars, request.function, arguments)


def _configuration(argument: ConfigurationArgument, cap_s: float) -> object:
    timeout = int(cap_s) if cap_s == int(cap_s) else cap_s
    return {"configuration": {**asdict(argument), "timeout": timeout}}


def step(taken: Step, nonce: str, max_chars: int) -> Instruction:
    """Return the message that a step of a session stands for."""
    if isinstance(taken, Construct):
        arguments, names = _arguments(taken.arguments), list(taken.parameters)
        return ConstructObject(nonce, taken.class_name, arguments, names, taken.usual)
    on = None if taken.on is None else taken.on.step
    arguments, names = _arguments(taken.arguments), list(taken.parameters)
    return CallOn(nonce, max_chars, on, taken.function, arguments, names)


def _arguments(values: Sequence[object]) -> list[object]:
    return [_argument(value) for value in values]


def _argument(value: object) -> object:
    if isinstance(value, Earlier):
        return {"step": value.step}
    if isinstance(value, BoardArgument):
        return {"board": [value.moves, value.first]}
    if isinstance(value, ObservationArgument):
        return {"observation": value.moves}
    if isinstance(value, tuple):
        return {"tuple": [_argument(item) for item in value]}
    if isinstance(value, list):
        if value and all(_is_row(item) for item in value):
            return {"rows": value}
        return [_argument(item) for item in value]
    if isinstance(value, float):
        return {"float": repr(value)}
    if value is None or isinstance(value, bool | int | str):
        return value
    raise TypeError(f"no runner takes a {type(value).__name__} as an argument")


_PARTS_OF_A_ROW = frozenset({type(None), bool, int, str})


def _is_row(item: object) -> bool:
    return type(item) is tuple and _PARTS_OF_A_ROW.issuperset(map(type, item))


def read_reply(line: bytes, *, large: bool = True) -> Reply:
    """Decode one line strictly; raise `GarbledError` for whatever else it is.

    Only an answer or a survey may be large; where neither is due, a large line is not even parsed.
    """
    try:
        if len(line) > MOST_OF_A_SMALL_REPLY and not large:
            raise RefusedError(f"it has {len(line)} bytes, and no answer is due")
        node = decoded(line)
        if len(line) > MOST_OF_A_SMALL_REPLY and not _may_be_large(node):
            raise RefusedError(f"it has {len(line)} bytes, and holds no answer")
        _check_exceptions(node)
        reply: Reply = msgspec.convert(readable_reply(node), Reply)
    except (RefusedError, msgspec.ValidationError) as error:
        raise GarbledError(Garble.NO_REPLY, on_one_line(str(error))) from None
    except RecursionError:
        raise GarbledError(Garble.TOO_DEEP) from None
    except ValueError:
        raise GarbledError(Garble.NOT_JSON) from None
    except Exception as error:
        # A stranger may have written this: not even our own mistake in reading is our fault.
        raise GarbledError(Garble.UNREADABLE, type(error).__name__) from error
    return reply


def _may_be_large(node: object) -> bool:
    return isinstance(node, dict) and node.get("op") in ("returned", "surveyed")


_ALWAYS_REPORTED = frozenset(raised.Reported.__struct_fields__) - {"missing"}


def _check_exceptions(node: object) -> None:
    # A field that the model has a default for is one that a runner has to write.
    told = node.get("errors", node.get("problem")) if isinstance(node, dict) else None
    for error in told if isinstance(told, list) else ():
        if isinstance(error, dict) and not error.keys() >= _ALWAYS_REPORTED:
            raise RefusedError("an exception lacks a field")


def read_value(node: object) -> object:
    """Decode the answer in a `Returned`; raise `GarbledError` with the reason."""
    try:
        return from_wire(node)
    except MeaninglessError as error:
        raise GarbledError(Garble.NO_ANSWER, on_one_line(str(error))) from None
    except RecursionError:
        raise GarbledError(Garble.TOO_DEEP) from None
    except Exception as error:
        raise GarbledError(Garble.UNREADABLE, type(error).__name__) from error


MOST_OF_A_SMALL_REPLY = MIB
"""So many bytes may a reply take that holds neither an answer nor a survey."""
MOST_NESTED = 1 << 18
"""So many lists and objects may a reply hold, the brackets in its texts counted too."""
MOST_DIGITS = 400
"""So long may a number be that stands in a reply as such."""
MOST_ITEMS = 1 << 18
"""So many commas may a reply hold, those in its texts counted too."""
LEAST_OF_AN_ITEM = 16
"""So many bytes at least does each list, object and item take in `weight`."""
_LONG_NUMBER = re.compile(rb"[0-9]{%d}" % (MOST_DIGITS + 1))
_KEEP_LINES = ("message", "notes")
"""The fields that may hold several lines; all other texts are written on one."""
_KEEP_TABS = ("text",)


class RefusedError(ValueError):
    """Why a line is not even parsed, or not as what it claims to be."""


def weight(line: bytes) -> int:
    """Return as how many bytes a reply counts among several that are kept.

    What is short on the wire may take much once it is decoded, so that no item counts as less than
    `LEAST_OF_AN_ITEM`.

    >>> weight(b'"text"'), weight(b"[[],[],[]]")
    (6, 96)
    """
    items = line.count(b"[") + line.count(b"{") + line.count(b",")
    return max(len(line), LEAST_OF_AN_ITEM * items)


def decoded(line: bytes) -> object:
    """Return what a line of strict JSON stands for, as its texts were sent.

    Raises `RefusedError` for what holds too much and for a name that an object uses twice,
    `ValueError` for what is no JSON, and `RecursionError`.
    """
    if line.count(b"[") + line.count(b"{") > MOST_NESTED:
        raise RefusedError(f"it holds more than {MOST_NESTED} lists and objects")
    if line.count(b",") > MOST_ITEMS:
        raise RefusedError(f"it holds more than {MOST_ITEMS} items")
    decoder = _careful if _LONG_NUMBER.search(line) else _decoder
    # Not msgspec's own parser: it refuses half a surrogate pair, which a str may well hold.
    return decoder.decode(line.decode("utf-8"))


def readable_reply(node: object, write: Callable[[str], str] = on_one_line) -> object:
    """Return a reply with all text in it harmless to a terminal; its value has its own ways."""
    if isinstance(node, str):
        return write(node)
    if isinstance(node, list):
        return [readable_reply(item, write) for item in node]
    if isinstance(node, dict):
        return {
            key: item if key == "value" else readable_reply(item, _writer(key))
            for key, item in node.items()
        }
    return node


def _writer(key: str) -> Callable[[str], str]:
    if key in _KEEP_LINES:
        return harmless
    return _with_tabs if key in _KEEP_TABS else on_one_line


def _with_tabs(text: str) -> str:
    return "\t".join(map(on_one_line, text.split("\t")))


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise RefusedError("it uses a name twice in one object")
    return found


def _number(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise RefusedError(f"it holds a number of more than {MOST_DIGITS} digits")
    return int(text)


def _no_number(text: str) -> object:
    raise ValueError(f"{text} is no JSON")


_decoder = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_number)
_careful = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_number, parse_int=_number)
