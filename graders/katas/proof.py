"""State what a kata shows of an answer key: what was found, and what in the key does not hold."""

from __future__ import annotations

import msgspec


class Proof(msgspec.Struct, frozen=True):
    """Hold what was found out about one answer key without trusting it.

    `cells` stand in the columns of the kata's `ProofTable`. `problems` say, a sentence each, in
    what the key is wrong, or that it could not be settled: a key that nobody has proved is none.
    """

    cells: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Tell whether the key is right in every field."""
        return not self.problems


class ProofTable(msgspec.Struct, frozen=True):
    """Say how the proofs of a kata are headed, a row a case.

    The first column is the case's id; the last one, `holds`, is made from the proof.
    """

    name: str
    title: str
    columns: tuple[str, ...] = ()
    holds: str = "holds"
