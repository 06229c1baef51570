"""Which cases a run is about."""

from __future__ import annotations

from pathlib import Path

import pytest

from graders.katas import kata_named
from graders.model.suite import Case
from graders.suites import SuiteError, by_name
from graders.suites.selection import Selection, select, suites_for

BEST_MOVE = kata_named("best_move")


def chosen(selection: Selection) -> tuple[Case, ...]:
    return select(BEST_MOVE, suites_for(BEST_MOVE, selection), selection)


def test_the_shipped_suites_are_the_default_without_the_stretch_ones() -> None:
    suites = {case.id.split("/")[0] for case in chosen(Selection())}
    assert suites == {"phase2", "phase3"}


def test_stretch_adds_the_stretch_suites() -> None:
    suites = {case.id.split("/")[0] for case in chosen(Selection(stretch=True))}
    assert suites == {"phase2", "phase3", "phase4"}


def test_a_shipped_suite_goes_by_its_name() -> None:
    assert {case.id.split("/")[0] for case in chosen(Selection(suites=["phase4"]))} == {"phase4"}


def test_a_glob_picks_cases() -> None:
    assert [case.id for case in chosen(Selection(pattern="*/mate-in-9"))] == ["phase3/mate-in-9"]


def test_a_glob_that_matches_nothing_names_what_there_is() -> None:
    with pytest.raises(SuiteError, match=r"no case matches 'x\*'; the cases are phase2/"):
        chosen(Selection(pattern="x*"))


def test_a_cap_stands_in_place_of_the_suites_own() -> None:
    assert {case.cap_s for case in chosen(Selection(cap_s=0.25))} == {0.25}


def test_variants_stand_beside_their_case_and_count_nothing() -> None:
    cases = chosen(Selection(pattern="phase3/mate-in-9*", variants=True))
    assert [(case.id, case.points) for case in cases] == [
        ("phase3/mate-in-9", 1),
        ("phase3/mate-in-9~mirror", 0),
        ("phase3/mate-in-9~swap", 0),
        ("phase3/mate-in-9~mirror-swap", 0),
    ]


def test_suites_of_two_katas_are_refused() -> None:
    with pytest.raises(SuiteError, match="one run grades one kata"):
        Selection(suites=["phase2", "operations/published"]).loaded()


def test_one_suite_twice_is_refused() -> None:
    with pytest.raises(SuiteError, match="two suites are called phase2"):
        Selection(suites=["phase2", "phase2"]).loaded()


def test_a_suite_of_another_kata_is_refused() -> None:
    with pytest.raises(SuiteError, match="is a suite for operations, not for best_move"):
        chosen(Selection(suites=["operations/published"]))


def test_the_suites_tell_the_kata_unless_they_are_given_for_each() -> None:
    assert Selection().loaded().kata is None
    assert Selection(suites=["phase2"]).loaded().kata == "best_move"
    assert Selection(suites=["operations/published"]).loaded().kata == "operations"
    each = Selection(suites={"operations": ["published"], "best_move": ["phase2"]})
    assert each.loaded().kata is None
    assert {case.id.split("/")[0] for case in chosen(each)} == {"phase2"}


def test_a_name_that_several_katas_have_is_that_of_the_kata_of_the_file() -> None:
    loaded = Selection(suites=["published", "rules"]).loaded()
    assert loaded.kata is None
    assert isinstance(loaded.suites, dict)
    assert {"connect4", "operations"} <= set(loaded.suites)
    for kata, suites in loaded.suites.items():
        assert [(suite.kata, suite.name) for suite in suites] == [
            (kata, "published"),
            (kata, "rules"),
        ]
    with pytest.raises(SuiteError, match="but none of best_move"):
        chosen(Selection(suites=["published"]).loaded())


def test_suites_for_other_katas_only_are_refused() -> None:
    with pytest.raises(SuiteError, match="suites of operations, but none of best_move"):
        chosen(Selection(suites={"operations": ["published"]}))


def test_a_suite_may_be_given_loaded_or_as_a_path(tmp_path: Path) -> None:
    suite = by_name("phase2")
    assert chosen(Selection(suites=[suite])) == suite.cases
    assert chosen(Selection(suites=[Path(suite.path)])) == suite.cases


def test_of_several_globs_one_has_to_match() -> None:
    with pytest.raises(SuiteError, match=r"no case matches 'nosuch'; "):
        chosen(Selection(pattern=["*/mate-in-9", "nosuch"]))
    suites = {"best_move": ("phase3",)}
    others = chosen(Selection(suites, pattern=["*/mate-in-9", "rules/k-1"]))
    assert [case.id for case in others] == ["phase3/mate-in-9"], "rules is a suite of operations"
    ids = [case.id for case in chosen(Selection(pattern=["*/mate-in-9", "phase2/w*"]))]
    assert ids == ["phase2/win-at-once", "phase3/mate-in-9"]


@pytest.mark.parametrize(("score", "points"), [("true", [1, 1, 1, 1]), ("false", [1, 0, 0, 0])])
def test_a_suite_may_ask_for_variants_and_for_points_for_them(
    score: str, points: list[int], tmp_path: Path
) -> None:
    bank = tmp_path / "bank.yaml"
    bank.write_text(
        f"kata: best_move\ncap_s: 2.0\nvariants: true\nvariants_score: {score}\ncases:\n"
        '  - {id: nine, moves: "36013401106063", accept: [6], mate_in: 9, points: 1}\n'
    )
    cases = chosen(Selection(suites=[str(bank)]))
    assert [case.points for case in cases] == points


def test_some_cases_may_come_before_the_others() -> None:
    as_usual = [case.id for case in chosen(Selection())]
    last = as_usual[-1]
    moved = Selection(first=[last, "no/such"])
    assert [case.id for case in chosen(moved)] == [last, *as_usual[:-1]]
    of_one_suite = chosen(Selection(pattern="phase2/*", first=[last]))
    assert [case.id for case in of_one_suite] == as_usual[: len(of_one_suite)]
