"""Connect Four: search for forced wins of growing length.

First every move is asked "does it win in 3 plies?", then "in 5?" and so on. After each length the
moves that allow the opponent a win of the same length are crossed out. When time is over, the
first move that is left is played; they are sorted by a simple count of open lines at the start.

The board is kept in two integers. Cell (row, column) has the bit 7 * row + column, and a move is
an integer with only this bit set.
"""
import time

from kata.board import COLS, ROWS, Board

TIME = 1.5
CHECK = 100                 # positions between two looks at the clock
ALL = (1 << ROWS * COLS) - 1
ROW_0 = (1 << COLS) - 1
BY_CENTRE = [3, 2, 4, 1, 5, 0, 6]
COLUMN = [sum(1 << (COLS * row + col) for row in range(ROWS)) for col in range(COLS)]


def make_rest():
    """{cell: [what is missing to four in a row, as a mask, ...]}"""
    rest = {1 << i: [] for i in range(ROWS * COLS)}
    shapes = [
        (1, ROWS, COLS - 3, 0),             # step, rows, columns, first column
        (COLS, ROWS - 3, COLS, 0),
        (COLS + 1, ROWS - 3, COLS - 3, 0),
        (COLS - 1, ROWS - 3, COLS - 3, 3),
    ]
    for step, n_rows, n_cols, left in shapes:
        for row in range(n_rows):
            for col in range(left, left + n_cols):
                cells = [1 << (COLS * row + col + step * k) for k in range(4)]
                for cell in cells:
                    rest[cell].append(sum(cells) - cell)
    return rest


REST = make_rest()


class NoTimeLeft(Exception):
    pass


def is_four(discs, move):
    for mask in REST[move]:
        if discs & mask == mask:
            return True
    return False


def get_moves(taken):
    free = (taken << COLS | ROW_0) & ALL & ~taken
    moves = []
    for col in BY_CENTRE:
        move = free & COLUMN[col]
        if move:
            moves.append(move)
    return moves


def without_blunders(moves, other):
    """Those of the moves after which `other` has no immediate win."""
    for i, move in enumerate(moves):
        if is_four(other, move):
            # has to be blocked, and a second one can not be
            for later in moves[i + 1:]:
                if is_four(other, later):
                    return []
            moves = [move]
            break
    good = []
    for move in moves:
        above = move << COLS
        if above > ALL or not is_four(other, above):
            good.append(move)
    return good


class Searcher:
    def __init__(self, end):
        self.end = end
        self.positions = 0
        # (own, other) -> [shortest win known, longest length known to be no win]
        self.memo = {}

    def wins(self, own, other, plies):
        """Can the side with `own`, who is to move, make four in at most `plies` plies?"""
        if plies < 1:
            return False
        moves = get_moves(own | other)
        for move in moves:
            if is_four(own, move):
                return True
        if plies < 3:
            return False

        known = self.memo.setdefault((own, other), [1000, 0])
        if known[0] <= plies:
            return True
        if known[1] >= plies:
            return False

        self.positions += 1
        if self.positions % CHECK == 0 and time.perf_counter() >= self.end:
            raise NoTimeLeft

        moves = without_blunders(moves, other)
        if plies >= 5:
            forcing, quiet = [], []
            for move in moves:
                after = own | move
                if any(is_four(after, m) for m in get_moves(after | other)):
                    forcing.append(move)
                else:
                    quiet.append(move)
            moves = forcing + quiet
        for move in moves:
            if self.move_wins(own, other, move, plies):
                known[0] = plies
                return True
        known[1] = plies
        return False

    def move_wins(self, own, other, move, plies):
        """The same, if the side begins with `move` (that is not a four yet)."""
        own |= move
        answers = get_moves(own | other)
        if not answers:
            return False            # draw
        for answer in answers:
            if is_four(other, answer):
                return False
        for answer in without_blunders(answers, own):
            if plies == 3 or not self.wins(own, other | answer, plies - 2):
                return False
        return True


def line_points(own, other, move):
    points = 0
    for mask in REST[move]:
        a = (mask & own).bit_count()
        b = (mask & other).bit_count()
        if b == 0:
            points += [2, 5, 14, 0][a]
        if a == 0:
            points += [1, 4, 12, 0][b]
    return points


def choose(own, other, end):
    """The move as a bit."""
    moves = get_moves(own | other)
    for discs in own, other:
        for move in moves:
            if is_four(discs, move):
                return move

    left = without_blunders(moves, other)
    if not left:
        left = moves
    left = sorted(left, key=lambda move: line_points(own, other, move), reverse=True)

    searcher = Searcher(end)
    empty = ROWS * COLS - (own | other).bit_count()
    plies = 3
    try:
        while len(left) > 1 and plies <= empty:
            for move in left:
                if searcher.move_wins(own, other, move, plies):
                    return move
            left_now = [m for m in left if not searcher.wins(other, own | m, plies)]
            if not left_now:
                break
            left = left_now
            plies += 2
    except NoTimeLeft:
        pass
    return left[0]


def find_best_move(board: Board) -> int:
    end = time.perf_counter() + TIME
    own = other = 0
    for row in range(ROWS):
        for col in range(COLS):
            disc = board.get_cell(row, col)
            if disc is None:
                continue
            if disc is board.current_player:
                own += 1 << (COLS * row + col)
            else:
                other += 1 << (COLS * row + col)
    move = choose(own, other, end)
    return (move.bit_length() - 1) % COLS
