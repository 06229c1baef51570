"""Take the paths that a command names to submissions, each read once."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from heapq import heappop, heappush
from itertools import islice
from pathlib import Path, PurePosixPath

import msgspec
from msgspec.structs import replace

from graders.batch.sources.archives import ManifestRow, archive_tree, read_manifest
from graders.batch.sources.layout import (
    LONGEST_NAME,
    Choice,
    Item,
    ItemKind,
    SourceError,
    SubmissionTree,
    archive_stem,
    candidate_of,
    choose_submissions,
    is_manifest,
    is_passed_over,
    is_well_known,
    looks_like_source,
    owner_of,
    submission_in,
)
from graders.grading.drivers import driver_from_bytes, is_driver
from graders.grading.folders import ENVIRONMENT, files_of, read_folder
from graders.grading.intake import UnreadableError, check_is_a_file_of_code, read_file_bytes
from graders.katas import all_katas
from graders.model.batch import Source
from graders.model.limits import MIB, in_units
from graders.model.submission import Content, Driver, size_of
from graders.model.text import on_one_line
from graders.model.usage import UsageError

MOST_BYTES = 1024 * MIB
"""How much all submissions of a batch may hold together."""
MOST_ENTRIES = 200_000
"""How many files and folders are listed of all that lies in a folder."""
MOST_OF_ONE = 50_000
"""How many of what lies in one of its folders, which is mostly one candidate's."""
_GONE = "it was taken away while the batch was being read"


def find_submissions(paths: Sequence[Path | str]) -> FoundSubmissions:
    """Find the submissions at `paths`, in the order of their candidates, and what was passed over.

    Raises `UsageError` in one line for what whoever grades has to correct. What is wrong with one
    submission alone stands in its `unreadable`: of several paths, an archive or a folder that
    cannot be read costs nobody but its candidate.
    """
    located: list[_LocatedSource] = []
    size = 0
    expanded = [*_expand_globs(paths)]
    discovery = _Discovery(is_of_one_path=len(expanded) == 1)
    for path, is_of_glob in expanded:
        for one in discovery.submissions_at(path, is_of_glob=is_of_glob):
            size += size_of(one.source.content or b"")
            if size > MOST_BYTES:
                raise UsageError(f"the submissions hold more than {in_units(MOST_BYTES)} together")
            located.append(one)
    passed_over = discovery.passed_over
    if not located:
        named = ", ".join(on_one_line(str(path)) for path in paths)
        there_is = f" (there is {', '.join(passed_over[:3])})" if passed_over else ""
        raise UsageError(f"there is no submission in {named}{there_is}")
    sources = sorted(_without_duplicates(located), key=_sort_key)
    return FoundSubmissions(tuple(sources), tuple(passed_over), tuple(discovery.drivers.values()))


class FoundSubmissions(msgspec.Struct, frozen=True):
    """The submissions that were found, and the files that nobody asked to have graded.

    `drivers` lie beside the submissions, and are for all of them.
    """

    sources: tuple[Source, ...]
    passed_over: tuple[str, ...] = ()
    drivers: tuple[Driver, ...] = ()


class _LocatedSource(msgspec.Struct, frozen=True):
    source: Source
    where: str


def _sort_key(source: Source) -> tuple[str, str, str]:
    return source.candidate, source.kata or "", source.path


def _expand_globs(paths: Sequence[Path | str]) -> Iterator[tuple[Path, bool]]:
    seen: set[Path] = set()
    for path in paths:
        text, shown = os.path.normpath(path) if str(path) else "", on_one_line(str(path))
        is_of_glob = not _exists(text) and any(map(_has_magic, Path(text).parts))
        if not is_of_glob and not _exists(text):
            raise UsageError(f"there is no file or folder {shown or repr(shown)}")
        matches = _matches(Path(text), shown) if is_of_glob else [Path(text)]
        for match in matches:
            if match not in seen:
                seen.add(match)
                yield match, is_of_glob


def _has_magic(part: str) -> bool:
    return any(char in part for char in "*?[")


