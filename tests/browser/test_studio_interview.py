"""An interview in a real browser: started, saved in, handed in, and its summary taken away."""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from graders import grade_file
from graders.practice import run_history
from graders.practice.studio.interview import InterviewPage
from graders.practice.studio.server import Frame, Tab, listening, serving
from graders.practice.watch_session import RunOptions
from tests.browser.visits import PATIENCE_MS, SERIOUS, axe, visiting
from tests.studios import studio

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.thorough

FIRST_LEGAL = "def find_best_move(board):\n    return board.valid_moves()[0]\n"
BROKEN = "def find_best_move(board)\n    return 3\n"
ICON = "/favicon.ico"
SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const each of list.getEntries()) if (!each.hadRecentInput) window.shifts.push(each.value);
}).observe({ type: "layout-shift", buffered: true });
"""


class Rehearsal:
    """A studio with an interview alone, in a thread of its own, whose clock can be put forward."""

    def __init__(self, file: Path) -> None:
        self.skipped_s = 0.0
        self.remembered = 0
        self._file = file
        self._begun: queue.Queue[str] = queue.Queue()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)
        self._thread.start()
        self.url = self._begun.get(timeout=PATIENCE_MS / 1000)

    async def _run(self) -> None:
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        self.page = InterviewPage(
            RunOptions(self._file, "best_move", cap_s=60.0),
            Frame(self._file.name, (Tab("interview", "Interview"),)),
            remember=lambda card: setattr(self, "remembered", len(card.results)),
            now=lambda: time.monotonic() + self.skipped_s,
        )
        opened, address = listening()
        async with serving([self.page], opened, address):
            self._begun.put(f"{address.url}interview")
            await self._over.wait()
            await self.page.close()

    def save(self, source: str) -> None:
        """Save the file and grade it, as the page to work by does."""
        self._file.write_text(source)
        card = grade_file(self._file, kata="best_move", case="phase2/*")
        self._loop.call_soon_threadsafe(self.page.graded, card)

    def end(self) -> None:
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join(PATIENCE_MS / 1000)
        assert not self._thread.is_alive()


@contextmanager
def rehearsing(file: Path) -> Iterator[Rehearsal]:
    rehearsal = Rehearsal(file)
    try:
        yield rehearsal
    finally:
        rehearsal.end()


@contextmanager
def looking(browser: Browser, rehearsal: Rehearsal, **wishes: Any) -> Iterator[Page]:
    """Open the page; nothing may break, and nobody else may be asked."""
    noticed: list[str] = []
    context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **wishes})
    context.set_default_timeout(PATIENCE_MS)
    own = rehearsal.url.removesuffix("interview")
    try:
        context.add_init_script(SHIFTS)
        page = context.new_page()
        page.on(
            "console", lambda message: noticed.append(f"{message.text} {message.location['url']}")
        )
        page.on("pageerror", lambda error: noticed.append(str(error)))
        page.on(
            "request",
            lambda asked: None if asked.url.startswith(own) else noticed.append(asked.url),
        )
        page.goto(rehearsal.url)
        yield page
        # An icon is asked for only where a test puts the page's own policy aside.
        assert [each for each in noticed if not each.endswith(ICON)] == []
    finally:
        context.close()


def clock(page: Page, text: str) -> None:
    """Wait until the clock shows that."""
    page.get_by_role("timer").filter(has_text=text).wait_for()


def hand_in(page: Page) -> None:
    page.get_by_text("Hand in", exact=True).press("Enter")
    page.get_by_role("button", name="Yes, hand it in").press("Enter")


def test_an_interview_is_gone_through_by_keyboard_and_its_summary_kept(
    browser: Browser, tmp_path: Path
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(FIRST_LEGAL)
    with rehearsing(file) as rehearsal, looking(browser, rehearsal) as page:
        page.get_by_role("radio", name="60 minutes").check()
        page.get_by_role("button", name="Start the clock").press("Enter")
        clock(page, "60 min")
        assert page.evaluate("document.activeElement.textContent") == "Hand in"
        with looking(browser, rehearsal, viewport={"width": 390, "height": 844}) as small:
            clock(small, "60 min")
            rehearsal.skipped_s = 600.0
            clock(small, "50 min")
            rehearsal.save(FIRST_LEGAL + "# again\n")
            small.locator("#saves", has_text="of 3").wait_for()
            assert small.evaluate("document.documentElement.scrollWidth") == 390
            assert sum(small.evaluate("window.shifts")) < 0.01
        page.reload()
        clock(page, "50 min")
        page.locator("#saves th", has_text="11").wait_for()
        hand_in(page)
        page.get_by_role("heading", name="The interview is over").wait_for()
        assert page.evaluate("document.activeElement.textContent") == "The interview is over"
        assert rehearsal.remembered == 152
        hidden = page.locator("tr", has_text="each case mirrored, with the colours swapped")
        assert "of 114" in hidden.inner_text()
        assert "of 31" in page.locator("tr", has_text="the stretch suite phase4").inner_text()
        with page.context.expect_page() as opened:
            page.get_by_role("link", name="Open it").click()
        opened.value.get_by_role("heading", name="How the interview went").wait_for()
        with page.expect_download() as begun:
            page.get_by_role("link", name="Download the summary").press("Enter")
        kept = tmp_path / begun.value.suggested_filename
        begun.value.save_as(kept)
    assert kept.name.startswith("interview-mine-")
    with visiting(browser, kept) as visit:
        visit.page.get_by_role("img", name="minute 11: ").wait_for()
        visit.page.get_by_role("heading", name="The first miss").wait_for()
        visit.page.get_by_role("heading", name="Questions worth asking next").wait_for()
        assert visit.page.locator("#first svg.drawing").count()
        assert "# again" in visit.page.locator("#file").inner_text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_time_is_up_and_a_screen_reader_finds_nothing_serious(
    browser: Browser, tmp_path: Path, scheme: str
) -> None:
    def check() -> None:
        found = page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
        assert [each for each in found if each["impact"] in SERIOUS] == []

    file = tmp_path / "mine.py"
    file.write_text(BROKEN)
    wishes = {"bypass_csp": True, "color_scheme": scheme}
    with rehearsing(file) as rehearsal, looking(browser, rehearsal, **wishes) as page:
        page.add_script_tag(content=axe())
        check()
        page.get_by_role("button", name="Start the clock").click()
        rehearsal.save(BROKEN)
        page.locator("#saves", has_text="load error").wait_for()
        check()
        rehearsal.skipped_s = 2500.0
        clock(page, ":")
        page.get_by_role("status").filter(has_text="Five minutes left").wait_for()
        rehearsal.skipped_s = 2700.0
        page.get_by_role("heading", name="The interview is over").wait_for()
        page.get_by_text("45 min of 45 minutes, until the time was up").wait_for()
        check()
        page.get_by_role("button", name="Another interview").click()
        page.get_by_role("link", name="Download its summary").wait_for()


def test_while_it_goes_on_the_page_to_work_by_keeps_answers_and_hints_to_itself(
    browser: Browser, tmp_path: Path
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(FIRST_LEGAL)
    with studio(file, "--kata", "best_move") as running:
        context = browser.new_context()
        context.set_default_timeout(PATIENCE_MS)
        page, work = context.new_page(), context.new_page()
        work.goto(running.url)
        work.get_by_role("button", name="Reveal the answer").wait_for()
        page.goto(f"{running.url}interview")
        page.get_by_role("button", name="Start the clock").click()
        clock(page, "45 min")
        work.get_by_role("button", name="Reveal the answer").wait_for(state="detached")
        file.write_text(FIRST_LEGAL + "# saved\n")
        page.locator("#saves", has_text="of 7").wait_for()
        work.get_by_role("button", name="Hint").click()
        work.locator("#said", has_text="no hints during an interview").wait_for()
        file.write_text(BROKEN)
        hand_in(page)
        page.get_by_role("heading", name="The interview is over").wait_for()
        runs = run_history.graded_runs(file, folder=tmp_path / "state")
        assert 152 in [len(run.cases) for run in runs]
        page.get_by_role("button", name="Another interview").click()
        page.get_by_role("button", name="Start the clock").click()
        file.write_text(FIRST_LEGAL)
        hand_in(page)
        page.locator("#progress", has_text="of 152 cases").wait_for()
        running.press("q")
        assert running.ends() == (0, "")
        context.close()
