"""Ask a submission, beside its cases, what counts for nothing: neither for points nor for time.

Probes prove a mistake of one that missed something; quiet moves tell how it plays where there is
nothing to find. Either is asked as a case is: in a process of its own, with the same settings, and
of what the submission may spend in all. What is asked, and within which budget, is the same for
every submission.
"""

from __future__ import annotations

import re
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import msgspec
from msgspec.structs import replace

from graders.channel.budget import Settings
from graders.channel.channel import ask
from graders.channel.languages import LANGUAGES, UnknownLanguageError, language_of
from graders.channel.sandbox_pool import SandboxPool
from graders.grading.source_reading import PythonSource, code_in, work_for
from graders.katas.kata import Kata, Probe, RunContext
from graders.model.outcome import Event, Outcome
from graders.model.request import Request
from graders.model.scorecard import Probed, QuietMove, Result, singles
from graders.model.submission import SourceFile, Speech, Submission
from graders.model.verdict import Verdict
from graders.sandbox.confined import confined
from graders.sandbox.leases import Lease, free_beside

BUDGET_S = 6.0
"""Seconds for all probes of one submission, with what it takes to load it; see `Allowance`."""
QUIET_BUDGET_S = 40.0
"""Seconds for all its quiet moves, as one that thinks for nearly two seconds on each may need."""
CAP_S = 2.0
"""Seconds that one of them may take, as long as the budget has them."""
START_S = 0.2
"""Seconds set aside for starting a sandbox and ending it."""
LEAST_S = 0.5
"""With less time than this an answer, or none, would tell nothing."""


class _SpentError(Exception):
    """What is left of a budget is too little to ask anything."""


class Allowance(msgspec.Struct, frozen=True):
    """For how long the next probe may load the file, and how long it may think."""

    load_s: float
    cap_s: float


def _allowance(budget_s: float, spent_s: float, load_s: float, limit_s: float) -> Allowance | None:
    """Share out what is left of a budget; None where that is too little.

    `load_s` is what loading took the last time, `limit_s` what it may take at most. Half as much
    again is set aside for it, or at first all that the call leaves.

    >>> _allowance(6.0, 0.0, 0.0, 5.0)
    Allowance(load_s=3.8, cap_s=2.0)
    >>> _allowance(6.0, 4.0, 0.1, 5.0).cap_s
    1.65
    >>> _allowance(6.0, 5.8, 0.1, 5.0)
    """
    left_s = budget_s - START_S - spent_s
    cap_s = min(CAP_S, round(left_s - 1.5 * load_s, 6))
    return Allowance(min(limit_s, left_s - cap_s), cap_s) if cap_s >= LEAST_S else None


def is_worthwhile(results: Sequence[Result]) -> bool:
    """Tell whether a whole run has a miss that a mistake may explain, and no fault of ours."""
    verdicts = {single.verdict for single in singles(results)}
    return Verdict.WRONG_ANSWER in verdicts and Verdict.GRADER_ERROR not in verdicts


def probe(
    submission: Submission,
    kata: Kata[Any],
    results: Sequence[Result],
    settings: Settings,
    pool: SandboxPool,
) -> tuple[Probed, ...]:
    """Return what a submission plays on the probes of its kata, after a whole run of `results`.

    One whose source draws random numbers is not asked: its answers would prove nothing. What goes
    wrong on our side costs it nothing: there is a warning, and less is known of it.
    """
    found: list[Probed] = []
    with _warning("no more probes"):
        worthwhile = is_worthwhile(results) and pool.budget.exhausted is None
        if worthwhile and not draws_random_numbers(submission, kata):
            probes = kata.probes(results)
            pool.left = len(probes)
            ask_one = _asker(submission, kata, settings, pool)
            found.extend(ask_probes(kata, probes, settings.limits.import_s, ask_one))
    return tuple(found)


def quiet_moves(
    submission: Submission,
    kata: Kata[Any],
    results: Sequence[Result],
    settings: Settings,
    pool: SandboxPool,
) -> tuple[QuietMove, ...]:
    """Return what a submission plays on the quiet positions of its kata, those that it answers.

    One that answered no case is not asked. One that plays by chance is: its answers are like
    nobody's, and with a fixed seed they are its author's. On our faults see `probe`.
    """
    found: list[QuietMove] = []
    replied = {single.verdict for single in singles(results)} & _ANSWERED
    with _warning("no more quiet moves"):
        tasks = kata.quiet_tasks() if replied and pool.budget.exhausted is None else ()
        pool.left = len(tasks)
        ask_one = _asker(submission, kata, settings, pool)
        found.extend(ask_quietly(kata, tasks, settings.limits.import_s, ask_one))
    return tuple(found)


_ANSWERED = {Verdict.ACCEPTED, Verdict.WRONG_ANSWER}


