"""A folder of pages: whole or not at all, and never over what somebody else wrote."""

from __future__ import annotations

from pathlib import Path

import pytest

from graders.commands.output import RefusalError
from graders.commands.report import MARKER, ReportFolder

PAGES = {"index.html": "index", "candidates/ann.html": "ann", "candidates/bob.html": "bob"}


def write(folder: Path, pages: dict[str, str]) -> None:
    made = ReportFolder(folder, pages)
    made.claim()
    for name, text in pages.items():
        made.write(name, text)
    made.finish()


def inside(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != MARKER
    }


def test_a_folder_is_made_and_a_later_report_takes_its_place(tmp_path: Path) -> None:
    out = tmp_path / "out"
    write(out, PAGES)
    assert inside(out) == PAGES
    write(out, {"index.html": "new", "candidates/ann.html": "ann"})
    assert inside(out) == {"index.html": "new", "candidates/ann.html": "ann"}
    write(out, {"index.html": "new"})
    assert inside(out) == {"index.html": "new"}
    assert not (out / "candidates").exists()


def test_a_file_that_says_the_same_is_left_as_it_is(tmp_path: Path) -> None:
    write(tmp_path, PAGES)
    before = {path: path.stat().st_ino for path in tmp_path.rglob("*")}
    write(tmp_path, PAGES)
    assert before == {path: path.stat().st_ino for path in tmp_path.rglob("*")}


def test_what_somebody_else_put_there_stays(tmp_path: Path) -> None:
    write(tmp_path, PAGES)
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    (tmp_path / "candidates/notes.txt").write_text("mine", encoding="utf-8")
    write(tmp_path, {"index.html": "new"})
    assert inside(tmp_path) == {
        "index.html": "new",
        "notes.txt": "mine",
        "candidates/notes.txt": "mine",
    }


@pytest.mark.parametrize("name", ["notes.txt", "index.html", "candidates/ann.html"])
def test_a_folder_that_holds_anything_else_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("mine", encoding="utf-8")
    with pytest.raises(RefusalError, match="not empty and holds no earlier report"):
        ReportFolder(tmp_path, PAGES)
    assert inside(tmp_path) == {name: "mine"}


def test_a_foreign_file_where_a_page_belongs_is_refused(tmp_path: Path) -> None:
    write(tmp_path, {"index.html": "index"})
    (tmp_path / "candidates").mkdir()
    (tmp_path / "candidates/bob.html").write_text("mine", encoding="utf-8")
    with pytest.raises(RefusalError, match=r"candidates/bob\.html there is not from an earlier"):
        ReportFolder(tmp_path, PAGES)


def test_a_link_is_never_followed(tmp_path: Path) -> None:
    out, elsewhere = tmp_path / "out", tmp_path / "elsewhere"
    write(out, PAGES)
    elsewhere.mkdir()
    (elsewhere / "file").write_text("mine", encoding="utf-8")
    (out / "index.html").unlink()
    (out / "index.html").symlink_to(elsewhere / "file")
    with pytest.raises(RefusalError, match=r"index\.html there is not"):
        ReportFolder(out, PAGES)
    (out / "index.html").unlink()
    for page in (out / "candidates").iterdir():
        page.unlink()
    (out / "candidates").rmdir()
    (out / "candidates").symlink_to(elsewhere)
    with pytest.raises(RefusalError, match="candidates there is not"):
        ReportFolder(out, PAGES)
    assert inside(elsewhere) == {"file": "mine"}


@pytest.mark.parametrize(
    "marker",
    [
        '{"made_by": "kata report", "version": 1, "files": ["../elsewhere.html"]}',
        '{"made_by": "kata report", "version": 2, "files": []}',
        '{"files": 7, "version": 1}',
        "[]",
        "not JSON",
    ],
)
def test_a_marker_that_we_did_not_write_is_refused(tmp_path: Path, marker: str) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (tmp_path / "elsewhere.html").write_text("mine", encoding="utf-8")
    (out / MARKER).write_text(marker, encoding="utf-8")
    with pytest.raises(RefusalError, match="was not written by this version"):
        ReportFolder(out, PAGES)
    assert (tmp_path / "elsewhere.html").exists()


@pytest.mark.parametrize("written", range(4))
def test_a_run_that_was_killed_is_gone_on_with(tmp_path: Path, written: int) -> None:
    write(tmp_path, {"index.html": "old", "candidates/old.html": "old"})
    killed = ReportFolder(tmp_path, PAGES)
    killed.claim()
    for name in list(PAGES)[:written]:
        killed.write(name, PAGES[name])
    (tmp_path / ".index.html.0a_b1c2d").write_text("half", encoding="utf-8")
    write(tmp_path, PAGES)
    assert inside(tmp_path) == PAGES


def test_a_first_run_that_was_killed_before_it_had_a_marker_is_gone_on_with(
    tmp_path: Path,
) -> None:
    (tmp_path / f".{MARKER}.0a_b1c2d").write_text("{", encoding="utf-8")
    write(tmp_path, PAGES)
    assert inside(tmp_path) == PAGES


@pytest.mark.parametrize(
    ("path", "why"), [("file", "it is not a folder"), ("no/folder", "there is no folder")]
)
def test_a_place_that_cannot_be_a_folder_is_refused(tmp_path: Path, path: str, why: str) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    with pytest.raises(RefusalError, match=why):
        ReportFolder(tmp_path / path, PAGES)


def test_what_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    made = ReportFolder(tmp_path / "out", PAGES)
    (tmp_path / "out").write_text("in the way", encoding="utf-8")
    with pytest.raises(RefusalError, match="cannot write"):
        made.claim()
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
