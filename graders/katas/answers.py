"""Say what kind of answer came instead of the right kind, and what usually causes it."""

from __future__ import annotations

from graders.katas import answers_in_javascript as javascript
from graders.katas import answers_in_lines as lines
from graders.model.submission import Speech, spelled
from graders.model.value import Other, in_words

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
        return javascript.not_a_column(answer, spelled(function, speech), printed=printed)
    if speech is Speech.LINES:
        return lines.not_a_column(answer, function)
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
        return javascript.not_a_list(answer, spelled(function, speech), wanted, printed=printed)
    if speech is Speech.LINES:
        return lines.not_a_list(answer, function, wanted)
    hint = _hint_for_any(answer, printed=printed)
    if not hint and (isinstance(answer, tuple) or _type_of(answer).startswith("numpy.ndarray")):
        hint = "convert it with list(...)"
    return _said(answer, function, wanted, hint)


def shown(answer: object, speech: Speech) -> str:
    """Return a value as its language writes it, on one short line.

    >>> shown(("win", 1), Speech.PYTHON), shown(("win", 1), Speech.JAVASCRIPT)
    ("('win', 1)", '["win", 1]')
    """
    if speech is Speech.LINES:
        return lines.shown(answer)
    return javascript.shown(answer) if speech is Speech.JAVASCRIPT else in_words(answer)


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
    came = in_words(answer)
    if answer is not None and not isinstance(answer, Other):
        came = f"{came}, a {type(answer).__name__}"
    return f"{function} returned {came}, not {wanted}{'; ' if hint else ''}{hint}"


def _hint_for_any(answer: object, *, printed: bool) -> str:
    if answer is None:
        return javascript.PRINTED if printed else ""
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
