"""Open pages in a real browser, and take note of everything that they must not do."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PROGRAMS = ("chromium", "chromium-browser")
"""What Debian and others call it; Playwright brings a driver, and no browser of its own here."""
ROOT = 0
PATIENCE_MS = 120_000
"""How long anything may take on a busy machine; what hangs ends all the same."""
WATCH = """
window.noticed = [];
for (const name of ["alert", "confirm", "prompt", "open", "fetch"]) {
  window[name] = () => { window.noticed.push(name); };
}
document.addEventListener("securitypolicyviolation", (event) => {
  window.noticed.push(`policy: ${event.violatedDirective} ${event.blockedURI}`);
});
"""
"""Is run before anything of a page, and sees what its own policy stopped."""
SERIOUS = ("serious", "critical")


@dataclass
class Visit:
    """A page that is open, and what was noticed while it was."""

    page: Page
    noticed: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def check(self) -> None:
        """Assert that the page asked for nothing but its file, and that nothing broke or acted."""
        script_ran = self.page.evaluate("window.noticed || []")
        assert self.noticed + script_ran == []
        asked = {url.partition("#")[0] for url in self.requests}
        assert all(url.startswith("file:///") and url.endswith(".html") for url in asked), asked
        assert self.page.evaluate("window.pwned") is None


def program() -> str | None:
    """Return where the browser is; None where there is none."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


def must_be_here() -> bool:
    """Tell whether a missing browser is a fault: `.ci/run` installs one where it can."""
    can_install = hasattr(os, "geteuid") and os.geteuid() == ROOT and shutil.which("apt-get")
    return bool(can_install) and os.environ.get("CI") == "true"


@contextmanager
def browsing(home: Path) -> Iterator[Browser]:
    """Start the browser, which keeps what it keeps in `home`, and end it with all its processes.

    Playwright keeps an event loop for as long: nothing else in this thread can have one.
    """
    from playwright.sync_api import sync_playwright

    found = program()
    assert found is not None
    variables = {"HOME": home, "XDG_CONFIG_HOME": home, "XDG_CACHE_HOME": home, "TMPDIR": home}
    as_root = hasattr(os, "geteuid") and os.geteuid() == ROOT
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found,
            timeout=PATIENCE_MS,
            args=["--no-sandbox"] if as_root else [],
            env={**os.environ, **{name: str(value) for name, value in variables.items()}},
        )
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def visiting(browser: Browser, path: Path, **wishes: Any) -> Iterator[Visit]:
    """Open a file in a context of its own, and check at the end that all was quiet.

    `wishes` are arguments of Playwright's `new_context`, such as `color_scheme`.
    """
    context = browser.new_context(**{"offline": True, **wishes})
    context.set_default_timeout(PATIENCE_MS)
    try:
        context.add_init_script(WATCH)
        page = context.new_page()
        visit = Visit(page)
        page.on("console", lambda message: visit.noticed.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: visit.noticed.append(f"error: {error}"))
        page.on("dialog", lambda dialog: visit.noticed.append(f"dialog: {dialog.message}"))
        page.on("request", lambda request: visit.requests.append(request.url))
        context.on("page", lambda other: visit.noticed.append(f"another page: {other.url}"))
        page.goto(path.as_uri())
        yield visit
        if wishes.get("java_script_enabled", True):
            visit.check()
    finally:
        context.close()


@cache
def axe() -> str:
    """Return the source of axe, which looks at a page as a screen reader does."""
    return (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")


def findings(browser: Browser, path: Path, **wishes: Any) -> list[str]:
    """Return what axe finds serious or critical on a page.

    The page's own policy would not let axe in, so that it is put aside here, and only here.
    """
    context = browser.new_context(bypass_csp=True, offline=True, **wishes)
    context.set_default_timeout(PATIENCE_MS)
    try:
        page = context.new_page()
        page.goto(path.as_uri())
        page.add_script_tag(content=axe())
        found = page.evaluate("axe.run({resultTypes: ['violations']})")
    finally:
        context.close()
    return [
        f"{each['id']}: {each['help']}: {[node['html'][:200] for node in each['nodes'][:3]]}"
        for each in found["violations"]
        if each["impact"] in SERIOUS
    ]
