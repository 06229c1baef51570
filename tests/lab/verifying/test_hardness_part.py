"""What a suite states of how hard its positions are is measured anew for a few of them."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from graders.katas import kata_named
from graders.katas.best_move.hardness import MoveGauge
from graders.katas.best_move.task import BestMoveTask
from graders.lab.verifying.answer_keys import SAMPLED, hardness_part
from graders.model.suite import Case, Hardness, Suite

KATA = kata_named("best_move")
TRUE = Hardness(found_by=12.4, of=48, nodes=(65892, 25481, 147, None))


def suite(stated: Hardness | None, count: int = 8, sha256: str = "0") -> Suite:
    cases = tuple(
        Case(f"bank/{number}", 1, 2.0, BestMoveTask("", (3,), hardness=stated))
        for number in range(count)
    )
    return Suite("bank", "best_move", None, False, False, "bank.yaml", cases, sha256=sha256)


@pytest.fixture(autouse=True)
def _measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MoveGauge, "measured", lambda self, task: TRUE)


def test_so_many_of_each_suite_are_measured() -> None:
    part = hardness_part(KATA, [suite(TRUE), suite(TRUE, count=2)])
    assert part is not None
    assert part.holds
    assert len(part.rows) == SAMPLED + 2
    assert part.rows[0][1:] == ("12.4 of 48", "65,892", "25,481", "147", "over 10M", "yes")


def test_a_figure_that_is_another_one_is_a_problem() -> None:
    part = hardness_part(KATA, [suite(replace(TRUE, found_by=12, nodes=(65892, 25481, 148, 9)), 1)])
    assert part is not None
    assert part.rows[0][-1] == "no"
    assert part.problems == (
        "bank/0: hardness states found by 12 of 48, but it is 12.4 of 48",
        "bank/0: hardness states deepening 148, but it is 147",
        "bank/0: hardness states table 9, but it is over 10M",
    )


def test_which_are_measured_depends_on_every_byte_of_the_suite() -> None:
    def measured(sha256: str) -> list[str]:
        part = hardness_part(KATA, [suite(TRUE, sha256=sha256)])
        assert part is not None
        return [row[0] for row in part.rows]

    assert measured("1") == measured("1")
    often = Counter(name for number in range(40) for name in measured(str(number)))
    assert len(often) == 8
    assert max(often.values()) < 40


def test_there_is_no_such_part_where_nothing_is_stated() -> None:
    assert hardness_part(KATA, [suite(None)]) is None
    assert hardness_part(kata_named("operations"), []) is None
