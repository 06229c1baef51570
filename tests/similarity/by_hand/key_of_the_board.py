"""Searches, and remembers."""


class Memory:
    def __init__(self):
        self.known = {}

    def signature(self, board, left):
        text = ""
        for c in range(7):
            r = 0
            while r < board.column_height(c):
                text += str(board.get_cell(r, c))[-3]
                r += 1
            text += "/"
        return (text, str(board.current_player), left)

    def ask(self, board, left, lower, upper):
        if board.check_winner() is not None:
            return -10 - left
        if left < 1:
            return 0
        if board.is_full():
            return 0
        name = self.signature(board, left)
        stored = self.known.get(name)
        if stored is not None:
            return stored
        best = -100
        columns = board.valid_moves()
        columns.sort(key=lambda c: abs(c - 3))
        for c in columns:
            if best > lower:
                floor = best
            else:
                floor = lower
            board.drop_disc(c)
            reply = self.ask(board, left - 1, -upper, -floor)
            board.undo_move()
            if -reply > best:
                best = -reply
            if not best < upper:
                return best
        if best > lower:
            self.known[name] = best
        return best


def find_best_move(board):
    memory = Memory()
    top = None
    for c in board.valid_moves():
        board.drop_disc(c)
        mark = (-memory.ask(board, 4, -100, 100), -abs(c - 3), c)
        board.undo_move()
        if top is None or mark > top:
            top = mark
    return top[2]
