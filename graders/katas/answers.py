"""Say what kind of answer came instead of the right kind, and what usually causes it.

The words are those of the language that was called: of Python, of JavaScript, or of the JSON lines
that a program writes.
"""

from __future__ import annotations

import json
import math

from graders.model.submission import Speech, spelled
from graders.model.text import on_one_line
from graders.model.value import Other, answer_in_words

_COROUTINES = ("coroutine", "async_generator", "Future", "Task")


def not_a_column(
    answer: object, function: str, speech: Speech = Speech.PYTHON, *, printed: bool = False
) -> str:
    """Return one sentence or two: what came in place of a number, what probably went wrong.

    Of a program, `function` is the name of the field with its answer. `printed` tells that
    something was written to stdout.

    >>> not_a_column(None, "find_best_move")
    'find_best_move returned None, not an int'
    >>> not_a_column(None, "find_best_move", Speech.JAVASCRIPT, printed=True)
    'findBestMove returned null, not a whole number; was the answer printed instead of returned?'
    """
    if speech is Speech.JAVASCRIPT:
        return _not_a_column_in_javascript(answer, spelled(function, speech), printed=printed)
    if speech is Speech.LINES:
        return _not_a_column_in_json(answer, function)
    hint = _hint_for_any(answer, printed=printed) or _hint_for_column(answer)
    return _said(answer, function, "an int", hint)


def not_a_list(
    answer: object,
    function: str,
    wanted: str,
    speech: Speech = Speech.PYTHON,
    *,
    printed: bool = False,
) -> str:
    """Return one sentence or two: what came in place of a list, what probably went wrong.

    Function and `printed` are those of `not_a_column`.

    >>> not_a_list((1, 2), "solution", "a list")
    'solution returned (1, 2), a tuple, not a list; convert it with list(...)'
    """
    if speech is Speech.JAVASCRIPT:
        return _not_a_list_in_javascript(answer, spelled(function, speech), wanted, printed=printed)
    if speech is Speech.LINES:
        return _not_a_list_in_json(answer, function, wanted)
    hint = _hint_for_any(answer, printed=printed)
    if not hint and (isinstance(answer, tuple) or _type_of(answer).startswith("numpy.ndarray")):
        hint = "convert it with list(...)"
    return _said(answer, function, wanted, hint)


def literal(answer: object, speech: Speech) -> str:
    """Return a value as its language writes it, on one short line.

    >>> literal(("win", 1), Speech.PYTHON), literal(("win", 1), Speech.JAVASCRIPT)
    ("('win', 1)", '["win", 1]')
    """
    if speech is Speech.LINES:
        return _as_json(answer)
    return _as_javascript(answer) if speech is Speech.JAVASCRIPT else answer_in_words(answer)


def subclass_hint(answer: object) -> str:
    """Return how to make a plain value of an enum, a named tuple and the like, else nothing.

    >>> subclass_hint(("win", Other("Side", "<Side.ONE: 1>", "int")))
    'a subclass of int is not accepted; convert it with int(...)'
    """
    if isinstance(answer, tuple | list):
        return next((hint for item in answer if (hint := subclass_hint(item))), "")
    base = answer.base if isinstance(answer, Other) else ""
    if not base:
        return ""
    if base == "str":
        return "a subclass of str is not accepted; return a plain str (for an enum, its .value)"
    return f"a subclass of {base} is not accepted; convert it with {base}(...)"


def _said(answer: object, function: str, wanted: str, hint: str) -> str:
    came = answer_in_words(answer)
    if answer is not None and not isinstance(answer, Other):
        came = f"{came}, a {type(answer).__name__}"
    return f"{function} returned {came}, not {wanted}{'; ' if hint else ''}{hint}"


def _hint_for_any(answer: object, *, printed: bool) -> str:
    if answer is None:
        return PRINTED if printed else ""
    whole_name = _type_of(answer)
    last = whole_name.rsplit(".", 1)[-1]
    if last in _COROUTINES:
        return "it is called without await; define it with def, not async def"
    if last == "generator":
        return "was it made by yield, or by ( … for … ), in place of return?"
    if last in ("function", "method", "builtin_function_or_method", "type"):
        return "are the parentheses of a call missing?"
    return "" if whole_name.startswith("numpy") else subclass_hint(answer)


def _hint_for_column(answer: object) -> str:
    if isinstance(answer, bool):
        return "a bool does not count as a number"
    if isinstance(answer, str) and answer.strip().lstrip("-").isdecimal():
        return "return the number itself, without quotes"
    if isinstance(answer, tuple | list):
        return "return only the column"
    if isinstance(answer, float):
        if answer - answer != 0:
            return "was the score returned instead of the column?"
        return "convert it with int(...), or divide with //"
    if _type_of(answer).startswith("numpy"):
        return "convert it with int(...)"
    return ""


def _type_of(answer: object) -> str:
    return answer.type_name if isinstance(answer, Other) else ""


PRINTED = "was the answer printed instead of returned?"
"""To be asked only of a submission that did print something."""
_JAVASCRIPT_KINDS = {bool: "a boolean", str: "a string", list: "an array", float: "a number"}
_GENERATORS = ("Object [Generator]", "Object [AsyncGenerator]")
"""How Node shows what a function that yields returns."""


