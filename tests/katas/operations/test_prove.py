"""Operation scripts: the reference, brute force and the suite say the same."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from graders.katas import kata_named
from graders.katas.operations.prove import prove
from graders.katas.operations.task import ScriptTask
from graders.lab.verifying.answer_keys import proofs_part
from graders.model.suite import Suite
from tests.shipped import shipped
from tests.tiers import sampled


def script(case_id: str) -> ScriptTask:
    for suite in shipped("operations"):
        for case in suite.cases:
            if case.id == case_id and isinstance(case.task, ScriptTask):
                return case.task
    raise LookupError(case_id)


@pytest.mark.parametrize(
    "suite",
    sampled(shipped("operations"), lambda suite: suite.name != "scale"),
    ids=lambda suite: suite.name,
)
def test_all_agree_on_every_shipped_script(suite: Suite) -> None:
    part = proofs_part(kata_named("operations"), suite.cases)
    assert part.problems == ()
    assert len(part.rows) == len(suite.cases)


def test_an_expected_return_changed_on_purpose_is_caught() -> None:
    task = script("published/example-1")
    operation, _ = task.steps[0]
    wrong = replace(task, steps=((operation, 4), *task.steps[1:]))
    proof = prove(wrong)
    assert not proof.holds
    assert proof.problems == ("step 1: brute force 5, reference 5, the suite 4",)
    assert proof.cells == ("as written",)
