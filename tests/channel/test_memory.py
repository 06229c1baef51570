"""Whatever a submission sends, the grader stays small: measured in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from graders.model.limits import MIB
from tests.hostile_corpus import CORPUS

MOST = 200 * MIB
_GRADED = """
import sys
from graders import grade_file
card = grade_file(sys.argv[1], kata=sys.argv[2], case=sys.argv[3])
with open("/proc/self/status") as status:
    (peak,) = [line.split()[1] for line in status if line.startswith("VmHWM")]
print(len(card.results), int(peak) * 1024, *sorted({str(each.verdict) for each in card.results}))
"""


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("program", "kata", "cases", "verdict"),
    [
        ("lists_of_next_to_nothing", "best_move", "*", "invalid_answer"),
        ("more_items_than_are_read", "best_move", "*", "invalid_answer"),
        ("replies_of_megabytes_in_each_step", "connect4", "published/*", "output_limit_exceeded"),
    ],
)
def test_the_grader_stays_below_200_mib(
    program: str, kata: str, cases: str, verdict: str, tmp_path: Path
) -> None:
    path = tmp_path / f"{program}.py"
    path.write_bytes((CORPUS / "output" / path.name).read_bytes())
    words = (sys.executable, "-c", _GRADED, str(path), kata, cases)
    told = subprocess.run(words, capture_output=True, text=True, check=True, timeout=300).stdout
    graded, peak, *verdicts = told.split()
    assert int(graded) > 3
    assert verdict in verdicts and "grader_error" not in verdicts
    assert int(peak) < MOST, f"{int(peak) / MIB:.0f} MiB"
