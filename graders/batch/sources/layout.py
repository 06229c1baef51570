"""Decide what in a folder or an archive is a submission, and whose; reads nothing.

A `SubmissionTree` is what a folder and an archive have in common. Names decide: which files are
source text, which are passed over, and what a candidate is called.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum, auto
from pathlib import Path, PurePath, PurePosixPath

import msgspec

from graders.channel.languages import LANGUAGES, UnknownLanguageError, language_of
from graders.grading.drivers import is_driver
from graders.grading.folders import WELL_KNOWN, is_left_out
from graders.grading.intake import why_no_code
from graders.model.batch import HandIn
from graders.model.text import on_one_line
from graders.model.usage_error import UsageError

NOT_FOLLOWED = "it is a link to a folder, which is not followed; hand in the folder itself"
CROWDED = "its folder holds more files and folders than are listed; hand in what you wrote alone"
_SHOWN = 3
SOURCE_FOLDERS = ("src", "source", "code")
"""Folders that stand between a candidate's own folder and the file; they name nobody."""
LONGEST_NAME = 200
CLONE = ".git"
DOWNLOADS = "downloads"
"""The layout of what was saved under one name several times."""
_VERSION = re.compile(r"(.+?)(?: ?\((\d{1,3})\)| - Copy(?: \(\d{1,3}\))?)")
"""What browsers and file managers make of the stem of a name that is there already."""
_NO_SUBMISSION = (
    *("readme", "license", "licence", "copying", "notice", "authors", "changelog", "contributing"),
    *("makefile", "dockerfile", "requirements", "notes", "todo", "thumbs"),
)
_NO_SUBMISSION_SUFFIXES = (
    *(".md", ".rst", ".toml", ".cfg", ".ini", ".yml", ".yaml", ".json", ".lock", ".log"),
    *(".csv", ".tsv", ".xlsx", ".ods"),
)
ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")
MANIFESTS = (".csv", ".json")
_ENVIRONMENT = "venv"
_AROUND = ("__init__", "conftest", "setup")
_HERE = PurePosixPath()
Reading = Callable[[PurePosixPath], bytes]
"""Return the bytes of a file; raise `UnreadableError` where that cannot be done."""


class SubmissionTree(msgspec.Struct, frozen=True):
    """What lies in a folder or an archive; `shown` is how messages and reports call it.

    `name` is whose it is, where all of it is one candidate's. `read_whole` reads what is not
    submitted itself and may be larger, `opened` an archive that lies in it. `path` is where a
    folder lies.
    """

    shown: str
    name: str
    items: tuple[Item, ...]
    read: Reading
    read_whole: Reading
    opened: Callable[[PurePosixPath], SubmissionTree]
    path: Path | None = None

    def shown_place(self, place: PurePosixPath) -> str:
        return on_one_line((PurePath(self.shown) / place).as_posix())


class SourceError(UsageError):
    """Why a folder or an archive is not read; among several it costs its candidate alone."""


def choose_submissions(items: Iterable[Item], name: str, shown: str) -> tuple[Choice, ...]:
    """Return the submissions in a folder called `name`, which messages call `shown`.

    - A file with one of the well-known names at the top: the whole folder is one candidate's.
    - Otherwise each source file at the top is a candidate's, and so is each folder and each
      archive; a driver there is for all of them. What else lies there and may be somebody's work is
      a submission that is not graded.
    - Where there is nothing but one folder, with several source files, that one is looked into.

    Raises `UsageError` for a folder that seems to be one candidate's and to hold others' as well.
    """
    return tuple(_choices(_placed_items(items), PurePosixPath(), name, shown))


def submission_in(items: Iterable[Item], name: str, folder: PurePosixPath = _HERE) -> Choice:
    """Return the submission in a folder that is one candidate's."""
    return _choice_for_candidate(_placed_items(items), folder, name)


class ItemKind(Enum):
    """What lies at a place; a link is one to a folder.

    A crowded folder is one of which nothing is listed, as it holds too much; a clone is the `.git`
    of one.
    """

    FILE = auto()
    FOLDER = auto()
    LINK = auto()
    CROWDED = auto()
    CLONE = auto()


