"""Find what a loaded submission offers to be called."""

from __future__ import annotations

import builtins
from types import BuiltinFunctionType, FunctionType

from .answer import is_own
from .wrapping import uses

globals()["__builtins__"] = dict(vars(builtins))  # looked up here, not where others patch

TYPE_CHECKING = False  # as typing has it, without the time to import typing
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

    Entry = tuple[str, Any, bool]
    """What can be called: its name, the thing, and whether it is a class to construct."""


def entries(module: ModuleType, name: str, as_method: bool) -> list[Entry]:
    """Return everything that could be called by `name`; a class is named `Class.name`.

    A function that uses such a class is what is meant: the class is then none of them.
    """
    found: list[Entry] = []
    thing = vars(module).get(name)
    if callable(thing) and not issubclass(type(thing), type):
        found.append((name, thing, False))
    if as_method:
        classes = _meant(_classes_with(module, name))
        if found and classes and uses(module, thing, classes):
            return found
        found.extend((f"{_name(cls)}.{name}", cls, True) for cls in classes)
    return found


def near_misses(module: ModuleType, name: str) -> list[str]:
    """Return the names that the submission itself gave to something callable.

    A method called `name` is among them as `Class.name`.
    """
    methods = [f"{_name(cls)}.{name}" for cls in _classes_with(module, name) if _own(cls)]
    names = [n for n, v in vars(module).items() if type(n) is str and callable(v) and _own(v)]
    return [*methods, *names]


def _classes_with(module: ModuleType, name: str) -> list[Any]:
    found: list[Any] = []
    for value in list(vars(module).values()):
        known = any(value is other for other in found)
        if not known and issubclass(type(value), type) and callable(_part(value, name)):
            found.append(value)
    return found


def _part(thing: Any, name: str) -> Any:
    """Return an attribute of a thing that may raise whatever it likes when asked for it."""
    try:
        return getattr(thing, name, None)
    except BaseException:
        return None


def _meant(classes: list[Any]) -> list[Any]:
    """Leave out what only helps to define the others: bases, abstract and imported classes."""
    for is_meant in (_own, _is_concrete):
        classes = [cls for cls in classes if is_meant(cls)] or classes
    return [cls for cls in classes if not any(_is_base(cls, other) for other in classes)]


def _own(thing: Any) -> bool:
    if issubclass(type(thing), type | FunctionType | BuiltinFunctionType):
        return is_own(_plain_text(_part(thing, "__module__")))
    return _plain_text(_part(type(thing), "__module__")) != "typing"


def _plain_text(thing: Any) -> str:
    return thing if type(thing) is str else ""


def _name(cls: Any) -> str:
    return _plain_text(_part(cls, "__qualname__")) or "a class without a name"


def _is_concrete(cls: Any) -> bool:
    abstract = _part(cls, "__abstractmethods__")
    return not (type(abstract) is frozenset and abstract) and _part(cls, "_is_protocol") is not True


def _is_base(cls: Any, other: Any) -> bool:
    return any(base is cls for base in type.mro(other)[1:])
