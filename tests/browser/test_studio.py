"""`kata studio` in a real browser: what somebody sees and does on the page to work by."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

import pytest

from graders.practice import run_history
from tests.browser.visits import PATIENCE_MS, SERIOUS, axe
from tests.studios import HANGS_AFTER_S, Studio, studio

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.thorough

ANSWERS = """
def find_best_move(board):
    heights = "".join(str(board.column_height(column)) for column in range(7))
    known = {"1202211": 2, "0113120": 0, "1112100": 5, "0121300": 4, "1243111": 1}
    return known.get(heights, {"4024130": 0, "2106024": 2}.get(heights, 3))
"""
"""Is right in three cases of seven; in mate-in-7 it plays column 0, where column 5 wins."""
ONE_MORE = ANSWERS.replace('"4024130": 0', '"4024130": 5')
SLOW = "import time\n\n\ndef find_best_move(board):\n    time.sleep(50)\n"
SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const each of list.getEntries()) if (!each.hadRecentInput) window.shifts.push(each.value);
}).observe({ type: "layout-shift", buffered: true });
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KATA_STATE", str(tmp_path / "state"))
    found = tmp_path / "mine.py"
    found.write_text(ANSWERS)
    return found


@contextmanager
def looking(browser: Browser, running: Studio, **wishes: Any) -> Iterator[Page]:
    """Open the page of a studio; nothing may break, and nobody else may be asked."""
    noticed: list[str] = []
    context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **wishes})
    context.set_default_timeout(PATIENCE_MS)
    try:
        context.add_init_script(SHIFTS)
        page = context.new_page()
        if "bypass_csp" not in wishes:  # or else it asks for an icon too
            page.on("console", lambda message: noticed.append(message.text))
        page.on("pageerror", lambda error: noticed.append(str(error)))
        page.on("dialog", lambda dialog: noticed.append(dialog.message))
        page.on("request", lambda asked: None if own(asked.url) else noticed.append(asked.url))

        def own(url: str) -> bool:
            return url.startswith(running.url)

        page.goto(running.url)
        yield page
        assert noticed == []
    finally:
        context.close()


@contextmanager
def in_two_pieces(html: str, after: str) -> Iterator[str]:
    """Serve a page at the address that is yielded, with a pause after the first `after`."""

    closed = Event()

    class Pieces(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            kind = "text/html; charset=utf-8" if self.path == "/work" else "text/event-stream"
            self.send_header("Content-Type", kind)
            self.end_headers()
            if self.path != "/work":
                closed.wait(HANGS_AFTER_S)
                return
            first, end, rest = html.partition(after)
            self.wfile.write((first + end).encode())
            closed.wait(0.3)  # long enough to be painted
            self.wfile.write(rest.encode())

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Pieces)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/work"
    finally:
        closed.set()
        server.shutdown()
        server.server_close()


def graded(page: Page, points: int) -> None:
    """Wait until a run with so many points has ended."""
    page.locator("#status", has_text=f"{points} of 7").wait_for()


def test_the_page_follows_the_file_wherever_it_is_open(browser: Browser, file: Path) -> None:
    with studio(file) as running, looking(browser, running) as page:
        graded(page, 3)
        assert page.locator("h2").first.inner_text().startswith("First miss: phase3/mate-in-3#1")
        with looking(browser, running, viewport={"width": 390, "height": 844}) as small:
            graded(small, 3)
            file.write_text(SLOW)
            for each in (page, small):
                each.locator(".light.running", has_text="…").first.wait_for()
            for each in (page, small):
                each.locator(".head", has_text="time limit exceeded").wait_for()
            file.write_text(ONE_MORE)
            for each in (page, small):
                graded(each, 4)
                each.get_by_text("Since the last run: mate-in-7 now accepted").wait_for()
                assert each.locator("#strip button").count() == 2
            assert small.evaluate("document.documentElement.scrollWidth") == 390
            assert sum(small.evaluate("window.shifts")) < 0.01
        assert page.evaluate("document.documentElement.scrollHeight") <= 800
        assert sum(page.evaluate("window.shifts")) < 0.01


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_jumps_where_a_browser_is_slow(browser: Browser, file: Path, width: int) -> None:
    with studio(file) as running, looking(browser, running) as page:
        graded(page, 3)
        page.get_by_role("button", name=": 3 of 7 points").wait_for()  # the run is over
        page.set_viewport_size({"width": width, "height": 800})
        slowed = page.context.new_cdp_session(page)
        slowed.send("Emulation.setCPUThrottlingRate", {"rate": 60})  # it paints before scripts act
        page.reload()
        graded(page, 3)
        page.locator(".stepping").wait_for()
        assert sum(page.evaluate("window.shifts")) < 0.01


def test_nothing_jumps_while_the_page_comes_in_two_pieces(browser: Browser, file: Path) -> None:
    with studio(file) as running, looking(browser, running) as page:
        graded(page, 3)
        whole = page.request.get(page.url).text()
        with in_two_pieces(whole, after="</h2>") as url:
            slow = page.context.new_page()
            slow.set_viewport_size({"width": 390, "height": 800})
            slow.goto(url)
            slow.locator(".stepping").wait_for()
            assert sum(slow.evaluate("window.shifts")) < 0.01


def test_a_miss_is_stepped_through_revealed_and_played_on_from(
    browser: Browser, file: Path
) -> None:
    with studio(file) as running, looking(browser, running) as page:
        graded(page, 3)
        page.get_by_role("button", name="mate-in-7: missed").press("Enter")
        page.locator("h2", has_text="mate-in-7").wait_for()
        board, counter = page.locator("#board"), page.locator(".counter")
        assert counter.inner_text() == "1 / 18"
        for key, at in (("ArrowRight", 2), ("End", 18), ("Home", 0), ("ArrowRight", 1)):
            (page.locator(".stepper") if key in ("End", "Home") else page.locator("body")).press(
                key
            )
            assert counter.inner_text() == f"{at} / 18"
        assert "5" not in (board.get_by_role("status").inner_text())
        assert "winning line" not in board.inner_text()
        page.get_by_role("button", name="Reveal the answer").press("Enter")
        board.get_by_text("RED is to move; column 5 wins in 7 plies.").wait_for()
        assert counter.inner_text() == "1 / 7"
        page.get_by_role("button", name="Hide the answer").click()
        page.locator("h4", has_text="The refutation of column 0").wait_for()

        page.get_by_role("button", name="Play column 5").press("Enter")
        board.get_by_text("The win is still there: 5 plies.").wait_for()
        page.get_by_role("button", name="Undo").click()
        board.get_by_text("Taken back.").wait_for()
        page.get_by_role("button", name="Play column 0").click()
        board.get_by_text("That gave it away: best play now loses").wait_for()
        page.get_by_role("button", name="Back to the case").click()
        page.locator("h4", has_text="The refutation of column 0").wait_for()


def test_hints_are_counted_and_a_version_is_put_back(browser: Browser, file: Path) -> None:
    with studio(file) as running, looking(browser, running) as page:
        graded(page, 3)
        page.get_by_role("button", name="Hint").click()
        page.locator("#said", has_text="hint 1 of 3: ").wait_for()
        assert len(run_history.hints(file)) == 1
        file.write_text(ONE_MORE)
        graded(page, 4)
        page.locator("#strip button").nth(1).wait_for()
        page.get_by_role("button", name=": 3 of 7 points").click()
        page.locator(".diff", has_text='"4024130": 5').wait_for()
        page.get_by_role("button", name="Put this version back").click()
        assert file.read_text() == ONE_MORE, "somebody has to say so twice"
        page.get_by_role("button", name="Yes, put it back").click()
        graded(page, 3)
        assert file.read_text() == ANSWERS
        page.locator("#strip button").nth(2).wait_for()

        file.write_text(SLOW)
        page.locator(".light.running").first.wait_for()
        page.get_by_role("button", name=": 4 of 7 points").click()
        page.get_by_text("was not graded to the end").wait_for()
        assert page.get_by_role("button", name="Put this version back").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_screen_reader_finds_nothing_serious(browser: Browser, file: Path, scheme: str) -> None:
    def check(page: Page) -> None:
        found = page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
        assert [each for each in found if each["impact"] in SERIOUS] == []

    wishes = {"bypass_csp": True, "color_scheme": scheme}
    with studio(file) as running, looking(browser, running, **wishes) as page:
        graded(page, 3)
        page.add_script_tag(content=axe())
        check(page)
        page.get_by_role("button", name="mate-in-7: missed").click()
        page.locator("h2", has_text="mate-in-7").wait_for()
        page.get_by_role("button", name="Play column 5").click()
        page.get_by_text("The win is still there").wait_for()
        check(page)
        page.locator("#strip button").first.click()
        page.get_by_text("The file is just this version now.").wait_for()
        check(page)


def test_what_is_printed_and_raised_is_shown(browser: Browser, file: Path) -> None:
    file.write_text("def find_best_move(board):\n    print('<b>here')\n    return [][3]\n")
    with studio(file) as running, looking(browser, running) as page:
        graded(page, 0)
        page.locator("pre", has_text="line 3, in find_best_move").wait_for()
        page.get_by_text("What it wrote to stdout").click()
        assert page.locator("details pre", has_text="<b>here").is_visible()
        file.write_text("def find_best_move(board:\n")
        page.locator("pre", has_text="line 1").wait_for()


def test_a_class_is_shown_by_its_steps(browser: Browser, file: Path) -> None:
    file.write_text(
        "def solution(rows, cols, k, operations):\n    return [0 for _ in operations]\n"
    )
    with studio(file) as running, looking(browser, running) as page:
        page.locator("#status", has_text="0 of 88").wait_for()
        page.locator("tr.at", has_text="drop 0 1").wait_for()
        assert page.locator(".columns").count() == 0
        page.get_by_role("button", name="example-2: missed").click()
        page.locator("h2", has_text="example-2").wait_for()


def test_the_end_is_said_on_the_page_and_leaves_nothing(browser: Browser, file: Path) -> None:
    file.write_text(SLOW)
    with studio(file, "--cap", "60") as running, looking(browser, running) as page:
        page.locator(".light.running").wait_for()
        running.press("q")
        assert running.ends() == (0, "")
        page.locator("#trouble", has_text="The studio has ended").wait_for()


def test_a_page_that_is_gone_changes_nothing(browser: Browser, file: Path) -> None:
    with studio(file) as running:
        with looking(browser, running) as page:
            graded(page, 3)
        file.write_text(ONE_MORE)
        with looking(browser, running) as page:
            graded(page, 4)
        running.press("\x03")
        assert running.ends() == (130, "")
