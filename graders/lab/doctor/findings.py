"""Judge from what a probe reported whether the mechanism that it tried to defeat holds.

Pure: every function takes what came back from the sandbox and returns one check. What Linux
alone has is judged in `containment.py`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection
from typing import Any, Concatenate, ParamSpec

import msgspec

from graders.grading.messages import outcome_in_one_line
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


P = ParamSpec("P")
Holds = tuple[bool, str]
"""Whether a mechanism holds, and what was seen."""


def check_of(
    name: str, kind: type = object, *, needed: bool = True
) -> Callable[[Callable[Concatenate[Any, P], Holds]], Callable[Concatenate[Outcome, P], Check]]:
    """Make a check of an outcome from what judges a probe's reply.

    A probe that never replied, or with something that is not of this kind, proved nothing.
    """

    def decorate(
        judge: Callable[Concatenate[Any, P], Holds],
    ) -> Callable[Concatenate[Outcome, P], Check]:
        @functools.wraps(judge)
        def check(outcome: Outcome, /, *args: P.args, **kwargs: P.kwargs) -> Check:
            if outcome.event is not Event.REPLIED or not isinstance(outcome.value, kind):
                return unanswered(name, outcome, needed=needed)
            holds, why = judge(outcome.value, *args, **kwargs)
            return Check(CONTAINMENT, name, holds, why, needed)

        return check

    return decorate


def refused(reply: object, done: str, did: str, attempt: str) -> Holds:
    """Judge an attempt whose probe replies `done`, or the system's reason why it was refused."""
    return (False, did) if reply == done else (True, f"{attempt}: {reply}")


@check_of("network cut off")
def network(reply: object, *, called: bool) -> Holds:
    """Judge the call to a port of this machine; the port of that number may be one in there."""
    if called:
        return False, "it reached a port of this machine"
    met = "nobody was there" if reply == "reached" else reply
    return True, f"calling a port of this machine: {met}"


@check_of("own process numbers")
def pid_namespace(reply: object, ours: str) -> Holds:
    """Judge the name of the submission's pid namespace beside that of the grader's."""
    if reply == ours:
        return False, "it sees the processes of everybody"
    return True, "it sees its own processes only"


@check_of("files hidden", list)
def hidden_files(paths: list[object]) -> Holds:
    """Judge which files of the grader and of its user could be read."""
    if paths:
        return False, f"it could read {', '.join(map(str, paths))}"
    return True, "no file of the grader or of its user could be read"


@check_of("read-only system", list)
def read_only_system(paths: list[object]) -> Holds:
    """Judge where something could be written."""
    if paths:
        return False, f"it could write in {', '.join(map(str, paths))}"
    return True, "nothing outside its scratch folder could be written"


@check_of("no process survives")
def no_survivors(_: object, survivors: int) -> Holds:
    """Judge whether a daemon, left in a session of its own, was gone after the call."""
    if survivors:
        return False, "a daemon that it left was alive after the call"
    return True, "a daemon in a session of its own was found and ended"


@check_of("pinned to a core", list, needed=False)
def pinning(given: list[object], cores: Collection[int]) -> Holds:
    """Judge the cores that a timed process may use, of those the grader may use."""
    if len(cores) < 2:
        return False, "there is one core only; it is shared"
    if len(given) == 1:
        return True, f"core {given[0]} of {len(cores)}"
    return False, f"it may use the cores {', '.join(map(str, given))}"


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
        return Check(
            CONTAINMENT, name, True, f"no more than {outcome.value} could be started of {limit}"
        )
    return Check(
        CONTAINMENT, name, False, f"it started {outcome.value} processes where {limit} may be"
    )


def scratch_limit(outcome: Outcome, limit: int) -> Check:
    """Judge an attempt to write twice what the scratch folder may hold."""
    name = "scratch limit"
    if outcome.event is not Event.REPLIED:
        return _ended(name, outcome, f"ended past {in_units(limit)}")
    if isinstance(outcome.value, int) and outcome.value <= limit:
        return _check(name, True, f"the disk was full at {in_units(outcome.value)}")
    return _check(name, False, f"it kept more than {in_units(limit)} on disk")


def unanswered(name: str, outcome: Outcome, *, needed: bool = True) -> Check:
    """Say that a probe proved nothing."""
    why = f"the probe gave no answer ({_event(outcome)}): {outcome_in_one_line(outcome)}"
    return Check(CONTAINMENT, name, None, why, needed)


def _ended(name: str, outcome: Outcome, how: str) -> Check:
    if outcome.event not in (Event.OUT_OF_MEMORY, Event.FLOODED, Event.DIED):
        return unanswered(name, outcome)
    return _check(name, True, f"{how} ({_event(outcome)})")


def _event(outcome: Outcome) -> str:
    return outcome.event.value.replace("_", " ")


def _check(name: str, holds: bool, why: str) -> Check:
    return Check(CONTAINMENT, name, holds, why)
