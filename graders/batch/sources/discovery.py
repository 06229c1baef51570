"""Take the paths that a command names to submissions, each read once."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path, PurePosixPath

import msgspec
from msgspec.structs import replace

from graders.batch.sources.archives import (
    Manifest,
    ManifestRow,
    archive_tree,
    read_manifest,
    read_people,
)
from graders.batch.sources.exports import AUTO, GRADESCOPE, PLAIN, Person, choices_of, recognise
from graders.batch.sources.exports import Export as ExportOf
from graders.batch.sources.folder_listing import folder_tree, read_file
from graders.batch.sources.layout import (
    CLONE,
    LONGEST_NAME,
    Choice,
    Item,
    ItemKind,
    SourceError,
    SubmissionTree,
    archive_stem,
    candidate_of,
    choice_of_file,
    choose_submissions,
    is_beside_submission,
    is_manifest,
    is_no_submission,
    is_passed_over,
    is_well_known,
    looks_like_source,
    owner_of,
    several,
    shortened,
    submission_in,
)
from graders.grading.drivers import driver_from_bytes, is_driver
from graders.grading.folders import files_of, read_folder
from graders.grading.intake import UnreadableError, check_is_a_file_of_code
from graders.katas import all_katas
from graders.model.batch import HandIn, Source
from graders.model.limits import MIB, in_units
from graders.model.submission import Content, Driver, size_of
from graders.model.text import on_one_line
from graders.model.usage_error import UsageError

MOST_BYTES = 1024 * MIB
"""How much all submissions of a batch may hold together."""
_MOST_FAULTS = 40


def find_submissions(paths: Sequence[Path | str], layout: str = AUTO) -> FoundSubmissions:
    """Find the submissions at `paths`, in the order of their candidates, and what was passed over.

    `layout` is that of the exports among them, one of `LAYOUTS`, or `AUTO` or `PLAIN`. Raises
    `UsageError`, a line for each thing that whoever grades has to correct. What is wrong with one
    submission alone stands in its `unreadable`: a path or a folder that cannot be read costs nobody
    but its candidate.
    """
    located: list[_LocatedSource] = []
    size, faults = 0, []
    expanded = [*_expand_globs(paths)]
    discovery = _Discovery(layout, is_of_one_path=len(expanded) == 1)
    for step in discovery.steps(expanded):
        try:
            for one in step():
                size += size_of(one.source.content or b"")
                if size > MOST_BYTES:
                    most = in_units(MOST_BYTES)
                    raise UsageError(f"the submissions hold more than {most} together")
                located.append(one)
        except UsageError as error:
            faults += str(error).splitlines()
        if size > MOST_BYTES:
            break
    if faults:
        left = len(faults) - _MOST_FAULTS
        raise UsageError("\n".join(faults[:_MOST_FAULTS] + [f"and {left} more"] * (left > 0)))
    found = discovery.found
    if not located:
        named = ", ".join(on_one_line(str(path)) for path in paths)
        beside = (found.beside + found.passed_over)[:3]
        there_is = f" (there is {', '.join(beside)})" if beside else ""
        raise UsageError(f"there is no submission in {named}{there_is}")
    if layout not in (AUTO, PLAIN) and not found.exports:
        raise UsageError(f"--layout {layout}: nothing there is named like such an export")
    return replace(found, sources=tuple(sorted(_told_apart(located), key=_sort_key)))


class FoundExport(msgspec.Struct, frozen=True):
    """What was recognised where, and how many people it is of."""

    path: str
    layout: str
    people: int


class FoundSubmissions(msgspec.Struct, frozen=True):
    """The submissions that were found, and the files that nobody asked to have graded.

    `passed_over` are no submissions, `beside` are sources that stand beside one and archives that
    were not opened. `drivers` lie beside the submissions, and are for all of them. `encodings` are
    manifests that are not in UTF-8, `unnamed` files that do not tell of people as they should, with
    the reason, and `cut` where names are too long.
    """

    sources: tuple[Source, ...] = ()
    passed_over: tuple[str, ...] = ()
    drivers: tuple[Driver, ...] = ()
    beside: tuple[str, ...] = ()
    exports: tuple[FoundExport, ...] = ()
    encodings: tuple[tuple[str, str], ...] = ()
    unnamed: tuple[tuple[str, str], ...] = ()
    cut: tuple[str, ...] = ()


class _LocatedSource(msgspec.Struct, frozen=True):
    source: Source
    where: str


def _sort_key(source: Source) -> tuple[str, str, str]:
    return source.candidate, source.kata or "", source.path


def _expand_globs(paths: Sequence[Path | str]) -> Iterator[tuple[Path, bool]]:
    seen: set[Path] = set()
    faults = []
    for path in paths:
        text, shown = os.path.normpath(path) if str(path) else "", on_one_line(str(path))
        is_of_glob = not _exists(text) and any(map(_has_magic, Path(text).parts))
        if not is_of_glob and not _exists(text):
            faults.append(f"there is no file or folder {shown or repr(shown)}")
            continue
        try:
            matches = _matches(Path(text), shown) if is_of_glob else [Path(text)]
        except UsageError as error:
            faults.append(str(error))
            continue
        for match in matches:
            if match not in seen:
                seen.add(match)
                yield match, is_of_glob
    if faults:
        raise UsageError("\n".join(faults[:_MOST_FAULTS]))


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
    """What lies at the paths, as far as they were looked at; `found` grows with each."""

    def __init__(self, layout: str, *, is_of_one_path: bool) -> None:
        self._layout, self._is_of_one_path = layout, is_of_one_path
        self._drivers: dict[str, Driver] = {}
        self.found = FoundSubmissions()

    def steps(
        self, paths: Sequence[tuple[Path, bool]]
    ) -> Iterator[Callable[[], Iterator[_LocatedSource]]]:
        """Return how to find what lies at each path; what a folder holds goes together."""
        together: dict[Path, list[Path]] = {}
        for path, _ in paths:
            together.setdefault(path.parent, []).append(path)
        shared = {
            folder: {path.name for path in within}
            for folder, within in together.items()
            if len(within) > 1
            and (recognise(_items_at(within), self._layout) or _are_folders_of_people(within))
        }
        for folder, names in shared.items():
            yield partial(self._submissions_among, folder, names)
        for path, is_of_glob in paths:
            if path.parent not in shared:
                yield partial(self._submissions_at, path, is_of_glob=is_of_glob)

    def _submissions_among(self, folder: Path, names: Collection[str]) -> Iterator[_LocatedSource]:
        yield from self._submissions_in(folder_tree(folder, names=names))

    def _submissions_at(self, path: Path, *, is_of_glob: bool) -> Iterator[_LocatedSource]:
        is_of_many = is_of_glob or not self._is_of_one_path
        if path.is_dir() or archive_stem(path.name) is not None:
            try:
                tree = folder_tree(path) if path.is_dir() else archive_tree(path)
            except SourceError as error:
                yield _unread_source(path, error)
                return
            yield from self._submissions_in(tree)
        elif is_manifest(path.name):
            yield from self._submissions_of(read_manifest(path), path)
        elif is_of_many and looks_like_source(path) and is_beside_submission(path):
            self._note("beside", on_one_line(str(path)))
        elif looks_like_source(path) or not is_of_many:
            check_is_a_file_of_code(path)
            candidate = owner_of(path.parent) if is_well_known(path) else path.stem
            yield self._read(_Location(candidate, str(path)), partial(read_file, path))
        elif is_no_submission(path.name):
            self._note("passed_over", on_one_line(str(path)))
        else:
            choice = choice_of_file(PurePosixPath(path.name), path.name)
            why = choice.why_not
            yield self._read(
                _Location(choice.candidate, str(path)), partial(_raise_unreadable, why)
            )

    def _submissions_in(self, tree: SubmissionTree) -> Iterator[_LocatedSource]:
        choices, chosen = self._choices_in(tree)
        if not choices and not self._is_of_one_path:
            choices = [submission_in(tree.items, tree.name)]
        for choice in choices:
            chosen |= {choice.place, *choice.files, *choice.earlier}
        failed = {choice.place for choice in choices if choice.why_not}
        for item in tree.items:
            if is_driver(item.place.name) and item.place not in chosen:
                self._take_driver(tree, item.place)
                chosen.add(item.place)
        left = [
            item.place
            for item in tree.items
            if item.kind in (ItemKind.FILE, ItemKind.LINK)
            and item.place not in chosen
            and failed.isdisjoint(item.place.parents)
        ]
        beside = [each for each in left if looks_like_source(each) or archive_stem(each.name)]
        self._note("beside", *map(tree.shown_place, beside))
        self._note("passed_over", *map(tree.shown_place, sorted({*left} - {*beside})))
        for choice in choices:
            yield from self._submission_of(tree, choice)

    def _choices_in(self, tree: SubmissionTree) -> tuple[list[Choice], set[PurePosixPath]]:
        """Return the choices, and the files that were read for what they say of people."""
        export = recognise(tree.items, self._layout)
        if export is None:
            return [*choose_submissions(tree.items, tree.name, tree.shown)], set()
        people = self._people_in(tree, export)
        choices = [*choices_of(export, people)]
        self._note("exports", FoundExport(on_one_line(tree.shown), export.layout, len(choices)))
        if export.rest:
            choices += choose_submissions(export.rest, tree.name, tree.shown)
        return choices, {*export.told_in}

    def _people_in(self, tree: SubmissionTree, export: ExportOf) -> dict[str, Person]:
        whose = {claim.item.place: claim.person for claim in export.claims}
        people: dict[str, Person] = {}
        for place in export.told_in:
            try:
                told = read_people(export.layout, tree.read_whole(place))
            except UnreadableError as error:
                self._note("unnamed", (tree.shown_place(place), str(error)))
                continue
            if export.layout == GRADESCOPE:
                people |= told
            elif "" in told:
                people[whose[place]] = told[""]
        return people

    def _submission_of(self, tree: SubmissionTree, choice: Choice) -> Iterator[_LocatedSource]:
        told = choice.hand_in
        hand_in = replace(
            told,
            original=_shown(told.original),
            earlier=(*told.earlier, *(tree.shown_place(place) for place in choice.earlier)),
            submitted=_shown(told.submitted),
            columns=tuple((name, _shown(value)) for name, value in told.columns),
        )
        named = _Location(choice.candidate, tree.shown_place(choice.place), hand_in=hand_in)
        if not choice.is_archive:
            yield self._read(named, partial(_content_of, tree, choice))
            return
        try:
            inner = tree.opened(choice.place)
        except (SourceError, UnreadableError) as error:
            yield self._read(named, partial(_raise_unreadable, str(error)))
            return
        within = submission_in(inner.items, choice.candidate)
        hand_in = replace(
            hand_in,
            original=hand_in.original or choice.place.name,
            attempt=hand_in.attempt or within.hand_in.attempt,
        )
        yield from self._submission_of(inner, replace(within, hand_in=hand_in))

    def _submissions_of(self, manifest: Manifest, path: Path) -> Iterator[_LocatedSource]:
        if manifest.encoding:
            self._note("encodings", (on_one_line(str(path)), manifest.encoding))
        faults = [*manifest.faults]
        for row in manifest.rows:
            try:
                yield from self._submission_of_row(row, path.parent)
            except UsageError as error:
                faults.append(f"{row.where}: {error}")
        if faults:
            raise UsageError("\n".join(faults))

    def _submission_of_row(self, row: ManifestRow, folder: Path) -> Iterator[_LocatedSource]:
        if row.kata is not None and row.kata not in all_katas():
            known = ", ".join(all_katas())
            raise UsageError(f"there is no kata {on_one_line(row.kata)!r}; there are {known}")
        path = folder / row.path
        if not _exists(str(path)):
            raise UsageError(f"there is no file {on_one_line(str(path))}")
        hand_in = HandIn(columns=row.columns)
        named = _Location(row.candidate, str(path), row.kata, row.where, hand_in)
        is_archive = archive_stem(path.name) is not None
        if not path.is_dir() and not is_archive:
            check_is_a_file_of_code(path)
            yield self._read(named, partial(read_file, path))
            return
        try:
            tree = archive_tree(path) if is_archive and not path.is_dir() else folder_tree(path)
        except SourceError as error:
            yield self._read(named, partial(_raise_unreadable, str(error)))
            return
        choice = submission_in(tree.items, row.candidate)
        for one in self._submission_of(tree, choice):
            own = replace(
                one.source, kata=row.kata, hand_in=replace(one.source.hand_in, columns=row.columns)
            )
            yield _LocatedSource(own, row.where)

    def _read(self, named: _Location, read: Callable[[], Content]) -> _LocatedSource:
        path, candidate = on_one_line(named.path), candidate_of(named.candidate)
        where = named.where or path
        if not candidate:
            raise UsageError(f"{where}: the candidate has no name")
        if len(candidate) > LONGEST_NAME:
            candidate = shortened(candidate)
            self._note("cut", where)
        source = Source(candidate, path, None, named.kata, hand_in=named.hand_in)
        try:
            return _LocatedSource(replace(source, content=read()), where)
        except UnreadableError as error:
            return _LocatedSource(replace(source, unreadable=str(error)), where)

    def _note(self, field: str, *found: object) -> None:
        self.found = replace(self.found, **{field: (*getattr(self.found, field), *found)})

    def _take_driver(self, tree: SubmissionTree, place: PurePosixPath) -> None:
        shown = tree.shown_place(place)
        try:
            read = driver_from_bytes(place.name, tree.read(place))
        except UnreadableError as error:
            raise UsageError(f"the driver {shown}: {error}") from None
        if self._drivers.setdefault(place.name, read) != read:
            raise UsageError(
                f"there are two drivers {place.name}: name the one that counts with --driver"
            )
        self.found = replace(self.found, drivers=tuple(self._drivers.values()))


def _shown(text: str) -> str:
    return shortened(on_one_line(text))


def _are_folders_of_people(paths: Sequence[Path]) -> bool:
    """Tell whether most folders among the paths hold one submission each, as in `handed-in/*`.

    Where something means more if it is named than if it is found, each path stands for itself.
    """
    for path in paths:
        name = path.name
        if is_manifest(name) or is_passed_over(name) or is_well_known(path) or path.is_symlink():
            return False
    found = [_holds_one_submission(path) for path in paths if path.is_dir()]
    return 2 * sum(found) > len(found)


def _holds_one_submission(folder: Path) -> bool:
    try:
        tree = folder_tree(folder)
        return len(choose_submissions(tree.items, tree.name, tree.shown)) <= 1
    except UsageError:
        return False


def _items_at(paths: Iterable[Path]) -> Iterator[Item]:
    for path in paths:
        place, is_folder = PurePosixPath(path.name), path.is_dir()
        yield Item(place, ItemKind.FOLDER if is_folder else ItemKind.FILE)
        if is_folder and (path / CLONE).exists():
            yield Item(place / CLONE, ItemKind.CLONE)


def _unread_source(path: Path, error: SourceError) -> _LocatedSource:
    name = owner_of(path) if path.is_dir() else archive_stem(path.name) or path.stem
    shown = on_one_line(str(path))
    return _LocatedSource(Source(candidate_of(name), shown, None, unreadable=str(error)), shown)


def _content_of(tree: SubmissionTree, choice: Choice) -> Content:
    if choice.why_not:
        raise UnreadableError(choice.why_not)
    if not choice.files:
        return tree.read(choice.place)
    if tree.path is not None and not choice.names:
        return read_folder(tree.path / choice.place)
    names = choice.names or [place.relative_to(choice.place).as_posix() for place in choice.files]
    places = dict(zip(names, choice.files, strict=True))
    called = choice.place.name or tree.name
    return files_of(places, lambda name: tree.read(places[name]), called)


def _raise_unreadable(why: str) -> Content:
    raise UnreadableError(why)


class _Location(msgspec.Struct, frozen=True):
    """Whose submission is to be read, as it was written; `where` a manifest names it."""

    candidate: str
    path: str
    kata: str | None = None
    where: str = ""
    hand_in: HandIn = HandIn()


def _told_apart(located: Iterable[_LocatedSource]) -> Iterator[Source]:
    """Leave out what two of the paths name; of two submissions of one candidate read neither."""
    known: dict[tuple[str, str | None], dict[str, _LocatedSource]] = {}
    for one in located:
        known.setdefault((one.source.candidate, one.source.kata), {}).setdefault(one.where, one)
    for at in known.values():
        source = next(iter(at.values())).source
        yield source if len(at) == 1 else replace(source, content=None, unreadable=several([*at]))
