"""Operation scripts: the reference, brute force and the suite say the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from graders.katas.operations.task import ScriptTask
from graders.model.suite import Case
from graders.suites import shipped
from graders.tools.verifying.scripts import first_difference, scripts_part


def script(case_id: str) -> ScriptTask:
    for suite in shipped("operations"):
        for case in suite.cases:
            if case.id == case_id and isinstance(case.task, ScriptTask):
                return case.task
    raise LookupError(case_id)


@pytest.mark.parametrize("suite", shipped("operations"), ids=lambda suite: suite.name)
def test_all_agree_on_every_shipped_script(suite: object) -> None:
    part = scripts_part(suite.cases)  # type: ignore[attr-defined]
    assert part.problems == ()
    assert len(part.rows) == len(suite.cases)  # type: ignore[attr-defined]


def test_an_expected_return_changed_on_purpose_is_caught() -> None:
    task = script("published/example-1")
    operation, _ = task.steps[0]
    wrong = replace(task, steps=((operation, 4), *task.steps[1:]))
    assert first_difference(wrong) == "step 1: brute force 5, reference 5, the suite 4"
    part = scripts_part([Case("published/example-1", 1, 2.0, wrong)])
    assert part.problems == (
        "published/example-1: step 1: brute force 5, reference 5, the suite 4",
    )
