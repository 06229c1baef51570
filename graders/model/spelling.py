"""Speak of values and names as the language of a submission does."""

from __future__ import annotations

import re
from enum import StrEnum

_NAME = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b")


class Speech(StrEnum):
    """Name whose words are used for what a submission defines and returns."""

    PYTHON = "python"
    JAVASCRIPT = "javascript"
    LINES = "lines"
    """A program that answers in lines of JSON, whatever it was written in."""


class Modules(StrEnum):
    """Name by which statement a file in JavaScript hands over what it defines."""

    ES = "es"
    """With `export` before it."""
    COMMONJS = "commonjs"
    """By `module.exports`."""


def spelled(name: str, speech: Speech) -> str:
    """Return a name of a kata as that language spells it.

    >>> spelled("find_best_move", Speech.JAVASCRIPT), spelled("find_best_move", Speech.PYTHON)
    ('findBestMove', 'find_best_move')
    """
    return camel_case(name) if speech is Speech.JAVASCRIPT else name


def names_spelled(words: str, speech: Speech) -> str:
    """Return words with the names in them as that language writes them.

    >>> names_spelled("a method find_best_move(self), current_player", Speech.JAVASCRIPT)
    'a method findBestMove(), currentPlayer'
    """
    if speech is not Speech.JAVASCRIPT:
        return words
    return _NAME.sub(lambda name: camel_case(name[0]), words).replace("(self)", "()")


def camel_case(name: str) -> str:
    """Return a name in camelCase: the same words.

    >>> camel_case("find_best_move"), camel_case("solution"), camel_case("_own")
    ('findBestMove', 'solution', '_own')
    """
    first, *others = name.split("_")
    if not first or not all(others):
        return name
    return first + "".join(other[0].upper() + other[1:] for other in others)
