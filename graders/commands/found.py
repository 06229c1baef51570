"""Say what `kata batch` found at its paths, and show it where nothing is to be graded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path, PurePath
from types import MappingProxyType

from msgspec.structs import replace

from graders.batch.sources.discovery import FoundSubmissions
from graders.batch.sources.layout import DOWNLOADS, LONGEST_NAME
from graders.commands.output import NOT_ACCEPTED, OK, Output, say
from graders.grading.intake import UnreadableError, submission_from_bytes
from graders.model.batch import Source
from graders.model.usage import UsageError
from graders.reports.intake import write_intake
from graders.reports.layout import Screen
from graders.reports.score import count, in_people

DRY_FORMATS = ("text", "json", "csv")
"""What `--dry-run` can be shown as."""
_MOST_NAMED = 5
_TITLES = MappingProxyType(
    {
        "moodle": "an export of Moodle",
        "canvas": "an export of Canvas",
        "gradescope": "an export of Gradescope",
        "blackboard": "an export of Blackboard",
        "github-classroom": "clones of GitHub Classroom",
    }
)


def say_found(found: FoundSubmissions) -> None:
    """Say how the paths were read, and what lies there that is not graded."""
    for export in found.exports:
        what = f"recognised as {_TITLES.get(export.layout, '')}: {in_people(export.people)}"
        if export.layout == DOWNLOADS:
            files = count(export.people, "file")
            what = f"recognised as downloads of a browser: {files}, which name nobody"
        say(f"{export.path}: {what}; --layout plain reads it as it stands")
    for path, encoding in found.encodings:
        say(f"{path} is not UTF-8: it was read as {encoding}")
    for path, why in found.unnamed:
        say(f"{path} does not say whose each submission is: {why}")
    several = [source.candidate for source in found.sources if source.hand_in.earlier]
    if several:
        who = f"{in_people(len(several))} handed in several attempts, of which the latest counts"
        say(f"{who}: {_named(several)}")
    if found.cut:
        were = "name was" if len(found.cut) == 1 else "names were"
        say(f"{len(found.cut)} {were} cut after {LONGEST_NAME} characters: {_named(found.cut)}")
    if found.beside:
        are = (
            "file beside submissions is"
            if len(found.beside) == 1
            else ("files beside submissions are")
        )
        say(f"{len(found.beside)} {are} not graded: {_named(found.beside)}")
    if found.passed_over:
        say(_skipped(found.passed_over))


def _skipped(files: Sequence[str]) -> str:
    """Say in one line which files are no submissions, those of one name together.

    >>> _skipped(["in/ann/README.md", "in/notes.txt", "in/bob/README.md"])
    '3 files are not submissions and were skipped: README.md (2), notes.txt'
    >>> _skipped(["in/README.md"])
    '1 file is not a submission and was skipped: README.md'
    """
    names = Counter(PurePath(file).name for file in files).most_common()
    named = [name if times == 1 else f"{name} ({times})" for name, times in names]
    what = "1 file is not a submission and was" if len(files) == 1 else None
    what = what or f"{len(files)} files are not submissions and were"
    return f"{what} skipped: {_named(named)}"


def show_found(found: FoundSubmissions, kind: str, where: Output) -> int:
    """Show what would be graded; return the exit code, which is 0 where all of it can be."""
    if kind not in DRY_FORMATS:
        raise UsageError(f"--dry-run: --format is one of {', '.join(DRY_FORMATS)}")
    sources = [*map(_as_it_would_be_read, found.sources)]
    where.writing(write_intake)(sources, kind, where.stream, Screen(where.stream).width)
    where.close(complete=True)
    return OK if all(source.content is not None for source in sources) else NOT_ACCEPTED


def _as_it_would_be_read(source: Source) -> Source:
    """Return a submission without its bytes where these are no source text."""
    if isinstance(source.content, bytes):
        try:
            submission_from_bytes(Path(source.path), source.content)
        except UnreadableError as error:
            return replace(source, content=None, unreadable=str(error))
    return source


def _named(names: Sequence[str]) -> str:
    return ", ".join(names[:_MOST_NAMED]) + (", …" if len(names) > _MOST_NAMED else "")
