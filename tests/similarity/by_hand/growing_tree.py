# Monte Carlo tree search for Connect Four.
# Four phases: selection, expansion, simulation, backpropagation.
# Nodes that are decided for sure (win or loss) are marked, so they need no more simulations.

import math
import random

from kata.board import Board

ROUNDS = 1500
C = 0.9
ROLLOUT_LENGTH = 16

UNKNOWN, WON, LOST = "unknown", "won", "lost"


class TreeNode:
    def __init__(self, board, rng, move=None, parent=None):
        self.move = move
        self.parent = parent
        self.kids = []
        self.n = 0
        self.wins = 0.0
        self.status = UNKNOWN      # for the player who made self.move
        self.todo = []
        if move is not None and board.check_winner() is not None:
            self.status = WON
        else:
            self.todo = board.valid_moves()
            rng.shuffle(self.todo)
            self.todo.sort(key=distance_to_center, reverse=True)    # the last one is tried first

    def uct(self):
        if self.status == WON:
            return float("inf")
        if self.status == LOST:
            return float("-inf")
        return self.wins / self.n + C * math.sqrt(math.log(self.parent.n) / self.n)


def distance_to_center(col):
    return abs(col - 3)


def select(node, board):
    while node.status == UNKNOWN and len(node.todo) == 0 and len(node.kids) > 0:
        best = node.kids[0]
        for kid in node.kids[1:]:
            if kid.uct() > best.uct():
                best = kid
        node = best
        board.drop_disc(node.move)
    return node


def expand(node, board, rng):
    if node.status != UNKNOWN or len(node.todo) == 0:
        return node
    move = node.todo.pop()
    board.drop_disc(move)
    kid = TreeNode(board, rng, move, node)
    node.kids.append(kid)
    return kid


def rollout(board, rng):
    # board is a copy, so nothing has to be undone
    loser = board.current_player.opponent
    for _ in range(ROLLOUT_LENGTH):
        moves = board.valid_moves()
        if not moves:
            break
        board.drop_disc(rng.choice(moves))
        winner = board.check_winner()
        if winner == loser:
            return 1.0
        if winner is not None:
            return 0.0
    return 0.5


def update_status(node):
    parent = node.parent
    if parent is None or node.status == UNKNOWN:
        return
    if node.status == WON:
        parent.status = LOST
    else:
        if parent.todo:
            return
        for kid in parent.kids:
            if kid.status != LOST:
                return
        parent.status = WON
    update_status(parent)


def backpropagate(node, result):
    while node:
        node.n += 1
        node.wins += result
        result = 1.0 - result
        node = node.parent


def find_best_move(board: Board) -> int:
    rng = random.Random(42)
    root = TreeNode(board, rng)
    rounds = 0
    while rounds < ROUNDS and root.status == UNKNOWN:
        rounds += 1
        current = board.copy()
        leaf = select(root, current)
        leaf = expand(leaf, current, rng)
        update_status(leaf)
        if leaf.status == WON:
            result = 1.0
        elif leaf.status == LOST:
            result = 0.0
        else:
            result = rollout(current, rng)
        backpropagate(leaf, result)

    # a won node is best, then the most visited one, lost nodes only if there is nothing else
    rank = {WON: 2, UNKNOWN: 1, LOST: 0}
    best = root.kids[0]
    for kid in root.kids:
        if (rank[kid.status], kid.n) > (rank[best.status], best.n):
            best = kid
    return best.move
