"""Whatever lies at the path, reading it ends at once in a submission or in a clear line."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from graders.grading.intake import MAX_BYTES, UnreadableError, read_submission
from graders.model.submission import Files, Modules, SourceFile, Submission


def test_a_plain_file_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("x = 'é'\n", encoding="utf-8")
    submission = read_submission(path)
    assert (submission.name, submission.source) == ("mine.py", "x = 'é'\n".encode())


def test_a_link_to_a_file_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "real.py").write_text("x = 1\n", encoding="utf-8")
    (tmp_path / "link.py").symlink_to("real.py")
    assert read_submission(tmp_path / "link.py").source == b"x = 1\n"


def test_a_link_out_of_its_folder_is_refused_and_nothing_of_its_target_read(tmp_path: Path) -> None:
    (tmp_path / "secret.py").write_text("the secret\n", encoding="utf-8")
    (tmp_path / "handed_in").mkdir()
    link = tmp_path / "handed_in" / "link.py"
    for target in ("../secret.py", tmp_path / "secret.py", "/proc/self/mem", "/dev/tty", ".."):
        link.unlink(missing_ok=True)
        link.symlink_to(target)
        with pytest.raises(UnreadableError, match="hand in the file itself") as caught:
            read_submission(link)
        assert caught.value.source is None
    link.unlink()
    link.symlink_to("none.py")
    with pytest.raises(UnreadableError, match="a link to a file that is not there"):
        read_submission(link)


def test_the_folders_on_the_way_may_be_links(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "mine.py").write_text("x = 1\n", encoding="utf-8")
    (tmp_path / "real" / "link.py").symlink_to("mine.py")
    (tmp_path / "way").symlink_to("real")
    assert read_submission(tmp_path / "way" / "mine.py").source == b"x = 1\n"
    assert read_submission(tmp_path / "way" / "link.py").source == b"x = 1\n"


def test_a_descriptor_by_its_path_is_a_link_like_any_other(tmp_path: Path) -> None:
    outside = pytest.raises(UnreadableError, match="a link to a file outside its folder")
    with (tmp_path / "mine.py").open("w+", encoding="utf-8") as file, outside:
        read_submission(Path(f"/proc/self/fd/{file.fileno()}"))


def test_a_file_replaced_by_a_link_in_the_middle_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.py"
    path.write_text("x = 1\n", encoding="utf-8")
    fstat = os.fstat

    def then_replaced(descriptor: int) -> os.stat_result:
        status = fstat(descriptor)
        if not path.is_symlink():
            path.unlink()
            path.symlink_to("/etc/passwd")
        return status

    monkeypatch.setattr(os, "fstat", then_replaced)
    assert read_submission(path).source == b"x = 1\n"


def test_nothing_there_is_not_found(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_submission(tmp_path / "none.py")


def test_a_pipe_that_nobody_writes_to_costs_no_time(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    with pytest.raises(UnreadableError, match="a named pipe, not a regular file"):
        read_submission(tmp_path / "pipe.py")


def test_a_folder_and_a_device_are_named_as_such(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="a directory, not a regular file"):
        read_submission(tmp_path)
    with pytest.raises(UnreadableError, match="a device, not a regular file"):
        read_submission(Path("/dev/zero"))


def test_a_gibibyte_is_refused_by_its_size_without_being_read(tmp_path: Path) -> None:
    path = tmp_path / "large.py"
    path.touch()
    os.truncate(path, 1 << 30)
    with pytest.raises(UnreadableError, match="1 GiB large; a submission has at most 1 MiB"):
        read_submission(path)


def test_exactly_the_largest_size_is_read(tmp_path: Path) -> None:
    path = tmp_path / "full.py"
    path.write_bytes(b"#" * MAX_BYTES)
    assert len(read_submission(path).source) == MAX_BYTES


def test_a_file_in_no_language_is_refused_with_the_suffixes_that_are_known(tmp_path: Path) -> None:
    path = tmp_path / "mine.\x1b[31m"
    path.write_text("x = 1\n", encoding="utf-8")
    with pytest.raises(UnreadableError) as caught:
        read_submission(path)
    assert str(caught.value).startswith(
        r"no language has the suffix .\x1b[31m; known are .py (Python), .js"
    )


def test_other_encodings_and_nul_are_refused_with_the_place(tmp_path: Path) -> None:
    path = tmp_path / "odd.py"
    path.write_bytes(b"x = '\xe9'\n")
    with pytest.raises(UnreadableError, match="not UTF-8"):
        read_submission(path)
    path.write_bytes(b"x = 1\0\n")
    with pytest.raises(UnreadableError, match="NUL"):
        read_submission(path)


def test_a_name_of_newlines_and_escapes_is_shown_harmless(tmp_path: Path) -> None:
    path = tmp_path / "a\n\x1b[31m'\".py"
    path.write_text("", encoding="utf-8")
    assert read_submission(path).name == "a\\n\\x1b[31m'\".py"


ODD_PACKAGES = {
    "a-list": b'{"type": []}',
    "an-object": b'{"type": {"module": 1}}',
    "no-object": b"[1]",
    "no-text": b"\xff\xfe",
    "deep": b'{"type": "module", "x": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "half-a-character": b'{"type": "\\ud800"}',
    "nothing": b"",
}


@pytest.mark.parametrize("content", ODD_PACKAGES.values(), ids=list(ODD_PACKAGES))
def test_a_package_that_says_nothing_to_be_read_leaves_it_to_the_source(content: bytes) -> None:
    source = b"const fs = require('fs');\n"
    files = Files((SourceFile("a.js", source), SourceFile("package.json", content)))
    submission = Submission(Path("mine/a.js"), "a.js", source, folder=Path("mine"), files=files)
    assert submission.modules is Modules.COMMONJS
