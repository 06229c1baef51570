"""What is known of a program, by its evidence."""

from __future__ import annotations

from msgspec.structs import replace

from graders.model.scorecard import Assessment, Finding, Probed
from graders.reports.layout import as_text
from graders.reports.score import finding_blocks, looked_at
from tests.scorecards import ACCEPTED, ASSESSMENT, WRONG, card

FOUND = Assessment(
    "",
    "",
    "",
    findings=(
        Finding("source", "window", "a window", line=41),
        Finding("answers", "sight", "sees every mate up to 3", cases=(ACCEPTED.id,)),
        Finding("source", "table", "a table", line=12),
        Finding(
            "probes", "sign", "a wrong sign", probes=(Probed("sign", "0123", "RED", (3, 4), 3, 3),)
        ),
        Finding("measured", "board_changed", "the board changed", cases=tuple("abcd")),
    ),
)


def test_findings_stand_below_what_shows_them() -> None:
    blocks = ["\n".join(as_text(block)) for block in finding_blocks(FOUND)]
    assert blocks == [
        "What the answers show\n  sees every mate up to 3 (phase3/mate-in-3)",
        "What was measured\n  the board changed (a, b, c and 1 more)",
        "What the source has\n  a window (line 41)\n  a table (line 12)",
        "What the probes prove\n  a wrong sign\n"
        '    after "0123", RED first: predicted 3 or 4, it played 3',
    ]


def test_a_case_is_looked_at_first_only_where_it_was_missed() -> None:
    about = [replace(ASSESSMENT, case=each) for each in (WRONG.id, ACCEPTED.id, "", "gone")]
    cases = [looked_at(card(ACCEPTED, WRONG, assessment=each)) for each in about]
    assert cases == [WRONG.id, "", "", ""]