class Item(msgspec.Struct, frozen=True):
    place: PurePosixPath
    kind: ItemKind = ItemKind.FILE


class Choice(msgspec.Struct, frozen=True):
    """Whose submission lies where; `why_not` says why there is nothing to grade there.

    Where it is a folder with several source files, all of it is the submission: `files` are the
    places of those in it, and `names` what they are called where that is not what their places
    say. Where it is an archive, the submission is what lies in that. `earlier` are the places of
    attempts that do not count.
    """

    candidate: str
    place: PurePosixPath
    why_not: str = ""
    files: tuple[PurePosixPath, ...] = ()
    names: tuple[str, ...] = ()
    is_archive: bool = False
    earlier: tuple[PurePosixPath, ...] = ()
    hand_in: HandIn = HandIn()


class _PlacedItem(msgspec.Struct, frozen=True):
    """An item, and the folders that name somebody on the way to it from where one looks."""

    item: Item
    folders: tuple[PurePosixPath, ...]

    @property
    def place(self) -> PurePosixPath:
        return self.item.place

    def closer(self) -> _PlacedItem:
        return _PlacedItem(self.item, self.folders[1:])


def _placed_items(items: Iterable[Item]) -> list[_PlacedItem]:
    seen = []
    for item in sorted(items, key=lambda item: item.place):
        if item.kind is ItemKind.CLONE:
            continue
        around = [*reversed(item.place.parents)][1:]
        if item.kind in (ItemKind.FOLDER, ItemKind.CROWDED):
            around.append(item.place)
        named = tuple(folder for folder in around if folder.name.lower() not in SOURCE_FOLDERS)
        if named or item.kind is not ItemKind.FOLDER:
            seen.append(_PlacedItem(item, named))
    return seen


def _choices(
    seen: Sequence[_PlacedItem], folder: PurePosixPath, name: str, shown: str
) -> Iterator[Choice]:
    sources = [each for each in seen if _is_source(each)]
    at_top = [each for each in sources if not each.folders]
    others = [each for each in seen if _may_be_work(each) and not each.folders]
    is_theirs = not (at_top or any(each.folders for each in seen))
    if any(is_well_known(each.place) for each in (others if is_theirs else at_top)):
        _check_one_candidate(sources, shown)
        yield _choice_for_candidate(seen, folder, name)
        return
    links = [each for each in seen if each.item.kind is ItemKind.LINK and not each.folders]
    theirs = [each for each in at_top if not (is_beside_submission(each.place) or _is_driver(each))]
    yield from (Choice(each.place.stem, each.place) for each in theirs)
    yield from (Choice(each.place.name, each.place, NOT_FOLLOWED) for each in links)
    yield from (choice_of_file(each.place, each.place.name) for each in others)
    is_alone = not (at_top or links or any(map(_is_archive, others)))
    groups: dict[PurePosixPath, list[_PlacedItem]] = {}
    for each in seen:
        if each.folders:
            groups.setdefault(each.folders[0], []).append(each.closer())
    for place, within in groups.items():
        if len(groups) == 1 and is_alone and _may_be_several(within):
            yield from _choices(within, place, place.name, shown)
        else:
            yield _choice_for_candidate(within, place, place.name)


def _may_be_several(seen: Sequence[_PlacedItem]) -> bool:
    sources = [each for each in seen if _is_source(each)]
    theirs = [e for e in sources if not (is_beside_submission(e.place) or _is_driver(e))]
    archives = [each for each in seen if _is_archive(each)]
    return len(theirs) > 1 or len(archives) > 1


def choice_of_file(place: PurePosixPath, name: str) -> Choice:
    path, stem = PurePosixPath(name), archive_stem(name)
    if stem is not None:
        return Choice(stem, place, is_archive=True)
    return Choice(path.stem, place, "" if looks_like_source(path) else why_no_code(path))


def shortened(text: str, most: int = LONGEST_NAME) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def candidate_of(name: str) -> str:
    r"""Return the name of a candidate as everything shows it, whatever it is made of.

    >>> candidate_of(" Zoe\u0308 "), candidate_of("a\nb\u202e")
    ('Zoë', 'a\\nb\\u202e')
    """
    return on_one_line(unicodedata.normalize("NFC", name).strip())


