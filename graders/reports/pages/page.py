"""Render a page that is one file and asks for nothing: style and scripts within, under a policy.

The policy (CSP) lets exactly that style and those scripts act, by their hashes. So even markup
that came in by a mistake would do nothing: no `style` attribute, no `on…` attribute, no request.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from graders.model.text import harmless
from graders.reports.pages.smaller import smaller_markup, smaller_script, smaller_style, style_of

if TYPE_CHECKING:
    import jinja2

NEEDS = ("jinja2", "pages")  # the library that pages need, and the extra that brings it

_HERE = Path(__file__).parent
_SHARED_STYLE = "style.css"
_POLICY, _STYLE = "(the policy)", "(the style)"
"""Stand, before anything that is not ours, for what is known once the rest of the page is."""


def rendered(
    template: str,
    *,
    styles: Sequence[str] = (),
    scripts: Sequence[str] = (),
    live: bool = False,
    **facts: object,
) -> str:
    """Return the page that a template of this folder, which extends `base.html.j2`, makes of facts.

    `styles` and `scripts` name files of this folder that are put into the page, the styles after
    the one that all pages share. Whatever a template writes out is escaped, and of text every
    character that is not printable is written out too, newlines and tabs apart. A `live` page may
    ask its own server for `fragment`s, so it has the whole style. Raises `ModuleNotFoundError`
    where Jinja2 is not installed.
    """
    from markupsafe import Markup  # noqa: PLC0415  # comes with Jinja2, an extra

    script = "\n".join(map(_inlined, scripts))
    made = smaller_markup(
        _environment()
        .get_template(template)
        .render(facts, policy=_POLICY, style=_STYLE, script=Markup(script))
    )
    style = "".join(map(_inlined, (_SHARED_STYLE, *styles)))
    style = style if live else style_of(made, style)
    before, between, after = re.split(f"{re.escape(_POLICY)}|{re.escape(_STYLE)}", made, maxsplit=2)
    return "".join((before, policy(style, script, live=live), between, style, after))


def fragment(template: str, **facts: object) -> str:
    """Return what a template of this folder makes of facts, to be put into a live page."""
    return smaller_markup(_environment().get_template(template).render(facts))


def policy(style: str, script: str, *, live: bool = False) -> str:
    """Return the policy under which nothing acts but an inline style and script of these texts.

    A `live` page may ask the server that it came from, and no other.

    >>> policy("p{}", "")
    "default-src 'none'; style-src 'sha256-gG2yISYereRMiG2lMXrbiUgi0Ubw9p7QCeWcroOvy9Y='; \
base-uri 'none'; form-action 'none'"
    """
    rules = ["default-src 'none'"]
    for what, text in (("style-src", style), ("script-src", script)):
        if text:
            rules.append(f"{what} 'sha256-{_hash(text)}'")
    if live:
        rules.append("connect-src 'self'")
    return "; ".join([*rules, "base-uri 'none'", "form-action 'none'"])


def _hash(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


@functools.cache
def _inlined(name: str) -> str:
    text = (_HERE / name).read_text(encoding="utf-8")
    if "</" in text or "<!--" in text:
        raise ValueError(f"{name} holds what would end its element")
    if not text.isascii():
        raise ValueError(f"{name} is not in ASCII, so its hash hangs on the page's encoding")
    return smaller_style(text) if name.endswith(".css") else smaller_script(text)


@functools.cache
def _environment() -> jinja2.Environment:
    import jinja2  # noqa: PLC0415  # an extra, and only pages need it

    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(_HERE),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def _shown(value: object) -> object:
    if hasattr(value, "__html__"):
        return value
    return "" if value is None else harmless(str(value))
