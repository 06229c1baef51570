"""The suites, the references and brute force say the same of every step."""

from __future__ import annotations

import pytest

from graders.katas import kata_named
from graders.katas.connect4.kata import KATA as CONNECT4
from graders.katas.driven.kata import DrivenKata
from graders.katas.driven.prove import prove
from graders.katas.driven.task import ScriptTask, Step
from graders.katas.game_design.kata import KATA as GAME_DESIGN
from graders.lab.verifying.answer_keys import proofs_part
from tests.katas.driven.here import cases

KATAS = (CONNECT4, GAME_DESIGN)
SUITES = ("published", "rules", "game", "parts", "further")


@pytest.mark.parametrize("kata", KATAS, ids=lambda kata: kata.name)
def test_each_case_of_the_shipped_suites_is_proved(kata: DrivenKata) -> None:
    asked = cases(kata.name, *SUITES)
    part = proofs_part(kata_named(kata.name), asked)
    assert part.problems == ()
    assert len(part.rows) == len(asked)
    assert [case.id for case in asked if not case.about] == []


@pytest.mark.parametrize(
    ("kata", "steps", "problem"),
    [
        (CONNECT4, ["play 3", "board -> ///2///"], "step 2, print(): the suite '///2///', brute"),
        (CONNECT4, ["winner -> 1"], "step 1, check_winner(): the suite '1', brute force 'nobody'"),
        (CONNECT4, ["play 0 -> refused"], "step 1, play(0): the suite 'no', brute force 'yes'"),
        (GAME_DESIGN, ["turn -> 2"], "step 1, game.get_current_player(): the suite '2', brute"),
        (GAME_DESIGN, ["play 0101010", "state -> draw"], "step 8, game.get_game_state(): the sui"),
        (GAME_DESIGN, ["cell 0 3 -> 1"], "the suite '1', brute force 'empty'"),
        (GAME_DESIGN, ["can 7 -> yes"], "step 1, board.can_place(7): the suite 'yes', brute force"),
        (GAME_DESIGN, ["full -> yes"], "step 1, board.is_full(): the suite 'yes', brute force 'no"),
    ],
)
def test_a_key_that_is_wrong_but_can_be_played_is_caught(
    kata: DrivenKata, steps: list[str], problem: str
) -> None:
    proof = kata.prove(kata.read_task({"steps": steps}))
    assert not proof.holds
    assert problem in proof.problems[0]


def test_what_brute_force_alone_takes_for_right_the_reference_contradicts() -> None:
    """The bot's move is no fact of the rules: it is the reference that has to make a legal one."""
    full = tuple(Step("game", "place", (1 + n % 2, 0), "yes") for n in range(6))
    wrong = ScriptTask((6, 7, 4), (*full, Step("game", "name", (3,), "given")))
    proof = prove(wrong, (6, 7, 4), "game_design", {})
    assert proof.problems[0].startswith("the reference: step 7 of 7, name(): ")


def test_a_proof_is_told_in_games_and_steps() -> None:
    task = CONNECT4.read_task({"generate": {"games": 30, "seed": 4, "whole": 5}})
    proof = CONNECT4.prove(task)
    assert proof.holds
    assert proof.cells == ("30", f"{len(task.steps):,}")


def test_each_way_in_which_a_suite_may_ask_more_is_there() -> None:
    assert len(cases("connect4", "rules")) >= 40
    sizes = {suite: len(cases("game_design", suite)) for suite in ("game", "parts", "further")}
    assert sizes == {"game": 35, "parts": 15, "further": 20}
    many = cases("connect4", "scale")[0].task
    assert isinstance(many, ScriptTask) and many.recipe is not None
    assert many.recipe.games == 10_000
