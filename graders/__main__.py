"""Start the `kata` command: on whatever streams there are, and Ctrl-C ends it without a traceback.

Both are seen to before anything is opened or started.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from graders.commands import signals


def main() -> None:
    signals.end_at_once()
    signals.prepare_streams()
    if sys.argv[1:2] == ["grade"] and not {"--help", "-h"} & set(sys.argv):
        _begin()
    from graders import cli  # noqa: PLC0415  # it takes a while, in which Ctrl-C may come

    cli.main(prog_name="kata")


def _begin() -> None:
    """Start what the first case waits for, so that it gets ready while the rest is loaded.

    If the arguments turn out to be wrong, whatever was started exits with this process.
    """
    from graders.sandbox import isolation, machine  # noqa: PLC0415  # no other command needs it so soon

    if not machine.is_linux() or asks_for_plain(sys.argv):
        return
    isolation.prewarm()
    from graders.sandbox import bubblewrap  # noqa: PLC0415  # the supervisors are on their way

    bubblewrap.begin_to_try()


def asks_for_plain(arguments: Sequence[str]) -> bool:
    """Tell whether nothing but the standard library is to be used, which takes no preparation.

    >>> asks_for_plain(["kata", "grade", "mine.py", "--isolation", "plain"])
    True
    """
    joined = " ".join(arguments)
    return "--isolation plain" in joined or "--isolation=plain" in joined


if __name__ == "__main__":
    main()
