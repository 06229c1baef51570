"""What the judge can make of one call of a submission."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Verdict(StrEnum):
    """One verdict; its value is what JSON carries.

    >>> Verdict("accepted").in_words
    'accepted'
    >>> Verdict.TIME_LIMIT_EXCEEDED.in_words
    'time limit exceeded'
    """

    ACCEPTED = "accepted"
    WRONG_ANSWER = "wrong_answer"
    INVALID_ANSWER = "invalid_answer"
    NOT_OFFERED = "not_offered"
    TIME_LIMIT_EXCEEDED = "time_limit_exceeded"
    MEMORY_LIMIT_EXCEEDED = "memory_limit_exceeded"
    OUTPUT_LIMIT_EXCEEDED = "output_limit_exceeded"
    RUNTIME_ERROR = "runtime_error"
    LOAD_ERROR = "load_error"
    GRADER_ERROR = "grader_error"

    @property
    def in_words(self) -> str:
        return self.value.replace("_", " ")


class Judgement(NamedTuple):
    """A verdict and the sentence that justifies it (empty when accepted)."""

    verdict: Verdict
    message: str = ""
