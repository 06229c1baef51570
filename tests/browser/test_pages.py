"""The pages of a batch graded for real, in a real browser: steps, keys, paper, hostile text."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.graded import EVIL, SEEN, TITLE
from tests.browser.visits import findings, visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = pytest.mark.thorough

NAMES = ("index", "likeness", "beginner", "hostile")
A4_WIDTH, A4_HEIGHT = 680, 1001
"""What margins leave of a sheet, in pixels of 1/96 inch."""


def page_at(site: Path, name: str) -> Path:
    paths = {
        "index": "index.html",
        "likeness": "likeness.html",
        "beginner": "candidates/bea.html",
        "hostile": next((site / "candidates").glob("script*.html")).relative_to(site),
    }
    return site / paths[name]


UNFOLDED = ".stepper:not(details *)"


def stepper_of(page: Page) -> Locator:
    """Return the first line to step through that has some plies."""
    return page.locator(UNFOLDED).filter(has_text="2 YELLOW").first


def plies_of(stepper: Locator) -> int:
    """Return how many plies a line has in words, which are there whatever is shown."""
    between = str(stepper.locator(".plies span").nth(1).text_content())
    return len(between.split(", ")) + 1 if between else 1


def discs(stepper: Locator) -> int:
    """Count the discs that are shown of the line: one at each point between two ends."""
    count = """(sides) => sides
        .filter((side) => getComputedStyle(side.parentNode).display !== "none")
        .reduce((sum, side) => sum + side.points.length - 2, 0)"""
    return int(stepper.locator("g > polyline").evaluate_all(count))


def test_a_line_is_stepped_forwards_and_back_by_buttons(browser: Browser, site: Path) -> None:
    with visiting(browser, page_at(site, "beginner")) as visit:
        stepper = stepper_of(visit.page)
        plies = plies_of(stepper)
        assert plies > 2
        begun = discs(stepper)

        def press(name: str) -> int:
            # A button that leads nowhere says so, and stays where the focus is: it can be pressed.
            stepper.get_by_role("button", name=name, exact=True).click(force=True)
            assert stepper.locator(".plies:visible").count() == 0
            assert stepper.locator(".ply").inner_text()
            return discs(stepper) - begun

        assert [press("Forward"), press("Forward"), press("Back")] == [1, 2, 1]
        assert [press("Last"), press("Forward"), press("First"), press("Back")] == [
            *(plies - 1, plies - 1, -1, -1)
        ]


def test_a_line_is_stepped_by_keys_and_each_step_is_said(browser: Browser, site: Path) -> None:
    with visiting(browser, page_at(site, "beginner")) as visit:
        page, stepper = visit.page, stepper_of(visit.page)
        plies = plies_of(stepper)
        for _ in range(200):
            page.keyboard.press("Tab")
            if stepper.evaluate("(stepper) => stepper === document.activeElement"):
                break
        begun, said = discs(stepper), []
        taken = []
        for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "Home"):
            page.keyboard.press(key)
            taken.append(discs(stepper) - begun)
            said.append(stepper.get_by_role("status").inner_text())
        assert taken == [1, 2, 1, plies - 1, -1]
        assert all(said)
        assert said[0] == said[2] != said[1]


def test_a_button_is_pressed_by_keys_too(browser: Browser, site: Path) -> None:
    with visiting(browser, page_at(site, "beginner")) as visit:
        stepper = stepper_of(visit.page)
        begun = discs(stepper)
        stepper.get_by_role("button", name="Forward").focus()
        visit.page.keyboard.press("Enter")
        visit.page.keyboard.press("Space")
        assert discs(stepper) - begun == 2


def test_without_script_every_ply_is_there_with_its_board_in_words(
    browser: Browser, site: Path
) -> None:
    with visiting(browser, page_at(site, "beginner"), java_script_enabled=False) as visit:
        page = visit.page
        assert page.get_by_role("button").count() == 0
        lines = page.locator(UNFOLDED).all()
        assert sum(map(plies_of, lines)) > 5
        for line in lines:
            assert line.locator(".plies").is_visible()
            assert discs(line) == plies_of(line)
        board = page.locator("#first figure svg")
        assert "column" in str(board.get_attribute("aria-label"))


def test_without_style_nothing_is_hidden_and_a_board_keeps_its_letters(
    browser: Browser, site: Path
) -> None:
    with visiting(browser, page_at(site, "beginner"), java_script_enabled=False) as visit:
        with_style = visit.page.inner_text("main").split()
    with visiting(browser, page_at(site, "beginner")) as visit:
        visit.page.evaluate(
            """() => {
                document.querySelectorAll("style").forEach((style) => style.remove());
                document.querySelectorAll("[hidden]").forEach((each) => { each.hidden = false; });
            }"""
        )
        words = visit.page.inner_text("main").split()
        markers = visit.page.locator("#first g > polyline").evaluate_all(
            "(sides) => sides.map((side) => getComputedStyle(side).markerMid)"
        )
    in_place_of_lines = {*["Lines", "stand", "above."]}
    assert set(with_style) - in_place_of_lines <= set(words)
    assert {*markers} == {'url("#R")', 'url("#Y")'}


@pytest.mark.parametrize("name", NAMES)
def test_nothing_that_a_submission_wrote_acts(browser: Browser, site: Path, name: str) -> None:
    with visiting(browser, page_at(site, name)) as visit:
        page = visit.page
        page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
        page.wait_for_load_state()
        assert page.locator("img, iframe, object, [onload], [onerror]").count() == 0
        text = page.evaluate("document.documentElement.textContent")
        assert not {each for each in text if unicodedata.category(each) in ("Cc", "Cf")} - {*"\n\t"}
        if name in ("index", "hostile"):
            assert SEEN in text
            assert EVIL not in text
        if name in ("index", "likeness"):
            assert TITLE in page.title()


def test_the_hostile_page_shows_what_was_printed_raised_and_answered(
    browser: Browser, site: Path
) -> None:
    with visiting(browser, page_at(site, "hostile")) as visit:
        page = visit.page
        assert SEEN in page.inner_text("h1")
        printed = page.locator("details.output pre").all_text_contents()
        assert sum(SEEN in each for each in printed) >= 2
        assert "EvilXXXXXXXX" in page.inner_text("main")
        assert "find_best_move" in page.inner_text("#file")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", NAMES)
def test_nothing_serious_is_in_the_way_of_a_screen_reader(
    browser: Browser, site: Path, name: str, scheme: str
) -> None:
    assert findings(browser, page_at(site, name), color_scheme=scheme) == []


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("name", NAMES)
def test_no_page_is_wider_than_the_window(
    browser: Browser, site: Path, name: str, width: int
) -> None:
    with visiting(browser, page_at(site, name), viewport={"width": width, "height": 800}) as visit:
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= width


def test_on_paper_each_line_has_its_end_and_no_board_is_cut(browser: Browser, site: Path) -> None:
    sheet = {"width": A4_WIDTH, "height": A4_HEIGHT}
    with visiting(browser, page_at(site, "beginner"), viewport=sheet) as visit:
        page = visit.page
        page.emulate_media(media="print")
        for line in page.locator("#first .stepper").all():
            assert line.locator(".plies span:visible").count() == 1
            assert line.locator(".plies span").last.is_visible()
            assert discs(line) == plies_of(line)
        assert page.locator("button:visible, #file:visible").count() == 0
        boards = page.locator("svg.drawing:visible").evaluate_all(
            """(boards) => boards.map((board) => {
                const box = board.getBoundingClientRect();
                return [box.left, box.right, box.height, getComputedStyle(board).breakInside];
            })"""
        )
        assert boards
        for left, right, height, breaks in boards:
            assert left >= 0
            assert right <= A4_WIDTH
            assert height < A4_HEIGHT / 2
            assert breaks == "avoid"


def test_each_page_leads_to_the_others(browser: Browser, site: Path) -> None:
    with visiting(browser, page_at(site, "index")) as visit:
        page = visit.page
        page.click("text=Bea")
        assert page.inner_text("h1") == "Bea"
        page.click("nav >> text=Leaderboard")
        page.click("nav >> text=Likeness")
        page.click("figcaption >> text=Eve")
        assert page.inner_text("h1") == "Eve"
        assert page.url.endswith("candidates/eve.html#L3")
