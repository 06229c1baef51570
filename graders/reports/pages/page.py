"""Render a page that is one file and asks for nothing: style and scripts within, under a policy.

The policy (CSP) lets exactly that style and those scripts act, by their hashes. So even markup
that came in by a mistake would do nothing: no `style` attribute, no `on…` attribute, no request.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from graders.model.text import harmless

if TYPE_CHECKING:
    import jinja2

NEEDS = ("jinja2", "pages")  # the library that pages need, and the extra that brings it

_HERE = Path(__file__).parent
_STYLE = "style.css"


def rendered(
    template: str, *, styles: Sequence[str] = (), scripts: Sequence[str] = (), **facts: object
) -> str:
    """Return the page that a template of this folder, which extends `base.html.j2`, makes of facts.

    `styles` and `scripts` name files of this folder that are put into the page, the styles after
    the one that all pages share. Whatever a template writes out is escaped, and of text every
    character that is not printable is written out too, newlines and tabs apart. Raises
    `ModuleNotFoundError` where Jinja2 is not installed.
    """
    from markupsafe import Markup  # noqa: PLC0415  # comes with Jinja2, an extra

    style = "\n".join(map(_inlined, (_STYLE, *styles)))
    sources = tuple(map(_inlined, scripts))
    made = (
        _environment()
        .get_template(template)
        .render(
            facts,
            policy=policy([style], sources),
            style=Markup(style),
            scripts=tuple(map(Markup, sources)),
        )
    )
    return "".join(
        part if at % 2 else _BLANK_LINES.sub("\n", part)
        for at, part in enumerate(_AS_IT_IS.split(made))
    )


def policy(styles: Iterable[str], scripts: Iterable[str]) -> str:
    """Return the policy under which nothing acts but inline styles and scripts of these texts.

    >>> policy(["p{}"], [])
    "default-src 'none'; style-src 'sha256-gG2yISYereRMiG2lMXrbiUgi0Ubw9p7QCeWcroOvy9Y='; \
base-uri 'none'; form-action 'none'"
    """
    rules = ["default-src 'none'"]
    for what, texts in (("style-src", styles), ("script-src", scripts)):
        hashes = " ".join(f"'sha256-{_hash(text)}'" for text in texts)
        if hashes:
            rules.append(f"{what} {hashes}")
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


_AS_IT_IS = re.compile(
    r"(<pre.*?</pre>|<(?:script|style|textarea).*?</(?:script|style|textarea)>)", re.DOTALL
)
_BLANK_LINES = re.compile(r"\s*\n\s*")
_TEXT = re.compile(r'("[^"]*")')
_REMARK = re.compile(r"/\*.*?\*/", re.DOTALL)
_AROUND = re.compile(r" ?([{};,>]) ?|(?<=:) ")


def smaller_style(text: str) -> str:
    r"""Return a style without remarks and layout, as each of hundreds of pages has it within.

    >>> smaller_style('a > b { color: red; }\n/* no */ i::after { content: ": {"; }')
    'a>b{color:red;}i::after{content:": {";}'
    """
    parts = _TEXT.split(_REMARK.sub("", text))
    for at in range(0, len(parts), 2):
        parts[at] = _AROUND.sub(lambda found: found[1] or "", re.sub(r"\s+", " ", parts[at]))
    return "".join(parts).strip()


def smaller_script(text: str) -> str:
    """Return a script without whole lines of remarks and without indentation.

    Raises `ValueError` where a text goes over several lines, whose indentation counts.
    """
    lines = [line.strip() for line in text.splitlines()]
    if any(line.count("`") % 2 for line in lines):
        raise ValueError("a text in a script goes over several lines")
    return "\n".join(line for line in lines if line and not line.startswith("//"))


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
