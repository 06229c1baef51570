"""A scorecard stays small whatever a submission prints, raises and answers."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from graders import Scorecard, grade_file
from graders.grading.truncate import (
    EXPLANATIONS_OF_A_RUN,
    LEAST_OF_A_MESSAGE,
    LEAST_OF_A_TEXT,
    MOST_OF_A_TEXT,
    MOST_OF_AN_ANSWER,
    TEXTS_OF_A_RUN,
    SizeKept,
    truncate,
)
from graders.katas import all_katas
from graders.model.explanation import StepExplanation
from graders.model.limits import KIB
from graders.model.scorecard import Result
from graders.model.verdict import Verdict
from tests.scorecards import card
from tests.shipped import shipped
from tests.tiers import sampled

MOST = 200 * KIB
VARIANTS = 4
"""A case of best_move as it is, mirrored, with its colours exchanged, and both."""
STEP = StepExplanation(
    20, 60, 4, 1, 100_000, ("drop", 0, 1), ("win", 1), "\\" * 120, True, ("." * 60,) * 20
)
WORDS_ON_WHAT_IS_GONE = 60
USED_UP = SizeKept(texts=TEXTS_OF_A_RUN, explanations=EXPLANATIONS_OF_A_RUN)


def result(answer: object = None, **more: object) -> Result:
    return Result("scale/a-case", Verdict.WRONG_ANSWER, 0, 1, 2.0, answer, **more)  # type: ignore[arg-type]


def kept_of(results: Sequence[Result]) -> tuple[Result, ...]:
    kept, slimmed = SizeKept(), []
    for each in results:
        slimmed.append(truncate(each, kept))
        kept = kept.plus(slimmed[-1])
    return tuple(slimmed)


def test_what_is_small_is_kept_as_it_is() -> None:
    small = result([1, "OK"], message="no", stdout="a\n" * 100, explanation=STEP)
    assert truncate(small) == small


def test_an_answer_of_a_hundred_thousand_items_is_kept_as_how_it_begins() -> None:
    answer = ["inProgress"] * 100_000
    slimmed = truncate(result(answer))
    assert slimmed.answer.startswith("['inProgress', 'inProgress', ")
    assert len(slimmed.answer) <= 120
    whole = json.dumps(answer, separators=(",", ":")).encode()
    assert slimmed.long_answer is not None
    assert slimmed.long_answer.items == 100_000
    assert slimmed.long_answer.bytes == len(whole)
    assert slimmed.long_answer.sha256 == hashlib.sha256(whole).hexdigest()


def test_a_long_text_as_answer_has_no_items() -> None:
    slimmed = truncate(result("x" * (MOST_OF_AN_ANSWER + 1)))
    assert slimmed.long_answer is not None
    assert slimmed.long_answer.items is None


@pytest.mark.parametrize("name", ["message", "traceback", "stdout", "stderr"])
def test_of_a_long_text_the_beginning_and_the_end_are_kept(name: str) -> None:
    shown = getattr(truncate(result(**{name: f"first{'x' * 70_000}last"})), name)
    assert shown.startswith("firstx")
    assert shown.endswith("xlast")
    assert re.search(r"x\n… 6\d,\d{3} characters left out …\nx", shown)


@pytest.mark.parametrize(
    ("kept", "most"), [(SizeKept(), MOST_OF_A_TEXT), (USED_UP, LEAST_OF_A_TEXT)]
)
@given(st.text(), st.integers(1, 20_000))
def test_whatever_a_text_is_it_gets_small(kept: SizeKept, most: int, text: str, times: int) -> None:
    shown = truncate(result(stdout=text * times), kept).stdout
    assert len(json.dumps(shown)) <= most + WORDS_ON_WHAT_IS_GONE
    assert shown == text * times or "characters left out" in shown


def test_where_a_run_has_kept_much_less_is_kept_of_the_rest() -> None:
    slimmed = truncate(result([7] * 1000, message="m" * 9999, stdout="s" * 9999), USED_UP)
    assert slimmed.message.startswith("m" * (LEAST_OF_A_MESSAGE // 2))
    assert slimmed.stdout.startswith("s" * (LEAST_OF_A_TEXT // 2))
    assert slimmed.long_answer is not None


def test_explanations_go_first_as_the_message_says_the_same_in_words() -> None:
    assert truncate(result(explanation=STEP, message="step 1"), USED_UP) == result(message="step 1")


def test_the_worst_results_that_can_be_stay_below_the_limit() -> None:
    cases = [
        case.id
        for suites in map(shipped, all_katas())
        for suite in suites
        for case in suite.cases
        if suite.kata == "operations"
    ]
    nasty = "\N{SNOWMAN}\\" * 100_000
    worst = result(
        nasty,
        message=nasty,
        traceback=nasty,
        stdout=nasty,
        stderr=nasty,
        explanation=STEP,
        wall_s=0.123456,
        cpu_s=0.123456,
        about="a" * 80,
    )
    assert len(cases) > 80
    assert len(card(*kept_of([worst] * len(cases))).to_json()) < MOST


NASTY = "\N{SNOWMAN}\\" * 100_000


def group_of(*members: Result) -> Result:
    decides = members[-1]
    return replace(decides, id="bank/a-case", group_size=4, members=members, decided_by=decides.id)


def test_a_group_keeps_of_the_member_that_decides_what_that_member_keeps() -> None:
    first = replace(result(message="m" * 99_999), id="bank/a-case#1")
    second = replace(result([7] * 9999, stdout="s" * 99_999, explanation=STEP), id="bank/a-case#2")
    group = truncate(group_of(first, second))
    own = {"id": group.id, "group_size": 4, "members": group.members, "decided_by": second.id}
    assert group == replace(group.members[1], **own)  # type: ignore[arg-type]
    assert group.members == kept_of([first, second])
    sizes = [SizeKept().plus(each).texts for each in (*group.members, group.members[1])]
    assert SizeKept().plus(group).texts == sum(sizes)


def test_the_worst_groups_that_can_be_stay_below_the_limit() -> None:
    says = result(stdout=NASTY, stderr=NASTY, explanation=STEP, wall_s=0.123456, cpu_s=0.123456)
    says = replace(says, verdict=Verdict.ACCEPTED, about="a" * 80, moves="3" * 42, accept=(3,))
    says = replace(says, first="YELLOW", to_move="YELLOW", goal="block", warnings=("w" * 80,))
    missed = replace(says, answer=NASTY, message=NASTY, traceback=NASTY)
    members = [replace(says, id=f"phase3/mate-in-9#{n}~mirror-swap") for n in (1, 2, 3)]
    members.append(replace(missed, id="phase3/mate-in-9#4~mirror-swap"))
    singles, groups = 3, 4
    worst = [*[group_of(*members)] * groups, *[missed] * singles] * VARIANTS
    assert len(card(*kept_of(worst)).to_json()) < MOST


@pytest.mark.parametrize(
    ("suites", "among"),
    sampled(
        [
            (["published"], {Verdict.WRONG_ANSWER, Verdict.INVALID_ANSWER}),
            (["scale"], {Verdict.INVALID_ANSWER, Verdict.RUNTIME_ERROR}),
        ],
        lambda suites, among: suites == ["published"],
    ),
)
def test_a_submission_that_tries_has_a_small_scorecard_that_reads_back(
    suites: list[str], among: set[Verdict], tmp_path: Path
) -> None:
    file = tmp_path / "worst.py"
    file.write_text(
        "import sys\n"
        "def deep(n):\n"
        "    if not n: raise ValueError('\\u2603\\x1b' * 100_000)\n"
        "    deep(n - 1)\n"
        "def solution(rows, cols, k, operations):\n"
        "    print('\\u2603\\x1b' * 50_000)\n"
        "    print('\\x00\\xff' * 50_000, file=sys.stderr)\n"
        "    if k > 50: deep(50)\n"
        "    if k == 1: return {'a' * 1000: '\\x00' * 1000}\n"
        "    return ['\\u2603\\x1b' * 500] * len(operations)\n"
    )
    # Other cases take long here and show no more.
    scorecard = grade_file(file, suites=suites, case=("published/*", "long-*", "game-over-*"))
    assert {result.verdict for result in scorecard.results} >= among
    text = scorecard.to_json()
    assert len(text) < MOST
    assert Scorecard.from_json(text) == scorecard
