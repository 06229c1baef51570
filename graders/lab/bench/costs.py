"""Measure what the grader costs: a whole run (table 6), and a question to a program (table 17)."""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from graders.channel.budget import Settings
from graders.channel.channel import Channel
from graders.channel.commands import command_of, question_of, submission_of
from graders.katas.kata import Kata
from graders.katas.lab import Contender, KnownAnswers
from graders.lab.bench.outcomes import NothingToMeasureError, grade_completely, write_contender
from graders.model.installation import ABOVE
from graders.model.outcome import Event
from graders.model.progress import Bar, Quiet
from graders.model.request import Request
from graders.model.suite import Case, Suite, members_of
from graders.model.tables import Cell, Figure, Table, Unit
from graders.sandbox.isolation import Isolation
from graders.sandbox.machine import interpreter
from graders.sandbox.processes import run_ourselves, worker_pipe
from graders.suites import by_name

RATIO_GOAL = 1.3
"""A case of a run may cost this many times a bare interpreter under the same isolation."""
START_GOAL_S = 0.25
"""From the start of `kata grade` until the first case may take so many seconds of wall time."""
TOTAL_GOAL_S = 1.0
"""All cases together may cost this many seconds of wall time."""
_PACKAGES = ("graders", "kata", "positions", "solutions")
_IN_A_COPY = "import sys; from graders.lab.bench import costs; costs.print_rounds(sys.argv[1:])"
_COLUMNS = ("what", "median", "goal", "result")


class Round(msgspec.Struct, frozen=True):
    """Wall seconds of some bare interpreters, of one case of a run beside them, and of the run."""

    bare: tuple[float, ...]
    case: float
    total: float


class HarnessCosts(msgspec.Struct, frozen=True):
    """Some rounds, as many in a copy without byte code, and starts of `kata grade` in seconds.

    A start lasts until the command tells which file it grades, just before the first case.
    """

    rounds: Sequence[Round]
    without_byte_code: Sequence[Round]
    starts: Sequence[float]


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
    with tempfile.TemporaryDirectory(prefix="kata-bench-") as folder:
        members = [member for suite in suites for member in members_of(suite.cases)]
        source = answers.source([member.task for member in members])
        file = write_contender(Contender("instant", source), Path(folder))
        grade = ["grade", str(file), "--isolation", str(settings.isolation)]
        words = ["-m", "graders", *grade, *(f"--suite={suite.name}" for suite in suites)]
        starts: list[float] = []
        for _ in range(repeat):
            bar.now("instant, a run")
            rounds.append(one_round(file, suites, settings))
            bar.now("instant, the start of the command")
            starts.append(_first_line_s(words, Path(folder)))
            bar.advance(len(members))
        # The first start has left byte code for the others, and does not count.
        starts = [*starts[1:], _first_line_s(words, Path(folder))]
        bar.now("instant, without byte code")
        beside = _without_byte_code(file, suites, settings, repeat, Path(folder) / "copy")
    return HarnessCosts(rounds, beside, starts)


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
    start = time.perf_counter()
    card = grade_completely(
        file,
        settings,
        suites,
        on_case=lambda case: began.append(time.perf_counter()),
        on_result=lambda result: ended.append(time.perf_counter()),
    )
    total = time.perf_counter() - start
    for result in card.results:
        if not result.accepted:
            verdict = f"{result.id} got {result.verdict.in_words}: {result.message}"
            raise NothingToMeasureError(f"an instant right answer was not accepted; {verdict}")
    return Round(tuple(bare), (ended[-1] - began[0]) / processes, total)


def _first_line_s(words: Sequence[str], folder: Path) -> float:
    return run_ourselves(words, byte_code=folder / "code").first_line_s


def _without_byte_code(
    file: Path, suites: Sequence[Suite], settings: Settings, repeat: int, copy: Path
) -> list[Round]:
    """Measure in a copy of ourselves that has no byte code beside it, as one read-only has none."""
    for package in _PACKAGES:
        leave_out = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ABOVE / package, copy / package, ignore=leave_out)
    names = [suite.name for suite in suites]
    words = ["-c", _IN_A_COPY, str(file), str(settings.isolation), str(repeat), *names]
    return msgspec.json.decode(run_ourselves(words, copy).text, type=list[Round])


def print_rounds(words: Sequence[str]) -> None:
    """Print rounds as JSON: of a file, under an isolation, so many, on the suites of some names."""
    file, level, repeat, *names = words
    suites, settings = [by_name(name) for name in names], Settings(Isolation(level))
    rounds = [one_round(Path(file), suites, settings) for _ in range(int(repeat))]
    sys.stdout.write(msgspec.json.encode(rounds).decode())


def harness_table(costs: HarnessCosts, cases: int, isolation: str) -> Table:
    bare, case = _medians(costs.rounds)
    bare_beside, without = _medians(costs.without_byte_code)
    start = statistics.median(costs.starts)
    total = statistics.median(each.total for each in costs.rounds)
    ratio = f"{RATIO_GOAL:g}x"
    return Table(
        "6. What the grader itself costs",
        _COLUMNS,
        (
            _row("bare python -I -S -c pass", bare),
            _row("one case of a run", case),
            _row("one case against bare", case / bare, RATIO_GOAL, ratio, Unit.TIMES),
            _row(
                "the same without byte-code files",
                without / bare_beside,
                RATIO_GOAL,
                ratio,
                Unit.TIMES,
            ),
            _row("start of kata grade to its first case", start, START_GOAL_S),
            _row(f"all {cases} cases, file read included", total, TOTAL_GOAL_S),
        ),
        f"Wall time of a submission that answers at once; isolation {isolation}, "
        f"{len(costs.rounds)} runs of {cases} processes, each after as many bare interpreters. The "
        "command starts with the byte code that a run before has left.",
    )


def _medians(rounds: Sequence[Round]) -> tuple[float, float]:
    bare = (seconds for each in rounds for seconds in each.bare)
    return statistics.median(bare), statistics.median(each.case for each in rounds)


def _row(
    what: str,
    value: float,
    goal: float | None = None,
    goal_in_words: str = "",
    unit: Unit = Unit.SECONDS,
) -> tuple[Cell, ...]:
    if goal is None:
        return what, Figure(value, unit), "", ""
    most = f"at most {goal_in_words or f'{goal:g} s'}"
    return what, Figure(value, unit), most, "met" if value <= goal else "missed"


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
    """Seconds a question: over a bare pipe, as counted by the grader, and in all there."""

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
    return ProgramCosts(bare_s, counted_s, whole_s)


def programs_table(costs: ProgramCosts, isolation: str) -> Table:
    bare, counted, whole = map(statistics.median, (costs.bare, costs.counted, costs.whole))
    return Table(
        "17. What a question to a program costs",
        _COLUMNS,
        (
            _row("the program over a bare pipe", bare),
            _row("through the grader, as it counts", counted),
            _row("what the grader adds", counted - bare, GOAL_S, f"{GOAL_S * 1000:g} ms"),
            _row("with what is measured around it", whole),
        ),
        f"Wall time of a program that answers at once, {len(costs.bare)} questions each, in turns, "
        f"after {WARM_UP} to warm up; isolation {isolation}.",
    )
