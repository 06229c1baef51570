"""What is declared of the programs of `programs/`: for each of them, and as its source has it."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, get_args

import msgspec
import pytest

from graders.suites.strict_yaml import trusted

PROGRAMS = Path(__file__).parent / "programs"
SUFFIXES = {".py", ".mjs", ".cjs"}

Rung = Literal["naive", "alpha_beta", "iterative_deepening", "transposition", "bitboard"]
FeatureName = Literal[
    "search",
    "window",
    "depths",
    "table",
    "copies",
    "clock_in_search",
    "clock",
    "random",
    "evaluation",
    "bits",
]
Mistake = Literal[
    "sign",
    "one_colour",
    "draw_before_win",
    "dawdles",
    "table_without_side",
    "table_without_bound",
    "own_wins_only",
    "counted_from_one",
    "score_returned",
    "board_changed",
    "window_shared",
    "window_over_depths",
    "depth_before_win",
    "clock_between_depths",
]
NEEDED: dict[Rung, set[FeatureName]] = {
    "naive": {"search"},
    "alpha_beta": {"search", "window"},
    "iterative_deepening": {"search", "window", "depths"},
    "transposition": {"search", "window", "depths", "table"},
    "bitboard": {"search", "window", "depths", "table", "bits"},
}
LEAVES_THE_RUNG: set[Mistake] = {"dawdles", "draw_before_win", "depth_before_win"}


class Feature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    line: int
    shows: str


class Declared(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    why: str
    deterministic: bool
    rung: Rung | None = None
    features: dict[FeatureName, Feature] = {}
    mistakes: tuple[Mistake, ...] = ()


@pytest.fixture(scope="module")
def declared() -> dict[str, Declared]:
    text = (PROGRAMS / "truth.yaml").read_text(encoding="utf-8")
    return msgspec.convert(trusted(text), dict[str, Declared])


def test_every_program_is_declared_and_nothing_else(declared: dict[str, Declared]) -> None:
    assert set(declared) == {path.name for path in PROGRAMS.iterdir() if path.suffix in SUFFIXES}


def test_the_line_of_a_feature_shows_it(declared: dict[str, Declared]) -> None:
    wrong = []
    for name, entry in declared.items():
        lines = (PROGRAMS / name).read_text(encoding="utf-8").splitlines()
        for feature, at in entry.features.items():
            if at.shows not in lines[at.line - 1]:
                found = [number for number, line in enumerate(lines, 1) if at.shows in line]
                wrong.append(f"{name}: {feature} is not in line {at.line} but in {found}")
    assert not wrong


def test_a_rung_has_the_technique_that_makes_it(declared: dict[str, Declared]) -> None:
    techniques = set().union(*NEEDED.values())
    for name, entry in declared.items():
        if entry.rung is not None:
            assert NEEDED[entry.rung] == techniques & set(entry.features), name


def test_no_rung_is_declared_where_a_mistake_breaks_the_search(
    declared: dict[str, Declared],
) -> None:
    for name, entry in declared.items():
        if entry.rung is not None:
            assert set(entry.mistakes) <= LEAVES_THE_RUNG, name


def test_every_rung_and_every_mistake_has_a_program(declared: dict[str, Declared]) -> None:
    assert {entry.rung for entry in declared.values()} > set(NEEDED)
    mistakes = {mistake for entry in declared.values() for mistake in entry.mistakes}
    assert mistakes == set(get_args(Mistake))
