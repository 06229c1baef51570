"""No program that guesses gets more than a little."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

import pytest
from msgspec.structs import replace

from graders.katas import all_katas
from graders.katas.lab import Guessing
from graders.lab.verifying.answer_keys import FEW_SEEDS, SEEDS, chance, guessers_part
from graders.lab.verifying.parts import Part
from graders.model.suite import Case, Suite
from tests.shipped import shipped


@dataclass(frozen=True)
class Fake:
    """Find the tasks that are named, earn some of them; a random one tosses a coin each time."""

    name: str
    finding: Callable[[str], bool] = lambda task: True
    earning: str = ""
    is_random: bool = False
    blind: bool = False
    strong: bool = False
    sight: int = 0

    def finds(self, task: str, seed: int = 0) -> bool:
        if self.is_random:
            return Random(f"{task} {seed}").random() < 0.5
        return self.finding(task)

    def earns(self, task: str) -> bool:
        return task in self.earning


def case(name: str, *members: str) -> Case:
    one = Case(f"searched/{name}", 1, 2.0, name)
    group = tuple(Case(f"searched/{name}#{at}", 0, 2.0, each) for at, each in enumerate(members, 1))
    return replace(one, task=None, group=group) if members else one


def suite(name: str, *cases: Case) -> Suite:
    return Suite(name, "best_move", None, False, False, f"{name}.yaml", cases)


SUITES = (
    suite("warm", case("x"), case("y")),
    suite("searched", case("a"), case("b"), case("c", "c1", "c2"), case("d", "d1", "d2", "d3")),
    suite("stretch", case("e"), case("f")),
)


def part(*guessers: Fake, suites: Sequence[Suite] = SUITES) -> Part:
    return guessers_part(Guessing(guessers, "warm", "searched"), suites)


@pytest.mark.parametrize(
    ("found", "problems"),
    [
        ({"a"}, 0),
        ({"a", "c1", "d1", "d2"}, 0),
        ({"a", "b"}, 1),
        ({"a", "c1", "c2"}, 1),
    ],
)
def test_one_case_may_be_guessed_and_a_group_counts_only_whole(
    found: set[str], problems: int
) -> None:
    assert len(part(Fake("some", found.__contains__)).problems) == problems


def test_what_is_earned_is_no_guess() -> None:
    made = part(Fake("deep", "abc1c2".__contains__, earning="bc1c2", sight=5))
    assert made.holds
    assert made.rows == (("deep", "5", "0 of 2", "1 of 2", "yes"),)


def test_what_strong_ones_guess_is_published_and_held_against_no_suite() -> None:
    made = part(Fake("strong", strong=True), Fake("coin", is_random=True, strong=True))
    assert made.holds
    assert made.rows[0] == ("strong", "0", "2 of 2", "4 of 4", "no, strong")
    assert made.columns == ("guesser", "sight", "warm", "searched", "held against it")


def test_of_other_suites_everything_may_be_guessed_and_is_published() -> None:
    guessing = Guessing([Fake("lucky", "ef".__contains__)], "warm", "searched", ("stretch",))
    made = guessers_part(guessing, SUITES)
    assert made.holds
    assert made.rows == (("lucky", "0", "0 of 2", "0 of 4", "2 of 2", "yes"),)


def test_little_is_asked_where_nothing_is_held_against_anybody() -> None:
    asked = []

    class Counting(Fake):
        def finds(self, task: str, seed: int = 0) -> bool:
            asked.append(task)
            return True

    drawing = Guessing([Counting("coin", is_random=True)], "warm", "searched", ("stretch",))
    guessers_part(drawing, SUITES)
    assert (asked.count("a"), asked.count("e")) == (SEEDS, FEW_SEEDS)


def test_a_guess_too_many_is_said_with_its_numbers() -> None:
    (problem,) = part(Fake("lucky")).problems
    assert problem == "lucky guesses 4 of searched, only 1 may be guessed"


def test_a_blind_one_may_get_no_point_of_the_warm_up() -> None:
    (problem,) = part(Fake("return 3", "xa".__contains__, blind=True)).problems
    assert problem == "return 3 gets 1 of warm without looking at the board"
    assert part(Fake("return 3", "a".__contains__, blind=True)).holds
    assert part(Fake("looks", "xya".__contains__)).holds


def test_a_random_one_is_asked_often_enough_to_be_told_from_the_limit() -> None:
    coin = Fake("coin", is_random=True)
    most_off = 4 * math.sqrt(0.25 / SEEDS)  # four standard errors
    assert chance(coin, case("a"), SEEDS) == pytest.approx(0.5, abs=most_off)
    assert chance(coin, case("c", "c1", "c1"), SEEDS) == pytest.approx(0.25, abs=most_off)
    made = part(coin)
    assert "coin can expect 1." in made.problems[0]
    assert "0.80 or more is too much" in made.problems[0]
    assert part(coin, suites=(SUITES[0], suite("searched", case("d", *"uvwxyz")))).holds


@pytest.mark.parametrize("name", sorted(all_katas()))
def test_the_suites_that_guessers_are_held_against_are_shipped(name: str) -> None:
    guessing = all_katas()[name].guessing()
    suites = {each.name for each in shipped(name, stretch=True)}
    assert (
        guessing is None
        or {
            guessing.warm_up,
            guessing.searched,
            *guessing.published,
        }
        <= suites
    )
