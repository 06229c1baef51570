"""Read a page as a browser would, strictly: what is not well-formed is an error.

An end that HTML lets be left out may be left out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset(
    [
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "source",
        "track",
        "wbr",
    ]
)
SHAPES = frozenset(["circle", "ellipse", "line", "path", "polygon", "polyline", "rect", "use"])
"""Elements of SVG that close themselves."""

BLOCKS = frozenset(
    ["article", "details", "div", "dl", "figure", "h2", "h3", "h4", "ol", "p", "section", "table"]
) | {"ul"}
CELLS = frozenset(["td", "th"])
ENDED_BY = {
    **dict.fromkeys(BLOCKS, frozenset(["p"])),
    **dict.fromkeys(CELLS, CELLS),
    **dict.fromkeys(["dt", "dd"], frozenset(["dt", "dd"])),
    "li": frozenset(["li"]),
    "option": frozenset(["option"]),
    "tr": CELLS | {"tr"},
    "tbody": CELLS | {"tr", "thead"},
}
"""Which elements, where they are the innermost, end where one of these begins."""
OPTIONAL_END = frozenset().union(*ENDED_BY.values()) | {"tbody"}


@dataclass
class Element:
    """An element, what is in it, and its own text."""

    tag: str
    attributes: dict[str, str | None]
    children: list[Element] = field(default_factory=list)
    own: str = ""

    def all(self, tag: str = "", **wanted: str) -> list[Element]:
        """Return the elements within, in order, of a tag and with attributes of these values.

        `cls` asks for one of the classes.
        """
        cls = wanted.pop("cls", "")
        found = []
        for child in self.children:
            right = not tag or child.tag == tag
            right = right and (not cls or cls in child.classes)
            if right and all(child.attributes.get(name) == value for name, value in wanted.items()):
                found.append(child)
            found.extend(child.all(tag, **wanted, **({"cls": cls} if cls else {})))
        return found

    def one(self, tag: str = "", **wanted: str) -> Element:
        """Return the only such element."""
        (found,) = self.all(tag, **wanted)
        return found

    @property
    def classes(self) -> list[str]:
        """Return its classes."""
        return (self.attributes.get("class") or "").split()

    @property
    def text(self) -> str:
        """Return its text and that of all within, without style and scripts."""
        return self.own + "".join(
            child.text for child in self.children if child.tag not in ("style", "script")
        )


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {})
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, dict(attrs))
        assert len(element.attributes) == len(attrs), f"<{tag}> has an attribute twice"
        while self.open[-1].tag in ENDED_BY.get(tag, ()):
            self.open.pop()
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in SHAPES, f"<{tag}/> closes itself"
        self.open[-1].children.append(Element(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        while self.open[-1].tag != tag and self.open[-1].tag in OPTIONAL_END:
            self.open.pop()
        assert self.open.pop().tag == tag, f"</{tag}> closes something else"

    def handle_data(self, data: str) -> None:
        # An element of its own, so that `text` has what is written in its order.
        self.open[-1].children.append(Element("#text", {}, own=data))


def read(page: str) -> Element:
    """Return the page as a tree; assert that each element is closed where it should be."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == [reader.root], f"left open: {[each.tag for each in reader.open[1:]]}"
    return reader.root
