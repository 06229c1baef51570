"""Columns as lists, a look at open fours, a few plies."""

ROWS, COLUMNS, LARGE = 6, 7, 10**9
WAYS = ((1, 1), (1, 0), (1, -1), (0, -1))


class Position:
    def __init__(self, board):
        self.piles = []
        for c in range(COLUMNS):
            pile = []
            for r in range(ROWS):
                owner = board.get_cell(r, c)
                if owner is None:
                    break
                pile.append(1 if owner is board.current_player else -1)
            self.piles.append(pile)

    def disc(self, c, r):
        if 0 <= c < COLUMNS and 0 <= r < len(self.piles[c]):
            return self.piles[c][r]
        return None

    def run(self, c, r, dc, dr, who):
        n = 0
        while n < 3:
            if self.disc(c + (n + 1) * dc, r + (n + 1) * dr) != who:
                break
            n = n + 1
        return n

    def is_four(self, c, r, who):
        return any(
            self.run(c, r, -dc, -dr, who) + self.run(c, r, dc, dr, who) > 2 for dc, dr in WAYS
        )

    def chances(self, who):
        parity = 0 if who > 0 else 1
        total = 0
        for c in range(COLUMNS):
            r = len(self.piles[c])
            while r < ROWS:
                if self.is_four(c, r, who):
                    total = total + (9 - r if r % 2 == parity else 3)
                r = r + 1
        return total

    def room(self, columns):
        return [c for c in columns if len(self.piles[c]) != ROWS]

    def try_out(self, c, who, left, lo, hi):
        self.piles[c].append(who)
        got = -self.score(-who, left, -hi, -lo)
        self.piles[c].pop()
        return got

    def score(self, who, left, lo, hi):
        if not left:
            return self.chances(who) - self.chances(-who)
        free = self.room(range(COLUMNS))
        if len(free) == 0:
            return 0
        if any(self.is_four(c, len(self.piles[c]), who) for c in free):
            return left + 500
        for c in free:
            got = self.try_out(c, who, left - 1, lo, hi)
            if got > lo:
                lo = got
            if hi <= lo:
                break
        return lo


def find_best_move(board):
    position = Position(board)
    pick, top = None, -LARGE
    for c in position.room((3, 2, 4, 1, 5, 0, 6)):
        if position.is_four(c, len(position.piles[c]), 1):
            return c
        got = position.try_out(c, 1, 3, top, LARGE)
        if top < got:
            top = got
            pick = c
    return pick
