"""Spell the names of a kata as other languages do: the same words in camelCase."""

from __future__ import annotations


def camel_case(name: str) -> str:
    """Return a name in camelCase.

    >>> camel_case("find_best_move"), camel_case("solution"), camel_case("_own")
    ('findBestMove', 'solution', '_own')
    """
    first, *others = name.split("_")
    if not first or not all(others):
        return name
    return first + "".join(other[0].upper() + other[1:] for other in others)
