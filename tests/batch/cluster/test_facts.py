"""What a verdict depends on is compared before anybody grades; a difference is put in words."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from graders.batch.cluster.members import GradingFacts, differences, grading_facts
from graders.batch.job import BatchTerms
from graders.sandbox.isolation import IsolationUnavailableError

OURS = GradingFacts("0.1.0", "abcdef", "CPython 3.13.1", "bwrap", "0.11.0")


@pytest.mark.parametrize(
    ("theirs", "said"),
    [
        (OURS, ""),
        (replace(OURS, grader="0.2.0"), "its grader is 0.2.0, here it is 0.1.0"),
        (replace(OURS, source="fedcba"), "its grader's files are fedcba, here they are abcdef"),
        (replace(OURS, isolation_version="0.4.1"), "is bwrap 0.4.1, here it is bwrap 0.11.0"),
        (
            replace(OURS, isolation="limits", isolation_version=None),
            "its isolation is limits, here it is bwrap 0.11.0",
        ),
    ],
)
def test_a_difference_is_put_in_words(theirs: GradingFacts, said: str) -> None:
    found = differences(theirs, OURS)
    assert said in found
    assert bool(found) == bool(said)


def test_the_same_process_does_not_differ_from_itself() -> None:
    terms = BatchTerms(isolation="limits")
    assert not differences(grading_facts(terms), grading_facts(terms))


def test_a_level_that_contains_nothing_is_for_ones_own_file() -> None:
    with pytest.raises(IsolationUnavailableError, match="contains nothing"):
        grading_facts(BatchTerms(isolation="plain"))
