"""List what is in a folder; links are not followed, so that none leads around for ever."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from graders.batch.sources.layout import Item, Kind
from graders.batch.sources.names import is_passed_over, owner_of
from graders.batch.sources.trees import Tree
from graders.grading.folders import ENVIRONMENT
from graders.grading.intake import UnreadableError, bytes_of
from graders.model.text import on_one_line
from graders.model.usage import UsageError

MOST_ENTRIES = 200_000
_GONE = "it was taken away while the batch was being read"


def folder_tree(folder: Path, most: int = MOST_ENTRIES) -> Tree:
    """List a folder; raise `UsageError` where it cannot be read, or holds more than so much."""
    items = []
    for item in _items(folder):
        items.append(item)
        if len(items) > most:
            raise UsageError(
                f"{on_one_line(str(folder))} holds more than {most:,} files and folders: name the "
                "folder that the submissions are in"
            )

    def read(place: PurePosixPath) -> bytes:
        return read_file(folder / place)

    return Tree(str(folder), owner_of(folder), tuple(items), read, folder)


def read_file(path: Path) -> bytes:
    """Return the bytes of a file that was there; raise `UnreadableError` for whatever is wrong."""
    try:
        return bytes_of(path)
    except FileNotFoundError:
        raise UnreadableError(_GONE) from None


def _items(top: Path) -> Iterator[Item]:
    left = [PurePosixPath()]
    while left:
        folder = left.pop()
        try:
            entries = sorted(os.scandir(top / folder), key=lambda entry: entry.name)
        except OSError as error:
            if not folder.parts:
                shown = on_one_line(str(top))
                raise UsageError(f"cannot read the folder {shown}: {error.strerror}") from None
            continue  # it stays in the list, and so does whoever it belongs to
        if folder.parts and any(entry.name == ENVIRONMENT for entry in entries):
            continue
        for entry in entries:
            if is_passed_over(entry.name):
                continue
            place = folder / entry.name
            if entry.is_dir(follow_symlinks=False):
                left.append(place)
                yield Item(place, Kind.FOLDER)
            else:
                yield Item(place, Kind.LINK if _leads_to_folder(entry) else Kind.FILE)


def _leads_to_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # such as a link to itself
        return False
