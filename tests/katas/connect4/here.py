"""Get to know a class and take it through a case, in this process, by the same decisions."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path
from typing import Any

from graders.katas.connect4.kata import KATA, Connect4
from graders.katas.connect4.task import Connect4Task
from graders.model.outcome import Outcome
from graders.model.submission import Submission
from graders.model.verdict import Judgement
from graders.practice.here import call_here
from tests.katas.game_design.in_process import converse

BASE = (Path(__file__).parents[3] / "solutions/connect4.py").read_text(encoding="utf-8")


def submission(source: str) -> Submission:
    """Return a file of this source."""
    return Submission(Path("mine.py"), "mine.py", source.encode())


def changed(*changes: tuple[str, str]) -> str:
    """Return the source of the reference with something changed in it."""
    source = BASE
    for old, new in changes:
        assert source.count(old) == 1, old
        source = source.replace(old, new)
    return source


def acquainted(source: str) -> Connect4:
    """Return the kata as it suits a source, by the very conversation that the grader has."""
    return converse(source, KATA.acquaint())[0]


def judged(kata: Connect4, source: str, **fields: Any) -> tuple[Judgement, Connect4Task, Outcome]:
    """Return the verdict on a case, the case, and what came of it."""
    task = kata.read_task(fields)
    with contextlib.redirect_stdout(io.StringIO()):
        outcome = call_here(submission(source), kata.request(task), lambda error: None)
    return kata.check(task, outcome), task, outcome
