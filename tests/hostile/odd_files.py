"""Make the odd files that people hand in by mistake, or in the hope that a grader trips over them."""

from __future__ import annotations

import gzip
import io
import json
import os
import py_compile
import tarfile
import zipfile
from pathlib import Path

from tests.hostile.planted_files import RECIPES
from tests.hostile.recipes import RIGHT, recipe

__all__ = ["RECIPES"]  # whole once this module is imported

MEBIBYTE = 1 << 20


def _holding(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


@recipe("files/mark_and_nothing_else")
def mark_and_nothing_else(folder: Path) -> Path:
    """Write a mark.

    idea: a byte-order mark with nothing behind it
    verdict: load_error
    reason: find_best_move
    """
    return _holding(folder, "mark.py", b"\xef\xbb\xbf")


@recipe("files/two_marks")
def two_marks(folder: Path) -> Path:
    """Write two marks.

    idea: a right submission behind two byte-order marks, of which Python takes off one
    verdict: load_error
    reason: SyntaxError
    """
    return _holding(folder, "marks.py", b"\xef\xbb\xbf" * 2 + RIGHT.encode())


@recipe("files/utf_16")
def utf_16(folder: Path) -> Path:
    """Save it as an editor of long ago did.

    idea: a right submission in UTF-16, with its mark
    verdict: load_error
    reason: UTF-8
    """
    return _holding(folder, "wide.py", RIGHT.encode("utf-16"))


@recipe("files/blank_lines_only")
def blank_lines_only(folder: Path) -> Path:
    """Write blank lines.

    idea: nothing but spaces, line ends and form feeds
    verdict: load_error
    reason: find_best_move
    """
    return _holding(folder, "blank.py", b" \r\n\t\n\x0c\n" * 1000)


@recipe("files/exactly_a_mebibyte")
def exactly_a_mebibyte(folder: Path) -> Path:
    """Fill it up.

    idea: a right submission that is as large as one may be, to the byte
    verdict: accepted
    """
    source = RIGHT.encode()
    return _holding(folder, "full.py", source + b"#" * (MEBIBYTE - len(source) - 1) + b"\n")


@recipe("files/one_byte_too_large")
def one_byte_too_large(folder: Path) -> Path:
    """Fill it up and go on.

    idea: a right submission that is one byte larger than it may be
    verdict: load_error
    reason: 1 MiB
    """
    source = RIGHT.encode()
    return _holding(folder, "fuller.py", source + b"#" * (MEBIBYTE - len(source)) + b"\n")


@recipe("files/tar_under_another_name")
def tar_under_another_name(folder: Path) -> Path:
    """Pack a right submission.

    idea: a tar archive of a right submission, under the name of a Python file
    verdict: load_error
    reason: NUL
    """
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        member = tarfile.TarInfo("find_best_move.py")
        member.size = len(RIGHT)
        archive.addfile(member, io.BytesIO(RIGHT.encode()))
    return _holding(folder, "tar.py", packed.getvalue())


@recipe("files/gzip_under_another_name")
def gzip_under_another_name(folder: Path) -> Path:
    """Compress a right submission.

    idea: a right submission, compressed, under the name of a Python file
    verdict: load_error
    reason: UTF-8
    """
    return _holding(folder, "gzip.py", gzip.compress(RIGHT.encode(), mtime=0))


@recipe("files/zip_without_a_suffix")
def zip_without_a_suffix(folder: Path) -> Path:
    """Pack a right program.

    idea: a zip archive that Python would run as a program, under a name without a suffix
    verdict: load_error
    reason: UTF-8 | NUL
    """
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("__main__.py", RIGHT)
    return _holding(folder, "submission", packed.getvalue())


@recipe("files/notebook_under_another_name")
def notebook_under_another_name(folder: Path) -> Path:
    """Rename a notebook.

    idea: a notebook with a right submission in it, renamed: its JSON is Python too
    verdict: load_error
    reason: find_best_move
    """
    cell = {"cell_type": "code", "metadata": {}, "outputs": [], "source": RIGHT.splitlines(True)}
    notebook = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return _holding(folder, "notebook.py", json.dumps(notebook, indent=1).encode())


@recipe("files/bytecode_under_another_name")
def bytecode_under_another_name(folder: Path) -> Path:
    """Compile it.

    idea: the bytecode of a right submission, under the name of a source file
    verdict: load_error
    reason: UTF-8 | NUL
    """
    source = _holding(folder, "source.py", RIGHT.encode())
    compiled = folder / "compiled.py"
    py_compile.compile(str(source), cfile=str(compiled), doraise=True)
    source.unlink()
    return compiled


@recipe("files/hard_link")
def hard_link(folder: Path) -> Path:
    """Give it two names.

    idea: a right submission that has a second name elsewhere
    verdict: accepted
    """
    (folder / "elsewhere").mkdir()
    other = _holding(folder, "elsewhere/other.py", RIGHT.encode())
    path = folder / "mine.py"
    os.link(other, path)
    return path


@recipe("files/longest_name_there_is")
def longest_name_there_is(folder: Path) -> Path:
    """Name it at length.

    idea: a right submission with a name of 255 bytes, as long as a name may be
    verdict: accepted
    """
    return _holding(folder, "x" * 252 + ".py", RIGHT.encode())


@recipe("files/null_device")
def null_device(folder: Path) -> Path:
    """Name the null device.

    idea: a device that is empty whenever it is read
    verdict: load_error
    reason: not a regular file
    """
    return Path("/dev/null")
