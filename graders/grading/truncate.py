"""Keep a scorecard small: what is kept of one result, and of all results of a run together.

A submission can print, raise and answer without end. Of a long text the beginning and the end
are kept, and more of those that came first, so that a scorecard of the shipped suites takes at
most 200 KiB of JSON whatever a submission does. All sizes here are bytes of JSON.
"""

from __future__ import annotations

import bisect
import hashlib
import json
from functools import reduce

import msgspec
from msgspec.structs import replace

from graders.model.explanation import Explanation
from graders.model.limits import KIB
from graders.model.scorecard import LongAnswer, Result
from graders.model.value import answer_in_words

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


class SizeKept(msgspec.Struct, frozen=True):
    texts: int = 0
    explanations: int = 0

    def plus(self, result: Result) -> SizeKept:
        texts = (result.message, result.traceback, result.stdout, result.stderr)
        size = sum(map(_size, texts)) + _size(result.answer)
        own = SizeKept(self.texts + size, self.explanations + _size_of(result.explanation))
        return reduce(SizeKept.plus, result.members, own)


def truncate(result: Result, kept: SizeKept = SizeKept()) -> Result:
    """Return what is kept of a result, whose answer still has to be the whole one."""
    return _truncate_group(result, kept) if result.members else _truncate_single(result, kept)


def _truncate_group(result: Result, kept: SizeKept) -> Result:
    members: list[Result] = []
    for member in result.members:
        members.append(_truncate_single(member, kept))
        kept = kept.plus(members[-1])
    return result.with_members(members)


def _truncate_single(result: Result, kept: SizeKept) -> Result:
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


def truncate_answer(answer: object) -> object:
    """Return an answer that is kept beside another one: itself, or how it begins, in words."""
    return _answer(answer, LEAST_OF_A_TEXT)[0]


def _answer(answer: object, most: int) -> tuple[object, LongAnswer | None]:
    whole = json.dumps(answer, separators=(",", ":"))
    if len(whole) <= most:
        return answer, None
    items = len(answer) if isinstance(answer, list) else None
    digest = hashlib.sha256(whole.encode()).hexdigest()
    words = answer_in_words(answer)
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
    """Count the characters of a text, from its start, that take at most `most`."""
    if len(text) <= most and _size(text) <= most:
        return len(text)
    lengths = range(most + 1)
    return bisect.bisect_right(lengths, most, key=lambda length: _size(text[:length])) - 1
