"""Take note of how far a long run is, whoever shows it."""

from __future__ import annotations

from typing import Protocol


class Bar(Protocol):
    def now(self, what: str) -> None:
        """Say in a few words what is being done."""

    def advance(self, steps: int = 1) -> None:
        """Count `steps` more as done."""


class Quiet:
    """A bar that shows nothing."""

    def now(self, what: str) -> None:
        """Show nothing."""

    def advance(self, steps: int = 1) -> None:
        """Count nothing."""
