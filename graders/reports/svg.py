"""Draw the text report as a picture of a terminal, to be shown on a page."""

from __future__ import annotations

import re
from typing import ClassVar, TextIO

from msgspec.structs import replace

from graders.model.installation import COMMAND
from graders.model.scorecard import Scorecard
from graders.reports.format import Heading
from graders.reports.layout import Screen
from graders.reports.text import TextReport

_FONTS_FROM_ELSEWHERE = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)


class SvgReport(TextReport):
    """Write an SVG file that shows what the text report shows on a terminal of 80 columns.

    It is one file: no font is fetched from anywhere, the viewer's own monospaced one is used.
    """

    several: ClassVar[bool] = False
    batches: ClassVar[bool] = False

    def __init__(
        self, stream: TextIO, *, hints: bool = True, full: bool = False, spoilers: bool = True
    ) -> None:
        super().__init__(stream, hints=hints, full=full, spoilers=spoilers)
        self._screen = Screen(stream, drawn=True)

    def start(self, heading: Heading) -> None:
        """Begin; the commands in it are typed elsewhere, by whoever looks at the page."""
        super().start(replace(heading, program=COMMAND))

    def finish(self, scorecard: Scorecard) -> None:
        super().finish(scorecard)
        graded = "" if self.heading is None else f" {self.heading.submission}"
        picture = self._screen.picture(f"kata grade{graded}")
        self.stream.write(_FONTS_FROM_ELSEWHERE.sub("", picture))


REPORT = SvgReport
