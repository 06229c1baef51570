"""Submissions that know the shipped answers and nothing else: only variants show it."""

from __future__ import annotations

from pathlib import Path

import pytest

from graders import grade_file
from graders.commands.grade import exit_code
from graders.katas.best_move.task import BestMoveTask
from graders.model.exit_codes import NOT_ACCEPTED, OK
from graders.model.suite import members_of
from kata.board import Board, Player
from tests.shipped import shipped

pytestmark = pytest.mark.thorough

TASKS = [
    case.task
    for suite in shipped("best_move")
    for case in members_of(suite.cases)
    if isinstance(case.task, BestMoveTask)
]
KNOWN = {
    str(Board.from_moves(task.moves, Player(task.first))): (task.accept[0], task.moves)
    for task in TASKS
}
HEAD = f"KNOWN = {KNOWN!r}\n\n\ndef find_best_move(board):\n"
CHEATS = {
    "by the picture": "    return KNOWN.get(str(board), (0, ''))[0]\n",
    "by the heights of the columns": (
        "    key = lambda moves: sorted(moves.count(digit) for digit in '0123456')\n"
        "    rows = [row for row in str(board).splitlines() if set(row) <= set('RY.')]\n"
        "    heights = sorted(sum(row[col] != '.' for row in rows) for col in range(7))\n"
        "    fits = [col for col, moves in KNOWN.values() if key(moves) == heights]\n"
        "    return fits[0] if fits else 0\n"
    ),
    "mirrored too, but of one colour": (
        "    plain, mirrored = str(board).split('0')[0], None\n"
        "    for text, (col, _) in KNOWN.items():\n"
        "        rows = [row for row in text.split('0')[0].splitlines() if row]\n"
        "        if rows == [row for row in plain.splitlines() if row]:\n"
        "            return col\n"
        "        if [row[::-1] for row in rows] == [row for row in plain.splitlines() if row]:\n"
        "            return 6 - col\n"
        "    return board.valid_moves()[0]\n"
    ),
    "swapped too, but not mirrored": (
        "    swapped = str(board).translate(str.maketrans('RY', 'YR'))\n"
        "    known = KNOWN.get(str(board)) or KNOWN.get(swapped) or (0, '')\n"
        "    return known[0]\n"
    ),
    "the first column of both": (
        "    both = sorted({col for col, _ in KNOWN.values()})\n"
        "    known = KNOWN.get(str(board))\n"
        "    return known[0] if known else both[0]\n"
    ),
}


@pytest.mark.parametrize("name", CHEATS)
def test_answers_known_by_heart_have_full_marks_and_fail_with_variants(
    name: str, tmp_path: Path
) -> None:
    file = tmp_path / "cheat.py"
    file.write_text(HEAD + CHEATS[name])
    suites = ["phase2", "phase3"] if name == "swapped too, but not mirrored" else ["phase2"]
    plain = grade_file(file, suites=suites, explain=False)
    assert plain.score == plain.max_score == {1: 3, 2: 7}[len(suites)]
    assert (plain.holds, plain.lost, exit_code(plain)) == (None, (), OK)
    card = grade_file(file, suites=suites, variants=True, explain=False, probes=False)
    assert (card.score, exit_code(card)) == (plain.score, NOT_ACCEPTED)
    assert card.holds is False
    assert card.lost
    assert card.assessment is not None
    assert card.assessment.rung == ""


def test_who_sees_one_side_only_loses_every_swapped_position(tmp_path: Path) -> None:
    file = tmp_path / "red_only.py"
    file.write_text(
        HEAD + "    red = sum(l == 'R' for l in str(board)) == sum(l == 'Y' for l in str(board))\n"
        "    for text, (col, _) in KNOWN.items():\n"
        "        if red and text == str(board):\n            return col\n"
        "    return board.valid_moves()[0]\n"
    )
    of_red = ["*win-at-once#2*", "*quiet-win-in-5#1*"]
    card = grade_file(
        file, suites=["phase2"], case=of_red, variants=True, explain=False, probes=False
    )
    assert card.holds is False
    assert any(lost.endswith("~swap") for lost in card.lost)
    assert exit_code(card) == NOT_ACCEPTED
