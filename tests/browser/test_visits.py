"""What looks at the pages sees what it should: markup that acts, requests, findings of axe."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.visits import findings, visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.thorough

HEAD = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>a</title>{}</head>'
POLICY = "<meta http-equiv='Content-Security-Policy' content=\"default-src 'none'\">"


@pytest.mark.parametrize(
    ("policy", "body"),
    [
        ("", "<script>pwned = 1</script>"),
        ("", "<svg onload='pwned = 1'></svg>"),
        ("", "<script>alert(1)</script>"),
        ("", "<script>console.log(1)</script>"),
        ("", "<script>nothing.at.all</script>"),
        ("", "<img src='https://example.org/a.png' alt='a'>"),
        (POLICY, "<svg onload='pwned = 1'></svg>"),
        (POLICY, "<p style='color: red'>a</p>"),
        (POLICY, "<img src='a.png' alt='a'>"),
    ],
)
def test_a_page_that_acts_or_asks_is_noticed(
    browser: Browser, tmp_path: Path, policy: str, body: str
) -> None:
    page = tmp_path / "page.html"
    page.write_text(HEAD.format(policy) + body, encoding="utf-8")
    with pytest.raises(AssertionError), visiting(browser, page) as visit:
        visit.page.wait_for_load_state()


def test_a_page_that_is_hard_to_read_is_noticed_whatever_its_policy(
    browser: Browser, tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    page.write_text(HEAD.format(POLICY) + "<main><button></button></main>", encoding="utf-8")
    (found,) = findings(browser, page)
    assert found.startswith("button-name: ")
