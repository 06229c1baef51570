"""Opens the most promising line first from a heap, and hands what it learns up to the root."""

import heapq
import itertools

BUDGET = 400


class Line:
    def __init__(self, moves, parent, score):
        self.moves, self.parent, self.score = moves, parent, score
        self.replies = []


def replay(board, moves):
    twin = board.copy()
    for move in moves:
        twin.drop_disc(move)
    return twin


def guess(twin, me):
    """Count the cells in the middle, and let a win outweigh everything."""
    winner = twin.check_winner()
    if winner is not None:
        return 1e6 if winner == me else -1e6
    total = 0
    for col, weight in enumerate((0, 1, 2, 4, 2, 1, 0)):
        for row in range(twin.column_height(col)):
            total += weight if twin.get_cell(row, col) == me else -weight
    return total


def back_up(line):
    while line is not None:
        if line.replies:
            scores = [reply.score for reply in line.replies]
            line.score = max(scores) if len(line.moves) % 2 == 0 else min(scores)
        line = line.parent


def find_best_move(board):
    me = board.current_player
    order = itertools.count()
    root = Line((), None, 0)
    heap = [(0, next(order), root)]
    opened = 0
    while heap and opened < BUDGET:
        _, _, line = heapq.heappop(heap)
        twin = replay(board, line.moves)
        if twin.check_winner() is None:
            opened += 1
            for move in twin.valid_moves():
                after = replay(twin, [move])
                reply = Line((*line.moves, move), line, guess(after, me))
                line.replies.append(reply)
                heapq.heappush(heap, (len(reply.moves) * 10 - abs(reply.score) % 97, next(order), reply))
            back_up(line)
    return max(root.replies, key=lambda reply: reply.score).moves[0]
