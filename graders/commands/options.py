"""The options that several sub-commands share, and what a shell completes for them.

A person waits at each press of Tab, so suites are not validated but only looked through for ids.
"""

from __future__ import annotations

import importlib.util
import math
import pkgutil
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from graders.model.installation import suite_files
from graders.model.limits import LONGEST_CAP_S
from graders.sandbox.isolation import Isolation

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
_CASE = re.compile(r"^ *- +\{? *id: *[\"']?([a-z0-9][a-z0-9._-]*)", re.MULTILINE)

WORDS = "kata.words"


class KeepsArguments(click.Command):
    """Keep the words that the command was given, so that it can be told how to go on."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[WORDS] = ("kata", str(ctx.info_name), *args)
        return super().parse_args(ctx, args)


def kata_option(says: str) -> Decorator:
    """Return the option `--kata NAME`, which arrives as `kata_name`."""
    return click.option(
        "--kata", "kata_name", metavar="NAME", shell_complete=complete_katas, help=says
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
        shell_complete=complete_suites,
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
        help="Grade a program in place of a file, asked in lines of JSON; needs --kata.",
    ),
    with_option("Let that program read this file or folder; may be repeated."),
)


def entry_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option `--entry FILE`, which arrives as `entry`."""
    return click.option(
        "--entry",
        metavar="FILE",
        help="The file of a folder to call; by default solution.*, or else the one that defines "
        "what the kata asks for.",
    )(command)


def cluster_option(does: str) -> Decorator:
    """Return the option `--cluster WHERE`; the word says what is done there."""
    return click.option(
        "--cluster",
        metavar="WHERE",
        help=f"{does} on many machines: local[:N], ssh:FILE, tls://HOST:PORT, tcp://HOST:PORT.",
    )


def case_option(says: str) -> Decorator:
    """Return the option `--case GLOB`, which may be repeated and arrives as `patterns`."""
    return click.option(
        "--case",
        "patterns",
        multiple=True,
        metavar="GLOB",
        shell_complete=complete_cases,
        help=says,
    )


def grading_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say under which terms a file is graded, one or many of them."""
    for add in reversed(_GRADING):
        command = add(command)
    return command


def following_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a command that grades a file after every save."""
    for add in reversed(_FOLLOWING):
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


def cap_option_that(says: str) -> Decorator:
    """Return the option `--cap S`, which arrives as `cap_s`."""
    return click.option(
        "--cap",
        "cap_s",
        type=click.FloatRange(min=0.001, max=LONGEST_CAP_S),
        callback=_finite,
        metavar="S",
        help=says,
    )


cap_option = cap_option_that("Wall-clock seconds for a call, in place of each suite's own cap.")
_GRADING: tuple[Decorator, ...] = (
    cap_option,
    click.option(
        "--stretch",
        is_flag=True,
        help="Add the stretch suites, which are harder and not needed for full marks.",
    ),
    click.option("--variants", is_flag=True, help="Add each position mirrored and colour-swapped."),
    click.option(
        "--play-out/--no-play-out",
        default=None,
        help="Play on with best defence after a right answer; points only if the win is kept "
        "to the end. On with --stretch.",
    ),
    click.option(
        "--isolation",
        type=click.Choice(["auto", *map(str, Isolation)]),
        default="auto",
        show_default=True,
        help="bwrap refuses to run without bubblewrap; plain contains nothing: for your own files.",
    ),
    click.option(
        "--allow",
        multiple=True,
        metavar="NAME",
        help="Let the file import this package and what it depends on; may be repeated.",
    ),
    click.option(
        "--allow-from",
        type=click.Path(path_type=Path),
        metavar="ENV",
        help="The environment that allowed packages come from, such as .venv-candidates.",
    ),
    click.option(
        "--rerun/--no-rerun",
        default=True,
        help="Run a case again if the machine kept the program off its core for too long.",
    ),
)
_REPORT: tuple[Decorator, ...] = (
    click.option(
        "--spoilers/--no-spoilers",
        default=True,
        help="Show answers, right and wrong, or only verdicts and times.",
    ),
    click.option("--hints/--no-hints", default=True, help="Say what to learn next."),
)


def complete_katas(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[str]:
    """Return the katas whose names `incomplete` begins; none is loaded."""
    room = importlib.util.find_spec("graders.katas")
    places = None if room is None else room.submodule_search_locations
    found = pkgutil.iter_modules(places)
    return _beginning(incomplete, (each.name for each in found if each.ispkg))


def complete_suites(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Return the shipped suites that `incomplete` begins; where there is none, it is a path."""
    from click.shell_completion import CompletionItem  # noqa: PLC0415  # only a shell asks

    named = _beginning(incomplete, (path.stem for path in suite_files(_kata_of(context))))
    return [CompletionItem(incomplete, type="file"), *map(CompletionItem, named)]


def complete_cases(
    context: click.Context, parameter: click.Parameter, incomplete: str
) -> list[str]:
    """Return the cases of shipped suites: bare names, and whole ids once a suite is begun."""
    ids = [(path.stem, case) for path in suite_files(_kata_of(context)) for case in ids_in(path)]
    bare = _beginning(incomplete, (case for _, case in ids))
    return bare + (_beginning(incomplete, map("/".join, ids)) if incomplete else [])


def ids_in(path: Path) -> Iterator[str]:
    """Yield what stands as the id of a case in a suite file."""
    yield from _CASE.findall(path.read_text(encoding="utf-8"))


def _kata_of(context: click.Context) -> str:
    return context.params.get("kata_name") or "*"


def _beginning(incomplete: str, names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(name for name in names if name.startswith(incomplete)))


_FOLLOWING: tuple[Decorator, ...] = (
    kata_option("The kata that the file is for."),
    entry_option,
    cap_option,
    click.option(
        "--isolation",
        type=click.Choice(["auto", *map(str, Isolation)]),
        default="auto",
        show_default=True,
        help="As in kata grade.",
    ),
    click.option("--allow", multiple=True, metavar="NAME", help="As in kata grade."),
    click.option(
        "--allow-from", type=click.Path(path_type=Path), metavar="ENV", help="As in kata grade."
    ),
    click.option("--no-history", is_flag=True, help="Keep these runs out of your history."),
)
