"""Notes from a page to the ledger and back: filled in, kept, saved as one file, taken, shown."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from graders.cli import main
from tests.browser.visits import PATIENCE_MS, findings
from tests.commands.test_report import grade

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.thorough

ANSWERS = {"Ann": "return 4 + board.column_height(0)", "Bob": "return 0", "Cem": "return 0  # mine"}
CASE = "phase2/block-at-once"
LEFT = "(all) => all.map((each) => each.getBoundingClientRect().left)"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    grade(Path("round.ledger"), ANSWERS, title="Spring")
    kata("report", "round.ledger", "--out", "out")
    return tmp_path / "out"


def kata(*words: str) -> str:
    done = CliRunner().invoke(main, list(words))
    assert done.exit_code == 0, done.output
    return done.output


@contextmanager
def browsing(browser: Browser) -> Iterator[Page]:
    """Yield a page of a browser that keeps what it is given for as long; nothing may break."""
    noticed: list[str] = []
    context = browser.new_context(offline=True, accept_downloads=True)
    context.set_default_timeout(PATIENCE_MS)
    try:
        page = context.new_page()
        page.on("console", lambda message: noticed.append(message.text))
        page.on("pageerror", lambda error: noticed.append(str(error)))
        yield page
        assert noticed == []
    finally:
        context.close()


def save(page: Page, name: str) -> str:
    """Save the notes into a file of that name, and return what the page says."""
    with page.expect_download() as begun:
        page.get_by_role("button", name="Save notes").click()
    begun.value.save_as(name)
    assert begun.value.suggested_filename == "kata-notes.json"
    return page.get_by_role("status").last.inner_text()


def override(page: Page, reason: str) -> None:
    page.get_by_role("button", name="Judge a case by hand").click()
    page.locator("#note [name=case]").select_option(CASE)
    page.locator("#note [name=verdict]").select_option("accepted")
    page.locator("#note [name=reason]").fill(reason)


def test_what_is_filled_in_stays_is_saved_as_one_file_and_comes_back_from_the_ledger(
    browser: Browser, folder: Path
) -> None:
    with browsing(browser) as page:
        page.goto((folder / "candidates/bob.html").as_uri())
        page.locator("#note [name=grade]").fill("B plus")
        page.locator("#note [name=text]").fill("asked well\n</script><b>bold</b>")
        override(page, "the task was unclear")
        page.get_by_label("Tests, 1 to 4").select_option("3")
        page.get_by_label("Tests, remark").fill("two")
        page.reload()
        assert page.locator("#note [name=grade]").input_value() == "B plus"
        assert page.locator("#note [name=reason]").input_value() == "the task was unclear"
        assert "newer than the ledger" in page.get_by_role("status").last.inner_text()

        page.goto((folder / "candidates/cem.html").as_uri())
        assert page.locator("#note [name=grade]").input_value() == ""
        page.locator("#note [name=grade]").fill("C")
        page.goto((folder / "index.html").as_uri())
        by_hand = page.locator("td.hand").all_inner_texts()
        assert by_hand == ["", "B plus, 1 override, notes", "C"]
        assert "Saved notes on 2 people" in save(page, "kata-notes.json")

    assert kata("notes", "round.ledger", "kata-notes.json") == (
        "notes on 2 people: 2 grades, 1 override\n"
    )
    kata("report", "round.ledger", "--out", "out")
    with browsing(browser) as page:  # another one, which has kept nothing
        page.goto((folder / "index.html").as_uri())
        assert page.locator("td.hand").all_inner_texts() == by_hand
        page.goto((folder / "candidates/bob.html").as_uri())
        assert page.locator("#note [name=text]").input_value() == "asked well\n</script><b>bold</b>"
        assert page.get_by_label("Tests, 1 to 4").input_value() == "3"
        assert "by the grader: wrong answer" in page.inner_text(".overrides")
        assert page.inner_text(".score").split()[:3] == ["0", "of", "1"], "no point changes"
        page.locator("#note [name=grade]").fill("A")
        save(page, "later.json")
    (later,) = json.loads(Path("later.json").read_text(encoding="utf-8"))["notes"]
    assert later["note"]["grade"] == "A"
    assert later["note"]["overrides"][0]["reason"] == "the task was unclear"


def test_an_override_without_a_reason_is_not_saved_and_says_whose_it_is(
    browser: Browser, folder: Path
) -> None:
    with browsing(browser) as page:
        page.goto((folder / "candidates/bob.html").as_uri())
        override(page, "")
        page.get_by_role("button", name="Save notes").click()
        said = page.get_by_role("status").last.inner_text()
        assert said == "Not saved: Bob: an override has no reason."
        page.get_by_role("button", name="Remove").click()
        save(page, "empty.json")
    assert kata("notes", "round.ledger", "empty.json") == "nothing new; 1 was there already\n"


def test_where_the_browser_keeps_nothing_the_page_still_saves_its_own(
    browser: Browser, folder: Path
) -> None:
    with browsing(browser) as page:
        page.add_init_script(
            "Object.defineProperty(window, 'localStorage', { get() { throw new Error(); } });"
        )
        page.goto((folder / "candidates/bob.html").as_uri())
        page.locator("#note [name=grade]").fill("B")
        assert "keeps nothing" in page.get_by_role("status").last.inner_text()
        assert "Saved notes on 1 person" in save(page, "one.json")


def test_another_batch_with_the_same_files_has_notes_of_its_own(
    browser: Browser, folder: Path
) -> None:
    grade(Path("other.ledger"), {"Zoe": "return 1", **ANSWERS}, title="Autumn")
    kata("report", "other.ledger", "--out", "other")
    with browsing(browser) as page:
        page.goto((folder / "candidates/bob.html").as_uri())
        page.locator("#note [name=grade]").fill("B")
        page.goto((folder.parent / "other/candidates/bob.html").as_uri())
        assert page.locator("#note [name=grade]").input_value() == ""


def test_two_people_side_by_side_are_read_without_hindrance(browser: Browser, folder: Path) -> None:
    kata("report", "round.ledger", "--compare", "Bob", "Cem", "--out", "out")
    path = folder / "compare-bob-cem.html"
    assert findings(browser, path) == []
    with browsing(browser) as page:
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            page.goto(path.as_uri())
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            left = page.locator("article").evaluate_all(LEFT)
            assert (len(set(left)) == 2) is (width == 1280)
