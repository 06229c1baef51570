"""Offer the `kata` command: find its sub-commands and hand over."""

from __future__ import annotations

import importlib
import pkgutil

import click

from graders import commands


class SubCommands(click.Group):
    """Find sub-commands by their files, and load no more of them than the one that is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all sub-commands, which loads them."""
        return [name for name in self._modules() if self.get_command(ctx, name)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the sub-command of that name; None where no module binds one."""
        if cmd_name not in self._modules():
            return None
        module = importlib.import_module(f"{commands.__name__}.{cmd_name}")
        command = getattr(module, "command", None)
        return command if isinstance(command, click.Command) else None

    def _modules(self) -> list[str]:
        return sorted(found.name for found in pkgutil.iter_modules(commands.__path__))


@click.group(cls=SubCommands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="connect-four-kata")
def main() -> None:
    """Grade Connect Four coding interviews, and practise for them.

    \u0008
    Example:
      kata grade my_solution.py
    """


if __name__ == "__main__":
    main()
