"""A file that does not get what is declared of it is caught, and so is an empty declaration."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from graders.channel.budget import Settings
from graders.katas import all_katas
from graders.lab.verifying.declared import Declaration, designs, references, specimens
from graders.lab.verifying.parts import Piece
from graders.lab.verifying.runs import (
    OTHERS_OF_A_SUITE,
    Run,
    cases_for_specimen,
    every_suite,
    references_part,
    run,
    runs_of_references,
    specimens_part,
    starters_part,
    unused_declarations,
)
from graders.model.limits import Limits
from graders.model.provenance import Submitted
from graders.model.scorecard import Assessment, Result, Scorecard
from graders.model.suite import Suite
from graders.model.verdict import Verdict
from graders.sandbox.isolation import choose_isolation
from graders.suites import by_name
from tests import knows
from tests.shipped import shipped

SETTINGS = Settings(choose_isolation("auto"), Limits())
SUITES = {"best_move": [by_name("phase2")]}


def ids_of(suite: Suite) -> list[str]:
    return [case.id for case in suite.cases]


@pytest.fixture
def all_of_phase_2(tmp_path: Path) -> Declaration:
    file = tmp_path / "knows.py"
    file.write_text(knows.PHASE_2)
    return Declaration(file, {"phase2/*": (Verdict.ACCEPTED,)}, why="knows three positions")


def test_what_is_declared_and_seen_holds(all_of_phase_2: Declaration) -> None:
    part = references_part([run(all_of_phase_2, SUITES, SETTINGS)])
    assert part.problems == ()
    assert part.rows == (("knows.py", "3", "0 of 0", "0"),)


def test_another_verdict_than_declared_is_a_problem(all_of_phase_2: Declaration) -> None:
    declared = replace(all_of_phase_2, verdicts={"phase2/*": (Verdict.WRONG_ANSWER,)})
    part = references_part([run(declared, SUITES, SETTINGS)])
    assert part.problems[0] == (
        "knows.py on phase2/win-at-once: accepted, declared is wrong answer"
    )


def test_another_rung_or_mistake_than_declared_is_a_problem() -> None:
    assessment = Assessment("", "It misses phase 3.", "look one ply ahead")
    card = Scorecard(Submitted("x.py"), "best_move", "limits", (), assessment)
    declared = Declaration(Path("x.py"), {"*": tuple(Verdict)}, rung="none")
    assert references_part([Run(declared, card)]).problems == ()
    wrong = Run(replace(declared, rung="naive", faults=("sign",)), card)
    assert wrong.misplaced() == references_part([wrong]).problems
    assert wrong.misplaced() == (
        "x.py: rung none, declared is naive",
        "x.py: mistake none, declared is sign",
    )


def test_a_case_nobody_declared_is_a_problem(all_of_phase_2: Declaration) -> None:
    declared = replace(all_of_phase_2, verdicts={"phase2/win-at-once": (Verdict.ACCEPTED,)})
    part = references_part([run(declared, SUITES, SETTINGS)])
    assert "knows.py: nothing is declared for phase2/block-at-once" in part.problems


def test_a_specimen_declared_to_fail_nothing_is_a_problem(all_of_phase_2: Declaration) -> None:
    part = specimens_part([run(all_of_phase_2, SUITES, SETTINGS)])
    assert part.problems == ("knows.py is declared to miss nothing, so it is no specimen",)


def test_a_starter_that_passes_is_a_problem(all_of_phase_2: Declaration) -> None:
    part = starters_part([all_of_phase_2.file], SUITES, SETTINGS)
    assert len(part.problems) == 1
    assert "passes everything" in part.problems[0]


def test_the_id_itself_goes_before_globs() -> None:
    declaration = Declaration(
        Path("x.py"),
        {"phase3/*": (Verdict.ACCEPTED,), "phase3/mate-in-9": (Verdict.WRONG_ANSWER,)},
    )
    assert declaration.allowed("phase3/mate-in-9") == (Verdict.WRONG_ANSWER,)
    assert declaration.allowed("phase3/mate-in-3") == (Verdict.ACCEPTED,)
    assert declaration.allowed("phase2/x") is None


def test_a_reference_in_a_language_that_is_not_here_is_a_warning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    in_javascript = next(each for each in references() if each.file.suffix == ".mjs")
    monkeypatch.setenv("PATH", "/nonexistent")
    graded = run(in_javascript, SUITES, SETTINGS)
    part = references_part([graded])
    assert part.holds
    assert part.warnings[0].startswith(f"{in_javascript.file.name}: there is no Node.js here")


def test_every_reference_and_specimen_is_a_file_that_is_there() -> None:
    for declaration in (*references(), *specimens()):
        assert declaration.file.is_file()
        assert declaration.verdicts
    assert all(specimen.why and specimen.expects_a_miss for specimen in specimens())


def test_a_specimen_is_asked_what_is_declared_of_it_and_what_places_it() -> None:
    suites = {"best_move": shipped("best_move", stretch=True)}
    usual = {case.id for suite in shipped("best_move") for case in suite.cases}
    declared = Declaration(
        Path("x.py"), {"phase3/*": (Verdict.ACCEPTED,), "phase4/trap-1": (Verdict.WRONG_ANSWER,)}
    )
    phase3 = {each for each in usual if each.startswith("phase3/")}
    assert set(cases_for_specimen(declared, suites)) == {*phase3, "phase4/trap-1"}
    assert set(cases_for_specimen(replace(declared, rung="none"), suites)) == {
        *usual,
        "phase4/trap-1",
    }


def test_of_what_a_specimen_may_pass_a_few_cases_are_asked_from_all_over_each_suite() -> None:
    of_operations, of_connect4 = shipped("operations"), shipped("connect4")
    rules = ids_of(of_operations[1])
    verdicts = {rules[1]: (Verdict.WRONG_ANSWER,), "*": (Verdict.ACCEPTED,)}
    declared = Declaration(Path("x.py"), verdicts)
    asked = cases_for_specimen(declared, {"operations": of_operations, "connect4": of_connect4})
    assert rules[1] in asked
    for suite in (*of_operations, *of_connect4):
        here = [at for at, each in enumerate(ids_of(suite)) if each in asked and each != rules[1]]
        assert OTHERS_OF_A_SUITE / 2 < len(here) <= OTHERS_OF_A_SUITE
        assert min(here) < len(suite.cases) / 2 <= max(here)


def test_a_specimen_is_asked_every_case_that_it_must_miss() -> None:
    for declared in specimens():
        missed = {
            each
            for own in every_suite().values()
            for suite in own
            for each in ids_of(suite)
            if declared.must_miss(each)
        }
        assert missed <= {*cases_for_specimen(declared, every_suite())}, declared


class Twice:
    """Return one list of runs, then another: what was graded beside others, and what alone."""

    def __init__(self, *lists: list[Run]) -> None:
        self.lists, self.parts = list(lists), list[str]()

    def all(self, part: str, pieces: Sequence[Piece[Any]], *, alone: bool = False) -> list[Any]:
        self.parts.append(part)
        assert alone is part.endswith(", alone")
        assert len(pieces) == len(self.lists[0])
        return self.lists.pop(0)


def test_what_the_machine_may_have_spoilt_is_graded_again_alone() -> None:
    late = Result("a/b", Verdict.WRONG_ANSWER, 0, 1, cap_s=2.0, wall_s=1.0, disturbed=True)
    declared = Declaration(Path("x.py"), {"a/*": (Verdict.ACCEPTED,)})

    def got(result: Result) -> Run:
        return Run(declared, Scorecard(Submitted("x.py"), "best_move", "limits", (result,)))

    spoilt, wrong = got(late), got(replace(late, disturbed=False))
    fine = got(replace(late, verdict=Verdict.ACCEPTED))
    twice = Twice([fine, spoilt, wrong], [fine])
    assert runs_of_references([declared] * 3, SETTINGS, twice) == [fine, fine, wrong]
    assert twice.parts == ["references", "references, alone"]


def test_a_declaration_that_decides_no_case_is_told(all_of_phase_2: Declaration) -> None:
    declared = replace(
        all_of_phase_2,
        verdicts={
            "phase2/win-at-once": (Verdict.ACCEPTED,),
            "phase2/*": (Verdict.ACCEPTED,),
            "phase2/block-*": (Verdict.ACCEPTED,),
            "phase4/trap-99": (Verdict.WRONG_ANSWER,),
        },
    )
    assert references_part([run(declared, SUITES, SETTINGS)]).problems == ()
    assert unused_declarations([declared]) == (
        "knows.py: phase2/block-* is declared, but decides no shipped case",
        "knows.py: phase4/trap-99 is declared, but decides no shipped case",
    )


def test_every_shipped_declaration_decides_a_shipped_case() -> None:
    assert unused_declarations([*references(), *designs(), *specimens()]) == ()


ALL_SUITES = {kata: shipped(kata) for kata in all_katas()}
UNFIT = {
    "no entry": ("def play(board):\n    return 3\n", "find_best_move"),
    "not UTF-8": (b"# \xff\n", "it is not UTF-8"),
    "no such file": (None, "there is no file"),
}


@pytest.mark.parametrize("name", UNFIT)
def test_a_file_that_cannot_be_graded_is_a_problem_and_ends_nothing(
    name: str, tmp_path: Path
) -> None:
    source, said = UNFIT[name]
    file = tmp_path / "unfit.py"
    if source is not None:
        file.write_bytes(source if isinstance(source, bytes) else source.encode())
    graded = run(Declaration(file, {"phase2/*": (Verdict.WRONG_ANSWER,)}), ALL_SUITES, SETTINGS)
    for part in (
        references_part([graded]),
        specimens_part([graded]),
        starters_part([file], ALL_SUITES, SETTINGS),
    ):
        assert len(part.rows) == 1
        (problem,) = part.problems
        assert "unfit.py cannot be graded: " in problem
        assert said in problem


def test_a_starter_that_does_not_load_is_a_problem(tmp_path: Path) -> None:
    file = tmp_path / "starter.py"
    file.write_text("import nowhere_to_be_found\n\n\ndef find_best_move(board):\n    return 3\n")
    (problem,) = starters_part([file], SUITES, SETTINGS).problems
    assert "/starter.py does not load: " in problem
    assert "nowhere_to_be_found" in problem
