"""Say what stands beside a verdict: that a case was run again, warnings, which member it was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from graders.model.outcome import DoubtKind
from graders.model.scorecard import Attempt, Result, Yardstick, singles
from graders.reports.lines import WIDTH, Ink, Line, wrapped


def circumstances(result: Result, width: int = WIDTH) -> Iterator[Line]:
    """Say what stands beside the verdict: that a case was run again, and its warnings."""
    for said in in_words(result):
        yield from wrapped(said, width, Ink.CARE)


def in_words(result: Result) -> Iterator[str]:
    """Say the same in a sentence each."""
    for single in singles([result]):
        member = member_in_words(result, single.id)
        of_what = f"{member}: " if member else ""
        if single.attempts:
            yield f"{of_what}{_rerun(single)}; runs: {', '.join(map(_run, single.attempts))}"
        for warning in single.warnings:
            yield f"{of_what}warning: {warning}"


def in_one_line(results: Iterable[Result]) -> str:
    """Count what stands beside the verdicts of a run; nothing where nothing does.

    >>> from graders.model.verdict import Verdict
    >>> in_one_line([Result("a/b", Verdict.ACCEPTED, 1, 1, 2.0, board_changed=True)])
    'the board came back changed in 1 case'
    """
    run = singles(results)
    again = [each for each in run if each.attempts]
    changed = sum(each.board_changed for each in run)
    waited = [each for each in run if each.warnings and not (each.attempts or each.board_changed)]
    said = []
    if again:
        said.append(f"{why_again(again)}: {_cases(len(again))} run again")
    if changed:
        said.append(f"the board came back changed in {_cases(changed)}")
    if waited:
        said.append(f"the machine kept {_cases(len(waited))} waiting")
    return "; ".join(said)


def caps_in_words(yardstick: Yardstick | None, *, doubtful_only: bool = False) -> str:
    """Say which caps were measured, and which were to be; nothing where none was.

    With `doubtful_only` nothing is said of those that were measured.

    >>> from graders.model.scorecard import MeasuredCap
    >>> busy = MeasuredCap("scale/a", 6.0, 1.0, 1.0, None, 2, "busy")
    >>> caps_in_words(Yardstick("plain.py", "Python", (busy,)))
    'the machine was too busy to measure 1 cap, so that of the suite counts'
    """
    if yardstick is None:
        return ""
    kinds = Counter(each.why_not for each in yardstick.caps)
    said = []
    if (measured := kinds[""]) and not doubtful_only:
        said.append(f"{_caps(measured)} measured: a multiple of what {yardstick.engine} takes here")
    if busy := kinds["busy"]:
        said.append(f"the machine was too busy to measure {_caps(busy)}, {_stands(busy)}")
    if failed := kinds["failed"]:
        said.append(f"{yardstick.engine} failed for {_caps(failed)}, {_stands(failed)}")
    if unknown := kinds["unknown"]:
        said.append(f"no CPU time is known here to measure {_caps(unknown)}, {_stands(unknown)}")
    return "; ".join(said)


def _caps(number: int) -> str:
    return "1 cap" if number == 1 else f"{number} caps"


def _stands(number: int) -> str:
    return "so that of the suite counts" if number == 1 else "so those of the suites count"


def _cases(number: int) -> str:
    return "1 case" if number == 1 else f"{number} cases"


def member_in_words(group: Result, member_id: str) -> str:
    """Say which member of a group it is; nothing where the result is no group's.

    >>> from graders.model.verdict import Verdict
    >>> group = Result("a/b", Verdict.ACCEPTED, 1, 1, 2.0, group_size=3)
    >>> member_in_words(group, "a/b#2~swap")
    'member 2 of 3 (a/b#2~swap)'
    """
    if not group.group_size:
        return ""
    number = member_id.partition("#")[2].partition("~")[0]
    return f"member {number} of {group.group_size} ({member_id})"


def _rerun(result: Result) -> str:
    return f"re-run: {why_again([result])} ({result.rerun_because})"


def why_again(again: Iterable[Result]) -> str:
    """Say in short why cases were run again; older scorecards may not tell as data."""
    kinds = {None if each.doubt is None else each.doubt.kind for each in again}
    if DoubtKind.KEPT_WAITING in kinds:
        return "the machine was busy"
    return "loading was interrupted" if DoubtKind.LOAD_ENDED in kinds else "times were in doubt"


def _run(attempt: Attempt) -> str:
    counts = ", which counts" if attempt.counts else ""
    return f"{attempt.verdict.in_words} in {attempt.wall_s:.2f} s{counts}"
