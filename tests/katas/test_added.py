"""A kata is one folder: those in `added/`, found by their place, go the whole way.

Nothing in the grader knows of them: not their names, not what they ask, not what is right. One
asks for a single call, and an exception may be right; the other for a session on a live object.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from graders import grade_file, katas
from graders.cli import main
from graders.katas import all_katas
from graders.suites import SuiteError, load_suite

FOLDER = Path(__file__).parent / "added"
SUITE = FOLDER / "division" / "quotients.yaml"
STACKS = FOLDER / "stack" / "stacks.yaml"
RIGHT = "def divide(a, b):\n    return a // b\n"
NEVER_RAISES = "def divide(a, b):\n    return a // b if b else 0\n"


@pytest.fixture(autouse=True)
def added(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(katas, "__path__", [*katas.__path__, str(FOLDER)])


def kata(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def suite_with(tmp_path: Path, was: str, becomes: str) -> Path:
    file = tmp_path / "quotients.yaml"
    file.write_text(SUITE.read_text(encoding="utf-8").replace(was, becomes), encoding="utf-8")
    return file


@pytest.fixture
def right(tmp_path: Path) -> Path:
    file = tmp_path / "right.py"
    file.write_text(RIGHT, encoding="utf-8")
    return file


def test_they_are_found_beside_those_that_come_with_the_project(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with_them = set(all_katas())
    monkeypatch.undo()
    assert with_them - set(all_katas()) == {"division", "stack"}


def test_one_that_lacks_what_every_kata_says_is_refused_by_the_name_of_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "half").mkdir()
    source = "class KATA:\n    name = function = expects = 'half'\n"
    (tmp_path / "half" / "__init__.py").write_text(source, encoding="utf-8")
    monkeypatch.setattr(katas, "__path__", [str(tmp_path)])
    with pytest.raises(TypeError, match="the kata half has no proofs"):
        katas.kata_named("half")


def test_its_suite_is_read_by_its_own_rules(tmp_path: Path) -> None:
    assert load_suite(SUITE).kata == "division"
    with pytest.raises(SuiteError, match="gives: write either this or raises"):
        load_suite(suite_with(tmp_path, ", gives: 3}", "}"))


def test_a_file_is_recognised_as_meant_for_it(right: Path) -> None:
    card = grade_file(right, suites={"division": [load_suite(SUITE)]}, isolation="limits")
    assert card.kata == "division"
    assert card.score == card.max_score == 3


def test_an_exception_can_be_the_right_answer(right: Path, tmp_path: Path) -> None:
    card = grade_file(right, suites=[SUITE], isolation="limits")
    assert [result.verdict.value for result in card.results] == ["accepted"] * 3
    never = tmp_path / "never.py"
    never.write_text(NEVER_RAISES, encoding="utf-8")
    last = grade_file(never, suites=[SUITE], isolation="limits").results[-1]
    assert last.message == "1 by 0: 0, not ZeroDivisionError"


@pytest.mark.parametrize("form", ["text", "json"])
def test_it_is_graded_and_reported_from_the_command_line(right: Path, form: str) -> None:
    result = kata("grade", right, "--suite", SUITE, "--format", form, "--isolation", "limits")
    assert result.exit_code == 0, result.output
    assert "quotients/by-zero" in result.output
    if form == "json":
        assert json.loads(result.stdout)["kata"] == "division"


def test_its_keys_are_proved_by_kata_verify() -> None:
    result = kata("verify", SUITE)
    assert result.exit_code == 0, result.output
    assert "Quotients, by adding up" in result.output
    assert result.output.endswith("everything holds, 0 warnings\n")


def test_a_wrong_key_of_it_fails_kata_verify(tmp_path: Path) -> None:
    result = kata("verify", suite_with(tmp_path, "b: 2, gives: 3", "b: 2, gives: 4"))
    assert result.exit_code == 1
    assert (
        "DOES NOT HOLD: quotients/rounds-down: the suite says 4, but the proof gives 3"
        in result.output
    )


def test_a_case_that_stands_twice_fails_kata_verify(tmp_path: Path) -> None:
    result = kata("verify", suite_with(tmp_path, "a: 7, b: 2", "a: 12, b: 4"))
    assert result.exit_code == 1
    assert "quotients/even, quotients/rounds-down are one position" in result.output


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("pops", "verdict", "said"),
    [
        ("self.items.pop()", "accepted", ""),
        ("self.items.pop(0)", "wrong_answer", "step 3, pop: 1, not 2"),
        ("self.items and self.items.pop()", "wrong_answer", "step 3, pop: [], not 'IndexError'"),
        ("None", "wrong_answer", "step 3, pop: None, not 2"),
    ],
)
def test_several_calls_on_one_object_are_one_case(
    pops: str, verdict: str, said: str, tmp_path: Path
) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(
        "class Stack:\n    def __init__(self): self.items = []\n"
        f"    def push(self, item): self.items.append(item)\n    def pop(self): return {pops}\n",
        encoding="utf-8",
    )
    result = kata("grade", mine, "--suite", STACKS, "--format", "json", "--isolation", "limits")
    document = json.loads(result.stdout)
    missed = [case for case in document["cases"] if case["verdict"] != "accepted"]
    assert result.exit_code == (1 if missed else 0)
    assert {case["verdict"] for case in missed} == ({verdict} if said else set())
    assert [case["message"] for case in missed[:1]] == ([said] if said else [])


def test_a_wrong_key_of_a_session_fails_kata_verify(tmp_path: Path) -> None:
    assert kata("verify", STACKS).exit_code == 0
    wrong = tmp_path / "stacks.yaml"
    wrong.write_text(STACKS.read_text(encoding="utf-8").replace("pop -> 1", "pop -> 2"))
    result = kata("verify", wrong)
    assert result.exit_code == 1
    assert "DOES NOT HOLD: stacks/last-first: step 4 gives 1, not 2" in result.output


GROUPS = """\
kata: division
cap_s: 10.0
cases:
  - id: three
    points: 3
    members:
      - {a: 8, b: 2, gives: 4}
      - {a: 7, b: 2, gives: 3}
      - {a: 1, b: 0, raises: ZeroDivisionError}
