"""Read an answer off the wire, type by exact type, and put it in words."""

from __future__ import annotations

import operator

import msgspec

from graders.model.text import harmless, on_one_line

MAX_DEPTH = 64
MAX_WORDS = 120
MAX_SHOWN = 201
"""The longest text that a runner shows for a value, or for the name of its type."""
_INT64 = 1 << 63
_BASES = ("", "int", "str", "float", "tuple", "list")


class MeaninglessError(ValueError):
    """What is wrong with an answer that no runner of ours writes."""


class Other(msgspec.Struct, frozen=True):
    """An answer of a type that has no word on the wire.

    `type_name` is the type's full name, `shown` a short text for the value. `base` is the plain
    type that it derives from, such as `int`, and empty where there is none.
    """

    type_name: str
    shown: str
    base: str = ""


def from_wire(node: object, depth: int = 0) -> object:
    """Return the answer that a node of decoded JSON stands for.

    Raises `MeaninglessError` for what no runner writes: an object with an unknown key or with
    several, a bare JSON number with a fraction, a nesting that no answer has.

    >>> from_wire([1, True, {"tuple": ["win", 1]}])
    [1, True, ('win', 1)]
    >>> from_wire({"other": ["numpy.int64", "np.int64(3)", ""]})
    Other(type_name='numpy.int64', shown='np.int64(3)', base='')
    """
    if depth > MAX_DEPTH:
        raise MeaninglessError(f"it is nested more than {MAX_DEPTH} deep")
    if node is None or type(node) in (bool, str):
        return node
    if type(node) is int:
        if -_INT64 <= node < _INT64:
            return node
        raise MeaninglessError("it holds a number of more than 64 bits, unmarked")
    if type(node) is list:
        if _are_numbers(node):
            return node
        return [from_wire(item, depth + 1) for item in node]
    if type(node) is dict and len(node) == 1:
        ((kind, inside),) = node.items()
        return _marked(kind, inside, depth)
    raise MeaninglessError(f"it holds {_json_kind(node)}")


def _marked(kind: object, inside: object, depth: int) -> object:
    if kind == "tuple" and type(inside) is list:
        return tuple([from_wire(item, depth + 1) for item in inside])
    if kind == "other" and type(inside) is list and [type(text) for text in inside] == [str] * 3:
        if inside[2] not in _BASES:
            raise MeaninglessError("it derives from no plain type")
        if max(map(len, inside)) > MAX_SHOWN:
            raise MeaninglessError(f"it is shown in more than {MAX_SHOWN} characters")
        return Other(*inside)
    if kind == "float" and type(inside) is str and len(inside) < MAX_WORDS:
        try:
            return float(inside)
        except ValueError:
            raise MeaninglessError("its float is no number") from None
    if kind == "int" and type(inside) is str and len(inside) < 500:
        digits = inside.removeprefix("-")
        if digits.isascii() and digits.isdigit():
            return int(inside)
        raise MeaninglessError("its int is no number")
    raise MeaninglessError(f"it holds an object {answer_in_words(kind)} that means nothing here")


def _json_kind(node: object) -> str:
    if type(node) is float:
        return "a bare JSON number with a fraction"
    return f"a JSON object with {len(node)} keys" if type(node) is dict else "no JSON value"


def answer_in_words(value: object) -> str:
    """Write an answer as a person reads it, on one short line.

    >>> [answer_in_words(each) for each in (6, "3", ("win", 1), Other("bytes", "b'3'"))]
    ['6', "'3'", "('win', 1)", "b'3' (bytes)"]
    """
    return _cut(_text(value, MAX_WORDS), MAX_WORDS)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _text(value: object, room: int) -> str:
    if type(value) in (list, tuple):
        parts: list[str] = []
        for item in value:  # type: ignore[attr-defined]
            if room < 0:
                parts.append("…")
                break
            parts.append(_text(item, room))
            room -= len(parts[-1]) + 2
        inside = ", ".join(parts)
        if type(value) is list:
            return f"[{inside}]"
        return f"({inside},)" if len(parts) == 1 else f"({inside})"
    if type(value) is str:
        return on_one_line(repr(value[: MAX_WORDS + 1]))
    if isinstance(value, Other):
        whole = f"{value.type_name}, a subclass of {value.base}" if value.base else value.type_name
        kind = _cut(on_one_line(whole), MAX_WORDS // 2)
        return f"{_cut(on_one_line(value.shown), MAX_WORDS - len(kind) - 3)} ({kind})"
    return repr(value)


def as_json(value: object) -> object:
    r"""Return an answer as JSON can carry it: tuples become lists, the rest its words.

    A list that JSON carries as it is is returned itself, as it may be large.

    Its texts are harmless to a terminal even once the JSON has been decoded.

    >>> as_json((1, float("nan"))), as_json(Other("bytes", "b'3'"))
    ([1, 'nan'], "b'3' (bytes)")
    >>> as_json("\x1b[2J")
    '\\x1b[2J'
    """
    if type(value) is list and _are_numbers(value):
        return value
    if type(value) in (list, tuple):
        items = [as_json(item) for item in value]  # type: ignore[attr-defined]
        same = type(value) is list and all(map(operator.is_, items, value))
        return value if same else items
    if type(value) is str:
        return harmless(value)
    if value is None or type(value) is bool:
        return value
    if type(value) is int and -_INT64 <= value < _INT64:
        return value
    if type(value) is float and value - value == 0:
        return value
    return answer_in_words(value)


def _are_numbers(items: list[object]) -> bool:
    """Tell whether a list holds nothing but ints of 64 bits; no other long list is as common."""
    if set(map(type, items)) != {int}:
        return False
    least, most = min(items), max(items)  # type: ignore[type-var]
    return bool(least >= -_INT64 and most < _INT64)  # type: ignore[operator]
