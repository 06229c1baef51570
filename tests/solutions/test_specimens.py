"""Every reference and every specimen is declared, and the unsound table is wrong as it says."""

from __future__ import annotations

import ast
import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from graders.katas import all_katas
from graders.lab.verifying.declared import SOLUTIONS, SPECIMENS, references, specimens
from graders.lab.verifying.specimens import specimens_folder
from graders.model.request import Survey
from graders.runners.python.survey import survey
from kata.board import Board, Player
from solutions import transposition
from tests.tiers import a_few

MADE = specimens_folder(SPECIMENS)
FOR_CLASSES = ("__future__", "dataclasses", "enum", "typing")
"""Modules of the standard library that a design of several classes is written with."""


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.glob("*.py")} - {"__init__.py"}


def is_a_submission(file: Path) -> bool:
    """Tell whether some kata finds something to call in it; a library has nothing of the kind."""
    functions, _, classes, _ = survey(file.read_text(encoding="utf-8"), file.name)
    bound = Survey(
        functions=tuple(functions),
        methods=tuple((name, tuple(methods)) for name, methods in classes),
    )
    return any(kata.entries(bound) for kata in all_katas().values())


def loaded(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, MADE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_reference_and_every_specimen_is_declared() -> None:
    assert {each.file.name for each in references() if each.file.parent == SOLUTIONS} == {
        name for name in files(SOLUTIONS) if is_a_submission(SOLUTIONS / name)
    }
    in_javascript = {path.name for path in MADE.glob("*.mjs")}
    assert {each.file.name for each in specimens()} == files(MADE) | in_javascript


@pytest.mark.parametrize("name", sorted(files(MADE)))
def test_a_specimen_says_what_it_must_miss_and_imports_only_the_kata(name: str) -> None:
    tree = ast.parse((MADE / name).read_text(encoding="utf-8"))
    assert "must" in (ast.get_docstring(tree) or "")
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported <= {"kata.board", "collections.abc", "copy", *FOR_CLASSES}
    bare = [node for node in ast.walk(tree) if isinstance(node, ast.Import)]
    assert {alias.name for node in bare for alias in node.names} <= {"time"}


def test_the_style_is_held_in_a_specimen_of_which_only_a_patch_lies_there() -> None:
    of_printing_and_of_what_is_shared = "T20,RUF012"
    ruff = [sys.executable, "-m", "ruff"]
    given = ["--no-cache", "--config", SOLUTIONS.parent / "pyproject.toml", MADE]
    for step in (["check", "--ignore", of_printing_and_of_what_is_shared], ["format", "--check"]):
        subprocess.run([*ruff, *step, *given], check=True)


@pytest.mark.parametrize("moves", a_few(["354305415062", "5553466341"], 1))
def test_a_table_without_flags_is_wrong_where_one_with_flags_is_right(moves: str) -> None:
    found = loaded("unsound_transposition").find_best_move(Board.from_moves(moves))
    assert found != 4
    assert transposition.find_best_move(Board.from_moves(moves), 1e9) == 4


def test_red_only_plays_for_red_when_yellow_is_to_move() -> None:
    find_best_move = loaded("red_only").find_best_move
    moves = "0325323342206055"
    assert find_best_move(Board.from_moves(moves)) == 4
    assert find_best_move(Board.from_moves(moves, Player.YELLOW)) != 4
