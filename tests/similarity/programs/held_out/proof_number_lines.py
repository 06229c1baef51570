"""Connect Four by proof-number search (Allis).

First question: can I force a win? If that is proved, play the proving move. Otherwise ask of each
of my moves whether the *opponent* can force a win after it, drop those, and take the remaining
move that leaves me the best lines. Threats are read off counters, one per side for each of
the 69 lines of four.
"""

from __future__ import annotations

import time
from typing import Iterator, Optional

from kata.board import COLS, ROWS, Board

INFINITY = 10**9
ATTACK_SECONDS = 1.0
DEFENCE_SECONDS = 0.6
MAX_NODES = 400_000
LINE_WORTH = (0, 1, 4, 12, 0)


def all_lines() -> Iterator[tuple[int, ...]]:
    for row in range(ROWS):
        for col in range(COLS):
            for up, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if row + 3 * up < ROWS and 0 <= col + 3 * right < COLS:
                    yield tuple((row + i * up) * COLS + col + i * right for i in range(4))


LINES = list(all_lines())
LINES_THROUGH = [[n for n, line in enumerate(LINES) if cell in line] for cell in range(ROWS * COLS)]


class Position:
    """Heights and line counters; side 0 is whoever was to move on the given board."""

    def __init__(self, board: Board) -> None:
        self.heights = [0] * COLS
        self.counts = ([0] * len(LINES), [0] * len(LINES))
        self.side = 0
        for col in range(COLS):
            for row in range(board.column_height(col)):
                self.side = 0 if board.get_cell(row, col) is board.current_player else 1
                self.play(col)
        self.side = 0

    def play(self, col: int) -> None:
        mine = self.counts[self.side]
        for line in LINES_THROUGH[self.heights[col] * COLS + col]:
            mine[line] += 1
        self.heights[col] += 1
        self.side ^= 1

    def take_back(self, col: int) -> None:
        self.side ^= 1
        self.heights[col] -= 1
        mine = self.counts[self.side]
        for line in LINES_THROUGH[self.heights[col] * COLS + col]:
            mine[line] -= 1

    def open_columns(self) -> list[int]:
        return [col for col in (3, 2, 4, 1, 5, 0, 6) if self.heights[col] < ROWS]

    def completes(self, side: int, col: int) -> bool:
        counts = self.counts[side]
        for line in LINES_THROUGH[self.heights[col] * COLS + col]:
            if counts[line] == 3:
                return True
        return False

    def winning_column(self, side: int) -> Optional[int]:
        for col in self.open_columns():
            if self.completes(side, col):
                return col
        return None

    def balance(self, side: int) -> int:
        """Worth of the lines still open to `side`, less those open to the other."""
        total = 0
        for own, other in zip(self.counts[side], self.counts[side ^ 1]):
            if not other:
                total += LINE_WORTH[own]
            elif not own:
                total -= LINE_WORTH[other]
        return total


class Node:
    __slots__ = ("move", "is_or", "proof", "disproof", "children")

    def __init__(self, move: int, is_or: bool) -> None:
        self.move = move
        self.is_or = is_or
        self.proof = 1
        self.disproof = 1
        self.children: Optional[list[Node]] = None

    def settle(self, proved: bool) -> None:
        self.proof, self.disproof = (0, INFINITY) if proved else (INFINITY, 0)

    def update(self) -> None:
        proofs = [child.proof for child in self.children]
        disproofs = [child.disproof for child in self.children]
        if self.is_or:
            self.proof, self.disproof = min(proofs), min(INFINITY, sum(disproofs))
        else:
            self.proof, self.disproof = min(INFINITY, sum(proofs)), min(disproofs)

    def choose(self) -> Node:
        if self.is_or:
            return min(self.children, key=lambda child: child.proof)
        return min(self.children, key=lambda child: child.disproof)


class ProofSearch:
    """Tries to prove that `attacker` wins; a draw counts as disproved."""

    def __init__(self, position: Position, attacker: int) -> None:
        self.position = position
        self.attacker = attacker
        self.root = Node(-1, position.side == attacker)
        self.evaluate(self.root)
        self.size = 1

    def evaluate(self, node: Node) -> None:
        pos = self.position
        if pos.winning_column(pos.side) is not None:
            node.settle(node.is_or)
            return
        columns = pos.open_columns()
        if not columns:
            node.settle(False)
            return
        threats = [col for col in columns if pos.completes(pos.side ^ 1, col)]
        if len(threats) > 1:
            node.settle(not node.is_or)
        elif not threats:
            # mobility: many replies are hard to prove, many tries are hard to refute
            node.proof, node.disproof = (1, len(columns)) if node.is_or else (len(columns), 1)

    def expand(self, node: Node) -> None:
        pos = self.position
        must_block = pos.winning_column(pos.side ^ 1)
        columns = pos.open_columns() if must_block is None else [must_block]
        node.children = []
        for col in columns:
            child = Node(col, not node.is_or)
            pos.play(col)
            self.evaluate(child)
            pos.take_back(col)
            node.children.append(child)
        self.size += len(columns)

    def run(self, until: float) -> Optional[bool]:
        """Return True or False if settled, None if time or memory ran out."""
        root = self.root
        while root.proof and root.disproof:
            if self.size > MAX_NODES or time.monotonic() > until:
                return None
            path = [root]
            while path[-1].children is not None:
                path.append(path[-1].choose())
                self.position.play(path[-1].move)
            self.expand(path[-1])
            while path:
                node = path.pop()
                node.update()
                if path:
                    self.position.take_back(node.move)
        return root.proof == 0


def best_defence(position: Position, seconds: float) -> int:
    columns = position.open_columns()
    start = time.monotonic()
    ranked = []
    for number, col in enumerate(columns, start=1):
        position.play(col)
        search = ProofSearch(position, attacker=1)
        lost = search.run(start + seconds * number / len(columns))
        # a lost move that took a large tree to refute is the better swindle
        ranked.append((not lost, search.size if lost else position.balance(0), col))
        position.take_back(col)
    best = max(ranked, key=lambda entry: entry[:2])
    return best[2]


def find_best_move(board: Board) -> int:
    position = Position(board)
    for side in (0, 1):
        col = position.winning_column(side)
        if col is not None:
            return col
    attack = ProofSearch(position, attacker=0)
    if attack.run(time.monotonic() + ATTACK_SECONDS):
        if attack.root.children:
            return attack.root.choose().move
    del attack
    return best_defence(position, DEFENCE_SECONDS)
