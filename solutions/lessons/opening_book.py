"""Begin by the book: the first moves are looked up, because they were proved beforehand.

Changed against `transposition.py`: a game that this side began is looked up while the board holds
fewer than eight discs. Each entry of the book is a game that ends in the move to play; positions
are identified by their discs alone, mirror images as one, whichever colour began.

The first player wins Connect Four, and these are its first four moves against every reply. No
search within a cap could find them: `solutions/opening.py` has proved them, position by position,
and `opening_book.yaml` says in how many nodes.
"""

import time
from collections.abc import Iterator

from kata.board import Board, Player

CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)
BUDGET_S, GROWTH, WIN = 1.5, 4, 100
EXACT, LOWER, UPPER = "exact", "lower", "upper"
CODES = {Player.RED: 1, Player.YELLOW: 2}
BOOK = """
3 303 311 325 333 30303 30313 30323 30333 30343 30353 30363 31104 31113 31121 31133 31143 31153
31163 32503 32513 32522 32533 32544 32556 32565 33304 33313 33323 33333 3030303 3030313 3030323
3030334 3030343 3030353 3030363 3031313 3031323 3031334 3031343 3031353 3031363 3032323 3032333
3032343 3032353 3032363 3033304 3033313 3033323 3033334 3033343 3033353 3033363 3034332 3034343
3034353 3035332 3035353 3036332 3110405 3110415 3110423 3110435 3110445 3110451 3110463 3111304
3111313 3111321 3111334 3111343 3111351 3111363 3112103 3112112 3112122 3112133 3112143 3112151
3112161 3113303 3113313 3113323 3113331 3113343 3113353 3113363 3114303 3114323 3114333 3114343
3114355 3114363 3115303 3115325 3115333 3115353 3115363 3116303 3116323 3116333 3116364 3250303
3250313 3250323 3250333 3250343 3250353 3250363 3251313 3251323 3251332 3251343 3251353 3251363
3252203 3252212 3252223 3252233 3252244 3252254 3252265 3253303 3253313 3253325 3253336 3253343
3253353 3253363 3254402 3254413 3254424 3254433 3254442 3254452 3254463 3255604 3255614 3255624
3255634 3255644 3255654 3255664 3256503 3256513 3256522 3256533 3256543 3256553 3256565 3330402
3330415 3330423 3330432 3330442 3330453 3330462 3331303 3331313 3331323 3331331 3331343 3331353
3331363 3332303 3332323 3332332 3332343 3332363 3333302 3333311 3333322 3333332
"""
BOOK_PLIES = 8  # discs on the board where the book ends


def find_best_move(board: Board, budget_s: float = BUDGET_S) -> int:
    """Return the best column of the deepest search that fits into `budget_s` seconds.

    In a position of the book, what that says. Depth 1 is always searched. The board is handed
    back as it was. Raises `ValueError` if the game is over.
    """
    if board.is_full() or board.check_winner() is not None:
        raise ValueError(f"the game is over\n{board}")
    if (col := book_column(board)) is not None:
        return col
    best_col = -1
    started = before = time.monotonic()
    for _depth, col, score in deepen(board):
        best_col = col
        now = time.monotonic()
        if score != 0 or now - started + GROWTH * (now - before) > budget_s:
            break
        before = now
    return best_col


def deepen(board: Board, max_depth: int = 42) -> Iterator[tuple[int, int, int]]:
    """Yield (depth, best column, score) for depth 1, 2, ... as each one finishes."""
    search = Search(board)
    room = sum(6 - board.column_height(col) for col in board.valid_moves())
    for depth in range(1, min(max_depth, room) + 1):
        score = search.score(depth, -WIN, WIN)
        yield depth, search.table[search.key][3], score


class Search:
    """Hold the board, its key, the ply below the root, and the table of this call."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.ply = self.key = 0
        self.table: dict[int, tuple[int, str, int, int]] = {}  # depth, flag, score, best column
        self.cuts: dict[int, int] = {}  # by the number of a disc: how often and deep it cut off
        for col in range(7):
            for row in range(board.column_height(col)):
                self.key += code(row, col, board.get_cell(row, col))

    def score(self, depth: int, alpha: int, beta: int) -> int:
        """Return the score for the side to move, exact only strictly between `alpha` and `beta`.

        A position always has the same number of discs, hence the same ply: scores that count
        plies from the root may be kept as they are.
        """
        if self.board.check_winner() is not None:
            return self.ply - WIN
        if depth == 0 or self.board.is_full():
            return 0
        known_depth, flag, known, best_col = self.table.get(self.key, (0, UPPER, 0, -1))
        if known_depth >= depth and (
            flag == EXACT or (flag == LOWER and known >= beta) or (flag == UPPER and known <= alpha)
        ):
            return known
        best, floor = -WIN, alpha
        for col in self.moves(best_col):
            score = self.score_after(col, depth, alpha, beta)
            if score > best:
                best, best_col = score, col
            alpha = max(alpha, score)
            if alpha >= beta:
                disc = self.disc(col)
                self.cuts[disc] = self.cuts.get(disc, 0) + depth * depth
                break
        flag = UPPER if best <= floor else LOWER if best >= beta else EXACT
        self.table[self.key] = depth, flag, best, best_col
        return best

    def score_after(self, col: int, depth: int, alpha: int, beta: int) -> int:
        """Return the score of playing `col`, and take the disc back."""
        key, player = self.key, self.board.current_player
        self.key += code(self.board.drop_disc(col), col, player)
        self.ply += 1
        score = -self.score(depth - 1, -beta, -alpha)
        self.board.undo_move()
        self.key, self.ply = key, self.ply - 1
        return score

    def moves(self, first: int) -> list[int]:
        """Return the legal columns: `first`, then what cut most, then from the centre outwards."""
        legal = self.board.valid_moves()
        columns = [col for col in CENTRE_FIRST if col in legal]
        columns.sort(key=lambda col: self.cuts.get(self.disc(col), 0), reverse=True)
        if first in columns:
            columns.remove(first)
            columns.insert(0, first)
        return columns

    def disc(self, col: int) -> int:
        """Return the number of the disc that the side to move would drop in `col`."""
        return code(self.board.column_height(col), col, self.board.current_player)


def code(row: int, col: int, player: Player | None) -> int:
    """Return the number of a disc; the sum over all discs names a position and no other."""
    return CODES[player] << 2 * (7 * row + col) if player else 0


def book_column(board: Board) -> int | None:
    """Return the column that the book names, or None where it knows nothing of the position."""
    heights = [board.column_height(col) for col in range(7)]
    if sum(heights) >= BOOK_PLIES or sum(heights) % 2:
        return None
    wanted = [
        (row, col, board.get_cell(row, col) is board.current_player)
        for col in range(7)
        for row in range(heights[col])
    ]
    mirrored = [(row, 6 - col, own) for row, col, own in wanted]
    seen = {number(mirrored): True, number(wanted): False}
    for game in BOOK.split():
        found = seen.get(number(discs_of(game[:-1])))
        if found is not None:
            return 6 - int(game[-1]) if found else int(game[-1])
    return None


def discs_of(game: str) -> list[tuple[int, int, bool]]:
    """Return the row, the column and whether the one who began dropped it, of each disc."""
    return [(game[:ply].count(col), int(col), ply % 2 == 0) for ply, col in enumerate(game)]


def number(discs: list[tuple[int, int, bool]]) -> int:
    """Return the sum of the numbers of discs, those of the one who began as if they were RED."""
    return sum(code(row, col, Player.RED if own else Player.YELLOW) for row, col, own in discs)
