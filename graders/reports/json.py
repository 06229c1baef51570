"""Write a scorecard, or a batch of them, as one JSON document, for programs.

`docs/scorecard.md` describes that of a scorecard, `docs/batch.md` that of a batch.
"""

from __future__ import annotations

import json
from typing import ClassVar

import msgspec

from graders.model.batch import VERSION, Batch, Entry, HandIn
from graders.model.scorecard import Scorecard
from graders.reports.format import Report

_WHY_NOT = "it was not graded yet"


class JsonReport(Report):
    """Write the document at the end: of a scorecard on one line, of a batch a submission a line."""

    several: ClassVar[bool] = True
    batches: ClassVar[bool] = True

    def finish(self, scorecard: Scorecard) -> None:
        self.stream.write(self.tellable(scorecard).to_json() + "\n")

    def batch(self, batch: Batch) -> None:
        counts = {"expected": batch.expected, "received": batch.received}
        head = {"version": VERSION, **counts, "not_graded": len(batch.refused)}
        self.stream.write(json.dumps(head)[:-1] + ', "submissions": [')
        for number, entry in enumerate(self.tellable_batch(batch).entries):
            self.stream.write(("," if number else "") + "\n" + self._submission(entry))
        self.stream.write("\n]")
        if batch.likenesses is not None:
            pairs = [msgspec.to_builtins(pair) for pair in batch.likenesses]
            self.stream.write(f', "likenesses": {json.dumps(pairs)}')
        self.stream.write("}\n")

    def _submission(self, entry: Entry) -> str:
        card = entry.scorecard
        head = {
            "candidate": entry.candidate,
            "path": entry.path,
            "sha256": entry.sha256,
            "kata": None if card is None else card.kata,
            "score": None if card is None else card.score,
            "max_score": None if card is None else card.max_score,
            "rung": entry.rung,
        }
        beside: dict[str, object] = {"graded": entry.is_received}
        if entry.refused:
            beside["refused"] = True
        if not entry.is_received:
            beside["why_not"] = entry.why_ungraded or _WHY_NOT
        if entry.hand_in != HandIn():
            beside["hand_in"] = msgspec.to_builtins(entry.hand_in)
        if entry.note and not entry.note.is_empty:
            beside["notes"] = msgspec.to_builtins(entry.note)
        whole = "null" if card is None else card.to_json()
        return f'{json.dumps(head)[:-1]}, "scorecard": {whole}, {json.dumps(beside)[1:]}'


REPORT = JsonReport
