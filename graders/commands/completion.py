"""Offer `kata completion`: what a shell needs to complete `kata` on Tab."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

READERS = ("practise", "interview")


@click.command(
    name="completion",
    short_help="Set up shell completion.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(*, shell: str) -> None:
    """Print a script for SHELL that completes sub-commands, options, katas, suites and cases.

    \u0008
    Add a line to the start-up file of your shell, with kata on the PATH:
      bash, in ~/.bashrc:                  eval "$(kata completion bash)"
      zsh, in ~/.zshrc, after compinit:    eval "$(kata completion zsh)"
      fish, in ~/.config/fish/config.fish: kata completion fish | source
    """
    made = get_completion_class(shell)
    if made is None:
        raise click.UsageError(f"this version of click completes nothing in {shell}")
    root = click.get_current_context().find_root()
    click.echo(made(root.command, {}, "kata", "_KATA_COMPLETE").source())
