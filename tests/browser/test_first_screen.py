"""What an interviewer decides from is on the first screen, and the whole of it on two sheets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from graders.model.explanation import StepExplanation, StepTaken
from graders.model.scorecard import Finding, Probed, Result, Scorecard, Thrown
from graders.model.verdict import Verdict
from graders.reports.pages.card import Link, card_page
from graders.reports.pages.noting import Noting
from tests.browser.visits import findings, visiting
from tests.scorecards import ACCEPTED, ASSESSMENT, LATE, SIGHT, card

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.thorough

WIDTH, HEIGHT = 1280, 800
PHONE = 390
SOURCE = b"import math\n\n\ndef find_best_move(board):\n" + b"    board.undo_move()  # again\n" * 60
FAULTS = tuple(
    Finding("probes", name, name, probes=(Probed(name, "0101", "RED", (3,), 3, 3),))
    for name in ("sign", "dawdles")
)


def wrong() -> Result:
    """Return a position that was missed, with its winning line and the refutation."""
    golden = Path(__file__).parents[1] / "golden" / "wrong_answer.json"
    return Scorecard.from_json(golden.read_text(encoding="utf-8")).results[0]


def usual() -> Scorecard:
    """Return what a program gets that sees a little: with a place, mistakes, and much in doubt."""
    missed = wrong()
    asked = [replace(ACCEPTED, id=f"phase2/at-once-{n}", goal="win", mate_in=1) for n in range(4)]
    late = replace(LATE, id="phase3/late", goal="win", mate_in=7, disturbed=True)
    misses = [replace(missed, id=f"phase3/mate-{n}", goal="win", mate_in=n) for n in (3, 5, 9)]
    assessment = replace(
        ASSESSMENT,
        evidence="Sees every mate up to 3 and misses one in 5",
        faults=("sign", "dawdles"),
        findings=(SIGHT, *FAULTS),
        topic="late",
        case="phase3/late",
    )
    return card(*asked, *misses, late, assessment=assessment, lost=("phase2/at-once-1~swap",))


def raised() -> Scorecard:
    thrown = Thrown("kata.board.ColumnFullError", "column 3 is full", line=50)
    return card(replace(wrong(), verdict=Verdict.RUNTIME_ERROR, thrown=thrown, answer=None))


def stepped() -> Scorecard:
    around = tuple(StepTaken(n, (f"drop {n} 1",), 5, 4, True) for n in range(9))
    board = ("......", "......", "......", "..1...", "..2...", ".12...")
    explanation = StepExplanation(6, 6, 4, 4, 9, ("drop 4 1", 4), 5, 4, True, board, around=around)
    shown = card(replace(wrong(), id="rules/drops", explanation=explanation, goal=None))
    return replace(shown, kata="operations")


def of_many_cases() -> Scorecard:
    """Return what a class gets: a hundred scripts, a dozen of them missed."""
    (missed,) = stepped().results
    passed = [replace(ACCEPTED, id=f"{'rules' if n % 4 else 'published'}/{n}") for n in range(88)]
    misses = [replace(missed, id=f"rules/missed-{n}") for n in range(12)]
    return replace(card(*passed, *misses), kata="operations")


CARDS: Mapping[str, Scorecard] = {
    "usual": usual(),
    "raised": raised(),
    "stepped": stepped(),
    "of many cases": of_many_cases(),
}


@pytest.fixture(params=CARDS)
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return written(CARDS[request.param], tmp_path)


def written(shown: Scorecard, folder: Path) -> Path:
    page = card_page(
        shown,
        SOURCE.replace(b"find_best_move", b"solution") if shown.kata == "operations" else SOURCE,
        candidate="Ada Lovelace",
        around=(Link("../index.html", "Leaderboard"),),
        similar=(Link("../likeness.html#pair-1", "84 % like Bea"),),
        noting=Noting("batch", "Ada Lovelace", "0" * 64, (("phase3/late", "wrong answer"),)),
    )
    path = folder / "page.html"
    path.write_text(page, encoding="utf-8")
    return path


def test_score_board_code_and_doubts_are_on_the_first_screen(browser: Browser, file: Path) -> None:
    with visiting(browser, file, viewport={"width": WIDTH, "height": HEIGHT}) as visit:
        page = visit.page
        parts = (
            *("h1", ".score", "#sight", "#sure", "#first h3", "#first .verdict"),
            *("#first .drawing", "#code .excerpt", "#code .where"),
        )
        for part in parts:
            box = page.locator(part).first.bounding_box()
            assert box is not None, part
            assert box["x"] >= 0, part
            assert box["x"] + box["width"] <= WIDTH, part
            assert box["y"] + box["height"] <= HEIGHT, part
        board, code = (
            page.locator(part).first.bounding_box()
            for part in ("#first .drawing", "#code .excerpt")
        )
        assert board is not None
        assert code is not None
        assert board["x"] + board["width"] <= code["x"], "side by side"


def test_the_score_is_on_the_first_screen_once(browser: Browser, file: Path) -> None:
    with visiting(browser, file, viewport={"width": WIDTH, "height": HEIGHT}) as visit:
        score = visit.page.locator(".score")
        seen = f"{score.get_attribute('data-score')} of {score.get_attribute('data-max-score')}"
        on_it = visit.page.inner_text("header") + visit.page.inner_text(".desk")
        assert on_it.count(seen) == 1


def test_the_line_that_raised_is_in_view_within_its_box(browser: Browser, tmp_path: Path) -> None:
    viewport = {"width": WIDTH, "height": HEIGHT}
    with visiting(browser, written(raised(), tmp_path), viewport=viewport) as visit:
        box, line = (
            visit.page.locator(part).bounding_box() for part in (".excerpt", ".excerpt .marked")
        )
        assert box is not None
        assert line is not None
        assert box["y"] <= line["y"]
        assert line["y"] + line["height"] <= box["y"] + box["height"]
        assert "line 50: raised ColumnFullError" in visit.page.inner_text(".marked")


def test_a_usual_submission_takes_two_sheets_of_paper(browser: Browser, file: Path) -> None:
    with visiting(browser, file) as visit:
        printed = visit.page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type /Page\b", printed)) <= 2


def test_on_paper_boards_stand_in_a_row_with_small_words_below(
    browser: Browser, tmp_path: Path
) -> None:
    with visiting(browser, written(usual(), tmp_path)) as visit:
        visit.page.emulate_media(media="print")
        sizes = visit.page.evaluate(
            """[".plies", "figcaption"].map((each) => getComputedStyle(
                document.querySelector(`#first ${each}`)).fontSize)"""
        )
        assert len(set(sizes)) == 1
        boxes = [each.bounding_box() for each in visit.page.locator("#first .drawing").all()]
        assert len({round(box["y"]) for box in boxes if box}) == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_nothing_is_cut_off(browser: Browser, file: Path, scheme: str) -> None:
    phone = {"viewport": {"width": PHONE, "height": 844}, "color_scheme": scheme}
    with visiting(browser, file, **phone) as visit:
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= PHONE
    assert findings(browser, file, **phone) == []


def test_without_script_every_ply_and_the_marked_line_are_there(
    browser: Browser, tmp_path: Path
) -> None:
    file = written(raised(), tmp_path)
    with visiting(browser, file, java_script_enabled=False) as visit:
        assert all(line.is_visible() for line in visit.page.locator("#first .plies").all())
        assert visit.page.locator(".excerpt .marked").is_visible()
