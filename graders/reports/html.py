"""Write a scorecard as one page that needs nothing else, for a browser or for paper."""

from __future__ import annotations

from typing import ClassVar

from graders.model.scorecard import Scorecard
from graders.reports.failure import Command
from graders.reports.format import Report
from graders.reports.pages.page import NEEDS


class HtmlReport(Report):
    """Write the page at the end; it is for whoever handed the file in, so it has no questions."""

    needs: ClassVar[tuple[str, str] | None] = NEEDS

    def finish(self, scorecard: Scorecard) -> None:
        from graders.reports.pages.card import card_page  # noqa: PLC0415  # of all formats' modules

        heading = self.heading
        command = None
        if heading is not None:
            command = Command(heading.submission, heading.try_options, heading.again)
        page = card_page(
            scorecard,
            None if heading is None else heading.content,
            interviewer=False,
            spoilers=self.spoilers,
            hints=self.hints,
            command=command,
            cautions=() if heading is None else tuple(heading.cautions),
        )
        # In ASCII it is the same page whatever the encoding of the stream; style and scripts are.
        self.stream.write(page.encode("ascii", "xmlcharrefreplace").decode("ascii"))


REPORT = HtmlReport
