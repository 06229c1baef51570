r"""Write JUnit XML, for CI servers: a testsuite for a submission, a testcase for each call of it.

There is no one standard. This is valid against the schema of the Jenkins xUnit plugin
(`junit-10.xsd` in github.com/jenkinsci/xunit-plugin, by which pytest checks its own files too), and
keeps to what GitLab reads of it (docs.gitlab.com/ci/testing/unit_test_reports: `classname` and
`name` of a testcase tell it from all others). XML 1.0 forbids most control characters even where
they are escaped: these are written out, as in `\x1b`. The file is in ASCII.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from graders.model.batch import Batch, Entry
from graders.model.scorecard import Result, Scorecard
from graders.model.text import on_one_line
from graders.reports.failure import Tell
from graders.reports.format import Report
from graders.reports.safe_text import (
    CaseOutcome,
    case_outcome,
    miss_text,
    reason,
    safe,
    teller,
    why_not_run,
)

_ELEMENT = {CaseOutcome.FAILED: "failure", CaseOutcome.BROKE: "error"}


class JunitReport(Report):
    """Write the document at the end; a wrong answer is a failure, what broke is an error."""

    batches: ClassVar[bool] = True

    def finish(self, scorecard: Scorecard) -> None:
        self._write([self._suite(scorecard.submission.path, "", self.tellable(scorecard))])

    def batch(self, batch: Batch) -> None:
        entries = self.tellable_batch(batch).entries
        self._write([self._of(entry) for entry in entries], batch.title)

    def _of(self, entry: Entry) -> Element:
        if entry.scorecard is None:
            return _not_graded(entry)
        return self._suite(entry.candidate, entry.candidate, entry.scorecard)

    def _suite(self, name: str, candidate: str, card: Scorecard) -> Element:
        suite = _element("testsuite", name=name, package=card.kata)
        if card.started_at:
            suite.set("timestamp", on_one_line(card.started_at[: len("2026-11-22T09:30:00")]))
        properties = _below(suite, "properties")
        for key, value in _properties(card, candidate):
            _below(properties, "property", name=key, value=value)
        before = f"{candidate}.{card.kata}" if candidate else card.kata
        tell = teller(card.kata)
        for result in card.results:
            suite.extend(_cases(result, before, tell))
        for case in card.not_run:
            skipped = _below(suite, "testcase", **_named(case.id, before), time=_seconds(0))
            _below(skipped, "skipped", message=why_not_run(card, case))
        return _counted(suite)

    def _write(self, suites: Sequence[Element], title: str = "") -> None:
        whole = _element("testsuites", name=title or "connect-four-kata")
        whole.extend(suites)
        for count in ("tests", "failures", "errors"):
            whole.set(count, str(sum(int(suite.get(count, "0")) for suite in suites)))
        whole.set("time", _seconds(sum(float(suite.get("time", "0")) for suite in suites)))
        ElementTree.indent(whole)
        text = ElementTree.tostring(whole, encoding="us-ascii").decode("ascii")
        body = text.partition("?>\n")[2] or text
        self.stream.write(f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n')


def _cases(result: Result, before: str, tell: Tell) -> Iterator[Element]:
    """Return a testcase for each call: of a group its members, those not run included."""
    for single in result.members or (result,):
        yield _case(single, before, tell)
    for number in range(len(result.members) + 1, result.group_size + 1 if result.members else 0):
        variant = f"~{result.variant}" if result.variant else ""
        left = _element("testcase", **_named(f"{result.original}#{number}{variant}", before))
        left.set("time", _seconds(0))
        missed = f"not run: {result.decided_by} was missed, which decides the group"
        _below(left, "skipped", message=missed)
        yield left


def _case(result: Result, before: str, tell: Tell) -> Element:
    case = _element("testcase", **_named(result.id, before), time=_seconds(result.wall_s))
    how = case_outcome(result.verdict)
    if how is not CaseOutcome.PASSED:
        missed = _below(case, _ELEMENT[how], type=result.verdict.value, message=reason(result))
        missed.text = miss_text(result, tell, with_output=False)
    for name, text in (("system-out", result.stdout), ("system-err", result.stderr)):
        if text:
            _below(case, name).text = safe(text)
    return case


def _named(case_id: str, before: str) -> dict[str, str]:
    suite, _, name = case_id.partition("/")
    return {"name": name or suite, "classname": f"{before}.{suite}"}


def _not_graded(entry: Entry) -> Element:
    suite = _element("testsuite", name=entry.candidate, package="not graded")
    case = _below(
        suite, "testcase", name="graded", classname=f"{entry.candidate}.not graded", time="0"
    )
    if why := entry.why_ungraded:
        _below(case, "error", type="not_graded", message=why)
    else:
        _below(case, "skipped", message="not graded yet")
    return _counted(suite)


def _counted(suite: Element) -> Element:
    cases = suite.findall("testcase")
    suite.set("tests", str(len(cases)))
    for count, element in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(count, str(sum(case.find(element) is not None for case in cases)))
    suite.set("time", _seconds(sum(float(case.get("time", "0")) for case in cases)))
    return suite


def _properties(card: Scorecard, candidate: str) -> Iterator[tuple[str, str]]:
    if candidate:
        yield "candidate", candidate
    yield "path", card.submission.path
    yield "sha256", card.submission.sha256 or ""
    if card.submission.files:
        yield "files", str(len(card.submission.files))
        yield "entry", card.submission.entry
    yield "kata", card.kata
    yield "isolation", card.isolation
    yield "score", str(card.score)
    yield "max_score", str(card.max_score)
    yield "complete", str(card.complete).lower()
    if card.holds is not None:
        yield "holds", str(card.holds).lower()
    if card.assessment is not None and card.assessment.rung:
        yield "rung", card.assessment.rung
    if card.assessment is not None and card.assessment.hint:
        yield "next", card.assessment.hint
    made = card.provenance
    if made is not None:
        yield "grader", made.grader
        yield "python", f"{made.python.implementation} {made.python.version}"
        yield "platform", made.platform
        for suite in made.suites:
            yield f"suite {suite.name}", f"version {suite.version}, sha256 {suite.sha256 or '-'}"


def _element(tag: str, **attributes: str) -> Element:
    return ElementTree.Element(tag, {name: on_one_line(text) for name, text in attributes.items()})


def _below(parent: Element, tag: str, **attributes: str) -> Element:
    element = _element(tag, **attributes)
    parent.append(element)
    return element


def _seconds(seconds: float) -> str:
    return f"{max(seconds, 0.0):.6f}"


REPORT = JunitReport
