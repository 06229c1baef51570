"""A rejudge grades beside what counts, shows what would change, and is applied or discarded."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from graders.batch.conditions import compare_batches
from graders.batch.job import BatchTerms, Job
from graders.batch.ledger.database import LedgerError
from graders.batch.ledger.ledger import Ledger
from graders.model.batch import Batch, Entry, Grade, OtherVerdict
from graders.model.verdict import Verdict
from graders.reports.layout import as_text
from graders.reports.leaderboard import rejudgement_lines
from graders.suites import load_suite
from tests.batch.ledger.handed_in import FAILED, MISSED, TERMS, graded, run, source, sources

STRICTER = replace(TERMS, cap_s=0.5)
BATCH = sources("ann", "bob", "cyd")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "batch.ledger"
    run(path, *BATCH)
    return path


def propose(
    path: Path, *missed: str, stop_after: int = 99, terms: BatchTerms = STRICTER
) -> list[str]:
    """Grade the ledger again, and say who was; those that are named miss their case."""
    with Ledger.open(path, create=False) as ledger:
        jobs = ledger.propose(terms).jobs[:stop_after]
        for job in jobs:
            ledger.handed_out(job.number)
            name = BATCH[job.number].candidate
            ledger.keep(graded(job, *[MISSED] * (name in missed)), to_repeat=False)
        return [BATCH[job.number].candidate for job in jobs]


def scores(batch: Batch) -> list[int | None]:
    return [entry.scorecard and entry.scorecard.score for entry in batch.entries]


def test_takes_the_bytes_from_the_ledger_and_leaves_what_counts_alone(path: Path) -> None:
    assert propose(path, "bob") == ["ann", "bob", "cyd"]
    assert scores(Ledger.read(path)) == [1, 1, 1]
    assert scores(Ledger.read(path, proposed=True)) == [1, 0, 1]


def test_the_same_again_goes_on(path: Path) -> None:
    assert propose(path, stop_after=1) == ["ann"]
    assert Ledger.read(path, proposed=True).received == 1
    assert propose(path) == ["bob", "cyd"]
    assert propose(path) == []


def test_applied_it_counts_and_what_counted_before_is_not_graded_again(path: Path) -> None:
    propose(path, "bob")
    with Ledger.open(path, create=False) as ledger:
        ledger.apply()
        assert ledger.terms() == STRICTER
    assert scores(Ledger.read(path)) == [1, 0, 1]
    assert run(path, *BATCH, terms=STRICTER) == []
    assert run(path, *BATCH) == []
    assert scores(Ledger.read(path)) == [1, 1, 1]


def test_discarded_it_is_gone(path: Path) -> None:
    propose(path, "bob")
    with Ledger.open(path, create=False) as ledger:
        ledger.discard()
        assert ledger.terms() == TERMS
    assert scores(Ledger.read(path)) == [1, 1, 1]
    assert scores(Ledger.read(path, proposed=True)) == [None, None, None]
    assert propose(path) == ["ann", "bob", "cyd"]


def test_what_a_batch_graded_meanwhile_is_not_dropped_with_it(path: Path) -> None:
    propose(path, stop_after=1)
    assert run(path, *BATCH, terms=STRICTER) == ["bob/solution.py", "cyd/solution.py"]
    with Ledger.open(path, create=False) as ledger:
        ledger.discard()
    assert scores(Ledger.read(path)) == [1, 1, 1]


def test_one_that_is_not_finished_cannot_be_applied(path: Path) -> None:
    propose(path, stop_after=1)
    with (
        Ledger.open(path, create=False) as ledger,
        pytest.raises(LedgerError, match="2 of the submissions are not graded under the proposal"),
    ):
        ledger.apply()


def test_who_was_handed_in_meanwhile_has_to_be_graded_too(path: Path) -> None:
    propose(path)
    run(path, *BATCH, source("dan"))
    with Ledger.open(path, create=False) as ledger:
        with pytest.raises(LedgerError, match="1 of the submissions is not graded"):
            ledger.apply()
        (job,) = ledger.propose(STRICTER).jobs
        ledger.keep(graded(job), to_repeat=False)
        ledger.apply()


def test_a_second_one_under_other_terms_is_refused(path: Path) -> None:
    propose(path, stop_after=1)
    with pytest.raises(LedgerError, match="there is a proposal under other conditions"):
        propose(path, terms=replace(TERMS, cap_s=0.25))
    assert propose(path) == ["bob", "cyd"]


def test_the_terms_of_the_batch_itself_are_refused(path: Path) -> None:
    with pytest.raises(LedgerError, match="was graded under these very conditions"):
        propose(path, terms=TERMS)


@pytest.mark.parametrize("what", [Ledger.apply, Ledger.discard])
def test_where_nothing_is_proposed_there_is_nothing_to_decide(path: Path, what: object) -> None:
    assert callable(what)
    with (
        Ledger.open(path, create=False) as ledger,
        pytest.raises(LedgerError, match="nothing is proposed"),
    ):
        what(ledger)


def test_an_empty_ledger_cannot_be_graded_again(tmp_path: Path) -> None:
    with (
        Ledger.open(tmp_path / "new.ledger") as ledger,
        pytest.raises(LedgerError, match="nothing was graded into it yet"),
    ):
        ledger.propose(STRICTER)


def test_the_terms_of_the_batch_are_kept_whole(tmp_path: Path) -> None:
    suite = tmp_path / "mine.yaml"
    suite.write_text("kata: best_move\ncap_s: 1\ncases:\n  - {id: a, moves: '', accept: [3]}\n")
    terms = BatchTerms(suites=(load_suite(suite),), case=("a",), isolation="limits", variants=True)
    path = tmp_path / "batch.ledger"
    run(path, source("ann"), terms=terms)
    suite.unlink()
    with Ledger.open(path) as ledger:
        assert ledger.terms() == terms


def job_of(number: int) -> Job:
    return Job(number, f"{number}.py", b"#\n")


class TestComparing:
    """What would change is said as data, and in a table at the end."""

    def entries(self, *results: object) -> Batch:
        made = []
        for number, result in enumerate(results):
            job = job_of(number)
            card = graded(job, result).card if result else None  # type: ignore[arg-type]
            made.append(Entry(BATCH[number].candidate, job.path, None, None, card, "it was lost"))
        return Batch(tuple(made))

    def test_nothing_changes_between_equal_runs(self) -> None:
        accepted = graded(job_of(0)).card.results[0]
        rejudged = compare_batches(self.entries(accepted), self.entries(accepted))
        assert not rejudged.changing
        assert as_text(rejudgement_lines(rejudged, 80)) == ("0 of 1 submission would change",)

    def test_names_scores_rungs_and_verdicts_before_and_after(self) -> None:
        accepted = graded(job_of(0)).card.results[0]
        renamed = replace(MISSED, id="phase4/new")
        rejudged = compare_batches(
            self.entries(accepted, accepted, accepted), self.entries(accepted, MISSED, renamed)
        )
        bob, cyd = rejudged.changing
        assert bob.before == Grade(1, 1, "alpha_beta")
        assert bob.after == Grade(0, 1, "alpha_beta")
        assert bob.verdicts == (OtherVerdict("phase3/one", Verdict.ACCEPTED, Verdict.WRONG_ANSWER),)
        assert cyd.verdicts == (
            OtherVerdict("phase4/new", None, Verdict.WRONG_ANSWER),
            OtherVerdict("phase3/one", Verdict.ACCEPTED, None),
        )
        said = "\n".join(as_text(rejudgement_lines(rejudged, 80)))
        assert "bob" in said
        assert "ann" not in said
        assert "0/1, was 1/1" in said
        assert said.endswith("2 of 3 submissions would change")

    def test_a_fault_is_no_change_but_is_told(self) -> None:
        accepted = graded(job_of(0)).card.results[0]
        rejudged = compare_batches(self.entries(accepted, accepted), self.entries(FAILED, None))
        assert not rejudged.changing
        assert [each.candidate for each in rejudged.missing] == ["ann", "bob"]
        assert "bob could not be graded again: it was lost" in as_text(
            rejudgement_lines(rejudged, 80)
        )

    def test_what_would_have_no_points_any_more_is_a_change_with_its_reason(self) -> None:
        accepted = graded(job_of(0)).card.results[0]
        before, after = self.entries(accepted, None), self.entries(None, None)
        refused = tuple(replace(each, refused="it is of no kata") for each in after.entries)
        rejudged = compare_batches(before, Batch(refused))
        assert [each.candidate for each in rejudged.changing] == ["ann"]
        assert not rejudged.missing
        said = as_text(rejudgement_lines(rejudged, 80))
        assert "ann would not be graded: it is of no kata" in said
        assert any("—, was 1/1" in line for line in said)

    def test_names_act_on_no_terminal(self) -> None:
        accepted = graded(job_of(0)).card.results[0]
        before, after = self.entries(accepted), self.entries(MISSED)
        hostile = "\x1b[2J\u202e" + "x" * 100
        before, after = (
            Batch((replace(each.entries[0], candidate=hostile),)) for each in (before, after)
        )
        said = "\n".join(as_text(rejudgement_lines(compare_batches(before, after), 80)))
        assert "\x1b" not in said
        assert "\u202e" not in said
