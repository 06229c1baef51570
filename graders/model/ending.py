"""Why a process ended, or was stopped: all that a supervisor tells of what came of it."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from graders.model.raised import Raised


class Cause(StrEnum):
    """Why a process ended, or was stopped; see `Ending` for the numbers."""

    EXIT = "exit"
    """It exited by itself: `code` is the exit code."""
    SIGNAL = "signal"
    """A signal ended it: `code` is the signal's number."""
    EXIT_OR_SIGNAL = "exit_or_signal"
    """It exited with `code`, or signal `code` - 128 ended it: the system does not tell which."""
    PROCESSES = "processes"
    """More than `limit` processes and threads were started."""
    MEMORY_HELD = "memory_held"
    """It was seen to hold `held` bytes, having asked for `asked` in all."""
    MEMORY_PEAK = "memory_peak"
    """It had held `held` bytes for a moment, as the kernel told afterwards."""
    MEMORY_REFUSED = "memory_refused"
    """It held `held` bytes and was refused a request for more than `asked` at once."""
    PRINTED = "printed"
    """More than `limit` bytes were printed."""
    REPLY = "reply"
    """More than `limit` bytes came over the wire without an end."""
    ANSWER = "answer"
    """The answer takes `asked` bytes or more on the wire."""
    FILES = "files"
    """More than `limit` bytes of files were written."""
    FILE_REFUSED = "file_refused"
    """There was no room for what it wrote to a file."""
    TIME = "time"
    """It took longer than `limit` seconds."""
    SESSION_TIME = "session_time"
    """All calls of a session together took longer than `limit` seconds."""
    SESSION_REPLIES = "session_replies"
    """The replies of a session count as `used` bytes, and `limit` are allowed."""
    TOTAL_TIME = "total_time"
    """All that was run of a submission took `used` seconds, and `limit` are allowed."""
    TOTAL_REPLIES = "total_replies"
    """All replies of a submission take `used` bytes, and `limit` are allowed."""
    TOTAL_STEPS = "total_steps"
    """The sessions of a submission have come to their step number `used`; `limit` are allowed."""
    TOTAL_STARTS = "total_starts"
    """A process was to be started for it for the `used`-th time; `limit` are allowed."""


class Lacks(NamedTuple):
    """Which program was not found by one that is asked in lines.

    `here` are the files and folders of this machine that it has to be shown for that; none where
    this machine does not have it either. With `instead_of` it was shown a link to the one that is
    `here`, which does not find its libraries from there.
    """

    name: str
    here: tuple[str, ...] = ()
    instead_of: str = ""


class Ending(NamedTuple):
    """Why a process ended, or was stopped, with the numbers that `kind` speaks of.

    Sizes are bytes, `limit` is in the unit of what is limited. `raised` is the exception with
    which the submission itself was told, where there was one. `lacks` is what it did not find,
    where it ended for want of that. `used` is how much of what is limited was used, where that
    goes on from one call to the next.
    """

    kind: Cause
    limit: float | None = None
    held: int | None = None
    asked: int | None = None
    code: int | None = None
    raised: Raised | None = None
    lacks: Lacks | None = None
    used: float | None = None
