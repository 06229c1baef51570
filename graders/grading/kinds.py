"""Tell from its name what was handed in in place of a source file, and what to do about it."""

from __future__ import annotations

import shlex
from pathlib import Path

from graders.channel.executables import is_a_program
from graders.channel.languages import UnknownLanguageError, language_of
from graders.model.text import on_one_line
from graders.model.usage import UsageError

_ARCHIVE = "is an archive: unpack it, and name the file in it that is to be graded"
_DOCUMENT = "is a document: save the code in it as a plain text file, and name that"
_NOTEBOOK = "is a notebook: export it as a script, and name that"
_KINDS = {
    **dict.fromkeys((".zip", ".tar", ".tgz", ".gz", ".bz2", ".xz", ".7z", ".rar"), _ARCHIVE),
    **dict.fromkeys((".doc", ".docx", ".odt", ".pdf", ".rtf", ".html"), _DOCUMENT),
    ".ipynb": _NOTEBOOK,
}


def check_is_a_file_of_code(path: Path) -> None:
    """Raise `UsageError` for a folder, and for what is no code."""
    if path.is_dir():
        raise UsageError(f"{on_one_line(str(path))} is a folder: name the file in it that counts")
    check_is_code(path)


def check_is_code(path: Path) -> None:
    """Raise `UsageError` for a file that is in no language by its name; a folder may hold code.

    That is for whoever grades to put right; what is wrong within a file is the submission's.
    What is not there is not looked at.
    """
    shown = on_one_line(str(path))
    try:
        if not path.exists() or path.is_dir():
            return
        if not _is_in_a_language(path) and is_a_program(path):
            raise UsageError(
                f"{shown} is a program: kata grade --command {shlex.quote(shown)} --kata NAME "
                "sends it questions as lines of JSON (docs/protocol.md)"
            )
    except OSError:  # it is told where the file is read
        return
    if (kind := _KINDS.get(path.suffix.lower())) is not None:
        raise UsageError(f"{shown} {kind}")
    try:
        language_of(path)
    except UnknownLanguageError as error:
        raise UsageError(f"{shown} cannot be graded: {error}") from None


def _is_in_a_language(path: Path) -> bool:
    """Tell whether the suffix says so; a file without any may be in Python, or a program."""
    try:
        return bool(path.suffix) and bool(language_of(path))
    except UnknownLanguageError:
        return False
