"""Hold what this machine has to run a language with."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from graders.sandbox.program import Words


class UnavailableError(ValueError):
    """Say what has to be installed for a language to be run here."""


@dataclass(frozen=True)
class Tools:
    """Hold the words that start a language's interpreter, and the files to show in place."""

    words: Words = ()
    in_place: tuple[Path, ...] = ()
