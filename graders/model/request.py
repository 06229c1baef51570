"""What is asked of a submission: which function, with which arguments."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from graders.model.ending import Ending
from graders.model.outcome import Garbled, Outcome
from graders.model.raised import Raised
from graders.model.submission import Modules, Speech


class BoardArgument(msgspec.Struct, frozen=True):
    """A `kata.board.Board`, which the runner builds beside the submission."""

    moves: str
    first: str = "R"


class ObservationArgument(msgspec.Struct, frozen=True):
    """The observation that Kaggle's ConnectX hands to an agent.

    It knows no colours: whoever moved first has the mark 1.
    """

    moves: str


class ConfigurationArgument(msgspec.Struct, frozen=True):
    """The configuration that Kaggle's ConnectX hands to an agent.

    The seconds that it may take are added with the call.
    """

    rows: int
    columns: int
    inarow: int


class Request(msgspec.Struct, frozen=True):
    """One call of a submission.

    `function` is looked up at module level; with `as_method` it may instead be a method of a
    class, where either the constructor or the method takes the arguments. `arguments` holds
    `BoardArgument`s and the like, and what JSON can carry, with tuples kept as tuples. `expects`
    says in words what a submission has to define.

    `otherwise` is called where the submission does not define `function`, but the one of that
    request, or with `or_last` the last function of a file in Python, where it can take so many
    arguments. A program that is no source file is asked by name: `parameters` are the names of the
    arguments, `answer` that of what it answers with. A request without parameters cannot be asked
    of one.
    """

    function: str
    arguments: tuple[object, ...]
    as_method: bool = False
    expects: str = ""
    parameters: tuple[str, ...] = ()
    answer: str = ""
    otherwise: Request | None = None
    or_last: bool = False

    @property
    def by_name(self) -> Request | None:
        """Return what can be asked of a program: this request, or the one that it may be instead.

        >>> agent = Request("agent", (3,), parameters=("number",), answer="action")
        >>> Request("find", (3,), otherwise=agent).by_name is agent
        True
        """
        if self.parameters:
            return self
        return None if self.otherwise is None else self.otherwise.by_name


class Survey(msgspec.Struct, frozen=True):
    """What a file binds at module level, read without running any of it.

    `functions` are those written as such, `others` names that only may be callable: imported
    ones, results of calls. `methods` maps each class to its methods. `problem` is why the file
    could not be read, such as a syntax error with its place. `speech` is how the file spells names,
    `modules` how it hands them over. `last` is the last of the functions, with the parameters that
    have to be given, where a language that has such a rule tells.
    """

    functions: tuple[str, ...] = ()
    methods: tuple[tuple[str, tuple[str, ...]], ...] = ()
    problem: Raised | Ending | Garbled | None = None
    others: tuple[str, ...] = ()
    speech: Speech = Speech.PYTHON
    modules: Modules = Modules.ES
    last: tuple[str, tuple[str, ...]] | None = None


MOST_NAMES = 99
"""So many names of a submission can be asked for at most, each of `LONGEST_NAME` characters."""
LONGEST_NAME = 200


class Earlier(msgspec.Struct, frozen=True):
    """What an earlier step of the session gave: an object, or the result of a call.

    It stays in the submission's process; only the step's number, from 0, is sent.
    """

    step: int


class Construct(msgspec.Struct, frozen=True):
    """One object to construct, of a class of the submission.

    A class that takes no arguments is constructed without them where they are the `usual` ones.
    A program that is no source file is asked with the names of the `parameters`.
    """

    class_name: str
    arguments: tuple[object, ...] = ()
    parameters: tuple[str, ...] = ()
    usual: bool = False


class Call(msgspec.Struct, frozen=True):
    """One call: of a method of what an earlier step gave, or else of a function.

    A method that is not there raises `NotImplementedError`. For `parameters` see `Construct`.
    """

    function: str
    arguments: tuple[object, ...] = ()
    on: Earlier | None = None
    parameters: tuple[str, ...] = ()


Step = Construct | Call


class Session(msgspec.Struct, frozen=True):
    """The steps of a session, taken one after the other in one live process.

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
    """What came of a session: as a whole, and step by step.

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
        return sum(call.counted_s for call in self.calls)
