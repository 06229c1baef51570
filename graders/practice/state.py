"""Find the folder in which this user's history is kept."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

APPLICATION = "connect-four-kata"
PLACE = "KATA_STATE"
"""The variable that names the folder, where it is not to be the system's own choice."""
SWITCH = "KATA_HISTORY"
"""The variable that turns the history off."""


class HistoryError(OSError):
    """Say in one sentence why the history cannot be written, and what to do about it."""


def state_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of the history, which may not be there yet.

    Raises `HistoryError` where this user has no home.

    >>> state_folder({"KATA_STATE": "/tmp/mine"}).as_posix()
    '/tmp/mine'
    """
    named = environ.get(PLACE)
    if named:
        return Path(named).absolute()
    import platformdirs  # noqa: PLC0415  # wanted only here, at the end of a run

    folder = platformdirs.user_state_path(APPLICATION, appauthor=False)
    if not folder.is_absolute():  # such as `~/.local/state` of a user without a home
        raise HistoryError(f"this user has no home folder; name one in {PLACE}, {OR_NONE}")
    return folder


OR_NONE = f"or set {SWITCH}=off"


def is_on(environ: Mapping[str, str] = os.environ) -> bool:
    """Tell whether runs are remembered: everywhere but under `KATA_HISTORY=off`.

    >>> is_on({}), is_on({"KATA_HISTORY": "off"}), is_on({"KATA_HISTORY": "0"})
    (True, False, False)
    """
    return environ.get(SWITCH, "").strip().lower() not in ("off", "0", "no", "false", "never")
