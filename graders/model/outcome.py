"""Hold what came back from one call of a submission, before anybody judges it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Event(StrEnum):
    """Name what ended the call."""

    REPLIED = "replied"
    """An answer came: `Outcome.value` holds it."""
    RAISED = "raised"
    """The call raised: `Outcome.detail` is the traceback, paths shortened."""
    NOT_LOADED = "not_loaded"
    """There was nothing to call: `Outcome.detail` says why."""
    DIED = "died"
    """The process ended without an answer: `Outcome.detail` says how (exit code, signal)."""
    TIMED_OUT = "timed_out"
    """No answer came within the cap."""
    OUT_OF_MEMORY = "out_of_memory"
    """The memory limit was hit: `Outcome.detail` says how much was asked for."""
    FLOODED = "flooded"
    """Too much was written or replied: `Outcome.detail` says what and the limit."""
    GARBLED = "garbled"
    """Bytes came over the wire that are no reply: `Outcome.detail` says what is wrong."""
    GRADER_FAULT = "grader_fault"
    """Our own side failed: `Outcome.detail` is for a report to us."""


@dataclass(frozen=True)
class Machine:
    """Hold how busy the machine was during a call, as the parent saw it.

    `load` is the one-minute load average, `cores` the cores usable here, `waited_s` the seconds
    that the process was ready to run and did not (None where the kernel does not tell), and
    `involuntary_switches` how often it was put off a core.
    """

    load: float = 0.0
    cores: int = 1
    waited_s: float | None = None
    involuntary_switches: int = 0


@dataclass(frozen=True)
class Outcome:
    """Hold one call's outcome; seconds are wall and CPU time of the whole process tree.

    `forgiven_s` are seconds of `wall_s` that the cap does not count: in a run that was repeated
    because the machine was busy, the time the program was ready and was given no core.
    """

    event: Event
    value: object = None
    detail: str = ""
    wall_s: float = 0.0
    cpu_s: float = 0.0
    forgiven_s: float = 0.0
    stdout: str = ""
    stderr: str = ""
    board_changed: bool = False
    machine: Machine = Machine()
