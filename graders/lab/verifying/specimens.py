"""Make the specimens: some lie in their folder as they are, of most only a patch does.

A patch is a unified diff from a base, a right program or another specimen, so that it shows the
mistake and nothing else. A `.patch` file holds any number of them, each with paths from
`solutions/`:

    --- designs/data_classes.py
    +++ specimens/design_anybody_moves.py
"""

from __future__ import annotations

import atexit
import functools
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

_SECTION = re.compile(r"^--- (?P<base>[^\t\n]+).*\n\+\+\+ (?P<name>[^\t\n]+).*\n", re.MULTILINE)
_HUNK = re.compile(r"^@@ -(?P<line>\d+)(?:,\d+)? \+\d+(?:,\d+)? @@.*\n", re.MULTILINE)


class PatchError(ValueError):
    """Says which patch does not fit its base, and where."""


def write_specimens(source: Path, folder: Path) -> list[Path]:
    """Put every specimen of `source` and what is declared of them into `folder`, and name them.

    Raises `PatchError` where a patch does not fit, and `OSError` where a file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for file in source.iterdir():
        if file.is_file() and file.suffix != ".patch":
            shutil.copyfile(file, folder / file.name)
    for file in sorted(source.glob("*.patch")):
        for base, name, hunks in _sections(file.read_text(encoding="utf-8")):
            text = (source.parent / base).read_text(encoding="utf-8")
            try:
                made = apply_patch(text, hunks)
            except PatchError as error:
                raise PatchError(f"{name}, from {base}: {error}") from None
            (folder / Path(name).name).write_text(made, encoding="utf-8", newline="\n")
    return sorted(file for file in folder.iterdir() if file.suffix in (".py", ".mjs"))


@functools.cache
def specimens_folder(source: Path) -> Path:
    """Make the specimens of `source` in a folder that is gone when this process ends."""
    folder = Path(tempfile.mkdtemp(prefix="kata-specimens-"))
    atexit.register(_remove, folder, os.getpid())
    write_specimens(source, folder)
    return folder


def _remove(folder: Path, owner: int) -> None:
    # A forked process comes here at its end as well, while others still read the files.
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)


def apply_patch(text: str, patch: str) -> str:
    """Return a text after the hunks of a unified diff; refuse what does not fit to the letter."""
    lines = text.splitlines(keepends=True)
    done, found = 0, ""
    heads = [*_HUNK.finditer(patch)]
    if not heads or heads[0].start() > 0:
        raise PatchError("there is no hunk to begin with")
    ends = [*(head.start() for head in heads[1:]), len(patch)]
    for head, end in zip(heads, ends, strict=True):
        # Of an empty line that stays as it is, editors take away the blank that says so.
        body = [line if line != "\n" else " \n" for line in _lines(patch[head.end() : end])]
        before = [line[1:] for line in body if line[0] in " -"]
        start = int(head["line"]) - 1
        if not done <= start or not before or lines[start : start + len(before)] != before:
            raise PatchError(f"the hunk at line {head['line']} does not fit")
        found += "".join(lines[done:start])
        found += "".join(line[1:] for line in body if line[0] in " +")
        done = start + len(before)
    return found + "".join(lines[done:])


def _lines(text: str) -> list[str]:
    lines = text.splitlines(keepends=True)
    strange = [line for line in lines if line[0] not in " -+\n"]
    if strange:
        raise PatchError(f"{strange[0]!r} is no line of a unified diff")
    return lines


def _sections(text: str) -> Iterator[tuple[str, str, str]]:
    # The base, the name and the hunks of each diff in a file.
    heads = [*_SECTION.finditer(text)]
    ends = [*(head.start() for head in heads[1:]), len(text)]
    for head, end in zip(heads, ends, strict=True):
        yield head["base"], head["name"], text[head.end() : end]
