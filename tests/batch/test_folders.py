"""In a batch a candidate's folder of several files is one submission, kept and graded as such."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from graders.batch.ledger.ledger import Ledger
from graders.batch.sources.discovery import find_submissions
from graders.cli import main
from graders.grading.folders import read_folder
from graders.model.submission import Files
from tests import knows
from tests.grading.folders import FIRST, RIGHT, written

CASES = ("--case", "phase2/win-at-once", "--jobs", "1", "--cap", "20")


@pytest.fixture
def handed_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KATA_STATE", str(tmp_path / "state"))
    folder = tmp_path / "handed-in"
    written(folder / "alice", RIGHT)
    written(folder / "bob", {"player.py": knows.PHASE_2, "README.md": "mine"})
    written(folder / "carol", {**FIRST, "other.py": FIRST["best.py"]})
    return folder


def batch(folder: Path, *words: str) -> Result:
    return CliRunner().invoke(main, ["batch", str(folder), *CASES, *words])


def document(folder: Path) -> dict[str, dict[str, object]]:
    found = json.loads(batch(folder, "--format", "json").stdout)
    return {each["candidate"]: each for each in found["submissions"]}


def test_each_is_graded_once_and_again_where_any_of_its_files_changes(handed_in: Path) -> None:
    first = document(handed_in)
    assert {name: each["score"] for name, each in first.items()} == {
        "alice": 1,
        "bob": 1,
        "carol": None,
    }
    assert str(first["carol"]["why_not"]).startswith("several files define what is asked")
    written(handed_in / "alice", {"__pycache__/x.pyc": "", ".git/HEAD": ""})
    assert "are graded already" in batch(handed_in).stderr
    written(handed_in / "alice", {"known.py": "def answer(board):\n    return 6\n"})
    assert "1 of them to be graded" in batch(handed_in).stderr
    second = document(handed_in)
    assert second["alice"]["score"] == 0
    assert second["alice"]["sha256"] != first["alice"]["sha256"]


def test_pages_show_all_files_and_the_hash_is_that_of_all_or_of_one_source_file(
    handed_in: Path, tmp_path: Path
) -> None:
    written(handed_in / "alice", {"a_note.md": "read me"})
    found = document(handed_in)
    alice = read_folder(handed_in / "alice")
    assert found["alice"]["sha256"] == hashlib.sha256(alice.packed).hexdigest()
    assert found["bob"]["sha256"] == hashlib.sha256(knows.PHASE_2.encode()).hexdigest()
    (ledger,) = (tmp_path / "state" / "batches").glob("*.ledger")
    kept = {entry.candidate: entry.content for entry in Ledger.read(ledger).entries}
    assert kept["alice"] == alice
    assert kept["bob"] == knows.PHASE_2.encode()

    out = tmp_path / "pages"
    made = CliRunner().invoke(main, ["report", str(ledger), "--out", str(out), "--no-similarity"])
    assert made.exit_code == 0, made.output
    page = (out / "candidates" / "alice.html").read_text(encoding="utf-8")
    places = [page.index(f"<h3>{name}</h3>") for name in ("best.py", "a_note.md", "known.py")]
    assert places == sorted(places), "that which is called is not first"
    assert "read me" in page[places[1] : places[2]]


def test_an_archive_holds_what_the_folder_does(handed_in: Path, tmp_path: Path) -> None:
    written(handed_in / "alice", {"env/pyvenv.cfg": "", "env/lib/a.py": ""})
    in_folder = {each.candidate: each.content for each in find_submissions([handed_in]).sources}
    for kind in ("zip", "gztar"):
        packed = shutil.make_archive(str(tmp_path / f"class-{kind}"), kind, handed_in)
        assert {
            each.candidate: each.content for each in find_submissions([packed]).sources
        } == in_folder
    assert isinstance(in_folder["alice"], Files)


def test_what_breaks_a_rule_costs_its_candidate_alone(handed_in: Path) -> None:
    (handed_in / "alice" / "out.py").symlink_to("/etc/hostname")
    found = {each.candidate: each for each in find_submissions([handed_in]).sources}
    assert found["alice"].content is None
    assert "out.py: it is a link out of the folder" in found["alice"].unreadable
    assert found["bob"].content is not None
