"""Measure the index of a large batch in a real browser: its size, and when it can be used.

    .venv/bin/python -m tests.browser.measure

On a machine that should be idle; the goals are those of five hundred candidates with twenty cases.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING

from graders.reports.layout import grid
from graders.reports.pages.index import index_page
from tests.batches import batch_of
from tests.browser.visits import browsing

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


@dataclass(frozen=True)
class Seen:
    """Hold seconds: until the page was open and sorted, on the clock and of its own thread."""

    usable_s: float
    own_s: float
    sorting_s: float
    filtering_s: float


def looked_at(browser: Browser, path: Path) -> Seen:
    """Open the page, sort it and filter it."""
    context = browser.new_context(offline=True)
    page = context.new_page()
    devtools = context.new_cdp_session(page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    begun = time.monotonic()
    page.goto(path.as_uri())
    sorting = page.evaluate(SORTS)
    usable = time.monotonic() - begun
    metrics = devtools.send("Performance.getMetrics")["metrics"]
    own = float(next(each["value"] for each in metrics if each["name"] == "TaskDuration"))
    filtering = page.evaluate(FILTERS)
    context.close()
    return Seen(usable, own, sorting, filtering)


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
    usable, own, sorting, filtering = (
        statistics.median(getattr(each, field.name) for each in seen) for field in fields(Seen)
    )
    rows = (
        ("size of the index", f"{len(page.encode()) / 1e6:.2f} MB", "under 3 MB"),
        ("writing it", f"{made_s:.2f} s", ""),
        ("opened and sorted for the first time", f"{usable:.2f} s", "within 1.5 s"),
        ("the same, CPU time of the page's thread", f"{own:.2f} s", ""),
        ("sorting", f"{sorting:.3f} s", ""),
        ("filtering", f"{filtering:.3f} s", ""),
    )
    print(f"{CANDIDATES} candidates with {CASES} cases, median of {REPEAT}")  # noqa: T201
    print(grid(("what", "seen", "goal"), rows))  # noqa: T201


if __name__ == "__main__":
    main()
