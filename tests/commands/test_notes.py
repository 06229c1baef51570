"""`kata notes` as a person calls it, and where what it took is shown."""

from __future__ import annotations

import csv
import io
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from graders.batch.ledger.ledger import Ledger
from graders.cli import main
from graders.model.notes import MOST_BYTES
from graders.reports import formats
from tests.commands.test_report import grade

CASE = "phase2/block-at-once"
NOTE = {
    "written_at": "2026-01-01T10:00:00.000Z",
    "text": "asked well\n=1+1",
    "grade": "B plus",
    "overrides": [{"case": CASE, "verdict": "accepted", "reason": "the task was unclear"}],
    "rubric": [{"row": "Tests", "choice": 3, "remark": "two"}],
}


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Grade both once for all tests."""
    ledger = tmp_path_factory.mktemp("graded") / "round.ledger"
    answers = {"Ann": "return 4 + board.column_height(0)", "Bob": "return 0"}
    grade(ledger, answers, title="Spring")
    return ledger


@pytest.fixture
def ledger(graded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a ledger of one's own."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(graded, tmp_path)
    return Path("round.ledger")


def kata(*words: object) -> Result:
    return CliRunner().invoke(main, [*map(str, words)])


def saved(ledger: Path, **of_bob: Any) -> Path:
    """Write a file as a page does, with a note on Bob."""
    bob = Ledger.read(ledger).entries[1]
    note = {"candidate": bob.candidate, "sha256": bob.sha256, "note": {**NOTE, **of_bob}}
    Path("kata-notes.json").write_text(
        json.dumps({"made_by": "kata report", "version": 1, "notes": [note]}), encoding="utf-8"
    )
    return Path("kata-notes.json")


def test_it_says_what_was_taken_and_prints_it_as_a_table(ledger: Path) -> None:
    assert kata("notes", ledger).output == "Nothing is noted in this ledger.\n"
    file = saved(ledger)
    assert kata("notes", ledger, file).output == "notes on 1 person: 1 grade, 1 override\n"
    assert kata("notes", ledger, file).output == "nothing new; 1 was there already\n"
    shown = " ".join(kata("notes", ledger).output.split())
    assert "Bob 0/1 B plus asked well =1+1; Tests: 3, two" in shown
    assert f"Bob, {CASE}: accepted by hand, wrong answer by the grader: the task" in shown


def test_what_it_prints_as_json_it_takes_again(ledger: Path) -> None:
    kata("notes", ledger, saved(ledger))
    printed = kata("notes", ledger, "--format", "json").output
    assert json.loads(printed) == json.loads(Path("kata-notes.json").read_text(encoding="utf-8"))
    Path("again.json").write_text(printed, encoding="utf-8")
    assert kata("notes", ledger, "again.json").output == "nothing new; 1 was there already\n"


def test_its_csv_has_a_row_for_each_who_has_a_note_and_no_formula(ledger: Path) -> None:
    kata("notes", ledger, saved(ledger))
    (row,) = csv.DictReader(io.StringIO(kata("notes", ledger, "--format", "csv").output))
    assert (row["candidate"], row["score"], row["grade_by_hand"]) == ("Bob", "0", "B plus")
    assert row["notes"] == r"asked well\n=1+1"
    assert row["rubric"] == "Tests: 3, two"


def test_reports_of_a_batch_have_notes_beside_the_score_but_none_for_candidates(
    ledger: Path,
) -> None:
    kata("notes", ledger, saved(ledger))
    batch = Ledger.read(ledger)

    def written(name: str, *, spoilers: bool) -> str:
        stream = io.StringIO()
        formats()[name](stream, spoilers=spoilers).batch(batch)
        return stream.getvalue()

    ann, bob = csv.DictReader(io.StringIO(written("csv", spoilers=True), newline=""))
    assert (ann["grade_by_hand"], ann["notes"], ann["overrides"]) == ("", "", "")
    assert (bob["score"], bob["grade_by_hand"]) == ("0", "B plus")
    assert bob["overrides"].startswith(f"{CASE}: accepted by hand, wrong answer by the grader")
    assert (ann["rubric"], bob["rubric"]) == ("", "Tests: 3, two")
    ann, bob = json.loads(written("json", spoilers=True))["submissions"]
    assert "notes" not in ann
    assert (bob["score"], bob["notes"]) == (0, NOTE)
    for name in ("csv", "json"):
        for noted in ("asked well", "Tests: 3"):
            assert noted not in written(name, spoilers=False)


def test_pages_show_them_and_those_for_candidates_do_not(ledger: Path) -> None:
    kata("notes", ledger, saved(ledger))
    for option, are_shown in (("--spoilers", True), ("--no-spoilers", False)):
        assert kata("report", ledger, "--out", f"out{option}", option).exit_code == 0
        pages = [Path(f"out{option}/{name}.html") for name in ("index", "candidates/bob")]
        for page in pages:
            text = page.read_text(encoding="utf-8")
            assert ("B plus" in text) is are_shown
            assert ("data-notes" in text) is are_shown


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("candidate,grade", "is not a file of notes"),
        ('{"made_by": "kata report", "version": 2, "notes": []}', "is not a file of notes"),
        ('{"made_by": "kata report", "version": 1, "notes": [], "x": 1}', "unknown field `x`"),
        ("[" * 100_000, "is not a file of notes"),
        (" " * (MOST_BYTES + 1), "is larger than"),
    ],
)
def test_a_file_that_no_page_saved_is_one_line(ledger: Path, text: str, why: str) -> None:
    Path("other.json").write_text(text, encoding="utf-8")
    said = kata("notes", ledger, "other.json")
    assert said.exit_code == 2
    assert why in said.output
    assert said.output.count("\n") == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"grade": 5},
        {"grade": "x" * 101},
        {"overrides": [{"case": CASE, "verdict": "accepted", "reason": ""}]},
        {"overrides": [{"case": CASE, "verdict": "nearly", "reason": "x"}]},
        {"rubric": [{"row": "Tests", "choice": 5}]},
        {"written_at": "yesterday"},
        {"score": 7},
    ],
)
def test_a_note_of_another_form_is_refused_with_its_place(
    ledger: Path, wrong: dict[str, Any]
) -> None:
    said = kata("notes", ledger, saved(ledger, **wrong))
    assert said.exit_code == 2
    assert "$.notes[0].note" in said.output
    assert Ledger.read(ledger).entries[1].note is None


def test_a_ledger_or_a_file_that_is_not_there_is_one_line(ledger: Path) -> None:
    for words in (("none.ledger",), ("none.ledger", saved(ledger)), (ledger, "none.json")):
        said = kata("notes", *words)
        assert said.exit_code == 2
        assert "none." in said.output
        assert said.output.count("\n") == 1
