"""Put the results of a run together into a scorecard: what it adds up to, and what it shows."""

from __future__ import annotations

import bisect
import hashlib
import json
import traceback
from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from typing import Any

import msgspec
from msgspec.structs import replace

from graders.grading import messages
from graders.katas.kata import Kata, Ran
from graders.model.explanation import Explanation
from graders.model.limits import KIB
from graders.model.outcome import Raised
from graders.model.provenance import Submitted
from graders.model.scorecard import Found, LongAnswer, NotRun, Result, Scorecard, Thrown, singles
from graders.model.suite import Case
from graders.model.text import on_one_line
from graders.model.value import in_words
from graders.model.verdict import Verdict

LOAD = "load"
"""The id that stands for all cases of a file of which the kata is not known."""


ENOUGH_SOLVED = 0.5
"""The share of the cases with variants that has to be solved for holding to mean anything."""


def put_together(
    name: str,
    kata: Kata[Any],
    isolation: str,
    results: Sequence[Result],
    not_run: Iterable[Case] = (),
    *,
    complete: bool = True,
    called: Iterable[str] = (),
    ran: Callable[[], Ran] = Ran,
) -> Scorecard:
    """Return the scorecard of a run; one that is not complete gives no standing.

    `called` are the names of what was called in place of what the kata asks for.
    `ran` tells what is known of the run beside its results, where there is a standing to be told.
    """
    card = Scorecard(
        Submitted(name),
        kata.name,
        isolation,
        tuple(results),
        complete=complete,
        not_run=as_not_run(not_run),
        manner=few([found for name in called for found in kata.called_as(name)]),
    )
    try:
        lost = _lost(results)
        holds = False if lost else _holds(results) if complete else None
        tells = complete and not any(r.verdict is Verdict.GRADER_ERROR for r in results)
        known = ran() if tells else Ran()
        standing = kata.standing(results, known) if tells else None
        facts = () if known.code is None else few(kata.facts(known.code))
        return replace(card, standing=standing, holds=holds, lost=lost, facts=facts)
    except Exception:
        ours = Verdict.GRADER_ERROR
        fault = Result("standing", ours, 0, at_stake(0, ours), 0.0, message=traceback.format_exc())
        return replace(card, results=(*results, fault))


def as_not_run(cases: Iterable[Case]) -> tuple[NotRun, ...]:
    """Return what a scorecard says of cases that were selected and not graded."""
    return tuple(NotRun(case.id, case.points, case.cap_s) for case in cases)


def at_stake(points: int, verdict: Verdict) -> int:
    """Return the points there were to win: at least one where the grader failed.

    So no run in which it failed reads as full marks, not even one in which it did on a variant
    that counts no points.
    """
    return max(1, points) if verdict is Verdict.GRADER_ERROR else points


def _lost(results: Sequence[Result]) -> tuple[str, ...]:
    """Return the variants that the submission misses although it has the case itself."""
    accepted = {result.id for result in results if result.accepted}
    return tuple(
        result.id
        for result in results
        if result.variant
        and result.original in accepted
        and result.verdict not in (Verdict.ACCEPTED, Verdict.GRADER_ERROR)
    )


def _holds(results: Sequence[Result]) -> bool | None:
    """Return True where a submission that lost no variant has shown that it holds, else None.

    It has not where it solves fewer than half of the cases, where it gives one answer to all, or
    where the grader failed on a variant.
    """
    variants = [result for result in results if result.variant]
    cases = {result.original for result in variants}
    kept = [result for result in variants if result.accepted]
    solved = {result.original for result in kept}
    failed = any(result.verdict is Verdict.GRADER_ERROR for result in variants)
    answers = {repr(single.answer) for single in singles(results) if single.accepted}
    if not cases or failed or len(solved) < ENOUGH_SOLVED * len(cases) or len(answers) < 2:
        return None
    return True


MOST_FOUND, LONGEST = 40, 120
"""So many findings are kept beside a score, and so many characters of each of their texts."""


def few(found: Sequence[Found]) -> tuple[Found, ...]:
    """Return what is kept of what was found out about a submission, harmless to a terminal.

    >>> few([Found("the winner", "from Game" + "e" * 900)])[0].how[-3:]
    'ee…'
    """
    return tuple(Found(_begun(each.what), _begun(each.how)) for each in found[:MOST_FOUND])


def _begun(text: str) -> str:
    shown = on_one_line(text)
    return shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 1]}…"


MOST_THROWN = 200
"""How many characters are kept of each text of an exception in brief."""


def thrown(exception: Raised) -> Thrown:
    """Return an exception in brief."""
    function = exception.frames[-1].function if exception.frames else ""
    texts = (exception.type, messages.first_line(exception.message), function)
    name, said, function = (text[:MOST_THROWN] for text in texts)
    unparsed = exception.syntax is not None and not exception.frames
    return Thrown(name, said, function, unparsed)


def put_into_one(case: Case, members: Sequence[Result]) -> Result:
    """Return the result of a group from those of its members, at least one, up to the first miss.

    Its point is won by all members together; every other fact is that of the member which decides.
    """
    decides = deciding(members)
    all_accepted = len(members) == len(case.group) and all(each.accepted for each in members)
    group = Result(
        case.id,
        decides.verdict,
        case.points if all_accepted else 0,
        at_stake(case.points, decides.verdict),
        case.cap_s,
        about=case.about,
        group_size=len(case.group),
        decided_by=decides.id,
    )
    return with_members(group, members)


