"""Make the golden scorecards: of each verdict, a group and a case played out; and the schemas.

`python -m tests.golden_scorecards` writes both anew after a change on purpose. What differs from
machine to machine and from run to run is replaced by a fixed text of the same kind.
"""

from __future__ import annotations

import contextlib
import json
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from unittest import mock

from graders import Limits, Scorecard, grade_file
from graders.katas import kata_named
from graders.model.arena import arena_schema
from graders.model.batch import batch_schema
from graders.model.limits import KIB
from graders.model.scorecard import schema
from graders.model.verdict import Verdict
from graders.suites import load_suite
from tests.unhurried import unhurried

ROOT = Path(__file__).parent.parent
GOLDEN = ROOT / "tests" / "golden"
SCHEMA = ROOT / "docs" / "scorecard.schema.json"
BATCH_SCHEMA = ROOT / "docs" / "batch.schema.json"
ARENA_SCHEMA = ROOT / "docs" / "arena.schema.json"
SUITE = load_suite(GOLDEN / "suite.yaml")
GROUP_SUITE = load_suite(GOLDEN / "group_suite.yaml")
PLAY_OUT_SUITE = load_suite(GOLDEN / "play_out_suite.yaml")
DRIVEN_SUITE = load_suite(GOLDEN / "driven_suite.yaml")
GROUP = GOLDEN / "group.json"
PLAY_OUT = GOLDEN / "play_out.json"
BEST_MOVE = "def find_best_move(board):"
LIMITS = Limits(kept_output_bytes=64, flood_bytes=64 * KIB)
SUBMISSIONS: Mapping[Verdict, str] = {
    Verdict.ACCEPTED: "return 3",
    Verdict.WRONG_ANSWER: "print('the first legal one'); return 0",
    Verdict.INVALID_ANSWER: "return '3'",
    Verdict.NOT_OFFERED: "return True",
    Verdict.TIME_LIMIT_EXCEEDED: "import time; time.sleep(60)",
    Verdict.MEMORY_LIMIT_EXCEEDED: "return bytearray(1 << 40)",
    Verdict.OUTPUT_LIMIT_EXCEEDED: "[print('all work and no play') for _ in range(1 << 20)]",
    Verdict.RUNTIME_ERROR: "raise ValueError('no idea')",
    Verdict.LOAD_ERROR: "",
    Verdict.GRADER_ERROR: "return 3",
}


def scorecard(verdict: Verdict, folder: Path) -> Scorecard:
    """Grade a submission that gets the verdict."""
    file = folder / f"{verdict}.py"
    body = SUBMISSIONS[verdict]
    is_driven = verdict is Verdict.NOT_OFFERED
    head = "class Driver:\n  def move(self, player, column):" if is_driven else BEST_MOVE
    file.write_text(f"{head}\n    {body}\n" if body else "import nowhere\n")
    with contextlib.ExitStack() as patches:
        patches.enter_context(unhurried())
        if verdict is Verdict.GRADER_ERROR:
            broken = mock.patch.object(
                kata_named("best_move"), "check", side_effect=ZeroDivisionError("ours")
            )
            patches.enter_context(broken)
        return grade_file(
            file,
            kata="game_design" if is_driven else "best_move",
            suites=[DRIVEN_SUITE if is_driven else SUITE],
            cap_s=0.5 if verdict is Verdict.TIME_LIMIT_EXCEEDED else 20.0,
            rerun=False,
            limits=LIMITS,
        )


def scorecard_of_group(folder: Path) -> Scorecard:
    """Grade a submission that misses the second of a group's three members."""
    file = folder / "mine.py"
    file.write_text(f"{BEST_MOVE}\n    {SUBMISSIONS[Verdict.ACCEPTED]}\n")
    with unhurried():
        return grade_file(file, kata="best_move", suites=[GROUP_SUITE], rerun=False, limits=LIMITS)


def scorecard_of_play_out(folder: Path) -> Scorecard:
    """Grade a submission that plays twice as it should, and loses the win with its third answer."""
    file = folder / "mine.py"
    file.write_text(f"{BEST_MOVE}\n    return 5 if board.column_height(3) < 6 else 0\n")
    with unhurried():
        return grade_file(file, suites=[PLAY_OUT_SUITE], play_out=True, rerun=False, limits=LIMITS)


def normalised(card: Scorecard) -> dict[str, Any]:
    """Return the JSON of a scorecard without what another machine or run would have otherwise."""
    document: dict[str, Any] = json.loads(card.to_json())
    document["submission"]["path"] = Path(document["submission"]["path"]).name
    document["isolation"] = "bwrap"
    document["started_at"] = "2026-01-01T00:00:00.000Z"
    document["duration_s"] = 1.0
    made = document["provenance"]
    made |= {"grader": "0", "platform": "Linux", "cores": 2, "drop_undo_per_s": 1000000}
    made["python"] = {"version": "3", "implementation": "CPython"}
    made["isolation"] = {"level": "bwrap", "version": "0"}
    for case in _with_members(document["cases"]):
        for timed in (case, *case.get("play_out", {}).get("answers", ())):
            timed |= {"wall_s": 0.25, "cpu_s": 0.25, "kept_off_s": 0.0}
        case["warnings"] = [each for each in case["warnings"] if "quieter machine" not in each]
        case["message"] = _steady(case["message"])
        case["stdout"] = re.sub(r"… [\d,]+", "… 1", case["stdout"])
    if "ladder" in document:
        ladder = json.loads(_steady(json.dumps(document["ladder"])))
        found = [each for each in ladder.get("findings", ()) if each["name"] != "kept_off"]
        document["ladder"] = ladder | {"findings": found}
    return document


def _with_members(cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [each for case in cases for each in (case, *case.get("members", ()))]


def _steady(message: str) -> str:
    if message.startswith("Traceback"):
        return message.splitlines()[-1]
    message = re.sub(r"\b\d+\.\d+ (?=[KMG]iB\b)", "1.5 ", message)
    return re.sub(r"\b\d+\.\d+ (?=s\b|of \d)", "0.25 ", message)


def text(document: object) -> str:
    """Write a document as the files hold it."""
    return json.dumps(document, indent=2) + "\n"


def golden(verdict: Verdict) -> Path:
    """Return the file of the golden scorecard for a verdict."""
    return GOLDEN / f"{verdict}.json"


def main() -> None:
    """Write everything anew."""
    SCHEMA.write_text(text(schema()), encoding="utf-8")
    BATCH_SCHEMA.write_text(text(batch_schema()), encoding="utf-8")
    ARENA_SCHEMA.write_text(text(arena_schema()), encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        for verdict in Verdict:
            document = normalised(scorecard(verdict, Path(folder)))
            golden(verdict).write_text(text(document), encoding="utf-8")
        document = normalised(scorecard_of_group(Path(folder)))
        GROUP.write_text(text(document), encoding="utf-8")
        document = normalised(scorecard_of_play_out(Path(folder)))
        PLAY_OUT.write_text(text(document), encoding="utf-8")


if __name__ == "__main__":
    main()
