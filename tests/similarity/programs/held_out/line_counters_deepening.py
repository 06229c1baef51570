"""Connect Four engine: iterative deepening negamax over incrementally kept line counters.

There are 69 ways to make four. For each of them we remember how many discs either side has in
it; a disc changes at most 13 of them, so the evaluation and the win test are nearly free.
"""
from __future__ import annotations

import random
from time import perf_counter
from typing import Optional

from kata.board import COLS, ROWS, Board

BUDGET_SECONDS = 1.5
MATE = 100_000
MATE_BOUND = MATE - 100
VALUE = (0, 1, 6, 25, 0)  # worth of a line with n discs of one side and none of the other

EXACT, LOWER, UPPER = range(3)


def _build_lines() -> list[list[int]]:
    """For every cell (row * 7 + col) the numbers of the lines that run through it."""
    through: list[list[int]] = [[] for _ in range(ROWS * COLS)]
    number = 0
    for r in range(ROWS):
        for c in range(COLS):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (-1, 1)):
                end_r, end_c = r + 3 * dr, c + 3 * dc
                if not (0 <= end_r < ROWS and 0 <= end_c < COLS):
                    continue
                for i in range(4):
                    through[(r + i * dr) * COLS + c + i * dc].append(number)
                number += 1
    return through


LINES_OF = _build_lines()
LINE_COUNT = 69

_rng = random.Random(2024)
ZOBRIST = [[_rng.getrandbits(64) for _ in range(ROWS * COLS)] for _ in range(2)]


class Timeout(Exception):
    """The thinking time is used up."""


class Engine:
    def __init__(self, board: Board) -> None:
        self.counts = [[0] * LINE_COUNT, [0] * LINE_COUNT]
        self.height = [0] * COLS
        self.balance = 0  # evaluation from the view of side 0, the side to move at the root
        self.key = 0
        self.discs = 0
        self.nodes = 0
        self.table: dict[int, tuple[int, int, int, int]] = {}
        self.history = [[min(c, 6 - c) + min(r, 5 - r) for r in range(ROWS) for c in range(COLS)]
                        for _ in range(2)]
        for c in range(COLS):
            for r in range(board.column_height(c)):
                side = 0 if board.get_cell(r, c) is board.current_player else 1
                self.push(c, side)

    def push(self, col: int, side: int) -> None:
        cell = self.height[col] * COLS + col
        own, their = self.counts[side], self.counts[1 - side]
        gain = 0
        for line in LINES_OF[cell]:
            n = own[line]
            if their[line] == 0:
                gain += VALUE[n + 1] - VALUE[n]
            elif n == 0:
                gain += VALUE[their[line]]  # their line is blocked now
            own[line] = n + 1
        self.balance += -gain if side else gain
        self.height[col] += 1
        self.key ^= ZOBRIST[side][cell]
        self.discs += 1

    def pop(self, col: int, side: int, balance: int) -> None:
        self.height[col] -= 1
        cell = self.height[col] * COLS + col
        own = self.counts[side]
        for line in LINES_OF[cell]:
            own[line] -= 1
        self.balance = balance
        self.key ^= ZOBRIST[side][cell]
        self.discs -= 1

    def completes(self, col: int, side: int) -> bool:
        own = self.counts[side]
        return any(own[line] == 3 for line in LINES_OF[self.height[col] * COLS + col])

    def candidates(self, side: int, first: Optional[int]) -> list[int]:
        scores = self.history[side]
        height = self.height
        cols = [c for c in range(COLS) if height[c] < ROWS]
        cols.sort(key=lambda c: scores[height[c] * COLS + c], reverse=True)
        if first is not None and first in cols:
            cols.remove(first)
            cols.insert(0, first)
        return cols

    def negamax(self, side: int, depth: int, ply: int, alpha: int, beta: int) -> tuple[int, int]:
        """Return (score, best column) for `side` to move; column -1 at leaves."""
        self.nodes += 1
        if self.nodes & 255 == 0 and perf_counter() > self.deadline:
            raise Timeout
        if self.discs == ROWS * COLS:
            return 0, -1
        moves = self.candidates(side, None)
        for col in moves:
            if self.completes(col, side):
                return MATE - ply - 1, col
        forced = [col for col in moves if self.completes(col, 1 - side)]
        if len(forced) > 1:
            return -(MATE - ply - 2), forced[0]
        if depth <= 0 and not forced:
            return (-self.balance if side else self.balance), moves[0]

        entry = self.table.get(self.key)
        first = None
        if entry is not None:
            known, bound, score, first = entry
            if known == depth and ply > 0 and abs(score) < MATE_BOUND:
                if bound == EXACT or (bound == LOWER and score >= beta) \
                        or (bound == UPPER and score <= alpha):
                    return score, first
        moves = forced or self.candidates(side, first)

        best, best_col, floor = -MATE * 2, moves[0], alpha
        for col in moves:
            before = self.balance
            cell = self.height[col] * COLS + col
            self.push(col, side)
            try:
                score = -self.negamax(1 - side, depth - 1, ply + 1, -beta, -alpha)[0]
            finally:
                self.pop(col, side, before)
            if score > best:
                best, best_col = score, col
                alpha = max(alpha, score)
                if alpha >= beta:
                    self.history[side][cell] += max(depth, 1) ** 2
                    break
        bound = LOWER if best >= beta else UPPER if best <= floor else EXACT
        self.table[self.key] = (depth, bound, best, best_col)
        return best, best_col

    def think(self) -> int:
        self.deadline = perf_counter() + BUDGET_SECONDS
        choice = self.candidates(0, None)[0]
        try:
            for depth in range(1, ROWS * COLS - self.discs + 1):
                score, choice = self.negamax(0, depth, 0, -MATE * 2, MATE * 2)
                if abs(score) >= MATE_BOUND:
                    break
        except Timeout:
            pass
        return choice


def find_best_move(board: Board) -> int:
    return Engine(board).think()
