"""Connect 4 bot.

Every one of the 69 possible "four lines" has two meters (how many discs each side has on it).
Dropping a disc just bumps the meters, so win check + evaluation come for free.
On top: iterative deepening negamax, zobrist hash table, killer moves.
"""
import random
import time

from kata.board import Board

W, H = 7, 6
WIN = 100_000
THINK_TIME = 1.45          # seconds, leave some for python start up
POINTS = (0, 1, 6, 25, 0)  # value of an open line with n discs (4 = game over anyway)
EXACT, LOWER, UPPER = 0, 1, 2


class OutOfTime(Exception):
    pass


def buildLines():
    lines = []
    for y in range(H):
        for x in range(W):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                ex, ey = x + 3 * dx, y + 3 * dy
                if 0 <= ex < W and ey < H:
                    lines.append([(y + i * dy) * W + x + i * dx for i in range(4)])
    return lines


LINES = buildLines()
LINES_AT = [[n for n, ln in enumerate(LINES) if c in ln] for c in range(W * H)]

rng = random.Random(1337)
ZOBRIST = [[rng.getrandbits(64) for _ in range(W * H)] for _ in range(2)]


class Bot:
    def __init__(self, board):
        self.meter = [[0] * len(LINES), [0] * len(LINES)]
        self.height = [0] * W
        self.discs = 0
        self.hash = 0
        self.score = [0, 0]
        self.table = {}
        self.killers = [[-1, -1] for _ in range(W * H + 1)]
        self.nodes = 0
        me = board.current_player
        for y in range(H):
            for x in range(W):
                owner = board.get_cell(y, x)
                if owner is not None:
                    self.push(x, 0 if owner is me else 1)

    def push(self, x, side):
        """drop a disc, returns True if that made four"""
        cell = self.height[x] * W + x
        self.height[x] += 1
        self.discs += 1
        self.hash ^= ZOBRIST[side][cell]
        mine, theirs = self.meter[side], self.meter[1 - side]
        gain = loss = 0
        four = False
        for n in LINES_AT[cell]:
            k = mine[n]
            mine[n] = k + 1
            if theirs[n] == 0:
                gain += POINTS[k + 1] - POINTS[k]
                if k == 3:
                    four = True
            elif k == 0:
                loss += POINTS[theirs[n]]   # we just killed this line for them
        self.score[side] += gain
        self.score[1 - side] -= loss
        return four

    def pop(self, x, side, oldScore):
        self.height[x] -= 1
        self.discs -= 1
        cell = self.height[x] * W + x
        self.hash ^= ZOBRIST[side][cell]
        mine = self.meter[side]
        for n in LINES_AT[cell]:
            mine[n] -= 1
        self.score[0], self.score[1] = oldScore

    def finishers(self, side):
        """columns where `side` would make four right now"""
        mine, theirs = self.meter[side], self.meter[1 - side]
        out = []
        for x in range(W):
            y = self.height[x]
            if y < H:
                for n in LINES_AT[y * W + x]:
                    if mine[n] == 3 and theirs[n] == 0:
                        out.append(x)
                        break
        return out

    def orderedMoves(self, ttMove):
        killer = self.killers[self.discs]
        order = []
        for x in (ttMove, killer[0], killer[1], 3, 2, 4, 1, 5, 0, 6):
            if x >= 0 and x not in order and self.height[x] < H:
                order.append(x)
        return order

    def search(self, side, depth, alpha, beta):
        self.nodes += 1
        if self.nodes & 255 == 0 and time.perf_counter() > self.stopAt:
            raise OutOfTime
        if self.discs == W * H:
            return 0
        if self.finishers(side):
            return WIN - self.discs - 1
        must = self.finishers(1 - side)
        if len(must) > 1:
            return -(WIN - self.discs - 2)
        if depth <= 0 and not must:
            return self.score[side] - self.score[1 - side]

        key = (self.hash, side)
        ttMove = -1
        hit = self.table.get(key)
        if hit is not None:
            hDepth, hFlag, hValue, ttMove = hit
            if hDepth >= depth:
                if hFlag == EXACT:
                    return hValue
                if hFlag == LOWER and hValue >= beta:
                    return hValue
                if hFlag == UPPER and hValue <= alpha:
                    return hValue

        startAlpha = alpha
        best, bestMove = -WIN * 2, -1
        for x in must or self.orderedMoves(ttMove):
            saved = (self.score[0], self.score[1])
            self.push(x, side)
            v = -self.search(1 - side, depth - 1, -beta, -alpha)
            self.pop(x, side, saved)
            if v > best:
                best, bestMove = v, x
                if v > alpha:
                    alpha = v
                    if alpha >= beta:
                        k = self.killers[self.discs]
                        if k[0] != x:
                            k[0], k[1] = x, k[0]
                        break
        flag = EXACT
        if best <= startAlpha:
            flag = UPPER
        elif best >= beta:
            flag = LOWER
        self.table[key] = (depth, flag, best, bestMove)
        return best

    def think(self):
        self.stopAt = time.perf_counter() + THINK_TIME
        for hurry in (self.finishers(0), self.finishers(1)):
            if hurry:
                return hurry[0]
        moves = self.orderedMoves(-1)
        answer = moves[0]
        try:
            for depth in range(1, W * H - self.discs + 1):
                alpha, results = -WIN * 2, []
                for x in moves:
                    saved = (self.score[0], self.score[1])
                    self.push(x, 0)
                    v = -self.search(1, depth - 1, -WIN * 2, -alpha)
                    self.pop(x, 0, saved)
                    results.append(v)
                    if v > alpha:
                        alpha, answer = v, x
                # best move goes to the front for the next round
                moves.remove(answer)
                moves.insert(0, answer)
                if abs(alpha) > WIN - 100:
                    break
        except OutOfTime:
            answer = moves[0]
        return answer


def find_best_move(board: Board) -> int:
    return Bot(board).think()
