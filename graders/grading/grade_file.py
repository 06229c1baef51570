"""Take what was handed in to its scorecard: the one way, for commands, tools and programs."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from msgspec.structs import replace

from graders.channel.budget import Settings
from graders.channel.channel import find_allowed
from graders.grading.grade import Rules, grade
from graders.grading.intake import shown_name
from graders.grading.playing_out import limits_of_play
from graders.grading.prepare import (
    UNKNOWN,
    GradeRequest,
    NotStarted,
    Prepared,
    SubmissionInput,
    level_of,
    prepare,
)
from graders.grading.provenance import driver_used, drop_undo_per_s, provenance
from graders.model.limits import LONGEST_CAP_S, Limits
from graders.model.provenance import Options
from graders.model.scorecard import Result, Scorecard
from graders.model.submission import Command, Content, Driver
from graders.model.suite import Case, Suite
from graders.model.usage_error import UsageError
from graders.sandbox import isolation as levels
from graders.sandbox.isolation import IsolationUnavailableError
from graders.suites.selection import Selection, Suites

DEFAULT_LIMITS = Limits()


class Start(msgspec.Struct, frozen=True):
    """What is known before the first case: whose file, which kata, contained how.

    `content` is what was handed in, None where it could not be read; of a folder `entry` is the
    file that is called. `refused` says why nothing of it is run, where that is the submission's own
    fault: it cannot be read, or nobody can tell which file to call or for which kata.
    """

    submission: str
    kata: str
    isolation: str
    cases: tuple[Case, ...]
    content: Content | None = None
    entry: str = ""
    suites: tuple[Suite, ...] = ()
    refused: str = ""

    @classmethod
    def of(cls, ready: Prepared | NotStarted, request: GradeRequest) -> Start:
        name = UNKNOWN if ready.kata is None else ready.kata.name
        level = str(request.settings.isolation)
        refused = ready.refused if isinstance(ready, NotStarted) else ""
        return cls(
            submission=request.shown,
            kata=name,
            isolation=level,
            cases=ready.cases,
            content=ready.content,
            entry=ready.entry,
            suites=ready.suites,
            refused=refused,
        )


def _ignore(what: object) -> None: ...


def grade_file(
    path: str | os.PathLike[str] | Command,
    *,
    kata: str | None = None,
    driver: str | os.PathLike[str] | Driver | None = None,
    suites: Suites = (),
    case: str | Sequence[str] = "*",
    cap_s: float | None = None,
    isolation: str = "auto",
    variants: bool = False,
    stretch: bool = False,
    play_out: bool | None = None,
    allow: Sequence[str] = (),
    allow_from: str | os.PathLike[str] | None = None,
    rerun: bool = True,
    explain: bool = True,
    stop_at_first: bool = False,
    probes: bool = True,
    quiet_moves: bool = False,
    limits: Limits = DEFAULT_LIMITS,
    first: Collection[str] = (),
    content: Content | None = None,
    entry: str | os.PathLike[str] | None = None,
    on_start: Callable[[Start], None] = _ignore,
    on_case: Callable[[Case], None] = _ignore,
    on_result: Callable[[Result], None] = _ignore,
) -> Scorecard:
    """Grade what is at `path` and return its scorecard; what cannot be graded has one too.

    A folder is one submission: all files of it are there, and one of them is called, its `entry`.
    In the place of a path, a `graders.command_of(...)` is a program that is asked in lines of JSON;
    its kata has to be named.

    - `kata`: its name; by default the suites tell, or else what the file defines.
    - `driver`: the file that calls the submission, for a kata that wants one; by default a driver
      in the file itself, one that lies beside it, or else that of the kata.
    - `suites`: paths, names of shipped suites, or suites already loaded; none are the shipped
      ones, with `stretch` the stretch suites too. For files of which the kata is not known, a
      mapping from kata to suites.
    - `case`: a glob over the ids of cases, or several.
    - `cap_s`: seconds of wall time a call, instead of each suite's own.
    - `isolation`: `bwrap`, `limits`, or the best that works here.
    - `variants`: also each case in its variants.
    - `play_out`: after a right answer, play best defence on: each answer has to keep the win to its
      end. None is the same as `stretch`.
    - `allow`: third-party packages that the file may import, with what they need; `allow_from`:
      the environment that they come from, which is not the grader's own.
    - `rerun`: run a case again where the machine kept the program off its core for too long.
    - `explain`: say why an answer is not accepted.
    - `stop_at_first`: run no case after the first that is missed.
    - `probes`: after a whole run with a wrong answer, ask on positions without points what proves a
      mistake. It takes some seconds; without them no mistake is named that they alone prove.
    - `quiet_moves`: also ask on positions without points what it plays, to tell copies by it.
    - `first`: ids of cases to be graded before the others, where they are selected.
    - `content`: the bytes of the file, or the files of a folder, where they are at hand: `path` is
      then only its name, and nothing needs to lie there.
    - `entry`: the file of a folder that is called, from the folder on; by default `solution.*`, or
      else the one that defines what is asked.
    - `on_start`, `on_case`, `on_result`: called before the first case, before each case and
      after it, in the calling thread; after a miss, which is explained meanwhile, no later than
      when the next case is over.

    Raises `UsageError` for what the caller has to correct: no such file, suite, kata, case or
    isolation, an archive in place of a file, or a cap that is out of range.
    `KeyboardInterrupt` ends the run early; the scorecard then holds what was graded so far, lists
    the other cases as not run, and says that it is not complete.

    May be called from any thread and from worker processes, several at a time.
    """
    if stretch and suites:
        raise UsageError("stretch adds to the shipped suites: name the stretch suites themselves")
    if cap_s is not None and not (math.isfinite(cap_s) and 0 < cap_s <= LONGEST_CAP_S):
        raise UsageError(f"a cap is more than 0 and at most {LONGEST_CAP_S:g} s, not {cap_s:g}")
    levels.prewarm(isolation)  # it gets ready while the suites are read
    environment = None if allow_from is None else Path(allow_from)
    play_out = stretch if play_out is None else play_out
    limits = limits_of_play(limits) if play_out else limits
    settings = Settings(level_of(isolation), limits, find_allowed(allow, environment), environment)
    request = GradeRequest.of(
        SubmissionInput(path, content, entry),
        kata=kata,
        driver=driver,
        selection=Selection(suites, case, cap_s, stretch, variants, first),
        settings=settings,
        options=Options(
            kata=kata,
            cases=(case,) if isinstance(case, str) else tuple(case),
            cap_s=cap_s,
            isolation=str(isolation),
            stretch=stretch,
            variants=variants,
            allow=tuple(allow),
            allow_from=None if environment is None else shown_name(str(environment)),
            rerun=rerun,
            explain=explain,
            stop_at_first=stop_at_first,
            entry=None if entry is None else shown_name(os.fspath(entry)),
            play_out=play_out,
        ),
    )
    drop_undo_per_s()  # now, as nothing is being timed yet
    started_at, start = datetime.now(UTC), time.monotonic()
    with ExitStack() as sandboxes:
        ready = prepare(request, sandboxes)
        on_start(Start.of(ready, request))
        if isinstance(ready, NotStarted):
            scorecard = ready.scorecard(request)
            for result in scorecard.results:
                on_result(result)
        else:
            scorecard = grade(
                ready.submission,
                ready.kata,
                ready.cases,
                settings,
                on_case=on_case,
                on_result=on_result,
                rules=Rules(rerun, explain, stop_at_first, quiet_moves, play_out, probes),
                pool=ready.pool,
            )
            driver_called = driver_used(ready.submission.driver)
            scorecard = replace(scorecard, submission=ready.submitted, driver=driver_called)
    return replace(
        scorecard,
        provenance=provenance(settings, request.options, ready.suites),
        started_at=started_at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        duration_s=round(time.monotonic() - start, 3),
    )


def check_may_grade_several(isolation: str) -> None:
    """Raise `UsageError` where that isolation, or the best that works here, is for one's own file.

    Whoever grades several files in one run is to ask before the first.
    """
    try:
        level_of(isolation).check_may_grade_several()
    except IsolationUnavailableError as error:
        raise UsageError(str(error)) from None
