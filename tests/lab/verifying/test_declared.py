"""A rung or a specimen is one file and its declaration beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from graders.channel.budget import Settings
from graders.channel.languages import language_of
from graders.katas import all_katas
from graders.lab.verifying import declared
from graders.lab.verifying.declared import (
    NONE_NAMED,
    SOLUTIONS,
    references,
    specimens,
    starters,
)
from graders.lab.verifying.runs import references_part, run, specimens_part
from graders.sandbox.linux import Isolation
from graders.suites import by_name

SETTINGS = Settings(Isolation.LIMITS)
SUITES = {"best_move": [by_name("phase2")]}
WIN_AT_ONCE = "phase2/win-at-once"
LEFT = "def find_best_move(board):\n    return board.valid_moves()[0]\n"


def add(folder: Path, declaration: str) -> None:
    (folder / "left.py").write_text(LEFT, encoding="utf-8")
    (folder / "expected.yaml").write_text(declaration, encoding="utf-8")


def test_one_file_and_its_declaration_add_a_rung(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(tmp_path, "left.py:\n  rung: none\n  verdicts:\n    phase2/*: [wrong_answer]\n")
    monkeypatch.setattr(declared, "SOLUTIONS", tmp_path)
    (reference,) = references()
    assert (reference.file.name, reference.rung) == ("left.py", "none")
    part = references_part([run(reference, SUITES, SETTINGS)])
    assert part.holds
    assert part.rows == (("left.py", "0", "3 of 3", "0"),)


def test_one_file_and_its_declaration_add_a_specimen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(tmp_path, f"left.py:\n  why: looks left\n  verdicts:\n    {WIN_AT_ONCE}: [accepted]\n")
    monkeypatch.setattr(declared, "SPECIMENS", tmp_path)
    (specimen,) = specimens()
    assert (specimen.why, specimen.rung) == ("looks left", None)
    part = specimens_part([run(specimen, SUITES, SETTINGS, case=WIN_AT_ONCE)])
    assert [problem.split(":")[0] for problem in part.problems] == [
        f"left.py on {WIN_AT_ONCE}",
        "left.py is declared to miss nothing, so it is no specimen",
    ]


def test_a_rung_is_declared_to_be_its_own_and_any_other_reference_to_be_one_or_none() -> None:
    ladders = [ladder for kata in all_katas().values() if (ladder := kata.ladder())]
    rungs = {Path(file).stem for ladder in ladders for file in ladder.rungs}
    for each in (each for each in references() if each.file.parent == SOLUTIONS):
        name = each.file.stem
        assert each.rung in ({name} if name in rungs else {NONE_NAMED, *rungs}), name


def test_a_reference_in_another_language_is_declared_as_its_counterpart_in_python() -> None:
    in_python = {each.file.stem: each for each in references() if each.file.parent == SOLUTIONS}
    others = [each for each in references() if each.file.parent != SOLUTIONS]
    assert others
    for each in others:
        assert language_of(each.file).name.lower() == each.file.parent.name
        assert each.verdicts == in_python[each.file.stem].verdicts
        assert each.rung == NONE_NAMED, "no source in another language is read"


def test_every_kata_has_a_starter_of_its_own() -> None:
    assert [starter.parent.name for starter in starters()] == sorted(all_katas())
