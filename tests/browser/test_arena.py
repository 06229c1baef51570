"""The page of a tournament in a real browser: on a phone, by keys, for whoever does not see it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from graders.arena.rating import ranking_of
from graders.reports.pages.arena import arena_page
from tests.browser.visits import findings, visiting
from tests.tournaments import tournament

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.thorough

PHONE = {"width": 390, "height": 844}


@pytest.fixture
def arena(tmp_path: Path) -> Path:
    path, played = tmp_path / "arena.html", tournament()
    path.write_text(arena_page(played, ranking_of(played)), encoding="utf-8")
    return path


def test_a_game_is_stepped_through_by_keys_and_a_mistake_is_said(
    browser: Browser, arena: Path
) -> None:
    with visiting(browser, arena) as visit:
        game = visit.page.locator(".stepper").filter(has_text="Game 14")
        game.focus()
        said = []
        for _ in range(4):
            visit.page.keyboard.press("ArrowRight")
            said.append(game.get_by_role("status").inner_text())
        assert said[-1] == "ply 13: RED 3 ?? gives away a whole point"
        assert game.locator(".moves .bad").first.inner_text() == "R3??"
        visit.page.keyboard.press("End")
        assert game.get_by_role("status").inner_text() == "ply 34: YELLOW 5, four in a row"


def test_the_games_of_a_pair_are_folded_away_until_they_are_asked_for(
    browser: Browser, arena: Path
) -> None:
    with visiting(browser, arena) as visit:
        game = visit.page.get_by_role("heading", name="Game 20")
        assert not game.is_visible()
        visit.page.locator("summary").filter(has_text="naive – dice.py").click()
        assert game.is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_whoever_does_not_see_it_can_use_it(browser: Browser, arena: Path, scheme: str) -> None:
    assert findings(browser, arena, color_scheme=scheme) == []


def test_nothing_is_wider_than_a_phone(browser: Browser, arena: Path) -> None:
    with visiting(browser, arena, viewport=PHONE) as visit:
        visit.page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
