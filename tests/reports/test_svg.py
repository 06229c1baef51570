"""The picture of a report: one file, that shows what the text report shows."""

from __future__ import annotations

import io
from xml.etree import ElementTree

import pytest

from graders.model.scorecard import Scorecard
from graders.model.suite import Case
from graders.reports.format import Heading, Report
from graders.reports.svg import SvgReport
from graders.reports.text import TextReport
from tests.scorecards import ACCEPTED, ASSESSMENT, WRONG, card


def written(kind: type[Report], scorecard: Scorecard) -> str:
    stream = io.StringIO()
    report = kind(stream)
    cases = [Case(result.id, 1, 2.0, None) for result in scorecard.results]
    report.start(Heading("mine.py", "best_move", "limits", cases))
    for case, result in zip(cases, scorecard.results, strict=True):
        report.case_started(case)
        report.case_finished(result)
    report.finish(scorecard)
    return stream.getvalue()


def shown(picture: str) -> str:
    """Return all that a picture shows, without its blanks."""
    texts = (each.text or "" for each in ElementTree.fromstring(picture).iter())
    return "".join("".join(texts).split())


@pytest.fixture(autouse=True)
def a_page_wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)


def test_the_picture_shows_every_line_of_the_text_report() -> None:
    scorecard = card(ACCEPTED, WRONG, assessment=ASSESSMENT)
    picture = shown(written(SvgReport, scorecard))
    assert "katagrademine.py" in picture
    for line in written(TextReport, scorecard).splitlines():
        assert "".join(line.split()) in picture, line


def test_the_picture_is_one_file_that_fetches_nothing() -> None:
    picture = written(SvgReport, card(WRONG))
    assert "url(http" not in picture
    assert "font-face" not in picture


@pytest.mark.parametrize("variable", ["NO_COLOR", "TERM"])
def test_the_picture_is_in_colour_and_as_wide_wherever_it_is_made(
    variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = written(SvgReport, card(WRONG))
    monkeypatch.setenv(variable, "dumb")
    assert written(SvgReport, card(WRONG)) == before