def is_passed_over(name: str) -> bool:
    """Tell whether a file or folder of that name is never looked at.

    >>> is_passed_over(".git"), is_passed_over("__pycache__"), is_passed_over("alice")
    (True, True, False)
    """
    return is_left_out(name) or name == _ENVIRONMENT


def is_no_submission(name: str) -> bool:
    """Tell whether a file is plainly nobody's work: a README, a licence, a list of the class.

    What an office program leaves while a document is open is none either.

    >>> [is_no_submission(name) for name in ("README", "class.csv", "bob.docx", "~$bob.docx")]
    [True, True, False, True]
    """
    path = PurePath(name.lower())
    is_left_open = name.startswith("~$")
    return is_left_open or path.stem in _NO_SUBMISSION or path.suffix in _NO_SUBMISSION_SUFFIXES


def unversioned(name: str) -> tuple[str, int | None]:
    """Return a file's name before it was saved once more, and the number that it then got.

    That is 0 for the first, None for a copy, which may be older or newer.

    >>> unversioned("solution (2).py"), unversioned("a.py"), unversioned("a - Copy.py")
    (('solution.py', 2), ('a.py', 0), ('a.py', None))
    """
    path = PurePath(name)
    match = _VERSION.fullmatch(path.stem)
    if match is None:
        return name, 0
    return f"{match[1]}{path.suffix}", int(match[2]) if match[2] else None


def looks_like_source(path: PurePath) -> bool:
    """Tell whether a file in a folder is source text in a language that is known.

    A name without a suffix is rarely one, unless it is one of the well-known names.

    >>> [looks_like_source(PurePath(name)) for name in ("bob.py", "bob.md", "README", "solution")]
    [True, False, False, True]
    """
    if not path.suffix:
        return path.name.lower() in WELL_KNOWN
    try:
        language_of(Path(path.name))
    except UnknownLanguageError:
        return False
    return True


def is_well_known(path: PurePath) -> bool:
    return PurePath(unversioned(path.name)[0]).stem.lower() in WELL_KNOWN


def archive_stem(name: str) -> str | None:
    """Return the name of an archive without its suffix; None for what is no archive.

    >>> archive_stem("class.tar.gz"), archive_stem("bob.py")
    ('class', None)
    """
    for suffix in sorted(ARCHIVES, key=len, reverse=True):
        if name.lower().endswith(suffix) and len(name) > len(suffix):
            return name[: -len(suffix)]
    return None


def is_manifest(name: str) -> bool:
    return name.lower().endswith(MANIFESTS)


def owner_of(folder: Path) -> str:
    """Return whose a folder is, by its name or, where that names nobody, by the one around it.

    >>> owner_of(Path("/handed-in/alice/src"))
    'alice'
    """
    whole = Path(folder).absolute()
    named = (
        each.name for each in (whole, *whole.parents) if each.name.lower() not in SOURCE_FOLDERS
    )
    return next(named, "")


def _known_suffixes() -> str:
    return ", ".join(suffix for language in LANGUAGES for suffix in language.suffixes if suffix)


def _is_source(each: _PlacedItem) -> bool:
    return each.item.kind is ItemKind.FILE and looks_like_source(each.place)


def is_beside_submission(path: PurePath) -> bool:
    """Tell whether a file stands beside a submission: a test of it, or what makes a package.

    >>> [is_beside_submission(PurePath(name)) for name in ("test_bob.py", "__init__.py", "bob.py")]
    [True, True, False]
    """
    stem = path.stem.lower()
    return stem in _AROUND or stem.startswith("test_") or stem.endswith("_test")


def _may_be_work(each: _PlacedItem) -> bool:
    """Tell whether it is no source file and may be what somebody handed in all the same."""
    if each.item.kind is not ItemKind.FILE or looks_like_source(each.place):
        return False
    return not is_no_submission(each.place.name)


def _is_archive(each: _PlacedItem) -> bool:
    return each.item.kind is ItemKind.FILE and archive_stem(each.place.name) is not None


