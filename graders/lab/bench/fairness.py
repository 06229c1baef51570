"""Grade programs on an idle and on a busy machine and count the verdicts that change: table 7.

A program that must be near the cap burns CPU time, not wall time: what differs between its runs
is only how long the machine made it wait.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

import msgspec

from graders.channel.budget import Settings
from graders.channel.channel import Channel
from graders.grading.messages import reason
from graders.lab.bench.outcomes import NothingToMeasureError
from graders.model.progress import Bar, Quiet
from graders.model.request import Request
from graders.model.scorecard import Result
from graders.model.submission import Submission
from graders.model.tables import Cell, Curve, Picture, Point, Table
from graders.model.verdict import Verdict
from graders.sandbox.leases import Lease
from graders.sandbox.machine import Cores

CAP_S = 0.5
"""The cap the programs are graded under; small, so that twenty rounds are affordable."""
SURELY_WITHIN = 0.8
"""Up to this share of the cap no verdict may change."""
SURELY_OVER = 1.3
"""From this share of the cap no verdict may change."""


class Program(msgspec.Struct, frozen=True):
    """A program to grade, and the share of the cap that it burns.

    `share` is None for a program whose verdict must never change. `must_be` is the verdict that it
    must get where more than one could be held steadily, and `case` the id of the case that it is
    graded on, under the cap of its suite, where that is not the one for all. One that is `alone`
    to blame for its waiting is never run again on an idle machine.
    """

    name: str
    source: str
    share: float | None = None
    must_be: Verdict | None = None
    case: str = ""
    alone: bool = False

    @property
    def must_hold(self) -> bool:
        return self.share is None or self.share <= SURELY_WITHIN or self.share >= SURELY_OVER


class Observation(msgspec.Struct, frozen=True):
    """The verdicts of one graded case, without and with the re-run rule, and its runs."""

    first: Verdict
    final: Verdict
    runs: int = 1

    @classmethod
    def of(cls, result: Result) -> Observation:
        # The first attempt is what the verdict would have been without the rule.
        first = result.attempts[0].verdict if result.attempts else result.verdict
        return cls(first, result.verdict, max(1, len(result.attempts)))


GradeOnce = Callable[[Program, Path], Result]
"""Grade one program, written in the folder given, once and with the re-run rule."""
Observations = Mapping[str, Sequence[Observation]]
"""What was seen of each program, by name, in order."""


def observe(
    programs: Sequence[Program], grade_once: GradeOnce, repeat: int, bar: Bar | None = None
) -> Observations:
    """Grade each program `repeat` times, taking turns, so that a slow minute hits them all."""
    bar = bar or Quiet()
    seen: dict[str, list[Observation]] = {program.name: [] for program in programs}
    with tempfile.TemporaryDirectory(prefix="kata-bench-") as folder:
        for _ in range(repeat):
            for program in programs:
                bar.now(program.name)
                seen[program.name].append(Observation.of(grade_once(program, Path(folder))))
                bar.advance()
    return seen


def measure_fairness(
    programs: Sequence[Program],
    grade_once: GradeOnce,
    busy: AbstractContextManager[str],
    *,
    repeat: int,
    bar: Bar | None = None,
) -> Table:
    """Grade all programs on the idle machine, then inside `busy`, which yields what it does."""
    idle = observe(programs, grade_once, repeat, bar)
    with busy as how_busy:
        loaded = observe(programs, grade_once, repeat, bar)
    return fairness_table(programs, idle, loaded, how_busy)


def fairness_table(
    programs: Sequence[Program], idle: Observations, loaded: Observations, how_busy: str
) -> Table:
    """Lay out how many verdicts differ from the idle majority, and whether the goal is met."""
    rows: list[tuple[Cell, ...]] = []
    missed: list[str] = []
    for program in programs:
        alone, beside = idle[program.name], loaded[program.name]
        usual = majority(alone)
        differing = *_differing(alone, usual), *_differing(beside, usual)
        changes = program.must_hold and (differing[1] or differing[3])
        gains = program.alone and most_runs(alone) > 1
        if changes or gains or program.must_be not in (None, usual):
            missed.append(program.name)
        runs = f"{most_runs(alone)}, {most_runs(beside)}"
        holds = "yes" if program.must_hold else "no"
        rows.append((program.name, usual.in_words, *differing, runs, holds))
    repeat = len(next(iter(idle.values()), ()))
    goal = "missed by " + ", ".join(missed) if missed else "met"
    return Table(
        "7. Verdicts that change on a busy machine",
        (
            "program",
            "idle majority",
            "idle, no re-run",
            "idle, re-run",
            "busy, no re-run",
            "busy, re-run",
            "most runs, idle and busy",
            "must hold",
        ),
        tuple(rows),
        f"Verdicts of {repeat} that differ from the idle majority; busy: {how_busy}. Goal: none "
        f"differ, with the re-run rule, up to {SURELY_WITHIN:g} and from {SURELY_OVER:g} of the "
        f"cap, and nobody gains a run by starving itself: {goal}.",
        fairness_picture(programs, idle, loaded),
    )


def fairness_picture(
    programs: Sequence[Program], idle: Observations, loaded: Observations
) -> Picture:
    """Draw how many runs are accepted, by the share of the cap that they burn."""
    return by_share_of_the_cap(
        "verdicts-on-a-busy-machine",
        "Verdicts on an idle and on a busy machine",
        "accepted, % of the runs",
        {
            "idle": _accepted(programs, idle, lambda seen: seen.final),
            "busy, no case run again": _accepted(programs, loaded, lambda seen: seen.first),
            "busy, with the re-run rule": _accepted(programs, loaded, lambda seen: seen.final),
        },
    )


def by_share_of_the_cap(
    file: str,
    title: str,
    up: str,
    percents: Mapping[str, Sequence[tuple[float, float]]],
    shares: Sequence[float] = (),
) -> Picture:
    """Draw percentages by the share of the cap used, and where all must hold.

    `shares` are those to be named on the axis, by default every one that has a point.
    """
    return Picture(
        file,
        title,
        "time as a share of the cap",
        up,
        tuple(
            Curve(name, tuple(Point(share, percent) for share, percent in sorted(points)))
            for name, points in percents.items()
        ),
        ticks=tuple((share, f"{share:g}") for share in shares),
        walls=(
            (SURELY_WITHIN, f"up to {SURELY_WITHIN:g} none may differ"),
            (1.0, "the cap"),
            (SURELY_OVER, f"from {SURELY_OVER:g} none may differ"),
        ),
        logarithmic=False,
    )


def _accepted(
    programs: Sequence[Program], seen: Observations, verdict: Callable[[Observation], Verdict]
) -> Sequence[tuple[float, float]]:
    return [
        (program.share, 100 * sum(found) / len(found))
        for program in programs
        if program.share is not None
        and (found := [verdict(each) is Verdict.ACCEPTED for each in seen[program.name]])
    ]


def majority(seen: Sequence[Observation]) -> Verdict:
    """Return the verdict that most runs got, with the re-run rule.

    >>> in_time, late = Verdict.ACCEPTED, Verdict.TIME_LIMIT_EXCEEDED
    >>> majority([Observation(late, late), Observation(late, in_time), Observation(late, in_time)])
    <Verdict.ACCEPTED: 'accepted'>
    """
    return Counter(observation.final for observation in seen).most_common(1)[0][0]


def most_runs(seen: Sequence[Observation]) -> int:
    """Return how often a case was run at most."""
    return max((observation.runs for observation in seen), default=0)


def _differing(seen: Sequence[Observation], usual: Verdict) -> tuple[int, int]:
    """Count the verdicts that are not the usual one, without and with the re-run rule."""
    first = sum(each.first is not usual for each in seen)
    return first, sum(each.final is not usual for each in seen)


Answering = Callable[[Sequence[str]], str]
"""Return the source of a submission that runs the lines given, then answers right."""


def single_process_programs(answering: Answering, cap_s: float = CAP_S) -> tuple[Program, ...]:
    """Return those of one process, each of which answers right if it answers at all."""
    burners = (
        Program(f"burns {share:g} of the cap", answering(burn_cpu(share * cap_s)), share)
        for share in (0.6, 0.8, 0.95, 1.05, 1.3)
    )
    return (
        Program("fast", answering(())),
        *burners,
        Program("sleeping", answering(("import time", f"time.sleep({4 * cap_s})"))),
        Program("looping", answering(("while True:", "    pass"))),
        Program("crashing", answering(('raise RuntimeError("as planned")',))),
    )


def burn_cpu(cpu_s: float) -> Sequence[str]:
    """Return the lines that use so much CPU time."""
    return (
        "import time",
        f"end = time.process_time() + {cpu_s}",
        "while time.process_time() < end:",
        "    pass",
    )


LATE = Verdict.TIME_LIMIT_EXCEEDED
_SHORT_S = 0.005
"""What one of many short-lived children burns."""


def honest_programs(answering: Answering, cap_s: float = CAP_S) -> tuple[Program, ...]:
    """Return programs that do little enough, in other processes or threads than the first."""
    of_one, of_three = _children(1, 0.6 * cap_s), _children(3, 0.2 * cap_s)
    threads = _threads(3, 0.2 * cap_s)
    return (
        Program("works in a child", answering(of_one), must_be=Verdict.ACCEPTED),
        Program("works in three children", answering(of_three), must_be=Verdict.ACCEPTED),
        Program("works in three threads", answering(threads), must_be=Verdict.ACCEPTED),
    )


def gaming_programs(answering: Answering, cap_s: float = CAP_S) -> tuple[Program, ...]:
    """Return programs that keep themselves waiting, for more time than a cap or another guess."""
    sleep = ("import time", f"time.sleep({0.8 * cap_s})")
    count = int(1.6 * cap_s / _SHORT_S)
    unseen = ("import signal", "signal.signal(signal.SIGCHLD, signal.SIG_IGN)")
    everywhere = ("import os", *_trying("os.sched_setaffinity(0, range(os.cpu_count()))"))
    late = {
        "children beyond the cap": _children_and_parent(3, 0.4 * cap_s),
        "short children, not waited for": (*unseen, *_children_in_turn(count, _SHORT_S)),
        "threads beyond the cap": _threads(3, 0.6 * cap_s),
        "threads, then sleep": (*_threads(3, 0.2 * cap_s), *sleep),
        "children, then sleep": (*_children_and_parent(3, 0.15 * cap_s), *sleep),
        "work, then sleep": (*burn_cpu(0.6 * cap_s), *sleep),
        "children on all cores": (*everywhere, *_children_and_parent(3, 0.4 * cap_s)),
    }
    guess = (*_children_and_parent(4, 0.15 * cap_s), "return None")
    return (
        *(Program(name, answering(lines), None, LATE, alone=True) for name, lines in late.items()),
        Program("a guess, starving itself", answering(guess), alone=True),
    )


def _children(count: int, cpu_s: float, meanwhile: Sequence[str] = ()) -> Sequence[str]:
    return (
        "import os",
        "children = []",
        f"for _ in range({count}):",
        "    children.append(os.fork())",
        "    if children[-1] == 0:",
        *_indented(_indented(burn_cpu(cpu_s))),
        "        os._exit(0)",
        *meanwhile,
        "for child in children:",
        "    os.waitpid(child, 0)",
    )


def _children_and_parent(count: int, cpu_s: float) -> Sequence[str]:
    return _children(count, cpu_s, burn_cpu(cpu_s))


def _children_in_turn(count: int, cpu_s: float) -> Sequence[str]:
    return (
        "import os",
        f"for _ in range({count}):",
        "    child = os.fork()",
        "    if child == 0:",
        *_indented(_indented(burn_cpu(cpu_s))),
        "        os._exit(0)",
        *_indented(_trying("os.waitpid(child, 0)")),
    )


def _threads(count: int, cpu_s: float) -> Sequence[str]:
    return (
        "import threading, time",
        "def burn():",
        f"    end = time.thread_time() + {cpu_s}",
        "    while time.thread_time() < end:",
        "        pass",
        f"threads = [threading.Thread(target=burn) for _ in range({count})]",
        "for thread in threads:",
        "    thread.start()",
        "for thread in threads:",
        "    thread.join()",
    )


def _trying(line: str) -> Sequence[str]:
    return ("try:", f"    {line}", "except OSError:", "    pass")


def _indented(lines: Sequence[str]) -> Sequence[str]:
    return tuple(f"    {line}" for line in lines)


PER_CORE = 2
"""How many load generators share a core, beside whatever else wants it."""


# They are an ordinary submission's children, so that they end with its sandbox.
_SOURCE = """import os

