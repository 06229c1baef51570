"""State what an oracle is: an independent solver that answer keys can be checked against."""

from __future__ import annotations

from typing import Protocol, TypeVar

T_contra = TypeVar("T_contra", contravariant=True)


class Oracle(Protocol[T_contra]):
    """Give a second opinion on a kata's answer keys; it shares no code with ours.

    It may need a package that is not always installed: then nothing else may be asked of it.
    """

    name: str
    """What it is called on the command line, which is the package that it needs."""

    def is_installed(self) -> bool:
        """Tell whether it can be asked."""

    def disagreements(self, task: T_contra) -> tuple[str, ...]:
        """Return, in words, where it says something else than the answer key."""
