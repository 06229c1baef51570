"""What was written before version 3 of the scorecard is read, reported and gone on with."""

from __future__ import annotations

import io
import json
import shutil
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner

from graders.batch.ledger.ledger import Ledger
from graders.cli import main
from graders.model.scorecard import Scorecard, ScorecardError
from graders.practice.run_history import FILE, graded_runs
from graders.reports import formats
from tests.golden_scorecards import GOLDEN

FOLDER = GOLDEN / "version2"
CARDS = sorted(FOLDER.glob("*.json"))


@pytest.mark.parametrize("file", CARDS, ids=lambda file: file.stem)
def test_a_scorecard_is_read_as_it_was_written_and_written_as_version_3(file: Path) -> None:
    written = json.loads(file.read_text(encoding="utf-8"))
    assert written["version"] == 2
    card = Scorecard.from_json(file.read_text(encoding="utf-8"))
    assert card.driver is None
    again = json.loads(card.to_json())
    if again["provenance"] is not None:  # version 2 knew of no folders, and played nothing out
        assert again["provenance"]["options"].pop("entry") is None
        assert again["provenance"]["options"].pop("play_out") is False
        for name in ("session_s", "session_bytes", "total_bytes", "total_steps", "total_starts"):
            assert again["provenance"]["limits"].pop(name) is None
    assert again == written | {"version": 3}


@pytest.mark.parametrize("name", sorted(set(formats()) - {"svg"}))
def test_it_is_reported_in_every_format(name: str) -> None:
    for file in CARDS:
        card = Scorecard.from_json(file.read_text(encoding="utf-8"))
        stream = io.StringIO(newline="")
        formats()[name](stream, hints=True, full=True).finish(card)
        assert stream.getvalue(), file.stem


def test_what_was_found_out_of_a_class_is_still_told() -> None:
    card = Scorecard.from_json((FOLDER / "connect4.json").read_text(encoding="utf-8"))
    stream = io.StringIO()
    formats()["text"](stream, full=True).finish(card)
    assert "a refused move  raises ValueError" in stream.getvalue()


def test_there_is_one_of_every_verdict_that_there_was() -> None:
    assert {file.stem for file in CARDS} == {
        file.stem for file in GOLDEN.glob("*.json") if file.stem not in ("not_offered", "play_out")
    } | {"connect4"}


@pytest.mark.parametrize("version", [0, 1, 4, "2", None])
def test_any_other_version_is_refused_by_its_number(version: object) -> None:
    written = json.loads(CARDS[0].read_text(encoding="utf-8")) | {"version": version}
    with pytest.raises(ScorecardError, match="it is not a scorecard of version 2 or 3"):
        Scorecard.from_json(json.dumps(written))


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    """Return a ledger that was made with version 2."""
    path = tmp_path / "round.sqlite"
    made = sqlite3.connect(path)
    made.executescript((FOLDER / "ledger.sql").read_text(encoding="utf-8"))
    made.close()
    return path


def test_a_ledger_is_read_with_its_scorecards(ledger: Path) -> None:
    batch = Ledger.read(ledger)
    assert [
        (entry.candidate, entry.scorecard and entry.scorecard.score) for entry in batch.entries
    ] == [
        ("ann", 1),
        ("ben", 0),
    ]


def test_a_ledger_becomes_pages(ledger: Path, tmp_path: Path) -> None:
    words = ["report", str(ledger), "--out", str(tmp_path / "pages"), "--no-similarity"]
    done = CliRunner().invoke(main, words)
    assert (done.exit_code, done.stderr) == (0, ""), done.stderr
    index = (tmp_path / "pages" / "index.html").read_text(encoding="utf-8")
    assert "ann" in index and "ben" in index


def test_a_history_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KATA_STATE", str(tmp_path))
    shutil.copy(FOLDER / "history.jsonl", tmp_path / FILE)
    runs = [*graded_runs()]
    assert [(run.kata, run.score, run.cases[0].verdict) for run in runs] == [
        ("best_move", 1, "accepted"),
        ("best_move", 0, "runtime_error"),
    ]
