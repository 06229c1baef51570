"""A bank as it is mined by default, held against every guesser.

`banks/groups-5.yaml` is what the command in its head writes.
"""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

from graders.katas.best_move.guessers import guessers
from graders.katas.best_move.mining import groups
from graders.katas.best_move.mining.groups import MOST_CHANCE
from graders.katas.best_move.mining.held_out import GuessRate, guess_rates, not_chosen_by
from graders.katas.best_move.mining.order import Order
from graders.katas.best_move.mining.search import bank_text
from graders.katas.best_move.prove import oversight, prove
from graders.katas.best_move.task import BestMoveTask
from graders.suites import load_suite

BANK = Path(__file__).parent / "banks/groups-5.yaml"


def mined_groups() -> list[tuple[BestMoveTask, ...]]:
    """Return the cases of the bank that was mined without what can be guessed."""
    cases = load_suite(BANK).cases
    return [
        tuple(member.task for member in case.members if isinstance(member.task, BestMoveTask))
        for case in cases
    ]


def test_the_head_of_the_groups_holds_the_command() -> None:
    order, text = Order(5, count=3, seed=2026), BANK.read_text(encoding="utf-8")
    rates = [GuessRate(name, (0,)) for name in names_in(text)]
    assert figures_left_out(text) == figures_left_out(bank_text(order, mined_groups(), rates))
    assert names_in(text) == [each.name for each in not_chosen_by(5)]


@pytest.mark.thorough
def test_the_head_holds_what_the_rest_of_the_panel_answers() -> None:
    rates = guess_rates(5, mined_groups())
    text = bank_text(Order(5, count=3, seed=2026), mined_groups(), rates)
    assert BANK.read_text(encoding="utf-8") == text


RATE = re.compile(r"^#     (.*\.py.*): .*$", re.MULTILINE)


def names_in(text: str) -> list[str]:
    return RATE.findall(text)


def figures_left_out(text: str) -> str:
    return RATE.sub(r"\1", text)


@pytest.mark.thorough
def test_no_guesser_finds_a_whole_group() -> None:
    asked = [*groups.panel(5).cheap, *groups.panel(5).costly]
    for members in mined_groups():
        assert [each.name for each in asked if all(map(each.finds, members))] == []
        assert len(members) > 1
        assert math.prod(groups.chance(task) for task in members) <= MOST_CHANCE


def test_who_sees_the_mate_finds_every_group() -> None:
    seeing = [each for each in guessers() if each.sight in (5, 6)]
    assert all(
        each.finds(task) for each in seeing for members in mined_groups() for task in members
    )


def test_the_groups_are_proved_balanced_and_natural() -> None:
    tasks = [task for members in mined_groups() for task in members]
    assert all(prove(task).problems == () and oversight(task.moves) is None for task in tasks)
    assert sum(1 if task.to_move == "R" else -1 for task in tasks) in (0, 1)
