"""Offer the `kata` command: find its sub-commands by their files, and hand over to one.

What a sub-command says of itself is read from its source: `kata --help`, and a shell at every press
of Tab, would else load all of them.
"""

from __future__ import annotations

import contextlib
import importlib
import re
import sys
from ast import literal_eval
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from graders import commands
from graders.commands import signals
from graders.commands.output import RefusalError, forget_stdout, is_not_written, why_not_written
from graders.model.usage_error import UsageError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class SubCommands(click.Group):
    """Find sub-commands by their files, and load no more of them than the one that is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all sub-commands; none is loaded."""
        return [each.name for each in _known()]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the sub-commands by reader, with a whole sentence each; none is loaded."""
        commands = _known()
        width = max((len(each.name) for each in commands), default=0)
        for title, group in grouped_by_reader(commands).items():
            with formatter.section(title):
                formatter.write_dl([(f"{each.name:<{width}}", each.says) for each in group])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the sub-commands and options that `incomplete` begins; none is loaded."""
        from click.shell_completion import CompletionItem  # noqa: PLC0415  # only a shell asks

        found = [
            CompletionItem(each.name, help=each.says)
            for each in _known()
            if each.name.startswith(incomplete)
        ]
        return found + click.Command.shell_complete(self, ctx, incomplete)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        name = cmd_name.replace("-", "_")
        if "_" in cmd_name or not name.isidentifier() or not _is_a_module(name):
            return None
        module = importlib.import_module(f"{commands.__name__}.{name}")
        command = getattr(module, "command", None)
        return command if isinstance(command, click.Command) else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            import difflib  # noqa: PLC0415  # few commands are misspelt

            close = difflib.get_close_matches(args[0], self.list_commands(ctx), n=1)
            meant = f" Did you mean {close[0]}?" if close else ""
            raise click.UsageError(f"{error.message}{meant}", ctx) from None

    def make_context(self, *arguments: Any, **named: Any) -> click.Context:
        with _reporting_closed_stdout():
            return super().make_context(*arguments, **named)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with _reporting_closed_stdout():
                return super().invoke(ctx)
        except KeyboardInterrupt:
            sys.exit(signals.last_code())
        except UsageError as error:  # of any sub-command, so that none has to
            raise RefusalError(str(error)) from None
        except click.ClickException:
            raise
        except Exception:
            # What a signal broke in the middle, such as an import, can fail in any way.
            if signals.has_come():
                sys.exit(signals.last_code())
            raise


def _known() -> tuple[CommandInfo, ...]:
    return known_commands(commands.__path__)


def _is_a_module(name: str) -> bool:
    return any(Path(folder, f"{name}.py").is_file() for folder in commands.__path__)


@contextlib.contextmanager
def _reporting_closed_stdout() -> Iterator[None]:
    """Say in one line that stdout takes nothing: its reader, such as `head`, or a disk is gone."""
    try:
        yield
    except OSError as error:
        if not is_not_written(error):
            raise
        forget_stdout()
        raise RefusalError(f"cannot write to stdout: {why_not_written(error)}") from None


@click.group(
    cls=SubCommands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="connect-four-kata")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Grade Connect Four coding interviews, and practise for them.

    \u0008
    Example:
      kata grade my_solution.py
    """
    if ctx.invoked_subcommand is None:
        from graders.commands.overview import say_how_to_go_on  # noqa: PLC0415  # nobody else needs it

        if not say_how_to_go_on():
            click.echo(ctx.get_help(), err=True)
            ctx.exit(2)


READERS = {
    "practise": "To practise",
    "interview": "To interview",
    "project": "To work on the project",
}
"""The title in the help for each reader; the `READERS` of a command name whom it is listed for."""
_OTHERS = "Others"


class CommandInfo(NamedTuple):
    """A sub-command's name, its short help, and the readers that its module names."""

    name: str
    says: str
    readers: tuple[str, ...] = ()


def known_commands(folders: Iterable[str]) -> tuple[CommandInfo, ...]:
    """Return the sub-commands whose modules lie in `folders`, by name, with `-` for any `_`."""
    found = (
        _read(Path(folder) / f"{name}.py", name.replace("_", "-"))
        for folder, name in _modules(folders)
    )
    return tuple(sorted((each for each in found if each), key=lambda each: each.name))


def grouped_by_reader(commands: Iterable[CommandInfo]) -> dict[str, list[CommandInfo]]:
    """Return the sub-commands below the titles of their readers; one may be for several.

    >>> grouped_by_reader([CommandInfo("a", "", ("project",)), CommandInfo("b", "")])
    {'To work on the project': [CommandInfo(name='a', says='', readers=('project',))], \
'Others': [CommandInfo(name='b', says='', readers=())]}
    """
    groups: dict[str, list[CommandInfo]] = {title: [] for title in (*READERS.values(), _OTHERS)}
    for command in commands:
        titles = [READERS[reader] for reader in command.readers if reader in READERS]
        for title in titles or [_OTHERS]:
            groups[title].append(command)
    return {title: members for title, members in groups.items() if members}


def _modules(folders: Iterable[str]) -> Iterator[tuple[str, str]]:
    for folder in folders:
        for path in Path(folder).glob("*.py"):
            yield folder, path.stem


_BINDS_COMMAND = re.compile(r"^(?:def command\(|command\b[^(\n]* = )", re.MULTILINE)
_SHORT_HELP = re.compile(r'(?:^SHORT_HELP = |\bshort_help=)("(?:[^"\\\n]|\\.)*")', re.MULTILINE)
_DOCSTRING = re.compile(r'^def command\(.*?:\n    """(.*?)(?:\n\n|""")', re.MULTILINE | re.DOTALL)
_READERS = re.compile(r"^READERS = (\(.*?\))", re.MULTILINE | re.DOTALL)


def _read(path: Path, name: str) -> CommandInfo | None:
    """Return what the source at `path` says; None where it binds no `command`.

    What is said of one is its `short_help`, or else the first paragraph of its docstring. To find
    these takes a tenth of the time that it takes to parse the source, and every help waits for it.
    """
    try:
        source = path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return None
    if not _BINDS_COMMAND.search(source):
        return None
    said, docstring = _SHORT_HELP.search(source), _DOCSTRING.search(source)
    if said is not None:
        says = str(literal_eval(said[1]))
    else:
        says = "" if docstring is None else " ".join(docstring[1].split())
    readers = _READERS.search(source)
    return CommandInfo(name, says, () if readers is None else tuple(literal_eval(readers[1])))
