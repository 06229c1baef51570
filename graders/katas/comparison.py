"""State what a kata offers to `kata bench` where its reference is compared with another program.

The command has an option of the kata's name for each kata that offers such a comparison.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from graders.model.progress import Bar
from graders.model.tables import Table

T_contra = TypeVar("T_contra", contravariant=True)


class Comparison(Protocol[T_contra]):
    """Measure the reference and another program side by side, in one run."""

    help: str
    """What the option does, in one sentence."""
    suite: str
    """The shipped suite on which they are measured."""
    repeat: int
    """How often each is run, unless the user says otherwise."""

    def parts(self, tasks: Mapping[str, T_contra], repeat: int, bar: Bar) -> Sequence[Table]:
        """Measure both on each task, by the id of its case, `repeat` times in turns.

        `bar` is advanced once for each task and each repeat.
        """
