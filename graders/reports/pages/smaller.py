"""Make what a page says in fewer bytes: there is a page for each of hundreds of people.

Sources and templates stay as they are written. Nothing here changes what a browser makes of them.
"""

from __future__ import annotations

import re
from collections import Counter

_TEXT = re.compile(r"""("[^"]*"|'[^'\n]*'|`[^`]*`)""")
_REMARK = re.compile(r"/\*.*?\*/", re.DOTALL)
_REMARK_IN_SCRIPT = re.compile(r"(^|\s)//\s.*")
_AROUND_IN_STYLE = re.compile(r" ?([{};,>]) ?|(?<=:) ")
_AROUND_IN_SCRIPT = re.compile(r" ?([{}()\[\]=<>,;:?!&|+*/-]) ?")
_LAST_COMMA = re.compile(r",\s*(?=[\])}])")
_LINE_GOES_ON = re.compile(r"(?<=[{(\[,;=?:&|]) ?\n")


def smaller_style(text: str) -> str:
    r"""Return a style without remarks and layout.

    >>> smaller_style('a > b { color: red; }\n/* no */ i::after { content: ": {"; }')
    'a>b{color:red}i::after{content:": {"}'
    """
    parts = _TEXT.split(_REMARK.sub("", text))
    for at in range(0, len(parts), 2):
        squeezed = re.sub(r"\s+", " ", parts[at])
        parts[at] = _AROUND_IN_STYLE.sub(lambda found: found[1] or "", squeezed)
    return "".join(parts).replace(";}", "}").strip()


def smaller_script(text: str) -> str:
    r"""Return a script without remarks and layout.

    Each statement has to end with a semicolon, and no text may go over several lines.

    >>> smaller_script('if (a) {\n  // why\n  b = "c = d";\n}\n')
    'if(a){b="c = d";}'
    """
    lines = (_REMARK_IN_SCRIPT.sub("", line).strip() for line in text.splitlines())
    parts = _TEXT.split("\n".join(filter(None, lines)))
    for at in range(0, len(parts), 2):
        squeezed = _AROUND_IN_SCRIPT.sub(r"\1", _LAST_COMMA.sub("", parts[at]))
        parts[at] = _LINE_GOES_ON.sub("", squeezed)
    return "".join(parts)


_RULE = re.compile(r"([^{}]+)\{((?:[^{}]|\{[^{}]*\})*)\}")
_WITHIN_RULES = re.compile(r"^@(media|supports)")
_STATE = re.compile(r"::?[\w-]+(\([^()]*\))*")
_NAME = re.compile(r"[\w-]+")
_COMMA = re.compile(r",(?![^(]*\))")
_USE = re.compile(r"var\([^()]*\)")
_PROPERTY = re.compile(r"(--[\w-]+):([^;{}]*);?")


def style_of(page: str, style: str) -> str:
    """Return what a page needs of a style: the rules all of whose names occur anywhere on it.

    A property that is then used once is written where it is used.

    >>> style_of('<p class="a">', ":root{--x:red;--y:blue}p.a,p.b{color:var(--x)}td{margin:0}")
    ':root{}p.a{color:red}'
    """
    found = _needed(style, frozenset(_NAME.findall(page)))
    settings = _PROPERTY.findall(found)
    often_set = Counter(name for name, _ in settings)
    in_place = {
        f"var({name})": value
        for name, value in settings
        if often_set[name] == 1 and found.count(f"var({name})") <= 1
    }
    found = _PROPERTY.sub(lambda each: "" if f"var({each[1]})" in in_place else each[0], found)
    return _USE.sub(lambda each: in_place.get(each[0], each[0]), found)


def _needed(style: str, words: frozenset[str]) -> str:
    kept = []
    for head, body in _RULE.findall(style):
        if _WITHIN_RULES.match(head):
            within = _needed(body, words)
            kept.append(f"{head}{{{within}}}" if within else "")
        elif head.startswith("@"):
            kept.append(f"{head}{{{body}}}")
        elif selectors := [each for each in _COMMA.split(head) if _is_on(each, words)]:
            kept.append(f"{','.join(selectors)}{{{body}}}")
    return "".join(kept)


def _is_on(selector: str, words: frozenset[str]) -> bool:
    return words.issuperset(_NAME.findall(_STATE.sub("", selector)))


_AS_IT_IS = re.compile(
    r"(<pre.*?</pre>|<(?:script|style|textarea).*?</(?:script|style|textarea)>)", re.DOTALL
)
_BLANK_LINES = re.compile(r"\s*\n\s*")
_TAG_OR_SIGN = re.compile(r"<[^>]*>|&(?:#3[49]|gt);")
_SIGNS = {"&#34;": '"', "&#39;": "'", "&gt;": ">"}
_QUOTED = re.compile(r'="([\w#./:,%+-]*[\w#.:,%+-])"(?=[\s>])|=""(?=[\s>])')
_END = re.compile(
    r"</(?:li|dt|dd|option|td|th|tr|thead|tbody)>\s*"
    r"|</p>\s*(?=</?(?:article|details|div|dl|figure|h[1-6]|ol|p|section|table|ul)\b)"
)


def smaller_markup(page: str) -> str:
    r"""Return a page without blank lines, and without what HTML lets be left out.

    >>> smaller_markup('<ul class="a b">\n\n<li id="c" title="">&#34;d&#34;</li>\n</ul>')
    '<ul class="a b">\n<li id=c title>"d"</ul>'
    """
    return "".join(
        part if at % 2 else _smaller(part) for at, part in enumerate(_AS_IT_IS.split(page))
    )


def _smaller(markup: str) -> str:
    shorter = _END.sub("", _BLANK_LINES.sub("\n", markup))
    return _TAG_OR_SIGN.sub(_sign_or_tag, shorter)


def _sign_or_tag(found: re.Match[str]) -> str:
    text = found[0]
    return _SIGNS.get(text) or _QUOTED.sub(lambda each: f"={each[1]}" if each[1] else "", text)
