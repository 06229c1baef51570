"""Hold caps that are multiples of a yardstick against every engine that is declared.

Whoever is declared to be accepted has to be done in a third of the cap, and whoever is declared to
be late has to take three times as much, or a machine with other habits turns the verdict. All are
measured in CPU time, one after the other with nothing else under way, and the least of some runs
counts. That of a program that shares its core is no measure of anything: where the machine kept
every run waiting, it is too busy to tell, and nothing is said to hold or not to hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from graders.channel.budget import Settings
from graders.channel.channel import ask, survey
from graders.channel.languages import language_for
from graders.grading.intake import UnreadableError, read_submission
from graders.grading.yardstick import RUNS, STOPPED, cap_of, least_time_of, measure_yardstick
from graders.katas import kata_named
from graders.katas.kata import Kata
from graders.lab.verifying.declared import Declaration
from graders.lab.verifying.parts import IN_TURN, NOTHING, Executor, Part, Piece, Tell
from graders.model.request import Request
from graders.model.submission import Submission
from graders.model.suite import Case, Suite
from graders.model.verdict import Verdict

REQUIRED = 3.0
"""So many times faster than the cap an honest engine has to be, and a slow one slower."""
STOPPED_AT = 1.2 * REQUIRED
"""After so many caps an engine is stopped: it is slow enough."""
CLEARLY = 0.9
"""An engine that takes this share of what it may take need not be run again."""
MOST_RUNS = (5, 15)
"""How often an engine is run at most that seems to be too slow, and how often where a margin was
too small and all are measured once more; the least counts."""


class TimeInCaps(msgspec.Struct, frozen=True):
    engine: str
    of_caps: float | None  # None where the machine is too busy to tell
    stopped: bool = False


class CapMargin(msgspec.Struct, frozen=True):
    case_id: str
    language: str
    cap_s: float | None  # None where it could not be measured
    honest: tuple[TimeInCaps, ...] = ()
    slow: tuple[TimeInCaps, ...] = ()
    failed: tuple[str, ...] = ()  # gave no answer: a problem however busy the machine is

    @property
    def is_busy(self) -> bool:
        """Whether something of it could not be told."""
        times = (*self.honest, *self.slow)
        return self.cap_s is None or any(each.of_caps is None for each in times)

    @property
    def slowest_honest(self) -> TimeInCaps | None:
        return max(_measured_of(self.honest), key=lambda each: each.of_caps or 0.0, default=None)

    @property
    def fastest_slow(self) -> TimeInCaps | None:
        return min(_measured_of(self.slow), key=lambda each: each.of_caps or 0.0, default=None)

    def problems(self) -> Iterator[str]:
        """Say which margins are too small, as far as they could be told."""
        where = f"{self.case_id} in {self.language}"
        yield from (f"{where}: {each} fails" for each in self.failed)
        for each in _measured_of(self.honest):
            if each.of_caps is not None and each.of_caps * REQUIRED > 1:
                yield f"{where}: {each.engine} takes {each.of_caps:.2f} caps, not a third of one"
        for each in _measured_of(self.slow):
            if each.of_caps is not None and each.of_caps < REQUIRED:
                yield f"{where}: {each.engine} takes {each.of_caps:.2f} caps, not {REQUIRED:g}"


def _measured_of(times: Iterable[TimeInCaps]) -> list[TimeInCaps]:
    return [each for each in times if each.of_caps is not None]


def caps_part(
    suites: Iterable[Suite],
    declarations: Sequence[Declaration],
    settings: Settings,
    executor: Executor = IN_TURN,
) -> Part | None:
    """Measure every declared engine on the cases with a yardstick; None where there are none."""
    cases = [
        (kata_named(suite.kata), case)
        for suite in suites
        for case in suite.cases
        if case.yardstick is not None
    ]
    if not cases:
        return None
    engines, lacking = _engines(declarations, cases, settings)
    pieces = [
        Piece(f"{case.id} {name}", partial(_row, kata, case, name, engines, settings=settings))
        for kata, case in cases
        for name in kata.yardsticks
        if any(language_for(submission).name == name for _, submission in engines)
    ]
    rows = executor.all("margins of caps", pieces, alone=True)
    busy = [row for row in rows if row.is_busy]
    return Part(
        "caps",
        "Measured caps: by which factor the slowest honest engine is under each, and the fastest "
        f"slow one over it ({REQUIRED:g} or more)",
        ("case", "language", "cap", "slowest honest", "under", "fastest slow", "over"),
        tuple(map(_cells, rows)),
        tuple(problem for row in rows for problem in row.problems()),
        tuple(lacking),
        (_busy_in_words(busy, len(rows)),) if busy else (),
    )


_HONEST, _SLOW = (Verdict.ACCEPTED,), (Verdict.TIME_LIMIT_EXCEEDED,)


def _engines(
    declarations: Iterable[Declaration],
    cases: Sequence[tuple[Kata[Any], Case]],
    settings: Settings,
) -> tuple[list[tuple[Declaration, Submission]], list[str]]:
    # Engines of which a time is declared for these katas, and why others cannot be read.
    found, lacking = [], []
    for each in declarations:
        if not any(each.allowed(case.id) in (_HONEST, _SLOW) for _, case in cases):
            continue
        try:
            submission = read_submission(each.file)
        except UnreadableError as error:
            lacking.append(f"{each.file.name}: {error}")
            continue
        # Suites of two katas may have cases of one name.
        bound = survey(submission, settings)
        if any(kata.entries(bound) for kata in {kata.name: kata for kata, _ in cases}.values()):
            found.append((each, submission))
    return found, lacking


def _row(
    kata: Kata[Any],
    case: Case,
    language: str,
    engines: Sequence[tuple[Declaration, Submission]],
    tell: Tell,
    *,
    settings: Settings,
) -> CapMargin:
    mine = [(e, s) for e, s in engines if language_for(s).name == language]
    first, again = MOST_RUNS
    row = _measured(kata, case, language, mine, tell, settings=settings, runs=(RUNS, first))
    if row.failed or not any(row.problems()):
        return row  # else once more: a machine has seconds in which all takes a third longer
    return _measured(kata, case, language, mine, tell, settings=settings, runs=(again, again))


def _measured(
    kata: Kata[Any],
    case: Case,
    language: str,
    engines: Sequence[tuple[Declaration, Submission]],
    tell: Tell,
    *,
    settings: Settings,
    runs: tuple[int, int],
) -> CapMargin:
    of_yardstick, of_honest = runs  # at most so many
    assert case.yardstick is not None
    yardstick = kata.yardsticks[language]
    found = measure_yardstick(yardstick, kata, case, settings, of_yardstick)
    if found.seconds is None:
        failed = (yardstick.name,) if found.why_not == "failed" else ()
        return CapMargin(case.id, language, None, failed=failed)
    row = CapMargin(case.id, language, cap_of(case, case.yardstick, found).cap_s)
    for declared, submission in engines:
        allowed = declared.allowed(case.id)
        if allowed in (_HONEST, _SLOW):
            tell(f"{case.id} {declared.file.name}")
            honest_runs = of_honest if allowed == _HONEST else None
            row = _with_engine(row, kata, case, submission, settings, honest_runs=honest_runs)
    return row


def _with_engine(
    row: CapMargin,
    kata: Kata[Any],
    case: Case,
    submission: Submission,
    settings: Settings,
    *,
    honest_runs: int | None,
) -> CapMargin:
    request = kata.request(case.task)
    assert isinstance(request, Request) and row.cap_s is not None
    most_s = STOPPED_AT * row.cap_s
    enough_s = CLEARLY * row.cap_s / REQUIRED if honest_runs else 0.0
    runs = honest_runs or RUNS
    found = least_time_of(
        lambda: ask(submission, request, most_s, settings), most_s, enough_s, runs
    )
    if found.why_not == "failed":
        return replace(row, failed=(*row.failed, submission.name))
    time = TimeInCaps(submission.name, None)
    if found.seconds is not None:
        time = replace(
            time, of_caps=found.seconds / row.cap_s, stopped=found.seconds >= STOPPED * most_s
        )
    if honest_runs:
        return replace(row, honest=(*row.honest, time))
    return replace(row, slow=(*row.slow, time))


def _busy_in_words(busy: Sequence[CapMargin], of_all: int) -> str:
    first = f"{busy[0].case_id} in {busy[0].language}"
    others = f" and {len(busy) - 1} more" if len(busy) > 1 else ""
    return f"the margins of {first}{others}, of {of_all}"


def _cells(row: CapMargin) -> tuple[str, ...]:
    cap = "too busy to tell" if row.cap_s is None else f"{row.cap_s:.2f} s"
    honest, slow = row.slowest_honest, row.fastest_slow
    under = NOTHING if honest is None or not honest.of_caps else f"{1 / honest.of_caps:.1f}"
    over = NOTHING
    if slow is not None and slow.of_caps is not None:
        over = f"more than {slow.of_caps:.1f}" if slow.stopped else f"{slow.of_caps:.1f}"
    return (
        row.case_id,
        row.language,
        cap,
        honest.engine if honest else NOTHING,
        under,
        slow.engine if slow else NOTHING,
        over,
    )
