"""A case played out: each answer in a process of its own, and all of them for the point."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from graders import Limits, grade_file
from graders.katas import kata_named
from graders.katas.best_move import play_out
from graders.model.explanation import PositionExplanation
from graders.model.scorecard import Result, Scorecard
from graders.model.verdict import Verdict
from tests.unhurried import unhurried

KATA = kata_named("best_move")
MOVES = "3242122441330465134426600"
SUITE = f"""\
kata: best_move
cap_s: 2.0
cases:
  - id: five
    moves: "{MOVES}"
    accept: [5]
    mate_in: 5
"""
GROUP = f"""\
kata: best_move
cap_s: 2.0
cases:
  - id: both
    members:
      - {{moves: "061524", accept: [3], mate_in: 1}}
      - {{moves: "{MOVES}", accept: [5], mate_in: 5}}
"""
PLAYER = """\
def find_best_move(board):
    discs = sum(board.column_height(column) for column in range(7))
    if discs not in ANSWERS:
        return next(c for c in board.valid_moves() if wins(board, c))
    answer = ANSWERS[discs]
    return answer() if callable(answer) else answer

def wins(board, column):
    board.drop_disc(column)
    won = board.check_winner() is not None
    board.undo_move()
    return won
"""
TO_THE_END = {"25": "5", "27": "5", "29": "5"}
"""The columns by discs on the board: best play, which is over after 53535."""

Play = Callable[..., Result]


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Grade whoever plays to the end, but for what it does with so many discs on the board."""
    monkeypatch.setattr(KATA, "probes", lambda results: ())  # nobody looks at them here

    def graded(*, suite: str = SUITE, play_out: bool = True, **options: object) -> Result:
        return card_of(tmp_path, suite=suite, play_out=play_out, **options).results[0]

    return graded


def card_of(
    folder: Path,
    *,
    suite: str = SUITE,
    play_out: bool = True,
    imports: str = "",
    **otherwise: object,
) -> Scorecard:
    does = {name.removeprefix("at_"): said for name, said in otherwise.items() if "at_" in name}
    options = {name: said for name, said in otherwise.items() if "at_" not in name}
    bank, file = folder / "bank.yaml", folder / "mine.py"
    bank.write_text(suite)
    answers = ", ".join(f"{discs}: {said}" for discs, said in (TO_THE_END | does).items())
    file.write_text(f"{imports}\n{PLAYER}\nANSWERS = {{{answers}}}\n")
    with unhurried():
        return grade_file(file, suites=[bank], play_out=play_out, **options)  # type: ignore[arg-type]


def test_who_plays_on_to_the_four_has_the_point(play: Play) -> None:
    result = play()
    assert (result.verdict, result.points) == (Verdict.ACCEPTED, 1)
    assert result.play_out is not None
    assert (result.play_out.moves, result.play_out.plies) == ("53535", 5)
    assert [each.answer for each in result.play_out.answers] == [5, 5, 5]
    assert (result.moves, result.answer) == (MOVES, 5)
    assert result.wall_s in {each.wall_s for each in result.play_out.answers}


def test_who_knows_the_first_column_alone_has_none(play: Play) -> None:
    lost = play(at_29="0")
    assert (lost.verdict, lost.points, lost.max_points) == (Verdict.WRONG_ANSWER, 0, 1)
    assert lost.play_out is not None
    assert (lost.play_out.moves, lost.moves, lost.answer) == ("5353", f"{MOVES}5353", 0)
    assert lost.message.startswith("the first answer was right, but played out to ply 5: column 0")
    assert isinstance(lost.explanation, PositionExplanation)
    assert lost.explanation.moves == lost.moves
    assert lost.reproduce == f'Board.from_moves("{MOVES}5353")'
    assert play(at_29="0", play_out=False).points == 1


@pytest.mark.parametrize(
    ("imports", "does", "verdict", "discs"),
    [
        ("", "lambda: [][0]", Verdict.RUNTIME_ERROR, 29),
        ("import time", "lambda: time.sleep(9)", Verdict.TIME_LIMIT_EXCEEDED, 27),
        ("import os", "lambda: print('so far') or os._exit(0)", Verdict.RUNTIME_ERROR, 27),
    ],
    ids=["raises", "is late", "leaves"],
)
def test_what_ends_it_on_the_way_is_the_verdict(
    play: Play, imports: str, does: str, verdict: Verdict, discs: int
) -> None:
    missed = play(imports=imports, cap_s=0.5, **{f"at_{discs}": does})
    assert missed.verdict is verdict
    assert missed.play_out is not None
    assert missed.play_out.moves == "5353"[: discs - 25]
    assert missed.stdout == ("so far\n" if "print" in does else "")


def test_a_member_that_is_lost_on_the_way_loses_the_group(play: Play) -> None:
    group = play(suite=GROUP, at_27="lambda: None")
    assert (group.verdict, group.decided_by) == (Verdict.INVALID_ANSWER, "bank/both#2")
    assert [each.play_out is None for each in group.members] == [True, False]
    assert group.play_out == group.members[1].play_out


def test_what_the_submission_may_spend_in_all_ends_it_too(play: Play) -> None:
    missed = play(limits=Limits(total_starts=2))
    assert missed.play_out is not None
    assert missed.play_out.moves == "5353"
    assert "would have to be started 3 times" in missed.message


def test_what_search_does_not_settle_counts_as_kept(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_out.follow_up.cache_clear()
    monkeypatch.setattr(play_out, "NODES", 5)
    result = play()
    play_out.follow_up.cache_clear()
    assert result.points == 1
    assert result.play_out is not None
    assert (result.play_out.moves, result.play_out.open) == ("5", True)


def test_a_stretch_suite_is_played_out_unless_it_is_not_wanted(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "def find_best_move(board):\n    return 4 if board.column_height(4) < 3 else None\n"
    )

    def options(**asked: bool) -> tuple[bool, float, bool]:
        card = grade_file(file, case="phase4/trap-5", stretch=True, explain=False, **asked)
        assert card.provenance is not None
        made = card.provenance
        return made.options.play_out, made.limits.total_s, card.results[0].accepted

    assert options() == (True, 1800.0, False)
    assert options(play_out=False) == (False, 600.0, True)
