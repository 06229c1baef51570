"""Hold what this machine has to run a language with."""

from __future__ import annotations

from pathlib import Path

import msgspec

from graders.sandbox.interface import Words


class UnavailableError(ValueError):
    """Say what has to be installed for a language to be run here."""


class Tools(msgspec.Struct, frozen=True):
    """Hold the words that start a language's interpreter, and the files to show in place."""

    words: Words = ()
    in_place: tuple[Path, ...] = ()
