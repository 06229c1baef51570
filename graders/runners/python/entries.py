"""Find what a submission offers to be called, and call it with the arguments that fit.

An entry is a function, or a method of a class that is constructed for the call. A function that is
a wrapper around a class beside it is told from one of its own.
"""

from __future__ import annotations

import builtins
from types import BuiltinFunctionType, CodeType, FunctionType

from .answer import is_own

TYPE_CHECKING = False  # as typing has it, without the time to import typing

if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

    Entry = tuple[str, Any, bool]
    """What can be called: its name, the thing, and whether it is a class to construct."""

globals()["__builtins__"] = dict(vars(builtins))  # looked up here, not where others patch


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


_OF_AN_AGENT = ("observation", "configuration")


class Observed(dict[str, "Any"]):
    """Hold fields that can be read as items and as attributes.

    >>> told = Observed(mark=1)
    >>> told.mark, told["mark"]
    (1, 1)
    """

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"there is no field {name!r}") from None

    def __setattr__(self, name: str, value: Any) -> None:
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
