"""Judge from what a probe reported whether the mechanism that it tried to defeat holds.

Pure: every function takes what came back from the sandbox and returns one check. Those of walls.py
are about what only Linux has.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from graders.grading.messages import in_one_line
from graders.model.limits import in_units
from graders.model.outcome import Event, Outcome

CONTAINMENT = "isolation"
TIMING = "timing"
LANGUAGES = "languages"


class Check(msgspec.Struct, frozen=True):
    """One thing that was tried, and what was seen; `holds` None where this machine does not tell.

    >>> Check(TIMING, "load", None, "").in_words
    'unknown'
    """

    group: str
    name: str
    holds: bool | None
    why: str
    needed: bool = True  # False: good to know, changes no verdict
    passing: bool = False  # a miss may be gone when the machine is quiet

    @property
    def in_words(self) -> str:
        return {True: "yes", False: "no", None: "unknown"}[self.holds]


def network(outcome: Outcome) -> Check:
    """Judge the call to a port of this machine."""
    did = "it reached a port of this machine"
    return refused("network cut off", outcome, "calling a port of this machine", "reached", did)


def pid_namespace(outcome: Outcome, ours: str) -> Check:
    """Judge the name of the submission's pid namespace beside that of the grader's."""
    name = "own process numbers"
    if outcome.event is not Event.REPLIED:
        return unanswered(name, outcome)
    shared = outcome.value == ours
    why = "it sees the processes of everybody" if shared else "it sees its own processes only"
    return _check(name, not shared, why)


def hidden_files(outcome: Outcome) -> Check:
    """Judge which files of the grader and of its user could be read."""
    none = "no file of the grader or of its user could be read"
    return _none_listed("files hidden", outcome, "it could read", none)


def read_only_system(outcome: Outcome) -> Check:
    """Judge where something could be written."""
    none = "nothing outside its scratch folder could be written"
    return _none_listed("read-only system", outcome, "it could write in", none)


def memory_limit(outcome: Outcome, limit: int) -> Check:
    """Judge an attempt to take twice the limit."""
    name = "memory limit"
    if outcome.event is Event.REPLIED:
        return _check(name, False, f"it took more than {in_units(limit)}")
    return _ended(name, outcome, f"stopped at {in_units(limit)}")


def process_limit(outcome: Outcome, limit: int) -> Check:
    """Judge an attempt to start half as many processes again as the limit allows."""
    name = "process limit"
    if outcome.event is not Event.REPLIED:
        return _ended(name, outcome, f"ended past {limit} processes")
    if isinstance(outcome.value, int) and outcome.value <= limit:
        return _check(name, True, f"no more than {outcome.value} could be started of {limit}")
    return _check(name, False, f"it started {outcome.value} processes where {limit} may be")


def scratch_limit(outcome: Outcome, limit: int) -> Check:
    """Judge an attempt to write twice what the scratch folder may hold."""
    name = "scratch limit"
    if outcome.event is not Event.REPLIED:
        return _ended(name, outcome, f"ended past {in_units(limit)}")
    if isinstance(outcome.value, int) and outcome.value <= limit:
        return _check(name, True, f"the disk was full at {in_units(outcome.value)}")
    return _check(name, False, f"it kept more than {in_units(limit)} on disk")


def no_survivors(outcome: Outcome, survivors: int) -> Check:
    """Judge whether a daemon, left in a session of its own, was gone after the call."""
    name = "no process survives"
    if outcome.event is not Event.REPLIED:
        return unanswered(name, outcome)
    if survivors:
        return _check(name, False, "a daemon that it left was alive after the call")
    return _check(name, True, "a daemon in a session of its own was found and ended")


def pinning(outcome: Outcome, cores: Collection[int]) -> Check:
    """Judge the cores that a timed process may use, of those the grader may use."""
    name = "pinned to a core"
    if outcome.event is not Event.REPLIED or not isinstance(outcome.value, list):
        return unanswered(name, outcome, needed=False)
    given = ", ".join(map(str, outcome.value))
    if len(cores) < 2:
        return _check(name, False, "there is one core only; it is shared", needed=False)
    if len(outcome.value) == 1:
        return _check(name, True, f"core {given} of {len(cores)}", needed=False)
    return _check(name, False, f"it may use the cores {given}", needed=False)


def refused(name: str, outcome: Outcome, attempt: str, done: str, did: str) -> Check:
    """Judge an attempt whose probe answers `done`, or the system's reason why it was refused."""
    if outcome.event is not Event.REPLIED:
        return unanswered(name, outcome)
    if outcome.value == done:
        return _check(name, False, did)
    return _check(name, True, f"{attempt}: {outcome.value}")


def unanswered(name: str, outcome: Outcome, *, needed: bool = True) -> Check:
    """Say that a probe proved nothing."""
    why = f"the probe gave no answer ({_event(outcome)}): {in_one_line(outcome)}"
    return _check(name, None, why, needed=needed)


def _none_listed(name: str, outcome: Outcome, could: str, none: str) -> Check:
    if outcome.event is not Event.REPLIED or not isinstance(outcome.value, list):
        return unanswered(name, outcome)
    if outcome.value:
        return _check(name, False, f"{could} {', '.join(map(str, outcome.value))}")
    return _check(name, True, none)


def _ended(name: str, outcome: Outcome, how: str) -> Check:
    if outcome.event not in (Event.OUT_OF_MEMORY, Event.FLOODED, Event.DIED):
        return unanswered(name, outcome)
    return _check(name, True, f"{how} ({_event(outcome)})")


def _event(outcome: Outcome) -> str:
    return outcome.event.value.replace("_", " ")


def _check(name: str, holds: bool | None, why: str, *, needed: bool = True) -> Check:
    return Check(CONTAINMENT, name, holds, why, needed)
