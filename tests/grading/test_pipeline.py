"""`grade_file`: the one way from a file to a scorecard."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import graders
from graders import Scorecard, UsageError, grade_file
from graders.channel.channel import Settings
from graders.grading import pipeline
from graders.grading.pipeline import Start
from graders.model.submission import Submission
from graders.model.verdict import Verdict
from graders.suites import by_name

RIGHT = "def find_best_move(board):\n    return 3\n"
WIN = "phase2/win-at-once"


@pytest.fixture
def right(tmp_path: Path) -> Path:
    file = tmp_path / "right.py"
    file.write_text(RIGHT)
    return file


def ids(card: Scorecard) -> list[str]:
    return [result.id for result in card.results]


def test_without_more_a_file_is_graded_on_the_shipped_suites_of_its_kata(right: Path) -> None:
    card = grade_file(right)
    assert card.kata == "best_move"
    assert card.complete
    assert {result.suite for result in card.results} == {"phase2", "phase3"}


def test_suites_are_given_by_name_by_path_or_loaded(right: Path) -> None:
    suite = by_name("phase2")
    for given in ("phase2", suite.path, Path(suite.path), suite):
        card = grade_file(right, suites=[given], case="*/win*")
        assert ids(card) == [WIN]


def test_it_tells_what_happens_as_it_happens(right: Path) -> None:
    seen: list[object] = []
    card = grade_file(
        str(right),
        case="phase2/*",
        on_start=seen.append,
        on_case=lambda case: seen.append(case.id),
        on_result=seen.append,
    )
    start, *rest = seen
    assert isinstance(start, Start)
    assert (start.submission, start.kata, start.isolation) == (
        str(right),
        "best_move",
        card.isolation,
    )
    assert [case.id for case in start.cases] == ids(card)
    assert rest == [each for result in card.results for each in (result.id, result)]


def test_a_file_of_no_kata_has_a_scorecard_too(tmp_path: Path) -> None:
    file = tmp_path / "nothing.py"
    file.write_text("x = 1\n")
    card = grade_file(file)
    assert [result.verdict for result in card.results] == [Verdict.LOAD_ERROR]
    assert (card.kata, card.max_score) == (pipeline.UNKNOWN, 0)
    named = grade_file(file, kata="best_move", case="phase2/*")
    assert {result.verdict for result in named.results} == {Verdict.LOAD_ERROR}
    assert named.max_score == 3


def test_a_folder_has_a_scorecard_too(tmp_path: Path) -> None:
    card = grade_file(tmp_path, kata="best_move", case=WIN)
    assert [result.verdict for result in card.results] == [Verdict.LOAD_ERROR]


def test_a_fault_of_ours_before_the_first_case_is_a_grader_error(
    right: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(submission: Submission, settings: Settings) -> None:
        raise OSError("no process to be had")

    monkeypatch.setattr(pipeline, "survey", broken)
    card = grade_file(right, kata="best_move", case=WIN)
    assert [result.verdict for result in card.results] == [Verdict.GRADER_ERROR]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"kata": "chess"}, "there is no kata 'chess'"),
        ({"suites": ["nosuch"]}, "there is no suite 'nosuch'"),
        ({"case": "nosuch"}, "no case matches 'nosuch'"),
        ({"isolation": "wishes"}, "there is no isolation 'wishes'"),
        ({"cap_s": 0.0}, "a cap is more than 0"),
        ({"cap_s": float("nan")}, "a cap is more than 0"),
        ({"cap_s": 1e9}, "a cap is more than 0"),
        ({"stretch": True, "suites": ["phase2"]}, "stretch adds to the shipped suites"),
        ({"suites": {"operations": ["published"]}}, "but none of best_move"),
    ],
)
def test_what_the_caller_has_to_mend_is_a_usage_error(
    options: dict[str, object], said: str, right: Path
) -> None:
    with pytest.raises(UsageError, match=said):
        grade_file(right, **options)  # type: ignore[arg-type]


def test_a_file_that_is_not_there_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no file"):
        grade_file(tmp_path / "gone.py")


def test_the_package_offers_it_without_being_dear_to_import() -> None:
    assert set(graders.__all__) <= {name for name in graders.__all__ if getattr(graders, name)}
    code = "import sys, graders; print('graders.model.limits' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
    with pytest.raises(AttributeError, match="no attribute 'grade_files'"):
        _ = graders.grade_files  # type: ignore[attr-defined]
