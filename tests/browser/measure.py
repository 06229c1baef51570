"""Measure the index of a large batch in a real browser: its size, and when it can be used.

    .venv/bin/python -m tests.browser.measure

On a machine that should be idle; the goals are those of five hundred candidates with twenty cases.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from graders.reports.pages.index import index_page
from graders.reports.tables import grid
from tests.batches import batch_of
from tests.browser.visits import browsing, visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CANDIDATES, CASES = 500, 20
REPEAT = 5
SORTS = """() => {
    const begun = performance.now();
    document.querySelectorAll("#board th button")[2].click();
    document.getElementById("board").getBoundingClientRect();
    return (performance.now() - begun) / 1000;
}"""
"""Sorts by the score and lays the page out anew, and returns the seconds that took."""
FILTERS = """() => {
    const begun = performance.now();
    const field = document.querySelector("#filter input");
    field.value = "candidate 04";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    document.getElementById("board").getBoundingClientRect();
    return (performance.now() - begun) / 1000;
}"""


def looked_at(browser: Browser, path: Path) -> tuple[float, float, float]:
    """Open the page, sort it and filter it; return the seconds of each, the first sort within."""
    begun = time.monotonic()
    with visiting(browser, path) as visit:
        sorting = visit.page.evaluate(SORTS)
        usable = time.monotonic() - begun
        return usable, sorting, visit.page.evaluate(FILTERS)


def main() -> None:
    """Print the figures."""
    batch = batch_of(CANDIDATES, CASES)
    begun = time.monotonic()
    names = [f"candidates/candidate-{number:03}.html" for number in range(CANDIDATES)]
    page = index_page(batch, names, "likeness.html")
    made_s = time.monotonic() - begun
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "index.html")
        path.write_text(page, encoding="utf-8")
        with browsing(Path(folder)) as browser:
            looked_at(browser, path)  # the first page of a browser is slow, whatever is on it
            seen = [looked_at(browser, path) for _ in range(REPEAT)]
    usable, sorting, filtering = (statistics.median(each) for each in zip(*seen, strict=True))
    rows = (
        ("size of the index", f"{len(page.encode()) / 1e6:.2f} MB", "under 3 MB"),
        ("writing it", f"{made_s:.2f} s", ""),
        ("opened and sorted for the first time", f"{usable:.2f} s", "within 1.5 s"),
        ("sorting", f"{sorting:.3f} s", ""),
        ("filtering", f"{filtering:.3f} s", ""),
    )
    print(f"{CANDIDATES} candidates with {CASES} cases, median of {REPEAT}")  # noqa: T201
    print(grid(("what", "seen", "goal"), rows))  # noqa: T201


if __name__ == "__main__":
    main()
