"""State what a kata offers to `kata bench` and to the margins of `kata verify`.

A ladder is the kata's reference solutions, from the naive one up, compared on one case; known
answers are submissions that need no time to think, with which the grader itself is measured.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

import msgspec

from graders.katas.outlook import Outlook
from graders.model.progress import Bar
from graders.model.tables import Chart, Table

T_contra = TypeVar("T_contra", contravariant=True)


class Plan(msgspec.Struct, frozen=True):
    """Say what to measure: depth 1 to `max_depth`, `limit_s` a search, medians of `repeat`.

    `rerun` tells whether the grader may repeat a case that a busy machine held up.
    """

    max_depth: int = 10
    limit_s: float = 10.0
    repeat: int = 3
    rerun: bool = True


class Contender(msgspec.Struct, frozen=True):
    """Hold a solution as a submission: its name in a table and the source to grade."""

    name: str
    source: str


class SelfTimed(msgspec.Struct, frozen=True):
    """Hold a solution that watches its own clock, and the id of a case that it solves in time.

    Robbed of much of its time it would answer early, and wrong.
    """

    contender: Contender
    case: str


class Ladder(Protocol[T_contra]):
    """Compare the reference solutions of a kata."""

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

    def steps(self, plan: Plan) -> int:
        """Return how many steps `parts` counts on a bar."""

    def parts(self, task: T_contra, plan: Plan, bar: Bar) -> Sequence[Table | Chart]:
        """Measure the searches on one case and lay them out, each part under a numbered title."""

    def outlook(self, name: str, task: T_contra, cap_s: float, *, fastest: float) -> Outlook:
        """Count the nodes of a search: on which machines its answer is in time.

        It is followed so far that its verdict is known up to the speed `fastest`.
        """


class KnownAnswers(Protocol[T_contra]):
    """Make submissions that know the answers."""

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
