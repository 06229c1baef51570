"""Write the terms of a batch as JSON, and read them back, for whoever grades it again."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
from msgspec.structs import asdict

from graders.batch.job import Terms
from graders.model.submission import Driver
from graders.suites.selection import suite_at


class _Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kata: str | None
    suites: list[str]
    case: list[str]
    cap_s: float | None
    isolation: str
    variants: bool
    stretch: bool
    allow: list[str]
    allow_from: str | None
    rerun: bool
    drivers: list[Driver] = []


def written(terms: Terms) -> str:
    """Return the terms as JSON; of a suite it names the file."""
    folder = terms.allow_from
    return json.dumps(
        {
            **asdict(terms),
            "suites": [str(Path(suite.path).absolute()) for suite in terms.suites],
            "allow_from": None if folder is None else str(Path(folder).absolute()),
            "drivers": msgspec.to_builtins(terms.drivers),
        }
    )


def read(text: str) -> Terms:
    """Return the terms, with the suites as their files are now.

    Raises `SuiteError` where one of those is gone, and `msgspec.MsgspecError` for another text.
    """
    kept = _kept(text)
    return Terms(
        kata=kept.kata,
        suites=tuple(suite_at(Path(path)) for path in kept.suites),
        case=tuple(kept.case),
        cap_s=kept.cap_s,
        isolation=kept.isolation,
        variants=kept.variants,
        stretch=kept.stretch,
        allow=tuple(kept.allow),
        allow_from=None if kept.allow_from is None else Path(kept.allow_from),
        rerun=kept.rerun,
        drivers=tuple(kept.drivers),
    )


def check(text: str) -> None:
    """Raise `msgspec.MsgspecError` for a text that is not what `written` returns."""
    _kept(text)


def _kept(text: str) -> _Kept:
    return msgspec.json.decode(text, type=_Kept)
