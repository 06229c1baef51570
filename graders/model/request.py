"""Hold what is asked of a submission: which function, with which arguments."""

from __future__ import annotations

import msgspec

from graders.model.ending import Ending
from graders.model.outcome import Garbled, Raised
from graders.model.spelling import Modules, Speech


class BoardArgument(msgspec.Struct, frozen=True):
    """Stand for a `kata.board.Board`, which the runner builds beside the submission."""

    moves: str
    first: str = "R"


class ObservationArgument(msgspec.Struct, frozen=True):
    """Stand for the observation that Kaggle's ConnectX hands to an agent.

    It knows no colours: whoever moved first has the mark 1.
    """

    moves: str


class ConfigurationArgument(msgspec.Struct, frozen=True):
    """Stand for the configuration that Kaggle's ConnectX hands to an agent.

    The seconds that it may take are added with the call.
    """

    rows: int
    columns: int
    inarow: int


class Request(msgspec.Struct, frozen=True):
    """Hold one call of a submission.

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
    """Hold what a file binds at module level, read without running any of it.

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
