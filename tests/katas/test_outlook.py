"""On which machines a verdict holds: where it turns, and what several together come to."""

from __future__ import annotations

import itertools
import math

from hypothesis import given
from hypothesis import strategies as st

from graders.katas.outlook import (
    EVERYWHERE,
    Accepted,
    Outlook,
    Range,
    group_outlook,
    outlook_from_rule,
)

SPEEDS = st.floats(0.001, 1000)
VERDICTS = st.sampled_from((True, False, None))


@st.composite
def outlooks(draw: st.DrawFn) -> Outlook:
    starts = [0.0, *sorted(draw(st.sets(SPEEDS, max_size=5)))]
    return Outlook(tuple((start, draw(VERDICTS)) for start in starts))


@given(outlooks(), SPEEDS)
def test_a_rule_is_found_again_from_where_it_may_turn(outlook: Outlook, speed: float) -> None:
    found = outlook_from_rule(outlook.at, [start for start, _ in outlook.turns])
    assert found.at(speed) is outlook.at(speed)
    verdicts = [verdict for _, verdict in found.turns]
    assert all(one is not other for one, other in itertools.pairwise(verdicts))


@given(st.lists(outlooks(), min_size=1, max_size=4), SPEEDS)
def test_a_group_is_missed_with_one_member_and_accepted_with_all(
    members: list[Outlook], speed: float
) -> None:
    each = {member.at(speed) for member in members}
    wanted: Accepted = False if False in each else None if None in each else True
    assert group_outlook(members).at(speed) is wanted


@given(outlooks(), st.booleans(), SPEEDS)
def test_a_verdict_holds_throughout_its_range(
    outlook: Outlook, accepted: bool, speed: float
) -> None:
    found = outlook.holds(accepted)
    assert (found is None) is (outlook.at(1.0) is not accepted)
    if found is not None:
        assert found.slowest <= 1.0 < found.fastest
        if found.slowest <= speed < found.fastest:
            assert outlook.at(speed) is accepted
        if math.isfinite(found.fastest):
            assert outlook.at(found.fastest) is (None if found.at_least else not accepted)


def test_what_was_not_looked_at_is_said_to_hold_at_least_so_far() -> None:
    outlook = Outlook(((0.0, True), (0.5, False), (10.0, None)))
    assert outlook.holds(False) == Range(0.5, 10.0, at_least=True)
    assert outlook.holds(True) is None


def test_ranges_meet_where_both_hold() -> None:
    assert EVERYWHERE.meet(Range(0.1, 9.0)) == Range(0.1, 9.0)
    assert Range(0.1, 9.0, True).meet(Range(0.05, 3.0)) == Range(0.1, 3.0, at_least=False)
