"""A file that does not get what is declared of it is caught, and so is an empty declaration."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from graders.channel import Settings
from graders.limits import Limits
from graders.sandbox import choose
from graders.suites import by_name
from graders.verdict import Verdict
from graders.verifying.declared import Declaration, references, specimens
from graders.verifying.margins import Margin, margins_part, separating
from graders.verifying.runs import Run, references_part, run, specimens_part, starters_part

SETTINGS = Settings(choose("auto"), Limits())
CASES = {"best_move": by_name("phase2").cases}


@pytest.fixture
def always_three(tmp_path: Path) -> Declaration:
    file = tmp_path / "three.py"
    file.write_text("def find_best_move(board):\n    return 3\n")
    return Declaration(file, {"phase2/*": (Verdict.ACCEPTED,)}, why="knows one column")


def test_what_is_declared_and_seen_holds(always_three: Declaration) -> None:
    part = references_part([run(always_three, CASES, SETTINGS)])
    assert part.problems == ()
    assert part.rows == (("three.py", "3", "0 of 0", "0"),)


def test_another_verdict_than_declared_is_a_problem(always_three: Declaration) -> None:
    declared = replace(always_three, verdicts={"phase2/*": (Verdict.WRONG_ANSWER,)})
    part = references_part([run(declared, CASES, SETTINGS)])
    assert part.problems[0] == (
        "three.py on phase2/win-at-once: accepted, declared is wrong answer"
    )


def test_a_case_nobody_declared_is_a_problem(always_three: Declaration) -> None:
    declared = replace(always_three, verdicts={"phase2/win-at-once": (Verdict.ACCEPTED,)})
    part = references_part([run(declared, CASES, SETTINGS)])
    assert "three.py: nothing is declared for phase2/block-at-once" in part.problems


def test_a_specimen_declared_to_fail_nothing_is_a_problem(always_three: Declaration) -> None:
    part = specimens_part([run(always_three, CASES, SETTINGS)])
    assert part.problems == ("three.py is declared to miss nothing, so it is no specimen",)


def test_a_starter_that_passes_is_a_problem(always_three: Declaration) -> None:
    part = starters_part([always_three.file], CASES, SETTINGS)
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


def test_every_reference_and_specimen_is_a_file_that_is_there() -> None:
    for declaration in (*references(), *specimens()):
        assert declaration.file.is_file()
        assert declaration.verdicts
    assert all(specimen.why and specimen.expects_a_miss for specimen in specimens())


def test_a_margin_is_told_by_its_factor() -> None:
    margin = Margin("a/b", "naive.py", accepted=True, seconds=1.6, nodes=9, factor=1.25)
    assert (margin.in_words, margin.is_narrow) == ("1.2x under", True)
    wide = replace(margin, accepted=False, factor=4.0, at_least=True)
    assert (wide.in_words, wide.is_narrow) == ("more than 4.0x over", False)


def test_only_cases_that_tell_rungs_apart_have_margins(always_three: Declaration) -> None:
    cases = by_name("phase2").cases
    seen = run(always_three, CASES, SETTINGS).scorecard
    missed = replace(
        seen,
        results=tuple(replace(r, verdict=Verdict.WRONG_ANSWER) for r in seen.results),
    )
    lower = Run(replace(always_three, file=Path("naive.py")), missed)
    upper = Run(replace(always_three, file=Path("alpha_beta.py")), seen)
    assert separating(cases, [upper, upper]) == ()
    found = separating(cases, [lower, upper])
    assert [case.id for case in found] == ["phase2/win-at-once", "phase2/quiet-win-in-5"]
    part = margins_part(found[:1], [lower, upper])
    assert [row[:3] for row in part.rows] == [
        ("phase2/win-at-once", "naive.py", "missed"),
        ("phase2/win-at-once", "alpha_beta.py", "accepted"),
    ]
    # One ply is searched in no time, so this made-up miss is a narrow one.
    assert part.warnings[0].startswith("phase2/win-at-once: naive.py is only 0.0x over")
