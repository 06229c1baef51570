"""Call an agent for Kaggle's ConnectX as it is called there."""

from __future__ import annotations

import builtins
from types import FunctionType

from .method import as_written

globals()["__builtins__"] = dict(vars(builtins))  # looked up here, not where others patch

TYPE_CHECKING = False  # as typing has it, without the time to import typing
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

    from .entries import Entry

_OF_AN_AGENT = ("observation", "configuration")


class Observed(dict[str, "Any"]):
    """Hold fields that can be read as items and as attributes.

    >>> told = Observed(mark=1)
    >>> told.mark, told["mark"]
    (1, 1)
    """

    def __getattr__(self, name: str) -> Any:
        """Return the field of that name."""
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"there is no field {name!r}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        """Change the field of that name."""
        self[name] = value


def fitting(thing: Any, nodes: list[Any], arguments: list[Any]) -> list[Any]:
    """Return as many arguments as an agent takes, which may want the observation alone.

    `nodes` are the same arguments as they came: of any other call all are returned.
    """
    kinds = tuple(next(iter(node), None) if type(node) is dict else None for node in nodes)
    if kinds != _OF_AN_AGENT:
        return arguments
    code = getattr(thing, "__code__", None)
    count = getattr(code, "co_argcount", None)
    takes_more = type(count) is not int or getattr(code, "co_flags", 0) & 0x04  # *arguments
    return arguments if takes_more else arguments[:count]


def last_function(module: ModuleType) -> list[Entry]:
    """Return the last function that a file defines, which is what Kaggle calls, whatever its name.

    There is none where it could not take an observation, or that and a configuration; nor where
    what it takes is called `board`: it was written to be handed one.
    """
    own = vars(module)
    found = [(name, thing) for name, thing in own.items() if _is_of(own, as_written(thing))]
    if not found:
        return []
    name, thing = found[-1]
    wanted = _to_be_given(as_written(thing))
    is_one = 1 <= len(wanted) <= len(_OF_AN_AGENT) and wanted[0] != "board"
    return [(name, thing, False)] if is_one else []


def _is_of(own: dict[str, Any], thing: Any) -> bool:
    return type(thing) is FunctionType and thing.__globals__ is own


def _to_be_given(function: FunctionType) -> tuple[str, ...]:
    """Return the names of the parameters without a default; none where it takes some by name."""
    code = function.__code__
    if code.co_kwonlyargcount > len(function.__kwdefaults__ or ()):
        return ()
    return code.co_varnames[: code.co_argcount - len(function.__defaults__ or ())]