def _matches(pattern: Path, shown: str) -> list[Path]:
    # The fixed part may be a link; none is followed below it.
    fixed = [*itertools.takewhile(lambda part: not _has_magic(part), pattern.parts)]
    top = Path(*fixed)
    try:
        found = sorted(top.glob(str(Path(*pattern.parts[len(fixed) :]))))
    except ValueError as error:
        raise UsageError(f"{shown} is not a glob: {error}") from None
    found = [path for path in found if not any(map(is_passed_over, path.relative_to(top).parts))]
    if not found:
        raise UsageError(f"nothing matches {shown}")
    return found


def _exists(path: str) -> bool:
    try:
        return bool(path) and os.path.lexists(path)
    except ValueError:  # no file has a NUL in its name
        return False


class _Discovery:
    """What lies at the paths beside the submissions, as far as they were looked at."""

    def __init__(self, *, is_of_one_path: bool) -> None:
        self._is_of_one_path = is_of_one_path
        self.passed_over: list[str] = []
        self.drivers: dict[str, Driver] = {}

    def submissions_at(self, path: Path, *, is_of_glob: bool) -> Iterator[_LocatedSource]:
        if path.is_dir() or archive_stem(path.name) is not None:
            try:
                tree = folder_tree(path) if path.is_dir() else archive_tree(path)
            except SourceError as error:
                if self._is_of_one_path:
                    raise
                yield _unread_source(path, error)
                return
            yield from self._submissions_in(tree)
        elif is_manifest(path.name):
            for row in read_manifest(path):
                yield _submission_of_row(row, path.parent)
        elif is_of_glob and not looks_like_source(path):
            self.passed_over.append(on_one_line(str(path)))
        else:
            check_is_a_file_of_code(path)
            candidate = owner_of(path.parent) if is_well_known(path) else path.stem
            yield _read_submission(_Location(candidate, str(path)), partial(_read_file, path))

    def _submissions_in(self, tree: SubmissionTree) -> Iterator[_LocatedSource]:
        choices = choose_submissions(tree.items, tree.name, tree.shown)
        chosen = {place for choice in choices for place in (choice.place, *choice.files)}
        for item in tree.items:
            if is_driver(item.place.name) and item.place not in chosen:
                self._take_driver(tree, item.place)
                chosen.add(item.place)
        self.passed_over.extend(
            on_one_line(tree.shown_place(item.place))
            for item in tree.items
            if item.kind in (ItemKind.FILE, ItemKind.LINK) and item.place not in chosen
        )
        for choice in choices:
            named = _Location(choice.candidate, tree.shown_place(choice.place))
            yield _read_submission(named, partial(_content_of, tree, choice))

    def _take_driver(self, tree: SubmissionTree, place: PurePosixPath) -> None:
        shown = on_one_line(tree.shown_place(place))
        try:
            read = driver_from_bytes(place.name, tree.read(place))
        except UnreadableError as error:
            raise UsageError(f"the driver {shown}: {error}") from None
        if self.drivers.setdefault(place.name, read) != read:
            raise UsageError(
                f"there are two drivers {place.name}: name the one that counts, --driver"
            )


def _unread_source(path: Path, error: SourceError) -> _LocatedSource:
    name = owner_of(path) if path.is_dir() else archive_stem(path.name) or path.stem
    shown = on_one_line(str(path))
    return _LocatedSource(Source(candidate_of(name), shown, None, unreadable=str(error)), shown)


def _content_of(tree: SubmissionTree, choice: Choice) -> Content:
    if choice.why_not:
        raise UnreadableError(choice.why_not)
    if not choice.files:
        return tree.read(choice.place)
    if tree.path is not None:
        return read_folder(tree.path / choice.place)
    names = [place.relative_to(choice.place).as_posix() for place in choice.files]
    called = choice.place.name or tree.name
    return files_of(names, lambda name: tree.read(choice.place / name), called)


