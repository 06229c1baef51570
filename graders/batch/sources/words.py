"""Say in words why an archive or a file in it is not read, and what to do."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from graders.batch.sources.unpacking import MOST_DEEP, Archive, Refused, Trouble
from graders.model.limits import in_units
from graders.sandbox.confined import ConfinedError, Failure

_INSTEAD = "unpack it, and name the folder"
_FAILURES: Mapping[Failure, str] = MappingProxyType(
    {
        Failure.TOO_LONG: "reading it takes too long",
        Failure.TOO_MUCH_MEMORY: "reading it takes too much memory",
        Failure.TOO_DEEP: "it is nested too deeply",
        Failure.TOO_LARGE: "it holds too much to be listed",
        Failure.DIED: "what reads it was ended",
        Failure.FAILED: "it cannot be read",
    }
)


def in_words(error: ConfinedError) -> str:
    """Say how the child failed that was to read it."""
    said = _FAILURES[error.failure]
    return f"{said} ({error})" if error.failure is Failure.FAILED else said


def of_archive(refused: Refused, archive: Archive, shown: str) -> str:
    """Say why an archive as a whole is not read."""
    about, most = refused.about, in_units(archive.most_bytes)
    said = {
        Trouble.DAMAGED: f"{shown} is damaged, or no archive ({about}): pack it again",
        Trouble.TOO_MANY: f"{shown} holds more than {archive.most_members:,} files: {_INSTEAD}",
        Trouble.TOO_MUCH: f"{shown} unpacks to more than {most}: {_INSTEAD}",
        Trouble.TOO_DEEP: f"{shown} holds names that are longer, or lie deeper, than {MOST_DEEP} "
        "folders: pack it again",
        Trouble.LEADS_OUT: f"{shown} holds {about}, a name that leads out of it: do not trust it, "
        "and look into it before you unpack it",
        Trouble.TWICE: f"{shown} holds {about} twice: {_INSTEAD}",
    }
    return said.get(refused.trouble) or f"{shown}: {of_file(refused, archive)}"


def of_file(refused: Refused, archive: Archive) -> str:
    """Say why a file in an archive is not read."""
    said = {
        Trouble.DAMAGED: f"it is damaged in its archive ({refused.about}): pack it again",
        Trouble.ENCRYPTED: f"its archive is encrypted: {_INSTEAD}",
        Trouble.METHOD: f"it is packed by a method that is not read here: {_INSTEAD}",
        Trouble.LINKED: "it is a link in an archive, which is not followed; hand in the file "
        "itself",
        Trouble.ODD: "it is not a regular file",
        Trouble.TOO_MUCH: f"what lies before it in its archive is more than is read of one: "
        f"{_INSTEAD}",
    }
    if refused.trouble is Trouble.TOO_LARGE:
        return f"it is larger than a submission may be: {in_units(int(refused.about))}"
    return said.get(refused.trouble) or "it cannot be read from its archive"
