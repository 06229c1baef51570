"""Say that a benchmark has nothing to measure."""

from __future__ import annotations


class NothingToMeasureError(RuntimeError):
    """Say what failed, so that its time would mean nothing."""
