"""The rung that a pattern of verdicts and times stands for.

The patterns are measured ones: seconds of the references, and of variants of their depths and
budgets that nobody declared, on phases 2 and 3 with a cap of 2 s.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from graders.katas.best_move.standing.facts import USUAL_RATE, Facts, Seen
from graders.katas.best_move.standing.hints import HINTS
from graders.katas.best_move.standing.placing import Manner, Place, place
from graders.katas.best_move.standing.sentences import tell
from graders.katas.best_move.standing.source import Code
from graders.model.scorecard import Standing
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
    "naive, depth 2": ("takes_and_blocks", "+++---- ", (0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2)),
    "naive, depth 4": ("shallow", "++-+---", (5.5, 6.6, 7.9, 7.8, 8.0, 11.3, 13.8)),
    "naive, depth 5": ("naive", "+++++--", (52, 63, 78, 81, 68, 51, 53)),
    "naive, depth 6": ("naive", "+++++--", (210, 292, 346, 555, 389, 442, 439)),
    "naive, depth 8": ("late", "ttttttt", (2000, 2000, 2000, 2000, 2000, 2000, 2000)),
    "alpha-beta, depth 4": ("shallow", "++++---", (0.4, 0.8, 1.2, 4.4, 1.6, 1.3, 4.6)),
    "alpha-beta, depth 6": ("alpha_beta", "+++++--", (0.4, 3.5, 1.6, 21, 15, 13, 25)),
    "alpha-beta, depth 7": ("alpha_beta", "++++++-", (0.4, 16, 2.1, 132, 102, 33, 242)),
    "alpha-beta, depth 8": ("alpha_beta", "++++++-", (0.4, 34, 3.0, 289, 256, 173, 616)),
    "alpha-beta, depth 9": ("alpha_beta_late", "+++tt+t", (0.4, 470, 10, 2000, 2000, 708, 2000)),
    "alpha-beta, depth 8, left to right": (
        "alpha_beta",
        "++++++-",
        (46, 1277, 109, 82, 110, 81, 274),
    ),
    "alpha-beta, depth 9, left to right": (
        "alpha_beta_late",
        "+t++++t",
        (66, 2000, 215, 218, 299, 212, 2000),
    ),
    "three plies, then eight": (
        "alpha_beta",
        "++++++-",
        (0.4, 380, 21, 1.3, 95, 60, 420),
    ),
    "deepening to depth 7": ("deepening", "++++++-", (0.2, 17, 4.7, 1.0, 6.8, 29, 25)),
    "deepening, 0.2 s": ("deepening", "++++++-", (0.5, 372, 4.2, 1.0, 8.5, 57, 319)),
    "deepening, 1.5 s": ("deepening", "++++++-", (0.4, 383, 4.3, 0.9, 8.8, 58, 774)),
    "deepening, late": ("deepening_late", "+t++++t", (0.4, 2000, 4.3, 0.9, 8.8, 58, 2000)),
    "table, 0.2 s": ("deepening", "++++++-", (0.5, 85, 5.9, 1.5, 7.1, 36, 76)),
    "table, 0.5 s": ("everything", "+++++++", (0.5, 330, 3.7, 1.0, 4.3, 22, 135)),
    "table, 1.5 s": ("everything", "+++++++", (0.5, 888, 3.8, 1.0, 4.3, 21, 130)),
    "window scores, depth 4": ("alpha_beta", "+++++-+", (0.4, 3, 2, 14, 12, 6, 15)),
    "deepening to the full": (
        "deepening_without_stop",
        "++++++-",
        (820, 1200, 900, 850, 930, 1000, 1300),
    ),
    "flat Monte Carlo": ("everything", "+++++++", (990, 1000, 1000, 1010, 1000, 1000, 1000)),
    "guesses by the clock": (
        "fills_its_time",
        "++++---",
        (990, 1000, 1000, 1010, 1000, 1000, 1000),
    ),
    "exact, slow to start": ("everything", "+++++++", (400, 400, 401, 400, 401, 404, 412)),
    "alpha-beta, depth 10": ("alpha_beta_late", "+++tttt", (0.4, 990, 10, 2000, 2000, 2000, 2000)),
    "sleeps": ("idle", "ttttttt", (0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3)),
    "wrong or late": ("late_or_wrong", "--ttttt", (3, 40, 2000, 2000, 2000, 2000, 2000)),
    "exact": ("everything", "+++++++", (0.5, 0.5, 0.9, 0.6, 0.9, 4.2, 12)),
    "leftmost column": ("no_search", "-------", (0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3)),
    "swapped sides": ("searches_in_vain", "+++----", (231, 311, 375, 384, 394, 411, 416)),
    "only wins at once": ("takes_wins", "+-----+", (0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3)),
}
TRIED_HARD = {
    "table, 1.5 s": "table",
    "exact": "exact",
    "flat Monte Carlo": "all_mates",
    "exact, slow to start": "all_mates",
}
"""What is said of patterns without a miss once stretch suites and variants hold too."""


def pattern(verdicts: str, milliseconds: tuple[float, ...]) -> list[Seen]:
    return [
        Seen(case_id, mate_in, VERDICTS[letter], ms / 1000, 2.0, "win" if mate_in else "block")
        for (case_id, mate_in), letter, ms in zip(
            CASES, verdicts.strip().ljust(7, "-"), milliseconds, strict=True
        )
    ]


def facts(seen: Sequence[Seen], rate: float = USUAL_RATE, code: Code | None = None) -> Facts:
    return Facts(tuple(seen), rate=round(rate), code=code)


def manner_of(found: Facts) -> Manner | None:
    placed = place(found)
    return placed.manner if placed else None


def told(found: Facts) -> Standing:
    standing = tell(found, place(found), None)
    assert standing is not None
    return standing


@pytest.mark.parametrize("speed", [0.125, 8.0])
def test_a_measured_pattern_stands_for_its_rung_on_any_machine(speed: float) -> None:
    wrong = []
    for name, (manner, verdicts, milliseconds) in PATTERNS.items():
        seen = pattern(verdicts, tuple(ms / speed for ms in milliseconds))
        found = facts(seen, USUAL_RATE * speed)
        hint, said = HINTS[Manner(manner)], told(found).hint
        spare = "Most of the time is left: " if max(milliseconds) / speed <= 600 else ""
        begins = spare if manner == "deepening" else hint
        if manner_of(found) != manner or not (said.startswith(begins) and said.endswith(hint)):
            wrong.append(f"{name}: {manner_of(found)}, {said}")
    assert not wrong, "\n".join(wrong)


IN_ANOTHER_LANGUAGE = {
    "no search": ("no_search", "-------"),
    "swapped sides": ("takes_and_blocks", "+++----"),
    "only wins at once": ("takes_wins", "+-----+"),
    "everything": ("everything", "+++++++"),
    "sight of 5": (None, "+++++--"),
    "sight of 7": (None, "++++++-"),
    "late": (None, "+++tt+t"),
}


@pytest.mark.parametrize("milliseconds", [(30.0,) * 7, (0.4, 34, 3.0, 289, 256, 173, 616)])
def test_in_another_language_answers_alone_tell_and_times_do_not(
    milliseconds: tuple[float, ...],
) -> None:
    wrong = []
    for name, (manner, verdicts) in IN_ANOTHER_LANGUAGE.items():
        found = replace(facts(pattern(verdicts, milliseconds)), timed_alike=False)
        if manner_of(found) != manner:
            wrong.append(f"{name}: {manner_of(found)}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", TRIED_HARD)
def test_what_is_right_everywhere_is_called_something_only_after_stretch_and_variants(
    name: str,
) -> None:
    _, verdicts, milliseconds = PATTERNS[name]
    usual = pattern(verdicts, milliseconds)
    assert told(facts(usual)).rung == "open"
    assert "--stretch --variants" in told(facts(usual)).hint
    draw = replace(usual[1], id="phase4/only-draw-1", goal="draw")
    assert manner_of(facts([*usual, draw])) == "everything"
    varied = (replace(usual[0], id="phase2/win-at-once~mirror"),)
    assert manner_of(replace(facts([*usual, draw]), varied=varied)) == TRIED_HARD[name]


def test_several_mates_beyond_one_that_is_missed_are_found_by_a_heuristic() -> None:
    _, verdicts, milliseconds = PATTERNS["window scores, depth 4"]
    usual = pattern(verdicts, milliseconds)
    standing = told(facts([*usual, replace(usual[-1], id="phase3/mate-in-9#2")]))
    assert standing.rung == "heuristic"
    assert "finds longer mates beyond one that it misses" in standing.evidence
    assert "look deeper" in standing.hint


def test_what_searches_nothing_stands_below_the_ladder_whatever_it_finds() -> None:
    seen = pattern("++--+++", (0.3, 0.6, 2, 2, 2, 2, 2))
    found = facts([*seen, replace(seen[-1], id="phase3/mate-in-9#2")], code=Code())
    assert manner_of(found) == "takes_and_blocks"
    assert manner_of(replace(found, code=Code(searches=True))) == "beyond_a_miss"


def test_variants_are_lost_by_what_has_no_other_fault() -> None:
    _, verdicts, milliseconds = PATTERNS["naive, depth 5"]
    found = replace(facts(pattern(verdicts, milliseconds)), lost=("phase2/win-at-once~swap",))
    assert manner_of(found) == "lost_variants"
    assert place(found, at_fault=True) == Place(Manner.NAIVE)


def test_a_mistake_that_explains_the_misses_makes_other_finds_luck() -> None:
    _, verdicts, milliseconds = PATTERNS["window scores, depth 4"]
    usual = pattern(verdicts, milliseconds)
    found = facts([*usual, replace(usual[-1], id="phase3/mate-in-9#2")])
    placed = place(found, at_fault=True)
    assert placed is not None
    assert placed.rung == "alpha_beta"


DRAWS = ("4352255134064003655113", "33611401365312501304")


def test_what_is_answered_for_less_work_than_any_proof_takes_is_not_proved() -> None:
    seen = pattern("+++++++", PATTERNS["exact"][2])
    draws = [replace(seen[1], id=f"a/{moves}", goal="draw", moves=moves) for moves in DRAWS]
    searched = [replace(case, spent_s=0.02) for case in draws]
    varied = (replace(seen[0], id="phase2/win-at-once~mirror"),)
    assert manner_of(replace(facts([*seen, *searched]), varied=varied)) == "exact"
    known = [replace(case, spent_s=0.0004) for case in draws]
    found = replace(facts([*seen, *known]), varied=varied)
    assert manner_of(found) == "faster_than_proof"
    assert told(found).rung == "heuristic"


def test_random_games_are_told_from_searches_by_the_source() -> None:
    _, verdicts, milliseconds = PATTERNS["guesses by the clock"]
    tree_search = Code(draws_lots=True, takes_logarithms=True)
    found = facts(pattern(verdicts, milliseconds), code=tree_search)
    assert manner_of(found) == "playouts"
    ties_broken_by_lot = Code(draws_lots=True, searches=True)
    assert manner_of(replace(found, code=ties_broken_by_lot)) == "fills_its_time"


def test_a_window_in_the_source_and_too_little_work_for_none_is_alpha_beta() -> None:
    seen = pattern("+++++--", (2.8, 6.6, 3.8, 13.4, 6.9, 6.8, 8.1))
    assert manner_of(facts(seen)) == "naive"
    assert manner_of(facts(seen, code=Code(prunes=True))) == "alpha_beta"


def test_to_take_a_win_before_searching_every_reply_is_no_alpha_beta() -> None:
    seen = pattern("+++++--", (0.2, 44, 51, 48, 41, 50, 51))
    assert manner_of(facts(seen, code=Code(searches=True))) == "naive"
    assert manner_of(facts(seen, code=Code(searches=True, prunes=True))) == "alpha_beta"


def test_exact_search_is_late_at_times_and_never_wrong() -> None:
    seen = pattern("+++++++", (0.3, 8.7, 2.6, 8.1, 31, 5.9, 38))
    longer = [replace(seen[-1], id=f"a/{n}", mate_in=11, spent_s=0.05) for n in range(2)]
    wrong = [replace(case, verdict=Verdict.WRONG_ANSWER) for case in longer]
    late = [replace(case, verdict=Verdict.TIME_LIMIT_EXCEEDED, spent_s=2.0) for case in longer]
    assert manner_of(facts([*seen, *late])) == "exact"
    assert manner_of(facts([*seen, *wrong])) == "all_mates"
    found = facts([*seen, *wrong], code=Code(searches=True, prunes=True, remembers=True))
    assert manner_of(found) == "alpha_beta"
    assert told(found).evidence == (
        "behaves like alpha-beta at a fixed depth of 9 or 10: it sees mate in 9 and misses mate in "
        "11"
    )


def test_a_table_takes_more_than_mates_in_9_where_the_source_shows_none() -> None:
    seen = pattern("+++++++", PATTERNS["table, 1.5 s"][2])
    longer = replace(seen[-1], id="a/11", mate_in=11, verdict=Verdict.WRONG_ANSWER)
    assert manner_of(facts([*seen, longer])) == "table"
    assert manner_of(facts([*seen, longer], code=Code(searches=True))) == "deepening"
    assert manner_of(facts([*seen, longer], code=Code(searches=True, remembers=True))) == "table"


def test_a_search_that_misses_all_is_not_told_to_do_without_one() -> None:
    seen = pattern("--+----", (26, 30, 40, 25, 23, 37, 32))
    assert manner_of(facts(seen)) == "no_search", "its estimates may be slow"
    found = facts(seen, code=Code(searches=True))
    assert manner_of(found) == "searches_in_vain"
    assert "Before any search" not in told(found).hint
    assert manner_of(replace(found, code=Code(searches=True, estimates=True))) == "no_search"


def test_what_stops_with_most_of_the_time_left_does_not_run_out_of_it() -> None:
    _, verdicts, milliseconds = PATTERNS["deepening to depth 7"]
    seen = pattern(verdicts, milliseconds)
    assert "ends while most of the time is left" in told(facts(seen)).evidence
    assert told(facts(seen)).hint.startswith("Most of the time is left: go on")
    _, verdicts, milliseconds = PATTERNS["deepening, 1.5 s"]
    assert "runs out of its budget" in told(facts(pattern(verdicts, milliseconds))).evidence


def test_a_busy_machine_that_takes_most_of_a_budget_changes_nothing() -> None:
    _, verdicts, _ = PATTERNS["deepening to depth 7"]
    robbed = pattern(verdicts, (0.2, 300, 4.7, 1.0, 6.8, 29, 280))
    by_the_clock = [replace(case, lasted_s=1.5 if case.spent_s > 0.2 else 0.1) for case in robbed]
    standing = told(facts(by_the_clock))
    assert standing.evidence.startswith("behaves like iterative deepening: it sees mate in 7")
    assert "Most of the time is left" not in standing.hint
    _, verdicts, _ = PATTERNS["guesses by the clock"]
    robbed = pattern(verdicts, (900, 300, 250, 700, 990, 400, 500))
    even = [replace(case, lasted_s=1.0) for case in robbed]
    assert manner_of(facts(even)) == "fills_its_time"


def test_one_that_holds_for_one_colour_only_is_not_told_to_be_faster() -> None:
    seen = pattern("+++++++", PATTERNS["exact"][2])
    other = [
        replace(case, id=f"a/{case.id}", to_move="YELLOW", verdict=Verdict.WRONG_ANSWER)
        for case in seen
    ]
    standing = told(facts([*seen, *other]))
    assert standing.rung == "none"
    assert standing.evidence == "stands below the ladder: it plays for RED only"


def test_no_hint_asks_for_what_is_there() -> None:
    _, verdicts, milliseconds = PATTERNS["naive, depth 5"]
    seen = pattern(verdicts, milliseconds)
    assert "that is alpha-beta" in told(facts(seen)).hint
    slow = told(
        facts([replace(case, spent_s=case.spent_s * 5) for case in seen], code=Code(prunes=True))
    )
    assert "that is alpha-beta" not in slow.hint
    _, verdicts, milliseconds = PATTERNS["table, 0.2 s"]
    seen = pattern(verdicts, milliseconds)
    assert "that is a transposition table" in told(facts(seen)).hint
    assert "that is a transposition table" not in told(facts(seen, code=Code(remembers=True))).hint
    _, verdicts, milliseconds = PATTERNS["naive, depth 2"]
    assert (
        "play a column that wins at once" not in told(facts(pattern(verdicts, milliseconds))).hint
    )


def test_the_evidence_says_what_is_seen_and_what_is_missed() -> None:
    _, verdicts, milliseconds = PATTERNS["alpha-beta, depth 8"]
    found = told(facts(pattern(verdicts, milliseconds)))
    assert found.evidence == (
        "behaves like alpha-beta at a fixed depth of 7 or 8: it sees mate in 7 and misses mate in 9"
    )


def test_a_mate_found_above_a_miss_is_called_luck() -> None:
    _, verdicts, milliseconds = PATTERNS["window scores, depth 4"]
    found = told(facts(pattern(verdicts, milliseconds)))
    assert found.evidence.endswith(
        "it sees mate in 5 and misses mate in 7; it also finds mate in 9, perhaps by luck"
    )


def test_a_miss_below_several_deeper_mates_is_called_a_fault() -> None:
    _, _, milliseconds = PATTERNS["table, 1.5 s"]
    found = told(facts(pattern("+++-+++", milliseconds)))
    assert "would not help with phase3/mate-in-3: look for a bug there" in found.evidence


def test_a_block_that_is_missed_is_a_fault_at_any_depth() -> None:
    _, _, milliseconds = PATTERNS["alpha-beta, depth 8"]
    found = told(facts(pattern("+-++++-", milliseconds)))
    assert "would not help with phase2/block-at-once: look for a bug there" in found.evidence
    assert found.hint.startswith("First find out why it misses a block")


def test_a_draw_that_is_missed_is_no_fault_but_a_matter_of_depth() -> None:
    _, verdicts, milliseconds = PATTERNS["alpha-beta, depth 8"]
    draw = Seen("phase4/only-draw-1", None, Verdict.WRONG_ANSWER, 0.5, 2.0, "draw")
    found = told(facts([*pattern(verdicts, milliseconds), draw]))
    assert "bug" not in found.evidence


def test_shorter_mates_that_came_too_late_are_not_seen() -> None:
    _, verdicts, milliseconds = PATTERNS["alpha-beta, depth 9"]
    found = told(facts(pattern(verdicts, milliseconds)))
    assert found.evidence.endswith("it sees mate in 1 and runs out of time for mate in 3")


def test_a_part_of_the_suites_tells_nothing() -> None:
    _, verdicts, milliseconds = PATTERNS["alpha-beta, depth 8"]
    whole = pattern(verdicts, milliseconds)
    assert place(facts([])) is None
    assert place(facts(whole[:1])) is None
    assert place(facts(whole[3:])) is None, "no win at once"
    assert place(facts(whole[:6])) is None, "no mate in 9"


@pytest.mark.parametrize("verdict", [Verdict.RUNTIME_ERROR, Verdict.INVALID_ANSWER])
def test_a_submission_that_fails_otherwise_is_not_placed(verdict: Verdict) -> None:
    _, verdicts, milliseconds = PATTERNS["alpha-beta, depth 8"]
    whole = pattern(verdicts, milliseconds)
    assert place(facts([*whole, replace(whole[0], id="x/y", verdict=verdict)])) is None


def test_no_hint_gives_code_away() -> None:
    for hint in HINTS.values():
        assert "def " not in hint
        assert "\n" not in hint
