"""`kata verify`: what it prints, and with which exit code it ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from graders.cli import main
from graders.commands import verify as command
from graders.katas.best_move.oracle import Bitbully
from graders.model.provenance import Submitted
from graders.model.scorecard import Scorecard
from graders.model.verdict import Verdict
from graders.tools.verifying.declared import Declaration
from graders.tools.verifying.part import Part
from graders.tools.verifying.runs import Run
from tests.tiers import sampled

GOOD = '  - {id: nine, moves: "613134432443401221", accept: [3], mate_in: 9, quiet: true}\n'
SHIPPED = '  - {id: seven, moves: "40415324456556533211", accept: [4], mate_in: 7, quiet: true}\n'
HEAD = "kata: best_move\ncap_s: 2.0\ncases:\n"


def kata_verify(*args: object) -> Result:
    return CliRunner().invoke(main, ["verify", *map(str, args)])


def bank(tmp_path: Path, case: str) -> Path:
    file = tmp_path / "bank.yaml"
    file.write_text(HEAD + case)
    return file


def test_a_true_suite_holds(tmp_path: Path) -> None:
    result = kata_verify(bank(tmp_path, GOOD), "--no-ladder")
    assert result.exit_code == 0
    assert result.output.endswith("everything holds, 0 warnings\n")
    assert "bank/nine" in result.output


@pytest.mark.parametrize(
    ("was", "became", "said"),
    [
        ("accept: [3]", "accept: [6]", "accept is [6], but the proof gives [3]"),
        ("mate_in: 9", "mate_in: 7", "mate_in is 7, but the proof gives 9"),
    ],
)
def test_a_key_changed_on_purpose_is_caught(
    was: str, became: str, said: str, tmp_path: Path
) -> None:
    result = kata_verify(bank(tmp_path, GOOD.replace(was, became)), "--no-ladder")
    assert result.exit_code == 1
    assert f"DOES NOT HOLD: bank/nine: {said}" in result.output


def test_a_drawing_changed_on_purpose_is_caught(tmp_path: Path) -> None:
    shipped = (Path(command.__file__).parents[2] / "positions/best_move/phase3.yaml").read_text()
    file = tmp_path / "phase3.yaml"
    file.write_text(shipped.replace(".Y.RYY.", ".Y.RYR."))
    assert file.read_text() != shipped
    result = kata_verify(file)
    assert result.exit_code == 2
    assert "board" in result.output
    assert result.output.count("Traceback") == 0


def test_a_shipped_position_in_a_bank_is_a_duplicate(tmp_path: Path) -> None:
    result = kata_verify(bank(tmp_path, SHIPPED), "--no-ladder")
    assert result.exit_code == 1
    assert "bank/seven, phase3/mate-in-7#1 are one position" in result.output


@pytest.mark.parametrize(
    "given",
    sampled(
        ["a path", "a path and its name", "a name twice"],
        quick=lambda given: given == "a path and its name",
    ),
)
def test_a_shipped_suite_is_no_duplicate_of_itself(
    given: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = "positions/best_move/phase2.yaml"
    monkeypatch.chdir(Path(command.__file__).parents[2])
    suites = {
        "a path": [shipped],
        "a path and its name": [shipped, "phase2"],
        "a name twice": ["phase2", "phase2"],
    }[given]
    result = kata_verify(*suites)
    assert result.exit_code == 0
    assert result.output.count("phase2/win-at-once") == 1


@pytest.mark.parametrize(
    ("arguments", "runs"),
    sampled(
        [
            ([], True),
            (["--ladder"], True),
            (["--no-ladder"], False),
            (["phase2"], False),
            (["phase2", "--no-ladder"], False),
            (["phase2", "--ladder"], True),
        ],
        quick=lambda arguments, runs: len(arguments) != 1 or not runs,
    ),
)
def test_the_ladder_runs_without_a_suite_or_where_it_is_asked_for(
    arguments: list[str], runs: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "proofs_part", lambda *_: Part("keys", "", (), ()))
    monkeypatch.setattr(command, "_ladder", lambda settings: [Part("ladder", "", (), ())])
    document = json.loads(kata_verify(*arguments, "--format", "json").stdout)
    assert ("ladder" in [part["name"] for part in document["parts"]]) is runs


def test_a_declaration_that_decides_no_shipped_case_does_not_hold() -> None:
    file = Path("three.py")
    declaration = Declaration(file, {"phase4/trap-99": (Verdict.ACCEPTED,)})
    graded = Run(declaration, Scorecard(Submitted("three.py"), "best_move", "limits", ()))
    part = command._none_idle(Part("references", "", (), ()), [graded])
    assert not part.holds
    assert "three.py: phase4/trap-99" in part.problems[0]


def test_the_parts_are_there_as_json(tmp_path: Path) -> None:
    result = kata_verify(bank(tmp_path, SHIPPED), "--no-ladder", "--format", "json")
    document = json.loads(result.stdout)
    assert [part["name"] for part in document["parts"]] == ["keys", "duplicates"]
    assert [part["holds"] for part in document["parts"]] == [True, False]


def test_the_parts_can_be_taken_into_a_page_as_they_are(tmp_path: Path) -> None:
    result = kata_verify(bank(tmp_path, SHIPPED), "--no-ladder", "--format", "github")
    head, table, *_ = result.stdout.split("\n\n")
    assert head == "### Answer keys, by exact search"
    assert table.splitlines()[2].startswith("| bank/seven | win")
    assert "\n\nDOES NOT HOLD: bank/seven, phase3/mate-in-7#1 are one position\n" in result.stdout
    assert result.stdout.endswith("\n\n1 problem, 0 warnings\n")


def test_the_oracle_is_asked_where_it_is_installed(tmp_path: Path) -> None:
    result = kata_verify(bank(tmp_path, GOOD), "--no-ladder", "--oracle", "bitbully")
    if Bitbully().is_installed():
        assert "Answer keys, against bitbully" in result.output
    else:
        assert result.exit_code == 2
        assert "bitbully is not installed" in result.output


def test_the_oracle_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bitbully, "is_installed", lambda self: False)
    result = kata_verify("--oracle", "bitbully")
    assert result.exit_code == 2
    assert "pip install 'connect-four-kata[oracle]'" in result.output


def test_figures_with_commas_and_long_reasons_are_laid_out() -> None:
    part = Part("x", "Title", ("nodes", "why"), (("3,064", "a long reason " * 12),))
    text = command._as_text(part)
    assert "3,064" in text
    assert max(map(len, text.splitlines())) < 80
