"""Tell whether a function of a submission is a wrapper around a class beside it."""

from __future__ import annotations

import builtins
from types import CodeType, FunctionType

globals()["__builtins__"] = dict(vars(builtins))  # looked up here, not where others patch

TYPE_CHECKING = False  # as typing has it, without the time to import typing
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

MOST_LOOKED_AT = 2000
"""So many functions and classes are followed at most."""
_INSIDE = ("__wrapped__", "__func__", "func")
"""Where a decorated function, a bound method and a partial one keep what they call."""


def uses(module: ModuleType, thing: Any, wanted: list[Any]) -> bool:
    """Tell whether something of the module comes to one of the `wanted`, by the names it uses.

    A name stands for what the module binds it to; what that uses is looked at too. An object is
    as good as its class.
    """
    names = vars(module)
    seen: list[Any] = []
    waiting = [thing]
    while waiting and len(seen) < MOST_LOOKED_AT:
        here = waiting.pop()
        if any(here is each or type(here) is each for each in wanted):
            return True
        if any(here is each for each in seen):
            continue
        seen.append(here)
        waiting.extend(_inside(here))
        waiting.extend(names[name] for name in _names_in(here, names) if name in names)
    return False


def _inside(thing: Any) -> list[Any]:
    """Return what a callable hands over to, and the functions that a class is made of."""
    if issubclass(type(thing), type):
        return [part for part in list(vars(thing).values()) if type(part) is FunctionType]
    found = [_part(thing, name) for name in (*_INSIDE, "__self__")]
    return [part for part in found if part is not None]


def _names_in(thing: Any, module: dict[str, Any]) -> list[str]:
    """Return the names that a function of the module uses, in the functions within it too."""
    names: list[str] = []
    own = type(thing) is FunctionType and thing.__globals__ is module
    waiting: list[Any] = [thing.__code__] if own else []
    while waiting:
        code = waiting.pop()
        names.extend(code.co_names)
        waiting.extend(each for each in code.co_consts if type(each) is CodeType)
    return names


def _part(thing: Any, name: str) -> Any:
    """Return an attribute of a thing that may raise whatever it likes when asked for it."""
    try:
        return getattr(thing, name, None)
    except BaseException:
        return None
