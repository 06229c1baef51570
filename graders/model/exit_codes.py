"""The exit codes of `kata`, which docs/grading.md lists."""

from __future__ import annotations

OK = 0
NOT_ACCEPTED = 1
USAGE = 2
GRADER_ERROR = 3
TOO_BUSY = 4
"""The machine was too busy for `kata verify` to tell."""
INTERRUPTED = 130
TERMINATED = 143
