"""The folder of one process: there when it starts, gone when it ends, whatever is in it."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from graders.sandbox.scratch import ENDLESS, Plan, Scratch, remove_tree
from tests.sandbox.folders import make_scratch

MOVES = """
import os, sys
work, stranger = sys.argv[1:]
print(flush=True)
while True:
    for one, other in ((work + "/a/d", stranger + "/d"), (stranger + "/d", work + "/a/d")):
        try:
            os.makedirs(work + "/a/d/d", exist_ok=True)
            os.rename(one, other)
        except OSError:
            pass
"""


@pytest.fixture
def scratch(tmp_path: Path) -> Scratch:
    return make_scratch(tmp_path, b"x = 1\n")


def test_holds_the_file_read_only_and_an_empty_work_folder(scratch: Scratch) -> None:
    file = scratch.root / "file" / "mine.py"
    assert file.read_bytes() == b"x = 1\n"
    assert file.stat().st_mode & 0o222 == 0
    assert (scratch.root / "library" / "here").readlink() == Path("/etc")
    assert list(scratch.work.iterdir()) == []


def test_is_gone_after_use(scratch: Scratch, tmp_path: Path) -> None:
    (scratch.work / "note").write_text("kept?", encoding="utf-8")
    scratch.remove()
    assert list(tmp_path.iterdir()) == []


def test_is_never_made_where_something_is(scratch: Scratch, tmp_path: Path) -> None:
    with pytest.raises(FileExistsError):
        make_scratch(tmp_path, b"another")
    assert (scratch.root / "file" / "mine.py").read_bytes() == b"x = 1\n"


def test_leaves_nothing_where_it_cannot_be_made(tmp_path: Path) -> None:
    twice = Plan(tmp_path / "kata-test", "file/mine.py", (("file/mine.py", "/etc"),))
    with pytest.raises(FileExistsError), open("/dev/null", "rb") as nothing:  # noqa: PTH123
        Scratch(twice, nothing.fileno())
    assert list(tmp_path.iterdir()) == []


def test_knows_its_size_without_following_links(scratch: Scratch) -> None:
    (scratch.work / "inner").mkdir()
    (scratch.work / "inner" / "a").write_bytes(b"x" * 100_000)
    (scratch.work / "out").symlink_to("/")
    assert 100_000 <= scratch.size() < 200_000


def test_a_sparse_file_counts_what_it_takes(scratch: Scratch) -> None:
    with (scratch.work / "sparse").open("wb") as file:
        file.truncate(1 << 40)
    assert scratch.size() < 1 << 20


def test_files_too_deep_for_any_path_are_counted(scratch: Scratch) -> None:
    here = Path.cwd()
    os.chdir(scratch.work)
    try:
        for _ in range(60):
            Path("d" * 150).mkdir()
            Path("beside").mkdir()
            os.chdir("d" * 150)
        Path("large").write_bytes(b"x" * 100_000)
    finally:
        os.chdir(here)
    assert 100_000 <= scratch.size() < 1_000_000
    remove_tree(scratch.root)


def test_too_many_entries_are_endless(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graders.sandbox.scratch.MAX_ENTRIES", 3)
    for name in "abcd":
        (scratch.work / name).mkdir()
    assert scratch.size() == ENDLESS


def test_removes_what_is_deep_locked_and_oddly_named(tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    os.mkfifo(root / "pipe")
    (root / "link").symlink_to("/etc")
    (root / os.fsdecode(b"\xff\n\x1b")).touch()
    (root / "locked" / "inner").mkdir(parents=True)
    (root / "locked").chmod(0)
    here = Path.cwd()
    os.chdir(root)
    try:
        for _ in range(1500):
            Path("deep").mkdir()
            os.chdir("deep")
    finally:
        os.chdir(here)
    remove_tree(root)
    assert not root.exists()
    assert Path("/etc").is_dir()


class TestWhatASubmissionDidToItsOwnFolder:
    """Without a user of its own it may do with its scratch folder what it likes."""

    def test_a_folder_that_is_gone_is_as_good_as_removed(self, tmp_path: Path) -> None:
        remove_tree(tmp_path / "gone")
        remove_tree(tmp_path / "gone" / "too")

    def test_a_link_in_its_place_is_not_followed(self, tmp_path: Path) -> None:
        precious = tmp_path / "precious"
        precious.mkdir(0o751)
        precious.chmod(0o751)
        (precious / "file").touch()
        link = tmp_path / "link"
        link.symlink_to(precious)
        remove_tree(link)
        assert not link.is_symlink()
        assert (precious / "file").exists()
        assert precious.stat().st_mode & 0o777 == 0o751

    def test_a_file_in_its_place_is_removed(self, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        remove_tree(tmp_path / "file")
        assert list(tmp_path.iterdir()) == []

    def test_what_it_moved_away_is_counted_and_removed(
        self, scratch: Scratch, tmp_path: Path
    ) -> None:
        (scratch.work / "large").write_bytes(b"x" * 100_000)
        scratch.work.rename(tmp_path / "elsewhere")
        scratch.root.rename(tmp_path / "renamed")
        scratch.root.symlink_to("/etc")
        assert scratch.size() >= 100_000
        scratch.remove()
        assert list(tmp_path.iterdir()) == []
        assert Path("/etc/passwd").exists()

    def test_an_unreadable_folder_is_counted(self, scratch: Scratch) -> None:
        hidden = scratch.work / "hidden"
        hidden.mkdir()
        (hidden / "large").write_bytes(b"x" * 100_000)
        hidden.chmod(0)
        assert scratch.size() >= 100_000
        scratch.remove()

    def test_folders_that_are_moved_about_meanwhile_lead_nowhere_else(
        self, scratch: Scratch, tmp_path: Path
    ) -> None:
        """Where removal came back by `..`, it took a stranger's folder."""
        stranger = tmp_path / "stranger"
        (stranger / "precious" / "d").mkdir(parents=True)
        (stranger / "precious" / "d" / "file").write_text("kept", encoding="utf-8")
        deep = scratch.work / "a" / "d" / "d"
        deep.mkdir(parents=True)
        with subprocess.Popen(
            [sys.executable, "-c", MOVES, str(scratch.work), str(stranger)], stdout=-1
        ) as mover:
            assert mover.stdout is not None
            mover.stdout.read(1)
            for _ in range(50):
                scratch.size()
            with suppress(OSError):  # it is being filled again
                remove_tree(scratch.work)
            mover.kill()
        assert (stranger / "precious" / "d" / "file").read_text(encoding="utf-8") == "kept"
        shutil.rmtree(stranger)
        scratch.remove()
        assert list(tmp_path.iterdir()) == []

    def test_few_descriptors_are_enough(self, scratch: Scratch) -> None:
        here = Path.cwd()
        os.chdir(scratch.work)
        try:
            for _ in range(300):
                Path("d").mkdir()
                Path("beside").mkdir()
                os.chdir("d")
        finally:
            os.chdir(here)
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(
            resource.RLIMIT_NOFILE, (len([*Path("/proc/self/fd").iterdir()]) + 8, hard)
        )
        try:
            assert scratch.size() < 1 << 26
            scratch.remove()
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        assert not scratch.root.exists()
