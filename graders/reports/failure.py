"""Tell one failure: whole, or in a sentence.

Everything that shows a person what became of a case does so through here: the text report,
the watch, one case in a terminal, and the tests that pytest runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from graders.model.explanation import Explanation, Part, Picture
from graders.model.scorecard import Result
from graders.model.verdict import Verdict
from graders.reports.boards import drawn
from graders.reports.circumstances import circumstances, member_in_words
from graders.reports.in_hand import Command, decided, in_hand
from graders.reports.lines import WIDTH, Ink, Line, as_text, folded, line, wrapped
from graders.reports.parts import apart, blocks_of
from graders.reports.spoilers import without_spoilers

Tell = Callable[[Explanation], Iterable[Part]]
"""A kata's `tell`: what an explanation of its makes in sentences and pictures."""

SHOWN_OUTPUT_LINES = 12


def lines(
    result: Result,
    tell: Tell,
    width: int = WIDTH,
    *,
    command: Command | None = None,
    spoilers: bool = True,
) -> tuple[Line, ...]:
    """Return all there is to tell of a case that was missed, in blocks with blank lines between.

    Without `spoilers` nothing of it tells the answer. The case's own line, with its verdict and
    times, is not among them.
    """
    shown = result if spoilers else without_spoilers(result)
    blocks = [
        [*circumstances(shown, width), *_what(shown, width), *_reason(shown, width)],
        list(folded(parted(shown.traceback)[0], width, Ink.QUIET)),
        *_when_it_raised(shown, width),
        *_explained(shown, tell, width),
        _captured("stdout", shown.stdout, width),
        _captured("stderr", shown.stderr, width),
        in_hand(shown, command, width),
    ]
    return tuple(apart(blocks))


def plain(
    result: Result,
    tell: Tell,
    width: int = WIDTH,
    *,
    command: Command | None = None,
    spoilers: bool = True,
) -> tuple[str, ...]:
    """Return the same as mere text."""
    return as_text(lines(result, tell, width, command=command, spoilers=spoilers))


def sentence(result: Result) -> str:
    """Return in one line what became of a case, of a group which member it is about."""
    return f"{decided(result)}, {why(result)}"


def why(result: Result) -> str:
    """Return the verdict on a case and, as far as there is one, the reason in one line."""
    first = next(iter(result.message.splitlines()), "")
    return f"{result.verdict.in_words}{': ' if first else ''}{first}"


def what(result: Result) -> Iterator[str]:
    """Say which member was missed, and what the case is about."""
    if result.members and not result.accepted:
        yield f"missed: {member_in_words(result, result.decided_by)}"
    game = "" if result.rows is None else f"rows {result.rows}, cols {result.cols}, k {result.k}"
    if game or result.about:
        yield ": ".join(part for part in (game, result.about) if part)


def _what(result: Result, width: int) -> Iterator[Line]:
    for said in what(result):
        yield from wrapped(said, width)


def _reason(result: Result, width: int) -> Iterator[Line]:
    if result.verdict in (Verdict.LOAD_ERROR, Verdict.GRADER_ERROR):
        yield from folded(result.message, width)  # it may be a traceback, or show a place
    else:
        yield from wrapped(result.message, width)


def _when_it_raised(result: Result, width: int) -> Iterator[list[Line]]:
    """Draw the board that an exception carried, and give what came after it."""
    _, rows, after = parted(result.traceback)
    if rows:
        yield list(drawn(Picture(rows, "the board when it raised")))
    if after:
        yield list(folded(after, width, Ink.QUIET))


def parted(traceback: str) -> tuple[str, tuple[str, ...], str]:
    """Part a traceback at the drawing of a board that its message ends with, if it has one."""
    written = traceback.splitlines()
    for at, each in enumerate(written):
        top = _top_of_drawing(written, at) if each and each == "0123456789"[: len(each)] else at
        if top < at:
            before, after = written[:top], written[at + 1 :]
            return "\n".join(before), tuple(written[top:at]), "\n".join(after)
    return traceback, (), ""


def _top_of_drawing(written: Sequence[str], bottom: int) -> int:
    """Return the first line of the drawing that the column numbers at `bottom` end."""
    top = bottom
    while (
        top and len(written[top - 1]) == len(written[bottom]) and set(written[top - 1]) <= {*"RY."}
    ):
        top -= 1
    return top


def _explained(result: Result, tell: Tell, width: int) -> Iterator[list[Line]]:
    """Return what an explanation tells."""
    return blocks_of(() if result.explanation is None else tell(result.explanation), width)


def _captured(name: str, text: str, width: int) -> list[Line]:
    written = text.splitlines()
    if not written:
        return []
    room = width - len("| ")
    shown = [each.expandtabs(4) for each in written[:SHOWN_OUTPUT_LINES]]
    cut = (each if len(each) <= room else f"{each[: room - 1]}…" for each in shown)
    block = [line(f"{name} of the submission:")]
    block.extend(line(f"| {each}".rstrip(), Ink.QUIET) for each in cut)
    if len(written) > SHOWN_OUTPUT_LINES:
        more = f"| … {len(written) - SHOWN_OUTPUT_LINES} more lines; see --format json"
        block.append(line(more, Ink.QUIET))
    return block
