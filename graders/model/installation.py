"""Where this package is installed, with the suites: found without importing what it offers."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
"""The folder `graders` itself."""
ABOVE = PACKAGE.parent
"""The folder that it is imported from, with `kata`, `solutions` and `positions` beside it."""


def suite_files(kata: str = "*") -> list[Path]:
    """Return the suite files of a kata, or of all whose names match a glob.

    They lie beside the package `kata`, in a wheel as in a checkout.
    """
    return sorted((ABOVE / "positions").glob(f"{kata}/*.yaml"))
