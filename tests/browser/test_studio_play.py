"""Games on the Play page in a real browser: by clicks, by keys alone, on a small screen."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from graders.channel.budget import Settings
from graders.katas import kata_named
from graders.katas.best_move import playing as best_move
from graders.practice.studio.play import PlayPage
from graders.practice.studio.server import Frame, Tab, listening, serving
from graders.sandbox.isolation import choose_isolation
from tests.browser.visits import PATIENCE_MS, SERIOUS, axe

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.thorough

SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const each of list.getEntries()) if (!each.hadRecentInput) window.shifted += each.value;
}).observe({ type: "layout-shift", buffered: true });
"""
SOURCE = """def find_best_move(board):
    if board.column_height(3):
        raise KeyError(3)
    return 0
"""


@pytest.fixture
def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Serve the page for a file that fails once there is a disc in column 3."""
    monkeypatch.setattr(best_move, "GAME_NODES", 20_000)
    file = tmp_path / "mine.py"
    file.write_text(SOURCE, encoding="utf-8")
    playing = kata_named("best_move").playing()
    assert playing is not None
    opened, address = listening()
    ready, end = threading.Event(), asyncio.Event()

    async def serve() -> None:
        frame = Frame(file.name, (Tab("play", "Play"),))
        page = PlayPage(frame, playing, file, Settings(choose_isolation("auto")))
        async with serving([page], opened, address):
            loops.append(asyncio.get_running_loop())
            ready.set()
            await end.wait()
        await page.close()

    loops: list[asyncio.AbstractEventLoop] = []
    thread = threading.Thread(target=asyncio.run, args=(serve(),))
    thread.start()
    ready.wait()
    try:
        yield f"{address.url}play"
    finally:
        loops[0].call_soon_threadsafe(end.set)
        thread.join()


@contextmanager
def opened(browser: Browser, url: str, **wishes: Any) -> Iterator[Page]:
    """Open the page; nothing may break on it, act against its policy, or jump."""
    context = browser.new_context(**wishes)
    context.set_default_timeout(PATIENCE_MS)
    noticed: list[str] = []
    try:
        context.add_init_script(SHIFTS)
        page = context.new_page()
        page.on("pageerror", lambda error: noticed.append(str(error)))
        page.on("console", lambda said: noticed.append(said.text))
        page.goto(url)
        yield page
        refused = "Failed to load resource"  # what is refused is told on the page itself
        assert [each for each in noticed if not each.startswith(refused)] == []
        assert page.evaluate("window.shifted") < 0.02
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    finally:
        context.close()


def wait_for(page: Page, part: str, words: str) -> str:
    page.locator(f"#{part}").filter(has_text=re.compile(words)).wait_for()
    return page.locator(f"#{part}").inner_text()


def discs(page: Page) -> int:
    label = page.locator("#board svg.drawing").get_attribute("aria-label") or ""
    return len(re.findall(r"\b[RY]\b", label))


def test_a_whole_game_by_clicks_then_its_review(browser: Browser, url: str) -> None:
    with opened(browser, f"{url}?moves=001122&opponent=bitboard") as page:
        page.get_by_role("button", name="New game").click()
        wait_for(page, "said", "Your turn: you are RED")
        page.get_by_role("button", name="Hint").click()
        wait_for(page, "note", "Ask again to see where")
        page.get_by_role("button", name="Column 6").click()
        wait_for(page, "said", "bitboard.py played column 3, after .* s.*Your turn")
        page.get_by_role("button", name="Undo").click()
        wait_for(page, "said", "^Your turn")
        assert discs(page) == 6
        page.get_by_role("button", name="Column 3").click()
        assert wait_for(page, "said", "win") == "You win, after 7 plies."
        assert page.locator("#board .four-mark").count() == 1
        assert "nothing" in wait_for(page, "review", "What each move gave away")
        page.get_by_role("button", name="First").click()
        wait_for(page, "steps", "6 / 7")
        assert discs(page) == 6


def test_a_game_by_keys_alone_against_ones_own_file_which_fails(browser: Browser, url: str) -> None:
    with opened(browser, url, viewport={"width": 390, "height": 844}) as page:
        page.get_by_label("Start after").press("Enter")
        wait_for(page, "said", "Your turn")
        page.keyboard.press("6")
        wait_for(page, "said", "mine.py played column 0")
        page.locator("#column-2").focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        said = wait_for(page, "said", "win")
        assert said == "mine.py gives no move. You win, after 3 plies."
        assert "KeyError: 3 (line 3)" in wait_for(page, "note", "Why mine.py gave no move")
        wait_for(page, "steps", "3 / 3")
        assert page.evaluate("document.activeElement.id") == "column-3"
        page.keyboard.press("ArrowLeft")
        wait_for(page, "steps", r"2 / 3\s+Ply 2, mine\.py: column 0\.")
        assert discs(page) == 2
        page.keyboard.press("End")
        wait_for(page, "steps", "3 / 3")


def test_two_copies_show_one_game(browser: Browser, url: str) -> None:
    with opened(browser, url) as page, opened(browser, url) as other:
        page.get_by_role("button", name="New game").click()
        wait_for(other, "said", "Your turn")
        other.get_by_role("button", name="Column 1").click()
        wait_for(page, "said", "mine.py played column 0")
        other.get_by_label("Start after").fill("0011223")
        other.get_by_role("button", name="New game").click()
        wait_for(other, "trouble", "the game is over after these moves")
        assert (discs(page), discs(other)) == (2, 2)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_game_is_read_without_hindrance(browser: Browser, url: str, scheme: str) -> None:
    with opened(browser, url, bypass_csp=True, color_scheme=scheme) as page:
        page.add_script_tag(content=axe())
        for at, done in (("New game", "Your turn"), ("Column 1", "played"), ("Leave", "You left")):
            page.get_by_role("button", name=at).click()
            wait_for(page, "said", done)
        wait_for(page, "review", "Gave away")
        found = page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
        assert [each["id"] for each in found if each["impact"] in SERIOUS] == []
