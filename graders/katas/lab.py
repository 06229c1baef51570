"""What a kata may offer beside grading: to `kata bench`, `verify` and `mine`.

`Ladder`, `Lessons` and `Comparison` measure the reference solutions, `KnownAnswers` the grader
itself, `Gauge` the cases; `Guessing` and `Oracle` question the suites, `Mining` makes new cases. No
graded file needs any of it, so a kata makes them only when it is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Generic, Protocol, TypeVar

import msgspec

from graders.katas.outlook import Outlook
from graders.model.progress import Bar
from graders.model.suite import Hardness
from graders.model.tables import Chart, Table

T_contra = TypeVar("T_contra", contravariant=True)


class LadderPlan(msgspec.Struct, frozen=True):
    """What to measure: depth 1 to `max_depth`, `limit_s` a search, medians of `repeat`.

    `rerun` tells whether the grader may repeat a case that a busy machine held up.
    """

    max_depth: int = 10
    limit_s: float = 10.0
    repeat: int = 3
    rerun: bool = True


class Contender(msgspec.Struct, frozen=True):
    """A solution as a submission: its name in a table and the source to grade."""

    name: str
    source: str


class SelfTimed(msgspec.Struct, frozen=True):
    """A solution that watches its own clock, and the id of a case that it solves in time.

    Robbed of much of its time it would answer early, and wrong.
    """

    contender: Contender
    case: str


class Ladder(Protocol[T_contra]):
    suite: str
    """The shipped suite on which the contenders are graded."""
    case: str
    """The id of the case on which the searches are measured."""
    quick_cases: tuple[str, ...]
    """The ids of the cases that a quick run grades the contenders on."""
    rungs: tuple[str, ...]
    """The files of the references, the lowest rung first."""
    rates: Mapping[str, float]
    """The nodes a second on a machine of speed 1 of each search that `outlook` can count."""
    too_deep: tuple[str, ...]
    """Searches that are no rung, for `outlook`; each must miss some case of the suite, however
    fast the machine is."""
    conceded: Mapping[str, float]
    """Up to which speed at least a search has to miss what it must miss, where no position was
    found that does as well as is required of the others."""

    def contenders(self) -> tuple[Contender, ...]:
        """Return the solutions that go through the grader, each as deep as its name says."""

    def steps(self, plan: LadderPlan) -> int:
        """How often `parts` advances a bar."""

    def parts(self, task: T_contra, plan: LadderPlan, bar: Bar) -> Sequence[Table | Chart]:
        """Measure the searches on one case and lay them out, each part under a numbered title."""

    def outlook(self, name: str, task: T_contra, cap_s: float, *, fastest: float) -> Outlook:
        """Count the nodes of a search: on which machines its answer is in time.

        It is followed so far that its verdict is known up to the speed `fastest`.
        """


class KnownAnswers(Protocol[T_contra]):
    suites: tuple[str, ...]
    """The shipped suites on which the grader's own cost is measured."""
    case: str
    """The id of the case on which the fairness of its times is measured."""

    self_timed: tuple[SelfTimed, ...]
    """Solutions that watch their own clock, for the fairness of the times as well."""

    def source(self, tasks: Sequence[T_contra], before: Sequence[str] = ()) -> str:
        """Return the source of a submission that runs the lines `before`, then answers.

        It knows the right answer to each of `tasks`.
        """


class Lessons(Protocol[T_contra]):
    suites: tuple[str, ...]
    """The shipped suites on whose cases they are measured."""
    repeat: int
    """How often each is timed, unless the user says otherwise."""

    def steps(self, repeat: int) -> int:
        """How often `parts` advances a bar."""

    def parts(self, tasks: Mapping[str, T_contra], repeat: int, bar: Bar) -> Sequence[Table]:
        """Measure every change beside what it changes, on tasks by the ids of their cases."""


class Comparison(Protocol[T_contra]):
    """Measure the reference and another program side by side, in one run."""

    help: str
    """What the option does, in one sentence."""
    suites: tuple[str, ...]
    """The shipped suites on whose cases they are measured."""
    repeat: int
    """How often each is run, unless the user says otherwise."""

    def parts(self, tasks: Mapping[str, T_contra], repeat: int, bar: Bar) -> Sequence[Table]:
        """Measure both on each task, by the id of its case, `repeat` times in turns.

        `bar` is advanced once for each task and each repeat.
        """


