"""A group: several members under one id and one point; read strictly, selected, turned about."""

from __future__ import annotations

from pathlib import Path

import pytest

from graders.katas import kata_named
from graders.katas.best_move.task import BestMoveTask
from graders.model.suite import Case, members_of
from graders.suites import SuiteError, load_suite
from graders.suites.selection import Selection, select, suites_for

BEST_MOVE = kata_named("best_move")
SUITE = """\
kata: best_move
cap_s: 2.0
cases:
  - id: single
    moves: "0032334033"
    accept: [6]
  - id: both
    about: mate in nine, twice
    points: 2
    cap_s: 3
    members:
      - moves: "0032334033"
        accept: [6]
      - moves: "36013401106063"
        to_move: RED
        accept: [6]
        mate_in: 9
"""


def written(tmp_path: Path, text: str = SUITE) -> Path:
    path = tmp_path / "bank.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def chosen(tmp_path: Path, *patterns: str, **more: object) -> tuple[Case, ...]:
    path = written(tmp_path)
    selection = Selection(suites=[path], pattern=patterns, **more)  # type: ignore[arg-type]
    return select(BEST_MOVE, suites_for(BEST_MOVE, selection), selection)


def test_a_group_has_the_points_and_each_member_a_task_of_its_own(tmp_path: Path) -> None:
    single, both = load_suite(written(tmp_path)).cases
    assert (both.id, both.points, both.cap_s, both.task) == ("bank/both", 2, 3.0, None)
    assert [(each.id, each.points, each.cap_s) for each in both.members] == [
        ("bank/both#1", 0, 3.0),
        ("bank/both#2", 0, 3.0),
    ]
    assert [each.task for each in both.members] == [
        BestMoveTask("0032334033", (6,)),
        BestMoveTask("36013401106063", (6,), mate_in=9),
    ]
    assert single.members == (single,)
    assert members_of([single, both]) == (single, *both.group)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "to_move: RED\n        accept: [6]",
            "to_move: RED\n        accept: [7]",
            "line 16, case both, member 2: accept: there is no column 7",
        ),
        ("mate_in: 9", "mate: 9", "line 17, case both, member 2: mate: unknown field 'mate'"),
        ("mate_in: 9", "id: x", "member 2: id: this belongs to the group, not to a member"),
        ("mate_in: 9", "points: 1", "line 17, case both, member 2: points: this belongs to"),
        ("mate_in: 9", "members: []", "member 2: members: this belongs to the group, not to"),
        ("    cap_s: 3\n", "    mate_in: 9\n", "line 10, case both: mate_in: in a group this bel"),
        (
            SUITE[SUITE.index('      - moves: "36') :],
            "",
            "line 11, case both: members: a group should be 2 to 4 of them, but there are 1",
        ),
        (
            SUITE[SUITE.index('      - moves: "0') :],
            "      - 7\n" * 5,
            "line 11, case both: members: a group should be 2 to 4 of them, but there are 5",
        ),
        (
            SUITE[SUITE.index("    members:") :],
            "    members: soon\n",
            "line 11, case both: members: should be a list",
        ),
        (
            SUITE[SUITE.index('      - moves: "36') :],
            "      - soon\n",
            "line 14, case both, member 2: members: a member should be a mapping, but this is 's",
        ),
        (
            "    members:",
            "    membres:",
            "membres: unknown field 'membres' (did you mean 'members'",
        ),
    ],
)
def test_what_is_wrong_is_named_with_line_case_member_and_field(
    old: str, new: str, message: str, tmp_path: Path
) -> None:
    assert SUITE.count(old) == 1
    path = written(tmp_path, SUITE.replace(old, new))
    with pytest.raises(SuiteError) as caught:
        load_suite(path)
    line = str(caught.value)
    assert line.startswith(str(path))
    assert "\n" not in line
    assert message in line


def test_a_glob_over_ids_picks_whole_groups(tmp_path: Path) -> None:
    for pattern in ("*", "bank/*", "*both*", "bank/both"):
        assert chosen(tmp_path, pattern)[-1].id == "bank/both"


def test_a_glob_that_only_members_match_picks_those_as_cases_of_no_points(tmp_path: Path) -> None:
    assert [(case.id, case.points) for case in chosen(tmp_path, "*#2")] == [("bank/both#2", 0)]
    assert [case.id for case in chosen(tmp_path, "bank/both#?")] == ["bank/both#1", "bank/both#2"]
    with pytest.raises(SuiteError, match="the cases are bank/single, bank/both"):
        chosen(tmp_path, "*#3")
    assert [case.id for case in chosen(tmp_path, "both#1")] == ["bank/both#1"]
    with pytest.raises(SuiteError, match="did you mean bank/both#1 or bank/both#2"):
        chosen(tmp_path, "both#11")


def test_a_cap_of_the_run_holds_for_every_member(tmp_path: Path) -> None:
    (both,) = chosen(tmp_path, "bank/both", cap_s=0.25)
    assert {case.cap_s for case in (both, *both.members)} == {0.25}


def test_a_variant_of_a_group_is_that_of_each_member(tmp_path: Path) -> None:
    cases = chosen(tmp_path, "bank/both*", variants=True)
    assert [(case.id, case.points) for case in cases] == [
        ("bank/both", 2),
        ("bank/both~mirror", 0),
        ("bank/both~swap", 0),
        ("bank/both~mirror-swap", 0),
    ]
    mirror = cases[1]
    assert [case.id for case in mirror.members] == ["bank/both#1~mirror", "bank/both#2~mirror"]
    assert [case.task for case in mirror.members] == [
        BestMoveTask("6634332633", (0,)),
        BestMoveTask("30653265560603", (0,), mate_in=9),
    ]
    assert [case.id for case in chosen(tmp_path, "*#1~swap", variants=True)] == ["bank/both#1~swap"]
