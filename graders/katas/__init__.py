"""The katas: a folder here that binds `KATA` adds one, by the name of the folder.

A kata knows what a case of it holds, asks, accepts and explains, and how its answer keys are
proved. Must not know: processes, files (but for the texts in its own folder), the command line
and how a report is laid out. Nothing outside this room names a kata.

Katas may also live elsewhere: each folder in this package's `__path__` is searched, so that

    graders.katas.__path__.append("/where/my/katas/are")

adds every package in that folder that binds `KATA`, as `graders.katas.NAME`. Sub-commands
(`graders.commands`) and reports (`graders.reports`) are found in the same way.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from graders.katas.kata import Kata
from graders.model.submission import Speech, spelled

NAMES = "names.txt"
"""The file in a kata's folder with the names, one a line, of which an entry of it has at least one.

It is what lets a kata be ruled out without being loaded; one without it never is.
"""
_NO_DEFAULT = [each for each in Kata.__annotations__ if not hasattr(Kata, each)]
"""What every kata has to say itself, beside the methods that `ABC` demands."""


class Katas(Mapping[str, Kata[Any]]):
    """Every kata by its name, loaded when it is looked up, or when all are listed."""

    def __init__(self, paths: Collection[str]) -> None:
        found = [each.name for each in pkgutil.iter_modules(paths) if each.ispkg]
        self._folders = {
            name: next((path for path in paths if Path(path, name, "__init__.py").is_file()), "")
            for name in found
        }

    def __getitem__(self, name: str) -> Kata[Any]:
        if (kata := self._load(name)) is None:
            raise KeyError(name)
        return kata

    def __contains__(self, name: object) -> bool:
        # By itself, as that of `Mapping` takes a KeyError of a kata's own for an answer.
        return isinstance(name, str) and self._load(name) is not None

    def _load(self, name: str) -> Kata[Any] | None:
        if name not in self._folders:
            return None
        package = importlib.import_module(f"{__name__}.{name}")
        kata = getattr(package, "KATA", None)  # without one it is what several katas share
        if kata is not None and (
            lacking := [each for each in _NO_DEFAULT if not hasattr(kata, each)]
        ):
            raise TypeError(f"the kata {name} has no {', '.join(lacking)}")
        return kata

    def __iter__(self) -> Iterator[str]:
        return (name for name in self._folders if name in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def of_names(self, names: Collection[str]) -> list[Kata[Any]]:
        """Return the katas that a file with these names may have an entry of; the rest stay unread.

        >>> [kata.name for kata in all_katas().of_names({"find_best_move", "Board"})]
        ['best_move']
        """
        return [self[name] for name in self._folders if self._may_be_in(name, names)]

    def _may_be_in(self, name: str, names: Collection[str]) -> bool:
        try:
            text = Path(self._folders[name], name, NAMES).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return name in self
        wanted = {spelled(each, speech) for each in text.split() for speech in Speech}
        return not wanted.isdisjoint(names)


def all_katas() -> Katas:
    """Return every kata by its name.

    >>> "best_move" in all_katas()
    True
    """
    return _katas_in(tuple(__path__))


@functools.cache
def _katas_in(paths: tuple[str, ...]) -> Katas:
    return Katas(paths)


def kata_named(name: str) -> Kata[Any]:
    """Return the kata of that name; raise `ValueError` that lists the katas where none has it.

    >>> kata_named("best_move").name
    'best_move'
    """
    katas = all_katas()
    if name not in katas:
        raise ValueError(f"there is no kata {name!r}; the katas are {', '.join(sorted(katas))}")
    return katas[name]
