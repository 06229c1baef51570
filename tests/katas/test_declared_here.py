"""What no clock decides about a class or a function in Python is found in this process.

Their suites are asked whole but for those of scale. Whole designs are played so by
`driven/test_graded.py`. All go the whole way, in sandboxes, on some of their cases in
`tests/test_references.py` and on more of them in `kata verify`.
"""

from __future__ import annotations

import pytest
from _pytest.mark import ParameterSet

from graders.grading.drivers import with_driver
from graders.grading.judge import judge
from graders.katas import kata_named
from graders.lab.verifying.declared import Declaration, references, specimens
from graders.model.limits import Limits
from graders.model.submission import Submission
from graders.practice.run_in_terminal import call_in_this_process
from tests.shipped import shipped
from tests.tiers import sampled

IN_PYTHON = [each for each in (*references(), *specimens()) if each.file.suffix == ".py"]
CALLED = {"connect4": "class Connect4", "operations": "def solution"}


QUICK = ("connect4_rows_wrap", "operations", "top_row_missed")


def of_kata(name: str) -> list[ParameterSet]:
    """Return the files that define what the kata calls."""
    found = [each for each in IN_PYTHON if CALLED[name] in each.file.read_text(encoding="utf-8")]
    assert len(found) > 10
    named = [pytest.param(each, id=each.file.stem) for each in found]
    return sampled(named, lambda declared: declared.file.stem in QUICK)


def deviations(name: str, declared: Declaration) -> list[str]:
    kata = kata_named(name)
    source = declared.file.read_bytes()
    plain = Submission(declared.file, declared.file.name, source)
    submission = with_driver(plain, kata, None, None)
    wrong = []
    for case in [case for suite in shipped(name) for case in suite.cases]:
        if case.id.startswith("scale/"):
            continue
        outcome = call_in_this_process(submission, kata.request(case.task), lambda error: None)
        found = judge(kata, case.task, outcome, case.cap_s, Limits())
        allowed = declared.allowed(case.id)
        if allowed is not None and found.verdict not in allowed:
            wrong.append(f"{case.id}: {found.verdict.in_words}, {found.message}")
    return wrong


@pytest.mark.parametrize("declared", of_kata("connect4"))
def test_a_class_gets_the_verdicts_that_are_declared(declared: Declaration) -> None:
    wrong = deviations("connect4", declared)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("declared", of_kata("operations"))
def test_a_function_gets_the_verdicts_that_are_declared(declared: Declaration) -> None:
    wrong = deviations("operations", declared)
    assert not wrong, "\n".join(wrong)
