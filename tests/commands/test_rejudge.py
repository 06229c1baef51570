"""`kata rejudge`: grade a ledger again on other terms, show what would change, decide on it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from graders.batch.job import BatchTerms, grade_job
from graders.batch.ledger.ledger import Ledger
from graders.cli import main
from tests.batch.ledger.handed_in import begun, source

TERMS = BatchTerms(kata="best_move", case=("phase2/win-at-once",), isolation="limits", rerun=False)
KNOWS = """\
def find_best_move(board):
    first, *others = map(board.column_height, range(7))
    return {} if first + sum(others) {} 7 else 9
"""
BATCH = (
    source("ann", KNOWS.format("2 * first", ">")),
    source("bob", KNOWS.format("4 + first", "<=")),
)


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Keep a batch in which ann has won at once, and bob has not."""
    path = tmp_path_factory.mktemp("graded") / "class.ledger"
    with begun(path, *BATCH, terms=TERMS) as (ledger, plan):
        for job in plan.jobs:
            ledger.keep(grade_job(job, TERMS), to_repeat=False)
    return path


@pytest.fixture
def ledger(graded: Path, tmp_path: Path) -> Path:
    """Return a copy of that batch of one's own."""
    return Path(shutil.copy(graded, tmp_path / "class.ledger"))


def rejudge(ledger: Path, *words: str) -> tuple[int, str, str]:
    """Run the command; return its exit code, and what it says on both streams."""
    done = CliRunner().invoke(main, ["rejudge", str(ledger), *words])
    return done.exit_code, done.stdout, done.stderr


def refused(*words: object) -> str:
    """Return the line with which the command refuses."""
    result = CliRunner().invoke(main, ["rejudge", *map(str, words)])
    assert result.exit_code == 2
    return result.output.splitlines()[-1]


def scores(ledger: Path, *, proposed: bool = False) -> list[int | None]:
    batch = Ledger.read(ledger, proposed=proposed)
    return [entry.scorecard and entry.scorecard.score for entry in batch.entries]


@pytest.mark.usefixtures("graded_here")
def test_shows_what_would_change_and_changes_it_when_told_to(ledger: Path) -> None:
    code, said, aside = rejudge(ledger, "--case", "phase2/block-at-once", "--jobs", "2")
    assert code == 1, aside
    assert "ann" in said
    assert "2 of 2 submissions would change" in said
    assert f"kata rejudge {ledger} --apply makes this count, --discard drops it" in aside
    assert scores(ledger) == [1, 0]

    code, again, aside = rejudge(ledger, "--case", "phase2/block-at-once")
    assert (code, again) == (1, said)  # all is graded already

    code, _, aside = rejudge(ledger, "--apply")
    assert code == 0, aside
    assert scores(ledger) == [0, 1]
    assert "under these very conditions" in refused(ledger, "--case", "phase2/block-at-once")


@pytest.mark.usefixtures("graded_here")
def test_where_nothing_would_change_it_says_so(ledger: Path) -> None:
    code, said, aside = rejudge(ledger, "--cap", "60")
    assert code == 0, aside
    assert said == "0 of 2 submissions would change\n"
    code, _, aside = rejudge(ledger, "--discard")
    assert code == 0, aside
    assert scores(ledger, proposed=True) == [None, None]


class TestRefusing:
    """What has to be corrected is one line, and nothing is graded or changed."""

    @pytest.mark.parametrize("word", ["--apply", "--discard"])
    def test_where_nothing_is_proposed(self, ledger: Path, word: str) -> None:
        assert "nothing is proposed" in refused(ledger, word)

    def test_both_decisions_at_once(self, ledger: Path) -> None:
        assert "exclude each other" in refused(ledger, "--apply", "--discard")

    @pytest.mark.parametrize(
        "terms", [["--cap", "1"], ["--suite", "phase3"], ["--no-variants"], ["--jobs", "2"]]
    )
    def test_terms_beside_a_decision(self, ledger: Path, terms: list[str]) -> None:
        assert "give no terms" in refused(ledger, "--apply", *terms)

    def test_no_ledger(self, tmp_path: Path) -> None:
        assert "there is no ledger" in refused(tmp_path / "none.ledger")
        assert not (tmp_path / "none.ledger").exists()

    def test_the_terms_of_the_batch(self, ledger: Path) -> None:
        assert "under these very conditions" in refused(ledger)

    @pytest.mark.parametrize(
        ("terms", "why"),
        [
            (["--suite", "phase99"], "there is no suite 'phase99'"),
            (["--case", "no-such-case"], "no-such-case"),
            (["--kata", "chess"], "there is no kata 'chess'"),
        ],
    )
    def test_terms_that_make_no_sense(self, ledger: Path, terms: list[str], why: str) -> None:
        assert why in refused(ledger, *terms)
        assert "nothing is proposed" in refused(ledger, "--discard")

    def test_a_ledger_that_is_in_use(self, ledger: Path) -> None:
        with Ledger.open(ledger):
            assert "is in use: process" in refused(ledger, "--cap", "1")
