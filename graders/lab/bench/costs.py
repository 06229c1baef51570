"""Measure what the grader costs: a whole run (table 6), and a question to a program (table 17)."""

from __future__ import annotations

import json
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

import graders
from graders.channel.budget import Settings
from graders.channel.channel import Channel
from graders.channel.commands import command_of, question_of, submission_of
from graders.katas.kata import Kata
from graders.katas.lab import Contender, KnownAnswers
from graders.lab.bench.outcomes import NothingToMeasureError, grade_completely, write_contender
from graders.model.outcome import Event
from graders.model.progress import Bar, Quiet
from graders.model.request import Request
from graders.model.scorecard import Result
from graders.model.suite import Case, Suite, members_of
from graders.model.tables import Cell, Figure, Table, Unit
from graders.sandbox.isolation import Isolation
from graders.sandbox.machine import interpreter
from graders.sandbox.processes import piped, run_ourselves
from graders.suites import by_name

RATIO_GOAL = 1.3
"""A case of a run may cost this many times a bare interpreter under the same isolation."""
START_GOAL_S = 0.25
"""From the start of `kata grade` until the first case may take so many seconds of wall time."""
TOTAL_GOAL_S = 1.0
"""All cases together may cost this many seconds of wall time."""
_PACKAGES = ("graders", "kata", "positions", "solutions")
_IN_A_COPY = "import sys; from graders.lab.bench import costs; costs.say_costs(sys.argv[1:])"


class HarnessCosts(msgspec.Struct, frozen=True):
    """Hold wall seconds of each round.

    `bare` are those of a bare interpreter, `case` of one case of a run, the bare interpreters of
    `bare_beside` and the cases of `without_byte_code` took turns as these did. `start` is from the
    start of the command until the first case, and `total` all of a grading.
    """

    bare: tuple[float, ...]
    case: tuple[float, ...]
    bare_beside: tuple[float, ...]
    without_byte_code: tuple[float, ...]
    start: tuple[float, ...]
    total: tuple[float, ...]


def measure_harness(
    answers: KnownAnswers[Any],
    suites: Sequence[Suite],
    settings: Settings,
    repeat: int,
    bar: Bar | None = None,
) -> HarnessCosts:
    """Measure `repeat` rounds; in each a run takes its turn with as many bare interpreters.

    Raises `NothingToMeasureError` where an answer is not accepted.
    """
    bar = bar or Quiet()
    rounds: list[Round] = []
    start: list[float] = []
    with tempfile.TemporaryDirectory(prefix="kata-bench-") as folder:
        members = [member for suite in suites for member in members_of(suite.cases)]
        source = answers.source([member.task for member in members])
        file, byte_code = (
            write_contender(Contender("instant", source), Path(folder)),
            Path(folder) / "code",
        )
        for _ in range(repeat):
            bar.now("instant, a run")
            rounds.append(one_round(file, suites, settings))
            bar.now("instant, the start of the command")
            start.append(_start(file, suites, settings, byte_code))
            bar.advance(len(members))
        start.append(_start(file, suites, settings, byte_code))
        bar.now("instant, without byte code")
        beside = _without_byte_code(file, suites, settings, repeat, Path(folder) / "copy")
    return HarnessCosts(
        tuple(seconds for each in rounds for seconds in each.bare),
        tuple(each.case for each in rounds),
        tuple(seconds for each in beside for seconds in each.bare),
        tuple(each.case for each in beside),
        tuple(start[1:]),  # the first has left byte code for the others
        tuple(each.total for each in rounds),
    )


class Round(msgspec.Struct, frozen=True):
    """Hold the wall seconds of some bare interpreters, of one case of a run, and of all of it."""

    bare: tuple[float, ...]
    case: float
    total: float


def one_round(file: Path, suites: Sequence[Suite], settings: Settings) -> Round:
    """Start a bare interpreter for each process of a run, then grade the file on the suites.

    A case's seconds are those from the beginning of the first to the end of the last, shared out.
    """
    from graders.sandbox.linux import run_nothing  # noqa: PLC0415  # Linux alone has it

    processes = sum(len(members_of(suite.cases)) for suite in suites)
    bare = []
    for _ in range(processes):
        start = time.perf_counter()
        run_nothing(settings.isolation)
        bare.append(time.perf_counter() - start)
    began: list[float] = []
    ended: list[float] = []

    def begin(case: Case) -> None:
        began.append(time.perf_counter())

    def end(result: Result) -> None:
        ended.append(time.perf_counter())

    start = time.perf_counter()
    card = grade_completely(file, settings, suites, on_case=begin, on_result=end)
    total = time.perf_counter() - start
    _insist(card.results)
    return Round(tuple(bare), (ended[-1] - began[0]) / processes, total)


