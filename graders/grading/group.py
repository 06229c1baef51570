"""Make one result of those of a group's members: all of them accepted, or the first miss."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from graders.grading.card import at_stake
from graders.model.scorecard import Result
from graders.model.suite import Case


def put_into_one(case: Case, members: Sequence[Result]) -> Result:
    """Return the result of a group from those of its members, at least one, up to the first miss.

    Its point is won by all members together; every other fact is that of the member which decides.
    """
    decides = deciding(members)
    all_accepted = len(members) == len(case.group) and all(each.accepted for each in members)
    group = Result(
        case.id,
        decides.verdict,
        case.points if all_accepted else 0,
        at_stake(case.points, decides.verdict),
        case.cap_s,
        about=case.about,
        group_size=len(case.group),
        decided_by=decides.id,
    )
    return with_members(group, members)


def deciding(members: Sequence[Result]) -> Result:
    """Return the member that was missed, or else the one that came nearest to its cap.

    >>> from graders.model.verdict import Verdict
    >>> slow = Result("a/b#1", Verdict.ACCEPTED, 0, 0, 2.0, wall_s=1.5)
    >>> fast = Result("a/b#2", Verdict.ACCEPTED, 0, 0, 2.0, wall_s=0.5)
    >>> deciding([slow, fast]).id
    'a/b#1'
    """
    missed = [member for member in members if not member.accepted]
    return missed[0] if missed else max(members, key=lambda member: member.counted_s)


def with_members(group: Result, members: Sequence[Result]) -> Result:
    """Return a group's result with other members of the same ids, and its facts from them.

    What is the group's own stays: id, points and `about`.
    """
    decides = next(member for member in members if member.id == group.decided_by)
    return replace(
        decides,
        id=group.id,
        points=group.points,
        max_points=group.max_points,
        about=group.about,
        group_size=group.group_size,
        members=tuple(members),
        decided_by=group.decided_by,
    )
