"""Put the page of one scorecard together: what to decide from on one screen, the rest below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from graders.katas import all_katas
from graders.katas.kata import Kata
from graders.model.batch import HandIn
from graders.model.explanation import StepExplanation
from graders.model.scorecard import Observation, Result, Scorecard
from graders.model.submission import Content
from graders.reports.failure import Command, deciding_id
from graders.reports.pages.cases import Showing, ShownCase
from graders.reports.pages.facts import (
    NOT_TOLD,
    Unsure,
    audit,
    doubts,
    first_miss,
    for_interviewer,
    hand_in_words,
    ladder_place,
    proved_faults,
    sight,
)
from graders.reports.pages.listing import Beside, Listing, Mark, code_beside, listings
from graders.reports.pages.noting import FORM_SCRIPTS, NOTES_FORM, NOTES_STYLE, Noting
from graders.reports.pages.page import rendered
from graders.reports.score import (
    CALLED,
    FACTS,
    by_suite,
    holds_in_words,
    how_called,
    rests_on,
)
from graders.reports.spoilers import card_without_spoilers

TEMPLATE = "card.html.j2"
STYLES = ("card.css",)
SCRIPTS = ("stepper.js", "card.js")


class Link(msgspec.Struct, frozen=True):
    """Where a link leads, as a path from the page that is already escaped for a URL."""

    href: str
    text: str


class Front(msgspec.Struct, frozen=True):
    """HTML that stands before all else, as `fragment` makes it, and the styles that it wants."""

    html: str
    styles: tuple[str, ...] = ()


NO_FRONT = Front("")


def card_page(
    card: Scorecard,
    content: Content | None,
    *,
    candidate: str = "",
    hand_in: HandIn = NOT_TOLD,
    around: tuple[Link, ...] = (),
    similar: tuple[Link, ...] = (),
    noting: Noting | None = None,
    interviewer: bool = True,
    spoilers: bool = True,
    hints: bool = True,
    command: Command | None = None,
    cautions: tuple[str, ...] = (),
    front: Front = NO_FRONT,
) -> str:
    """Return the page of a scorecard: one file that needs nothing else.

    `content` is what was handed in, None where it is not to be had. `around` are links to
    the pages before, above and after this one, `similar` to the submissions that resemble this one.
    An `interviewer` is given questions too, and with `noting` a form for notes and the rubric.
    Without `spoilers` nothing tells an answer, to an interviewer neither; without `hints` the
    assessment is left out. With a `command` each miss says how to have it in one's hands. What is
    in `front` stands before all that is of the scorecard.
    """
    from markupsafe import Markup  # noqa: PLC0415  # comes with Jinja2, an extra

    shown = card if hints else replace(card, assessment=None)
    shown = shown if spoilers else card_without_spoilers(shown)
    kata = all_katas().get(card.kata)
    cases = Showing(kata, command).cases(shown.results)
    missed = first_miss(shown)
    entry = card.submission.entry
    files = None if content is None else list(listings(content, card.submission.path, entry))
    return rendered(
        TEMPLATE,
        styles=(*STYLES, *((NOTES_STYLE,) if noting else ()), *front.styles),
        scripts=(*SCRIPTS, *FORM_SCRIPTS) if noting else SCRIPTS,
        name=candidate or card.submission.path,
        came_in=hand_in_words(hand_in, card.submission.path),
        card=shown,
        around=around,
        cautions=cautions,
        front=Markup(front.html),
        sight=sight(shown),
        holds=_holds(shown),
        rests_on=rests_on(shown),
        unsure=[*doubts(shown), *(Unsure(link.text, href=link.href) for link in similar)],
        anchors=dict(_anchors(cases)),
        suites=by_suite(shown),
        place=ladder_place(kata, shown.assessment),
        found=_found(shown),
        first=next((case for case in cases if missed and case.id == missed.id), None),
        beside=_beside(files or (), kata, shown, missed),
        cases=cases,
        varied=any(case.variants for case in cases),
        asked=_asked(shown, kata) if interviewer and spoilers else None,
        noting=noting,
        form=NOTES_FORM,
        audit=audit(shown, hand_in),
        files=files,
    )


def _anchors(cases: Sequence[ShownCase]) -> list[tuple[str, str]]:
    """Return where each case, member and variant is that has a place of its own."""
    found: list[tuple[str, str]] = []
    for case in cases:
        if case.has_more:
            found.append((case.id, case.anchor))
        found += [(each.id, each.anchor) for each in (*case.other_members, *case.variants)]
        found += [(each.id, case.anchor) for each in case.missed_members]
    return found


def _beside(
    files: Sequence[Listing], kata: Kata[Any] | None, card: Scorecard, missed: Result | None
) -> Beside | None:
    names = () if kata is None else kata.names_called()
    explanation = None if missed is None else missed.explanation
    if isinstance(explanation, StepExplanation) and explanation.method:
        names = (explanation.method, *names)
    return code_beside(files, names, _mark(card, missed))


def _mark(card: Scorecard, missed: Result | None) -> Mark | None:
    """Return the line that an exception came from, else that of a mistake or of what comes next."""
    if missed is None:
        return None
    thrown = missed.thrown
    if thrown is not None:
        if not thrown.line:
            return None
        raised = f"raised {thrown.type.rpartition('.')[2]} in {deciding_id(missed)}"
        why = "cannot be parsed" if thrown.unparsed else raised
        return Mark(thrown.line, thrown.file or "", why)
    assessment = card.assessment
    if assessment is None:
        return None
    names = (*proved_faults(assessment), assessment.topic)
    for each in assessment.findings:
        if each.line and each.name in names:
            return Mark(each.line, "", each.text)
    return None


def _holds(card: Scorecard) -> str:
    return holds_in_words(card)[0] if any(result.variant for result in card.results) else ""


def _found(card: Scorecard) -> list[tuple[str, str, tuple[Observation, ...]]]:
    both = (("called", CALLED, how_called(card)), ("facts", FACTS, card.facts))
    return [each for each in both if each[2]]


def _asked(card: Scorecard, kata: Kata[Any] | None) -> object:
    return None if kata is None else for_interviewer(card, kata)
