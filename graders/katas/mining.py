"""State what a kata offers to `kata mine`: new cases, each proved, written as a suite."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol, TypeVar

import msgspec

T_co = TypeVar("T_co", covariant=True)


class Option(msgspec.Struct, frozen=True):
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

    games: int
    positions: int
    found: int


class Search(Protocol[T_co]):
    """Look for what was asked for; the same search finds the same on every machine."""

    @property
    def tally(self) -> Tally:
        """Return what was counted so far."""

    @property
    def found(self) -> Sequence[T_co]:
        """Return what was found so far."""

    def cases(self, known: frozenset[str], *, with_oracle: bool) -> Iterator[T_co | None]:
        """Yield tasks, each proved; none whose identity is `known`, and none twice.

        None is yielded now and then, so that the caller may keep the state or give up. The kata's
        oracle may spare work, but not change what is found.
        """

    def state(self) -> Mapping[str, object]:
        """Return, at a yield, what another process needs to go on, as JSON can carry it."""

    def go_on_from(self, state: object) -> None:
        """Go on from what `state` returned; raise `ValueError` where that was another search."""

    def advice(self) -> str:
        """Say why no more was found so far, and which option to loosen."""

    def suite(self) -> str:
        """Return the YAML text of a suite of what was found, fewer than asked for included."""


class Mining(Protocol[T_co]):
    """Say what can be mined: in words, by example, and by its options."""

    about: tuple[str, ...]
    """Paragraphs of help; the first is one line."""
    examples: tuple[str, ...]
    options: tuple[Option, ...]

    def search(self, count: int, seed: int, chosen: Mapping[str, object]) -> Search[T_co]:
        """Return the search for `count` cases; raise `ValueError` for what cannot be found.

        `chosen` holds every option by its name, with underscores for hyphens.
        """