def deciding(members: Sequence[Result]) -> Result:
    """Return the member that was missed, or else the one that came nearest to its cap.

    >>> from graders.model.verdict import Verdict
    >>> slow = Result("a/b#1", Verdict.ACCEPTED, 0, 0, 2.0, wall_s=1.5)
    >>> fast = Result("a/b#2", Verdict.ACCEPTED, 0, 0, 2.0, wall_s=0.5)
    >>> deciding([slow, fast]).id
    'a/b#1'
    """
    missed = [member for member in members if not member.accepted]
    return missed[0] if missed else max(members, key=lambda member: member.counted_s)


def with_members(group: Result, members: Sequence[Result]) -> Result:
    """Return a group's result with other members of the same ids, and its facts from them.

    What is the group's own stays: id, points and `about`.
    """
    decides = next(member for member in members if member.id == group.decided_by)
    return replace(
        decides,
        id=group.id,
        points=group.points,
        max_points=group.max_points,
        about=group.about,
        group_size=group.group_size,
        members=tuple(members),
        decided_by=group.decided_by,
    )


MOST_OF_A_TEXT = 8 * KIB
"""So much is kept of a text: of a message, a traceback, stdout or stderr."""


MOST_OF_AN_ANSWER = 2 * KIB
"""Of an answer that takes more only its beginning is kept."""


TEXTS_OF_A_RUN = 32 * KIB
"""The more of this the texts and answers so far take, the less is kept of those to come."""


EXPLANATIONS_OF_A_RUN = 56 * KIB
"""Once the explanations so far take so much, no more are kept; the messages are."""


LEAST_OF_A_TEXT = 32
"""So much is kept of each text and answer, come what may."""


LEAST_OF_A_MESSAGE = 256
"""So much is kept of each message, which justifies the verdict."""


_TEXTS_OF_A_RESULT = 5


class Kept(msgspec.Struct, frozen=True):
    """Hold how much of a run has been kept so far."""

    texts: int = 0
    explanations: int = 0

    def plus(self, result: Result) -> Kept:
        """Return how much it is with one more result, its members included."""
        texts = (result.message, result.traceback, result.stdout, result.stderr)
        size = sum(map(_size, texts)) + _size(result.answer)
        own = Kept(self.texts + size, self.explanations + _size_of(result.explanation))
        return reduce(Kept.plus, result.members, own)


def slim(result: Result, kept: Kept = Kept()) -> Result:
    """Return what is kept of a result, whose answer still has to be the whole one."""
    return _slim_group(result, kept) if result.members else _slim_single(result, kept)


def _slim_group(result: Result, kept: Kept) -> Result:
    """Cut each member, and what the group has of the one that decides in the same way."""
    members: list[Result] = []
    for member in result.members:
        members.append(_slim_single(member, kept))
        kept = kept.plus(members[-1])
    return with_members(result, members)


def _slim_single(result: Result, kept: Kept) -> Result:
    share = (TEXTS_OF_A_RUN - kept.texts) // _TEXTS_OF_A_RESULT
    room = max(LEAST_OF_A_TEXT, min(MOST_OF_A_TEXT, share))
    answer, long_answer = _answer(result.answer, min(room, MOST_OF_AN_ANSWER))
    explained = kept.explanations + _size_of(result.explanation) <= EXPLANATIONS_OF_A_RUN
    return replace(
        result,
        answer=answer,
        long_answer=long_answer,
        message=_cut(result.message, max(room, LEAST_OF_A_MESSAGE)),
        traceback=_cut(result.traceback, room),
        stdout=_cut(result.stdout, room),
        stderr=_cut(result.stderr, room),
        explanation=result.explanation if explained else None,
    )


def in_short(answer: object) -> object:
    """Return an answer that is kept beside another one: itself, or how it begins, in words."""
    return _answer(answer, LEAST_OF_A_TEXT)[0]


def _answer(answer: object, most: int) -> tuple[object, LongAnswer | None]:
    whole = json.dumps(answer, separators=(",", ":"))
    if len(whole) <= most:
        return answer, None
    items = len(answer) if isinstance(answer, list) else None
    digest = hashlib.sha256(whole.encode()).hexdigest()
    words = in_words(answer)
    return words[: _room_for(words, most)], LongAnswer(items, len(whole), digest)


def _size_of(explanation: Explanation | None) -> int:
    return 0 if explanation is None else _size(msgspec.to_builtins(explanation))


def _size(value: object) -> int:
    return len(json.dumps(value))


def _cut(text: str, most: int) -> str:
    """Return a text that takes at most `most` beside the line on what is gone.

    The middle goes: a traceback names its exception at the end, and what was printed ends with a
    word on what was not even captured.
    """
    begin = _room_for(text, most)
    if begin == len(text):
        return text
    begin = _room_for(text, most - most // 4)
    end = _room_for(text[:begin:-1], most // 4)
    left_out = len(text) - begin - end
    return f"{text[:begin]}\n… {left_out:,} characters left out …\n{text[len(text) - end :]}"


def _room_for(text: str, most: int) -> int:
    """Return how many characters of a text, from its start, take at most `most`."""
    if len(text) <= most and _size(text) <= most:
        return len(text)
    lengths = range(most + 1)
    return bisect.bisect_right(lengths, most, key=lambda length: _size(text[:length])) - 1
