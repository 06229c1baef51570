"""What became of a submission in text that nothing can act on, for files that others read.

What a submission wrote, and what its file is called, is a stranger's text. Here it becomes text of
printable characters, newlines and tabs; a format then escapes those that mean something to it.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec
from msgspec.structs import replace

from graders.katas import all_katas
from graders.model.scorecard import NotRun, Result, Scorecard
from graders.model.text import harmless, on_one_line
from graders.model.verdict import Verdict
from graders.reports.failure import Tell, circumstances, plain, verdict_and_reason
from graders.reports.layout import WIDTH, as_text

MOST_TOLD = 10_000  # how many characters of one text are laid out in lines; a grader keeps fewer
_CUT = "… (cut)"


class CaseOutcome(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    BROKE = "broke"


_BROKE = frozenset({Verdict.RUNTIME_ERROR, Verdict.LOAD_ERROR, Verdict.GRADER_ERROR})


def case_outcome(verdict: Verdict) -> CaseOutcome:
    """Return what a verdict is to others: a wrong, late or too greedy answer is a failure.

    >>> case_outcome(Verdict.TIME_LIMIT_EXCEEDED), case_outcome(Verdict.RUNTIME_ERROR)
    (<CaseOutcome.FAILED: 'failed'>, <CaseOutcome.BROKE: 'broke'>)
    """
    if verdict is Verdict.ACCEPTED:
        return CaseOutcome.PASSED
    return CaseOutcome.BROKE if verdict in _BROKE else CaseOutcome.FAILED


def safe(text: str) -> str:
    r"""Return text of which every character can be seen, newlines and tabs apart.

    >>> safe("a\r\nb\x1b[2J\ud800")
    'a\nb\\x1b[2J\\ud800'
    """
    return harmless(text.replace("\r\n", "\n"))


def in_a_line(text: str, most: int = 200) -> str:
    r"""Return text on one line, of a long one how it begins.

    >>> in_a_line("a\nb"), in_a_line("abcdefghijkl", 10)
    ('a\\nb', 'abc… (cut)')
    """
    return cut(on_one_line(text[: most + 1]), most)


def cut(text: str, most: int, said: str = _CUT) -> str:
    """Return text of at most so many characters, with `said` at its end where it was cut."""
    return text if len(text) <= most else text[: max(0, most - len(said))] + said[:most]


def cut_to_bytes(text: str, most: int, said: str = _CUT) -> str:
    """Return text that takes at most so many bytes of UTF-8, with `said` where it was cut.

    >>> cut_to_bytes("éééé", 8), cut_to_bytes("ééééé", 8, "…")
    ('éééé', 'éé…')
    """
    data = text.encode("utf-8", "backslashreplace")
    if len(data) <= most:
        return text
    return data[: max(0, most - len(said.encode()))].decode("utf-8", "ignore") + said


def teller(kata: str) -> Tell:
    """Return how a kata words its explanations; of one that is not known nothing is told."""
    known = all_katas().get(kata)
    return (lambda explanation: ()) if known is None else known.tell


def miss_text(result: Result, tell: Tell, *, with_output: bool = True, width: int = WIDTH) -> str:
    """Return all there is to tell of a case that was missed, boards and all, as mere text.

    Without `with_output` what it printed is left out, for those who show that elsewhere.
    """
    short = replace(
        result,
        message=cut(result.message, MOST_TOLD),
        traceback=cut(result.traceback, MOST_TOLD),
        rerun_because=cut(result.rerun_because, MOST_TOLD),
        warnings=tuple(cut(warning, MOST_TOLD) for warning in result.warnings),
        stdout=result.stdout if with_output else "",
        stderr=result.stderr if with_output else "",
    )
    return safe("\n".join(plain(short, tell, width)))


def reason(result: Result) -> str:
    """Return on one line why a case was missed."""
    return in_a_line(verdict_and_reason(result))


def why_not_run(card: Scorecard, case: NotRun) -> str:
    """Return why a case that was selected was not run."""
    if card.stopped_at_first:
        return "not run: the run was to end at the first failure"
    return f"not run: the run was interrupted before {on_one_line(case.id)}"


class CaseText(msgspec.Struct, frozen=True):
    """A case as other systems have it: what came of it, and all there is to tell in a text.

    `outcome` is None where it was not run. `printed` is what the submission printed, which `text`
    holds too where that was asked for.
    """

    id: str
    suite: str
    verdict: str
    outcome: CaseOutcome | None
    points: int
    max_points: int
    seconds: float
    text: str = ""
    printed: str = ""
    code: str = ""


def case_texts(card: Scorecard, *, with_output: bool) -> tuple[CaseText, ...]:
    """Return every case that was selected, those that were not run last."""
    tell = teller(card.kata)
    return (
        *(_told(result, tell, with_output=with_output) for result in card.results),
        *(_left(card, case) for case in card.not_run),
    )


def _told(result: Result, tell: Tell, *, with_output: bool) -> CaseText:
    took = f"{result.verdict.in_words}, {result.counted_s:.3f} s of {result.cap_s:g} s"
    if result.accepted:
        beside = as_text(circumstances(result))
        text = safe("\n".join([took, *beside]))
    else:
        text = f"{took}\n\n{miss_text(result, tell, with_output=with_output)}".rstrip()
    return CaseText(
        on_one_line(result.id),
        on_one_line(result.suite),
        result.verdict.value,
        case_outcome(result.verdict),
        result.points,
        result.max_points,
        result.wall_s,
        text,
        safe("\n".join(filter(None, (result.stdout, result.stderr)))),
        safe(result.reproduce),
    )


def _left(card: Scorecard, case: NotRun) -> CaseText:
    name, suite = on_one_line(case.id), on_one_line(case.suite)
    why_not = why_not_run(card, case)
    return CaseText(name, suite, "not_run", None, 0, case.max_points, 0.0, why_not)


def not_loaded(card: Scorecard) -> str:
    """Return why nothing of a submission could be called; nothing where something was."""
    if any(result.verdict is not Verdict.LOAD_ERROR for result in card.results):
        return ""
    return safe(card.results[0].message) if card.results else ""
