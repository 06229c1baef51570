"""Put a stranger's text into Markdown so that it is code, and nothing in it is markup.

In code nothing is rendered: no HTML, no image, no link; and GitHub and GitLab make no mention of
`@name` and no link of `#123` there. What is left is that the text must not end the code it is in:
spec.commonmark.org/0.31.2 (code spans, fenced code blocks), github.github.com/gfm (tables). The
parser of GitHub, cmark-gfm, takes at most 80 backticks for the mark of a span and counts those of
a fence up to 255, so fewer are used.
"""

from __future__ import annotations

import re

from graders.model.text import on_one_line
from graders.reports.telling import cut, in_a_line, safe

_MOST_IN_A_ROW = 100
_TICKS = re.compile("`+")
_TOO_MANY = re.compile("`{%d,}" % (_MOST_IN_A_ROW + 1))  # noqa: UP031  # braces of its own


def code(text: str, most: int = 200) -> str:
    r"""Return text as a code span on one line, in a cell of a table too.

    A bar, which would end the cell even there, is written out.

    >>> print(code("mine.py"), code("a``b"), code("`"), code("a|b\n"), code(""))
    `mine.py` `a``b` `` ` `` `a\x7cb\n` `-`
    """
    written = in_a_line(text, most).replace("|", r"\x7c") or "-"
    used = {len(run) for run in _TICKS.findall(written)}
    mark = "`" * next(length for length in range(1, len(written) + 2) if length not in used)
    apart = " " if written[0] in "` " or written[-1] in "` " else ""
    return f"{mark}{apart}{written}{apart}{mark}"


def fenced(text: str, most: int = 10_000) -> str:
    r"""Return text as a block of code whose fence is longer than any run of backticks in it.

    >>> print(fenced("```\n"))
    ````text
    ```
    ````
    """
    written = _TOO_MANY.sub(_counted, cut(safe(text), most)).rstrip()
    longest = max((len(run) for run in _TICKS.findall(written)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}text\n{written}\n{fence}"


def html_code(text: str, most: int = 200) -> str:
    """Return text as code in HTML, for the places where Markdown is not read.

    >>> html_code("<b>")
    '<code>&lt;b&gt;</code>'
    """
    import html  # noqa: PLC0415  # every command loads this module, and few write a page

    return f"<code>{html.escape(on_one_line(in_a_line(text, most)) or '-')}</code>"


def row(*cells: str) -> str:
    """Return a row of a table; what is not ours in it has to be code."""
    return f"| {' | '.join(cells)} |"


def table(columns: tuple[str, ...], rows: list[str]) -> str:
    """Return a table of rows under the names of their columns."""
    return "\n".join([row(*columns), row(*("---" for _ in columns)), *rows])


def _counted(run: re.Match[str]) -> str:
    return f"{'`' * 3}… ({len(run[0])} backticks)"
