"""List what lies in a folder, within bounds; no link to a folder is followed."""

from __future__ import annotations

import os
from collections.abc import Container, Iterator
from heapq import heappop, heappush
from itertools import islice
from pathlib import Path, PurePosixPath

from graders.batch.sources.archives import archive_tree, read_whole
from graders.batch.sources.layout import (
    CLONE,
    Item,
    ItemKind,
    SourceError,
    SubmissionTree,
    is_passed_over,
    owner_of,
)
from graders.grading.folders import ENVIRONMENT
from graders.grading.intake import UnreadableError, read_file_bytes
from graders.model.text import on_one_line

MOST_ENTRIES = 200_000
"""How many files and folders are listed of all that lies in a folder."""
MOST_OF_ONE = 50_000
"""How many of what lies in one of its folders, which is mostly one candidate's."""
_GONE = "it was removed while the batch was being read"


def folder_tree(
    folder: Path,
    most: int = MOST_ENTRIES,
    most_of_one: int = MOST_OF_ONE,
    names: Container[str] | None = None,
) -> SubmissionTree:
    """List a folder; raise `SourceError` where it cannot be read, or holds more than so much.

    With `names`, as if it held nothing but what has one of these.
    Of a folder in it that holds more than `most_of_one`, no more than that is said. So it is with
    the largest ones where together they hold more than `most`.
    """
    return SubmissionTree(
        str(folder),
        owner_of(folder),
        _list_items(folder, most, most_of_one, names),
        read=lambda place: read_file(folder / place),
        read_whole=lambda place: read_whole(folder / place),
        opened=lambda place: archive_tree(folder / place),
        path=folder,
    )


def read_file(path: Path) -> bytes:
    """Read a file that is submitted; raise `UnreadableError` with the reason."""
    try:
        return read_file_bytes(path)
    except FileNotFoundError:
        raise UnreadableError(_GONE) from None


def _list_items(
    top: Path, most: int, most_of_one: int, names: Container[str] | None
) -> tuple[Item, ...]:
    shared, folders = _list_top(top, most, names)
    left = most - len(shared)
    listed: list[list[Item]] = []
    largest: list[tuple[int, int]] = []
    for number, folder in enumerate(folders):
        below = [*islice(_list_below(top, folder), most_of_one + 1)]
        if len(below) > most_of_one:
            below = [Item(folder, ItemKind.CROWDED)]
        listed.append(below)
        heappush(largest, (-len(below), number))
        left -= len(below)
        while left < 0:
            size, crowded = heappop(largest)
            listed[crowded] = [Item(folders[crowded], ItemKind.CROWDED)]
            left -= size
    return (*shared, *(item for below in listed for item in below))


def _list_top(
    top: Path, most: int, names: Container[str] | None
) -> tuple[list[Item], list[PurePosixPath]]:
    """Return what lies at the top, and the folders there, of which each is mostly somebody's.

    Where there is nothing but one folder, the top is in that one.
    """
    here = PurePosixPath()
    items: list[Item] = []
    while True:
        listed = _list_folder(top, here)
        if names is not None:
            listed = (item for item in listed if item.place.parts[0] in names)
        found = [*islice(listed, most + 1 - len(items))]
        items += found
        if len(items) > most:
            raise SourceError(
                f"{on_one_line(str(top))} holds more than {most:,} files and folders: name the "
                "folder that the submissions are in"
            )
        folders = [item.place for item in found if item.kind is ItemKind.FOLDER]
        if len(folders) != 1 or any(item.kind in (ItemKind.FILE, ItemKind.LINK) for item in found):
            return items, folders
        here = folders[0]


def _list_below(top: Path, folder: PurePosixPath) -> Iterator[Item]:
    left = [folder]
    while left:
        for item in _list_folder(top, left.pop()):
            if item.kind is ItemKind.FOLDER:
                left.append(item.place)
            yield item


def _list_folder(top: Path, folder: PurePosixPath) -> Iterator[Item]:
    """Yield what lies in a folder; nothing of an environment, or where it cannot be read.

    It stays in the list then, and so does whoever it belongs to.
    """
    try:
        with os.scandir(top / folder) as listing:
            entries = sorted(islice(listing, MOST_ENTRIES + 1), key=lambda entry: entry.name)
    except OSError as error:
        if folder.parts:
            return
        shown = on_one_line(str(top))
        raise SourceError(f"cannot read the folder {shown}: {error.strerror}") from None
    if folder.parts and any(entry.name == ENVIRONMENT for entry in entries):
        return
    for entry in entries:
        place = folder / entry.name
        if entry.name == CLONE:
            yield Item(place, ItemKind.CLONE)
        if is_passed_over(entry.name):
            continue
        if entry.is_dir(follow_symlinks=False):
            yield Item(place, ItemKind.FOLDER)
        else:
            yield Item(place, ItemKind.LINK if _leads_to_folder(entry) else ItemKind.FILE)


def _leads_to_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # such as a link to itself
        return False
