"""Put the page of a submission together of which nothing was run: why, and what was handed in."""

from __future__ import annotations

from graders.model.batch import Entry, HandIn
from graders.model.text import harmless, on_one_line
from graders.reports.pages.card import STYLES, Link
from graders.reports.pages.facts import NOT_TOLD, came_in
from graders.reports.pages.listing import listings
from graders.reports.pages.noting import FORM_SCRIPTS, NOTES_FORM, NOTES_STYLE, Noting
from graders.reports.pages.page import rendered

TEMPLATE = "refused.html.j2"


def refused_page(
    entry: Entry,
    *,
    around: tuple[Link, ...] = (),
    hand_in: HandIn = NOT_TOLD,
    noting: Noting | None = None,
) -> str:
    """Return the page; `around`, `hand_in` and `noting` are as those of `card_page`."""
    content = entry.content
    return rendered(
        TEMPLATE,
        styles=(*STYLES, NOTES_STYLE) if noting else STYLES,
        scripts=FORM_SCRIPTS if noting else (),
        name=entry.candidate,
        path=on_one_line(entry.path),
        why=harmless(entry.refused),
        around=around,
        came_in="; ".join(f"{fact.name}: {fact.value}" for fact in came_in(hand_in)),
        noting=noting,
        form=NOTES_FORM,
        asked=None,
        card=None,
        files=None if content is None else list(listings(content, entry.path, "")),
    )
