from itertools import product
from time import perf_counter

from kata.board import Board

WIDTH, HEIGHT = 7, 6
EVERYWHERE = (1 << WIDTH * HEIGHT) - 1
GROUND = (1 << WIDTH) - 1


def _square(row: int, col: int) -> int:
    return 1 << row * WIDTH + col


def _partners() -> dict[int, list[int]]:
    """Map each square to the triples of squares that make four together with it."""
    table: dict[int, list[int]] = {1 << i: [] for i in range(WIDTH * HEIGHT)}
    for row, col in product(range(HEIGHT), range(WIDTH)):
        shapes = []
        if col <= WIDTH - 4:
            shapes.append([(row, col + i) for i in range(4)])
        if row <= HEIGHT - 4:
            shapes.append([(row + i, col) for i in range(4)])
        if col <= WIDTH - 4 and row <= HEIGHT - 4:
            shapes.append([(row + i, col + i) for i in range(4)])
            shapes.append([(row + 3 - i, col + i) for i in range(4)])
        for shape in shapes:
            squares = [_square(*place) for place in shape]
            for square in squares:
                table[square].append(sum(squares) - square)
    return table


PARTNERS = _partners()
# Squares that belong to many fours come first wherever we go through moves.
BUSIEST_FIRST = sorted(PARTNERS, key=lambda square: -len(PARTNERS[square]))


def wins_at(square: int, discs: int) -> bool:
    for triple in PARTNERS[square]:
        if triple & discs == triple:
            return True
    return False


def open_squares(occupied: int) -> list[int]:
    mask = (occupied << WIDTH | GROUND) & EVERYWHERE & ~occupied
    return [square for square in BUSIEST_FIRST if square & mask]


class MateSearch:
    """Answers questions of one kind: does the side to move get what it wants in `plies`?

    With an odd number of plies left it is the attacker's turn, and the wish is a four not later
    than with the last ply. With an even number it is the defender's: the wish is that this does
    not happen. In both cases a move is good if the other side's wish fails after it.
    """

    CHECK_CLOCK_EVERY = 64

    def __init__(self, seconds: float) -> None:
        self._deadline = perf_counter() + seconds
        self._calls = 0
        self._known: dict[tuple[int, int, int], bool] = {}

    def succeeds(self, mover: int, waiting: int, plies: int) -> bool:
        question = mover, waiting, plies
        result = self._known.get(question)
        if result is None:
            self._calls += 1
            if self._calls % self.CHECK_CLOCK_EVERY == 0 and perf_counter() > self._deadline:
                raise TimeoutError
            result = self._known[question] = self._work_out(mover, waiting, plies)
        return result

    def good_after(self, square: int, mover: int, waiting: int, plies: int) -> bool:
        return not self.succeeds(waiting, mover | square, plies - 1)

    def _work_out(self, mover: int, waiting: int, plies: int) -> bool:
        moves = open_squares(mover | waiting)
        if any(wins_at(square, mover) for square in moves):
            return True
        if plies == 1:
            return False
        if not moves:
            return plies % 2 == 0
        holes = [square for square in moves if wins_at(square, waiting)]
        if len(holes) > 1:
            return False
        return any(self.good_after(square, mover, waiting, plies) for square in holes or moves)


class Solver:
    SECONDS = 1.4
    LONGEST = 13

    def __init__(self, board: Board) -> None:
        self.mover = self.waiting = 0
        for row, col in product(range(HEIGHT), range(WIDTH)):
            match board.get_cell(row, col):
                case None:
                    continue
                case owner if owner is board.current_player:
                    self.mover |= _square(row, col)
                case _:
                    self.waiting |= _square(row, col)

    def find_best_move(self) -> int:
        remaining = open_squares(self.mover | self.waiting)
        winner = next((square for square in remaining if wins_at(square, self.mover)), None)
        if winner is not None:
            return self._column(winner)

        search = MateSearch(self.SECONDS)
        try:
            # Even: drop moves that run into a mate. Odd: is there a move that mates?
            for plies in range(2, self.LONGEST + 2):
                good = []
                for square in remaining:
                    if search.good_after(square, self.mover, self.waiting, plies):
                        if plies % 2:
                            return self._column(square)
                        good.append(square)
                if plies % 2 == 0:
                    if not good:
                        break
                    remaining = good
        except TimeoutError:
            pass
        return self._column(remaining[0])

    @staticmethod
    def _column(square: int) -> int:
        return (square.bit_length() - 1) % WIDTH


def find_best_move(board: Board) -> int:
    return Solver(board).find_best_move()
