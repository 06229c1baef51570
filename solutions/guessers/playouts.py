"""Play games to their end at random: Monte Carlo tree search (UCT) with a fixed number of them.

Sight: none. The tree grows where the random games went well, so it leans towards the right
column, but whatever it answers it has proved nothing. `seed` decides the random games, and only
`Random.random` is drawn from, whose numbers are the same in every version of Python.

The board is kept in two integers; bit `7 * column + row` is a cell.
"""

from collections.abc import Callable
from math import log, sqrt
from random import Random

from kata.board import COLS, ROWS, Board

TOP = sum(1 << 7 * col + ROWS - 1 for col in range(COLS))
COLUMN_OF = {1 << 7 * col + row: col for col in range(COLS) for row in range(ROWS)}
CURIOSITY = 2.0  # under the root: the usual square root of two, squared

Draw = Callable[[], float]


class Node:
    """Hold a position of the tree: visits, and the points of the side that moved into it."""

    __slots__ = ("children", "move", "moves", "over", "points", "untried", "visits")

    def __init__(self, move: int, moves: tuple[int, ...], over: bool) -> None:
        """Start at a position with the cells `moves` to land in; `over` is one that was won."""
        self.move, self.moves, self.over = move, moves, over
        self.untried = [] if over else list(moves)
        self.children: list[Node] = []
        self.visits = 0
        self.points = 0.0


def find_best_move(board: Board, playouts: int = 500, seed: int = 0) -> int:
    """Return the column that was visited most, after so many playouts."""
    own = other = 0
    for col in range(COLS):
        for row in range(board.column_height(col)):
            if board.get_cell(row, col) is board.current_player:
                own |= 1 << 7 * col + row
            else:
                other |= 1 << 7 * col + row
    moves = tuple(1 << 7 * col + board.column_height(col) for col in board.valid_moves())
    root = Node(0, moves, over=False)
    draw = Random(seed).random
    for _ in range(playouts):
        _one_more(root, own, other, draw)
    return COLUMN_OF[max(root.children, key=lambda child: child.visits).move]


def _one_more(root: Node, own: int, other: int, draw: Draw) -> None:
    """Go down the tree, add a leaf to it, play on at random, and count the result on the way."""
    node, path = root, [root]
    while node.children and not node.untried:
        node = _most_promising(node)
        path.append(node)
        own, other = other, own | node.move
    if node.untried:
        move = node.untried.pop(int(draw() * len(node.untried)))
        node = _child(node, move, own | move)
        path.append(node)
        own, other = other, own | move
    points = 1.0 if node.over else _played_out(own, other, list(node.moves), draw)
    for visited in reversed(path):
        visited.visits += 1
        visited.points += points
        points = 1.0 - points


def _child(node: Node, move: int, discs: int) -> Node:
    above = () if move & TOP else (move << 1,)
    moves = tuple(cell for cell in node.moves if cell != move) + above
    child = Node(move, moves, _has_four(discs))
    node.children.append(child)
    return child


def _most_promising(node: Node) -> Node:
    # Rounded, so that no machine's last digit changes what is visited next.
    spread = CURIOSITY * round(log(node.visits), 9)
    best, most = node.children[0], -1.0
    for child in node.children:
        visits = child.visits
        bound = child.points / visits + sqrt(spread / visits)
        if bound > most:
            best, most = child, bound
    return best


def _played_out(own: int, other: int, moves: list[int], draw: Draw) -> float:
    """Return the points of the side that is not to move: 1 for a win, 0.5 for a draw."""
    sign = 0.0
    while moves:
        at = int(draw() * len(moves))
        move = moves[at]
        own |= move
        pairs = own & own >> 7
        if pairs & pairs >> 14:
            return sign
        pairs = own & own >> 1
        if pairs & pairs >> 2:
            return sign
        pairs = own & own >> 6
        if pairs & pairs >> 12:
            return sign
        pairs = own & own >> 8
        if pairs & pairs >> 16:
            return sign
        if move & TOP:
            moves[at] = moves[-1]
            moves.pop()
        else:
            moves[at] = move << 1
        own, other, sign = other, own, 1.0 - sign
    return 0.5


def _has_four(discs: int) -> bool:
    for step in (7, 1, 6, 8):
        pairs = discs & discs >> step
        if pairs & pairs >> 2 * step:
            return True
    return False
