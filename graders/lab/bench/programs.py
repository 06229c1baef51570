"""Measure what the grader adds to a question that is put to a program over a pipe."""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

import msgspec

from graders.channel.budget import Settings
from graders.channel.channel import Channel
from graders.channel.commands import command_of, question_of, submission_of
from graders.katas.kata import Kata
from graders.lab.bench.errors import NothingToMeasureError
from graders.model.outcome import Event
from graders.model.progress import Bar, Quiet
from graders.model.request import Request
from graders.model.suite import Case
from graders.model.tables import Cell, Figure, Table, Unit
from graders.sandbox.machine import interpreter
from graders.sandbox.processes import worker_pipe

QUESTIONS = 300
WARM_UP = 30
GOAL_S = 0.001
"""So much may the grader add to a question that is not the first, as it counts against a cap."""
_LONGEST_S = 60.0
_PROGRAM = """
import sys
for line in sys.stdin:
    number = line.partition('"id":')[2].partition(",")[0]
    sys.stdout.write('{"id":%s,"%s":3}\\n' % (number, sys.argv[1]))
    sys.stdout.flush()
"""
"""Answers at once, without so much as reading the question."""


class Costs(msgspec.Struct, frozen=True):
    """Hold seconds a question: over a bare pipe, as counted by the grader, and in all there."""

    bare: tuple[float, ...]
    counted: tuple[float, ...]
    whole: tuple[float, ...]


def measure(
    kata: Kata[object],
    case: Case,
    settings: Settings,
    questions: int = QUESTIONS,
    bar: Bar | None = None,
) -> Costs:
    """Ask one process over a pipe and one in a sandbox, in turns, once both are warm.

    Raises `NothingToMeasureError` where the sandboxed one does not answer.
    """
    bar = bar or Quiet()
    request = kata.request(case.task)
    if not isinstance(request, Request) or (asked := request.by_name) is None:
        raise NothingToMeasureError(f"no program can be asked about {case.id}")
    question = question_of(asked, 1, case.cap_s).encode() + b"\n"
    costs: list[tuple[float, float, float]] = []
    with tempfile.TemporaryDirectory(prefix="kata-bench-") as folder:
        Path(folder).chmod(0o755)
        file = Path(folder) / "program.py"
        file.write_text(_PROGRAM, encoding="utf-8")
        file.chmod(0o644)
        words = [str(interpreter()), "-ISB", str(file), asked.answer]
        submission = submission_of(command_of(words, [file]))
        longest_s = _LONGEST_S * (WARM_UP + questions)
        with worker_pipe(words) as bare, Channel(submission, settings, longest_s) as channel:
            if (failed := channel.open(request)) is not None:
                raise NothingToMeasureError(f"a program could not be started: {failed}")
            for _ in range(WARM_UP + questions):
                began = time.perf_counter()
                bare(question)
                between = time.perf_counter()
                outcome = channel.call(request, _LONGEST_S)
                ended = time.perf_counter()
                if outcome.event is not Event.REPLIED:
                    raise NothingToMeasureError(f"a program did not answer: {outcome}")
                costs.append((between - began, outcome.wall_s, ended - between))
                bar.advance()
    bare_s, counted_s, whole_s = zip(*costs[WARM_UP:], strict=True)
    return Costs(bare_s, counted_s, whole_s)


def table(costs: Costs, isolation: str) -> Table:
    """Lay out table 17: medians, and whether the goal is met."""
    bare, counted, whole = map(statistics.median, (costs.bare, costs.counted, costs.whole))
    added = counted - bare
    goal = f"at most {GOAL_S * 1000:g} ms", "met" if added <= GOAL_S else "missed"
    rows: tuple[tuple[Cell, ...], ...] = (
        ("the program over a bare pipe", Figure(bare, Unit.SECONDS), "", ""),
        ("through the grader, as it counts", Figure(counted, Unit.SECONDS), "", ""),
        ("what the grader adds", Figure(added, Unit.SECONDS), *goal),
        ("with what is measured around it", Figure(whole, Unit.SECONDS), "", ""),
    )
    return Table(
        "17. What a question to a program costs",
        ("what", "median", "goal", "result"),
        rows,
        f"Wall time of a program that answers at once, {len(costs.bare)} questions each, in turns, "
        f"after {WARM_UP} to warm up; isolation {isolation}.",
    )
