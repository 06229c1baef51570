"""Keep positions apart: a name for each, the same for its mirror image and colours exchanged."""

from __future__ import annotations

import hashlib

from graders.katas.best_move.identity import identity
from graders.katas.best_move.task import BestMoveTask
from graders.suites import shipped


def shipped_positions() -> frozenset[str]:
    """Return the canonical drawings of all shipped best-move cases, stretch suites included."""
    return frozenset(
        identity(case.task)
        for suite in shipped("best_move", stretch=True)
        for case in suite.cases
        if isinstance(case.task, BestMoveTask)
    )


def case_id(task: BestMoveTask) -> str:
    """Return an id that depends on the position alone, so that banks can be merged and re-mined.

    >>> case_id(BestMoveTask("0032334033", (6,), mate_in=9))
    'mate-in-9-2a1ddd38'
    """
    digest = hashlib.sha256(identity(task).encode()).hexdigest()
    return f"mate-in-{task.mate_in}-{digest[:8]}"
