"""My search."""

INF = 10**9


class Engine:
    def __init__(self, board):
        self.b = board
        self.hero = board.current_player

    def leaf(self, left):
        w = self.b.check_winner()
        if w is None:
            if left == 0 or self.b.is_full():
                return 0
            return None
        if w == self.hero:
            return 1000 + left
        return -(1000 + left)

    def descend(self, c, left, a, z, ours):
        self.b.drop_disc(c)
        got = self.value(left, a, z, ours)
        self.b.undo_move()
        return got

    def value(self, left, a, z, ours):
        known = self.leaf(left)
        if known is not None:
            return known
        if not ours:
            worst = INF
            for c in self.b.valid_moves():
                worst = min(self.descend(c, left - 1, a, z, True), worst)
                z = min(z, worst)
                if a >= z:
                    return worst
            return worst
        top = -INF
        for c in self.b.valid_moves():
            top = max(self.descend(c, left - 1, a, z, False), top)
            a = max(a, top)
            if a >= z:
                return top
        return top


def find_best_move(board):
    engine = Engine(board)
    pick = None
    top = -INF
    for c in board.valid_moves():
        got = engine.descend(c, 7, top, INF, False)
        if not got <= top:
            pick = c
            top = got
    return pick
