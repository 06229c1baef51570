"""Connect Four move finder.

Design
------
There are only 69 groups of four cells on the board. ``LineLedger`` keeps, for each of them, how many
discs either side has in it, and updates these numbers with every disc played or removed. Both the
"did somebody win" question and the evaluation are then by-products of making a move.

``MoveFinder`` runs a depth-limited alpha-beta on top of the ledger, one depth after the other,
until the time is spent. Moves are ordered by history and the table's move.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from typing import List, Optional

from kata.board import COLS, CONNECT, ROWS, Board

WIN_SCORE = 1_000_000
DECISIVE = WIN_SCORE - 1_000
LINE_VALUE = [0, 1, 6, 32, 0]


class TimeIsUp(Exception):
    """Unwinds the recursion when the time limit is reached."""


def all_lines() -> List[List[int]]:
    lines = []
    for row in range(ROWS):
        for col in range(COLS):
            for d_row, d_col in [(0, 1), (1, 0), (1, 1), (-1, 1)]:
                end_row = row + d_row * (CONNECT - 1)
                end_col = col + d_col * (CONNECT - 1)
                if 0 <= end_row < ROWS and 0 <= end_col < COLS:
                    lines.append([(row + d_row * k) * COLS + col + d_col * k for k in range(CONNECT)])
    return lines


LINES = all_lines()
LINES_OF_CELL = [[number for number, line in enumerate(LINES) if cell in line] for cell in range(ROWS * COLS)]


class LineLedger:
    """Mutable game state. Side 0 is the side that moves at the root."""

    def __init__(self) -> None:
        rng = random.Random(2024)
        self.counts = [[0] * len(LINES), [0] * len(LINES)]
        self.heights = [0] * COLS
        self.played = 0
        self.score = 0  # from the point of view of side 0
        self.hash_key = 0
        self._zobrist = [[rng.getrandbits(62) for _ in range(ROWS * COLS)] for _ in range(2)]

    @classmethod
    def from_board(cls, board: Board) -> "LineLedger":
        ledger = cls()
        for col in range(COLS):
            for row in range(board.column_height(col)):
                owner = board.get_cell(row, col)
                ledger.add_disc(0 if owner is board.current_player else 1, col)
        return ledger

    def add_disc(self, side: int, col: int) -> bool:
        """Drop a disc and return True if it completes a line."""
        cell = self.heights[col] * COLS + col
        mine, other = self.counts[side], self.counts[1 - side]
        gain = 0
        won = False
        for line in LINES_OF_CELL[cell]:
            have = mine[line]
            mine[line] = have + 1
            if other[line] == 0:
                gain += LINE_VALUE[have + 1] - LINE_VALUE[have]
                if have == CONNECT - 1:
                    won = True
            elif have == 0:
                gain += LINE_VALUE[other[line]]  # the opponent's line is dead now
        self.score += gain if side == 0 else -gain
        self.heights[col] += 1
        self.played += 1
        self.hash_key ^= self._zobrist[side][cell]
        return won

    def remove_disc(self, side: int, col: int, old_score: int) -> None:
        self.heights[col] -= 1
        self.played -= 1
        cell = self.heights[col] * COLS + col
        mine = self.counts[side]
        for line in LINES_OF_CELL[cell]:
            mine[line] -= 1
        self.score = old_score
        self.hash_key ^= self._zobrist[side][cell]

    def would_win(self, side: int, col: int) -> bool:
        mine = self.counts[side]
        for line in LINES_OF_CELL[self.heights[col] * COLS + col]:
            if mine[line] == CONNECT - 1:
                return True
        return False

    def open_columns(self) -> List[int]:
        return [col for col in range(COLS) if self.heights[col] < ROWS]


@dataclass
class TableEntry:
    depth: int
    lower: int
    upper: int
    move: Optional[int]


class MoveFinder:
    def __init__(self, board: Board, seconds: float = 1.5) -> None:
        self.ledger = LineLedger.from_board(board)
        self.deadline = time.monotonic() + seconds
        self.table: dict = {}
        self.visited = 0
        # a slight preference for the centre until real history is there
        self.history = [[COLS - 2 * abs(col - COLS // 2) for col in range(COLS)] for _ in range(2)]

    def find(self) -> int:
        ledger = self.ledger
        choices = sorted(ledger.open_columns(), key=lambda col: abs(col - COLS // 2))
        for side in (0, 1):  # win first, then block
            for col in choices:
                if ledger.would_win(side, col):
                    return col

        best = choices[0]
        cells_left = ROWS * COLS - ledger.played
        for depth in range(1, cells_left + 1):
            snapshot = (ledger.counts[0][:], ledger.counts[1][:], ledger.heights[:], ledger.played, ledger.score, ledger.hash_key)
            try:
                results = self._search_root(choices, depth)
            except TimeIsUp:
                counts0, counts1, ledger.heights, ledger.played, ledger.score, ledger.hash_key = snapshot
                ledger.counts = [counts0, counts1]
                break
            choices = [col for _, col in results]
            top_score, best = results[0]
            if abs(top_score) >= DECISIVE:
                break
        return best

    def _search_root(self, choices, depth):
        ledger, results = self.ledger, []
        alpha = -WIN_SCORE
        for col in choices:
            old_score = ledger.score
            ledger.add_disc(0, col)
            value = -self._alpha_beta(1, depth - 1, -WIN_SCORE, -alpha)
            ledger.remove_disc(0, col, old_score)
            results.append((value, col))
            alpha = max(alpha, value)
        # the sort is stable: equal (also merely bounded) scores keep the previous order
        return sorted(results, key=lambda result: -result[0])

    def _alpha_beta(self, side: int, depth: int, alpha: int, beta: int) -> int:
        self.visited += 1
        if self.visited % 256 == 0 and time.monotonic() > self.deadline:
            raise TimeIsUp
        ledger = self.ledger
        columns = ledger.open_columns()
        if not columns:
            return 0

        for col in columns:
            if ledger.would_win(side, col):
                return WIN_SCORE - ledger.played - 1
        threats = [col for col in columns if ledger.would_win(1 - side, col)]
        if len(threats) > 1:
            return -(WIN_SCORE - ledger.played - 2)
        if threats:
            columns = threats
        elif depth <= 0:
            return ledger.score if side == 0 else -ledger.score

        key = (ledger.hash_key, side)
        entry = self.table.get(key)
        if entry is not None:
            if entry.depth >= depth:
                if entry.lower >= beta:
                    return entry.lower
                if entry.upper <= alpha:
                    return entry.upper
                if entry.lower == entry.upper:
                    return entry.lower
        first = entry.move if entry is not None else None

        history = self.history[side]
        columns.sort(key=lambda col: (col != first, -history[col]))
        best_value, best_move = -WIN_SCORE, columns[0]
        window_low = alpha
        for col in columns:
            old_score = ledger.score
            ledger.add_disc(side, col)
            value = -self._alpha_beta(1 - side, depth - 1, -beta, -window_low)
            ledger.remove_disc(side, col, old_score)
            if value > best_value:
                best_value, best_move = value, col
            window_low = max(window_low, value)
            if window_low >= beta:
                history[col] += depth * depth
                break

        lower = best_value if best_value > alpha else -WIN_SCORE
        upper = best_value if best_value < beta else WIN_SCORE
        self.table[key] = TableEntry(depth, lower, upper, best_move)
        return best_value


def find_best_move(board: Board) -> int:
    return MoveFinder(board).find()
