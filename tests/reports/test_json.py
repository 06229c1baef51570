"""The JSON report: one scorecard on one line, the ladder only where it is wanted."""

from __future__ import annotations

import io
import json

from graders.model.scorecard import Scorecard
from graders.reports.json import JsonReport
from tests.scorecards import ACCEPTED, ASSESSMENT, WRONG, card


def written(scorecard: Scorecard, *, hints: bool = True) -> str:
    stream = io.StringIO()
    JsonReport(stream, hints=hints).finish(scorecard)
    return stream.getvalue()


def test_it_is_the_scorecard_on_one_line() -> None:
    scorecard = card(ACCEPTED, WRONG)
    text = written(scorecard)
    assert text.count("\n") == 1
    assert text.endswith("\n")
    assert Scorecard.from_json(text) == scorecard


def test_the_ladder_is_there_unless_hints_are_not_wanted() -> None:
    whole = card(WRONG, assessment=ASSESSMENT)
    assert json.loads(written(whole))["ladder"]["rung"] == "alpha_beta"
    assert "ladder" not in json.loads(written(whole, hints=False))
