"""A folder to begin in is made whole or not at all, and over nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from graders.katas import all_katas
from graders.practice import new_folder
from graders.practice.new_folder import (
    SUFFIXES,
    CannotStartError,
    how_to_run,
    make_folder,
    solution_in,
)

KATA = Path(new_folder.candidate_package.__file__).parent


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("language", SUFFIXES)
@pytest.mark.parametrize("kata", all_katas())
def test_it_holds_the_starter_the_statement_and_one_line(
    kata: str, language: str, tmp_path: Path
) -> None:
    make_folder(kata, tmp_path / "mine", language)
    made = content(tmp_path / "mine")
    solution, starter = solution_in(language), f"starter{SUFFIXES[language]}"
    assert made.pop(solution) == (KATA / kata / starter).read_bytes()
    assert f"grade {solution}\n".encode() in (KATA / kata / starter).read_bytes()
    assert made.pop("README.md") == (KATA / kata / "README.md").read_bytes()
    line = made.pop("HOW_TO_RUN.txt").decode()
    assert line == f"{how_to_run(Path(solution))}\n"
    assert made == {}
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_the_files_can_be_written_to_as_any_others(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        make_folder("operations", tmp_path / "mine")
    finally:
        os.umask(before)
    assert (tmp_path / "mine").stat().st_mode & 0o777 == 0o750
    assert (tmp_path / "mine" / "solution.py").stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("kind", ["file", "folder", "empty", "link to nothing"])
def test_what_is_there_stays_as_it_is(kind: str, tmp_path: Path) -> None:
    place = tmp_path / "mine"
    if kind == "file":
        place.write_text("dear")
    elif kind == "link to nothing":
        place.symlink_to("nowhere")
    else:
        place.mkdir()
        if kind == "folder":
            (place / "solution.py").write_text("dear")
    with pytest.raises(CannotStartError, match=r"already exists.*kata new operations \S+mine2"):
        make_folder("operations", place)
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]
    if kind == "file":
        assert place.read_text() == "dear"
    elif kind == "link to nothing":
        assert place.is_symlink()
    else:
        assert content(place) == ({"solution.py": b"dear"} if kind == "folder" else {})


def test_the_name_that_is_offered_is_free(tmp_path: Path) -> None:
    for name in ("mine", "mine2"):
        (tmp_path / name).mkdir()
    with pytest.raises(CannotStartError, match=r"mine3$"):
        make_folder("operations", tmp_path / "mine")


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError(28, "No space left on device")])
def test_nothing_half_made_is_left(
    error: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[Path] = []
    whole = Path.write_bytes

    def fails_at_the_second(path: Path, data: bytes) -> int:
        if written:
            raise error
        written.append(path)
        return whole(path, data)

    monkeypatch.setattr(Path, "write_bytes", fails_at_the_second)
    with pytest.raises((KeyboardInterrupt, CannotStartError)):
        make_folder("operations", tmp_path / "mine")
    assert written
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_appears_meanwhile_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "mine"
    rename = Path.rename

    def after_somebody_else(made: Path, target: Path) -> Path:
        place.mkdir()
        (place / "theirs.py").write_text("dear")
        return rename(made, target)

    monkeypatch.setattr(Path, "rename", after_somebody_else)
    with pytest.raises(CannotStartError, match="cannot make"):
        make_folder("operations", place)
    assert content(place) == {"theirs.py": b"dear"}
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_a_place_that_is_not_there_says_so(tmp_path: Path) -> None:
    with pytest.raises(CannotStartError, match=r"cannot make .*No such file or directory"):
        make_folder("operations", tmp_path / "not there" / "mine")


@pytest.mark.parametrize("missing", ["starter.ts", "README.md"])
def test_a_kata_without_a_starter_or_a_statement_says_which(
    missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chess = tmp_path / "kata" / "chess"
    chess.mkdir(parents=True)
    for name in {"starter.ts", "README.md"} - {missing}:
        (chess / name).touch()
    monkeypatch.setattr(new_folder.candidate_package, "__file__", str(chess.parent / "__init__.py"))
    with pytest.raises(CannotStartError, match=f"no {missing} comes with chess"):
        make_folder("chess", tmp_path / "mine", "ts")
    assert [path.name for path in tmp_path.iterdir()] == ["kata"]
