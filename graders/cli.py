"""Offer the `kata` command: find its sub-commands and hand over."""

from __future__ import annotations

import importlib
import pkgutil

import click

from graders import commands


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="connect-four-kata")
def main() -> None:
    """Grade Connect Four coding interviews, and practise for them.

    \u0008
    Example:
      kata grade my_solution.py
    """


def _add_commands() -> None:
    for found in pkgutil.iter_modules(commands.__path__):
        module = importlib.import_module(f"{commands.__name__}.{found.name}")
        if hasattr(module, "COMMAND"):
            main.add_command(module.COMMAND)


_add_commands()

if __name__ == "__main__":
    main()
