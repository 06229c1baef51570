"""Write a scorecard as one JSON document, for programs; docs/scorecard.md describes it."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from graders.model.scorecard import Scorecard
from graders.reports.report import Report
from graders.reports.spoilers import card_without_spoilers


class JsonReport(Report):
    """Write the document at the end, on one line of its own."""

    name: ClassVar[str] = "json"

    def finish(self, scorecard: Scorecard) -> None:
        """Write the document; without `hints` it has no `ladder`, without `spoilers` no answers."""
        shown = scorecard if self.hints else replace(scorecard, standing=None)
        shown = shown if self.spoilers else card_without_spoilers(shown)
        self.stream.write(shown.to_json() + "\n")


REPORT = JsonReport
