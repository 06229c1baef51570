"""Write an answer as JSON, by its exact type and within a size; see `graders.model.value`."""

from __future__ import annotations

import builtins
import sys

from ..plain_json import quoted

TYPE_CHECKING = False  # as typing has it, without the time to import typing
if TYPE_CHECKING:
    from typing import Any

globals()["__builtins__"] = dict(vars(builtins))  # looked up here, not where others patch

MAX_DEPTH = 64
MAX_DIGITS = 400
MAX_SHOWN = 200
OWN_MODULE = "submission"
own_folder: list[str] = []
"""Of a submission of several files the folder, which ends in a slash, and the file that is called;
nothing of a lone file."""
_modules = sys.modules
_INT64 = 1 << 63
_PLAIN = (int, str, float, tuple, list)
_DEFAULT_REPR: Any = object.__repr__


class UnsendableError(Exception):
    """Which limit of the wire an answer breaks: `too_deep` or `too_large`, and by what."""


class Answer:
    """Write one answer; what JSON has no exact word for becomes an object with one key.

    The keys are `tuple`, `float`, `int` (more than 64 bits), and `other`: the type's name, a
    short text, and the plain type that it derives from.
    """

    def __init__(self, max_chars: int) -> None:
        self._max_chars = max_chars
        self._left = max_chars

    def write(self, value: Any, depth: int = 0) -> str:
        """Return `value` as JSON; raise `UnsendableError` where it is too deep or too large."""
        kind = type(value)
        if kind is list or kind is tuple:
            if depth == MAX_DEPTH:
                raise UnsendableError("too_deep", MAX_DEPTH)
            inner = self._items(value, depth)
            return "[" + inner + "]" if kind is list else '{"tuple":[' + inner + "]}"
        text = self._scalar(kind, value)
        self._spend(len(text) + 1)
        return text

    def _items(self, values: Any, depth: int) -> str:
        if 2 * len(values) > self._left:
            raise UnsendableError("too_large", self._max_chars - self._left + 2 * len(values))
        kinds = set(map(type, values))
        if kinds == {int} and -_INT64 <= min(values) <= max(values) < _INT64:
            inner = ",".join(map(int.__repr__, values))
            self._spend(len(inner) + 3)
            return inner
        if kinds == {str} and sum(map(len, values)) <= self._left:
            inner = ",".join(map(quoted, values))
            self._spend(len(inner) + 3)
            return inner
        self._spend(3)
        return ",".join([self.write(item, depth + 1) for item in values])

    def _spend(self, chars: int) -> None:
        self._left -= chars
        if self._left < 0:
            raise UnsendableError("too_large", self._max_chars - self._left)

    def _scalar(self, kind: type, value: Any) -> str:
        if kind is int:
            if -_INT64 <= value < _INT64:
                return int.__repr__(value)
            digits = int(value.bit_length() * 0.30103) + 1
            if digits <= MAX_DIGITS:
                return '{"int":"' + int.__repr__(value) + '"}'
            return _other("int", f"a number of about {digits} digits", "")
        if kind is str:
            if len(value) > self._left:
                raise UnsendableError("too_large", len(value))
            return quoted(value)
        if value is None or value is True or value is False:
            return "null" if value is None else "true" if value else "false"
        if kind is float:
            return '{"float":"' + float.__repr__(value) + '"}'
        return _other(type_name(kind), short_text(kind, value), _base(kind))


def _other(name: str, text: str, base: str) -> str:
    return '{"other":[' + quoted(name) + "," + quoted(text) + "," + quoted(base) + "]}"


def is_own(module: str) -> bool:
    """Tell whether a module of that name is the submission, or one of its files."""
    if module == OWN_MODULE or not own_folder:
        return module == OWN_MODULE
    try:
        file = _modules[module].__file__
    except BaseException:
        return False
    return type(file) is str and file.startswith(own_folder[0])


def type_name(kind: type) -> str:
    """Return a type's name with its module, unless that is `builtins` or the submission's."""
    try:
        module, name = str(kind.__module__), str(kind.__qualname__)
    except BaseException:
        return "a type without a name"
    return (name if module == "builtins" or is_own(module) else f"{module}.{name}")[:MAX_SHOWN]


def _base(kind: type) -> str:
    """Return the plain type that a type derives from, and nothing where there is none."""
    return next((base.__name__ for base in _PLAIN if issubclass(kind, base)), "")


def short_text(kind: type, value: Any) -> str:
    """Return a short text for a value of any type, also one that does not want to be shown."""
    if kind is bytes or kind is bytearray:
        value = value[:MAX_SHOWN]
    elif kind in (dict, set, frozenset) and len(value) > MAX_SHOWN:
        return f"{len(value)} entries"
    try:
        text = _fields(kind, value) if kind.__repr__ is _DEFAULT_REPR else ""
        text = text or repr(value)
        text = text[:] if type(text) is str else ""
    except BaseException as error:
        return f"its repr() raised {type_name(type(error))}"
    before, at, after = text.partition(" at 0x")
    if at:
        text = before + after.lstrip("0123456789abcdefABCDEF")
    return text if len(text) <= MAX_SHOWN else text[:MAX_SHOWN] + "…"


def _fields(kind: type, value: Any) -> str:
    """Return the plain fields of an object whose repr() would show only where it lies in memory.

    Two objects of a class are told apart by these, and objects of equal state look the same. Fields
    with private names count where there are no others; without any the text is empty.
    """
    try:
        fields = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return ""
    if type(fields) is not dict or len(fields) > MAX_SHOWN:
        return ""
    plain = {
        name: _field(held)
        for name, held in dict.items(fields)
        if type(name) is str and (held is None or type(held) in (int, str, bool))
    }
    names = sorted([name for name in plain if not name.startswith("_")] or plain)
    inside = ", ".join([f"{name[:MAX_SHOWN]}={plain[name]}" for name in names])
    return f"{type_name(kind)}({inside})" if inside else ""


def _field(held: Any) -> str:
    """Return one plain value of a field, cut to a size at which writing it costs nothing."""
    if type(held) is str:
        return repr(held[:MAX_SHOWN])
    if type(held) is int and not -_INT64 <= held < _INT64:
        return f"a number of {held.bit_length()} bits"
    return repr(held)
