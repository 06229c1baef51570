"""Offer the options that several sub-commands have, each with its own sentence of help."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from graders.commands import completing

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def kata_option(says: str) -> Decorator:
    """Return the option `--kata NAME`, which arrives as `kata_name`."""
    return click.option(
        "--kata", "kata_name", metavar="NAME", shell_complete=completing.katas, help=says
    )


driver_option = click.option(
    "--driver",
    type=click.Path(path_type=Path),
    metavar="PATH",
    help="The driver that calls the classes of the file; kata adapt writes one.",
)
"""The option `--driver PATH`, which arrives as `driver`."""


def suite_option(says: str) -> Decorator:
    """Return the option `--suite PATH`, which may be repeated and arrives as `suite_names`."""
    return click.option(
        "--suite",
        "suite_names",
        multiple=True,
        metavar="PATH",
        shell_complete=completing.suites,
        help=says,
    )


def command_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options for a program in the place of a file: `--command` and `--with`."""
    for add in reversed(_COMMAND):
        command = add(command)
    return command


def with_option(says: str) -> Decorator:
    """Return the option `--with PATH`, which may be repeated and arrives as `shown`."""
    return click.option(
        "--with",
        "shown",
        multiple=True,
        type=click.Path(path_type=Path),
        metavar="PATH",
        help=says,
    )


_COMMAND: tuple[Decorator, ...] = (
    click.option(
        "--command",
        "words",
        metavar="'WORDS'",
        help="Grade a program in place of a file: it is asked by lines of JSON; needs --kata.",
    ),
    with_option("Show that program this file or folder, read-only; may be repeated."),
)


def entry_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option `--entry FILE`, which arrives as `entry`."""
    return click.option(
        "--entry",
        metavar="FILE",
        help="The file of a folder that is called; by default solution.*, or else the one that "
        "defines what is asked.",
    )(command)


def case_option(says: str) -> Decorator:
    """Return the option `--case GLOB`, which may be repeated and arrives as `patterns`."""
    return click.option(
        "--case",
        "patterns",
        multiple=True,
        metavar="GLOB",
        shell_complete=completing.cases,
        help=says,
    )
