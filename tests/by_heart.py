"""Write the positions that `solutions/guessers/nearest_known.py` has by heart: all shipped ones.

.venv/bin/python -m tests.by_heart
"""

from __future__ import annotations

import re
from pathlib import Path

from graders.katas.best_move.guessers import FOLDER
from graders.katas.best_move.task import BestMoveTask
from graders.model.suite import members_of
from tests.shipped import shipped

FILE = FOLDER / "nearest_known.py"
_TABLE = re.compile(r"^KNOWN = \(\n(?: .*\n)*\)\n", re.MULTILINE)


def with_shipped(source: str) -> str:
    """Return the source with the positions that are shipped now."""
    tasks = [
        case.task
        for suite in shipped("best_move", stretch=True)
        for case in members_of(suite.cases)
        if isinstance(case.task, BestMoveTask)
    ]
    rows = sorted((task.moves, task.accept[0]) for task in tasks)
    table = "\n".join(["KNOWN = (", *(f'    ("{moves}", {col}),' for moves, col in rows), ")\n"])
    return _TABLE.sub(table, source, count=1)


def write(file: Path = FILE) -> None:
    file.write_text(with_shipped(file.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    write()
