"""State what a kata offers to `kata mine`: new cases, each proved, written as a suite."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Option:
    """Hold one thing that may be asked for, as data from which a command line is made.

    It is one of `choices`, a whole number of `least` or more, a flag, or else any text.
    """

    name: str
    help: str
    choices: tuple[str, ...] = ()
    least: int | None = None
    is_flag: bool = False
    default: str | int | None = None
    required: bool = False
    shown_as: str | None = None


class Tally(Protocol):
    """Count what was looked at and what was found; as text, tell all that was counted."""

    positions: int
    found: int


class Search(Protocol[T]):
    """Look for what was asked for; the same search finds the same on every machine."""

    @property
    def tally(self) -> Tally:
        """Return what was counted so far."""

    def cases(self, known: frozenset[str], *, with_oracle: bool) -> Iterator[T]:
        """Yield tasks, each proved; none whose identity is `known`, and none twice.

        The kata's oracle may spare work, but not change what is found.
        """

    def suite(self, found: Sequence[T]) -> str:
        """Return the YAML text of a suite of what was found, fewer than asked for included."""


class Mining(Protocol[T]):
    """Say what can be mined: in words, by example, and by its options."""

    about: tuple[str, ...]
    """Paragraphs of help; the first is one line."""
    examples: tuple[str, ...]
    options: tuple[Option, ...]

    def search(self, count: int, seed: int, chosen: Mapping[str, object]) -> Search[T]:
        """Return the search for `count` cases; raise `ValueError` for what cannot be found.

        `chosen` holds every option by its name, with underscores for hyphens.
        """
