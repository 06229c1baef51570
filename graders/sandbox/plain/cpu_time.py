"""Tell how much CPU time the processes of one run have used, by whoever knows it on this system.

Linux shows every process under `/proc`, with the time for which each of its threads waited for a
core; a Windows job object adds up the CPU time of all that was ever in it. Both tell of the living.
Nobody does elsewhere: of an answer the runner itself says what it has used, and of a call without
one `Group.cpu_s` once all has ended. No clock ever stands in for what nobody tells: it is None.
"""

from __future__ import annotations

import sys
from typing import NamedTuple, Protocol

from graders.model.limits import Limits
from graders.sandbox.isolation import why_no_watching
from graders.sandbox.plain.process import Group


class Used(NamedTuple):
    """Hold the CPU seconds of all processes of a run, and those that it was kept off the cores.

    `kept_off_s` counts from the last mark. Either is None where the system does not tell.
    """

    cpu_s: float | None
    kept_off_s: float | None = None


class Teller(Protocol):
    """Tell what the processes of one run have used while they live."""

    def look(self) -> None:
        """Take note of what will be gone with its process; to be called again and again."""

    def used(self, *, mark: bool) -> Used:
        """Return what was used so far; with `mark`, `kept_off_s` counts from here."""


def teller(group: Group, limits: Limits) -> Teller | None:
    """Return who tells of the living here; None where nobody does."""
    if sys.platform == "linux" and not why_no_watching():
        from graders.sandbox.plain.on_linux import FromProc  # noqa: PLC0415  # Linux alone has it

        return FromProc(group, limits)
    return None if group.job is None else _FromJob(group)


class _FromJob:
    def __init__(self, group: Group) -> None:
        self._group = group

    def look(self) -> None:
        """Leave it to the job, which forgets nobody."""

    def used(self, *, mark: bool) -> Used:  # a job tells of no waiting, so that nothing is marked
        return Used(None if self._group.job is None else self._group.job.cpu_s())
