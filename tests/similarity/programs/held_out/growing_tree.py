"""Tree search that grows towards the interesting lines, with proven wins and losses backed up."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from math import log, sqrt

from kata.board import COLS, ROWS, Board

ITERATIONS = 1500
EXPLORE = 0.9


@dataclass
class Node:
    """A position, seen by the player who made the move leading to it."""

    column: int | None
    parent: Node | None
    untried: list[int]
    children: list[Node] = field(default_factory=list)
    visits: int = 0
    reward: float = 0.0
    proven: int = 0  # +1: that player wins, -1: that player loses

    def urgency(self) -> float:
        if self.proven:
            return self.proven * 1000.0
        return self.reward / self.visits + EXPLORE * sqrt(log(self.parent.visits) / self.visits)

    def pick(self) -> Node:
        return max(self.children, key=Node.urgency)

    def settle(self) -> None:
        """Carry a proof upwards as far as it reaches."""
        node = self
        while node.parent is not None and node.proven:
            up = node.parent
            if node.proven == 1:
                up.proven = -1
            elif not up.untried and all(child.proven == -1 for child in up.children):
                up.proven = 1
            else:
                return
            node = up


def shuffled_moves(board: Board, rng: random.Random) -> list[int]:
    moves = board.valid_moves()
    rng.shuffle(moves)
    moves.sort(key=lambda col: -abs(col - COLS // 2))  # popped from the end: the centre first
    return moves


def simulate(board: Board, rng: random.Random, limit: int = 16) -> float:
    """Play on at random; 1.0 is a win for the side to move at the start, 0.5 unclear."""
    side = board.current_player
    played = 0
    result = 0.5
    while played < limit and not board.is_full():
        board.drop_disc(rng.choice(board.valid_moves()))
        played += 1
        winner = board.check_winner()
        if winner is not None:
            result = 1.0 if winner is side else 0.0
            break
    for _ in range(played):
        board.undo_move()
    return result


def iterate(root: Node, board: Board, rng: random.Random) -> None:
    node = root
    while not node.untried and node.children and not node.proven:
        node = node.pick()
        board.drop_disc(node.column)
    if node.untried and not node.proven:
        column = node.untried.pop()
        board.drop_disc(column)
        won = board.check_winner() is not None
        child = Node(column, node, [] if won else shuffled_moves(board, rng))
        node.children.append(child)
        node = child
        if won:
            node.proven = 1
    node.settle()
    # `gain` is for the player who moved last
    gain = (node.proven + 1) / 2 if node.proven else 1.0 - simulate(board, rng)
    while node is not None:
        node.visits += 1
        node.reward += gain
        gain = 1.0 - gain
        if node.parent is not None:
            board.undo_move()
        node = node.parent


def find_best_move(board: Board) -> int:
    rng = random.Random(COLS * ROWS)
    board = board.copy()
    root = Node(None, None, shuffled_moves(board, rng))
    for _ in range(ITERATIONS):
        if root.proven:
            break
        iterate(root, board, rng)
    best = max(root.children, key=lambda n: (n.proven, n.visits))
    return best.column
