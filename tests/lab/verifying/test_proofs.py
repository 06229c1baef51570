"""How the proofs of a kata are laid out: verify knows no kata, only rows and problems."""

from __future__ import annotations

from msgspec.structs import replace

from graders.katas import all_katas, kata_named
from graders.katas.best_move.task import BestMoveTask
from graders.lab.verifying.answer_keys import oracle_part, proofs_part
from graders.model.suite import Case, members_of
from graders.suites import by_name


def test_the_part_names_the_case_that_does_not_hold() -> None:
    case = members_of(by_name("phase3").cases)[0]
    assert isinstance(case.task, BestMoveTask)
    wrong = replace(case, task=replace(case.task, accept=(4,)))
    part = proofs_part(kata_named("best_move"), [wrong])
    assert not part.holds
    assert part.problems == ("phase3/mate-in-3#1: accept is [4], but the proof gives [5]",)
    assert part.rows[0][0] == "phase3/mate-in-3#1"
    assert part.rows[0][-1] == "no"


def test_no_two_katas_head_their_proofs_with_one_name() -> None:
    names = [kata.proofs.name for kata in all_katas().values()]
    assert len(set(names)) == len(names)


class Contrary:
    """Be an oracle that disagrees with every other key."""

    name = "contrary"

    def is_installed(self) -> bool:
        return True

    def disagreements(self, task: object) -> tuple[str, ...]:
        return ("it should be 3",) if task == "wrong" else ()


def test_a_disagreement_with_an_oracle_is_a_problem() -> None:
    cases = [Case("x/right", 1, 2.0, "right"), Case("x/wrong", 1, 2.0, "wrong")]
    part = oracle_part(Contrary(), cases)
    assert part.title == "Answer keys, against contrary"
    assert part.rows == (("x/right", "yes"), ("x/wrong", "no"))
    assert part.problems == ("x/wrong: it should be 3",)
