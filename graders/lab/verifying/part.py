"""Hold one part of a verification: a table, and what in it does not hold."""

from __future__ import annotations

import msgspec


class Part(msgspec.Struct, frozen=True):
    """Hold one table with its problems (which fail the verification) and its warnings.

    What the machine was too busy to tell is `undecided`: neither a problem nor known to hold.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    problems: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    undecided: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Tell whether nothing in this part is a problem, and all of it could be told."""
        return not self.problems and not self.undecided
