"""Say what to install where a command needs a library that grading does not."""

from __future__ import annotations

import importlib.util

from graders.commands.exits import RefusalError


def needs(module: str, extra: str) -> None:
    """Raise `RefusalError` with what to install, unless the module of an extra is there."""
    if importlib.util.find_spec(module) is None:
        raise RefusalError(
            f"this needs {module}, which is not installed: pip install "
            f"'connect-four-kata[{extra}]', or in a checkout scripts/setup --with {extra}"
        )
