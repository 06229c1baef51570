"""The index of a batch in a real browser: it sorts, it filters, and it does nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from graders.model.notes import Note
from graders.reports.pages.file_names import file_names
from graders.reports.pages.index import index_page
from graders.reports.pages.site import Site, likenesses_page
from tests.batches import batch_of, with_pairs
from tests.browser.visits import findings, visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.thorough

CANDIDATES, CASES = 98, 20


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the index and the likenesses of a batch put together by hand."""
    made = tmp_path_factory.mktemp("pages")
    batch = with_pairs(batch_of(CANDIDATES, CASES), (0, 1), (2, 5))
    pages = [f"candidates/{name}" for name in file_names([e.candidate for e in batch.entries])]
    index = index_page(batch, pages, "likeness.html")
    (made / "index.html").write_text(index, encoding="utf-8")
    likenesses = likenesses_page(batch, pages, "index.html")
    (made / "likeness.html").write_text(likenesses, encoding="utf-8")
    return made


@pytest.fixture
def index(folder: Path) -> Path:
    return folder / "index.html"


def column(page: Page, head: str) -> list[str]:
    """Return the texts of a column, from top to bottom, of the rows that are shown."""
    texts: list[str] = page.evaluate(
        """(head) => {
            const board = document.getElementById("board");
            const heads = [...board.tHead.rows[0].cells];
            const at = heads.findIndex((cell) => cell.textContent.trim() === head);
            return [...board.tBodies[0].rows].filter((row) => !row.hidden)
                .map((row) => row.cells[at].innerText.trim());
        }""",
        head,
    )
    return texts


def sorted_by(page: Page) -> list[tuple[str, str]]:
    found: list[list[str]] = page.evaluate(
        """[...document.querySelectorAll("#board th[aria-sort]")]
           .map((head) => [head.innerText.trim(), head.getAttribute("aria-sort")])"""
    )
    return [(head, direction) for head, direction in found]


def test_it_sorts_by_a_click_and_the_other_way_round_by_a_second(
    browser: Browser, index: Path
) -> None:
    with visiting(browser, index) as visit:
        page = visit.page
        assert sorted_by(page) == [("Place", "ascending")]
        in_order = column(page, "Candidate")
        page.click("#board th >> text=Candidate")
        assert column(page, "Candidate") == sorted(in_order)
        assert sorted_by(page) == [("Candidate", "ascending")]
        page.click("#board th >> text=Candidate")
        assert column(page, "Candidate") == sorted(in_order, reverse=True)
        assert sorted_by(page) == [("Candidate", "descending")]
        page.click("#board th >> text=Place")
        assert column(page, "Candidate") == in_order


def test_numbers_sort_as_numbers_the_greatest_first_and_what_is_missing_comes_last(
    browser: Browser, index: Path
) -> None:
    with visiting(browser, index) as visit:
        page = visit.page
        for head in ("Slowest case", "Score"):
            page.click(f"#board th >> text={head}")
            texts = column(page, head)
            numbers = [int(text.split()[0].split("/")[0]) for text in texts if text]
            assert numbers == sorted(numbers, reverse=True)
            assert texts[len(numbers) :] == [""] * (CANDIDATES - len(numbers)) != []
            page.click(f"#board th >> text={head}")
            assert column(page, head)[-1] == ""


def test_keys_alone_sort_and_filter(browser: Browser, index: Path) -> None:
    with visiting(browser, index) as visit:
        page = visit.page
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.name") == "text":
                break
        page.keyboard.type("candidate 01")
        assert len(column(page, "Candidate")) == 10
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.textContent") == "Candidate":
                break
        page.keyboard.press("Enter")
        assert sorted_by(page) == [("Candidate", "ascending")]
        page.keyboard.press("Space")
        assert sorted_by(page) == [("Candidate", "descending")]
        assert column(page, "Candidate")[0] == "candidate 019"


def test_it_filters_by_text_rung_and_verdict_and_says_how_many_are_left(
    browser: Browser, index: Path
) -> None:
    with visiting(browser, index) as visit:
        page = visit.page
        shown = page.locator("#shown")
        assert shown.inner_text() == f"{CANDIDATES} of {CANDIDATES} shown"
        page.get_by_label("Rung").select_option("alpha-beta")
        assert set(column(page, "Rung")) == {"alpha-beta"}
        page.get_by_label("With a case").select_option("time limit exceeded")
        assert all("T" in strip for strip in column(page, "Cases"))
        assert set(column(page, "Rung")) == {"alpha-beta"}
        left = len(column(page, "Rung"))
        assert 0 < left < CANDIDATES / 5
        assert shown.inner_text() == f"{left} of {CANDIDATES} shown"
        page.get_by_label("Candidate").fill("nobody is called that")
        assert column(page, "Candidate") == []
        page.get_by_role("button", name="Show all").click()
        assert len(column(page, "Candidate")) == CANDIDATES
        page.get_by_label("With a case").select_option("not graded")
        assert column(page, "To look at") == ["not graded: the machine that had it is gone"]


