"""Tell which version of bubblewrap it is that keeps submissions apart."""

from __future__ import annotations

import functools
import shutil
import subprocess

_ANSWERS_WITHIN_S = 20.0


@functools.cache
def bubblewrap_version() -> str | None:
    """Return the version that bubblewrap gives itself, None where it is not there; asked once."""
    program = shutil.which("bwrap")
    if program is None:
        return None
    try:
        done = subprocess.run(
            [program, "--version"],
            capture_output=True,
            text=True,
            timeout=_ANSWERS_WITHIN_S,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip().rpartition(" ")[2] or None
