"""Offer a shell the values that options and arguments take: katas, suites and cases.

A person waits at each press of Tab, so suites are not validated but only looked through for ids.
"""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from graders import katas as room_of_katas
from graders.suites.reading import files

if TYPE_CHECKING:
    import click
    from click.shell_completion import CompletionItem

_CASE = re.compile(r"^ *- +\{? *id: *[\"']?([a-z0-9][a-z0-9._-]*)", re.MULTILINE)


def katas(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the katas whose names `incomplete` begins."""
    found = pkgutil.iter_modules(room_of_katas.__path__)
    return _beginning(incomplete, (each.name for each in found if each.ispkg))


def suites(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Return the shipped suites that `incomplete` begins; where there is none, it is a path."""
    from click.shell_completion import CompletionItem  # noqa: PLC0415  # not for a run

    named = _beginning(incomplete, (path.stem for path in files(_kata_of(context))))
    return [CompletionItem(incomplete, type="file"), *map(CompletionItem, named)]


def cases(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the cases of shipped suites: bare names, and whole ids once a suite is begun."""
    ids = [(path.stem, case) for path in files(_kata_of(context)) for case in ids_in(path)]
    bare = _beginning(incomplete, (case for _, case in ids))
    return bare + (_beginning(incomplete, map("/".join, ids)) if incomplete else [])


def ids_in(path: Path) -> Iterator[str]:
    """Yield what stands as the id of a case in a suite file."""
    yield from _CASE.findall(path.read_text(encoding="utf-8"))


def _kata_of(context: click.Context) -> str:
    """Return the kata that is named already, or a glob for any."""
    return context.params.get("kata_name") or "*"


def _beginning(incomplete: str, names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(name for name in names if name.startswith(incomplete)))
