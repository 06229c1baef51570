"""Hold a page to what every page promises, whatever is on it."""

from __future__ import annotations

import base64
import hashlib
import re

from tests.reports.pages.reading import Element, read

FETCHES = ("src", "srcset", "action", "formaction", "poster", "data", "ping", "background")


def check(page: str) -> Element:
    """Return the page as a tree, with all rules held."""
    assert page.startswith("<!doctype html>\n")
    assert not re.search(
        "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069]", page
    )
    page.encode()
    root = read(page)
    check_policy(root)
    check_headings(root)
    check_references(root)
    return root


def check_policy(root: Element) -> None:
    """Nothing acts but what the policy names by its hash, and nothing is asked of anywhere."""
    content = root.one("meta", **{"http-equiv": "Content-Security-Policy"}).attributes["content"]
    assert content is not None
    rules = dict(rule.split(" ", 1) for rule in content.split("; "))
    assert rules["default-src"] == "'none'"
    for tag, rule in (("style", "style-src"), ("script", "script-src")):
        hashes = [f"'sha256-{digest(each)}'" for each in root.all(tag)]
        assert rules.get(rule, "").split() == hashes
    for element in root.all():
        for name, value in element.attributes.items():
            assert not name.startswith("on"), f"<{element.tag} {name}>"
            assert name != "style", f"<{element.tag} {name}>"
            assert name not in FETCHES, f"<{element.tag} {name}>"
            if name.endswith("href"):
                assert value is not None
                assert not re.match(r"\s*[\w+.-]+:|//", value), value
    assert not root.all("iframe") + root.all("object") + root.all("base") + root.all("form")


def digest(element: Element) -> str:
    """Return the hash of what is written in an element."""
    text = "".join(child.own for child in element.children)
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def check_headings(root: Element) -> None:
    """One first heading, and none that leaves a level out."""
    levels = [int(each.tag[1]) for each in root.all() if re.fullmatch(r"h[1-6]", each.tag)]
    assert levels.count(1) <= 1
    for above, below in zip([0, *levels], levels, strict=False):
        assert below <= above + 1, levels


def check_references(root: Element) -> None:
    """Ids are there once, and what is referred to is there."""
    ids = [each.attributes["id"] for each in root.all() if "id" in each.attributes]
    assert len(ids) == len(set(ids)), sorted(each or "" for each in ids if ids.count(each) > 1)
    for element in root.all():
        for name in ("aria-labelledby", "aria-describedby", "aria-controls", "for"):
            for one in (element.attributes.get(name) or "").split():
                assert one in ids, one
        href = element.attributes.get("href") or ""
        if href.startswith("#"):
            assert href[1:] in ids, href
