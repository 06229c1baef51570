"""A browser for the tests of this folder, and pages made by the real commands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.graded import pages_of_a_graded_batch
from tests.browser.visits import browsing, must_be_here, program
from tests.once import Once

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="package")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Start one browser for this folder, and end it before any other folder's tests."""
    if program() is None:
        if must_be_here():
            pytest.fail("there is no chromium here, which .ci/run should have installed")
        pytest.skip("there is no chromium here; on Debian: apt-get install chromium")
    with browsing(tmp_path_factory.mktemp("browser")) as started:
        yield started


@pytest.fixture(scope="package")
def site(once: Once, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder that `kata report` wrote of a batch that was graded for real."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "candidates").mkdir()
    for name, page in once("pages of a graded batch", pages_of_a_graded_batch).items():
        (folder / name).write_text(page, encoding="utf-8")
    return folder
