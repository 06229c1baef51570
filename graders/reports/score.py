"""What a run adds up to: cases, points by suite, what to mistrust, where it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime

import msgspec

from graders.model.scorecard import (
    Assessment,
    Finding,
    NotRun,
    Observation,
    PlayOut,
    Probed,
    Result,
    Scorecard,
    singles,
)
from graders.model.text import harmless
from graders.model.verdict import Verdict
from graders.reports.layout import WIDTH, Ink, Line, beginning_of, indented, line, wrapped

SHOWN_NOT_RUN = 12
NO_RUNG = {"none": "below the ladder", "open": "not told"}
"""What a person reads where a file stands on no rung: it is below them, or nobody knows."""


def not_run_lines(not_run: Sequence[NotRun], columns: CaseColumns) -> Iterator[Line]:
    """Name the cases that were not run, of many the first."""
    not_run = [case for case in not_run if case.cap_s]
    shown = not_run if len(not_run) <= SHOWN_NOT_RUN else not_run[: SHOWN_NOT_RUN - 1]
    width = max((len(case.id) for case in shown), default=0)
    for case in shown:
        mark = (columns.marks.not_run, Ink.CARE)
        yield (mark, (f" {case.id:<{width}}  ", Ink.PLAIN), ("not run", Ink.CARE))
    if len(not_run) > len(shown):
        yield ((f"… and {count(len(not_run) - len(shown), 'more case')} not run", Ink.CARE),)


class OfSuite(msgspec.Struct, frozen=True):
    """What was won of the cases of one suite, those that were not run included."""

    name: str
    results: tuple[Result, ...]
    not_run: tuple[NotRun, ...]

    @property
    def points(self) -> int:
        return sum(result.points for result in self.results)

    @property
    def max_points(self) -> int:
        not_run = sum(case.max_points for case in self.not_run)
        return sum(result.max_points for result in self.results) + not_run

    @property
    def accepted(self) -> int:
        return sum(result.accepted for result in self.results)

    @property
    def cases(self) -> int:
        return len(self.results) + len(self.not_run)

    @property
    def in_words(self) -> str:
        """Return points and cases.

        >>> OfSuite("a", (), (NotRun("a/b", 2, 1.0),)).in_words
        '0/2 points, 0 of 1 cases accepted, 1 not run'
        """
        left = f", {len(self.not_run)} not run" if self.not_run else ""
        won = f"{self.points}/{self.max_points} points"
        return f"{won}, {self.accepted} of {self.cases} cases accepted{left}"


def by_suite(scorecard: Scorecard) -> tuple[OfSuite, ...]:
    # Without a cap nothing of a suite was chosen or called.
    results = [result for result in scorecard.results if result.cap_s]
    not_run = [case for case in scorecard.not_run if case.cap_s]
    names = dict.fromkeys([result.suite for result in results] + [case.suite for case in not_run])
    return tuple(
        OfSuite(
            name,
            tuple(result for result in results if result.suite == name),
            tuple(case for case in not_run if case.suite == name),
        )
        for name in names
    )


def score_lines(scorecard: Scorecard, width: int) -> Iterator[Line]:
    """Return the points of each suite, the score, and what keeps it from being taken as it is."""
    suites = by_suite(scorecard)
    at = max(len(name) for name in ("score", *(suite.name for suite in suites)))
    for suite in suites:
        yield from wrapped(f"{suite.name:<{at}}  {suite.in_words}", width, hanging=at + 2)
    won = f"{'score':<{at}}  {scorecard.score}/{scorecard.max_score}{rests_on(scorecard)}"
    yield from wrapped(won, width, Ink.HEAD, hanging=at + 2)
    yield from _to_heed(scorecard, width)


def score_in_short(scorecard: Scorecard, width: int) -> Iterator[Line]:
    """Return the score and the points of the suites in one line, and what keeps it from holding."""
    suites = by_suite(scorecard)
    won = ", ".join(f"{suite.name} {suite.points}/{suite.max_points}" for suite in suites)
    score = f"score {scorecard.score}/{scorecard.max_score}{rests_on(scorecard)}"
    beside = f": {won}" if len(suites) > 1 else ""
    if len(score + beside) <= width:
        yield ((score, Ink.HEAD), (beside, Ink.PLAIN))
    else:
        yield from wrapped(score + beside, width, Ink.HEAD, hanging=2)
    yield from _to_heed(scorecard, width)


def _to_heed(scorecard: Scorecard, width: int) -> Iterator[Line]:
    for words, ink in reservations(scorecard):
        yield from wrapped(words, width, ink)
    if any(result.variant for result in scorecard.results):
        words, ink = holds_in_words(scorecard)
        yield from wrapped(words, width, ink, hanging=2)


def count(number: int, what: str) -> str:
    """Write a number of things.

    >>> count(1, "case"), count(3, "case")
    ('1 case', '3 cases')
    """
    return f"1 {what}" if number == 1 else f"{number} {what}s"


def moment(at: str) -> str:
    """Write a time of the history in this machine's own time zone.

    >>> moment("unreadable")
    'unreadable'
    """
    try:
        return datetime.fromisoformat(at).astimezone().strftime("%d %b %H:%M")
    except ValueError:
        return harmless(at)


def rung_in_words(rung: str) -> str:
    """Return what a person reads for the rung of a scorecard or of a run.

    >>> rung_in_words("none"), rung_in_words("alpha_beta")
    ('below the ladder', 'alpha_beta')
    """
    return NO_RUNG.get(rung, rung)


def in_people(number: int) -> str:
    """Write a number of people.

    >>> in_people(1), in_people(31)
    ('1 person', '31 people')
    """
    return "1 person" if number == 1 else f"{number} people"


def cases_with(results: Iterable[Result], has: Callable[[Result], object]) -> str:
    """Count the cases that have something, be it in one member of a group or in one variant.

    >>> found = [Result(f"a/b{which}", Verdict.ACCEPTED, 1, 1, 2.0) for which in ("", "~swap")]
    >>> cases_with(found, lambda each: each.accepted)
    '1 case'
    """
    return count(len({each.original for each in results if any(map(has, singles([each])))}), "case")


def run_again(results: Iterable[Result]) -> str:
    """Count the cases of which a run was repeated; nothing where there is none."""
    again = [each for each in results if any(single.attempts for single in singles([each]))]
    return f"{cases_with(again, bool)} run again" if again else ""


def first_few(names: Sequence[str], most: int = 3) -> str:
    """Name the first of some cases, and count the others.

    >>> first_few(["a/b", "a/c"], 1)
    'a/b and 1 more'
    """
    more = len(names) - most
    return f"{', '.join(names[:most])}{f' and {more} more' if more > 0 else ''}"


def reservations(scorecard: Scorecard) -> Iterable[tuple[str, Ink]]:
    """Say what keeps the score from being taken at its word."""
    cases, left = len(scorecard.results) + len(scorecard.not_run), len(scorecard.not_run)
    what = f"{left} of {cases} cases not run" if scorecard.results else "no case was run"
    if scorecard.stopped_at_first and left:
        yield f"stopped at the first failure, as asked: {what}", Ink.CARE
    elif not scorecard.complete and scorecard.results and not left:
        yield "interrupted after the last case: where it stands is not known", Ink.CARE
    elif not scorecard.complete:
        yield f"interrupted, {what}: this score is not final", Ink.CARE
    if ours := scorecard.grader_errors:
        words = f"the grader itself failed on {count(ours, 'case')}: do not rely on this score"
        yield words, Ink.OURS


def rests_on(scorecard: Scorecard) -> str:
    """Say, to be set after the points, how many of them another run or a variant would not give.

    Variants that score cost points themselves.
    """
    scoring = {each.id for each in scorecard.results if each.variant and each.max_points}
    lost = {each.partition("~")[0] for each in scorecard.lost if each not in scoring}
    found = (
        (filter(answered_differently, scorecard.results), "answers that differed between runs"),
        ((each for each in scorecard.results if each.id in lost), "cases that lose a variant"),
    )
    shaky = [(sum(each.points for each in results), on_what) for results, on_what in found]
    said = ", ".join(f"{points} on {on_what}" for points, on_what in shaky if points)
    return f" ({said})" if said else ""


def answered_differently(result: Result) -> bool:
    """Tell whether a case, or a member of a group, was answered in two ways when run again."""
    for single in singles([result]):
        given = [each.answer for each in single.attempts if each.answer is not None]
        if any(answer != given[0] for answer in given):
            return True
    return False


def play_out_in_words(played: PlayOut) -> str:
    """Say how far an accepted case was played out.

    >>> play_out_in_words(PlayOut("34334", ()))
    'played out to the end: 5 plies'
    """
    how_far = "as far as search settles it" if played.open else "to the end"
    return f"played out {how_far}: {played.plies} plies"


def holds_in_words(scorecard: Scorecard) -> tuple[str, Ink]:
    """Say whether what is solved holds in its variants, of a run that had some."""
    says = "holds under mirror and colour swap: "
    if scorecard.holds is None:
        shows = "what is solved shows too little"
        return says + (shows if scorecard.complete else "the run was not finished"), Ink.CARE
    if scorecard.holds:
        return f"{says}yes", Ink.GOOD
    return f"{says}no ({first_few(scorecard.lost)})", Ink.BAD


SHOWN_ANSWER = 6  # how wide the column of answers is
NEAR_THE_CAP = 0.5  # from this share of the cap on the cap is worth a word
COMPUTING = 0.5  # below this share of its wall time a slow program's CPU time is worth a word
_SECONDS = 9
_WORDS = max(len(verdict.in_words) for verdict in Verdict)
_SHORTEST_ID = 12
_NARROW = 60


class Marks(msgspec.Struct, frozen=True):
    """What a line begins with: accepted, missed, our own fault, not run."""

    accepted: str = "✓"
    missed: str = "✗"
    ours: str = "!"
    not_run: str = "·"


ASCII = Marks("+", "x", "!", "-")  # the same for a stream that has no better signs


class CaseColumns(msgspec.Struct, frozen=True):
    width: int
    id_width: int
    marks: Marks = Marks()

    @classmethod
    def for_ids(cls, ids: list[str], width: int, marks: Marks) -> CaseColumns:
        others = len("✓ ") + 2 + SHOWN_ANSWER + 2 + _SECONDS + 2 + _WORDS
        longest = max(map(len, ids), default=0)
        return cls(width, max(_SHORTEST_ID, min(longest, width - others)), marks)


def case_line(result: Result, columns: CaseColumns, *, answers: bool = True) -> Line:
    """Return the line of a case, never longer than the width; without `answers` it has none."""
    mark, ink = _mark(result, columns.marks)
    words = "" if result.accepted else result.verdict.in_words
    if not result.cap_s or result.verdict is Verdict.LOAD_ERROR:
        return _joined((mark, ink), result.id, "", words, columns.width)
    answer = shown_answer(result) if answers else ""
    room = columns.id_width + 2 + SHOWN_ANSWER  # a long id takes the place of an answer
    middle = f"{answer:>{max(room - len(result.id), len(answer) + 2 * bool(answer))}}"
    times = f"{middle}  {result.wall_s:>{_SECONDS - 2}.3f} s"
    words = " ".join([words, _beside(result)]).strip()
    if result.accepted and result.play_out is not None:
        played = ", ".join(filter(None, (words, play_out_in_words(result.play_out))))
        if len(mark) + 1 + len(result.id) + len(times) + 2 + len(played) <= columns.width:
            words = played
    return _joined((mark, ink), result.id, times, words, columns.width)


def shown_answer(result: Result) -> str:
    """Return what was answered, of a group that is accepted how many answers were right.

    A text is left to the message: it may be what came, or what words there are for another value.
    """
    if result.members and result.accepted:
        return f"{len(result.members)} of {result.group_size}"
    if result.long_answer or not isinstance(result.answer, (int, float)):
        return ""
    return beginning_of(str(result.answer), SHOWN_ANSWER)


def _mark(result: Result, marks: Marks) -> tuple[str, Ink]:
    if result.verdict is Verdict.GRADER_ERROR:
        return marks.ours, Ink.OURS
    return (marks.accepted, Ink.GOOD) if result.accepted else (marks.missed, Ink.BAD)


def _beside(result: Result) -> str:
    """Return cap and CPU time in words where they matter.

    The cap does where the time came near it. CPU time, if it is known, does where the program was
    slow without using it or took more of it than time went by.
    """
    if result.counted_s < NEAR_THE_CAP * result.cap_s:
        return ""
    found = [f"cap {result.cap_s:g} s"]
    cpu_s, wall_s = result.cpu_s, result.wall_s
    if cpu_s is not None and not COMPUTING * wall_s <= cpu_s <= 1.5 * wall_s:
        found.append(f"CPU {cpu_s:.2f} s")
    return f"({', '.join(found)})"


def _joined(mark: tuple[str, Ink], case_id: str, times: str, words: str, width: int) -> Line:
    """Put a line together, leaving out of the middle of the id what there is no room for.

    On a narrow terminal the answer and the seconds are left out before.
    """
    taken = len(mark[0]) + 1
    after = f"  {words}" if words else ""
    room = width - taken - len(times) - len(after)
    if len(case_id) > room and times:  # the seconds move to the left, as far as they have to
        least = f"  {times.lstrip()}"
        times = times[min(len(case_id) - room, len(times) - len(least)) :]
        room = width - taken - len(times) - len(after)
        if len(case_id) > room and width < _NARROW:  # which case it was is more than how long
            times, room = "", width - taken - len(after)
    shown = case_id if len(case_id) <= room else _without_its_middle(case_id, room)
    return (mark, (f" {shown}{times}", Ink.PLAIN), (after, mark[1]))


def _without_its_middle(case_id: str, room: int) -> str:
    """Shorten an id so that its suite and its end can still be read.

    >>> _without_its_middle("rules/diagonal-into-the-corner", 20)
    'rules/dia…the-corner'
    """
    if room < 3:  # nothing of it could be told from another one
        return case_id
    end = room // 2
    return f"{case_id[: room - end - 1]}…{case_id[len(case_id) - end :]}"


_HEADINGS = {
    "answers": "What the answers show",
    "measured": "What was measured",
    "source": "What the source has",
    "probes": "What the probes prove",
}
_INDENT = 2


def shown_assessment(scorecard: Scorecard) -> Assessment | None:
    """Return where it stands; None for a run that was not finished."""
    return scorecard.assessment if scorecard.complete else None


def in_lines(assessment: Assessment) -> tuple[str, ...]:
    """Say in a line each where it stands and what comes next, as far as that is known.

    >>> in_lines(Assessment("", "", "Play a column that wins."))
    ('Next: Play a column that wins.',)
    >>> in_lines(Assessment("", "sees 5", ""))
    ('Stands: sees 5',)
    """
    said = {"Stands": assessment.evidence, "Next": assessment.hint}
    return tuple(f"{label}: {text}" for label, text in said.items() if text)


def looked_at(scorecard: Scorecard) -> str:
    """Return the id of the missed case that what comes next is about; empty where there is none.

    It may be that of a member of a group, which was the one missed.
    """
    assessment = shown_assessment(scorecard)
    wanted = "" if assessment is None else assessment.case
    return next((each.id for each in scorecard.results if wanted and _is_miss(each, wanted)), "")


def _is_miss(result: Result, wanted: str) -> bool:
    return not result.accepted and wanted in (result.id, result.decided_by)


def finding_blocks(assessment: Assessment, width: int = WIDTH) -> Iterator[tuple[Line, ...]]:
    """Yield all that is known of a program, a block for each kind of evidence."""
    for evidence, heading in _HEADINGS.items():
        found = [each for each in assessment.findings if each.evidence == evidence]
        if found:
            told = [told_line for each in found for told_line in _told(each, width - _INDENT)]
            yield (line(heading, Ink.HEAD), *indented(told, _INDENT))


def _told(finding: Finding, width: int) -> Iterator[Line]:
    where = "" if finding.line is None else f"line {finding.line}"
    beside = "; ".join(each for each in (where, first_few(finding.cases)) if each)
    yield from wrapped(f"{finding.text}{f' ({beside})' if beside else ''}", width, hanging=2)
    for probe in finding.probes:
        yield from wrapped(f"  {_asked(probe)}", width, hanging=4)


def _asked(probe: Probed) -> str:
    columns = " or ".join(map(str, probe.predicted))
    played = "no column came back" if probe.answer is None else f"it played {probe.answer}"
    return f'after "{probe.moves}", {probe.first} first: predicted {columns}, {played}'


CALLED = "How it is called"
FACTS = "What its code shows (worth no points)"
_FOUND_INDENT = 2
_SHORT = 12
_ORIGINS = {
    "kata": "by the driver of the kata, as its statement says",
    "file": "by the class Driver in the file itself",
    "beside": "by {name}, which lies beside the file",
    "named": "by the driver {name}, named with --driver",
    "program": "as a driver of its own, in lines of JSON",
}


def found_lines(scorecard: Scorecard, width: int = WIDTH) -> Iterator[tuple[Line, ...]]:
    """Yield how a submission is called, and what its code shows: a block of lines each."""
    for heading, found in ((CALLED, how_called(scorecard)), (FACTS, scorecard.facts)):
        if found:
            yield (line(heading, Ink.HEAD), *_listed(found, width))


def how_called(scorecard: Scorecard) -> tuple[Observation, ...]:
    """Return how a submission was called: through which driver, and what else there is to tell."""
    driver = scorecard.driver
    if driver is None:
        return scorecard.called_as
    how = _ORIGINS.get(driver.origin, driver.origin).format(name=driver.name)
    digest = f" (sha256 {driver.sha256[:_SHORT]}…)" if driver.sha256 else ""
    return (Observation("called", how + digest), *scorecard.called_as)


def _listed(found: Sequence[Observation], width: int) -> Iterator[Line]:
    at = max(len(each.what) for each in found) + 2
    for each in found:
        text = f"{' ' * _FOUND_INDENT}{each.what:<{at}}{each.how}"
        yield from _hung(text, width, _FOUND_INDENT + at)


def _hung(text: str, width: int, hanging: int) -> Iterator[Line]:
    first, rest = text[:hanging], text[hanging:]
    for number, pieces in enumerate(wrapped(rest, max(width - hanging, hanging))):
        yield ((first if number == 0 else " " * hanging, Ink.PLAIN), *pieces)
