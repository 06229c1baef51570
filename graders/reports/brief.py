"""Tell one miss in a few lines: what came of it and, of a wrong answer, the board beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from graders.model.listing import Listing, Part
from graders.model.picture import Picture
from graders.model.scorecard import Result
from graders.model.verdict import Verdict
from graders.reports.failure import Tell, parted
from graders.reports.layout import (
    WIDTH,
    Ink,
    Line,
    blocks_of,
    drawn,
    folded,
    indented,
    legend,
    line,
    side_by_side,
    wrapped,
)
from graders.reports.reproduce import Command, decided, is_to_reproduce
from graders.reports.score import count

INDENT = 2
STEPS_BEFORE, STEPS_AFTER = 2, 1
"""How many steps around the one that differs are listed."""
MOST_LINES_OF_A_FAULT = 12
MOST_PRINTED = 2
_BETWEEN = 3


def brief(
    result: Result,
    tell: Tell,
    width: int = WIDTH,
    *,
    command: Command | None = None,
    room: int | None = None,
) -> tuple[Line, ...]:
    """Return a miss in few lines; a board that takes more than `room` lines is left out.

    Only a wrong answer is shown with its board, and with what would have been right: whatever
    raised, or returned nothing, has something else to mend first.
    """
    heading = f"First to look at: {decided(result)}, {result.verdict.in_words}"
    head = list(wrapped(heading, width, Ink.HEAD, hanging=2))
    parts: tuple[Part, ...] = ()
    if result.verdict is Verdict.WRONG_ANSWER and result.explanation is not None:
        parts = tuple(tell(result.explanation))
    inner = width - INDENT
    listing = next((part for part in parts if isinstance(part, Listing)), None)
    picture = next((part for part in parts if isinstance(part, Picture)), None)
    if listing is not None:
        left = None if room is None else room - len(head)
        body = _by_steps(result, listing, picture, inner, command=command, room=left)
    elif picture is not None:
        body = _by_position(result, picture, parts, inner, command)
    else:
        left = None if room is None else room - len(head)
        body = _in_words(result, inner, command, left)
    return (*head, *indented(body, INDENT))


def _by_position(
    result: Result,
    picture: Picture,
    parts: Sequence[Part],
    width: int,
    command: Command | None,
) -> list[Line]:
    """Set beside the position what is wrong, as much of why as there is room for, how to try it.

    What the board's marks mean stands beside them, in the last line.
    """
    board = drawn(replace(picture, caption=""), with_legend=False)
    beside = width - _wide(board) - _BETWEEN
    key = [line(legend(picture))] if picture.marks else []
    hand = _in_hand(result, command, beside)
    below: list[Line] = []
    if _wide(hand) > beside:  # a long path is not broken
        hand, below = [], _in_hand(result, command, width)
    words = list(wrapped(result.message, beside))
    for sentence in (part for part in parts if isinstance(part, str)):
        more = list(wrapped(sentence, beside))
        if len(words) + len(more) + len(hand) + len(key) <= len(board):
            words.extend(more)
    free = len(board) - len(words) - len(hand) - len(key)
    gap = [line("")] if free > 0 else []
    words.extend([*gap, *hand])
    words.extend([line("")] * (len(board) - len(words) - len(key)))
    words.extend(key)
    whole = next(side_by_side([board, words], 2 * width))  # words are as wide as there is room
    return [*map(_stripped, whole), *below]


def _stripped(pieces: Line) -> Line:
    """Leave out the spaces that a line ends with."""
    while pieces and not pieces[-1][0].strip():
        pieces = pieces[:-1]
    return pieces


def _by_steps(
    result: Result,
    listing: Listing,
    picture: Picture | None,
    width: int,
    *,
    command: Command | None,
    room: int | None,
) -> list[Line]:
    """List the steps around the one that differs, with the board beside them if there is room."""
    words, hand = list(wrapped(result.message, width)), _in_hand(result, command, width)
    table = next(block for block in blocks_of([_near(listing)], width) if block)
    if picture is not None:
        board = drawn(replace(picture, caption=""), with_legend=False)
        rows = list(side_by_side([table, board], width))
        caption = list(wrapped(f"{picture.caption}:", width)) if picture.caption else []
        whole = [*words, *caption, *map(_stripped, rows[0]), *hand]
        if len(rows) == 1 and (room is None or len(whole) <= room):
            return whole
    return [*words, *table, *hand]


def _near(listing: Listing) -> Listing:
    """Return the rows around the one that is pointed at."""
    if listing.at is None:
        return listing
    begin = max(0, listing.at - STEPS_BEFORE)
    rows = listing.rows[begin : listing.at + STEPS_AFTER + 1]
    return replace(listing, rows=rows, at=listing.at - begin)


def _in_words(result: Result, width: int, command: Command | None, room: int | None) -> list[Line]:
    """Say what went wrong, where it was raised as far as there is room, and what it printed."""
    if result.verdict is Verdict.GRADER_ERROR:
        return list(folded(result.message, width))[-MOST_LINES_OF_A_FAULT:]
    words, hand = list(wrapped(result.message, width)), _in_hand(result, command, width)
    printed = list(_printed(result, width))
    raised = list(folded(parted(result.traceback)[0], width, Ink.QUIET))[-MOST_LINES_OF_A_FAULT:]
    whole = [*words, *raised, *printed, *hand]
    return whole if room is None or len(whole) <= room else [*words, *printed, *hand]


def _printed(result: Result, width: int) -> Iterator[Line]:
    written = [each.strip() for each in f"{result.stdout}\n{result.stderr}".splitlines()]
    written = [each for each in written if each]
    for each in written[:MOST_PRINTED]:
        said = f"it printed: {each}"
        yield line(said if len(said) <= width else f"{said[: width - 1]}…", Ink.QUIET)
    if len(written) > MOST_PRINTED:
        yield line(f"and {count(len(written) - MOST_PRINTED, 'more line')}", Ink.QUIET)


def _in_hand(result: Result, command: Command | None, width: int) -> list[Line]:
    """Return how to set the case up, where that is one line, and the command that tries it."""
    if not is_to_reproduce(result):
        return []
    written = result.reproduce.splitlines()
    code = written if len(written) == 1 and len(written[0]) <= width else []
    tried = () if command is None else command.lines(decided(result), width)
    return [line(each) for each in (*code, *tried)]


def _wide(block: Sequence[Line]) -> int:
    return max((sum(len(text) for text, _ in pieces) for pieces in block), default=0)
