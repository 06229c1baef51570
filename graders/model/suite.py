"""Hold suites and their cases."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec


class Case(msgspec.Struct, frozen=True):
    """One case: its id `SUITE/CASE`, its points, its cap in seconds, its kata's task.

    A *group* asks for several answers and is accepted only with all of them. It has a `group` of
    cases, its members, called `SUITE/CASE#1` and so on, with no points of their own; its own
    `task` is None. The cap is that of each call; with a `yardstick` it is that many times the CPU
    time that the yardstick of the kata takes for the case, where that can be measured.
    """

    id: str
    points: int
    cap_s: float
    task: object
    about: str = ""
    group: tuple[Case, ...] = ()
    yardstick: float | None = None

    @property
    def members(self) -> tuple[Case, ...]:
        """Return the cases with a task that make up this one, in order: itself unless a group.

        >>> [member.id for member in Case("bank/nine", 1, 2.0, "3" * 4).members]
        ['bank/nine']
        """
        return self.group or (self,)


def member_id(group_id: str, number: int) -> str:
    """Return the id of a member of a group, numbered from 1; of a variant it names the variant.

    >>> member_id("bank/nine", 1), member_id("bank/nine~mirror", 2)
    ('bank/nine#1', 'bank/nine#2~mirror')
    """
    case_id, tilde, variant = group_id.partition("~")
    return f"{case_id}#{number}{tilde}{variant}"


def members_of(cases: Iterable[Case]) -> tuple[Case, ...]:
    """Return the members of all groups among `cases`, and the single cases, in order."""
    return tuple(member for case in cases for member in case.members)


class Hardness(msgspec.Struct, frozen=True):
    """How hard a position is: how many `of` the guessers find it, and the nodes of each search.

    A guesser that is random counts by how often it does. None stands for more nodes than a search
    is followed for.
    """

    found_by: float
    of: int
    nodes: tuple[int | None, ...]

    @property
    def share(self) -> float:
        """Return the share of the guessers.

        >>> Hardness(found_by=12.6, of=42, nodes=()).share
        0.3
        """
        return self.found_by / self.of


class CaseFacts(msgspec.Struct, frozen=True):
    """What a report may tell about a case; a field that a kata does not have is None.

    `moves` are column digits from the empty board, on which `first` moved first; afterwards it is
    the turn of `to_move` (`RED` or `YELLOW`, as in a suite). Every column in `accept` reaches the
    `goal`, a win in `mate_in` plies at the soonest. `rows`, `cols` and `k` are the size of a game
    that may have any, and how many in a row win it.
    """

    moves: str | None = None
    first: str | None = None
    to_move: str | None = None
    goal: str | None = None
    accept: tuple[int, ...] | None = None
    mate_in: int | None = None
    rows: int | None = None
    cols: int | None = None
    k: int | None = None


class Suite(msgspec.Struct, frozen=True):
    """One suite; its name is the stem of the file that `path` names.

    `stretch` suites run only when asked for. `variants` asks for every case in its variants
    too, which count points only with `variants_score`. `version` is what the suite says of
    itself, `text` are the bytes that it was loaded from and `sha256` their hash; whoever changes a
    loaded suite sets that to None.
    """

    name: str
    kata: str
    phase: int | None
    stretch: bool
    variants: bool
    path: str
    cases: tuple[Case, ...]
    about: str = ""
    variants_score: bool = False
    version: int = 1
    sha256: str | None = None
    text: bytes = b""
