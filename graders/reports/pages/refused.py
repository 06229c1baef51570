"""Put the page of a submission together of which nothing was run: why, and what was handed in."""

from __future__ import annotations

from graders.model.batch import Entry
from graders.model.text import harmless, on_one_line
from graders.reports.pages.card import STYLES, Link, listings
from graders.reports.pages.page import rendered

TEMPLATE = "refused.html.j2"


def refused_page(entry: Entry, *, around: tuple[Link, ...] = (), came_in: str = "") -> str:
    """Return the page; `around` and `came_in` are as those of `card_page`."""
    content = entry.content
    return rendered(
        TEMPLATE,
        styles=STYLES,
        name=entry.candidate,
        path=on_one_line(entry.path),
        why=harmless(entry.refused),
        around=around,
        came_in=came_in,
        files=None if content is None else list(listings(entry.path, content)),
    )
