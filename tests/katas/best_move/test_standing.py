"""The rung that a pattern of verdicts and times stands for.

The patterns are measured ones: seconds of the references, and of variants of their depths and
budgets that nobody declared, on phases 2 and 3 with a cap of 2 s.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from graders.katas.best_move.hints import HINTS
from graders.katas.best_move.standing import Seen, place
from graders.model.verdict import Verdict

CASES = (
    ("phase2/win-at-once", 1),
    ("phase2/block-at-once", None),
    ("phase2/quiet-win-in-5", 5),
    ("phase3/mate-in-3", 3),
    ("phase3/mate-in-5", 5),
    ("phase3/mate-in-7", 7),
    ("phase3/mate-in-9", 9),
)
VERDICTS = {
    "+": Verdict.ACCEPTED,
    "-": Verdict.WRONG_ANSWER,
    "t": Verdict.TIME_LIMIT_EXCEEDED,
}
PATTERNS = {
    "naive, depth 2": ("none", "+++---- ", (0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2)),
    "naive, depth 4": ("naive", "++-+---", (5.5, 6.6, 7.9, 7.8, 8.0, 11.3, 13.8)),
    "naive, depth 5": ("naive", "+++++--", (52, 63, 78, 81, 68, 51, 53)),
    "naive, depth 6": ("naive", "+++++--", (210, 292, 346, 555, 389, 442, 439)),
    "naive, depth 8": ("none", "ttttttt", (2000, 2000, 2000, 2000, 2000, 2000, 2000)),
    "alpha-beta, depth 4": ("naive", "++++---", (0.4, 0.8, 1.2, 4.4, 1.6, 1.3, 4.6)),
    "alpha-beta, depth 6": ("alpha_beta", "+++++--", (0.4, 3.5, 1.6, 21, 15, 13, 25)),
    "alpha-beta, depth 7": ("alpha_beta", "++++++-", (0.4, 16, 2.1, 132, 102, 33, 242)),
    "alpha-beta, depth 8": ("alpha_beta", "++++++-", (0.4, 34, 3.0, 289, 256, 173, 616)),
    "alpha-beta, depth 9": ("alpha_beta", "+++tt+t", (0.4, 470, 10, 2000, 2000, 708, 2000)),
    "deepening, 0.2 s": ("iterative_deepening", "++++++-", (0.5, 372, 4.2, 1.0, 8.5, 57, 319)),
    "deepening, 1.5 s": ("iterative_deepening", "++++++-", (0.4, 383, 4.3, 0.9, 8.8, 58, 774)),
    "table, 0.2 s": ("iterative_deepening", "++++++-", (0.5, 85, 5.9, 1.5, 7.1, 36, 76)),
    "table, 0.5 s": ("transposition", "+++++++", (0.5, 330, 3.7, 1.0, 4.3, 22, 135)),
    "table, 1.5 s": ("transposition", "+++++++", (0.5, 888, 3.8, 1.0, 4.3, 21, 130)),
    "window scores, depth 4": ("alpha_beta", "+++++-+", (0.4, 3, 2, 14, 12, 6, 15)),
    "deepening to the full": (
        "iterative_deepening",
        "++++++-",
        (820, 1200, 900, 850, 930, 1000, 1300),
    ),
    "flat Monte Carlo": ("transposition", "+++++++", (990, 1000, 1000, 1010, 1000, 1000, 1000)),
    "guesses by the clock": ("naive", "++++---", (990, 1000, 1000, 1010, 1000, 1000, 1000)),
    "exact, slow to start": ("transposition", "+++++++", (400, 400, 401, 400, 401, 404, 412)),
    "alpha-beta, depth 10": ("alpha_beta", "+++tttt", (0.4, 990, 10, 2000, 2000, 2000, 2000)),
    "sleeps": ("none", "ttttttt", (0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3)),
    "exact": ("bitboard", "+++++++", (0.5, 0.5, 0.9, 0.6, 0.9, 4.2, 12)),
    "leftmost column": ("none", "-------", (0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3)),
}


def pattern(verdicts: str, milliseconds: tuple[float, ...]) -> list[Seen]:
    return [
        Seen(case_id, mate_in, VERDICTS[letter], ms / 1000, 2.0, "win" if mate_in else "block")
        for (case_id, mate_in), letter, ms in zip(
            CASES, verdicts.strip().ljust(7, "-"), milliseconds, strict=True
        )
    ]


HINTS_OF_THEIR_OWN = {
    "naive, depth 8": "late",
    "sleeps": "idle",
    "naive, depth 4": "shallow",
    "alpha-beta, depth 4": "shallow",
}


@pytest.mark.parametrize("name", PATTERNS)
def test_a_measured_pattern_stands_for_its_rung(name: str) -> None:
    rung, verdicts, milliseconds = PATTERNS[name]
    found = place(pattern(verdicts, milliseconds))
    assert found is not None
    assert found.rung == rung
    assert found.hint == HINTS[HINTS_OF_THEIR_OWN.get(name, rung)]


@pytest.mark.parametrize("speed", [0.33, 0.5, 2.0, 3.0])
@pytest.mark.parametrize("name", PATTERNS)
def test_a_slower_or_faster_machine_changes_no_rung(name: str, speed: float) -> None:
    rung, verdicts, milliseconds = PATTERNS[name]
    found = place(pattern(verdicts, tuple(ms * speed for ms in milliseconds)))
    assert found is not None
    assert found.rung == rung


def test_the_evidence_says_what_is_seen_and_what_is_missed() -> None:
    _, verdicts, milliseconds = PATTERNS["alpha-beta, depth 8"]
    found = place(pattern(verdicts, milliseconds))
    assert found is not None
    assert found.evidence == (
        "behaves like alpha-beta at a fixed depth of 7 or 8: it sees mate in 7 and misses mate in 9"
    )


def test_a_mate_found_above_a_miss_is_called_luck() -> None:
    _, verdicts, milliseconds = PATTERNS["window scores, depth 4"]
    found = place(pattern(verdicts, milliseconds))
    assert found is not None
    assert found.evidence.endswith(
        "it sees mate in 5 and misses mate in 7; it also finds mate in 9, perhaps by luck"
    )


def test_a_miss_below_several_deeper_mates_is_called_a_fault() -> None:
    _, _, milliseconds = PATTERNS["table, 1.5 s"]
    found = place(pattern("+++-+++", milliseconds))
    assert found is not None
    assert "would not help with phase3/mate-in-3: look for a bug there" in found.evidence


def test_a_block_that_is_missed_is_a_fault_at_any_depth() -> None:
    _, _, milliseconds = PATTERNS["alpha-beta, depth 8"]
    found = place(pattern("+-++++-", milliseconds))
    assert found is not None
    assert "would not help with phase2/block-at-once: look for a bug there" in found.evidence


def test_a_draw_that_is_missed_is_no_fault_but_a_matter_of_depth() -> None:
    _, verdicts, milliseconds = PATTERNS["alpha-beta, depth 8"]
    draw = Seen("phase4/only-draw-1", None, Verdict.WRONG_ANSWER, 0.5, 2.0, "draw")
    found = place([*pattern(verdicts, milliseconds), draw])
    assert found is not None
    assert "bug" not in found.evidence


def test_shorter_mates_that_came_too_late_are_not_seen() -> None:
    _, verdicts, milliseconds = PATTERNS["alpha-beta, depth 9"]
    found = place(pattern(verdicts, milliseconds))
    assert found is not None
    assert found.evidence.endswith("it sees mate in 1 and runs out of time for mate in 3")


def test_a_part_of_the_suites_tells_nothing() -> None:
    _, verdicts, milliseconds = PATTERNS["alpha-beta, depth 8"]
    whole = pattern(verdicts, milliseconds)
    assert place([]) is None
    assert place(whole[:1]) is None
    assert place(whole[3:]) is None, "no win at once"
    assert place(whole[:6]) is None, "no mate in 9"


@pytest.mark.parametrize("verdict", [Verdict.RUNTIME_ERROR, Verdict.INVALID_ANSWER])
def test_a_submission_that_fails_otherwise_is_not_placed(verdict: Verdict) -> None:
    _, verdicts, milliseconds = PATTERNS["alpha-beta, depth 8"]
    whole = pattern(verdicts, milliseconds)
    assert place([*whole, replace(whole[0], id="x/y", verdict=verdict)]) is None


def test_no_hint_gives_code_away() -> None:
    for hint in HINTS.values():
        assert "def " not in hint
        assert "\n" not in hint
