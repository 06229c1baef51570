"""Start the sandboxes of one's own file one after another, on any core: on every system."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING

from graders.channel import languages
from graders.channel.budget import Budget
from graders.model.submission import Submission
from graders.sandbox.interface import Program
from graders.sandbox.interrupts import Check
from graders.sandbox.leases import Lease, anywhere
from graders.sandbox.plain_sandbox import PlainBox

if TYPE_CHECKING:
    from graders.channel.channel import Settings

SPARE_CPU_S = 10.0
"""CPU time that a program is given beyond its limits, should nobody be there to end it."""


class OneByOne:
    """Hold what the sandboxes of one submission have in common; as `Boxes`."""

    def __init__(
        self,
        submission: Submission,
        settings: Settings,
        *,
        surveying: bool = False,
        longest_s: float = 0.0,
        budget: Budget | None = None,
    ) -> None:
        """Start nothing; with `surveying` they are to survey the file instead."""
        self._submission, self._settings = submission, settings
        self.budget = budget or Budget(settings.limits)
        self._surveying, self._longest_s = surveying, longest_s
        self.left = 0
        self.beside: Callable[[Lease], None] = lambda place: None

    def __enter__(self) -> OneByOne:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        pass

    def place(self, check: Check) -> Lease:
        """Return any core."""
        return anywhere()

    def take(self, cap_s: float, place: Lease) -> PlainBox:
        """Start one, for calls of up to `cap_s` seconds; close it afterwards.

        Raises `SpentError`.
        """
        self.budget.start()
        self.beside(place)
        limits = self._settings.limits
        longest_s = max(cap_s, self._longest_s)
        return PlainBox(limits, self._program, limits.import_s + longest_s + SPARE_CPU_S)

    def prepare(self, place: Lease) -> None:
        """Start none ahead: there is no core to keep it off."""

    def proceed(self, place: Lease) -> None:
        """Let none get ready."""

    @cached_property
    def _program(self) -> Program:
        return languages.program(
            self._submission,
            allowed=self._settings.allowed,
            surveying=self._surveying,
            limits=self._settings.limits,
        )