"""


@pytest.fixture
def groups(tmp_path: Path) -> Path:
    file = tmp_path / "groups.yaml"
    file.write_text(GROUPS, encoding="utf-8")
    return file


def test_a_case_of_it_may_be_a_group(right: Path, groups: Path, tmp_path: Path) -> None:
    card = grade_file(right, suites=[groups], isolation="limits")
    assert (card.score, card.max_score, card.results[0].group_size) == (3, 3, 3)
    rounds_up = tmp_path / "up.py"
    rounds_up.write_text("def divide(a, b):\n    return -(-a // b)\n", encoding="utf-8")
    text = kata("grade", rounds_up, "--suite", groups, "--isolation", "limits")
    assert text.exit_code == 1
    lines = text.stdout.splitlines()
    at = next(number for number, line in enumerate(lines) if "groups/three" in line)
    words = lines[at].split()
    assert [*words[:3], *words[-2:]] == ["✗", "groups/three", "4", "wrong", "answer"]
    assert "score 0/3" in lines
    at = lines.index("First to look at: groups/three#2, wrong answer")
    assert lines[at + 1] == "  7 by 2: 4, not 3"


def test_a_member_can_be_graded_alone(right: Path, groups: Path) -> None:
    words = ("--case", "groups/three#3", "--format", "json", "--isolation", "limits")
    result = kata("grade", right, "--suite", groups, *words)
    [case] = json.loads(result.stdout)["cases"]
    assert (result.exit_code, case["id"], case["max_points"]) == (0, "groups/three#3", 0)


def test_the_members_of_a_group_are_proved_one_by_one(groups: Path) -> None:
    groups.write_text(GROUPS.replace("a: 8, b: 2", "a: 1, b: 0"))
    result = kata("verify", groups)
    assert result.exit_code == 1
    for problem in (
        "groups/three#1: the suite says 4, but the proof gives ZeroDivisionError",
        "groups/three#1, groups/three#3 are one position",
    ):
        assert f"DOES NOT HOLD: {problem}" in result.output


@pytest.mark.parametrize("name", ["division", "stack"])
def test_a_kata_need_not_offer_what_it_does_not_have(name: str) -> None:
    added = all_katas()[name]
    assert not (added.mining() or added.ladder() or added.known_answers() or added.oracle())
    assert name not in kata("bench", "--help").output