def test_back_from_a_candidate_the_choice_is_still_there(browser: Browser, index: Path) -> None:
    with visiting(browser, index) as visit:
        page = visit.page
        page.get_by_label("Rung").select_option("naive minimax")
        page.click("#board th >> text=Score")
        page.click("#board th >> text=Score")
        before = column(page, "Candidate")
        page.goto((index.parent / "likeness.html").as_uri())
        page.go_back()
        assert column(page, "Candidate") == before
        assert sorted_by(page) == [("Score", "ascending")]


def test_without_script_all_of_it_is_there_in_the_leaderboards_order(
    browser: Browser, index: Path
) -> None:
    with visiting(browser, index, java_script_enabled=False) as visit:
        page = visit.page
        assert not page.locator("#filter").is_visible()
        assert page.locator("#board button").count() == 0
        rows = page.locator("#board tbody tr").all_inner_texts()
        assert len(rows) == CANDIDATES
        assert rows[0].split()[:3] == ["1", "candidate", "000"]
        assert rows[-1].endswith("the machine that had it is gone")


@pytest.mark.parametrize("width", [400, 1280])
@pytest.mark.parametrize("name", ["index.html", "likeness.html"])
def test_no_page_is_wider_than_the_window(
    browser: Browser, folder: Path, name: str, width: int
) -> None:
    with visiting(browser, folder / name, viewport={"width": width, "height": 800}) as visit:
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= width


CUT_OFF = """() => [...document.querySelectorAll(".board th, .board td, .board td *")]
    .filter((each) => each.offsetParent)
    .map((each) => each.getBoundingClientRect())
    .filter((box) => box.left < 0 || box.right > document.documentElement.clientWidth).length"""


@pytest.fixture(scope="module")
def of_two_katas(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an index with all that a row can have, of two katas, one with many cases."""
    batch = batch_of(12, 94)
    note = Note("2026-01-01T10:00:00.000Z", "x", "a grade that is long, with a remark in it")
    entries = [
        replace(
            entry,
            candidate=entry.candidate if number else "Featherstonehaugh-Cholmondeley" * 2,
            note=note,
            scorecard=entry.scorecard
            and replace(entry.scorecard, kata=("best_move", "operations")[number % 2]),
        )
        for number, entry in enumerate(batch.entries)
    ]
    batch = with_pairs(replace(batch, entries=tuple(entries), key="k"), (0, 1), (2, 5))
    path = tmp_path_factory.mktemp("mixed") / "index.html"
    path.write_text(dict(Site(batch).pages())["index.html"], encoding="utf-8")
    return path


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_of_a_row_is_cut_off_and_people_are_on_the_first_screen(
    browser: Browser, of_two_katas: Path, width: int
) -> None:
    assert findings(browser, of_two_katas) == []
    with visiting(browser, of_two_katas, viewport={"width": width, "height": 800}) as visit:
        page = visit.page
        assert page.evaluate(CUT_OFF) == 0
        assert page.locator(".board").count() == 2
        first = page.locator(".board tbody th").first.bounding_box()
        assert first is not None
        assert first["y"] + first["height"] < 800


def test_the_heads_stay_above_the_rows_that_pass_below_them(browser: Browser, index: Path) -> None:
    with visiting(browser, index, viewport={"width": 1280, "height": 800}) as visit:
        covered = visit.page.evaluate(
            """() => {
                const heads = [...document.querySelectorAll("#board thead th")];
                const found = [];
                for (let at = 0; at < 120; at += 10) {
                    scrollTo(0, 900 + at);
                    for (const head of heads) {
                        const box = head.getBoundingClientRect();
                        const top = document.elementFromPoint(box.x + 4, box.y + box.height / 2);
                        if (!head.contains(top)) found.push(head.textContent);
                    }
                }
                return found;
            }"""
        )
        assert covered == []


def test_on_paper_the_columns_keep_their_heads_and_the_filter_is_gone(
    browser: Browser, index: Path
) -> None:
    with visiting(browser, index, viewport={"width": 680, "height": 1001}) as visit:
        page = visit.page
        page.emulate_media(media="print")
        heads = page.locator("#board thead th")
        assert all(head.inner_text().strip() for head in heads.all())
        assert not page.locator("#filter").is_visible()
        assert page.evaluate("document.getElementById('board').scrollWidth") <= 680