parent = os.getpid()
for _ in range(PER_CORE):
    if os.fork() == 0:
        os.setsid()  # else the scheduler lets all share the time of one
        while os.getppid() == parent:  # nobody may be left with them, however the run ended
            sum(range(100_000))
        os._exit(0)


def wait():
    pass
"""


@contextmanager
def load_generators(
    cores: Sequence[int], settings: Settings, longest_s: float = 86400.0
) -> Iterator[str]:
    """Keep each of `cores` busy with `PER_CORE` programs; yield in words what runs.

    They lease no core: they are there to be in the way. They end with the context, and after
    `longest_s` seconds of CPU time each in any case. Raises `NothingToMeasureError` where they do
    not start.
    """
    source = _SOURCE.replace("PER_CORE", repr(PER_CORE)).encode()
    submission = Submission(Path("load.py"), "load.py", source)
    with ExitStack() as stack:
        for core in cores:
            place = Lease(Cores(tuple(cores), (core,)))
            channel = Channel(submission, settings, longest_s, place=place)
            trouble = stack.enter_context(channel).open(Request("wait", ()))
            if trouble is not None:
                raise NothingToMeasureError(
                    f"the programs that keep the cores busy: {reason(trouble)}"
                )
        yield f"{PER_CORE} load generators a core, {PER_CORE * len(cores)} in all"
