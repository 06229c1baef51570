"""Offer `kata report`: a batch as pages for people, a file each."""

from __future__ import annotations

import difflib
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import click
from msgspec.structs import replace

from graders.batch.ledger.ledger import Ledger
from graders.commands.output import (
    RefusalError,
    check_writable,
    needs,
    say,
    write_whole,
)
from graders.commands.signals import as_interrupts
from graders.model.batch import Batch, Entry
from graders.model.progress import Bar
from graders.model.text import on_one_line
from graders.model.usage_error import UsageError
from graders.reports.leaderboard import unread_in_words
from graders.reports.pages.compare import compare_page
from graders.reports.pages.file_names import file_names, link_to
from graders.reports.pages.page import NEEDS
from graders.reports.pages.site import INDEX, Site
from graders.reports.progress_bars import bar
from graders.reports.score import count
from graders.similarity.pairs import find_pairs

READERS = ("interview",)
MOST_COMPARED = 3
MOST_NEAR = 3
MARKER = ".kata-report.json"
"""What a folder holds that is ours: the names of all files that we wrote there."""
_NAME = re.compile(r"(?:[a-z0-9-]+/)?[^/\\:.\0]+\.html")
"""What we call a file; a marker that names anything else is none of ours."""
_TEMPORARY = r"\.{}\.[a-z0-9_]{{8}}"
"""What `write_whole` writes to first, and leaves behind where it is killed."""
_FOREIGN = "cannot write to {}: {} there is not from an earlier report; name another folder"
_NOT_EMPTY = (
    "cannot write to {}: it is not empty and holds no earlier report; name a new or an empty folder"
)


@click.command(
    name="report",
    short_help="Make HTML pages of a batch.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument("ledger", type=click.Path(path_type=Path))
@click.argument("people", nargs=-1, metavar="[A B [C]]")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The folder for the pages: a new or an empty one, or that of an earlier report.",
)
@click.option(
    "--compare",
    is_flag=True,
    help="Write one page with A, B and perhaps C side by side, into DIR or the current folder.",
)
@click.option("--title", metavar="TEXT", help="The heading of the pages.")
@click.option(
    "--likeness/--no-likeness",
    "--similarity/--no-similarity",
    "likeness",
    default=True,
    help="Add a page of submissions that resemble one another.",
)
@click.option(
    "--spoilers/--no-spoilers",
    default=True,
    help="Show answers, right and wrong, or only verdicts and times.",
)
def command(
    *,
    ledger: Path,
    people: tuple[str, ...],
    out: Path | None,
    compare: bool,
    title: str | None,
    likeness: bool,
    spoilers: bool,
) -> None:
    """Make pages of the batch in LEDGER.

    An index with the leaderboard, a page for each candidate, and one with the submissions that
    resemble one another. Each is one file that needs nothing else, and can be sent as it is. The
    batch may still be under way: the pages then show what is there so far.

    Exit code 0: written; 2: there is no such ledger, or the pages cannot be written. Pages of an
    earlier report are replaced, and nothing else in the folder is touched.

    \u0008
    Examples:
      kata report summer.ledger --out summer
      kata report summer.ledger --out summer --title "Summer round"
      kata report summer.ledger --compare "Ann Lee" bob --out summer
    """
    needs(*NEEDS)
    if compare:
        if not 2 <= len(people) <= MOST_COMPARED:
            raise click.UsageError(f"--compare takes 2 or {MOST_COMPARED} people of the batch")
        if not spoilers:
            raise click.UsageError("--compare shows answers: leave out --no-spoilers")
        click.echo(f"written: {_compare(Ledger.read(ledger), people, out or Path(), title)}")
        return
    if people:
        raise click.UsageError("name people only with --compare")
    if out is None:
        raise click.UsageError("name the folder for the pages with --out DIR")
    with as_interrupts() as stopped:
        try:
            written = _report(Ledger.read(ledger), out, title, likeness, spoilers)
        except KeyboardInterrupt:
            sys.exit(stopped())
    click.echo(f"{count(written, 'page')} in {out}; begin with {out / INDEX}")


