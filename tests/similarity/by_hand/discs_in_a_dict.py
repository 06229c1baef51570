"""Keeps what is on the board as a mapping."""

ORDER = [3, 4, 2, 5, 1, 6, 0]
AXES = [(1, -1), (1, 1), (0, 1), (1, 0)]
RED, BLUE = 1, -1


class World:
    def __init__(self, board):
        self.taken = {}
        mover = board.current_player
        for row in range(6):
            for col in range(7):
                owner = board.get_cell(row, col)
                if owner is not None:
                    self.taken[(col, row)] = RED if owner == mover else BLUE

    def free(self):
        result = []
        for col in ORDER:
            if self.taken.get((col, 5)) is None:
                result.append(col)
        return result

    def play(self, col, side):
        row = 0
        while (col, row) in self.taken:
            row += 1
        self.taken[(col, row)] = side
        return (col, row)

    def reach(self, spot, axis, direction):
        """Count the discs of the same side from here on, this one not among them."""
        side, n = self.taken[spot], 0
        while True:
            n += 1
            there = (spot[0] + direction * n * axis[0], spot[1] + direction * n * axis[1])
            if self.taken.get(there) != side:
                return n - 1

    def is_won(self, spot):
        for axis in AXES:
            if self.reach(spot, axis, 1) + self.reach(spot, axis, -1) + 1 >= 4:
                return True
        return False

    def judge(self, side, left):
        if not left:
            return 0
        top = None
        for col in self.free():
            spot = self.play(col, side)
            if self.is_won(spot):
                self.taken.pop(spot)
                return left + 100
            points = -self.judge(-side, left - 1)
            self.taken.pop(spot)
            if top is None or points > top:
                top = points
        return 0 if top is None else top


def find_best_move(board):
    world = World(board)
    choice, top = None, -10_000
    for col in world.free():
        spot = world.play(col, RED)
        points = 1000 if world.is_won(spot) else -world.judge(BLUE, 3)
        world.taken.pop(spot)
        if points > top:
            choice, top = col, points
    return choice
