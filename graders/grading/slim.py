"""Keep a scorecard small: what is kept of one result, and of all results of a run together.

A submission can print, raise and answer without end. Of a long text the beginning and the end
are kept, so that a scorecard of the shipped suites takes at most 200 KiB of JSON whatever a
submission does.
"""

from __future__ import annotations

import bisect
import hashlib
import json
from dataclasses import replace

from graders.model.limits import KIB
from graders.model.scorecard import LongAnswer, Result
from graders.model.value import in_words

ANSWER_BYTES = 2 * KIB
"""An answer that takes more bytes of JSON is kept as how it begins."""
TEXT_BYTES = 8 * KIB
"""So many bytes of JSON are kept of each text of a result."""
RUN_BYTES = 40 * KIB
"""So many bytes of JSON the texts of a run take before less is kept of those to come."""
FEW_BYTES = 128
"""So many bytes of JSON are kept of each text from then on."""
MESSAGE_BYTES = 512
"""So many bytes of JSON are always kept of a message, which defends the verdict."""


def slim(result: Result, kept: int = 0) -> Result:
    """Return what is kept of a result, where the texts of those before it take `kept` bytes.

    Its answer still has to be the whole one.
    """
    room = TEXT_BYTES if kept < RUN_BYTES else FEW_BYTES
    answer, long_answer = _answer(result.answer)
    return replace(
        result,
        answer=answer,
        long_answer=long_answer,
        message=_cut(result.message, max(room, MESSAGE_BYTES)),
        traceback=_cut(result.traceback, room),
        stdout=_cut(result.stdout, room),
        stderr=_cut(result.stderr, room),
    )


def _answer(answer: object) -> tuple[object, LongAnswer | None]:
    # Most answers are short, and this is done between two cases.
    whole = json.dumps(answer, separators=(",", ":"))
    if len(whole) <= ANSWER_BYTES:
        return answer, None
    items = len(answer) if isinstance(answer, list) else None
    digest = hashlib.sha256(whole.encode()).hexdigest()
    return in_words(answer), LongAnswer(items, len(whole), digest)


def size_of_texts(result: Result) -> int:
    """Return how many bytes of JSON the texts of a result take that a submission has a say in."""
    return sum(map(_size, (result.message, result.traceback, result.stdout, result.stderr)))


def _size(text: str) -> int:
    return len(json.dumps(text)) - 2


def _cut(text: str, most: int) -> str:
    """Return a text that takes at most `most` bytes of JSON beside the line on what is gone.

    The middle goes: a traceback names its exception at the end, and what was printed ends with a
    word on what was not even captured.
    """
    if len(text) <= most and _size(text) <= most:
        return text
    lengths = range(1, min(len(text), most) + 1)
    end = bisect.bisect_right(lengths, most // 4, key=lambda length: _size(text[-length:]))
    begin = bisect.bisect_right(lengths, most - most // 4, key=lambda length: _size(text[:length]))
    left_out = len(text) - begin - end
    return f"{text[:begin]}\n… {left_out:,} characters were left out …\n{text[-end:]}"
