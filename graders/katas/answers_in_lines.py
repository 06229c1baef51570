"""Say what kind of answer a program wrote in place of the right kind, in the words of JSON."""

from __future__ import annotations

import json

from graders.model.text import on_one_line
from graders.model.value import Other, in_words

_KINDS = {bool: "a boolean", str: "a string", list: "an array"}
_MOST_ITEMS = 7
_LONGEST = 60


def not_a_column(answer: object, field: str) -> str:
    """Return one sentence or two: what came in place of a number, what probably went wrong.

    >>> not_a_column("3", "action")
    'its action is "3", a string, not a whole number; write the number itself, without quotes'
    >>> not_a_column(3.0, "action")
    'its action is 3.0, not a whole number; write it without a decimal point'
    """
    return _said(answer, field, "a whole number", _hint_for_column(answer))


def not_a_list(answer: object, field: str, wanted: str) -> str:
    """Return one sentence: what came in place of an array.

    >>> not_a_list(None, "returns", "a list with one return")
    'its returns is null, not an array with one return'
    """
    return _said(answer, field, wanted.replace("a list", "an array", 1), "")


def shown(answer: object) -> str:
    """Return a value as JSON writes it, on one short line.

    >>> shown(None), shown([True, "a"]), shown(("win", 1)), shown(3.0), shown(Other("dict", "{}"))
    ('null', '[true, "a"]', '["win", 1]', '3.0', 'an object')
    """
    if answer is None or isinstance(answer, bool):
        return json.dumps(answer)
    if isinstance(answer, str) and len(answer) < _LONGEST:
        return on_one_line(json.dumps(answer, ensure_ascii=False))
    if isinstance(answer, list | tuple) and len(answer) <= _MOST_ITEMS:
        return f"[{', '.join(map(shown, answer))}]"
    return "an object" if _is_object(answer) else in_words(answer)


def _said(answer: object, field: str, wanted: str, hint: str) -> str:
    kind = _KINDS.get(type(answer))
    came = f"{shown(answer)}, {kind}" if kind else shown(answer)
    return f"its {field} is {came}, not {wanted}{'; ' if hint else ''}{hint}"


def _is_object(answer: object) -> bool:
    return isinstance(answer, Other) and answer.type_name == "dict"


def _hint_for_column(answer: object) -> str:
    if isinstance(answer, bool):
        return "a boolean does not count as a number"
    if isinstance(answer, str) and answer.strip().lstrip("-").isdecimal():
        return "write the number itself, without quotes"
    if isinstance(answer, list):
        return "write only the column"
    if isinstance(answer, float) and answer.is_integer():
        return "write it without a decimal point"
    return ""
