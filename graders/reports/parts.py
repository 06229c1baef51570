"""Lay out what a kata tells, its sentences, pictures and listings, in blocks of lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from graders.model.explanation import Listing, Part, Picture
from graders.reports.boards import drawn
from graders.reports.lines import BLANK, Ink, Line, folded, line, wrapped

_BETWEEN = 3


def blocks_of(parts: Iterable[Part], width: int) -> Iterator[list[Line]]:
    """Return sentences that follow each other in one block, all else in one of its own."""
    block: list[Line] = []
    for part in parts:
        if isinstance(part, str):
            block.extend(wrapped(part, width))
            continue
        yield block
        yield list(drawn(part)) if isinstance(part, Picture) else list(_listed(part, width))
        block = []
    yield block


def apart(blocks: Iterable[Sequence[Line]]) -> Iterator[Line]:
    """Put a blank line between blocks; one that is empty is no block."""
    begun = False
    for block in blocks:
        if not block:
            continue
        if begun:
            yield BLANK
        yield from block
        begun = True


def side_by_side(columns: Iterable[Sequence[Line]], width: int) -> Iterator[list[Line]]:
    """Set blocks beside each other, as many as there is room for, and the others below those."""
    row: list[tuple[Sequence[Line], int]] = []
    used = 0
    for block in columns:
        wide = max(map(_width, block), default=0)
        if row and used + wide > width:
            yield _row(row)
            row, used = [], 0
        row.append((block, wide))
        used += wide + _BETWEEN
    if row:
        yield _row(row)


def _row(blocks: Sequence[tuple[Sequence[Line], int]]) -> list[Line]:
    lines: list[Line] = []
    for at in range(max(len(block) for block, _ in blocks)):
        pieces: list[tuple[str, Ink]] = []
        for number, (block, wide) in enumerate(blocks, start=1):
            own = block[at] if at < len(block) else BLANK
            pieces.extend(own)
            if number < len(blocks):
                pieces.append((" " * (wide - _width(own) + _BETWEEN), Ink.PLAIN))
        lines.append(tuple(pieces))
    return lines


def _width(pieces: Line) -> int:
    return sum(len(text) for text, _ in pieces)


def _listed(listing: Listing, width: int) -> Iterator[Line]:
    from graders.reports.tables import grid  # noqa: PLC0415  # slow to load, and few need it

    if listing.caption:
        yield line(f"{listing.caption}:")
    written = grid(listing.columns, listing.rows, align=["left"] * len(listing.columns))
    for number, each in enumerate(written.splitlines(), start=-2):  # two lines of heads come first
        mark = "> " if number == listing.at else "  "
        yield from folded(each, width, Ink.BAD if number == listing.at else Ink.PLAIN, mark)
