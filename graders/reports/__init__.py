"""Write a scorecard for a person or a program: a module here that binds `REPORT` adds a format.

Its name is that of its module. Must not know: how a submission is run or judged. A report is given
results and a scorecard; it decides nothing, and it parses no sentence.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from graders.reports.format import Report

_BINDS = re.compile(rb"^REPORT(: .*)? = ", re.MULTILINE)


class Formats(Mapping[str, type[Report]]):
    """Every report by the name that `--format` knows it by; each is loaded when it is taken."""

    def __init__(self, folders: Iterable[str]) -> None:
        # The text report is the usual one, so it comes first.
        self._names = sorted(_bound(folders), key=lambda name: name != "text")

    def __getitem__(self, name: str) -> type[Report]:
        if name not in self._names:
            raise KeyError(name)
        report: type[Report] = importlib.import_module(f"{__name__}.{name}").REPORT
        return report

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def formats() -> Formats:
    """Return every report by its name, the text one first, none of them loaded."""
    return _formats_in(tuple(__path__))


@functools.cache
def _formats_in(folders: tuple[str, ...]) -> Formats:
    return Formats(folders)


def _bound(folders: Iterable[str]) -> list[str]:
    return [
        found.name
        for folder in folders
        for found in pkgutil.iter_modules([folder])
        if not found.ispkg and _BINDS.search((Path(folder) / f"{found.name}.py").read_bytes())
    ]
