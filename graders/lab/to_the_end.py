"""Grade a file for a tool, which has no use for half a scorecard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from graders.channel.budget import Settings
from graders.grading.grade_file import grade_file
from graders.model.scorecard import Result, Scorecard
from graders.model.suite import Case
from graders.suites.selection import Suites


def _ignore(what: object) -> None:
    """Take note of nothing."""


def grade_to_the_end(
    file: Path,
    settings: Settings,
    suites: Suites,
    *,
    case: str | Sequence[str] = "*",
    cap_s: float | None = None,
    variants: bool = False,
    rerun: bool = True,
    explain: bool = False,
    on_case: Callable[[Case], None] = _ignore,
    on_result: Callable[[Result], None] = _ignore,
) -> Scorecard:
    """Grade as `grade_file` does; an interrupted run raises `KeyboardInterrupt` instead."""
    scorecard = grade_file(
        file,
        suites=suites,
        case=case,
        cap_s=cap_s,
        isolation=settings.isolation,
        variants=variants,
        rerun=rerun,
        explain=explain,
        limits=settings.limits,
        on_case=on_case,
        on_result=on_result,
    )
    if not scorecard.complete:
        raise KeyboardInterrupt
    return scorecard
