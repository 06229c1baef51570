"""What the history says of a file: how it went run by run, what failed, which hint is due."""

from __future__ import annotations

import difflib
import glob
from collections.abc import Sequence
from pathlib import Path

import msgspec

from graders.katas import all_katas, kata_named
from graders.model.history import Broken, Past, PastRun
from graders.model.submission import Content, sha256_of
from graders.model.usage_error import UsageError
from graders.practice import run_history
from graders.practice.run_history import CaseRun, GradedRun, HintTaken, graded_runs, hints
from graders.suites import shipped
from graders.suites.selection import Selection, chosen, suites_for, with_variants

UNKNOWN = "unknown"
"""The kata of a run in which the file was broken, so that nobody could tell."""


class FailedCases(msgspec.Struct, frozen=True):
    """Globs that match exactly the cases to grade again, and what has to be asked for too."""

    patterns: tuple[str, ...]
    stretch: bool = False
    variants: bool = False
    play_out: bool = False


class DueHint(msgspec.Struct, frozen=True):
    """The hints on what comes next, each of one or more parts, and how many were given.

    `topic` is the entry of the kata's advice that they are from, `read` what to read after them.
    """

    topic: str
    steps: tuple[tuple[str, ...], ...]
    read: str
    given: int

    @property
    def step(self) -> int:
        """Return which one is due, from 1; after the last one that number stays.

        >>> none_yet = DueHint("signs", (("a",), ("b",), ("c", "d")), "page", 0)
        >>> none_yet.step, none_yet.parts
        (1, ('a',))
        """
        return min(self.given + 1, len(self.steps))

    @property
    def parts(self) -> tuple[str, ...]:
        return self.steps[self.step - 1]

    @property
    def taken(self) -> tuple[tuple[str, ...], ...]:
        return self.steps[: self.given]

    @property
    def used_up(self) -> bool:
        return self.given >= len(self.steps)


def past_of(file: str, entries: Sequence[GradedRun], hints: Sequence[HintTaken]) -> Past:
    """Return how one file did over time, without the diff.

    Of a file that was graded as several katas it is the latest. Only runs on all cases are
    compared, by the cases that they have in common: no variants, and no stretch suites unless
    each run had them. None is compared with the latest whose suites are of other versions, or
    whose winning lines were played out where the latest run's were not, or the other way round.
    """
    kata = next((entry.kata for entry in reversed(entries) if entry.kata != UNKNOWN), UNKNOWN)
    mine = [entry for entry in entries if entry.kata in (kata, UNKNOWN)]
    finished = [entry for entry in mine if entry.whole and entry.complete]
    latest = next((entry for entry in reversed(finished) if entry.kata != UNKNOWN), None)
    whole = [entry for entry in finished if latest is None or entry.compares_with(latest)]
    common = in_common(whole)
    compared = [entry for entry in whole if _has(entry, common)]
    most = max((_points(entry, common)[1] for entry in compared), default=0)
    runs = tuple(
        _run(entry, common, most, _hints_between(before, entry, hints))
        for before, entry in zip([None, *compared], compared, strict=False)
    )
    best = max(range(len(runs)), key=lambda number: (runs[number].score, number), default=None)
    return Past(
        file,
        kata,
        runs,
        best,
        broken(compared[best], compared[-1], common) if best is not None else (),
        left_out=len(entries) - len(compared) - (len(finished) - len(whole)),
        on_other_terms=len(finished) - len(whole),
        hints_since=_hints_between(compared[-1] if compared else None, None, hints),
    )


def in_common(runs: Sequence[GradedRun]) -> frozenset[str]:
    """Return the cases that the latest run has, and all before it that have any of these."""
    common: frozenset[str] = frozenset()
    for run in reversed(runs):
        if run.kata == UNKNOWN:
            continue
        cases = frozenset(case.id for case in run.cases if "~" not in case.id)
        common = (common & cases or common) if common else cases
    return common


def broken(then: GradedRun, now: GradedRun, common: frozenset[str]) -> tuple[Broken, ...]:
    """Return the cases that were accepted then and are not now; all where the file is broken."""
    had = [case for case in then.cases if case.id in common and case.accepted]
    whole_file = next(iter(now.cases), None) if now.kata == UNKNOWN else None
    found = {case.id: case for case in now.cases}
    missed = [(case.id, whole_file or found.get(case.id)) for case in had]
    return tuple(
        Broken(name, case.verdict)
        for name, case in missed
        if case is not None and not case.accepted
    )


def diff_of(then: bytes, now: bytes, name: str) -> tuple[str, ...]:
    r"""Return the lines of a unified diff, without their ends.

    >>> diff_of(b"a\nb\n", b"a\nc\n", "mine.py")[3:]
    (' a', '-b', '+c')
    """
    before, after = (text.decode("utf-8", "replace").splitlines() for text in (then, now))
    lines = difflib.unified_diff(before, after, f"{name}, at its best", f"{name}, now", lineterm="")
    return tuple(lines)


