"""Name candidates, and tell the files that count from those that are passed over."""

from __future__ import annotations

import unicodedata
from pathlib import Path, PurePath

from graders.channel.languages import LANGUAGES, UnknownLanguageError, language_of
from graders.grading.folders import WELL_KNOWN, is_left_out
from graders.model.text import on_one_line

LAYERS = ("src", "source", "code")
"""Folders that stand between a candidate's own folder and the file; they name nobody."""
LONGEST_NAME = 200
ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")
MANIFESTS = (".csv", ".json")
_ENVIRONMENT = "venv"
_AROUND = ("__init__", "conftest", "setup")


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


def is_source(path: PurePath) -> bool:
    """Tell whether a file in a folder is source text in a language that is known.

    A name without a suffix is rarely one, unless it is one of the well-known names.

    >>> [is_source(PurePath(name)) for name in ("bob.py", "bob.md", "README", "solution")]
    [True, False, False, True]
    """
    if not path.suffix:
        return path.name.lower() in WELL_KNOWN
    try:
        language_of(Path(path.name))
    except UnknownLanguageError:
        return False
    return True


def is_around(path: PurePath) -> bool:
    """Tell whether a file stands beside a submission: a test of it, or what makes a package.

    >>> [is_around(PurePath(name)) for name in ("test_bob.py", "__init__.py", "bob.py")]
    [True, True, False]
    """
    stem = path.stem.lower()
    return stem in _AROUND or stem.startswith("test_") or stem.endswith("_test")


def is_well_known(path: PurePath) -> bool:
    """Tell whether a file has one of the names that say that it is the submission."""
    return path.stem.lower() in WELL_KNOWN


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
    """Tell whether a file is read as a manifest."""
    return name.lower().endswith(MANIFESTS)


def owner_of(folder: Path) -> str:
    """Return whose a folder is, by its name or, where that names nobody, by the one around it.

    >>> owner_of(Path("/handed-in/alice/src"))
    'alice'
    """
    whole = Path(folder).absolute()
    named = (each.name for each in (whole, *whole.parents) if each.name.lower() not in LAYERS)
    return next(named, "")


def known_suffixes() -> str:
    """Return the suffixes of the languages that are known, as a text names them."""
    return ", ".join(suffix for language in LANGUAGES for suffix in language.suffixes if suffix)
