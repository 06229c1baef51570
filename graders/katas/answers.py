"""What kind of answer came instead of the right kind, and what usually causes it.

The words are those of the language that was called: of Python, of JavaScript, or of the JSON lines
that a program writes. What usually causes a kind of answer stands in `answers.yaml`.
"""

from __future__ import annotations

import json
import math
from functools import cache
from pathlib import Path

import msgspec

from graders.model.submission import Speech, spelled
from graders.model.text import on_one_line
from graders.model.value import Other, answer_in_words

CAUSES = Path(__file__).with_name("answers.yaml")
_COROUTINES = ("coroutine", "async_generator", "Future", "Task")
_FUNCTIONS = ("function", "method", "builtin_function_or_method", "type")
_GENERATORS = ("Object [Generator]", "Object [AsyncGenerator]")
"""How Node shows what a function that yields returns."""
_MOST_ITEMS = 7
_LONGEST = 60
_KINDS = {bool: "a boolean", str: "a string", list: "an array"}


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
    >>> not_a_column(Other("Promise", "Promise { 3 }"), "play", Speech.JAVASCRIPT)
    'play returned a Promise, not a whole number; nothing waits for one: return the column itself'
    >>> not_a_column(3.0, "action", Speech.LINES)
    'its action is 3.0, not a whole number; write it without a decimal point'
    """
    hint = _hint(answer, speech, "column", printed=printed)
    hint = hint or _cause(_kind_of_number(answer, speech), speech)
    return _message(answer, function, speech, "an int" if _is_python(speech) else _WHOLE, hint)


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
    >>> not_a_list(3, "solution", "a list")
    'solution returned 3, an int, not a list'
    >>> not_a_list(Other("undefined", "undefined"), "solution", "a list", Speech.JAVASCRIPT)
    'solution returned undefined, not an array; is a `return` missing?'
    >>> not_a_list(None, "returns", "a list with one return", Speech.LINES)
    'its returns is null, not an array with one return'
    """
    hint = _hint(answer, speech, "array", printed=printed)
    hint = hint or _cause("sequence" if _is_a_sequence(answer, speech) else "", speech)
    wanted = wanted if _is_python(speech) else wanted.replace("a list", "an array", 1)
    return _message(answer, function, speech, wanted, hint)


def literal(answer: object, speech: Speech) -> str:
    """Return a value as its language writes it, on one short line.

    >>> literal(("win", 1), Speech.PYTHON), literal(("win", 1), Speech.JAVASCRIPT)
    ("('win', 1)", '["win", 1]')
    >>> [literal(each, Speech.JAVASCRIPT) for each in (None, True, float("nan"), 3.0)]
    ['null', 'true', 'NaN', '3']
    >>> [literal(each, Speech.LINES) for each in ([True, "a"], 3.0, Other("dict", "{}"))]
    ['[true, "a"]', '3.0', 'an object']
    """
    if _is_python(speech):
        return answer_in_words(answer)
    if answer is None or isinstance(answer, bool):
        return json.dumps(answer)
    if isinstance(answer, str) and len(answer) < _LONGEST:
        return on_one_line(json.dumps(answer, ensure_ascii=False))
    if isinstance(answer, list | tuple) and len(answer) <= _MOST_ITEMS:
        return f"[{', '.join(literal(each, speech) for each in answer)}]"
    if speech is Speech.JAVASCRIPT:
        return _javascript_number(answer) if isinstance(answer, float) else _in_javascript(answer)
    return "an object" if _type_of(answer) == "dict" else answer_in_words(answer)


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
    kind = "subclass of str" if base == "str" else "subclass"
    return _cause(kind, Speech.PYTHON, base=base)


_WHOLE = "a whole number"


def _is_python(speech: Speech) -> bool:
    return speech is Speech.PYTHON


def _message(answer: object, function: str, speech: Speech, wanted: str, hint: str) -> str:
    came, kind = literal(answer, speech), _kind_named(answer, speech)
    came = f"{came}, {kind}" if kind else came
    what = f"{spelled(function, speech)} returned"
    if speech is Speech.LINES:
        what = f"its {function} is"
    return f"{what} {came}, not {wanted}{'; ' if hint else ''}{hint}"


def _kind_named(answer: object, speech: Speech) -> str:
    if _is_python(speech):
        plain = answer is not None and not isinstance(answer, Other)
        kind = type(answer).__name__
        return f"{'an' if kind == 'int' else 'a'} {kind}" if plain else ""
    if speech is Speech.JAVASCRIPT and isinstance(answer, float) and math.isfinite(answer):
        return "a number"
    return _KINDS.get(type(answer), "")


def _hint(answer: object, speech: Speech, wanted: str, *, printed: bool) -> str:
    if speech is Speech.LINES:
        return ""
    if answer is None:
        return _cause("printed", speech) if printed else ""
    name = _type_of(answer)
    if speech is Speech.JAVASCRIPT:
        if name in ("undefined", "Promise"):
            return _cause(name, speech, wanted=wanted)
        if isinstance(answer, Other) and answer.shown.startswith(_GENERATORS):
            return _cause("generator", speech)
        return _cause("function", speech) if name == "function" else ""
    last = name.rsplit(".", 1)[-1]
    if last in _COROUTINES:
        return _cause("coroutine", speech)
    if last in _FUNCTIONS:
        return _cause("function", speech)
    if last == "generator":
        return _cause("generator", speech)
    return "" if name.startswith("numpy") else subclass_hint(answer)


def _kind_of_number(answer: object, speech: Speech) -> str:
    """Return what kind of answer came in place of a column, as `answers.yaml` names it."""
    name = _type_of(answer)
    if isinstance(answer, bool):
        return "bool"
    if isinstance(answer, str) and answer.strip().lstrip("-").isdecimal():
        return "digits"
    if isinstance(answer, list) or (isinstance(answer, tuple) and _is_python(speech)):
        return "list"
    if isinstance(answer, float):
        if not math.isfinite(answer):
            return "nan" if math.isnan(answer) else "infinite"
        return "whole" if answer.is_integer() else "fraction"
    if speech is Speech.JAVASCRIPT:
        return {"Object": "list", "BigInt": "BigInt"}.get(name, "")
    return "numpy" if name.startswith("numpy") else ""


def _is_a_sequence(answer: object, speech: Speech) -> bool:
    if _is_python(speech):
        return isinstance(answer, tuple) or _type_of(answer).startswith("numpy.ndarray")
    return isinstance(answer, Other) and answer.shown.startswith(f"{answer.type_name}(")


@cache
def _causes() -> dict[Speech, dict[str, str]]:
    return msgspec.yaml.decode(CAUSES.read_bytes(), type=dict[Speech, dict[str, str]])


def _cause(kind: str, speech: Speech, **holes: str) -> str:
    return _causes().get(speech, {}).get(kind, "").format(**holes)


def _type_of(answer: object) -> str:
    return answer.type_name if isinstance(answer, Other) else ""


def _javascript_number(answer: float) -> str:
    if math.isnan(answer):
        return "NaN"
    if math.isinf(answer):
        return "Infinity" if answer > 0 else "-Infinity"
    return f"{answer:.0f}" if answer.is_integer() else repr(answer)


def _in_javascript(answer: object) -> str:
    if isinstance(answer, Other) and answer.type_name == "Promise":
        return "a Promise"
    if isinstance(answer, Other) and answer.type_name == "undefined":
        return answer.shown
    return answer_in_words(answer)
