"""Tell one failure: whole, in a few lines with the board beside it, or in a sentence.

Everything that shows a person what became of a case does so through here: the text report,
the watch, one case in a terminal, and the tests that pytest runs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from graders.channel.languages import can_be_tried
from graders.model.explanation import Explanation, Listing, Part, Picture
from graders.model.installation import COMMAND
from graders.model.outcome import DoubtKind
from graders.model.scorecard import Attempt, Result, Yardstick, singles
from graders.model.text import in_a_shell
from graders.model.verdict import Verdict
from graders.reports.layout import (
    WIDTH,
    Ink,
    Line,
    apart,
    as_text,
    beginning_of,
    blocks_of,
    board_lines,
    command_lines,
    folded,
    indented,
    legend,
    line,
    side_by_side,
    width_of,
    wrapped,
)
from graders.reports.score import cases_with, count, play_out_in_words, run_again
from graders.reports.spoilers import without_spoilers, without_suites

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
        [*circumstances(shown, width), *_what_and_why(shown, width)],
        list(folded(board_in_traceback(shown)[0], width, Ink.QUIET)),
        *_when_it_raised(shown, width),
        *blocks_of(() if shown.explanation is None else tell(shown.explanation), width),
        _captured("stdout", shown.stdout, width),
        _captured("stderr", shown.stderr, width),
        reproduction_lines(shown, command, width),
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
    return f"{deciding_id(result)}, {verdict_and_reason(result)}"


def verdict_and_reason(result: Result) -> str:
    """Return the verdict on a case and, as far as there is one, the reason in one line."""
    first = next(iter(result.message.splitlines()), "")
    return f"{result.verdict.in_words}{': ' if first else ''}{first}"


def case_description(result: Result) -> Iterator[str]:
    """Say how it was played out, or which member was missed, and what the case is about."""
    if result.accepted and result.play_out is not None and not result.members:
        yield play_out_in_words(result.play_out)
    if result.members and not result.accepted:
        yield f"missed: {member_in_words(result, result.decided_by)}"
    sizes = {"rows": result.rows, "cols": result.cols, "k": result.k}
    game = ", ".join(f"{name} {size}" for name, size in sizes.items() if size is not None)
    if game or result.about:
        yield ": ".join(part for part in (game, result.about) if part)


def _what_and_why(result: Result, width: int) -> Iterator[Line]:
    yield from wrapped("\n".join(case_description(result)), width)
    if result.verdict in (Verdict.LOAD_ERROR, Verdict.GRADER_ERROR):
        yield from folded(result.message, width)  # it may be a traceback, or show a place
    else:
        yield from wrapped(result.message, width)


def _when_it_raised(result: Result, width: int) -> Iterator[list[Line]]:
    _, rows, after = board_in_traceback(result)
    if rows:
        yield list(board_lines(Picture(rows, "the board when it raised")))
    if after:
        yield list(folded(after, width, Ink.QUIET))


def board_in_traceback(result: Result) -> tuple[str, tuple[str, ...], str]:
    """Return a traceback before its drawing of the board, the rows of that, and what comes after.

    Of a traceback without one, or one that was cut before its end, all is before it.
    """
    rows = () if result.thrown is None else result.thrown.board or ()
    if not rows:
        return result.traceback, (), ""
    drawing = "\n".join([*rows, "".join(map(str, range(len(rows[0]))))])
    before, drawn_there, after = f"\n{result.traceback}\n".partition(f"\n{drawing}\n")
    return (before[1:], rows, after[:-1]) if drawn_there else (result.traceback, (), "")


def _captured(name: str, text: str, width: int) -> list[Line]:
    written = text.splitlines()
    if not written:
        return []
    room = width - len("| ")
    shown = [each.expandtabs(4) for each in written[:SHOWN_OUTPUT_LINES]]
    block = [line(f"{name} of the submission:")]
    block.extend(line(f"| {beginning_of(each, room)}".rstrip(), Ink.QUIET) for each in shown)
    if len(written) > SHOWN_OUTPUT_LINES:
        left = count(len(written) - SHOWN_OUTPUT_LINES, "more line")
        more = f"| … --format json has {left}"  # of what was kept, which may not be all
        block.append(line(more, Ink.QUIET))
    return block


def circumstances(result: Result, width: int = WIDTH) -> Iterator[Line]:
    """Say what stands beside the verdict: that a case was run again, and its warnings."""
    for said in remarks(result):
        yield from wrapped(said, width, Ink.CARE)


def remarks(result: Result) -> Iterator[str]:
    """Say the same in a sentence each."""
    for single in singles([result]):
        member = member_in_words(result, single.id)
        of_what = f"{member}: " if member else ""
        if single.attempts:
            again = f"re-run: {why_again([single])} ({single.rerun_because})"
            yield f"{of_what}{again}; runs: {', '.join(map(_run, single.attempts))}"
        for warning in single.warnings:
            said = warning.removeprefix("board_changed: ")  # as older scorecards begin it
            yield f"{of_what}warning: {said}"


def in_one_line(results: Sequence[Result]) -> str:
    """Count what stands beside the verdicts of a run; nothing where nothing does.

    >>> from graders.model.verdict import Verdict
    >>> in_one_line([Result("a/b", Verdict.ACCEPTED, 1, 1, 2.0, board_changed=True)])
    'the board came back changed in 1 case'
    """
    run = singles(results)
    again = [each for each in run if each.attempts]
    said = []
    if again:
        said.append(f"{why_again(again)}: {run_again(results)}")
    if any(each.board_changed for each in run):
        changed = cases_with(results, lambda each: each.board_changed)
        said.append(f"the board came back changed in {changed}")
    if any(map(_only_waited, run)):
        said.append(f"the machine kept {cases_with(results, _only_waited)} waiting")
    return "; ".join(said)


def _only_waited(result: Result) -> bool:
    return bool(result.warnings) and not (result.attempts or result.board_changed)


def caps_in_words(yardstick: Yardstick | None, *, doubtful_only: bool = False) -> str:
    """Say which caps were measured, and which were to be; nothing where none was.

    With `doubtful_only` nothing is said of those that were measured.

    >>> from graders.model.scorecard import MeasuredCap
    >>> busy = MeasuredCap("scale/a", 6.0, 1.0, 1.0, None, 2, "busy")
    >>> caps_in_words(Yardstick("plain.py", "Python", (busy,)))
    'the machine was too busy to measure 1 cap, so that of the suite counts'
    """
    if yardstick is None:
        return ""
    kinds = Counter(each.why_not for each in yardstick.caps)
    said = []
    if (measured := kinds[""]) and not doubtful_only:
        said.append(
            f"{count(measured, 'cap')} measured: a multiple of what {yardstick.engine} takes here"
        )
    if busy := kinds["busy"]:
        said.append(f"the machine was too busy to measure {count(busy, 'cap')}, {_stands(busy)}")
    if failed := kinds["failed"]:
        said.append(f"{yardstick.engine} failed for {count(failed, 'cap')}, {_stands(failed)}")
    if unknown := kinds["unknown"]:
        said.append(
            f"no CPU time is known here to measure {count(unknown, 'cap')}, {_stands(unknown)}"
        )
    return "; ".join(said)


def _stands(number: int) -> str:
    return "so that of the suite counts" if number == 1 else "so those of the suites count"


def member_in_words(group: Result, member_id: str) -> str:
    """Say which member of a group it is; nothing where the result is no group's.

    >>> from graders.model.verdict import Verdict
    >>> group = Result("a/b", Verdict.ACCEPTED, 1, 1, 2.0, group_size=3)
    >>> member_in_words(group, "a/b#2~swap")
    'member 2 of 3 (a/b#2~swap)'
    """
    if not group.group_size:
        return ""
    number = member_id.partition("#")[2].partition("~")[0]
    return f"member {number} of {group.group_size} ({member_id})"


def why_again(again: Iterable[Result]) -> str:
    """Say in short why cases were run again; older scorecards may not tell as data."""
    kinds = {None if each.doubt is None else each.doubt.kind for each in again}
    if DoubtKind.KEPT_WAITING in kinds:
        return "the machine was busy"
    return "loading was interrupted" if DoubtKind.LOAD_ENDED in kinds else "times were in doubt"


def _run(attempt: Attempt) -> str:
    counts = ", which counts" if attempt.counts else ""
    return f"{attempt.verdict.in_words} in {attempt.wall_s:.2f} s{counts}"


INDENT = 2
STEPS_BEFORE, STEPS_AFTER = 2, 1  # how many steps around the one that differs are listed
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
    heading = f"First to look at: {deciding_id(result)}, {result.verdict.in_words}"
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
    board = board_lines(replace(picture, caption=""), with_legend=False)
    beside = width - width_of(board) - _BETWEEN
    key = [line(legend(picture))] if picture.marks else []
    hand = _in_hand(result, command, beside)
    below: list[Line] = []
    if width_of(hand) > beside:  # a long path is not broken
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
    words, hand = list(wrapped(result.message, width)), _in_hand(result, command, width)
    table = next(block for block in blocks_of([_near(listing)], width) if block)
    if picture is not None:
        board = board_lines(replace(picture, caption=""), with_legend=False)
        rows = list(side_by_side([table, board], width))
        caption = list(wrapped(f"{picture.caption}:", width)) if picture.caption else []
        whole = [*words, *caption, *map(_stripped, rows[0]), *hand]
        if len(rows) == 1 and (room is None or len(whole) <= room):
            return whole
    return [*words, *table, *hand]


def _near(listing: Listing) -> Listing:
    if listing.at is None:
        return listing
    begin = max(0, listing.at - STEPS_BEFORE)
    rows = listing.rows[begin : listing.at + STEPS_AFTER + 1]
    return replace(listing, rows=rows, at=listing.at - begin)


def _in_words(result: Result, width: int, command: Command | None, room: int | None) -> list[Line]:
    if result.verdict is Verdict.GRADER_ERROR:
        return list(folded(result.message, width))[-MOST_LINES_OF_A_FAULT:]
    words, hand = list(wrapped(result.message, width)), _in_hand(result, command, width)
    printed = list(_printed(result, width))
    raised = list(folded(board_in_traceback(result)[0], width, Ink.QUIET))[-MOST_LINES_OF_A_FAULT:]
    whole = [*words, *raised, *printed, *hand]
    return whole if room is None or len(whole) <= room else [*words, *printed, *hand]


def _printed(result: Result, width: int) -> Iterator[Line]:
    written = [each.strip() for each in f"{result.stdout}\n{result.stderr}".splitlines()]
    written = [each for each in written if each]
    for each in written[:MOST_PRINTED]:
        yield line(beginning_of(f"it printed: {each}", width), Ink.QUIET)
    if len(written) > MOST_PRINTED:
        yield line("and more: see --full", Ink.QUIET)


def _in_hand(result: Result, command: Command | None, width: int) -> list[Line]:
    if not is_to_reproduce(result):
        return []
    written = result.reproduce.splitlines()
    code = written if len(written) == 1 and len(written[0]) <= width else []
    tried = () if command is None else command.lines(result, width)
    return [line(each) for each in (*code, *tried)]


REPRODUCE_INDENT = 2
_NOTHING_TO_REPRODUCE = (Verdict.ACCEPTED, Verdict.LOAD_ERROR, Verdict.GRADER_ERROR)
_GRADING = ("kata", "grade", "--command")  # what the words that grade a program begin with


class Command(msgspec.Struct, frozen=True):
    """How a miss is tried by hand: the file, as it was named, and what else has to be said.

    Where a case was lost on the way to its end, that is the position at which it was.
    A program cannot be tried in a terminal: it is graded on the case alone, by the words `again`.
    `program` is how the `kata` command is called where this is read, the first word of `again` too.
    """

    file: str
    options: Sequence[str] = ()
    again: Sequence[str] = ()
    program: str = COMMAND

    def on(self, result: Result) -> str:
        """Return the command that tries what was missed.

        >>> missed = Result("phase3/mate-in-9", Verdict.WRONG_ANSWER, 0, 1, 2.0)
        >>> Command("my solution.py").on(missed)
        "kata try 'my solution.py' phase3/mate-in-9"
        """
        return in_a_shell(*self._words(result))

    def _words(self, result: Result) -> Sequence[str]:
        case_id, lost = deciding_id(result), result.lost_in_play
        if self.again or not can_be_tried(Path(self.file)):
            to_its_end = ("--play-out",) if lost else ()
            words = self.again[1:] or ("grade", self.file)
            return (self.program, *words, "--case", case_id, *to_its_end, *self.options)
        tried = (self.program, "try", self.file)
        if not lost or result.moves is None:
            return (*tried, case_id, *self.options)
        first = () if result.first in (None, "RED") else ("--first", result.first)
        return (*tried, "--moves", result.moves, *first, *without_suites(self.options))

    @property
    def for_a_hint(self) -> tuple[str, ...]:
        """Return the command that gives the next hint on the file; a program leaves no history.

        >>> Command("mine.py").for_a_hint
        ('kata', 'hint', 'mine.py')
        """
        return () if self.again else (self.program, "hint", self.file)

    @property
    def for_rules(self) -> tuple[str, ...]:
        """Return the command that names the rule a program breaks; empty for a file.

        >>> Command("./bot", again=("kata", "grade", "--command", "./bot -f")).for_rules
        ('kata', 'check-protocol', './bot -f')
        """
        if not self.again:
            return ()
        return (self.program, "check-protocol", *self.again[len(_GRADING) :])

    @property
    def whole(self) -> tuple[str, ...]:
        """Return the words that grade all of it again, without the program.

        >>> Command("mine", ("--entry", "mine/a.py")).whole
        ('grade', 'mine', '--entry', 'mine/a.py')
        """
        return (*(self.again[1:] or ("grade", self.file)), *self.options)

    def lines(self, result: Result, width: int) -> tuple[str, ...]:
        return command_lines(self._words(result), width)


def deciding_id(result: Result) -> str:
    """Return the id of the case, of a missed group that of the member which was missed.

    >>> deciding_id(Result("a/b", Verdict.ACCEPTED, 1, 1, 2.0, group_size=2, decided_by="a/b#1"))
    'a/b'
    """
    missed = result.members and not result.accepted
    return result.decided_by if missed else result.id


def is_to_reproduce(result: Result) -> bool:
    """Tell whether there is more to see by trying a case, and it is to be seen."""
    return result.verdict not in _NOTHING_TO_REPRODUCE and not result.hidden


def reproduction_lines(result: Result, command: Command | None, width: int = WIDTH) -> list[Line]:
    """Return how to reproduce a case that was missed; nothing where there is no more to see."""
    if not is_to_reproduce(result):
        return []
    written = [line(each) for each in result.reproduce.splitlines()]
    if command is not None:
        written.extend(map(line, command.lines(result, width - REPRODUCE_INDENT)))
    return [line("to reproduce:"), *indented(written, REPRODUCE_INDENT)] if written else []
