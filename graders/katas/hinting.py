"""Hold hints that come step by step, and those that are the same for every kata."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase

import msgspec

from graders.model.verdict import Verdict


class Hints(msgspec.Struct, frozen=True):
    """Hold three hints about one topic, each of which tells more, and what to read after them."""

    topic: str
    nudge: str
    idea: str
    outline: str
    read: str

    @property
    def steps(self) -> tuple[str, str, str]:
        """Return the hints in the order in which they are given."""
        return self.nudge, self.idea, self.outline


class Missed(msgspec.Struct, frozen=True):
    """Hold a case that was missed, by its id, and its verdict."""

    id: str
    verdict: str


class Topics(msgspec.Struct, frozen=True):
    """Hold the hints on each topic of a kata, with globs over the cases that are about it.

    A glob is of a case's name or of its whole id; the topic that comes first wins. `late` are the
    hints on suites whose cases are about several things at once, None where each case has its
    own: they are given, in order, when no case of any other suite is missed.
    """

    hints: Mapping[Hints, tuple[str, ...]]
    late: Mapping[str, Hints | None] = msgspec.field(default_factory=dict)

    def of(self, case_id: str) -> Hints:
        """Return the hints that fit what one case is about; `StopIteration` where none do.

        >>> columns = Hints("columns", "", "", "", "")
        >>> Topics({columns: ("column-*",)}).of("rules/column-7~mirror").topic
        'columns'
        """
        whole = case_id.partition("~")[0]
        names = (whole, whole.partition("/")[2])
        return next(
            hints
            for hints, globs in self.hints.items()
            if any(fnmatchcase(name, glob) for name in names for glob in globs)
        )

    def on(self, missed: Sequence[Missed]) -> Hints | None:
        """Return the hints on the first topic that was missed; None where nothing was."""
        of_suite: dict[str, list[Hints]] = {}
        for each in missed:
            of_suite.setdefault(each.id.partition("/")[0], []).append(self.of(each.id))
        first = list(self.hints).index
        own = [hints for suite in of_suite.keys() - self.late.keys() for hints in of_suite[suite]]
        if own:
            return min(own, key=first)
        late = (suite for suite in self.late if suite in of_suite)
        suite = next(late, None)
        return None if suite is None else self.late[suite] or min(of_suite[suite], key=first)


_STATEMENT = "the README of the kata, which kata new puts beside your file"

BY_VERDICT: Mapping[Verdict, Hints] = {
    Verdict.LOAD_ERROR: Hints(
        "load_error",
        "The file was not loaded, so nothing of it was tried. Read the first error of the report, "
        "and mend that alone before you look at anything else.",
        "Start the file by itself, with python and its name: it should end without a word. What it "
        "imports has to be in the standard library or in kata.board, and what is to be called has "
        "to be defined when the file has been imported, not under a main guard.",
        "1. Take the starter of kata new, and see it graded. 2. Move your code into it, function "
        "by function. 3. Grade it after each: the last one that was moved holds the error.",
        _STATEMENT,
    ),
    Verdict.RUNTIME_ERROR: Hints(
        "runtime_error",
        "It raised an exception. The last line of the traceback names it, the line above it the "
        "place in your file: which value did you expect there?",
        "Have the very case in your hands: run kata try on it, with print() in the line before, or "
        "breakpoint() in its place, and compare what is there with what you expected.",
        "1. Run kata try on the first case that failed. 2. Put breakpoint() before the line that "
        "the traceback names, and run it again. 3. Print the arguments, then go up, call by call, "
        "until a value is right: the mistake is between that call and the one below it.",
        _STATEMENT,
    ),
    Verdict.INVALID_ANSWER: Hints(
        "invalid_answer",
        "What came back has the wrong form. Compare it, type included, with what the statement "
        "asks for; does every path through the function return something?",
        "A function that ends without a return gives None. A bool, a float and a text that looks "
        "like a number are no int. A list has to have an item for each thing that was asked.",
        "1. Print what you return, with its type, just before each return. 2. Look for the path on "
        "which nothing is returned. 3. Begin with an answer that is valid, replace it whenever a "
        "better one is found, and return it at the end.",
        _STATEMENT,
    ),
    Verdict.MEMORY_LIMIT_EXCEEDED: Hints(
        "memory_limit_exceeded",
        "It holds more than it may. What do you keep for each position or operation that is never "
        "looked at again?",
        "Whatever grows with the work done, such as a list of all positions or a copy a step, has "
        "to have a largest size, or be taken back when it has served.",
        "1. Print the lengths of your largest lists and dictionaries at the end of a small case. "
        "2. Do without the copies: change one thing, go on, change it back. 3. Give a cache a "
        "largest size, and overwrite its oldest entries.",
        _STATEMENT,
    ),
    Verdict.OUTPUT_LIMIT_EXCEEDED: Hints(
        "output_limit_exceeded",
        "It wrote too much. Is there a print() left inside a loop, or does the answer itself grow "
        "without end?",
        "Print once a call, not once a position: a search sees millions of them.",
        "1. Take out every print() inside a loop. 2. Where you want to see inside, run kata try "
        "on one case, with a breakpoint() under a condition.",
        _STATEMENT,
    ),
}
"""What helps where no answer can be judged, whatever the kata."""


def by_verdict(missed: Sequence[Missed]) -> Hints | None:
    """Return the hints on the first case that came to no answer to judge; None without one.

    >>> by_verdict([Missed("a/b", "wrong_answer"), Missed("a/c", "runtime_error")]).topic
    'runtime_error'
    >>> by_verdict([Missed("a/b", "wrong_answer")])
    """
    known = {str(verdict): hints for verdict, hints in BY_VERDICT.items()}
    return next((known[each.verdict] for each in missed if each.verdict in known), None)
