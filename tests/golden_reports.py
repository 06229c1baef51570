"""Make the golden files of the formats for other systems.

`python -m tests.golden_reports` writes them anew after a change on purpose. They are made of
scorecards that are kept, so that no machine and no run makes a difference.
"""

from __future__ import annotations

import base64
import functools
import io
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from unittest import mock

from graders.arena.rating import ranking_of
from graders.model.batch import Batch
from graders.model.scorecard import Scorecard
from graders.reports import formats
from graders.reports.crosstable import arena_json, arena_text
from graders.reports.github import SUMMARY
from tests.hostile_scorecards import everything, whole_batch
from tests.tournaments import tournament

FOLDER = Path(__file__).parent / "golden" / "reports"


def one(
    name: str,
    card: Scorecard,
    *,
    hints: bool = True,
    full: bool = False,
    spoilers: bool = True,
) -> str:
    """Return what a format writes of one scorecard."""
    stream = io.StringIO(newline="")
    formats()[name](stream, hints=hints, full=full, spoilers=spoilers).finish(card)
    return stream.getvalue()


def many(
    name: str, batch: Batch, *, hints: bool = True, full: bool = False, spoilers: bool = True
) -> str:
    """Return what a format writes of a batch."""
    stream = io.StringIO(newline="")
    formats()[name](stream, hints=hints, full=full, spoilers=spoilers).batch(batch)
    return stream.getvalue()


def classroom(written: str) -> str:
    """Return the document that the result for GitHub Classroom is, for people to read."""
    name, _, encoded = written.rstrip("\n").partition("=")
    assert name == "result"
    document = json.loads(base64.b64decode(encoded, validate=True))
    return json.dumps(document, indent=2) + "\n"


def summary(card: Scorecard, *, full: bool = False) -> str:
    """Return the summary of a job of GitHub Actions."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "summary.md"
        with mock.patch.dict(os.environ, {SUMMARY: str(file)}):
            one("github", card, full=full)
        return file.read_text(encoding="utf-8")


@functools.cache
def golden() -> Mapping[str, str]:
    """Return what each golden file holds."""
    return {
        "gradescope.json": one("gradescope", everything()),
        "gradescope_bare.json": one("gradescope", everything(), hints=False, spoilers=False),
        "exercism.json": one("exercism", everything()),
        "github.txt": one("github", everything()),
        "github.json": classroom(one("github", everything())),
        "github_summary.md": summary(everything()),
        "markdown.md": one("markdown", everything()),
        "markdown_full.md": one("markdown", everything(), full=True),
        "markdown_batch.md": many("markdown", whole_batch()),
        "junit.xml": one("junit", everything()),
        "junit_batch.xml": many("junit", whole_batch()),
        "cases.csv": one("csv", everything()),
        "batch.csv": many("csv", whole_batch()),
        "batch_cases.csv": many("csv", whole_batch(), full=True),
        **_of_a_tournament(),
    }


def _of_a_tournament() -> Mapping[str, str]:
    played = tournament()
    ranking = ranking_of(played)
    return {"arena.txt": arena_text(played, ranking), "arena.json": arena_json(played, ranking)}


def kept(name: str) -> str:
    """Return a golden file as it is kept, with the line ends that it has."""
    return (FOLDER / name).read_bytes().decode("utf-8")


def main() -> None:
    """Write everything anew."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in golden().items():
        (FOLDER / name).write_bytes(text.encode("utf-8"))


if __name__ == "__main__":
    main()