def failed_before(
    file: Path,
    kata: str | None = None,
    suites: Sequence[str] = (),
    patterns: Sequence[str] = (),
) -> FailedCases | None:
    """Return the cases that were not accepted when they were last graded; None where all were.

    Only those of the `suites` count, where such are named, else those of the shipped ones; with
    `patterns` only those that match one. Raises `UsageError` where no run is remembered, and where
    nothing of what failed is in the suites.
    """
    entry = run_history.latest_run(file, kata)
    if entry is None:
        raise UsageError(f"no run of {file} is remembered: grade it without --failed first")
    failing = set(run_history.failing(file, entry.kata))
    if not failing:
        return None
    of_kata = kata_named(entry.kata)
    found: list[str] = []
    stretch = False
    named = suites_for(of_kata, Selection(suites).loaded()) if suites else ()
    for suite in named or shipped(entry.kata, stretch=True):
        cases = chosen(with_variants(of_kata, suite.cases), [*map(glob.escape, failing)])
        wanted = chosen(cases, patterns) if patterns else cases
        found.extend(case.id for case in wanted)
        stretch |= bool(wanted) and suite.stretch and not suites
    if not found:
        where = "none of it matches --case" if patterns else "its suite has to be named (--suite)"
        raise UsageError(f"{', '.join(sorted(failing))} failed last, but {where}")
    return FailedCases(
        tuple(map(glob.escape, found)),
        stretch,
        variants=any("~" in each for each in found),
        play_out="--play-out" in entry.asked
        or ("--stretch" in entry.asked and "--no-play-out" not in entry.asked),
    )


def latest_run_of(file: Path, source: Content) -> GradedRun | None:
    """Return the latest whole run of just this source; None where it was never graded so."""
    sha256 = sha256_of(source)
    found = [each for each in graded_runs(file) if each.sha256 == sha256 and each.whole]
    return found[-1] if found else None


def next_hint(file: Path, run: GradedRun) -> DueHint | None:
    """Return the hint that is due after a run; None where that left nothing to say.

    None, too, where the run was remembered by a version that spoke of other topics.
    """
    kata = all_katas().get(run.kata)
    entry = None if kata is None or not run.hint else kata.advice().entry(run.topic)
    if entry is None:
        return None
    outline = tuple(f"{number}. {step}" for number, step in enumerate(entry.outline, 1))
    steps = ((run.hint,), (entry.idea,), outline)
    return DueHint(entry.id, steps, entry.read, hints_given(hints(file), run.kata, entry.id))


def hints_taken(file: Path, kata: str | None = None) -> DueHint | None:
    """Return the hints of which one was taken last, to be read again; None where none was.

    The nudge is what the run said that it was taken after.
    """
    mine = [each for each in hints(file) if kata in (None, each.kata)]
    if not mine:
        return None
    last = mine[-1]
    runs = (each for each in reversed(graded_runs(file)) if each.kata == last.kata)
    run = next((each for each in runs if each.topic == last.topic and each.hint), None)
    return None if run is None else next_hint(file, run)


def hints_given(taken: Sequence[HintTaken], kata: str, topic: str) -> int:
    """Return how many hints on a topic were given.

    >>> hints_given([HintTaken("", "a.py", "division", "signs", 2)], "division", "signs")
    2
    """
    return max((each.step for each in taken if (each.kata, each.topic) == (kata, topic)), default=0)


def _has(entry: GradedRun, common: frozenset[str]) -> bool:
    return entry.kata == UNKNOWN or common <= {case.id for case in entry.cases}


def _cases(entry: GradedRun, common: frozenset[str]) -> tuple[CaseRun, ...]:
    return tuple(case for case in entry.cases if case.id in common)


def _points(entry: GradedRun, common: frozenset[str]) -> tuple[int, int]:
    cases = _cases(entry, common)
    return sum(case.points for case in cases), sum(case.max_points for case in cases)


def _run(entry: GradedRun, common: frozenset[str], most: int, hints: int) -> PastRun:
    cases = _cases(entry, common)
    slowest = max(cases, key=lambda case: case.wall_s, default=None)
    return PastRun(
        entry.at,
        entry.sha256,
        entry.kata,
        _points(entry, common)[0],
        most,
        entry.rung,
        hints,
        slowest.id if slowest else "",
        slowest.wall_s if slowest else 0.0,
        tuple(case.id for case in cases if not case.accepted),
    )


def _hints_between(
    before: GradedRun | None, after: GradedRun | None, hints: Sequence[HintTaken]
) -> int:
    return sum(
        (before is None or hint.at > before.at) and (after is None or hint.at <= after.at)
        for hint in hints
    )
