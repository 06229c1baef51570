# Connect Four player.
# Keeps, for each of the 69 possible fours, how many discs each side has in it,
# and updates only the fours through the cell that changes.

from kata.board import Board

W, H = 7, 6
NODE_LIMIT = 45000
BIG = 1000000

# worth of a four that holds n discs of one side and none of the other
WORTH = (0, 1, 6, 25, 0)
ORDER = (3, 2, 4, 1, 5, 0, 6)

LINES = []
for c in range(W):
    for r in range(H):
        for dc, dr in ((0, 1), (1, 0), (1, 1), (1, -1)):
            if c + 3 * dc < W and 0 <= r + 3 * dr < H:
                LINES.append([(c + k * dc) * H + r + k * dr for k in range(4)])

THROUGH = [[i for i, line in enumerate(LINES) if cell in line] for cell in range(W * H)]


class Position:
    def __init__(self, board):
        self.height = [0] * W
        self.count = [[0] * len(LINES), [0] * len(LINES)]
        self.score = 0          # always seen from side 0, the side that has to find a move
        self.discs = 0
        self.nodes = 0
        for c in range(W):
            for r in range(board.column_height(c)):
                self.put(c, 0 if board.get_cell(r, c) is board.current_player else 1)

    def put(self, c, side):
        """Drop a disc, return True if that makes four."""
        cell = c * H + self.height[c]
        self.height[c] += 1
        self.discs += 1
        own, other = self.count[side], self.count[1 - side]
        gain = 0
        four = False
        for i in THROUGH[cell]:
            n = own[i]
            if other[i] == 0:
                gain += WORTH[n + 1] - WORTH[n]
                if n == 3:
                    four = True
            elif n == 0:
                gain += WORTH[other[i]]
            own[i] = n + 1
        self.score += gain if side == 0 else -gain
        return four

    def take(self, c, side, old_score):
        self.height[c] -= 1
        self.discs -= 1
        own = self.count[side]
        for i in THROUGH[c * H + self.height[c]]:
            own[i] -= 1
        self.score = old_score

    def search(self, depth, lo, hi, side):
        self.nodes += 1
        if self.nodes > NODE_LIMIT:
            raise StopIteration
        if self.discs == W * H:
            return 0
        if depth == 0:
            return self.score if side == 0 else -self.score
        before = self.score
        for c in ORDER:
            if self.height[c] == H:
                continue
            if self.put(c, side):
                value = BIG - self.discs
            else:
                value = -self.search(depth - 1, -hi, -lo, 1 - side)
            self.take(c, side, before)
            if value > lo:
                lo = value
                if lo >= hi:
                    break
        return lo


def find_best_move(board: Board) -> int:
    pos = Position(board)
    moves = [c for c in ORDER if pos.height[c] < H]
    for depth in range(0, W * H - pos.discs):
        results = []
        lo = -2 * BIG
        before = pos.score
        try:
            for c in moves:
                if pos.put(c, 0):
                    return c
                value = -pos.search(depth, -2 * BIG, -lo, 1)
                pos.take(c, 0, before)
                results.append(value)
                lo = max(lo, value)
        except StopIteration:
            break
        best = moves[results.index(max(results))]
        moves.remove(best)
        moves.insert(0, best)
        if lo > BIG // 2 or lo < -BIG // 2:
            break
    return moves[0]
