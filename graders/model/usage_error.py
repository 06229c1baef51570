"""What a caller can ask for wrongly."""

from __future__ import annotations


class UsageError(ValueError):
    """Say in one sentence what the caller has to correct: a path, a suite, an option.

    What is wrong with a submission is never such an error; it is a verdict.
    """