class Guesser(Protocol[T_contra]):
    """Answer cases without proving more than a few of them."""

    @property
    def name(self) -> str: ...

    @property
    def is_random(self) -> bool:
        """Whether its answers depend on a seed."""

    @property
    def blind(self) -> bool:
        """Whether it answers without looking at the case."""

    @property
    def strong(self) -> bool:
        """Whether no choice of cases defeats it: then it is not held against a suite."""

    @property
    def sight(self) -> int:
        """How far ahead it proves what it answers, as the kata counts."""

    def finds(self, task: T_contra, seed: int = 0) -> bool:
        """Whether it answers a case rightly."""

    def earns(self, task: T_contra) -> bool:
        """Whether it proves its answer to a case: such an answer is no guess."""


class Guessing(msgspec.Struct, Generic[T_contra], frozen=True):
    """The guessers of a kata and the names of the suites that they are held against.

    No guesser but a strong one may get more than one case of the suite `searched` by guessing, and
    no blind one any of `warm_up`. What all of them get of those and of the suites `published` is
    published.
    """

    guessers: Sequence[Guesser[T_contra]]
    warm_up: str
    searched: str
    published: tuple[str, ...] = ()


class Gauge(Protocol[T_contra]):
    """Measure how hard cases are; it comes to the same on every machine."""

    searches: tuple[str, ...]
    """The searches whose nodes are counted, in the order of `Hardness.nodes`."""
    about: str
    """How deep these searches look, in a sentence."""
    most_nodes: int
    """How many nodes a count may come to; a greater one is None."""

    def measured(self, task: T_contra) -> Hardness: ...


def node_counts(hardness: Hardness, gauge: Gauge[T_contra]) -> tuple[str, ...]:
    """Return the nodes as they stand in a table, one cell a search."""
    over = f"over {gauge.most_nodes // 1_000_000}M"
    return tuple(over if nodes is None else f"{nodes:,}" for nodes in hardness.nodes)


class Oracle(Protocol[T_contra]):
    """Give a second opinion on a kata's answer keys; it shares no code with ours.

    It may need a package that is not always installed: then nothing else may be asked of it.
    """

    name: str
    """What it is called on the command line, which is the package that it needs."""

    def is_installed(self) -> bool: ...

    def disagreements(self, task: T_contra) -> tuple[str, ...]:
        """Say where it contradicts the answer key; nothing where it agrees."""


T_co = TypeVar("T_co", covariant=True)


class MiningOption(msgspec.Struct, frozen=True):
    """One thing that may be asked for, as data from which a command line is made.

    It is one of `choices`, a whole number of `least` or more, a flag, or else any text.
    """

    name: str
    help: str
    choices: tuple[str, ...] = ()
    least: int | None = None
    is_flag: bool = False
    default: str | int | None = None
    required: bool = False
    shown_as: str | None = None


class MiningTally(Protocol):
    games: int
    positions: int
    found: int


class Search(Protocol[T_co]):
    @property
    def tally(self) -> MiningTally: ...

    @property
    def found(self) -> Sequence[T_co]:
        """What was found so far, also by an earlier run that it went on from."""

    def cases(self, known: frozenset[str], *, with_oracle: bool) -> Iterator[T_co | None]:
        """Yield tasks, each proved; none whose identity is `known`, and none twice.

        None is yielded now and then, so that the caller may keep the state or give up. The kata's
        oracle may spare work, but not change what is found.
        """

    def state(self) -> Mapping[str, object]:
        """At a yield, what another process needs to go on, as JSON can carry it."""

    def go_on_from(self, state: object) -> None:
        """Go on from what `state` returned; raise `ValueError` where that was another search."""

    def advice(self) -> str:
        """Say why no more was found so far, and which option to loosen."""

    def suite(self) -> str:
        """Return the YAML text of a suite of what was found, fewer than asked for included."""


class Mining(Protocol[T_co]):
    about: tuple[str, ...]
    """Paragraphs of help; the first is one line."""
    examples: tuple[str, ...]
    options: tuple[MiningOption, ...]

    def search(self, count: int, seed: int, chosen: Mapping[str, object]) -> Search[T_co]:
        """Return the search for `count` cases; raise `ValueError` for what cannot be found.

        `chosen` holds every option by its name, with underscores for hyphens.
        """
