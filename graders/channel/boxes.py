"""Say where a channel gets the sandboxes of one submission from, at every level of isolation."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Protocol

from graders.channel.budget import Budget
from graders.model.submission import Submission
from graders.sandbox.interface import Box
from graders.sandbox.interrupts import Check
from graders.sandbox.isolation import Isolation
from graders.sandbox.leases import Lease

if TYPE_CHECKING:
    from graders.channel.channel import Settings


class Boxes(Protocol):
    """Hold what the sandboxes of one submission have in common, and those that are on their way."""

    left: int
    """How many more are expected to be wanted, without which none is started ahead."""
    budget: Budget
    """What the submission may spend, and has spent so far."""
    beside: Callable[[Lease], None]
    """Called with each place that one is taken in, just before anything is timed there."""

    def __enter__(self) -> Boxes:
        """Return itself."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End those that were started ahead."""

    def place(self, check: Check) -> Lease:
        """Return where the next sandbox is to be; close it afterwards."""

    def take(self, cap_s: float, place: Lease) -> Box:
        """Return a sandbox in `place`, for calls of up to `cap_s` seconds; close it afterwards.

        Raises `SpentError` where the budget has nothing left to start one with.
        """

    def prepare(self, place: Lease) -> None:
        """Start one more ahead, beside that in `place`, where that can be done."""

    def proceed(self, place: Lease) -> None:
        """Let the next get ready in `place`, as nothing is timed there any more."""


def boxes_for(
    submission: Submission,
    settings: Settings,
    *,
    surveying: bool = False,
    longest_s: float = 0.0,
    budget: Budget | None = None,
) -> Boxes:
    """Return where the sandboxes of a submission come from; with `surveying` they survey the file.

    None is started yet. What is started ahead is fit for calls of up to `longest_s` seconds. They
    spend from a `budget` of the limits' own where none is given.
    """
    if settings.isolation is Isolation.PLAIN:
        from graders.channel.one_by_one import OneByOne  # noqa: PLC0415  # few others need it

        return OneByOne(
            submission, settings, surveying=surveying, longest_s=longest_s, budget=budget
        )
    from graders.channel.sandboxes import Sandboxes  # noqa: PLC0415  # Linux alone has them

    return Sandboxes(submission, settings, surveying=surveying, longest_s=longest_s, budget=budget)
