"""What makes two results one: any change of a condition is another key, and nothing else is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields, replace

from graders.batch.conditions import (
    Conditions,
    GradingEnvironment,
    SuiteFile,
    conditions_of,
    effective_kata,
    grading_environment,
)
from graders.batch.job import BatchTerms
from graders.model.limits import Limits
from graders.model.provenance import PackageUsed
from graders.model.submission import Driver, Origin
from graders.model.suite import Case, Suite
from graders.model.usage_error import UsageError
from tests.shipped import shipped

SUITE = Suite("mine", "best_move", None, False, False, "mine.yaml", (), sha256="1" * 64)
OTHER = replace(SUITE, name="other", sha256="2" * 64)
TERMS = BatchTerms(case=("a", "b"), cap_s=2.0, allow=("numpy",), allow_from=Path("/env"))
AROUND = GradingEnvironment(
    grader="1.0",
    isolation="bwrap",
    shipped=(SuiteFile("best_move", "phase2", "3" * 64), SuiteFile("operations", "all", "4" * 64)),
    packages=(PackageUsed("numpy", "2.0"),),
    environment="/env",
)


def key(
    terms: BatchTerms = TERMS, around: GradingEnvironment = AROUND, kata: str | None = None
) -> str:
    return conditions_of(terms, kata, around).sha256


OTHER_TERMS: dict[str, Any] = {
    "suites": (SUITE,),
    "case": ("a",),
    "cap_s": 1.0,
    "variants": True,
    "stretch": True,
    "play_out": True,
    "allow": (),
    "rerun": False,
    "drivers": (Driver(Origin.NAMED, "driver.py", b"class Driver: ..."),),
}
"""For each field of the terms another value; those that are left out say it in another way."""
SAID_OTHERWISE = {
    "kata": "as the kata of a submission",
    "isolation": "by the level that was found to work",
    "allow_from": "by the folder that was meant",
}
OTHER_AROUND: dict[str, Any] = {
    "grader": "1.1",
    "isolation": "limits",
    "shipped": AROUND.shipped[:1],
    "packages": (PackageUsed("numpy", "2.1"),),
    "environment": "/other",
    "limits": Limits(memory_bytes=1),
}


@pytest.mark.parametrize(
    "field", [field.name for field in fields(BatchTerms) if field.name != "quiet_moves"]
)
def test_every_term_counts(field: str) -> None:
    if field not in SAID_OTHERWISE:
        assert key(replace(TERMS, **{field: OTHER_TERMS[field]})) != key()


def test_stretch_suites_are_played_out_unless_it_is_said_otherwise() -> None:
    stretch = replace(TERMS, stretch=True)
    assert key(stretch) == key(replace(stretch, play_out=True))
    assert key(stretch) != key(replace(stretch, play_out=False))


def test_what_is_asked_beside_the_cases_makes_no_other_result() -> None:
    assert key(replace(TERMS, quiet_moves=True)) == key()


@pytest.mark.parametrize("field", [field.name for field in fields(GradingEnvironment)])
def test_everything_around_counts(field: str) -> None:
    assert key(around=replace(AROUND, **{field: OTHER_AROUND[field]})) != key()


@pytest.mark.parametrize("field", Limits._fields)
def test_every_limit_counts(field: str) -> None:
    one_more = AROUND.limits._replace(**{field: getattr(AROUND.limits, field) + 1})
    assert key(around=replace(AROUND, limits=one_more)) != key()


def test_the_kata_counts() -> None:
    assert len({key(kata=kata) for kata in (None, "best_move", "operations")}) == 3


def test_a_suite_counts_by_its_bytes_and_its_name_and_not_by_where_it_lies() -> None:
    named = replace(TERMS, suites=(SUITE,))
    assert key(replace(TERMS, suites=(replace(SUITE, path="/moved.yaml", about="new"),))) == key(
        named
    )
    for changed in (replace(SUITE, sha256="5" * 64), replace(SUITE, name="renamed"), OTHER):
        assert key(replace(TERMS, suites=(changed,))) != key(named)


def test_a_suite_that_was_made_in_memory_counts_by_its_cases() -> None:
    def made(*ids: str) -> str:
        cases = tuple(Case(name, 1, 2.0, ("3", 4)) for name in ids)
        return key(replace(TERMS, suites=(replace(SUITE, sha256=None, cases=cases),)))

    assert made("mine/a") == made("mine/a")
    assert made("mine/a") != made("mine/b")


def test_suites_of_other_katas_do_not_count_where_the_kata_is_known() -> None:
    without = replace(AROUND, shipped=AROUND.shipped[:1])
    assert key(around=without, kata="best_move") == key(kata="best_move")
    assert key(around=without, kata="operations") != key(kata="operations")


def test_what_is_shipped_does_not_count_where_suites_are_named() -> None:
    named = replace(TERMS, suites=(SUITE,))
    assert key(named, replace(AROUND, shipped=())) == key(named)


@given(st.permutations([SUITE, OTHER]), st.permutations(["a", "b", "b"]), st.sampled_from([2, 2.0]))
def test_neither_order_nor_spelling_counts(
    suites: list[Suite], globs: list[str], cap_s: float
) -> None:
    said = replace(TERMS, suites=tuple(suites), case=tuple(globs), cap_s=cap_s)
    assert key(said) == key(replace(TERMS, suites=(SUITE, OTHER)))


def test_the_text_is_canonical_and_readable() -> None:
    text = conditions_of(TERMS, "best_move", AROUND).json
    assert text == json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"))
    assert text.isascii()
    assert Conditions(text).sha256 == key(kata="best_move")


def test_the_kata_is_that_of_the_submission_of_the_command_or_of_the_suites() -> None:
    suites = (replace(SUITE, kata="operations"),)
    assert effective_kata(BatchTerms(kata="best_move", suites=suites), "own") == "own"
    assert effective_kata(BatchTerms(kata="best_move"), None) == "best_move"
    assert effective_kata(BatchTerms(suites=suites), None) == "operations"
    assert effective_kata(BatchTerms(), None) is None


class TestLookingAround:
    """What holds on this machine, now."""

    def test_names_every_suite_that_is_shipped_by_its_bytes(self) -> None:
        around = grading_environment(BatchTerms(isolation="limits"))
        for kata in ("best_move", "operations"):
            for suite in shipped(kata, stretch=True):
                assert SuiteFile(kata, suite.name, str(suite.sha256)) in around.shipped

    def test_resolves_the_isolation(self) -> None:
        assert grading_environment(BatchTerms(isolation="limits")).isolation == "limits"

    def test_refuses_what_is_not_to_be_had(self, tmp_path: Path) -> None:
        with pytest.raises(UsageError):
            grading_environment(
                BatchTerms(isolation="limits", allow=("numpy",), allow_from=tmp_path / "none")
            )
