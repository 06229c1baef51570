"""Say in JavaScript's own words what kind of answer came instead of the right kind, and why."""

from __future__ import annotations

import json
import math

from graders.model.text import on_one_line
from graders.model.value import Other, in_words

PRINTED = "was the answer printed instead of returned?"
"""To be asked only of a submission that did print something."""
_KINDS = {bool: "a boolean", str: "a string", list: "an array", float: "a number"}
_GENERATORS = ("Object [Generator]", "Object [AsyncGenerator]")
"""How Node shows what a function that yields returns."""


def not_a_column(answer: object, function: str, *, printed: bool = False) -> str:
    """Return one sentence or two: what came in place of a number, what probably went wrong.

    >>> not_a_column(Other("Promise", "Promise { 3 }"), "play")
    'play returned a Promise, not a whole number; nothing waits for one: return the column itself'
    >>> not_a_column("3", "play")
    'play returned "3", a string, not a whole number; return the number itself, without quotes'
    """
    hint = _hint_for_any(answer, "column", printed=printed) or _hint_for_column(answer)
    return _said(answer, function, "a whole number", hint)


def not_a_list(answer: object, function: str, wanted: str, *, printed: bool = False) -> str:
    """Return one sentence or two: what came in place of an array, what probably went wrong.

    >>> not_a_list(Other("undefined", "undefined"), "solution", "a list")
    'solution returned undefined, not an array; is a `return` missing?'
    """
    hint = _hint_for_any(answer, "array", printed=printed)
    if not hint and isinstance(answer, Other) and answer.shown.startswith(answer.type_name + "("):
        hint = "convert it with Array.from(...)"
    return _said(answer, function, wanted.replace("a list", "an array", 1), hint)


def shown(answer: object) -> str:
    """Return a value as JavaScript writes it, on one short line.

    >>> shown(None), shown(True), shown(float("nan")), shown([None, "a"])
    ('null', 'true', 'NaN', '[null, "a"]')
    >>> shown(("win", 1)), shown(Other("undefined", "undefined"))
    ('["win", 1]', 'undefined')
    """
    if answer is None:
        return "null"
    if isinstance(answer, bool):
        return "true" if answer else "false"
    if isinstance(answer, str):
        if len(answer) >= 60:
            return in_words(answer)
        return on_one_line(json.dumps(answer, ensure_ascii=False))
    if isinstance(answer, float):
        return _number(answer)
    if isinstance(answer, list | tuple) and len(answer) <= 7:
        return f"[{', '.join(map(shown, answer))}]"
    return _other(answer) if isinstance(answer, Other) else in_words(answer)


def _number(answer: float) -> str:
    if math.isnan(answer):
        return "NaN"
    if math.isinf(answer):
        return "Infinity" if answer > 0 else "-Infinity"
    return f"{answer:.0f}" if answer.is_integer() else repr(answer)


def _said(answer: object, function: str, wanted: str, hint: str) -> str:
    came = shown(answer)
    if (kind := _KINDS.get(type(answer))) is not None and not _is_no_number(answer):
        came = f"{came}, {kind}"
    return f"{function} returned {came}, not {wanted}{'; ' if hint else ''}{hint}"


def _other(answer: Other) -> str:
    if answer.type_name == "Promise":
        return "a Promise"
    return answer.shown if answer.type_name == "undefined" else in_words(answer)


def _is_no_number(answer: object) -> bool:
    return isinstance(answer, float) and not math.isfinite(answer)


def _hint_for_any(answer: object, wanted: str, *, printed: bool) -> str:
    if answer is None:
        return PRINTED if printed else ""
    name = answer.type_name if isinstance(answer, Other) else ""
    if name == "undefined":
        return "is a `return` missing?"
    if name == "Promise":
        return f"nothing waits for one: return the {wanted} itself"
    if isinstance(answer, Other) and answer.shown.startswith(_GENERATORS):
        return "it is a generator: was `yield` meant to be `return`?"
    if name == "function":
        return "are the parentheses of a call missing?"
    if name == "BigInt" and wanted == "column":
        return "a BigInt is not a number; convert it with Number(...)"
    return ""


def _hint_for_column(answer: object) -> str:
    if isinstance(answer, bool):
        return "a boolean does not count as a number"
    if isinstance(answer, str) and answer.strip().lstrip("-").isdecimal():
        return "return the number itself, without quotes"
    if isinstance(answer, list) or (isinstance(answer, Other) and answer.type_name == "Object"):
        return "return only the column"
    if not isinstance(answer, float):
        return ""
    if math.isnan(answer):
        return "NaN comes from calculating with undefined or with something that is not a number"
    if math.isinf(answer):
        return "was the score returned instead of the column?"
    return "" if answer.is_integer() else "round it with Math.floor(...)"
