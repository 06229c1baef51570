"""Offer the `kata` command: find its sub-commands and hand over."""

from __future__ import annotations

import contextlib
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from graders import commands
from graders.commands import signals
from graders.commands.index import CommandInfo, grouped_by_reader, known_commands
from graders.commands.output import RefusalError, forget_stdout, is_not_written, why_not_written
from graders.model.usage import UsageError


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
        found = [
            CompletionItem(each.name, help=each.says)
            for each in _known()
            if each.name.startswith(incomplete)
        ]
        return found + click.Command.shell_complete(self, ctx, incomplete)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the sub-command of that name; None where no module binds one."""
        name = cmd_name.replace("-", "_")
        if "_" in cmd_name or not name.isidentifier() or not _is_a_module(name):
            return None
        module = importlib.import_module(f"{commands.__name__}.{name}")
        command = getattr(module, "command", None)
        return command if isinstance(command, click.Command) else None

    def make_context(self, *arguments: Any, **named: Any) -> click.Context:
        """Read the arguments, and print the help where that is asked for."""
        with _told_where_nobody_reads():
            return super().make_context(*arguments, **named)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the sub-command; where a signal ended it, exit with the code that says so."""
        try:
            with _told_where_nobody_reads():
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
def _told_where_nobody_reads() -> Iterator[None]:
    """Say in one line that stdout takes nothing: its reader, such as `head`, or a disk is gone."""
    try:
        yield
    except OSError as error:
        if not is_not_written(error):
            raise
        forget_stdout()
        raise RefusalError(f"cannot write to stdout: {why_not_written(error)}") from None


@click.group(cls=SubCommands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="connect-four-kata")
def main() -> None:
    """Grade Connect Four coding interviews, and practise for them.

    \u0008
    Example:
      kata grade my_solution.py
    """
