"""Call a method of a class that is constructed for the call."""

from __future__ import annotations

import builtins
from types import FunctionType

globals()["__builtins__"] = dict(vars(builtins))  # looked up here, not where others patch

TYPE_CHECKING = False  # as typing has it, without the time to import typing
if TYPE_CHECKING:
    from typing import Any

_MOST_WRAPPED = 10
"""A decorated method is looked into so many times at most."""
_HAS_REST = 4  # `*args`, as `inspect.CO_VARARGS` says


def called(cls: Any, name: str, arguments: list[Any]) -> Any:
    """Construct an object and return what its method returns.

    The arguments go to the method where it cannot be called without any, and to the constructor
    where that cannot, or where the method takes none.

    >>> class Held:
    ...     def __init__(self, board):
    ...         self.board = board
    ...     def best(self):
    ...         return self.board
    >>> class Told:
    ...     def best(self, board):
    ...         return board
    >>> called(Held, "best", [3]), called(Told, "best", [3])
    (3, 3)
    """
    by_method = _wants(cls, name)
    by_constructor = not by_method or _wants(cls, "__init__") or _wants(cls, "__new__")
    made = cls(*arguments) if by_constructor else cls()
    return getattr(made, name)(*arguments) if by_method else getattr(made, name)()


def _wants(cls: Any, name: str) -> bool:
    """Tell whether a method of a class has parameters that must be given, besides its object."""
    for above in type.mro(cls):
        if name in vars(above):
            method = vars(above)[name]
            bound = 0 if issubclass(type(method), staticmethod) and name != "__new__" else 1
            return _must_be_given(method) > bound
    return False


def _must_be_given(method: Any) -> int:
    function = as_written(method)
    if type(function) is not FunctionType:
        return 0
    return function.__code__.co_argcount - len(function.__defaults__ or ())


def as_written(method: Any) -> Any:
    """Return the function within a decorated one, or within a static or class method."""
    try:
        for _ in range(_MOST_WRAPPED):
            method = getattr(method, "__wrapped__", method)
    except BaseException:  # a thing may raise whatever it likes when asked for it
        return None
    return method


def fitting_size(cls: Any, arguments: list[Any], usual: bool) -> list[Any]:
    """Return what a class is constructed with: one that takes nothing is made as it is usual.

    Raises `NotImplementedError` where something else than the usual is wanted of it.
    """
    code = getattr(cls.__init__, "__code__", None)
    if not arguments or (code is not None and (code.co_argcount > 1 or code.co_flags & _HAS_REST)):
        return arguments
    if not usual:
        raise NotImplementedError(f"{cls.__name__} with arguments other than the usual ones")
    return []
