"""Positions that never change, and generators for what follows from them: functional, four plies."""

from dataclasses import dataclass, replace
from functools import reduce


@dataclass(frozen=True)
class Position:
    columns: tuple = ((),) * 7
    turn: int = 1

    def legal(self):
        yield from (c for c, discs in enumerate(self.columns) if len(discs) < 6)

    def after(self, c):
        grown = (*self.columns[c], self.turn)
        return replace(self, columns=(*self.columns[:c], grown, *self.columns[c + 1 :]), turn=-self.turn)

    def at(self, c, r):
        if c not in range(7) or r not in range(len(self.columns[c])):
            return 0
        return self.columns[c][r]

    def rays(self, c):
        r = len(self.columns[c]) - 1
        for dc, dr in ((1, -1), (1, 0), (1, 1), (0, 1)):
            yield [self.at(c + k * dc, r + k * dr) for k in range(-3, 4)]

    def won_by(self, c):
        def longest(best_run, disc):
            best, run = best_run
            run = run + 1 if disc == -self.turn else 0
            return max(best, run), run

        return any(reduce(longest, ray, (0, 0))[0] >= 4 for ray in self.rays(c))


def children(position):
    for c in position.legal():
        yield c, position.after(c)


def worth(position, last, plies):
    if position.won_by(last):
        return -(2**plies)
    if not plies:
        return 0
    return max((-worth(child, c, plies - 1) / 2 for c, child in children(position)), default=0)


def find_best_move(board):
    columns = tuple(
        tuple(
            1 if board.get_cell(r, c) == board.current_player else -1
            for r in range(board.column_height(c))
        )
        for c in range(7)
    )
    options = {c: -worth(child, c, 3) for c, child in children(Position(columns))}
    top = max(options.values())
    return min((c for c in options if options[c] == top), key=lambda c: abs(c - 3))
