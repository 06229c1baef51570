"""Take the paths that a command names to submissions, each read once."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path, PurePosixPath

import msgspec
from msgspec.structs import replace

from graders.batch.sources.archives import archive_tree
from graders.batch.sources.folders import folder_tree, read_file
from graders.batch.sources.layout import Choice, Kind, submissions, the_one
from graders.batch.sources.manifests import rows
from graders.batch.sources.names import (
    LONGEST_NAME,
    archive_stem,
    candidate_of,
    is_manifest,
    is_passed_over,
    is_source,
    is_well_known,
    owner_of,
)
from graders.batch.sources.tables import Row
from graders.batch.sources.trees import SourceError, Tree
from graders.grading.drivers import driver_read
from graders.grading.folders import DRIVERS, files_of, read_folder
from graders.grading.intake import UnreadableError
from graders.grading.kinds import check_is_a_file_of_code
from graders.katas import all_katas
from graders.model.batch import Source
from graders.model.files import Content, size_of
from graders.model.limits import MIB, in_units
from graders.model.submission import Driver
from graders.model.text import on_one_line
from graders.model.usage import UsageError

MOST_BYTES = 1024 * MIB
"""How much all submissions of a batch may hold together."""


class Found(msgspec.Struct, frozen=True):
    """Hold the submissions that were found, and the files that nobody asked to have graded.

    `drivers` lie beside the submissions, and are for all of them.
    """

    sources: tuple[Source, ...]
    passed_over: tuple[str, ...] = ()
    drivers: tuple[Driver, ...] = ()


class _Taken(msgspec.Struct, frozen=True):
    """Hold a submission and where it was named: a row of a manifest, or a path."""

    source: Source
    where: str


def find_sources(paths: Sequence[Path | str]) -> tuple[Source, ...]:
    """Return the submissions at `paths` in the order of their candidates.

    Raises `UsageError` in one line for what whoever grades has to correct. What is wrong with one
    submission alone stands in its `unreadable`.
    """
    return look_for(paths).sources


def look_for(paths: Sequence[Path | str]) -> Found:
    """Do the same, and say what was passed over.

    Of several paths, an archive or a folder that cannot be read costs nobody but its candidate.
    """
    taken: list[_Taken] = []
    passed_over: list[str] = []
    drivers: dict[str, Driver] = {}
    size = 0
    expanded = [*_expanded(paths)]
    for path, is_of_glob in expanded:
        for one in _at(path, is_of_glob, passed_over, drivers, is_alone=len(expanded) == 1):
            size += size_of(one.source.content or b"")
            if size > MOST_BYTES:
                raise UsageError(f"the submissions hold more than {in_units(MOST_BYTES)} together")
            taken.append(one)
    if not taken:
        named = ", ".join(on_one_line(str(path)) for path in paths)
        raise UsageError(f"there is no submission in {named}{_looked_at(passed_over)}")
    sources = _once_each(taken)
    return Found(tuple(sorted(sources, key=_order)), tuple(passed_over), tuple(drivers.values()))


def _order(source: Source) -> tuple[str, str, str]:
    return source.candidate, source.kata or "", source.path


def _looked_at(passed_over: Sequence[str]) -> str:
    return f" (there is {', '.join(passed_over[:3])})" if passed_over else ""


def _expanded(paths: Sequence[Path | str]) -> Iterator[tuple[Path, bool]]:
    """Return each path once, and whether a glob that nobody has expanded stood for it."""
    seen: set[Path] = set()
    for path in paths:
        text, shown = os.path.normpath(path) if str(path) else "", on_one_line(str(path))
        is_of_glob = not _lies_there(text) and any(map(_has_magic, Path(text).parts))
        if not is_of_glob and not _lies_there(text):
            raise UsageError(f"there is no file or folder {shown or repr(shown)}")
        matches = _matches(Path(text), shown) if is_of_glob else [Path(text)]
        for match in matches:
            if match not in seen:
                seen.add(match)
                yield match, is_of_glob


def _has_magic(part: str) -> bool:
    return any(char in part for char in "*?[")


def _matches(pattern: Path, shown: str) -> list[Path]:
    """Return what matches a glob; no link to a folder is followed for it."""
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


def _lies_there(path: str) -> bool:
    try:
        return bool(path) and os.path.lexists(path)
    except ValueError:  # no file has a NUL in its name
        return False


def _at(
    path: Path,
    is_of_glob: bool,
    passed_over: list[str],
    drivers: dict[str, Driver],
    *,
    is_alone: bool,
) -> Iterator[_Taken]:
    if path.is_dir() or archive_stem(path.name) is not None:
        try:
            tree = folder_tree(path) if path.is_dir() else archive_tree(path)
        except SourceError as error:
            if is_alone:
                raise
            yield _not_read(path, error)
            return
        yield from _in_tree(tree, passed_over, drivers)
    elif is_manifest(path.name):
        for row in rows(path):
            yield _of_row(row, path.parent)
    elif is_of_glob and not is_source(path):
        passed_over.append(on_one_line(str(path)))
    else:
        check_is_a_file_of_code(path)
        candidate = owner_of(path.parent) if is_well_known(path) else path.stem
        yield _taken(_Named(candidate, str(path)), partial(read_file, path))


def _not_read(path: Path, error: SourceError) -> _Taken:
    """Return the submission that would have been in a folder or an archive, with what is wrong."""
    name = owner_of(path) if path.is_dir() else archive_stem(path.name) or path.stem
    shown = on_one_line(str(path))
    return _Taken(Source(candidate_of(name), shown, None, unreadable=str(error)), shown)


def _in_tree(tree: Tree, passed_over: list[str], drivers: dict[str, Driver]) -> Iterator[_Taken]:
    choices = submissions(tree.items, tree.name, tree.shown)
    chosen = {place for choice in choices for place in (choice.place, *choice.files)}
    for item in tree.items:
        if item.place.name in DRIVERS and item.place not in chosen:
            _take_driver(tree, item.place, drivers)
            chosen.add(item.place)
    passed_over.extend(
        on_one_line(tree.shown_place(item.place))
        for item in tree.items
        if item.kind in (Kind.FILE, Kind.LINK) and item.place not in chosen
    )
    for choice in choices:
        named = _Named(choice.candidate, tree.shown_place(choice.place))
        yield _taken(named, partial(_read_of, tree, choice))


def _take_driver(tree: Tree, place: PurePosixPath, drivers: dict[str, Driver]) -> None:
    """Read a driver that lies beside submissions; raise `UsageError` where there is another."""
    shown = on_one_line(tree.shown_place(place))
    try:
        read = driver_read(place.name, tree.read(place))
    except UnreadableError as error:
        raise UsageError(f"the driver {shown}: {error}") from None
    if drivers.setdefault(place.name, read) != read:
        raise UsageError(f"there are two drivers {place.name}: name the one that counts, --driver")


def _read_of(tree: Tree, choice: Choice) -> Content:
    if choice.why_not:
        raise UnreadableError(choice.why_not)
    if not choice.files:
        return tree.read(choice.place)
    if tree.path is not None:
        return read_folder(tree.path / choice.place)
    names = [place.relative_to(choice.place).as_posix() for place in choice.files]
    called = choice.place.name or tree.name
    return files_of(names, lambda name: tree.read(choice.place / name), called)


def _of_row(row: Row, folder: Path) -> _Taken:
    if row.kata is not None and row.kata not in all_katas():
        known = ", ".join(all_katas())
        raise UsageError(
            f"{row.where}: there is no kata {on_one_line(row.kata)!r}; there are {known}"
        )
    path = folder / row.path
    if not _lies_there(str(path)):
        raise UsageError(f"{row.where}: there is no file {on_one_line(str(path))}")
    named = _Named(row.candidate, str(path), row.kata, row.where)
    try:
        if path.is_dir():
            try:
                tree = folder_tree(path)
            except SourceError as error:
                return _taken(named, partial(_not_to_be_read, str(error)))
            choice = the_one(tree.items, row.candidate)
            named = replace(named, path=tree.shown_place(choice.place))
            return _taken(named, partial(_read_of, tree, choice))
        check_is_a_file_of_code(path)
    except UsageError as error:
        raise UsageError(f"{row.where}: {error}") from None
    return _taken(named, partial(read_file, path))


def _not_to_be_read(why: str) -> Content:
    raise UnreadableError(why)


class _Named(msgspec.Struct, frozen=True):
    """Hold whose submission is to be read, as it was written; `where` a manifest names it."""

    candidate: str
    path: str
    kata: str | None = None
    where: str = ""


def _taken(named: _Named, read: Callable[[], Content]) -> _Taken:
    """Read a submission; what keeps it from being read is kept in its place."""
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
        return _Taken(replace(source, content=read()), where)
    except UnreadableError as error:
        return _Taken(replace(source, unreadable=str(error)), where)


def _once_each(taken: Iterable[_Taken]) -> Iterator[Source]:
    """Leave out what two of the paths name; raise `UsageError` for a candidate there twice."""
    known: dict[tuple[str, str | None], _Taken] = {}
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
