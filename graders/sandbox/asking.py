"""Ask a program of this machine about itself: an interpreter, never a submission."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence

_LONGEST_S = 30.0


def ask_program(words: Sequence[str]) -> str:
    """Run a program and return what it prints; it has nothing to read and no variables but `PATH`.

    Raises `OSError` where it cannot be run, does not end, or ends with another code than 0.
    """
    environment = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    try:
        done = subprocess.run(
            words,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env=environment,
            cwd=os.sep,
            timeout=_LONGEST_S,
            check=True,
            start_new_session=os.name == "posix",
        )
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode(errors="replace").strip().splitlines()
        raise OSError(said[-1] if said else f"it ended with exit code {error.returncode}") from None
    except subprocess.TimeoutExpired:
        raise OSError(f"it did not end within {_LONGEST_S:g} s") from None
    return done.stdout.decode(errors="replace")
