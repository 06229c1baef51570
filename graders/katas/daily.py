"""What a kata offers to `kata daily`: one question for each date, and what its answers lead to."""

from __future__ import annotations

from abc import ABC, abstractmethod
from datetime import date

import msgspec

from graders.model.explanation import Part


class DailyQuestion(msgspec.Struct, frozen=True):
    """What is asked on one date: a column, of those that are `playable`; every one `right` will do.

    `question` is what there is to see, and `asks` says what is wanted. `position` are the options
    by which `kata show` draws the same with its answer.
    """

    question: tuple[Part, ...]
    asks: str
    playable: tuple[int, ...]
    right: tuple[int, ...]
    position: tuple[str, ...] = ()


class Daily(ABC):
    """The questions, as many as there are dates in the longest year."""

    @property
    @abstractmethod
    def count(self) -> int:
        """Return how many questions there are before they begin anew."""

    @abstractmethod
    def question(self, number: int) -> DailyQuestion:
        """Return one of them; the first has the number 0."""

    @abstractmethod
    def tell(self, number: int, column: int) -> tuple[Part, ...]:
        """Return what a column leads to, and how best play goes on after it.

        Of a wrong one nothing tells the right one.
        """

    def number_on(self, day: date) -> int:
        """Return the number of the question for a date, the same everywhere.

        No two of `count` dates in a row have the same.
        """
        return day.toordinal() % self.count
