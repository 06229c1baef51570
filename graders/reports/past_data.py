"""Write how files did over time for programs: as JSON, or as CSV with a line a run."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from typing import TextIO

import msgspec
from msgspec.structs import asdict

from graders.model.history import Past

VERSION = 1
_COLUMNS = (
    *("file", "kata", "at", "score", "max_score", "rung", "hints"),
    *("slowest", "slowest_s", "failed", "sha256"),
)


def write_json(pasts: Sequence[Past], stream: TextIO) -> None:
    """Write one object: the `version`, and in `files` what `graders.model.history` describes."""
    found = {"version": VERSION, "files": pasts}
    stream.write(msgspec.json.format(msgspec.json.encode(found)).decode() + "\n")


def write_csv(pasts: Sequence[Past], stream: TextIO) -> None:
    """Write a line a run, the ids of failed cases with spaces between them."""
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for past in pasts:
        for run in past.runs:
            fields = {"file": past.file} | asdict(run) | {"failed": " ".join(run.failed)}
            writer.writerow([fields[name] for name in _COLUMNS])
