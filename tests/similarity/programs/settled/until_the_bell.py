"""Deepens until a clock rings by an exception; each depth sorts the columns for the next."""

import time


class Bell(Exception):
    pass


def find_best_move(board):
    rings = time.monotonic() + 0.8
    order = board.valid_moves()
    nodes = 0

    def look(depth, low, high):
        nonlocal nodes
        nodes += 1
        if not nodes & 255 and time.monotonic() > rings:
            raise Bell
        if board.check_winner():
            return depth - 99
        if not depth or board.is_full():
            return 0
        for col in board.valid_moves():
            board.drop_disc(col)
            try:
                low = max(low, -look(depth - 1, -high, -low))
            finally:
                board.undo_move()
            if low >= high:
                return high
        return low

    depth = 1
    while depth <= 6:
        ranking = []
        try:
            for col in order:
                board.drop_disc(col)
                try:
                    ranking.append((-look(depth, -99, 99), col))
                finally:
                    board.undo_move()
        except Bell:
            break
        ranking.sort(key=lambda pair: pair[0], reverse=True)
        order = [col for _, col in ranking]
        if ranking[0][0] > 50:
            break
        depth += 1
    return order[0]
