"""Where this package is installed: found without importing what the package offers."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
"""The folder `graders` itself."""
ABOVE = PACKAGE.parent
"""The folder that it is imported from, with `kata`, `solutions` and `positions` beside it."""
