"""Submissions and a small suite, for pytest to be run on."""

from __future__ import annotations

SUITE = """
kata: best_move
cap_s: 5.0
cases:
  - {id: middle, points: 2, moves: "001122", to_move: RED, accept: [3], mate_in: 1}
  - {id: edge, moves: "144330156", to_move: YELLOW, accept: [2], mate_in: 1}
  - id: both
    members:
      - {moves: "001122", to_move: RED, accept: [3], mate_in: 1}
      - {moves: "665544", to_move: RED, accept: [3], mate_in: 1}
"""
RIGHT = """
def find_best_move(board):
    for column in board.valid_moves():
        board.drop_disc(column)
        won = board.check_winner()
        board.undo_move()
        if won:
            return column
"""
THREE = "# Misses the edge.\n\n\ndef find_best_move(board):\n    print('three')\n    return 3\n"
RAISES = "def find_best_move(board):\n    raise RuntimeError('no idea')\n"
UNLOADABLE = "def find_best_move(board:\n    return 3\n"
CANARY = f"""
import os, sys
CANARY = os.environ["CANARY"] = "sang"
if "pytest" in sys.modules:
    os._exit(66)
{RIGHT}
"""
"""Ends any process that imports it, unless that knows no pytest, as a sandbox does not."""
