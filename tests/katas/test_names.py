"""A kata is loaded where a file may be for it, by the names in the file, and no other is."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from graders.grading.prepare import recognise
from graders.katas import NAMES, all_katas
from graders.katas.kata import Kata
from graders.lab.verifying.declared import KATAS
from graders.model.request import Survey
from graders.model.submission import Speech
from graders.runners.python.survey import survey as survey_of


def test_a_kata_is_called_as_its_folder() -> None:
    assert {name: kata.name for name, kata in all_katas().items()} == {
        name: name for name in all_katas()
    }


@pytest.mark.parametrize("name", all_katas())
def test_one_that_is_asked_for_is_loaded_alone(name: str) -> None:
    others = tuple(f"graders.katas.{other}" for other in all_katas() if other != name)
    code = (
        "import sys; from graders.katas import kata_named;"
        f"kata_named({name!r});"
        f"print([each for each in sys.modules if each.startswith({others!r})])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def one(name: str, *methods: str) -> Survey:
    return Survey(methods=((name, methods),))


@pytest.mark.parametrize(
    ("survey", "name"),
    [
        (Survey(functions=("find_best_move",)), "best_move"),
        (Survey(functions=("findBestMove",), speech=Speech.JAVASCRIPT), "best_move"),
        (Survey(others=("find_best_move",)), "best_move"),
        (one("Search", "find_best_move"), "best_move"),
        (Survey(functions=("agent",)), "best_move"),
        (Survey(others=("agent",)), "best_move"),
        (Survey(functions=("mine",), last=("mine", ("obs", "config"))), "best_move"),
        (Survey(functions=("mine",), last=("mine", ("observation",))), "best_move"),
        (Survey(functions=("solution",)), "operations"),
        (one("Engine", "solution"), "operations"),
        (one("Connect4", "play"), "connect4"),
        (one("ConnectFour", "play"), "connect4"),
        (one("Game", "make_move"), "game_design"),
        (one("Game", "makeMove"), "game_design"),
    ],
)
def test_it_is_not_ruled_out_by_the_names_of_any_entry(survey: Survey, name: str) -> None:
    assert recognise(survey).name == name


@pytest.mark.parametrize("kata", all_katas().values(), ids=lambda kata: kata.name)
def test_it_is_not_ruled_out_by_what_it_calls_nor_by_its_starter(kata: Kata[Any]) -> None:
    for called in () if kata.is_driven else kata.names_called():
        assert kata in all_katas().of_names({called}), f"{called} is not in {kata.name}/{NAMES}"
    starter = (KATAS / kata.name / "starter.py").read_text(encoding="utf-8")
    functions, _, classes, _ = survey_of(starter, "starter.py")
    methods = tuple((name, tuple(own)) for name, own in classes)
    assert recognise(Survey(functions=tuple(functions), methods=methods)) is kata


def test_a_driver_may_be_for_each_kata_that_is_driven() -> None:
    driven = [kata for kata in all_katas().values() if kata.is_driven]
    assert all_katas().of_names({"Driver", "move"}) == driven
