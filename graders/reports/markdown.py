"""Write Markdown, for a comment on a pull request or an issue, or for a page of a wiki.

GitHub takes 65,536 characters for a comment ("body is too long (maximum is 65536 characters)",
github.com/peter-evans/create-issue-from-file/issues/1049), GitLab a million: sections for which
there is no room are left out, which is said. What a submission wrote is always code; see
`graders.reports.markdown_page`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from graders.model.batch import Batch
from graders.model.scorecard import Scorecard
from graders.reports.markdown_page import May, fitted, of_batch, of_card
from graders.reports.report import Report

MOST = 65_000
"""A little below the limit: whoever posts it may want to add a line."""


class MarkdownReport(Report):
    """Write a page at the end."""

    name: ClassVar[str] = "markdown"
    several: ClassVar[bool] = False
    batches: ClassVar[bool] = True

    def finish(self, scorecard: Scorecard) -> None:
        """Write the page on one submission."""
        self._write(of_card(scorecard, self._may()))

    def batch(self, batch: Batch) -> None:
        """Write the leaderboard, and below it each submission."""
        self._write(of_batch(batch, self._may()))

    def _may(self) -> May:
        return May(hints=self.hints, full=self.full, spoilers=self.spoilers)

    def _write(self, sections: Iterator[str]) -> None:
        self.stream.write(fitted(sections, MOST))


REPORT = MarkdownReport
