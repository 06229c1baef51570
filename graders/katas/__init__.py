"""Hold the katas: a folder here that binds `KATA` adds one.

A kata knows what a case of it holds, asks, accepts and explains, and how its answer keys are
proved. Must not know: processes, files (but for the questions in its own folder), the command line
and how a report is laid out. Nothing
outside this room names a kata.

Katas may also live elsewhere: each folder in this package's `__path__` is searched, so that

    graders.katas.__path__.append("/where/my/katas/are")

adds every package in that folder that binds `KATA`, as `graders.katas.NAME`. Sub-commands
(`graders.commands`) and reports (`graders.reports`) are found in the same way.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from graders.katas.kata import Kata


def all_katas() -> Mapping[str, Kata[Any]]:
    """Return every kata by its name.

    >>> "best_move" in all_katas()
    True
    """
    return _katas_in(tuple(__path__))


@functools.cache
def _katas_in(folders: tuple[str, ...]) -> Mapping[str, Kata[Any]]:
    modules = [
        importlib.import_module(f"{__name__}.{found.name}")
        for found in pkgutil.iter_modules(folders)
        if found.ispkg
    ]
    katas: list[Kata[Any]] = [module.KATA for module in modules if hasattr(module, "KATA")]
    return MappingProxyType({kata.name: kata for kata in katas})


def kata_named(name: str) -> Kata[Any]:
    """Return the kata of that name; raise `ValueError` that lists the katas where none has it.

    >>> kata_named("best_move").name
    'best_move'
    """
    katas = all_katas()
    if name not in katas:
        raise ValueError(f"there is no kata {name!r}; the katas are {', '.join(sorted(katas))}")
    return katas[name]
