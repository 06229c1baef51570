"""Read the fields of a suite or a case into a typed structure, with errors for people."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from graders.katas.kata import TaskError

T = TypeVar("T", bound=msgspec.Struct)

CASE_FIELDS = ("id", "about", "points", "cap_s", "yardstick", "members")
"""The fields that every case may have, whatever its kata."""

_LONGEST_SHOWN = 60
_WORDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a mapping",
    "null": "nothing",
    "date": "a date",
    "datetime": "a date",
}
_MISMATCH = re.compile(r"Expected `(?P<wanted>[^`]+)`, got `(?P<got>[^`]+)`")
_AT = re.compile(r" - at `\$\.(?P<field>\w+)(?P<rest>[^`]*)`$")


def read_fields(kind: type[T], fields: Mapping[str, object], besides: Sequence[str] = ()) -> T:
    """Return `fields` as a `kind`, types taken strictly: a bool is no int, `"3"` no number.

    Raises `TaskError` that names the field, for unknown and missing ones too. `besides` are
    names that were read elsewhere; they only complete the list in the message.
    """
    described = _fields_of(kind)
    known = [field.name for field in described]
    for name in fields:
        if name not in known:
            there_are = [*besides, *known]
            raise TaskError(quoted(name, quote=False), unknown_among(name, there_are, "field"))
    for field in described:
        if field.required and field.name not in fields:
            raise TaskError(field.name, "this field is missing")
    _refuse_endless_numbers(fields)
    try:
        return msgspec.convert(dict(fields), kind, strict=True)
    except msgspec.ValidationError as error:
        raise _in_words(kind, fields, str(error)) from None


# Resolving the annotations took half the time of loading a suite.
@cache
def _fields_of(kind: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    return msgspec.structs.fields(kind)


def unknown_among(name: str, known: Iterable[str], what: str) -> str:
    """Say that `name` is unknown, what it may have been meant for, and what there is.

    >>> unknown_among("acept", ["accept", "moves"], "field")
    "unknown field 'acept' (did you mean 'accept'?); choose from accept, moves"
    """
    listed = list(known)
    close = difflib.get_close_matches(name[:_LONGEST_SHOWN], listed, n=1)
    meant = f" (did you mean {close[0]!r}?)" if close else ""
    return f"unknown {what} {quoted(name)}{meant}; choose from {', '.join(listed)}"


def quoted(value: object, *, quote: bool = True) -> str:
    r"""Return a value as it fits into one line of an error message.

    >>> quoted("a\nb"), quoted(7), quoted([1, 2]), quoted(10**400)
    ("'a\\nb'", '7', 'a list', 'a number of more than 18 digits')
    """
    if isinstance(value, str):
        text = repr(value) if quote else repr(value)[1:-1]
        return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value) if abs(value) < 10**18 else "a number of more than 18 digits"
    if isinstance(value, (list, tuple, dict)):
        return "a mapping" if isinstance(value, dict) else "a list"
    return str(value)[:_LONGEST_SHOWN]


def _refuse_endless_numbers(fields: Mapping[str, object]) -> None:
    """Refuse integers beyond 64 bits, which no field needs and few libraries can print."""
    for name, value in fields.items():
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, int) and not -(2**63) <= item < 2**63:
                raise TaskError(name, "this number is too large")


def _in_words(kind: type[msgspec.Struct], fields: Mapping[str, object], error: str) -> TaskError:
    place = _AT.search(error)
    field = place["field"] if place else ""
    value = fields.get(field)
    if isinstance(value, list) and place and (index := re.match(r"\[(\d+)\]", place["rest"])):
        number = int(index[1])
        field, value = f"{field}, item {number + 1}", value[number]
    choices = _choices(kind, place["field"] if place else "")
    if choices and isinstance(value, str):
        return TaskError(field, f"{quoted(value)} is not one of {', '.join(choices)}")
    mismatch = _MISMATCH.match(error)
    if mismatch is None:
        return TaskError(field, _AT.sub("", error))
    wanted = " or ".join(_WORDS.get(word, word) for word in mismatch["wanted"].split(" | "))
    return TaskError(field, f"should be {wanted}, but is {_described(value)}")


def _described(value: object) -> str:
    if value is None:
        return "empty"
    if isinstance(value, (list, dict)):
        return quoted(value)
    word = _WORDS.get(type(value).__name__, type(value).__name__)
    return f"{quoted(value)}, {word}"


def _choices(kind: type[msgspec.Struct], field: str) -> tuple[str, ...]:
    hint = get_type_hints(kind).get(field)
    options = (hint, *get_args(hint))
    return next((get_args(option) for option in options if get_origin(option) is Literal), ())
