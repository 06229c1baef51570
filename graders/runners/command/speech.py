"""What a program is asked in lines and may answer: each rule for its lines, and which it broke."""

from __future__ import annotations

TYPE_CHECKING = False  # as typing has it, without the time to import typing

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

MOST_DIGITS = 400
_SPACE = " \t\r"


def _finite(text: str) -> float:
    number = float(text)
    if number - number != 0:
        raise BrokenRuleError(FINITE, short_text(text.encode()))
    return number


def _whole(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise BrokenRuleError(FINITE, f"a number of {len(text)} digits")
    return int(text)


def _no_number(text: str) -> Any:
    raise BrokenRuleError(FINITE, text)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        raise BrokenRuleError(TWICE, next(short_text(n) for n in names if names.count(n) > 1))
    return found


class _Strictly:
    """What a `json.JSONDecoder` does, of which there is nothing that JSON does not have."""

    strict = True
    object_hook = None
    object_pairs_hook = staticmethod(_once)
    parse_int, parse_float, parse_constant = (
        staticmethod(hook) for hook in (_whole, _finite, _no_number)
    )


try:  # as in `plain_json`: to import `json` takes longer than all else
    import _json

    _strictly: Any = _Strictly
    _scan: Any = _json.make_scanner(_strictly)
    _c_encoder: Any = _json.make_encoder
    _chunks: Any = _c_encoder(
        None, None, _json.encode_basestring_ascii, None, ":", ",", False, False, False
    )

    def line_of(question: dict[str, Any]) -> bytes:
        r"""Write a question as its line.

        >>> line_of({"id": 1, "rows": 6, "operations": [["drop", 3, 1]]})
        b'{"id":1,"rows":6,"operations":[["drop",3,1]]}\n'
        """
        return ("".join(_chunks(question, 0)) + "\n").encode()

except ImportError:  # an interpreter may have all of it in `json` itself
    import json

    _decoder = json.JSONDecoder(
        object_pairs_hook=_once, parse_int=_whole, parse_float=_finite, parse_constant=_no_number
    )
    _scan = vars(_decoder)["scan_once"]

    def line_of(question: dict[str, Any]) -> bytes:
        return (json.dumps(question, separators=(",", ":")) + "\n").encode()


class NotOfferedError(Exception):
    """Say that the program does not have what it was asked for."""


def answer_in(line: bytes, number: int, name: str) -> Any:
    """Return what a line says under `name` in answer to the question of that number.

    Raises `BrokenRuleError` for whatever else the line is.

    >>> answer_in(b'{"id": 2, "action": 3}', 2, "action")
    3
    """
    said = _said(line, number)
    if name not in said:
        raise BrokenRuleError(ANSWER, name)
    return said[name]


def driven_in(line: bytes, number: int) -> Any:
    """Return what a line answers to a call of a driver: of a refusal the text that says why.

    Raises `NotOfferedError` where it says so, and otherwise as `answer_in` does. A field that says
    nothing may be there: programs in many languages write all of an object, or nothing.

    >>> driven_in(b'{"id": 2, "answer": true, "refused": null, "not_offered": false}', 2)
    True
    >>> driven_in(b'{"id": 2, "refused": "the column is full"}', 2)
    'the column is full'
    """
    said = _said(line, number)
    if said.get("not_offered") is True:
        raise NotOfferedError
    if type(said.get("refused")) is str:
        return said["refused"]
    if "answer" not in said:
        raise BrokenRuleError(ANSWER, "answer")
    return said["answer"]


def _said(line: bytes, number: int) -> dict[str, Any]:
    """Return the object that answers the question of that number."""
    said = _parsed(line)
    if type(said) is not dict:
        raise BrokenRuleError(OBJECT, short_text(line))
    if "id" not in said:
        raise BrokenRuleError(ID, f"none, to question {number}")
    if type(said["id"]) is not int or said["id"] != number:
        raise BrokenRuleError(ID, f"{short_text(said['id'])}, to question {number}")
    return said


def _parsed(line: bytes) -> Any:
    try:
        text = line.decode("utf-8").strip(_SPACE)
    except UnicodeDecodeError:
        raise BrokenRuleError(UTF8, short_text(line)) from None
    scan: Callable[[str, int], tuple[Any, int]] = _scan
    try:
        value, end = scan(text, 0)
    except RecursionError:
        raise BrokenRuleError(DEPTH) from None
    except (StopIteration, ValueError):
        raise BrokenRuleError(JSON, short_text(line) or "an empty line") from None
    if end != len(text):
        raise BrokenRuleError(JSON, short_text(line))
    return value


MOST_SHOWN = 120
NOT_STARTED, UNASKED, ONE_LINE, FLOOD = "not_started", "unasked", "one_line", "flood"
WHOLE_LINE, CLOSED, UTF8, JSON = "whole_line", "closed", "utf8", "json"
FINITE, TWICE, DEPTH, OBJECT = "finite", "twice", "depth", "object"
ID, ANSWER, ENDED, FLUSH, SILENCE = "id", "answer", "ended", "flush", "silence"


class BrokenRuleError(Exception):
    """Which rule a program broke, and a few words about it."""

    def __init__(self, rule: str, about: str = "") -> None:
        super().__init__(rule, about)
        self.rule, self.about = rule, about


def short_text(value: Any) -> str:
    r"""Return a short text for what a program wrote, or for a value that it stands for.

    >>> short_text(b"hello\nworld"), short_text([1, None])
    ('hello', '[1, None]')
    """
    if isinstance(value, bytes):
        text = value[: 4 * MOST_SHOWN].decode("utf-8", "backslashreplace").partition("\n")[0]
    else:
        text = repr(value)
    return text if len(text) <= MOST_SHOWN else text[:MOST_SHOWN] + "…"
