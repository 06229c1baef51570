"""The same command again continues, and grades nothing twice that stands."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from graders.batch.ledger.database import LedgerError
from graders.batch.ledger.ledger import Ledger
from graders.model.batch import HandIn, Source
from tests.batch.ledger.handed_in import (
    FAILED,
    MISSED,
    TERMS,
    begun,
    candidates,
    cut_short,
    graded,
    run,
    source,
    sources,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "batch.ledger"


def test_what_came_back_is_there_for_whoever_reads_next(path: Path) -> None:
    with begun(path, *sources("ann", "bob")) as (ledger, plan):
        ledger.keep(graded(plan.jobs[1], MISSED), to_repeat=False)
    batch = Ledger.read(path)
    assert batch.title == "Monday"
    assert candidates(batch) == ["ann", "bob"]
    assert (batch.expected, batch.received) == (2, 1)
    ann, bob = batch.entries
    assert ann.scorecard is None
    assert (ann.tries, ann.why_not) == (0, "")
    assert bob.scorecard is not None
    assert (bob.scorecard.score, bob.kata, bob.rung) == (0, "best_move", "alpha_beta")
    assert bob.content == b"# bob\n"


def test_the_same_again_has_only_what_is_left(path: Path) -> None:
    with begun(path, *sources("ann", "bob", "cyd")) as (ledger, plan):
        ledger.keep(graded(plan.jobs[1]), to_repeat=False)
    with begun(path, *sources("ann", "bob", "cyd")) as (_, plan):
        assert [job.number for job in plan.jobs] == [0, 2]
        assert plan.finished == 1


def test_a_changed_byte_has_that_file_graded_again_and_no_other(path: Path) -> None:
    run(path, *sources("ann", "bob"))
    assert run(path, source("ann"), source("bob", "# bob, better\n")) == ["bob/solution.py"]


def test_a_file_that_moved_is_not_graded_again_and_is_reported_where_it_is(path: Path) -> None:
    run(path, source("ann"))
    assert run(path, source("ann", path="elsewhere/mine.py")) == []
    (entry,) = Ledger.read(path).entries
    assert entry.path == "elsewhere/mine.py"
    assert entry.scorecard is not None
    assert entry.scorecard.submission.path == "elsewhere/mine.py"


def test_another_suffix_is_another_language(path: Path) -> None:
    run(path, source("ann"))
    assert run(path, source("ann", path="ann/solution.js")) == ["ann/solution.js"]


def test_the_same_bytes_of_two_candidates_are_graded_for_each(path: Path) -> None:
    both = [source("ann", "# same\n"), source("bob", "# same\n")]
    assert run(path, *both) == ["ann/solution.py", "bob/solution.py"]
    assert run(path, *both) == []


def test_the_same_bytes_twice_of_one_candidate_are_two_submissions(path: Path) -> None:
    both = [source("ann", "# same\n", path) for path in ("a.py", "b.py")]
    assert run(path, *both) == ["a.py", "b.py"]
    assert run(path, *both) == []
    assert [entry.path for entry in Ledger.read(path).entries] == ["a.py", "b.py"]


def test_what_is_not_handed_in_any_more_is_no_part_of_the_batch_but_stays(path: Path) -> None:
    run(path, *sources("ann", "bob"))
    assert run(path, source("bob")) == []
    assert candidates(Ledger.read(path)) == ["bob"]
    assert run(path, *sources("ann", "bob")) == []


def test_the_batch_has_the_order_in_which_it_was_handed_in_last(path: Path) -> None:
    run(path, *sources("ann", "bob", "cyd"))
    run(path, *sources("cyd", "ann", "bob"))
    assert candidates(Ledger.read(path)) == ["cyd", "ann", "bob"]


def test_other_conditions_are_graded_anew_and_the_ones_before_are_not_forgotten(
    path: Path,
) -> None:
    run(path, source("ann"))
    assert run(path, source("ann"), terms=replace(TERMS, cap_s=1.0)) == ["ann/solution.py"]
    assert run(path, source("ann")) == []


def test_the_kata_of_a_manifest_goes_before_that_of_the_command(path: Path) -> None:
    own = replace(source("ann"), kata="operations")
    run(path, own)
    assert run(path, own, terms=replace(TERMS, kata="operations")) == []
    assert run(path, source("ann")) == ["ann/solution.py"]


def test_how_it_was_handed_in_is_kept_and_is_as_it_was_handed_in_last(path: Path) -> None:
    late = HandIn("moodle", "mine.py", 2, ("1/mine.py",), late=True, columns=(("email", "a@b.c"),))
    for hand_in in (late, HandIn(original="mine.py")):
        run(path, replace(source("ann"), hand_in=hand_in))
        assert [entry.hand_in for entry in Ledger.read(path).entries] == [hand_in]
        with Ledger.open(path) as ledger:
            assert [each.hand_in for each in ledger.sources()] == [hand_in]


def test_what_could_not_be_read_is_handed_to_nobody_and_says_why(path: Path) -> None:
    unread = Source("ann", "ann.py", None, unreadable="permission denied")
    with begun(path, unread, source("bob"), regrade="*") as (_, plan):
        assert [job.path for job in plan.jobs] == ["bob/solution.py"]
        assert (plan.refused, plan.finished) == (1, 0)
    batch = Ledger.read(path)
    ann, _ = batch.entries
    assert (ann.refused, ann.scorecard, ann.content) == ("permission denied", None, None)
    assert (batch.expected, batch.received, batch.missing) == (2, 0, 1)
    assert run(path, source("ann", path="ann.py")) == ["ann.py"]


def test_of_what_nothing_was_run_there_is_the_reason_and_no_scorecard(path: Path) -> None:
    with begun(path, source("ann")) as (ledger, plan):
        refused = replace(graded(plan.jobs[0], MISSED), refused="it is of no kata")
        ledger.keep(refused, to_repeat=False)
    batch = Ledger.read(path)
    assert [(each.refused, each.scorecard, each.why_not) for each in batch.entries] == [
        ("it is of no kata", None, "")
    ]
    assert (batch.received, batch.missing) == (0, 0)
    assert run(path, source("ann")) == []
    assert run(path, source("ann"), regrade="ann") == ["ann/solution.py"]
    assert Ledger.read(path).received == 1


def test_a_ledger_of_version_1_loses_its_scorecards_of_what_nobody_had_run(path: Path) -> None:
    unread = Source("bob", "bob.py", None, unreadable="permission denied")
    run(path, source("ann"), unread, source("cyd"))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("ALTER TABLE submission DROP COLUMN hand_in")
        connection.execute("DROP TABLE note")
        connection.execute("UPDATE grading SET kata = 'unknown' WHERE submission = 1")
        connection.execute(
            "INSERT INTO grading (submission, conditions, state, tries, scorecard, proposal) "
            "SELECT 2, conditions, state, tries, scorecard, 0 FROM grading WHERE submission = 1"
        )
        connection.execute("PRAGMA user_version = 1")
    for _ in range(2):  # as it is, and then brought up to date
        ann, bob, cyd = Ledger.read(path).entries
        assert (ann.refused, ann.scorecard) == ("it is not clear which kata it is for", None)
        assert (bob.refused, bob.scorecard) == ("permission denied", None)
        assert cyd.is_received
        assert run(path, source("ann"), unread, source("cyd")) == []


def test_a_fault_of_ours_is_never_done(path: Path) -> None:
    with begun(path, *sources("ann", "bob", "cyd")) as (ledger, plan):
        ann, bob, cyd = plan.jobs
        ledger.keep_fault(ann.number, "the worker was lost")
        ledger.keep(graded(bob, FAILED), to_repeat=False)
        ledger.keep(cut_short(cyd), to_repeat=False)
    batch = Ledger.read(path)
    assert batch.received == 0
    assert [entry.why_not for entry in batch.entries] == [
        "the worker was lost",
        "the grader itself failed on 1 case: ours",
        "it was interrupted",
    ]
    assert run(path, *sources("ann", "bob", "cyd")) == [
        f"{name}/solution.py" for name in ("ann", "bob", "cyd")
    ]
    assert Ledger.read(path).received == 3


def test_what_is_the_scorecard_of_another_file_is_not_kept(path: Path) -> None:
    with begun(path, *sources("ann", "bob")) as (ledger, plan):
        ann, bob = plan.jobs
        ledger.keep(replace(graded(ann), number=bob.number), to_repeat=False)
        ledger.keep(replace(graded(ann), scorecard=b"torn"), to_repeat=False)
        assert ledger.batch().received == 0
        assert "another file" in ledger.batch().entries[1].why_not
        assert "cannot be unpacked" in ledger.batch().entries[0].why_not


def test_counts_how_often_each_was_handed_out(path: Path) -> None:
    with begun(path, *sources("ann", "bob")) as (ledger, plan):
        for _ in range(3):
            ledger.handed_out(plan.jobs[0].number)
    ann, bob = Ledger.read(path).entries
    assert (ann.tries, bob.tries) == (3, 0)
    assert "has not come back" in ann.why_not
    with begun(path, *sources("ann", "bob")) as (_, plan):
        assert [job.number for job in plan.jobs] == [1, 0]  # what nobody has tried goes first


class TestDoubtfulTimes:
    """What is to be repeated stands until its repeat is there."""

    def begin(self, path: Path) -> None:
        with begun(path, source("ann")) as (ledger, plan):
            ledger.keep(graded(plan.jobs[0], MISSED, doubtful=True), to_repeat=True)

    def test_it_is_listed_alone_until_then(self, path: Path) -> None:
        self.begin(path)
        assert Ledger.read(path).received == 1
        with begun(path, source("ann")) as (ledger, plan):
            assert (plan.jobs, len(plan.alone), plan.finished) == ((), 1, 0)
            ledger.keep(graded(plan.alone[0]), to_repeat=False)
        card = Ledger.read(path).entries[0].scorecard
        assert card is not None
        assert card.score == 1
        with begun(path, source("ann")) as (_, plan):
            assert (plan.jobs, plan.alone, plan.finished) == ((), (), 1)

    def test_a_fault_in_the_repeat_leaves_it_as_it_was(self, path: Path) -> None:
        self.begin(path)
        with begun(path, source("ann")) as (ledger, plan):
            ledger.keep_fault(plan.alone[0].number, "the worker was lost")
            ledger.keep(graded(plan.alone[0], FAILED), to_repeat=False)
        assert Ledger.read(path).received == 1
        with begun(path, source("ann")) as (_, plan):
            assert len(plan.alone) == 1


class TestRegrading:
    """What matches a glob is graded again, once."""

    def test_takes_what_matches_by_candidate_or_by_path(self, path: Path) -> None:
        batch = [source("ann"), source("bob"), source("cyd", path="late/cyd.py")]
        run(path, *batch)
        assert run(path, *batch, regrade="a*") == ["ann/solution.py"]
        assert run(path, *batch, regrade="late/*") == ["late/cyd.py"]
        assert run(path, *batch, regrade="*") == [each.path for each in batch]
        assert run(path, *batch) == []

    def test_the_same_command_goes_on_where_it_was_ended(self, path: Path) -> None:
        batch = sources("ann", "bob", "cyd")
        run(path, *batch)
        with begun(path, *batch, regrade="*") as (ledger, plan):
            ledger.keep(graded(plan.jobs[0]), to_repeat=False)
        assert Ledger.read(path).received == 1
        assert run(path, *batch, regrade="*") == ["bob/solution.py", "cyd/solution.py"]
        assert len(run(path, *batch, regrade="*")) == 3

    def test_so_does_the_command_without_it(self, path: Path) -> None:
        batch = sources("ann", "bob")
        run(path, *batch)
        with begun(path, *batch, regrade="ann"):
            pass
        assert run(path, *batch) == ["ann/solution.py"]

    def test_a_fault_then_is_not_done(self, path: Path) -> None:
        run(path, source("ann"))
        with begun(path, source("ann"), regrade="ann") as (ledger, plan):
            ledger.keep(graded(plan.jobs[0], FAILED), to_repeat=False)
        assert Ledger.read(path).received == 0
        assert run(path, source("ann")) == ["ann/solution.py"]

    def test_a_glob_that_matches_nothing_is_refused_and_changes_nothing(self, path: Path) -> None:
        run(path, source("ann"))
        with pytest.raises(LedgerError, match="--regrade zoe matches no candidate and no path"):
            run(path, source("bob"), regrade="zoe")
        assert candidates(Ledger.read(path)) == ["ann"]


def test_names_that_are_no_unicode_are_kept_as_they_can_be_shown(path: Path) -> None:
    odd = Source("a\nb", "caf\udce9/s.py", b"#\n")
    assert run(path, odd) == ["caf\udce9/s.py"]
    assert run(path, odd) == []
    (entry,) = Ledger.read(path).entries
    assert (entry.candidate, entry.path) == ("a\nb", "caf\\udce9/s.py")


def test_keeps_every_content_once_and_compressed(path: Path) -> None:
    run(path, *[source(name, "# the same\n" * 1000) for name in ("ann", "bob")])
    with sqlite3.connect(path) as connection:
        ((size, held),) = connection.execute("SELECT size, length(compressed) FROM source")
    connection.close()
    assert size == 11_000
    assert held < 200
