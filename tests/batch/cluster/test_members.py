"""Who is there is kept by what the scheduler tells; who may grade, by what a verdict depends on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from graders.batch.cluster.members import (
    GradingFacts,
    Member,
    Members,
    MemberState,
    SeenWorker,
    differences,
    grading_facts,
)
from graders.sandbox.isolation import IsolationUnavailableError


def ready(members: Members, **heard_at: float) -> None:
    """Have workers there that may grade."""
    members.look({name: SeenWorker(True, at) for name, at in heard_at.items()}, 0.0)
    for member in members.by_address.values():
        member.standing = MemberState.READY


def names(found: tuple[Member, ...]) -> list[str]:
    return [member.address for member in found]


def test_nobody_grades_before_he_was_compared() -> None:
    members = Members(30.0)
    changes = members.look({"a": SeenWorker(True, 1.0)}, 0.5)
    assert names(changes.joined) == ["a"]
    assert members.able == 0
    assert members.next_for_a_job() is None
    members.by_address["a"].standing = MemberState.READY
    assert members.able == 1
    assert members.next_for_a_job() is members.by_address["a"]


def test_who_was_not_started_for_us_gets_nothing() -> None:
    members = Members(30.0)
    assert not members.look({"other": SeenWorker(False, 1.0)}, 0.5).joined
    assert (members.others, members.by_address) == (1, {})


def test_who_has_nothing_comes_first_and_nobody_gets_a_third_job() -> None:
    members = Members(30.0)
    ready(members, a=1.0, b=1.0)
    order = []
    while (member := members.next_for_a_job()) is not None:
        member.jobs += 1
        order.append(member.address)
    assert order == ["a", "b", "a", "b"]
    assert members.able == 2


def test_no_more_have_a_job_than_are_to() -> None:
    members = Members(30.0)
    ready(members, a=1.0, b=1.0)
    for _ in range(2):
        member = members.next_for_a_job(most=1)
        assert member is not None
        assert member.address == "a"
        member.jobs += 1
    assert members.next_for_a_job(most=1) is None


def test_a_job_that_waits_beside_another_is_for_whoever_has_none() -> None:
    members = Members(30.0)
    ready(members, a=1.0, b=1.0)
    members.by_address["a"].jobs, members.by_address["b"].jobs = 2, 1
    assert members.waits_in_vain() is None
    members.by_address["b"].jobs = 0
    assert members.waits_in_vain() is members.by_address["a"]
    members.by_address["a"].jobs = 1
    assert members.waits_in_vain() is None


def test_who_comes_back_under_his_address_is_compared_again() -> None:
    members = Members(30.0)
    ready(members, a=1.0)
    assert names(members.look({}, 0.5).left) == ["a"]
    assert names(members.look({"a": SeenWorker(True, 9.0)}, 0.5).joined) == ["a"]
    assert members.able == 0


def test_who_says_nothing_for_long_gets_no_job_until_he_does() -> None:
    members = Members(10.0)
    ready(members, a=1.0, b=1.0)
    fell_silent = []
    for look in range(1, 31):
        changes = members.look({"a": SeenWorker(True, 1.0), "b": SeenWorker(True, 1.0 + look)}, 1.0)
        fell_silent += [(look, name) for name in names(changes.silent)]
    assert fell_silent == [(10, "a")]
    assert members.next_for_a_job() is members.by_address["b"]
    members.look({"a": SeenWorker(True, 99.0), "b": SeenWorker(True, 99.0)}, 1.0)
    assert members.able == 2


def test_all_are_refused_only_where_there_are_some() -> None:
    members = Members(10.0)
    assert not members.all_refused
    ready(members, a=1.0, b=1.0)
    members.by_address["a"].standing = MemberState.REFUSED
    assert not members.all_refused
    members.by_address["b"].standing = MemberState.REFUSED
    assert members.all_refused


@given(st.lists(st.dictionaries(st.sampled_from("abc"), st.integers(0, 3)), max_size=30))
def test_coming_and_going_add_up(looks: list[dict[str, int]]) -> None:
    members = Members(2.5)
    there: set[str] = set()
    for look in looks:
        seen = {name: SeenWorker(True, float(at)) for name, at in look.items()}
        changes = members.look(seen, 1.0)
        there = (there - set(names(changes.left))) | set(names(changes.joined))
        assert there == set(look) == set(members.by_address)
        assert set(names(changes.silent)) <= {
            name for name, member in members.by_address.items() if member.is_silent
        }


OURS = GradingFacts("0.1.0", "abcdef", "CPython 3.13.1", "bwrap", "0.11.0")


@pytest.mark.parametrize(
    ("theirs", "said"),
    [
        (OURS, ""),
        (replace(OURS, grader="0.2.0"), "its grader is 0.2.0, here it is 0.1.0"),
        (replace(OURS, source="fedcba"), "its grader's files are fedcba, here they are abcdef"),
        (replace(OURS, isolation_version="0.4.1"), "is bwrap 0.4.1, here it is bwrap 0.11.0"),
        (
            replace(OURS, isolation="limits", isolation_version=None),
            "its isolation is limits, here it is bwrap 0.11.0",
        ),
    ],
)
def test_a_difference_is_put_in_words(theirs: GradingFacts, said: str) -> None:
    found = differences(theirs, OURS)
    assert said in found
    assert bool(found) == bool(said)


def test_the_same_process_does_not_differ_from_itself() -> None:
    assert not differences(grading_facts("limits"), grading_facts("limits"))


def test_a_level_that_contains_nothing_is_for_ones_own_file() -> None:
    with pytest.raises(IsolationUnavailableError, match="contains nothing"):
        grading_facts("plain")
