"""How far a submission can be kept apart, and choose what this machine is to do."""

from __future__ import annotations

import os
import sys
from enum import StrEnum
from pathlib import Path

from graders.sandbox.machine import is_linux


class Isolation(StrEnum):
    """How far a submission is kept apart."""

    BWRAP = "bwrap"
    LIMITS = "limits"
    PLAIN = "plain"

    @property
    def own_files_only(self) -> bool:
        """Tell that nothing is contained, so that nobody's files but one's own may be graded.

        >>> [level.value for level in Isolation if level.own_files_only]
        ['plain']
        """
        return self is Isolation.PLAIN

    def check_may_grade_several(self) -> None:
        """Raise `IsolationUnavailableError` where files of others must not be graded at it.

        Whoever grades several files in one run has some that are not his own.
        """
        if self.own_files_only:
            raise IsolationUnavailableError(
                f"isolation {self} contains nothing, so it grades one file, your own; name one "
                "file, or grade the others on Linux with bubblewrap"
            )


CONTAINING = tuple(level for level in Isolation if not level.own_files_only)
"""The levels that files of others may be graded at, the strongest first."""


class IsolationUnavailableError(RuntimeError):
    """Why the isolation that was asked for does not work here, and what to do."""


def choose_isolation(wanted: str = "auto") -> Isolation:
    """Return the isolation to use; `auto` takes the best that works here.

    That is never `plain` on Linux. Raises `IsolationUnavailableError` where `bwrap` is asked for
    and does not work, for all but `plain` on another system, and on Linux where processes could
    not be watched or ended.
    """
    if wanted == Isolation.PLAIN:
        return Isolation.PLAIN
    if not is_linux():
        if wanted == "auto":
            return Isolation.PLAIN
        raise IsolationUnavailableError(
            f"isolation {wanted} takes Linux, and this is {sys.platform}: grade your own file with "
            "--isolation plain, and files of others in a Linux container (scripts/Dockerfile)"
        )
    if trouble := why_no_watching():
        raise IsolationUnavailableError(trouble)
    if wanted == Isolation.LIMITS:
        return Isolation.LIMITS
    from graders.sandbox.bubblewrap import why_no_bubblewrap  # noqa: PLC0415  # Linux alone has it

    trouble = why_no_bubblewrap()
    if not trouble:
        return Isolation.BWRAP
    if wanted == "auto":
        return Isolation.LIMITS
    raise IsolationUnavailableError(trouble)


def prewarm(wanted: str = "auto") -> None:
    """Start what the first sandbox waits for, so that it gets ready while the rest is loaded.

    If the arguments turn out to be wrong, whatever was started exits with this process.
    """
    if wanted == Isolation.PLAIN or not is_linux():
        return
    from graders.sandbox import supervisor_client  # noqa: PLC0415  # see above

    supervisor_client.prepare()


def why_no_watching() -> str:
    """Return why no process can be watched here, or nothing where `/proc` shows ours by number."""
    try:
        shown = Path("/proc/self").readlink().name
    except OSError:
        return "/proc is not mounted, so no submission can be watched; mount it (mount -t proc)"
    if shown == str(os.getpid()):
        return ""
    return (
        "/proc shows the processes of another pid namespace, so no submission can be watched; "
        "mount this one's (unshare --pid --fork --mount-proc)"
    )
