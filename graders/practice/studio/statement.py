"""Show the statement of a kata, which is Markdown, on a page: as much of it as statements use."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import kata as candidate_package
from graders.grading.folders import STATEMENT

if TYPE_CHECKING:
    from markupsafe import Markup

_PARTS = re.compile(r"(^```.*?^```$|\n{2,})", re.MULTILINE | re.DOTALL)
_ITEM = re.compile(r"^(?:- |\d+\. )", re.MULTILINE)
_RULE = re.compile(r"^\|[|:\s-]+\n", re.MULTILINE)
_CELL = re.compile(r"\s*(?:^\||\||\|$)\s+")
_SCROLLS = 'tabindex="0" role="group" aria-label="{}"'
_INLINE = (
    (re.compile(r"\[([^\]]*)\]\([^)]*\)"), r"\1"),  # what it leads to is not on the page
    (re.compile(r"`([^`]+)`"), r"<code>\1</code>"),
    (re.compile(r"\*\*([^*]+)\*\*"), r"<strong>\1</strong>"),
    (re.compile(r"\*([^*]+)\*"), r"<em>\1</em>"),
)


def statement_of(kata: str) -> tuple[tuple[str, Markup], ...]:
    """Return title and HTML of each section of a kata's statement; the first has no title.

    What is said of commands is left out: it is for before one begins.
    """
    from markupsafe import Markup, escape  # noqa: PLC0415  # comes with Jinja2, an extra

    place = Path(candidate_package.__file__).parent / kata / STATEMENT
    text = str(escape(place.read_text(encoding="utf-8")))
    found: list[tuple[str, list[str]]] = [("", [])]
    for part in filter(None, map(str.strip, _PARTS.split(text))):
        blocks = found[-1][1]
        if part.startswith("## "):
            found.append((part[3:], []))
        elif part.startswith("```console"):
            blocks[-1:] = []  # the paragraph that leads to the commands
        elif not part.startswith("# "):
            blocks.append(_html(part))
    return tuple((title, Markup("".join(blocks))) for title, blocks in found)


def _html(part: str) -> str:
    if part.startswith("```"):
        code = "\n".join(part.splitlines()[1:-1]).strip()
        return f"<pre {_SCROLLS.format('Code')}>\n{code}</pre>"
    for pattern, put in _INLINE:
        part = pattern.sub(put, part)
    if part.startswith("|"):
        rows = [_CELL.split(row.strip("| ")) for row in _RULE.sub("", part).splitlines()]
        lines = ("".join(f"<td>{cell}</td>" for cell in row) for row in rows)
        table = "".join(f"<tr>{line}</tr>" for line in lines)
        return f'<div class="wide" {_SCROLLS.format("Table")}><table>{table}</table></div>'
    if _ITEM.match(part):
        return f"<ul>{''.join(f'<li>{item}</li>' for item in _ITEM.split(part)[1:])}</ul>"
    return f"<h4>{part[4:]}</h4>" if part.startswith("### ") else f"<p>{part}</p>"
