"""The positions of `kata daily`: one a date, varied, none like another, each proved."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta

import pytest

from graders.commands.mine import shipped_identities
from graders.katas import kata_named
from graders.katas.best_move.daily import DailyPositions, positions
from graders.katas.best_move.prove import settle
from graders.katas.best_move.task import BestMoveTask, identity
from graders.model.explanation import Picture

DAILY = DailyPositions()
EVERY = 24


def not_proved(tasks: tuple[BestMoveTask, ...]) -> list[str]:
    return [f"{task.moves}: {said}" for task in tasks for said in settle(task).problems]


def test_a_sample_is_proved() -> None:
    assert not_proved(positions()[::EVERY]) == []


@pytest.mark.thorough
def test_every_position_is_proved() -> None:
    assert not_proved(positions()) == []


def test_they_are_enough_for_a_leap_year_and_varied() -> None:
    assert len(positions()) == DAILY.count == 366
    mates = Counter((task.mate_in, task.to_move) for task in positions())
    assert {mate for mate, _ in mates} == {3, 5, 7, 9}
    assert min(mates.values()) >= 45


def test_none_is_like_another_or_in_a_suite() -> None:
    own = {identity(task) for task in positions()}
    assert len(own) == len(positions())
    assert not own & shipped_identities(kata_named("best_move"))


def test_a_date_has_one_position_everywhere_and_no_other_date_of_its_year_has_it() -> None:
    dates = [date(2027, 12, 31) + timedelta(days=at) for at in range(DAILY.count)]
    assert len({DAILY.number_on(each) for each in dates}) == DAILY.count
    shown = DAILY.question(DAILY.number_on(date(2026, 11, 26)))
    assert shown.position == ("--moves", "614313511135515542005446", "--first", "YELLOW")


def test_of_a_wrong_column_nothing_tells_the_right_one() -> None:
    for number in range(0, DAILY.count, 4 * EVERY):
        question = DAILY.question(number)
        (right,) = question.right
        wrong = next(column for column in question.playable if column != right)
        said = " ".join(part for part in DAILY.tell(number, wrong) if isinstance(part, str))
        assert said.startswith((f"Column {wrong} ", f"What column {wrong} "))
        assert f"column {right} wins" not in said


def test_of_the_right_column_the_whole_line_is_told_and_drawn() -> None:
    question = DAILY.question(0)
    wins, line, end = DAILY.tell(0, *question.right)
    assert f"column {question.right[0]} wins in {positions()[0].mate_in} plies" in str(wins)
    assert str(line).count(",") == (positions()[0].mate_in or 0) - 1
    assert isinstance(end, Picture)
    assert end.highlighted
