"""A page is one file under a policy that lets nothing act but its own style and scripts."""

from __future__ import annotations

from pathlib import Path

import pytest

from graders.reports.pages import page
from graders.reports.pages.page import rendered
from tests.reports.pages.rules import check, digest

EVIL = "</script><img src=x onerror=alert(1)>\u202e\x00\ud800 '\"&"
TEMPLATE = """{% extends "base.html.j2" %}
{% block title %}{{ name }}{% endblock %}
{% block main %}<p title="{{ name }}">{{ name }}</p>{{ nothing }}{% endblock %}
"""


@pytest.fixture
def template(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """Put a template, a script and a style beside the shared ones."""
    for name in ("base.html.j2", "style.css"):
        (tmp_path / name).write_bytes((page._HERE / name).read_bytes())
    (tmp_path / "own.html.j2").write_text(TEMPLATE, encoding="utf-8")
    (tmp_path / "own.css").write_text("p { margin: 0 }", encoding="utf-8")
    (tmp_path / "own.js").write_text("'use strict'; document.title += 1 < 2;", encoding="utf-8")
    (tmp_path / "ends.js").write_text("'</script>'", encoding="utf-8")
    monkeypatch.setattr(page, "_HERE", tmp_path)
    for cached in (page._environment, page._inlined):
        monkeypatch.setattr(page, cached.__wrapped__.__name__, cached.__wrapped__)
    return "own.html.j2"


def test_without_scripts_none_may_act() -> None:
    root = check(rendered("base.html.j2"))
    policy = root.one("meta", **{"http-equiv": "Content-Security-Policy"}).attributes["content"]
    assert "script-src" not in str(policy)


def test_style_and_scripts_are_within_and_their_hashes_in_the_policy(template: str) -> None:
    made = rendered(template, styles=["own.css"], scripts=["own.js"], name="a", nothing="")
    root = check(made)
    assert "p{margin:0}" in made
    assert "document.title+=1<2;" in made
    assert f"script-src 'sha256-{digest(root.one('script'))}'" in made.replace("&#39;", "'")


def test_a_page_carries_only_the_rules_whose_parts_it_has(template: str) -> None:
    (page._HERE / "own.css").write_text(
        "p.one, p.two { margin: 0 } @media print { .two { margin: 0 } .six:not(.ten) { top: 0 } }"
    )
    facts = {"styles": ["own.css"], "nothing": ""}
    assert "p.one{margin:0}" in rendered(template, name="one", **facts)
    made = rendered(template, name="six", **facts)
    assert "p.one" not in made
    assert "@media print{.six:not(.ten){top:0}}" in made


def test_what_somebody_else_wrote_is_text_and_what_cannot_be_seen_is_written_out(
    template: str,
) -> None:
    root = check(rendered(template, name=EVIL, nothing=None))
    seen = "</script><img src=x onerror=alert(1)>\\u202e\\x00\\ud800 '\"&"
    paragraph = root.one("main").one("p")
    assert paragraph.text == paragraph.attributes["title"] == root.one("title").text == seen
    assert not root.all("img")


def test_a_fact_that_is_missing_is_an_error(template: str) -> None:
    import jinja2

    with pytest.raises(jinja2.UndefinedError, match="name"):
        rendered(template)


def test_a_script_that_would_end_its_element_is_refused(template: str) -> None:
    with pytest.raises(ValueError, match=r"ends\.js"):
        rendered(template, scripts=["ends.js"], name="", nothing="")
