"""Versions of a file: put back only where nothing is lost by it."""

from __future__ import annotations

from pathlib import Path

import pytest

from graders.practice import run_history
from graders.practice.run_history import CaseRun, GradedRun, keep_source, whole_name
from graders.practice.studio.versions import put_back, runs_of, version_at

OLD, NEW = b"a = 1\n", b"a = 2\n"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KATA_STATE", str(tmp_path / "state"))
    found = tmp_path / "mine.py"
    found.write_bytes(NEW)
    return found


def graded(file: Path, source: bytes, at: str, score: int = 1) -> None:
    sha256 = keep_source(source)
    cases = (CaseRun("a/b", "accepted", score, 1, 0.1),)
    run_history.append(GradedRun(at, whole_name(file), sha256, "any", score, 1, cases=cases))


def test_a_version_is_put_back_in_one_piece_and_both_are_still_there(file: Path) -> None:
    graded(file, OLD, "2026-11-22T09:30:00Z", score=0)
    graded(file, NEW, "2026-11-22T09:31:00Z")
    file.chmod(0o640)
    version = version_at(file, "2026-11-22T09:30:00Z")
    assert (version.diff, version.why_not) == (("@@ -1 +1 @@", "-a = 1", "+a = 2"), "")
    put_back(file, "2026-11-22T09:30:00Z")
    assert file.read_bytes() == OLD
    assert file.stat().st_mode & 0o777 == 0o640
    assert version_at(file, "2026-11-22T09:30:00Z").is_now
    put_back(file, "2026-11-22T09:31:00Z")
    assert file.read_bytes() == NEW
    assert {each.name for each in file.parent.iterdir()} == {"mine.py", "state"}


def test_what_no_version_holds_is_never_overwritten(file: Path) -> None:
    graded(file, OLD, "2026-11-22T09:30:00Z")
    with pytest.raises(ValueError, match="was not graded to the end"):
        put_back(file, "2026-11-22T09:30:00Z")
    assert file.read_bytes() == NEW
    with pytest.raises(ValueError, match="not in the history"):
        put_back(file, "2026-11-22T09:99:00Z")


def test_a_link_stays_one(file: Path) -> None:
    link = file.with_name("link.py")
    link.symlink_to(file)
    graded(link, OLD, "2026-11-22T09:30:00Z")
    graded(link, NEW, "2026-11-22T09:31:00Z")
    put_back(link, "2026-11-22T09:30:00Z")
    assert link.is_symlink()
    assert file.read_bytes() == OLD


def test_runs_of_one_save_are_one_bar(file: Path) -> None:
    for minute, source in enumerate((OLD, OLD, NEW, OLD)):
        graded(file, source, f"2026-11-22T09:3{minute}:00Z", score=minute)
    assert [run.score for run in runs_of(file)] == [1, 2, 3]


def test_a_folder_is_shown_and_not_put_back(file: Path) -> None:
    folder = file.with_name("folder")
    folder.mkdir()
    graded(folder, OLD, "2026-11-22T09:30:00Z")
    graded(folder, NEW, "2026-11-22T09:31:00Z")
    version = version_at(folder, "2026-11-22T09:30:00Z")
    assert version.diff == ("@@ -1 +1 @@", "-a = 1", "+a = 2")
    assert "folder" in version.why_not