def ask_quietly(
    kata: Kata[Any],
    tasks: Iterable[Any],
    import_s: float,
    ask_one: Callable[[Any, Allowance], Outcome],
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[QuietMove]:
    """Ask as many quiet moves as their budget has time for, and yield what was answered."""
    start, load_s = clock(), 0.0
    with suppress(_SpentError):
        for task in tasks:
            spent_s = clock() - start
            allowed = _allowance(QUIET_BUDGET_S, spent_s, load_s, import_s)
            if allowed is None:
                return
            outcome = ask_one(task, allowed)
            load_s = outcome.loading_s
            column = _column_of(outcome)
            if column is not None:
                yield QuietMove(kata.describe(task).moves or "", column)


def _asker(
    submission: Submission, kata: Kata[Any], settings: Settings, pool: SandboxPool
) -> Callable[[Any, Allowance], Outcome]:
    def ask_one(task: object, allowed: Allowance) -> Outcome:
        request = kata.request(task)
        assert isinstance(request, Request)
        limits = settings.limits._replace(import_s=allowed.load_s)
        within = replace(settings, limits=limits)
        outcome = ask(submission, request, allowed.cap_s, within, pool)
        if pool.budget.exhausted is not None:
            raise _SpentError  # what came may have been cut short
        if outcome.event is Event.GRADER_FAULT:
            raise RuntimeError(outcome.fact)
        return outcome

    return ask_one


@contextmanager
def _warning(what: str) -> Iterator[None]:
    """Turn what goes wrong on our side into a warning."""
    try:
        yield
    except Exception as error:
        warnings.warn(f"{what}: {type(error).__name__}: {error}", RuntimeWarning, stacklevel=4)


def ask_probes(
    kata: Kata[Any],
    probes: Iterable[Probe[Any]],
    import_s: float,
    ask_one: Callable[[Any, Allowance], Outcome],
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[Probed]:
    """Ask as many probes as the budget has time for, and yield what was played on each.

    One that follows another is left out where that was not played as predicted. What was played so
    is asked a second time: by chance, hardly anybody plays the same again. It ends with the first
    that differs, as nothing can be proved of a program that plays by chance. A position that serves
    several probes is asked once for all of them.
    """
    start, load_s = clock(), 0.0
    played: dict[tuple[object, int], int | None] = {}

    def column(task: object, turn: int) -> int | None:
        nonlocal load_s
        if (task, turn) not in played:
            allowed = _allowance(BUDGET_S, clock() - start, load_s, import_s)
            if allowed is None:
                raise _SpentError
            outcome = ask_one(task, allowed)
            if outcome.event is Event.GRADER_FAULT:
                raise RuntimeError(outcome.fact)
            load_s = outcome.loading_s
            played[task, turn] = _column_of(outcome)
        return played[task, turn]

    as_predicted = False
    with suppress(_SpentError):
        for each in probes:
            if each.follows and not as_predicted:
                continue
            answer = column(each.task, 1)
            again = column(each.task, 2) if answer in each.predicted else None
            probed = _probed(kata, each, answer, again)
            as_predicted = probed.as_predicted
            yield probed
            if probed.differs:
                return


def _column_of(outcome: Outcome) -> int | None:
    answer = outcome.value if outcome.event is Event.REPLIED else None
    return answer if type(answer) is int else None


def _probed(kata: Kata[Any], each: Probe[Any], answer: int | None, again: int | None) -> Probed:
    facts = kata.describe(each.task)
    moves, first = facts.moves or "", facts.first or ""
    return Probed(each.mistake, moves, first, each.predicted, answer, again)


_RANDOM = re.compile(rb"\b(?:random|randomInt|randomBytes|randomUUID|getRandomValues)\b")


def run_context(
    submission: Submission, kata: Kata[Any], probed: tuple[Probed, ...] = ()
) -> RunContext:
    """Return what the assessment of a submission takes beside the results of its run."""
    if not is_in_python(submission):
        return RunContext(speech=_speech_of(submission), probed=probed)
    code = code_in(_source_of(submission, kata), kata.code_type())
    return RunContext(code=code, one_file=submission.files is None, probed=probed)


def warm_reader(submission: Submission, kata: Kata[Any], place: Lease) -> None:
    """Start what will read the source of a submission, where a core beside a place is free."""
    if kata.code_type() is None or not is_in_python(submission):
        return
    reader = confined(work_for(kata.name))
    if reader.pid is None and (cores := free_beside(place)):
        reader.warm(cores)


def draws_random_numbers(submission: Submission, kata: Kata[Any]) -> bool:
    """Tell whether a source draws random numbers: what it plays on a probe then proves nothing.

    One that is not parsed does where it names what draws them; of a program no source is seen.
    """
    if is_in_python(submission):
        code = code_in(_source_of(submission, kata), kata.code_type())
        return code is not None and kata.draws_random_numbers(code)
    if submission.files is None:
        return _RANDOM.search(submission.source) is not None
    return any(_RANDOM.search(file.content) for file in submission.files.files)


def _speech_of(submission: Submission) -> Speech:
    if submission.command is not None:
        return Speech.PYTHON
    try:
        return language_of(submission.path).speech
    except UnknownLanguageError:
        return Speech.PYTHON


def is_in_python(submission: Submission) -> bool:
    """Tell whether it runs as what the machine's speed is measured on: a file in Python."""
    if submission.command is not None:
        return False
    try:
        return language_of(submission.path) is LANGUAGES[0]
    except UnknownLanguageError:
        return False


def _source_of(submission: Submission, kata: Kata[Any]) -> PythonSource:
    if submission.files is None:
        files: tuple[SourceFile, ...] = (SourceFile(submission.name, submission.source),)
    else:
        files = tuple(file for file in submission.files.files if file.name.endswith(".py"))
    return PythonSource(kata.name, submission.name, files)
