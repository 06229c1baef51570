"""Find what a loaded submission offers to be called."""

from __future__ import annotations

import builtins
from types import BuiltinFunctionType, FunctionType

from .answer import OWN_MODULE

globals()["__builtins__"] = dict(vars(builtins))  # looked up here, not where others patch

TYPE_CHECKING = False  # as typing has it, without the time to import typing
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

    Entry = tuple[str, Any, bool]
    """What can be called: its name, the thing, and whether it is a class to construct."""


def entries(module: ModuleType, name: str, as_method: bool) -> list[Entry]:
    """Return everything that could be called by `name`; a class is named `Class.name`."""
    found: list[Entry] = []
    thing = vars(module).get(name)
    if callable(thing) and not isinstance(thing, type):
        found.append((name, thing, False))
    if as_method:
        classes = _meant(_classes_with(module, name))
        found.extend((f"{cls.__qualname__}.{name}", cls, True) for cls in classes)
    return found


def near_misses(module: ModuleType, name: str) -> list[str]:
    """Return the names that the submission itself gave to something callable.

    A method called `name` is among them as `Class.name`.
    """
    methods = [f"{cls.__qualname__}.{name}" for cls in _classes_with(module, name) if _own(cls)]
    names = [n for n, v in vars(module).items() if type(n) is str and callable(v) and _own(v)]
    return [*methods, *names]


def _classes_with(module: ModuleType, name: str) -> list[Any]:
    found: list[Any] = []
    for value in list(vars(module).values()):
        known = any(value is other for other in found)
        if not known and isinstance(value, type) and callable(getattr(value, name, None)):
            found.append(value)
    return found


def _meant(classes: list[Any]) -> list[Any]:
    """Leave out what only helps to define the others: bases, abstract and imported classes."""
    for is_meant in (_own, _is_concrete):
        classes = [cls for cls in classes if is_meant(cls)] or classes
    return [cls for cls in classes if not any(_is_base(cls, other) for other in classes)]


def _own(thing: Any) -> bool:
    if isinstance(thing, type | FunctionType | BuiltinFunctionType):
        return bool(thing.__module__ == OWN_MODULE)
    return type(thing).__module__ != "typing"


def _is_concrete(cls: Any) -> bool:
    abstract = getattr(cls, "__abstractmethods__", None) or getattr(cls, "_is_protocol", False)
    return not abstract


def _is_base(cls: Any, other: Any) -> bool:
    return any(base is cls for base in other.__mro__[1:])
