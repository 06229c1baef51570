"""Hold the file that somebody hands in."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Submission:
    """Hold a submission: where it lies, the name that reports show, and its bytes."""

    path: Path
    name: str
    source: bytes