def _is_driver(each: _PlacedItem) -> bool:
    return is_driver(each.place.name)


def _choice_for_candidate(seen: Sequence[_PlacedItem], folder: PurePosixPath, name: str) -> Choice:
    if any(each.item.kind is ItemKind.CROWDED for each in seen):
        return Choice(name, folder, CROWDED)
    files = [each for each in seen if each.item.kind is ItemKind.FILE]
    sources = [each.place for each in files if looks_like_source(each.place)]
    if sources:
        return _choice_of_versions(seen, sources, folder, name)
    archives = [each for each in files if _is_archive(each)]
    named = [each for each in files if is_well_known(each.place)]
    if len(archives) > 1:
        return Choice(name, folder, several([e.place.relative_to(folder) for e in archives]))
    if archives:
        return Choice(name, archives[0].place, is_archive=True)
    if len(named) == 1:
        return Choice(name, named[0].place, why_no_code(named[0].place))
    what = f"it holds {_listed(files, folder)}" if files else "it is empty"
    return Choice(name, folder, f"the folder has no source file ({_known_suffixes()}): {what}")


def _choice_of_versions(
    seen: Sequence[_PlacedItem], sources: Sequence[PurePosixPath], folder: PurePosixPath, name: str
) -> Choice:
    """Return the submission that a folder is: of what was saved several times, the latest."""
    saved: dict[PurePosixPath, list[tuple[int | None, PurePosixPath]]] = {}
    for place in sources:
        called, number = unversioned(place.name)
        saved.setdefault(place.with_name(called), []).append((number, place))
    originals: dict[PurePosixPath, PurePosixPath] = {}
    earlier: list[PurePosixPath] = []
    for original, versions in saved.items():
        if len(versions) == 1:
            continue
        if any(number is None for number, _ in versions):
            within = [place.relative_to(folder) for _, place in versions]
            return Choice(name, folder, several(within))
        *older, latest = (place for _, place in sorted(versions, key=lambda each: each[0] or 0))
        earlier += older
        originals[latest] = original
    if len(saved) == 1:
        place, original = next(iter(originals.items()), (sources[0], sources[0]))
        hand_in = HandIn(DOWNLOADS, original.name, len(earlier) + 1) if earlier else HandIn()
        return Choice(name, place, earlier=tuple(earlier), hand_in=hand_in)
    files = [each.place for each in seen if _is_no_folder(each) and each.place not in earlier]
    if not earlier:
        return Choice(name, folder, files=tuple(files))
    return Choice(
        name,
        folder,
        files=tuple(files),
        names=tuple(originals.get(at, at).relative_to(folder).as_posix() for at in files),
        earlier=tuple(earlier),
        hand_in=HandIn(DOWNLOADS, attempt=max(map(len, saved.values()))),
    )


def several(places: Sequence[PurePath | str]) -> str:
    count = {2: "two"}.get(len(places), str(len(places)))
    named = " and ".join(on_one_line(str(place)) for place in places[:_SHOWN])
    more = f" and {len(places) - _SHOWN} more" if len(places) > _SHOWN else ""
    return (
        f"{count} submissions, {named}{more}: hand in one, or tell them apart in a manifest "
        "(candidate,path)"
    )


def _is_no_folder(each: _PlacedItem) -> bool:
    return each.item.kind is not ItemKind.FOLDER


def _check_one_candidate(sources: Sequence[_PlacedItem], shown: str) -> None:
    """Raise `UsageError` where a folder is one candidate's and seems to hold others' as well."""
    named = [each for each in sources if is_well_known(each.place)]
    deeper = [each for each in named if each.folders]
    if deeper:
        top = [each for each in named if not each.folders]
        raise UsageError(
            f"{on_one_line(shown)} holds {_listed(top)} and, below it, {_listed(deeper)}: name the "
            "files themselves, or write a manifest (candidate,path)"
        )


def _listed(files: Sequence[_PlacedItem], within: PurePosixPath = _HERE) -> str:
    shown = ", ".join(on_one_line(str(each.place.relative_to(within))) for each in files[:_SHOWN])
    return shown if len(files) <= _SHOWN else f"{shown} and {len(files) - _SHOWN} more"
