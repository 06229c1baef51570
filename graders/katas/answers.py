"""Say what an answer of the wrong kind was, and which habit usually makes such an answer."""

from __future__ import annotations

from graders.value import Other, in_words

_COROUTINES = ("coroutine", "async_generator", "Future", "Task")


def wrong_kind(answer: object, function: str, wanted: str) -> str:
    """Return one sentence or two: what was wanted, what came, what probably went wrong.

    >>> wrong_kind(None, "find_best_move", "an int")
    'find_best_move returned None, not an int; was the answer printed instead of returned?'
    """
    hint = _hint(answer)
    return f"{function} returned {_named(answer)}, not {wanted}{'; ' if hint else ''}{hint}"


def _named(answer: object) -> str:
    if answer is None or isinstance(answer, Other):
        return in_words(answer)
    return f"{in_words(answer)}, a {type(answer).__name__}"


def _hint(answer: object) -> str:
    if answer is None:
        return "was the answer printed instead of returned?"
    if isinstance(answer, bool):
        return "a bool is not taken for a number"
    if isinstance(answer, str) and answer.strip().lstrip("-").isdecimal():
        return "return the number itself, without quotes"
    if isinstance(answer, float):
        return "int(...) or // makes a whole number of it"
    if isinstance(answer, Other):
        return _hint_for_type(answer.type_name)
    return ""


def _hint_for_type(type_name: str) -> str:
    last = type_name.rsplit(".", 1)[-1]
    if last in _COROUTINES:
        return "it is called without await: define it with def, not async def"
    if last == "generator":
        return "use return, not yield"
    if type_name.startswith("numpy"):
        return "int(...) makes a Python int of it"
    if last in ("function", "method", "builtin_function_or_method", "type"):
        return "are the parentheses of a call missing?"
    return ""
