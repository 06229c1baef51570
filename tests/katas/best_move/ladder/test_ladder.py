"""What the ladder offers: contenders that search as deep as they are called, and what they need."""

from __future__ import annotations

from graders.katas.best_move.ladder.rungs import MateLadder, contender
from graders.katas.lab import Contender
from graders.lab.verifying.declared import SOLUTIONS, references
from solutions import alpha_beta


def default_depth(entrant: Contender) -> object:
    names: dict[str, object] = {}
    exec(compile(entrant.source, entrant.name, "exec"), names)
    return names["find_best_move"].__defaults__[0]  # type: ignore[attr-defined]


def test_the_contenders_search_to_the_depths_in_their_names() -> None:
    naive, eight, nine, *deepening = MateLadder().contenders()
    assert [default_depth(entrant) for entrant in (naive, eight, nine)] == [6, 8, 9]
    assert [entrant.name for entrant in deepening] == [
        "iterative deepening",
        "iterative deepening + table",
    ]


def test_a_contender_imports_nothing_of_the_solutions() -> None:
    assert not any("solutions" in entrant.source for entrant in MateLadder().contenders())


def test_a_solution_of_its_own_depth_is_handed_in_as_it_is() -> None:
    assert default_depth(contender("as it is", alpha_beta)) == 8


def test_every_rung_is_a_reference_in_the_order_of_the_declarations() -> None:
    declared = [each.file.name for each in references()]
    rungs = list(MateLadder.rungs)
    assert [name for name in declared if name in rungs] == rungs
    assert all((SOLUTIONS / rung).is_file() for rung in rungs)
