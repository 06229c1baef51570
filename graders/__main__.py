"""Start the `kata` command; from the first moment on Ctrl-C ends it without a traceback."""

from __future__ import annotations

import sys

from graders.commands import signals


def main() -> None:
    """Run the `kata` command, with the arguments of this process."""
    signals.end_at_once()
    if sys.argv[1:2] == ["grade"] and not {"--help", "-h"} & set(sys.argv):
        _begin()
    from graders import cli  # noqa: PLC0415  # it takes a while, in which Ctrl-C may come

    cli.main(prog_name="kata")


def _begin() -> None:
    """Start what the first case waits for, so that it gets ready while the rest is loaded.

    What is not needed in the end, as the arguments are no good, ends with this process.
    """
    from graders.sandbox import keepers  # noqa: PLC0415  # no other command needs it so soon

    keepers.prepare()
    from graders.sandbox import isolation  # noqa: PLC0415  # the keepers are on their way

    isolation.begin_to_try()


if __name__ == "__main__":
    main()
