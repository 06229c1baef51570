"""Hold several calls on live objects of one submission, and what came of them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from graders.model.outcome import Outcome

MOST_NAMES = 99
"""So many names of a submission can be asked for at most, each of `LONGEST_NAME` characters."""
LONGEST_NAME = 200


class Earlier(msgspec.Struct, frozen=True):
    """Stand for what an earlier step of the session gave: an object, or the result of a call.

    It stays in the submission's process; only the step's number, from 0, is sent.
    """

    step: int


class Construct(msgspec.Struct, frozen=True):
    """Hold one object to construct, of a class of the submission.

    A class that takes no arguments is constructed without them where they are the `usual` ones.
    A program that is no source file is asked with the names of the `parameters`.
    """

    class_name: str
    arguments: tuple[object, ...] = ()
    parameters: tuple[str, ...] = ()
    usual: bool = False


class Call(msgspec.Struct, frozen=True):
    """Hold one call: of a method of what an earlier step gave, or else of a function.

    A method that is not there raises `NotImplementedError`. For `parameters` see `Construct`.
    """

    function: str
    arguments: tuple[object, ...] = ()
    on: Earlier | None = None
    parameters: tuple[str, ...] = ()


Step = Construct | Call


class Session(msgspec.Struct, frozen=True):
    """Hold the steps of a session, taken one after the other in one live process.

    Arguments are those of a `Request`, and `Earlier` steps, at any depth of tuples and lists.
    A step is sent when the one before it has been answered. `cap_s` is how many seconds all
    steps may take together; where it says nothing, that is what `Limits` have for a session, or
    the cap of one call where that is more. `expects` says in words what a submission has to
    define. Raises `ValueError` where a step needs one that is not before it, and where more
    or longer names are needed than a runner can be asked for.
    """

    steps: tuple[Step, ...]
    cap_s: float | None = None
    expects: str = ""

    def __post_init__(self) -> None:
        for number, step in enumerate(self.steps):
            for earlier in needed(step):
                if not 0 <= earlier.step < number:
                    raise ValueError(f"step {number} needs step {earlier.step}, not one before it")
        if len(self.names) > MOST_NAMES:
            raise ValueError(f"it needs {len(self.names)} names, and {MOST_NAMES} are the most")
        if any(len(name) > LONGEST_NAME for name in self.names):
            raise ValueError(f"it needs a name of more than {LONGEST_NAME} characters")

    @property
    def names(self) -> tuple[str, ...]:
        """Return what the submission's module has to define, in the order in which it is used."""
        found: list[str] = []
        for step in self.steps:
            if isinstance(step, Construct):
                found.append(step.class_name)
            elif isinstance(step, Call) and step.on is None:
                found.append(step.function)
        return tuple(dict.fromkeys(found))


def needed(step: Step) -> Iterator[Earlier]:
    """Yield every earlier step that a step needs."""
    if not isinstance(step, Construct) and step.on is not None:
        yield step.on
    waiting: list[object] = [step.arguments]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Earlier):
            yield value
        elif isinstance(value, tuple | list):
            waiting.extend(value)


class SessionOutcome(Outcome, frozen=True):
    """Hold what came of a session: as a whole, and step by step.

    `calls` holds the outcome of each step that was taken, constructions included, with its own
    value, exception, prints and times; of what was printed only so much is kept in all. Where all
    were taken the event is `replied`, also if some raised, and `value` is the list of their values.
    Otherwise event and fact are those of the step `at` which it ended: of a process that died, a
    limit or a cap, or of an exception in place of something that a later step needs. Times are
    those of all steps together.
    """

    calls: tuple[Outcome, ...] = ()
    session: Session = Session(())
    at: int | None = None

    @property
    def counted_s(self) -> float:
        """Return the seconds that count: those of all steps."""
        return sum(call.counted_s for call in self.calls)
