"""What is declared of the programs of `programs/`, and that nothing else is said of them."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Literal, get_args

import msgspec
import pytest

from graders import grade_file
from graders.katas.best_move.source import Code
from graders.suites.strict_yaml import trusted
from tests.hostile_run import runs_here
from tests.truth.grading import KATA, Graded
from tests.truth.judging import sentences
from tests.truth.recipes import Truth

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
    "last_disc_lost",
    "dawdles",
    "table_without_colours",
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
LEAVES_THE_RUNG: set[Mistake] = {"dawdles", "last_disc_lost", "depth_before_win"}


class Feature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    line: int
    shows: str


class Declared(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    why: str
    deterministic: bool
    rung: Rung | None = None
    features: dict[FeatureName, Feature] = {}
    mistakes: tuple[Mistake, ...] = ()


DECLARED = msgspec.convert(
    trusted((PROGRAMS / "truth.yaml").read_text(encoding="utf-8")), dict[str, Declared]
)
STEPS = ("search", "window", "depths", "table")
"""The features of which it is told that they are missing."""


@pytest.fixture
def declared() -> dict[str, Declared]:
    return DECLARED


def truth_of(name: str) -> Truth:
    entry = DECLARED[name]
    return Truth(
        entry.rung,
        frozenset({*entry.features, *entry.mistakes}),
        frozenset(entry.mistakes),
        broken=bool(set(entry.mistakes) - LEAVES_THE_RUNG),
        deterministic=entry.deterministic,
        depth=None,
        in_python=name.endswith(".py"),
    )


@pytest.mark.thorough
@pytest.mark.parametrize("name", DECLARED)
def test_nothing_false_is_said_of_it(name: str) -> None:
    path = PROGRAMS / name
    if not runs_here(path.suffix):
        pytest.skip("what runs its language is not installed")
    card = grade_file(path, kata=KATA.name, explain=False)
    program = Graded(name, truth_of(name), path.read_text(encoding="utf-8"), card)
    assert [said for said in sentences(program) if said.why_false] == []


@pytest.mark.parametrize("name", [name for name in DECLARED if name.endswith(".py")])
def test_its_source_is_not_read_to_have_or_lack_what_it_does_not(name: str) -> None:
    code = KATA.read_code(ast.parse((PROGRAMS / name).read_text(encoding="utf-8")))
    assert isinstance(code, Code)
    features = truth_of(name).features
    read = {
        feature
        for feature in code.__struct_fields__
        if feature != "in_doubt" and getattr(code, feature) is not None
    }
    read -= {"clock"} if "clock_in_search" in read else set()
    assert read - features == set()
    assert {step for step in STEPS if code.lacks(step)} & features == set()


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
