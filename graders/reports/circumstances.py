"""Say what stands beside a verdict: that a case was run again, warnings, which member it was."""

from __future__ import annotations

from collections.abc import Iterator

from graders.model.scorecard import Result, singles
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
            tries = ", ".join(f"{a.verdict.in_words} in {a.wall_s:.2f} s" for a in single.attempts)
            yield f"{of_what}{_rerun(single)}; runs: {tries}"
        for warning in single.warnings:
            yield f"{of_what}warning: {warning}"


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
    busy = result.doubt is not None and result.doubt.machine_was_busy
    what = "the machine was busy" if busy else "the time was in doubt"
    return f"re-run: {what} ({result.rerun_because})"