def _report(batch: Batch, out: Path, title: str | None, likeness: bool, spoilers: bool) -> int:
    batch = replace(
        batch,
        title=batch.title if title is None else title,
        likenesses=(batch.likenesses or ()) if likeness else None,
    )
    # What cannot be written is refused before any work.
    folder = ReportFolder(out, Site(batch).names)
    with bar(len(Site(batch).names) + likeness) as progress:
        if likeness:
            batch = _compared(batch, progress)
        site = Site(batch, spoilers)
        folder.claim()
        for name, text in site.pages():
            progress.now(name)
            folder.write(name, text)
            progress.advance()
        folder.finish()
    return len(site.names)


def _compare(batch: Batch, people: Sequence[str], folder: Path, title: str | None) -> Path:
    """Write the page with people side by side, and return where it is.

    Its links lead to the pages of an earlier report in the same folder.
    """
    entries = [person(batch, name) for name in people]
    numbers = [batch.entries.index(entry) for entry in entries]
    if len(set(numbers)) < len(numbers):
        raise UsageError("--compare names one of them twice")
    names = [Site(batch).candidates[number] for number in numbers]
    links = [link_to(name) if (folder / name).is_file() else "" for name in names]
    stems = file_names([entry.candidate for entry in entries])
    path = folder / f"compare-{'-'.join(name.removesuffix('.html') for name in stems)}.html"
    check_writable(path)
    text = compare_page(entries, links, batch.title if title is None else title)
    write_whole(path, text)
    return path


def person(batch: Batch, name: str) -> Entry:
    """Return the submission of somebody, by name or by path; one of several only by its path.

    Raises `UsageError` with names that are near, and for what was not graded.
    """
    by_name = [each for each in batch.entries if on_one_line(each.candidate) == name]
    found = by_name if len(by_name) == 1 else [e for e in batch.entries if e.path == name]
    if len(found) == 1 and found[0].scorecard is not None:
        return found[0]
    shown = on_one_line(name)
    if len(found) == 1:
        why = on_one_line(found[0].why_ungraded) or "nobody has tried yet"
        raise UsageError(f"{shown} was not graded: {why}")
    if by_name:
        paths = ", ".join(on_one_line(each.path) for each in by_name)
        raise UsageError(f"{shown} handed in {len(by_name)} times; name one by its path: {paths}")
    names = list(dict.fromkeys(on_one_line(each.candidate) for each in batch.entries))
    within = [each for each in names if name.lower() in each.lower()]
    near = (within or difflib.get_close_matches(name, names, cutoff=0.5))[:MOST_NEAR]
    meant = f"; did you mean {' or '.join(near)}?" if near else ""
    raise UsageError(f"nobody in the batch is called {shown}{meant}")


def _compared(batch: Batch, progress: Bar) -> Batch:
    progress.now("looking for likenesses")
    unread: list[int] = []
    pairs = find_pairs(
        [(entry.path, entry.content) for entry in batch.entries],
        quiet_moves=[
            each.scorecard.quiet_moves if each.scorecard else () for each in batch.entries
        ],
        on_failure=unread.append,
    )
    progress.advance()
    compared = replace(batch, likenesses=pairs, unread=tuple(unread))
    if unread:
        say(unread_in_words(compared))
    return compared


