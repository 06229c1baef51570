"""Measure what practising costs, and lay it out as the table of `docs/benchmarks.md`.

    .venv/bin/python -m tests.figures

CPU time, on a machine that should be idle; the terminal's figures are those of
`tests.commands.watch_times`.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from graders.katas import kata_named
from graders.katas.best_move.explain import explain
from graders.katas.best_move.task import BestMoveTask
from graders.practice import run_history
from graders.practice.run_history import CaseRun, GradedRun
from graders.reports.layout import grid
from kata.board import Board
from solutions import alpha_beta
from tests.commands import watch_times
from tests.shipped import shipped

KATA = kata_named("best_move")
RUNS = 10_000
REPEAT = 9
DEPTH = 5
MOVES = "3632406063"


@dataclass(frozen=True)
class Figure:
    """Hold one figure: what it is of, what was seen, and what was wanted."""

    what: str
    seen: str
    goal: str = ""


def explanations() -> list[Figure]:
    """Explain every wrong column of the shipped positions, and say what that costs."""
    tasks = [
        member.task
        for suite in shipped(KATA.name, stretch=True)
        for case in suite.cases
        for member in case.members
    ]
    took_s, settled = [], 0
    for task in tasks:
        assert isinstance(task, BestMoveTask)
        for col in set(task.board().valid_moves()) - set(task.accept):
            begun = time.process_time()
            played = explain(task, col).played
            took_s.append(time.process_time() - begun)
            settled += played is not None and played.value is not None
    return [
        Figure("explaining a miss, the slowest", f"{max(took_s):.4f} s", "at most 0.2 s"),
        Figure("explaining a miss, on average", f"{statistics.mean(took_s):.4f} s"),
        Figure("wrong columns whose worth is settled", f"{settled} of {len(took_s)}"),
    ]


def answering(*, rightly: bool) -> str:
    """Return the source of a file that answers every case at once, all rightly or none."""
    answers = {}
    for suite in shipped(KATA.name):
        for case in suite.cases:
            for task in (member.task for member in case.members):
                assert isinstance(task, BestMoveTask)
                others = set(task.board().valid_moves()) - set(task.accept)
                answers[str(task.board())] = task.accept[0] if rightly else min(others)
    return f"def find_best_move(board):\n    return {answers!r}[str(board)]\n"


def runs() -> list[Figure]:
    """Compare `kata grade` of a file that answers all rightly and of one that answers none."""
    seen_s = []
    for rightly in (True, False):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "mine.py")
            file.write_text(answering(rightly=rightly), encoding="utf-8")
            seen_s.append(_cpu_s("-m", "graders", "grade", str(file), "--no-history"))
    passing, failing = (f"{seconds:.2f} s" for seconds in seen_s)
    return [
        Figure("kata grade, all answered at once and rightly", passing),
        Figure("kata grade, all answered at once and wrongly", failing, "about the same"),
    ]


TAB = {"_KATA_COMPLETE": "bash_complete", "COMP_WORDS": "kata try x ", "COMP_CWORD": "3"}
TO_THE_FIRST_CASE = """
import os, sys, time
from graders.__main__ import main
from graders.grading import grade_file
def grade(*cases, **how):
    print(time.process_time())
    sys.stdout.flush()
    os._exit(0)
