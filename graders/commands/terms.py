"""Offer the options that say on what terms files are graded, one or many, and what is told."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from graders.commands.options import Decorator
from graders.sandbox.isolation import Isolation
from graders.suites import LONGEST_CAP_S


def grading_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say under which terms a file is graded, one or many of them."""
    for add in reversed(_GRADING):
        command = add(command)
    return command


def report_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say what a report tells."""
    for add in reversed(_REPORT):
        command = add(command)
    return command


def format_option(names: list[str]) -> Decorator:
    """Return the option `--format`, which arrives as `format_name`."""
    return click.option(
        "--format", "format_name", type=click.Choice(names), default="text", show_default=True
    )


def _finite(
    context: click.Context, parameter: click.Parameter, value: float | None
) -> float | None:
    if value is not None and not math.isfinite(value):
        raise click.BadParameter("it has to be a number of seconds", context, parameter)
    return value


cap_option: Decorator = click.option(
    "--cap",
    "cap_s",
    type=click.FloatRange(min=0.001, max=LONGEST_CAP_S),
    callback=_finite,
    metavar="S",
    help="Seconds of wall time a call, instead of each suite's own.",
)
"""The option `--cap S`, which arrives as `cap_s`."""

_GRADING: tuple[Decorator, ...] = (
    cap_option,
    click.option(
        "--stretch",
        is_flag=True,
        help="Also the stretch suites, which are harder and not needed for full marks.",
    ),
    click.option(
        "--variants", is_flag=True, help="Also each position mirrored and colour-swapped."
    ),
    click.option(
        "--isolation",
        type=click.Choice(["auto", *map(str, Isolation)]),
        default="auto",
        show_default=True,
        help="bwrap refuses to run without bubblewrap; plain contains nothing, for your own files.",
    ),
    click.option(
        "--allow",
        multiple=True,
        metavar="NAME",
        help="Let the file import this package, and what it needs; may be repeated.",
    ),
    click.option(
        "--allow-from",
        type=click.Path(path_type=Path),
        metavar="ENV",
        help="The environment of yours that allowed packages come from, such as .venv-candidates.",
    ),
    click.option(
        "--rerun/--no-rerun",
        default=True,
        help="Run a case again where the machine kept the program off its core for too long.",
    ),
)
_REPORT: tuple[Decorator, ...] = (
    click.option(
        "--spoilers/--no-spoilers",
        default=True,
        help="Without them verdicts and times only: no answer, right or wrong.",
    ),
    click.option("--hints/--no-hints", default=True, help="Say which rung to climb next."),
)
