"""How the command is called in what is printed: so that it can be pasted where it was printed."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from graders.model.installation import SCRIPT, kata_command


def test_a_script_of_a_checkout_is_called_by_the_shorter_of_its_paths(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "a clone" / "scripts" / "kata"
    (tmp_path / "a clone" / "mine").mkdir(parents=True)
    script.parent.mkdir()
    monkeypatch.setenv(SCRIPT, str(script))
    monkeypatch.chdir(tmp_path / "a clone")
    assert kata_command() == "scripts/kata"
    assert kata_command(Path("mine")) == "../scripts/kata"
    monkeypatch.chdir(script.parent)
    assert kata_command() == "./kata"
    monkeypatch.chdir(tmp_path)
    assert kata_command() == "'a clone/scripts/kata'"
    monkeypatch.setenv(SCRIPT, "/opt/kata")
    assert kata_command() == "/opt/kata"


def test_without_a_script_it_is_called_as_a_shell_finds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "bin" / "python"))
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert kata_command() == "kata"  # nothing is known, so its name has to do
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "kata").touch()
    assert kata_command() == str(tmp_path / "bin" / "kata")
    monkeypatch.chdir(tmp_path)
    assert kata_command() == "bin/kata"
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    assert kata_command() == "kata"