grade_file.grade = grade
sys.argv = ["kata", "grade", *sys.argv[1:]]
main()
"""


def soon() -> list[Figure]:
    """Time what is to be there at once."""
    seen_s = {
        ("kata --help", 0.1): _cpu_s("-m", "graders", "--help"),
        ("kata list", 0.15): _cpu_s("-m", "graders", "list"),
        ("completing the name of a case", 0.15): _cpu_s("-m", "graders", **TAB),
        ("kata show mate-in-9", 0.3): _cpu_s("-m", "graders", "show", "mate-in-9"),
    }
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "mine.py")
        file.write_text(answering(rightly=True), encoding="utf-8")
        words = [sys.executable, "-c", TO_THE_FIRST_CASE, str(file)]
        own_s = min(
            float(subprocess.run(words, capture_output=True, check=True).stdout.splitlines()[-1])
            for _ in range(REPEAT)
        )
        seen_s["kata grade, its own process to the first case", 0.2] = own_s
        wall_s = []
        for _ in range(REPEAT):
            begun = time.perf_counter()
            _cpu_s("-m", "graders", "grade", str(file), "--no-history", repeat=1)
            wall_s.append(time.perf_counter() - begun)
        seen_s["kata grade, seven instant answers (wall time)", 0.5] = min(wall_s)
    return [
        Figure(what, f"{seconds:.3f} s", f"at most {goal:g} s")
        for (what, goal), seconds in seen_s.items()
    ]


def loading() -> list[Figure]:
    """Write a long history, and load it."""
    cases = tuple(CaseRun(f"phase3/mate-in-{n}", "accepted", 1, 1, 0.5) for n in range(7))
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        for number in range(RUNS):
            at = f"2026-01-01T{number // 3600:02}:{number // 60 % 60:02}:{number % 60:02}.000Z"
            entry = GradedRun(at, "/home/ada/mine.py", "0" * 64, KATA.name, 7, 7, cases=cases)
            run_history.append(entry, folder=folder)
        took_s = []
        for _ in range(REPEAT):
            begun = time.process_time()
            assert len(run_history.graded_runs(folder=folder)) == RUNS
            took_s.append(time.process_time() - begun)
    return [Figure(f"loading a history of {RUNS:,} runs", _ms(took_s), "at most 200 ms")]


def plugin() -> list[Figure]:
    """Load what pytest loads in every run, beside pytest itself."""
    code = (
        "import time, pytest\nbegun = time.process_time()\n"
        "import connect_four_kata_pytest\nprint(time.process_time() - begun)"
    )
    took_s = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
        for _ in range(REPEAT)
    ]
    return [Figure("the module that every run of pytest loads", _ms(took_s), "at most 20 ms")]


def drawing() -> list[Figure]:
    """Search a board that was read from a drawing, and the same from moves, taking turns."""
    from_moves = Board.from_moves(MOVES)
    drawn = Board.parse(str(from_moves), from_moves.current_player)
    moved_s, drawn_s = [], []
    for _ in range(REPEAT):
        moved_s.append(_timed(lambda: alpha_beta.find_best_move(from_moves, DEPTH)))
        drawn_s.append(_timed(lambda: alpha_beta.find_best_move(drawn, DEPTH)))
    ratio = statistics.median(drawn_s) / statistics.median(moved_s)
    return [Figure("searching a drawn board beside one from moves", f"{ratio:.2f}x", "about 1x")]


def watching() -> list[Figure]:
    """Take the figures of `kata watch`."""
    seen = watch_times.measure()
    return [
        Figure(
            f"kata watch, save to running, 95th of 100 ({watch_times.SAVES} saves, wall time)",
            f"{seen.ninety_fifth_ms:.0f} ms",
            "at most 300 ms",
        ),
        Figure("kata watch, idle", f"{seen.idle_percent:.2f} % of a core", "at most 1 %"),
    ]


def _cpu_s(*words: str, repeat: int = REPEAT, **variables: str) -> float:
    """Return the least CPU time of a command and all it waits for."""
    took_s = []
    for _ in range(repeat):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [sys.executable, *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "", **variables},
            check=False,
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        took_s.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(took_s)


def _timed(call: Callable[[], object]) -> float:
    begun = time.process_time()
    call()
    return time.process_time() - begun


def _ms(took_s: list[float]) -> str:
    return f"{1000 * statistics.median(took_s):.1f} ms"


def main() -> None:
    """Measure everything and print the table."""
    parts = (explanations, runs, soon, loading, plugin, drawing, watching)
    figures = [figure for part in parts for figure in part()]
    rows = [[figure.what, figure.seen, figure.goal] for figure in figures]
    print(grid(["what", "seen", "goal"], rows, layout="github"))  # noqa: T201


if __name__ == "__main__":
    main()
