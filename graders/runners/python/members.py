"""Tell what an object or a module has to offer, without running any of it."""

from __future__ import annotations

import builtins
from types import BuiltinFunctionType, FunctionType, MethodType

from .answer import MAX_SHOWN, is_own

globals()["__builtins__"] = dict(vars(builtins))  # looked up here, not where others patch

TYPE_CHECKING = False  # as typing has it, without the time to import typing
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    Member = list[Any]
    """Its name, its kind, and the names of its parameters."""

MOST_MEMBERS = 500
_MOST_PARAMETERS = 30
_METHODS = (FunctionType, BuiltinFunctionType, MethodType, staticmethod, classmethod)
_HAS_ARGS, _HAS_KEYWORDS = 4, 8
_ABSTRACT = 1 << 20  # as `inspect.isabstract` tells it, which a class cannot overrule
_flags_of = type.__dict__["__flags__"].__get__
_dict_of = type.__dict__["__dict__"].__get__


def members_of_file(module: Any) -> list[Member]:
    """Return the classes and functions that a file defines itself, in the order of their names.

    An abstract class comes with the classes that derive from it, in the order of the file.
    """
    found: list[Member] = []
    there = dict(_public(vars(module)))
    classes = {
        name: thing
        for name, thing in there.items()
        if issubclass(type(thing), type) and is_own(_part(thing, "__module__"))
    }
    for name in sorted(there):
        thing = there[name]
        if name in classes and _is_abstract(thing):
            found.append([name, "abstract", _derived(thing, classes)])
        elif name in classes:
            found.append([name, "class", _of_constructor(thing)])
        elif type(thing) is FunctionType and is_own(thing.__module__):
            found.append([name, "function", _parameters(thing, 0)])
    return found[:MOST_MEMBERS]


def _is_abstract(cls: Any) -> bool:
    """Tell whether a class cannot be constructed: it leaves methods open, or is a protocol."""
    return bool(_flags_of(cls) & _ABSTRACT) or _dict_of(cls).get("_is_protocol") is True


def _derived(base: Any, classes: dict[str, Any]) -> list[str]:
    """Return the names of the classes that derive from one and can be constructed."""
    found = [
        name
        for name, each in classes.items()
        if any(other is base for other in type.mro(each)) and not _is_abstract(each)
    ]
    return found[:_MOST_PARAMETERS]


def members_of(thing: Any) -> list[Member]:
    """Return what an object offers, inherited members too, in the order of their names.

    A property is a value: it is not asked.
    """
    found: dict[str, Member] = {}
    for cls in reversed(type.mro(type(thing))[:-1]):
        found.update({name: _member(name, part) for name, part in _public(_dict_of(cls))})
        slots = _part(cls, "__slots__")
        names = (slots,) if type(slots) is str else slots if type(slots) is tuple else ()
        found.update({name: [name, "value", []] for name in names if _is_public(name)})
    own = _part(thing, "__dict__")
    found.update({name: _of_object(name, part) for name, part in _public(own)})
    return [found[name] for name in sorted(found)][:MOST_MEMBERS]


def handed(thing: Any, arguments: list[Any]) -> Any:
    """Call a thing; arguments beyond those that are taken in order are given by name.

    They go to the parameters that can be given by name alone, in the order of these.

    >>> handed(lambda row, *, column: (row, column), [1, 2])
    (1, 2)
    """
    parameters = _of_any(thing) if arguments else []
    if "*" not in parameters:
        return thing(*arguments)
    at = parameters.index("*")
    names = [each.rstrip("=") for each in parameters[at + 1 :] if each[:1] != "*"]
    if len(arguments) > at + len(names):
        return thing(*arguments)
    return thing(*arguments[:at], **dict(zip(names, arguments[at:], strict=False)))


def _of_any(thing: Any) -> list[str]:
    if issubclass(type(thing), type):
        return _of_constructor(thing)
    if type(thing) is MethodType:
        return _parameters(thing.__func__, 1)
    return _parameters(thing, 0)


def _public(names: Any) -> Iterator[tuple[str, Any]]:
    if not isinstance(names, dict | type(type.__dict__)):
        return
    for name, thing in list(names.items()):
        if _is_public(name):
            yield name, thing


def _is_public(name: Any) -> bool:
    return type(name) is str and name[:1] != "_" and len(name) <= MAX_SHOWN


def _part(thing: Any, name: str) -> Any:
    """Return an attribute of a thing that may raise whatever it likes when asked for it."""
    try:
        return object.__getattribute__(thing, name)
    except BaseException:
        return None


def _member(name: str, part: Any) -> Member:
    """Return what a class has by a name, as its objects offer it."""
    if isinstance(part, staticmethod):
        return [name, "method", _parameters(part.__func__, 0)]
    if isinstance(part, classmethod):
        return [name, "method", _parameters(part.__func__, 1)]
    if isinstance(part, _METHODS):
        return [name, "method", _parameters(part, 1)]
    is_partial = type(part).__name__ in ("partialmethod", "singledispatchmethod")
    return [name, "method" if is_partial else "value", []]


def _of_object(name: str, part: Any) -> Member:
    """Return what an object has of its own: a function there is called as it stands."""
    if isinstance(part, MethodType):
        return [name, "method", _parameters(part.__func__, 1)]
    if isinstance(part, FunctionType):
        return [name, "method", _parameters(part, 0)]
    return [name, "method" if type(part) is BuiltinFunctionType else "value", []]


def _of_constructor(cls: Any) -> list[str]:
    """Return the parameters of a class: those of the first `__init__` or `__new__` it has."""
    for each in type.mro(cls)[:-1]:
        for name in ("__init__", "__new__"):
            part = _dict_of(each).get(name)
            part = part.__func__ if isinstance(part, staticmethod) else part
            if isinstance(part, FunctionType):
                return _parameters(part, 1)
    return []


def _parameters(function: Any, bound: int) -> list[str]:
    """Return the names of the parameters, without the first `bound` ones.

    A default makes `name=`, the rest `*name` and `**name`; those after `*` are by keyword alone.
    """
    function = _unwrapped(function)
    if type(function) is not FunctionType:
        return []
    code = function.__code__
    names, count, by_name = code.co_varnames, code.co_argcount, code.co_kwonlyargcount
    first_default = count - len(function.__defaults__ or ())
    positional = [
        f"{name}=" if number >= first_default else name for number, name in enumerate(names[:count])
    ]
    found = positional[bound:]
    keywords = names[count : count + by_name]
    rest = list(names[count + by_name :])
    if code.co_flags & _HAS_ARGS:
        found.append(f"*{rest.pop(0)}")
    elif keywords:
        found.append("*")
    defaults = function.__kwdefaults__ or {}
    found.extend([f"{name}=" if name in defaults else name for name in keywords])
    if code.co_flags & _HAS_KEYWORDS:
        found.append(f"**{rest[0]}")
    return [name[:MAX_SHOWN] for name in found[:_MOST_PARAMETERS]]


def _unwrapped(function: Any) -> Any:
    """Return what `functools.wraps` has wrapped, at most a few layers deep."""
    for _ in range(9):
        inner = vars(function).get("__wrapped__") if type(function) is FunctionType else None
        if inner is None:
            break
        function = inner
    return function
