"""What belongs to a user that was made up for one sandbox goes with it, and nothing else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from graders.sandbox import supervisor
from graders.sandbox.supervisor import remove_leftovers

MADE_UP = 1_234_567


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files to another user")
def test_only_what_is_the_users_own_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "_SHARED_MEMORY", str(tmp_path))
    monkeypatch.setattr(supervisor, "_FOR_EVERYBODY", (str(tmp_path / "missing"),))
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "below").write_text("left")
    for name in ("mine", "others", "linked to"):
        (tmp_path / name).write_text("left")
    (tmp_path / "link").symlink_to(tmp_path / "linked to")
    for name in ("folder", "mine", "link"):
        os.chown(tmp_path / name, MADE_UP, MADE_UP, follow_symlinks=False)
    remove_leftovers(MADE_UP)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["linked to", "others"]
