"""Call an agent for Kaggle's ConnectX as it is called there."""

from __future__ import annotations

import builtins

globals()["__builtins__"] = dict(vars(builtins))  # looked up here, not where others patch

TYPE_CHECKING = False  # as typing has it, without the time to import typing
if TYPE_CHECKING:
    from typing import Any

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