def _submission_of_row(row: ManifestRow, folder: Path) -> _LocatedSource:
    if row.kata is not None and row.kata not in all_katas():
        known = ", ".join(all_katas())
        raise UsageError(
            f"{row.where}: there is no kata {on_one_line(row.kata)!r}; there are {known}"
        )
    path = folder / row.path
    if not _exists(str(path)):
        raise UsageError(f"{row.where}: there is no file {on_one_line(str(path))}")
    named = _Location(row.candidate, str(path), row.kata, row.where)
    try:
        if path.is_dir():
            try:
                tree = folder_tree(path)
            except SourceError as error:
                return _read_submission(named, partial(_raise_unreadable, str(error)))
            choice = submission_in(tree.items, row.candidate)
            named = replace(named, path=tree.shown_place(choice.place))
            return _read_submission(named, partial(_content_of, tree, choice))
        check_is_a_file_of_code(path)
    except UsageError as error:
        raise UsageError(f"{row.where}: {error}") from None
    return _read_submission(named, partial(_read_file, path))


def _raise_unreadable(why: str) -> Content:
    raise UnreadableError(why)


class _Location(msgspec.Struct, frozen=True):
    """Whose submission is to be read, as it was written; `where` a manifest names it."""

    candidate: str
    path: str
    kata: str | None = None
    where: str = ""


def _read_submission(named: _Location, read: Callable[[], Content]) -> _LocatedSource:
    path, candidate = on_one_line(named.path), candidate_of(named.candidate)
    where = named.where or path
    if not candidate:
        raise UsageError(f"{where}: the candidate has no name")
    if len(candidate) > LONGEST_NAME:
        raise UsageError(
            f"{where}: the name of the candidate has more than {LONGEST_NAME} characters"
        )
    source = Source(candidate, path, None, named.kata)
    try:
        return _LocatedSource(replace(source, content=read()), where)
    except UnreadableError as error:
        return _LocatedSource(replace(source, unreadable=str(error)), where)


def _without_duplicates(taken: Iterable[_LocatedSource]) -> Iterator[Source]:
    """Leave out what two of the paths name; raise `UsageError` for a candidate there twice."""
    known: dict[tuple[str, str | None], _LocatedSource] = {}
    for one in taken:
        source = one.source
        before = known.setdefault((source.candidate, source.kata), one)
        if before is one:
            yield source
        elif before.where != one.where:
            raise UsageError(
                f"there are two submissions of {source.candidate}, {before.where} and {one.where}: "
                "tell them apart in a manifest (candidate,path)"
            )


def folder_tree(
    folder: Path, most: int = MOST_ENTRIES, most_of_one: int = MOST_OF_ONE
) -> SubmissionTree:
    """List a folder; raise `SourceError` where it cannot be read, or holds more than so much.

    Of a folder in it that holds more than `most_of_one`, no more than that is said. So it is with
    the largest ones where together they hold more than `most`.
    """

    def read(place: PurePosixPath) -> bytes:
        return _read_file(folder / place)

    return SubmissionTree(
        str(folder), owner_of(folder), _list_items(folder, most, most_of_one), read, folder
    )


def _read_file(path: Path) -> bytes:
    try:
        return read_file_bytes(path)
    except FileNotFoundError:
        raise UnreadableError(_GONE) from None


def _list_items(top: Path, most: int, most_of_one: int) -> tuple[Item, ...]:
    shared, folders = _list_top(top, most)
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


def _list_top(top: Path, most: int) -> tuple[list[Item], list[PurePosixPath]]:
    """Return what lies at the top, and the folders there, of which each is mostly somebody's.

    Where there is nothing but one folder, the top is in that one.
    """
    here = PurePosixPath()
    items: list[Item] = []
    while True:
        found = [*islice(_list_folder(top, here), most + 1 - len(items))]
        items += found
        if len(items) > most:
            raise SourceError(
                f"{on_one_line(str(top))} holds more than {most:,} files and folders: name the "
                "folder that the submissions are in"
            )
        folders = [item.place for item in found if item.kind is ItemKind.FOLDER]
        if len(found) != 1 or not folders:
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
        if is_passed_over(entry.name):
            continue
        place = folder / entry.name
        if entry.is_dir(follow_symlinks=False):
            yield Item(place, ItemKind.FOLDER)
        else:
            yield Item(place, ItemKind.LINK if _leads_to_folder(entry) else ItemKind.FILE)


def _leads_to_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # such as a link to itself
        return False
