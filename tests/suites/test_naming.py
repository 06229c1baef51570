"""Naming a case as a person does: by id, without its suite, by a glob, by a member's number."""

from __future__ import annotations

import pytest

from graders.katas import all_katas, kata_named
from graders.model.suite import Suite
from graders.suites import SuiteError, by_name
from graders.suites.selection import cases_named, find_cases

BEST_MOVE = [kata_named("best_move")]


def ids(name: str, stretch: bool = True) -> list[str]:
    return [case.id for case in cases_named(BEST_MOVE, name, stretch)]


def test_a_case_goes_by_its_id_by_its_bare_name_and_by_a_glob() -> None:
    assert ids("phase3/mate-in-9") == ids("mate-in-9") == ids("*in-9") == ["phase3/mate-in-9"]
    assert ids("phase2/*") == [case.id for case in by_name("phase2").cases]


@pytest.mark.parametrize("name", ["mate-in-9#2", "phase3/mate-in-9#2"])
def test_one_member_of_a_group_goes_by_its_number(name: str) -> None:
    assert ids(name) == ["phase3/mate-in-9#2"]
    assert [case.points for case in cases_named(BEST_MOVE, name)] == [0]


def test_a_variant_goes_by_its_tilde() -> None:
    assert ids("mate-in-9~mirror") == ["phase3/mate-in-9~mirror"]
    assert ids("mate-in-9#1~swap") == ["phase3/mate-in-9#1~swap"]


def test_the_stretch_suites_are_looked_into_unless_they_are_not_wanted() -> None:
    assert ids("trap-5") == ["phase4/trap-5"]
    with pytest.raises(SuiteError, match="no case matches 'trap-5'"):
        ids("trap-5", stretch=False)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("mate-in-8", "phase3/mate-in-"),
        ("phase3/mate-in-9#3", "phase3/mate-in-9#"),
        ("phase3", "phase3/*"),
        ("win-at-onec", "phase2/win-at-once"),
    ],
)
def test_a_name_that_is_nearly_right_is_told_what_is_near(name: str, meant: str) -> None:
    with pytest.raises(SuiteError, match=r"did you mean ") as raised:
        ids(name)
    assert meant in str(raised.value)


def test_a_name_like_no_other_is_told_which_cases_there_are() -> None:
    with pytest.raises(SuiteError, match="the cases are phase2/win-at-once, "):
        ids("chess")
    with pytest.raises(SuiteError, match="such as mate-in-9"):
        ids("")


def test_every_case_that_is_shipped_is_found_in_its_own_kata() -> None:
    katas = list(all_katas().values())
    assert [one.kata.name for one in find_cases(katas, "example-1")] == ["operations"]
    assert [one.kata.name for one in find_cases(katas, "mate-in-5")] == ["best_move"]


def test_given_suites_are_looked_into_in_place_of_the_shipped_ones() -> None:
    suite: Suite = by_name("phase2")
    assert len(cases_named(BEST_MOVE, "*", suites=[suite])) == len(suite.cases)
    with pytest.raises(SuiteError, match="no case matches"):
        cases_named(BEST_MOVE, "mate-in-9", suites=[suite])
