"""Show the statement of a kata, which is Markdown, on a page."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import kata as candidate_package
from graders.grading.folders import STATEMENT

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markupsafe import Markup

_TO_BEGIN = re.compile(r"(?:^[^\n]+\n)+\n*^```console$.*?^```$", re.MULTILINE | re.DOTALL)
"""Commands, and the paragraph that leads to them."""
_SECTION = re.compile(r"^## (.+)$", re.MULTILINE)
_TITLE = re.compile(r"^# .+$", re.MULTILINE)
_SCROLLS = 'tabindex="0" role="group" aria-label="{}"'


def statement_of(kata: str) -> tuple[tuple[str, Markup], ...]:
    """Return title and HTML of each section of a kata's statement; the first has no title.

    What is said of commands is left out: it is for before one begins.
    """
    from markupsafe import Markup  # noqa: PLC0415  # comes with Jinja2, an extra

    text = (Path(candidate_package.__file__).parent / kata / STATEMENT).read_text(encoding="utf-8")
    first, *others = _SECTION.split(_TITLE.sub("", _TO_BEGIN.sub("", text), count=1))
    sections = [("", first), *zip(others[::2], others[1::2], strict=True)]
    # A line of code begins no `<pre>` of its own: it is escaped.
    code, make = f"<pre {_SCROLLS.format('Code')}>", _markdown().render
    return tuple((title, Markup(make(body).replace("<pre>", code))) for title, body in sections)


@cache
def _markdown() -> MarkdownIt:
    """Return what makes HTML of Markdown, in which what is wide scrolls and no link leads away."""
    from markdown_it import MarkdownIt  # noqa: PLC0415  # an extra

    made = MarkdownIt("commonmark", {"html": False}).enable("table")
    table = f'<div class="wide" {_SCROLLS.format("Table")}><table>'
    said = {"link_open": "", "link_close": "", "table_open": table, "table_close": "</table></div>"}
    for name, html in said.items():
        made.add_render_rule(name, lambda *_, html=html: html)
    return made
