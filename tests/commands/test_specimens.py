"""`kata specimens` writes the classic mistakes into a folder that one can open."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from graders.commands.specimens import command
from graders.lab.verifying.declared import specimens


def test_every_declared_specimen_is_a_file_of_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "a folder" / "mistakes"
    ran = CliRunner().invoke(command, [str(folder)])
    names = {each.file.name for each in specimens()}
    assert ran.exit_code == 0
    assert ran.output.startswith(f"{folder}: {len(names)} programs, and expected.yaml")
    assert {path.name for path in folder.iterdir()} == names | {"expected.yaml"}


def test_what_is_there_already_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("mine")
    ran = CliRunner().invoke(command, [str(tmp_path)])
    assert ran.exit_code == 2
    assert "name another folder" in ran.output
    assert [path.name for path in tmp_path.iterdir()] == ["mine.py"]


def test_a_folder_that_cannot_be_made_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    ran = CliRunner().invoke(command, [str(tmp_path / "file" / "in it")])
    assert ran.exit_code == 2
    assert "cannot be written: Not a directory" in ran.output
