"""Where this package is installed, with the suites, and how its command is called from here.

Found without importing what the package offers.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
"""The folder `graders` itself."""
ABOVE = PACKAGE.parent
"""The folder that it is imported from, with `kata`, `solutions` and `positions` beside it."""
SCRIPT = "KATA_SCRIPT"
"""The variable that names the script of a checkout that began this process."""
COMMAND = "kata"


def kata_command(here: Path | None = None) -> str:
    """Return how the `kata` command is typed in a shell in the folder `here`, or in this one."""
    import shlex  # noqa: PLC0415  # as below

    return shlex.quote(kata_program(here))


def kata_program(here: Path | None = None) -> str:
    """Return the word that starts the `kata` command, not yet quoted for a shell.

    The script of a checkout, where that began this process; else its name, where a shell finds it,
    or where it lies, beside this interpreter.
    """
    script = os.environ.get(SCRIPT)
    if script:
        return _shortest(Path(script), here)
    import shutil  # noqa: PLC0415  # it takes a while, and what starts a sandbox loads this module

    beside = Path(sys.executable).with_name(COMMAND)
    if shutil.which(COMMAND) or not beside.exists():
        return COMMAND
    return _shortest(beside, here)


def _shortest(program: Path, here: Path | None) -> str:
    try:
        relative = os.path.relpath(program, here)
    except (OSError, ValueError):  # this folder is gone; another drive
        return str(program)
    if os.sep not in relative:
        relative = os.path.join(os.curdir, relative)  # noqa: PTH118  # a Path drops the dot
    return min(relative, str(program), key=len)


def suite_files(kata: str = "*") -> list[Path]:
    """Return the suite files of a kata, or of all whose names match a glob.

    They lie beside the package `kata`, in a wheel as in a checkout.
    """
    return sorted((ABOVE / "positions").glob(f"{kata}/*.yaml"))
