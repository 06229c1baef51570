"""Start the `kata` command; from the first moment on Ctrl-C ends it without a traceback."""

from __future__ import annotations

from graders.commands import signals


def main() -> None:
    """Run the `kata` command, with the arguments of this process."""
    signals.end_at_once()
    from graders import cli  # noqa: PLC0415  # it takes a while, in which Ctrl-C may come

    cli.main(prog_name="kata")


if __name__ == "__main__":
    main()