class ReportFolder:
    """Take the files of a report, and remove those of an earlier one that are gone.

    At every moment the marker names all files of ours, so that a run that is killed in the middle
    leaves a folder that the next one goes on with.
    """

    def __init__(self, path: Path, names: Iterable[str]) -> None:
        """Take files of these `names`; raise `RefusalError` where the folder holds others' files.

        `path` is made where it is missing, and nothing else is written before `claim`.
        """
        self.path = path
        self._names = frozenset(names)
        self._earlier = _files_of_earlier_report(path)
        for name in sorted(self._names):
            self._check_ours(name)

    def claim(self) -> None:
        self._make(self.path)
        self._mark(self._names | self._earlier)
        for folder in {self.path / Path(name).parent for name in self._names}:
            self._make(folder)

    def write(self, name: str, text: str) -> None:
        """Put a file in place in one step; one that says the same already is left as it is."""
        assert name in self._names
        path = self.path / name
        if not _has_text(path, text):
            write_whole(path, text)

    def finish(self) -> None:
        for name in self._earlier - self._names:
            self._remove(name)
        for leftover in _leftovers(self.path, self._names | self._earlier | {MARKER}):
            leftover.unlink(missing_ok=True)
        self._mark(self._names)

    def _check_ours(self, name: str) -> None:
        path = self.path / name
        for folder in path.parents:
            if folder == self.path:
                break
            if os.path.lexists(folder) and (folder.is_symlink() or not folder.is_dir()):
                raise RefusalError(_FOREIGN.format(self.path, folder.relative_to(self.path)))
        if os.path.lexists(path) and (
            name not in self._earlier or path.is_symlink() or not path.is_file()
        ):
            raise RefusalError(_FOREIGN.format(self.path, name))

    def _make(self, folder: Path) -> None:
        try:
            folder.mkdir(exist_ok=True)
        except OSError as error:
            raise RefusalError(f"cannot write {folder}: {error.strerror or error}") from None

    def _mark(self, names: Iterable[str]) -> None:
        document = {"made_by": "kata report", "version": 1, "files": sorted(names)}
        self.write_marker(json.dumps(document, indent=1) + "\n")

    def write_marker(self, text: str) -> None:
        if not _has_text(self.path / MARKER, text):
            write_whole(self.path / MARKER, text)

    def _remove(self, name: str) -> None:
        path = self.path / name
        try:
            self._check_ours(name)
            path.unlink(missing_ok=True)
            if path.parent != self.path and not any(path.parent.iterdir()):
                path.parent.rmdir()
        except FileNotFoundError:
            return
        except OSError as error:
            raise RefusalError(f"cannot remove {path}: {error.strerror or error}") from None


def _files_of_earlier_report(folder: Path) -> frozenset[str]:
    try:
        if not folder.exists():
            if not folder.parent.is_dir():
                raise RefusalError(f"cannot write {folder}: there is no folder {folder.parent}")
            return frozenset()
        if not folder.is_dir():
            raise RefusalError(f"cannot write {folder}: it is not a folder")
        found = {each.name for each in folder.iterdir()}
        if MARKER in found and not (folder / MARKER).is_symlink():
            return _read_marker(folder)
        found -= {each.name for each in _leftovers(folder, [MARKER])}
    except OSError as error:
        raise RefusalError(f"cannot read {folder}: {error.strerror or error}") from None
    if found:
        raise RefusalError(_NOT_EMPTY.format(folder))
    return frozenset()


def _read_marker(folder: Path) -> frozenset[str]:
    try:
        document = json.loads((folder / MARKER).read_bytes())
        names = document["files"]
        if document["version"] == 1 and all(_NAME.fullmatch(name) for name in names):
            return frozenset(names)
    except (ValueError, TypeError, KeyError):
        pass
    raise RefusalError(
        f"cannot write to {folder}: its {MARKER} was not written by this version of kata report; "
        "name another folder"
    )


def _leftovers(folder: Path, names: Iterable[str]) -> Iterator[Path]:
    """Return what a killed run left behind of files of these names."""
    by_folder: dict[Path, list[str]] = {}
    for name in names:
        path = folder / name
        by_folder.setdefault(path.parent, []).append(path.name)
    for place, own in by_folder.items():
        temporary = re.compile("|".join(_TEMPORARY.format(re.escape(name)) for name in own))
        if place.is_dir():
            yield from [each for each in place.iterdir() if temporary.fullmatch(each.name)]


def _has_text(path: Path, text: str) -> bool:
    try:
        return path.read_bytes() == text.encode("utf-8")
    except OSError:
        return False
