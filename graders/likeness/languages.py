"""Hold which languages can be read, by the suffix of a file, and what says nothing in each."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath

import msgspec


class Language(msgspec.Struct, frozen=True):
    """Hold what reading a language takes: the name of its lexer, and which signs say nothing.

    `silent` are the signs that a formatter adds and takes away, and `itself` the words for the
    object at hand, which come and go when functions are put into a class.
    """

    lexer: str
    silent: frozenset[str]
    itself: frozenset[str] = frozenset()


PYTHON = Language("python", frozenset("(),;"), frozenset({"self", "cls"}))
LANGUAGES: Mapping[str, Language] = {"": PYTHON, ".py": PYTHON}
"""The languages by the suffix of a file, in small letters; without one it is Python.

Before another is added: no file may keep its lexer busy for long, as some files do some lexers.
"""


def language_of(name: str) -> Language | None:
    """Return the language of a file by its name, None where it is not known.

    >>> language_of("alice/solution.PY") is PYTHON, language_of("notes.txt")
    (True, None)
    """
    return LANGUAGES.get(PurePath(name).suffix.lower())
