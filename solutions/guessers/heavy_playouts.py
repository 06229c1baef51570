"""Play games to their end in which nobody overlooks a four: Monte Carlo with heavy playouts.

Sight: a mate in 3, as after its first disc no game is lost. Each side completes four where it can,
blocks where it must, gives no four away where it need not, and plays at random otherwise. `search`
decides which games are played:

    flat   as many after each first move
    uct    from a tree that grows where they go well (UCT)
    puct   likewise, cells with more lines of four through them first (PUCT)

`seed` decides the random games, and only `Random.random` is drawn from, whose numbers are the same
in every version of Python. The board is kept in two integers; bit `7 * column + row` is a cell.
"""

from collections.abc import Callable
from math import log, sqrt
from random import Random

from kata.board import COLS, ROWS, Board

BOTTOM = sum(1 << 7 * col for col in range(COLS))
WHOLE_BOARD = BOTTOM * 0b111111
COLUMNS = tuple(0b111111 << 7 * col for col in (3, 2, 4, 1, 5, 0, 6))
CURIOSITY = 1.0
PRIOR = 1.5

LINES_THROUGH = {
    1 << 7 * col + row: sum(
        0 <= col - back * d_col <= COLS - 1
        and 0 <= col + (3 - back) * d_col <= COLS - 1
        and 0 <= row - back * d_row <= ROWS - 1
        and 0 <= row + (3 - back) * d_row <= ROWS - 1
        for d_row, d_col in ((0, 1), (1, 0), (1, 1), (1, -1))
        for back in range(4)
    )
    for col in range(COLS)
    for row in range(ROWS)
}

Draw = Callable[[], float]
Choose = Callable[["Node"], "Node"]


class Node:
    """Hold a position of the tree: visits, and the points of the side that moved into it."""

    __slots__ = ("children", "move", "moves", "points", "prior", "visits", "won")

    def __init__(self, move: int, own: int, other: int, prior: float = 1.0) -> None:
        """Start at the position after `move`, in which `own` is to move."""
        self.move, self.prior = move, prior
        self.won = _has_four(other)
        self.moves = [] if self.won else worth_playing(own, other)
        self.children: list[Node] = []
        self.visits = 0
        self.points = 0.0


def find_best_move(board: Board, search: str = "uct", playouts: int = 1000, seed: int = 0) -> int:
    """Return the column that was visited most, or of the flat search the one that won most."""
    own = other = 0
    for col in range(COLS):
        for row in range(board.column_height(col)):
            if board.get_cell(row, col) is board.current_player:
                own |= 1 << 7 * col + row
            else:
                other |= 1 << 7 * col + row
    draw = Random(seed).random
    moves = worth_playing(own, other)
    if len(moves) == 1:
        best = moves[0]
    elif search == "flat":
        each = playouts // len(moves)
        best = max(moves, key=lambda move: _points(other, own | move, each, draw))
    else:
        root = Node(0, own, other)
        for _ in range(playouts):
            _one_more(root, own, other, CHOOSE[search], draw)
        best = max(root.children, key=lambda child: child.visits).move
    return (best.bit_length() - 1) // 7


def worth_playing(own: int, other: int) -> list[int]:
    """Return a move that wins, else one that blocks, else all that give no four away."""
    landing = (own | other) + BOTTOM & WHOLE_BOARD
    theirs = threats(other)
    forced = landing & threats(own) or landing & theirs
    if forced:
        return [forced & -forced]
    landing = landing & ~(theirs >> 1) or landing
    return [landing & column for column in COLUMNS if landing & column]


def _points(own: int, other: int, playouts: int, draw: Draw) -> float:
    if _has_four(other):
        return float(playouts)
    return sum(played_out(own, other, draw) for _ in range(playouts))


def _one_more(root: Node, own: int, other: int, choose: Choose, draw: Draw) -> None:
    """Go down the tree, add a leaf to it, play on, and count the result on the way."""
    node, path = root, [root]
    while node.visits and node.moves:
        if not node.children:
            _grow(node, own, other)
        node = choose(node)
        path.append(node)
        own, other = other, own | node.move
    points = 1.0 if node.won else played_out(own, other, draw)
    for visited in reversed(path):
        visited.visits += 1
        visited.points += points
        points = 1.0 - points


def _grow(node: Node, own: int, other: int) -> None:
    lines = sum(LINES_THROUGH[move] for move in node.moves)
    node.children = [
        Node(move, other, own | move, LINES_THROUGH[move] / lines) for move in node.moves
    ]


def _most_promising(node: Node) -> Node:
    # Rounded, so that no machine's last digit changes what is visited next.
    spread = CURIOSITY * round(log(node.visits), 9)
    best, most = node.children[0], -1.0
    for child in node.children:
        visits = child.visits
        if not visits:
            return child
        bound = child.points / visits + sqrt(spread / visits)
        if bound > most:
            best, most = child, bound
    return best


def _most_plausible(node: Node) -> Node:
    spread = PRIOR * sqrt(node.visits)
    best, most = node.children[0], -1.0
    for child in node.children:
        visits = child.visits
        mean = child.points / visits if visits else 0.5
        bound = mean + spread * child.prior / (1 + visits)
        if bound > most:
            best, most = child, bound
    return best


CHOOSE: dict[str, Choose] = {"uct": _most_promising, "puct": _most_plausible}


def played_out(own: int, other: int, draw: Draw) -> float:
    """Return the points of the side that is not to move: 1 for a win, 0.5 for a draw."""
    landing = (own | other) + BOTTOM & WHOLE_BOARD
    mine, theirs = threats(own), threats(other)
    sign = 0.0
    while landing:
        if landing & mine:
            return sign
        moves = landing & theirs or landing & ~(theirs >> 1) or landing
        for _ in range(int(draw() * moves.bit_count())):
            moves &= moves - 1
        move = moves & -moves
        landing = landing ^ move | move << 1 & WHOLE_BOARD
        own, other = other, own | move
        mine, theirs, sign = theirs, threats(other), 1.0 - sign
    return 0.5


def threats(discs: int) -> int:
    """Return the cells of the board, taken or not, that would complete four of `discs`."""
    found = (discs & discs >> 1 & discs >> 2) << 3
    for step in (6, 7, 8):
        pairs = discs & discs >> step
        if pairs:
            found |= (pairs << 2 * step & discs >> step) | (pairs >> step & discs << step)
            triples = pairs & pairs >> step
            found |= triples << 3 * step | triples >> step
    return found & WHOLE_BOARD


def _has_four(discs: int) -> bool:
    for step in (1, 6, 7, 8):
        pairs = discs & discs >> step
        if pairs & pairs >> 2 * step:
            return True
    return False
