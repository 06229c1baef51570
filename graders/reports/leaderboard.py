"""Rank the submissions of a batch for a terminal, and say what a rejudge would change of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import replace
from rich.cells import cell_len, set_cell_size

from graders.model.batch import Batch, Entry, Grade, OtherVerdict, Pair, Rejudged, Rejudgement
from graders.model.scorecard import Result, Scorecard, singles
from graders.model.text import on_one_line
from graders.model.verdict import Verdict
from graders.reports.layout import BLANK, Ink, Line, Side, beginning_of, grid, line, wrapped
from graders.reports.score import count, first_few, run_again, rung_in_words


class RankedEntry(msgspec.Struct, frozen=True):
    """One line of a leaderboard.

    `number` is its place in the batch, `rank` that among the submissions to the same kata: it
    counts from 1, equal scores sharing one, and is None where there is no scorecard that stands.
    `slowest` is the case that came nearest to its cap, and `slowest_share` how near: 1.0 is the
    cap. `reruns` counts the runs that were repeated, and `again` says of how many cases.
    """

    number: int
    entry: Entry
    rank: int | None = None
    slowest: str = ""
    slowest_share: float | None = None
    reruns: int = 0
    again: str = ""
    grader_errors: int = 0


class Standing(msgspec.Struct, frozen=True):
    """The leaderboard of one kata, or of all where it is the only one: then `title` is empty."""

    title: str
    lines: tuple[RankedEntry, ...]


NO_KATA = "Not graded"


def standings(batch: Batch) -> tuple[Standing, ...]:
    """Return the leaderboard of each kata, that of what has none last."""
    lines = [_place(number, entry) for number, entry in enumerate(batch.entries)]
    katas = sorted({line.entry.kata or "" for line in lines}, key=lambda kata: (not kata, kata))
    if sum(map(bool, katas)) < 2:
        return (Standing("", _in_order(lines)),)
    return tuple(
        Standing(kata or NO_KATA, _in_order(e for e in lines if (e.entry.kata or "") == kata))
        for kata in katas
    )


def ranked(batch: Batch) -> tuple[RankedEntry, ...]:
    """Return a line for each submission, kata by kata, in the order of their leaderboards."""
    return tuple(line for standing in standings(batch) for line in standing.lines)


def _in_order(found: Iterable[RankedEntry]) -> tuple[RankedEntry, ...]:
    """Return the lines with their ranks, the best first; those without a scorecard come last."""
    lines = list(found)
    lines.sort(key=lambda line: (-_share(line.entry), line.entry.candidate, line.number))
    shares = [_share(line.entry) for line in lines]
    return tuple(
        replace(line, rank=shares.index(share) + 1) if line.entry.is_received else line
        for line, share in zip(lines, shares, strict=True)
    )


def _share(entry: Entry) -> float:
    """Return the share of all points that was won; less than nothing where nobody knows."""
    card = entry.scorecard
    if card is None or not entry.is_received:
        return -1.0
    return card.score / card.max_score if card.max_score else 0.0


def _place(number: int, entry: Entry) -> RankedEntry:
    if entry.scorecard is None:
        return RankedEntry(number, entry)
    results = singles(entry.scorecard.results)
    slowest = _slowest(results)
    return RankedEntry(
        number,
        entry,
        slowest=slowest.id if slowest else "",
        slowest_share=slowest.counted_s / slowest.cap_s if slowest else None,
        reruns=sum(max(0, len(result.attempts) - 1) for result in results),
        again=run_again(entry.scorecard.results),
        grader_errors=entry.scorecard.grader_errors,
    )


def _slowest(results: Iterable[Result]) -> Result | None:
    timed = [result for result in results if result.cap_s > 0 and result.counted_s > 0]
    return max(timed, key=lambda result: result.counted_s / result.cap_s, default=None)


MOST_ROWS = 200  # of a longer leaderboard only so many lines are shown, unless all are asked for
MOST_REASONS, LONGEST_WHY = 5, 240
MOST_NAMES = 5
DID_NOT_LOAD = "did not load"
_GAP = "  "
_NARROWEST = (("to look at", 18), ("candidate", 12), ("rung", 8), ("to look at", 10))
"""The columns that may be shortened, in this order, and to how much."""
_LEFT_OUT_FIRST = ("rung", "holds", "slowest", "to look at")
_LEGEND = "slowest: the seconds of the slowest case as a share of its cap"
_TO_THE_RIGHT = ("#", "score", "slowest")


def leaderboard(
    batch: Batch, width: int, *, full: bool = False, hints: bool = True
) -> Iterator[Line]:
    """Return the leaderboard of a batch, for each kata one, no line of it wider than `width`.

    Without `hints` nobody's rung is told.
    """
    board = ranked(batch)
    shown = board if full or len(board) <= MOST_ROWS else board[:MOST_ROWS]
    rows = {place.number: _row(place) for place in shown}
    columns = _wanted([*rows.values()], hints=hints)
    widths = _widths([*rows.values()], columns, width)
    for number, standing in enumerate(standings(batch)):
        own = [rows[each.number] for each in standing.lines if each.number in rows]
        if standing.title and own:
            yield from [BLANK] if number else ()
            yield from wrapped(on_one_line(standing.title), width, Ink.HEAD)
        if own or not standing.title:
            yield _line({name: (name, Ink.HEAD) for name in widths}, widths)
        yield from (_line(row, widths) for row in own)
    if len(shown) < len(board):
        more = f"… and {len(board) - len(shown)} more: --full shows all, --format csv is for more"
        yield from wrapped(more, width, Ink.QUIET)
    if "slowest" in widths:
        yield from wrapped(_LEGEND, width, Ink.QUIET)
    yield from _reasons(board, width)


def outcome(card: Scorecard) -> str:
    """Return in a word or two what came of a submission: how its first miss is called.

    >>> from graders.model.provenance import Submitted
    >>> outcome(Scorecard(Submitted("a.py"), "best_move", "limits", ()))
    'not finished'
    """
    if card.grader_errors:
        return Verdict.GRADER_ERROR.in_words
    if not card.complete or not card.results:
        return "not finished"
    missed = next((result for result in card.results if not result.accepted), None)
    return Verdict.ACCEPTED.in_words if missed is None else missed.verdict.in_words


def in_brief(outcomes: Counter[str]) -> str:
    """Say how many submissions came to what, the most first, and those that are right before all.

    >>> in_brief(Counter({"wrong answer": 3, "accepted": 2, "load error": 1}))
    '2 accepted, 3 wrong answer, 1 load error'
    """
    first = Verdict.ACCEPTED.in_words
    order = sorted(outcomes, key=lambda name: (name != first, -outcomes[name], name))
    return ", ".join(f"{outcomes[name]} {name}" for name in order if outcomes[name])


def batch_summary(batch: Batch) -> str:
    """Say how many submissions there are, and how many of them came to what."""
    cards = [entry.scorecard for entry in batch.entries if entry.scorecard is not None]
    outcomes = Counter(map(outcome, cards))
    yet = sum(entry.scorecard is None and not entry.why_ungraded for entry in batch.entries)
    outcomes["not graded"] = batch.expected - len(cards) - yet
    outcomes["not graded yet"] = yet
    return f"{count(batch.expected, 'submission')}: {in_brief(outcomes)}".removesuffix(": ")


def shortened_name(candidate: str, width: int) -> str:
    r"""Return a name in so many columns of a terminal at most; of a longer one how it begins.

    >>> shortened_name("Annabelle-Louise", 8), shortened_name("a" + chr(0x202E) + "b", 12)
    ('Annabel…', 'a\\u202eb')
    """
    name = on_one_line(candidate)
    return name if cell_len(name) <= width else set_cell_size(name, width - 1).rstrip() + "…"


Row = dict[str, tuple[str, Ink]]


def _row(place: RankedEntry) -> Row:
    entry, card = place.entry, place.entry.scorecard
    row: Row = {
        "#": ("-" if place.rank is None else str(place.rank), Ink.QUIET),
        "candidate": (on_one_line(entry.candidate), Ink.PLAIN),
        "score": ("-", Ink.OURS),
        "rung": (rung_in_words(entry.rung or ""), Ink.PLAIN),
        "slowest": ("", Ink.PLAIN),
        "holds": ("", Ink.PLAIN),
        "to look at": (", ".join(to_look_at(place)), Ink.CARE),
    }
    if card is not None:
        row["score"] = (f"{card.score}/{card.max_score}", _ink(place, card))
        row["holds"] = _holds(card)
    if place.slowest_share is not None:
        late = place.slowest_share > 1
        row["slowest"] = (f"{place.slowest_share:.0%}", Ink.BAD if late else Ink.PLAIN)
    return row


def _ink(place: RankedEntry, card: Scorecard) -> Ink:
    if not place.entry.is_received:
        return Ink.OURS
    if card.score == card.max_score:
        return Ink.GOOD
    return Ink.PLAIN if card.score else Ink.BAD


def _holds(card: Scorecard) -> tuple[str, Ink]:
    if card.lost:
        return f"loses {len(card.lost)}", Ink.BAD
    if card.holds is None:
        return "", Ink.PLAIN
    return ("yes", Ink.GOOD) if card.holds else ("no", Ink.BAD)


def to_look_at(place: RankedEntry) -> Iterator[str]:
    """Yield what to check before one relies on a row, in a word or two each."""
    card = place.entry.scorecard
    if card is None:
        yield "not graded"
    if place.entry.hand_in.late:
        yield "late"
    if card is None:
        return
    if place.grader_errors:
        yield count(place.grader_errors, "grader error")
    if not card.complete:
        yield "not finished"
    if card.results and all(each.verdict is Verdict.LOAD_ERROR for each in card.results):
        yield DID_NOT_LOAD
    if place.again:
        yield place.again


def _wanted(rows: Sequence[Row], *, hints: bool) -> list[str]:
    return [
        name
        for name in (rows[0] if rows else ())
        if name in ("#", "candidate", "score")
        or ((hints or name != "rung") and any(row[name][0] for row in rows))
    ]


def _widths(rows: Sequence[Row], columns: Sequence[str], width: int) -> dict[str, int]:
    """Return how wide each column is; on a narrow terminal some are left out."""
    widths = {
        name: max(cell_len(name), *(cell_len(row[name][0]) for row in rows)) for name in columns
    }
    for name, least in _NARROWEST:
        if name in widths and (over := _over(widths, width)) > 0:
            widths[name] = max(min(least, widths[name]), widths[name] - over)
    for name in _LEFT_OUT_FIRST:
        if _over(widths, width) > 0:
            widths.pop(name, None)
    return widths


def _over(widths: dict[str, int], width: int) -> int:
    return sum(widths.values()) + len(_GAP) * (len(widths) - 1) - width


def _line(row: Row, widths: dict[str, int]) -> Line:
    pieces: list[tuple[str, Ink]] = []
    for name, width in widths.items():
        text, ink = row[name]
        text = shortened_name(text, width)
        margin = " " * (width - cell_len(text))
        if name in _TO_THE_RIGHT:
            pieces.append((margin, Ink.PLAIN))
        pieces.append((text, ink))
        if name not in _TO_THE_RIGHT:
            pieces.append((margin, Ink.PLAIN))
        pieces.append((_GAP, Ink.PLAIN))
    while pieces and not pieces[-1][0].strip():
        pieces.pop()
    return tuple(pieces)


def _reasons(board: Sequence[RankedEntry], width: int) -> Iterator[Line]:
    """Say of those without a scorecard that stands why there is none, each reason once."""
    without: dict[str, list[str]] = {}
    for entry in (place.entry for place in board if not place.entry.is_received):
        why = entry.why_ungraded or ("the grader itself failed" if entry.scorecard else "")
        without.setdefault(beginning_of(on_one_line(why), LONGEST_WHY), []).append(
            shortened_name(entry.candidate, 40)
        )
    if without:
        yield line("")
    for why, names in list(without.items())[:MOST_REASONS]:
        yield from _reason(why, names, width)
    if left := sum(map(len, list(without.values())[MOST_REASONS:])):
        yield line(f"… and {left} more were not graded", Ink.OURS)


def _reason(why: str, names: Sequence[str], width: int) -> Iterator[Line]:
    alone = len(names) == 1
    who = names[0] if alone else f"{len(names)} submissions"
    said = f"{'was' if alone else 'were'} not graded: {why}" if why else "not graded yet"
    said = said if why else f"{'is' if alone else 'are'} {said}"
    yield from wrapped(f"{who} {said}", width, Ink.OURS, hanging=2)
    if not alone:
        for name in names[:MOST_NAMES]:
            yield line(f"  {shortened_name(name, width - 2)}", Ink.OURS)
        if len(names) > MOST_NAMES:
            yield line(f"  … and {len(names) - MOST_NAMES} more", Ink.OURS)


MOST_PAIRS = 10
_A_HINT = (
    "More alike than chance, which is a hint and never a verdict (kata report shows both "
    "side by side"
)
_ITS_MOVES = "; the moves are those on quiet positions"


def lines_of(batch: Batch, width: int, *, full: bool = False, hints: bool = True) -> Iterator[Line]:
    """Return the lines, none wider than `width`; with `full` all of a long leaderboard."""
    yield from leaderboard(batch, width, full=full, hints=hints)
    yield BLANK
    yield from wrapped(batch_summary(batch), width, Ink.HEAD, hanging=2)
    if batch.likenesses is not None:
        yield BLANK
        yield from _pairs(batch, batch.likenesses, width, full=full)


def same_moves(pair: Pair) -> str:
    """Return on how many quiet positions both play the same, empty where nobody knows."""
    return f"{pair.play.same} of {pair.play.of} moves" if pair.play else ""


def unread_in_words(batch: Batch) -> str:
    """Say of how many nothing could be read that they are compared by; "" where of all."""
    names = [on_one_line(batch.entries[place].candidate) for place in batch.unread]
    if not names:
        return ""
    were, in_them = ("was", "it") if len(names) == 1 else ("were", "them")
    return (
        f"{count(len(names), 'submission')} {were} compared only byte for byte, as no code could "
        f"be read in {in_them}: {first_few(names)}"
    )


def _pairs(batch: Batch, pairs: tuple[Pair, ...], width: int, *, full: bool) -> Iterator[Line]:
    if not pairs:
        read = " of which code could be read" if batch.unread else ""
        yield from wrapped(f"No two{read} are more alike than chance.", width)
        return
    moves = {pair: f"{same_moves(pair):14}  " for pair in pairs if pair.play}
    yield from wrapped(f"{_A_HINT}{_ITS_MOVES if moves else ''}):", width)
    shown = pairs if full else pairs[:MOST_PAIRS]
    empty = " " * 16 if moves else ""
    room = max(12, (width - len("100%  and ") - len(empty) - 2) // 2)
    for pair in shown:
        first, second = (
            shortened_name(batch.entries[number].candidate, room)
            for number in (pair.first, pair.second)
        )
        yield line(f"  {pair.share:4.0%}  {moves.get(pair, empty)}{first} and {second}")
    if len(shown) < len(pairs):
        yield line(f"  … and {len(pairs) - len(shown)} more pairs: --full shows all", Ink.QUIET)


COLUMNS = ("candidate", "score", "rung", "verdicts that change")
_SIDES: tuple[Side, ...] = ("left", "left", "left", "left")
NOTHING = "—"
_LONGEST_NAME = 24
_SHOWN_VERDICTS = 2
_NARROWEST_VERDICTS = 30


def rejudgement_lines(rejudged: Rejudged, width: int) -> Iterator[Line]:
    """Return the table, not much wider than `width`, and the sum of it."""
    if changing := rejudged.changing:
        yield from map(line, _rejudged_table(changing, width).splitlines())
        yield BLANK
    for each in rejudged.missing:
        text = f"{_name(each)} could not be graded again: {on_one_line(each.why_not)}"
        yield from wrapped(text, width, Ink.OURS, hanging=2)
    for each in changing:
        if each.refused:
            text = f"{_name(each)} would not be graded: {on_one_line(each.refused)}"
            yield from wrapped(text, width, hanging=2)
    whole = len(rejudged.submissions)
    yield from wrapped(f"{len(changing)} of {count(whole, 'submission')} would change", width)


def _rejudged_table(changing: tuple[Rejudgement, ...], width: int) -> str:
    rows = [_rejudged_row(each) for each in changing]
    cells = [COLUMNS, *rows]
    taken = sum(max(len(row[column]) for row in cells) + 2 for column in range(len(COLUMNS) - 1))
    widths = [*[None] * (len(COLUMNS) - 1), max(_NARROWEST_VERDICTS, width - taken)]
    return grid(COLUMNS, rows, align=_SIDES, widths=widths)


def _rejudged_row(each: Rejudgement) -> tuple[str, ...]:
    before, after = each.before, each.after
    return (
        _name(each),
        _was(_score(after), _score(before)),
        _was(_rung(after), _rung(before)),
        _verdicts(each.verdicts),
    )


def _name(each: Rejudgement) -> str:
    return beginning_of(on_one_line(each.candidate), _LONGEST_NAME)


def _score(grade: Grade | None) -> str:
    return NOTHING if grade is None else f"{grade.score}/{grade.max_score}"


def _rung(grade: Grade | None) -> str:
    return rung_in_words((grade.rung if grade else None) or NOTHING)


def _was(after: str, before: str) -> str:
    """Say how something would be, and how it is where that is otherwise.

    >>> _was("3/4", "4/4"), _was("naive", "naive")
    ('3/4, was 4/4', 'naive')
    """
    return after if after == before else f"{after}, was {before}"


def _verdicts(verdicts: tuple[OtherVerdict, ...]) -> str:
    said = [_said(each) for each in verdicts[:_SHOWN_VERDICTS]]
    more = len(verdicts) - _SHOWN_VERDICTS
    return "; ".join(said) + (f"; and {more} more" if more > 0 else "")


def _said(each: OtherVerdict) -> str:
    """Say of a case how it would be judged.

    >>> from graders.model.verdict import Verdict
    >>> _said(OtherVerdict("phase3/mate-in-9", Verdict.ACCEPTED, Verdict.TIME_LIMIT_EXCEEDED))
    'phase3/mate-in-9: time limit exceeded, was accepted'
    >>> _said(OtherVerdict("phase4/quiet", None, Verdict.ACCEPTED))
    'phase4/quiet: accepted, was not run'
    """
    before, after = (
        "not run" if verdict is None else verdict.in_words for verdict in (each.before, each.after)
    )
    return f"{each.case}: {_was(after, before)}"