def _not_a_column_in_javascript(answer: object, function: str, *, printed: bool = False) -> str:
    """Return one sentence or two: what came in place of a number, what probably went wrong.

    >>> _not_a_column_in_javascript(Other("Promise", "Promise { 3 }"), "play")
    'play returned a Promise, not a whole number; nothing waits for one: return the column itself'
    >>> _not_a_column_in_javascript("3", "play")
    'play returned "3", a string, not a whole number; return the number itself, without quotes'
    """
    hint = _javascript_hint(answer, "column", printed=printed) or _javascript_column_hint(answer)
    return _javascript_message(answer, function, "a whole number", hint)


def _not_a_list_in_javascript(
    answer: object, function: str, wanted: str, *, printed: bool = False
) -> str:
    """Return one sentence or two: what came in place of an array, what probably went wrong.

    >>> _not_a_list_in_javascript(Other("undefined", "undefined"), "solution", "a list")
    'solution returned undefined, not an array; is a `return` missing?'
    """
    hint = _javascript_hint(answer, "array", printed=printed)
    if not hint and isinstance(answer, Other) and answer.shown.startswith(answer.type_name + "("):
        hint = "convert it with Array.from(...)"
    return _javascript_message(answer, function, wanted.replace("a list", "an array", 1), hint)


def _as_javascript(answer: object) -> str:
    """Return a value as JavaScript writes it, on one short line.

    >>> [_as_javascript(each) for each in (None, True, float("nan"), [None, "a"])]
    ['null', 'true', 'NaN', '[null, "a"]']
    >>> _as_javascript(("win", 1)), _as_javascript(Other("undefined", "undefined"))
    ('["win", 1]', 'undefined')
    """
    if answer is None:
        return "null"
    if isinstance(answer, bool):
        return "true" if answer else "false"
    if isinstance(answer, str):
        if len(answer) >= 60:
            return answer_in_words(answer)
        return on_one_line(json.dumps(answer, ensure_ascii=False))
    if isinstance(answer, float):
        return _javascript_number(answer)
    if isinstance(answer, list | tuple) and len(answer) <= 7:
        return f"[{', '.join(map(_as_javascript, answer))}]"
    return _other_in_javascript(answer) if isinstance(answer, Other) else answer_in_words(answer)


def _javascript_number(answer: float) -> str:
    if math.isnan(answer):
        return "NaN"
    if math.isinf(answer):
        return "Infinity" if answer > 0 else "-Infinity"
    return f"{answer:.0f}" if answer.is_integer() else repr(answer)


def _javascript_message(answer: object, function: str, wanted: str, hint: str) -> str:
    came = _as_javascript(answer)
    if (kind := _JAVASCRIPT_KINDS.get(type(answer))) is not None and not _is_not_finite(answer):
        came = f"{came}, {kind}"
    return f"{function} returned {came}, not {wanted}{'; ' if hint else ''}{hint}"


def _other_in_javascript(answer: Other) -> str:
    if answer.type_name == "Promise":
        return "a Promise"
    return answer.shown if answer.type_name == "undefined" else answer_in_words(answer)


def _is_not_finite(answer: object) -> bool:
    return isinstance(answer, float) and not math.isfinite(answer)


def _javascript_hint(answer: object, wanted: str, *, printed: bool) -> str:
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


def _javascript_column_hint(answer: object) -> str:
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


_JSON_KINDS = {bool: "a boolean", str: "a string", list: "an array"}
_MOST_ITEMS = 7
_LONGEST = 60


def _not_a_column_in_json(answer: object, field: str) -> str:
    """Return one sentence or two: what came in place of a number, what probably went wrong.

    >>> _not_a_column_in_json("3", "action")
    'its action is "3", a string, not a whole number; write the number itself, without quotes'
    >>> _not_a_column_in_json(3.0, "action")
    'its action is 3.0, not a whole number; write it without a decimal point'
    """
    return _json_message(answer, field, "a whole number", _json_column_hint(answer))


def _not_a_list_in_json(answer: object, field: str, wanted: str) -> str:
    """Return one sentence: what came in place of an array.

    >>> _not_a_list_in_json(None, "returns", "a list with one return")
    'its returns is null, not an array with one return'
    """
    return _json_message(answer, field, wanted.replace("a list", "an array", 1), "")


def _as_json(answer: object) -> str:
    """Return a value as JSON writes it, on one short line.

    >>> [_as_json(each) for each in (None, [True, "a"], ("win", 1), 3.0, Other("dict", "{}"))]
    ['null', '[true, "a"]', '["win", 1]', '3.0', 'an object']
    """
    if answer is None or isinstance(answer, bool):
        return json.dumps(answer)
    if isinstance(answer, str) and len(answer) < _LONGEST:
        return on_one_line(json.dumps(answer, ensure_ascii=False))
    if isinstance(answer, list | tuple) and len(answer) <= _MOST_ITEMS:
        return f"[{', '.join(map(_as_json, answer))}]"
    return "an object" if _is_object(answer) else answer_in_words(answer)


def _json_message(answer: object, field: str, wanted: str, hint: str) -> str:
    kind = _JSON_KINDS.get(type(answer))
    came = f"{_as_json(answer)}, {kind}" if kind else _as_json(answer)
    return f"its {field} is {came}, not {wanted}{'; ' if hint else ''}{hint}"


def _is_object(answer: object) -> bool:
    return isinstance(answer, Other) and answer.type_name == "dict"


def _json_column_hint(answer: object) -> str:
    if isinstance(answer, bool):
        return "a boolean does not count as a number"
    if isinstance(answer, str) and answer.strip().lstrip("-").isdecimal():
        return "write the number itself, without quotes"
    if isinstance(answer, list):
        return "write only the column"
    if isinstance(answer, float) and answer.is_integer():
        return "write it without a decimal point"
    return ""