def _start(file: Path, suites: Sequence[Suite], settings: Settings, byte_code: Path) -> float:
    """Return the seconds until `kata grade` tells which file it grades, just before the first."""
    chosen = [word for suite in suites for word in ("--suite", suite.name)]
    words = ["-m", "graders", "grade", str(file), "--isolation", str(settings.isolation), *chosen]
    return run_ourselves(words, byte_code=byte_code).first_line_s


def _without_byte_code(
    file: Path, suites: Sequence[Suite], settings: Settings, repeat: int, copy: Path
) -> list[Round]:
    """Measure in a copy of ourselves that has no byte code beside it, as one read-only has none."""
    above = Path(graders.__file__).resolve().parent.parent
    for package in _PACKAGES:
        leave_out = shutil.ignore_patterns("__pycache__")
        shutil.copytree(above / package, copy / package, ignore=leave_out)
    names = [suite.name for suite in suites]
    words = ["-c", _IN_A_COPY, str(file), str(settings.isolation), str(repeat), *names]
    said = json.loads(run_ourselves(words, copy).text)
    return [Round(tuple(bare), case, total) for bare, case, total in said]


def say_costs(words: Sequence[str]) -> None:
    """Print rounds as JSON: of a file, under an isolation, so many, on the suites of some names."""
    file, level, repeat, *names = words
    suites, settings = [by_name(name) for name in names], Settings(Isolation(level))
    rounds = [one_round(Path(file), suites, settings) for _ in range(int(repeat))]
    sys.stdout.write(json.dumps([[each.bare, each.case, each.total] for each in rounds]))


def harness_table(costs: HarnessCosts, cases: int, isolation: str) -> Table:
    """Lay out table 6: medians, their ratios, and whether the goals are met."""
    bare, case, start, total = (
        statistics.median(times) for times in (costs.bare, costs.case, costs.start, costs.total)
    )
    without = statistics.median(costs.without_byte_code)
    ratios = case / bare, without / statistics.median(costs.bare_beside)
    rows: tuple[tuple[Cell, ...], ...] = (
        ("bare python -I -S -c pass", Figure(bare, Unit.SECONDS), "", ""),
        ("one case of a run", Figure(case, Unit.SECONDS), "", ""),
        (
            "one case against bare",
            Figure(ratios[0], Unit.TIMES),
            *_goal(ratios[0], RATIO_GOAL, "x"),
        ),
        (
            "the same without byte-code files",
            Figure(ratios[1], Unit.TIMES),
            *_goal(ratios[1], RATIO_GOAL, "x"),
        ),
        (
            "start of kata grade to its first case",
            Figure(start, Unit.SECONDS),
            *_goal(start, START_GOAL_S, " s"),
        ),
        (
            f"all {cases} cases, file read included",
            Figure(total, Unit.SECONDS),
            *_goal(total, TOTAL_GOAL_S, " s"),
        ),
    )
    return Table(
        "6. What the grader itself costs",
        ("what", "median", "goal", "result"),
        rows,
        f"Wall time of a submission that answers at once; isolation {isolation}, "
        f"{len(costs.case)} runs of {cases} processes, each after as many bare interpreters. The "
        "command starts with the byte code that a run before has left.",
    )


def _goal(value: float, most: float, unit: str) -> tuple[str, str]:
    return f"at most {most:g}{unit}", "met" if value <= most else "missed"


def _insist(results: Iterable[Result]) -> None:
    for result in results:
        if not result.accepted:
            verdict = f"{result.id} got {result.verdict.in_words}: {result.message}"
            raise NothingToMeasureError(f"an instant right answer was not accepted; {verdict}")


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


class ProgramCosts(msgspec.Struct, frozen=True):
    """Hold seconds a question: over a bare pipe, as counted by the grader, and in all there."""

    bare: tuple[float, ...]
    counted: tuple[float, ...]
    whole: tuple[float, ...]


def measure_programs(
    kata: Kata[object],
    case: Case,
    settings: Settings,
    questions: int = QUESTIONS,
    bar: Bar | None = None,
) -> ProgramCosts:
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
        with piped(words) as bare, Channel(submission, settings, longest_s) as channel:
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
    return ProgramCosts(bare_s, counted_s, whole_s)


def programs_table(costs: ProgramCosts, isolation: str) -> Table:
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
