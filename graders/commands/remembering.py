"""Remember a run that a candidate made, or say in one line why it is not."""

from __future__ import annotations

from pathlib import Path

from graders.commands.exits import say
from graders.model.scorecard import Scorecard


def remember(file: Path, scorecard: Scorecard, *, shipped: bool) -> None:
    """Add a run to the history; what cannot be written is said and changes nothing else.

    `shipped` tells that no suites were named.
    """
    from graders.practice import history  # noqa: PLC0415  # the first case does not wait for it

    try:
        history.record(file, scorecard, shipped=shipped)
    except history.HistoryError as error:
        say(str(error))
