"""What failed the grader three times is set aside and named, until somebody asks for it again."""

from __future__ import annotations

from pathlib import Path

import pytest

from graders.batch.job import MOST_TRIES
from graders.batch.ledger.ledger import Ledger
from tests.batch.ledger.handed_in import ACCEPTED, FAILED, begun, graded, run, sources

HANDED_IN = sources("ann", "eve")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "class.ledger"


def fail(path: Path, regrade: str | None = None) -> list[int]:
    """Run a batch in which the grader fails once on eve; return how often it had before."""
    with begun(path, *HANDED_IN, regrade=regrade) as (ledger, plan):
        for job in plan.jobs:
            ledger.handed_out(job.number)
            result = FAILED if job.path.startswith("eve") else ACCEPTED
            ledger.keep(graded(job, result), to_repeat=False)
        return [job.tried for job in plan.jobs if job.path.startswith("eve")]


def test_it_is_tried_three_times_in_however_many_runs(path: Path) -> None:
    assert [fail(path) for _ in range(MOST_TRIES)] == [[0], [1], [2]]
    with begun(path, *HANDED_IN) as (_, plan):
        assert (plan.jobs, plan.finished, plan.set_aside) == ((), 1, 1)
    ann, eve = Ledger.read(path).entries
    assert (ann.set_aside, eve.set_aside) == (False, True)
    assert eve.why_not == "set aside after 3 tries: the grader itself failed on 1 case: ours"
    assert Ledger.read(path).received == 1


def test_until_it_is_asked_for_again(path: Path) -> None:
    for _ in range(MOST_TRIES):
        fail(path)
    for glob in ("eve", "eve"):
        assert fail(path, glob) == [0]
        assert [fail(path), fail(path), fail(path)] == [[1], [2], []]
    assert run(path, *HANDED_IN, regrade="eve") == ["eve/solution.py"]
    assert not any(entry.set_aside for entry in Ledger.read(path).entries)


def test_so_is_one_that_was_graded_and_fails_when_it_is_graded_again(path: Path) -> None:
    run(path, *HANDED_IN)
    assert [fail(path, "*"), fail(path), fail(path), fail(path)] == [[0], [1], [2], []]
    assert [entry.set_aside for entry in Ledger.read(path).entries] == [False, True]
    assert fail(path, "*") == [0]


def test_what_was_interrupted_three_times_is_not(path: Path) -> None:
    for _ in range(MOST_TRIES + 1):
        with begun(path, *HANDED_IN) as (ledger, plan):
            for job in plan.jobs:
                ledger.handed_out(job.number)
    with begun(path, *HANDED_IN) as (_, plan):
        assert len(plan.jobs) == 2
