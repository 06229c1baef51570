'''
Connect 4 with Monte Carlo Tree Search (UCT).

Plain UCT was bad at traps (it played a move that is fine against 6 of 7 replies), so nodes also
get a "solved" flag: if a child is a proven loss for the side to move there, the parent is a proven win,
and if all children are proven wins for the other guy, the parent is a proven loss.
'''
import math, random, time
from kata.board import Board

THINK = 1.6
C = 1.0

# board is a flat list with a border so I never need range checks:
# 9 wide, 8 high, square = (row+1)*9 + col+1. 0 empty, 1 me, -1 other, 9 border
WIDTH = 9
DIRS = (1, 9, 10, 8)


def sq(row, col):
    return (row + 1) * WIDTH + col + 1


def makes_four(cells, s, who):
    'would a disc of who on s make 4?'
    for d in DIRS:
        n = 0
        t = s + d
        while cells[t] == who:
            n += 1
            t += d
        t = s - d
        while cells[t] == who:
            n += 1
            t -= d
        if n >= 3: return True
    return False


class TreeNode:
    def __init__(self, col, parent, who):
        self.col = col          # move which led here
        self.parent = parent
        self.who = who          # side to move here
        self.kids = []
        self.untried = None     # not looked at yet
        self.visits = 0
        self.score = 0.0        # for the side that moved INTO this node
        self.solved = None      # +1 / 0 / -1 for the side to move here

    def pick(self):
        logn = math.log(self.visits + 1)
        best, bestval = None, -1e9
        for k in self.kids:
            if k.solved is not None:
                continue
            val = k.score / k.visits + C * math.sqrt(logn / k.visits)
            if val > bestval:
                best, bestval = k, val
        return best

    def try_to_solve(self):
        if self.solved is not None: return True
        for k in self.kids:
            if k.solved == -1:
                self.solved = 1
                return True
        if self.untried or not self.kids:
            return False
        if all(k.solved is not None for k in self.kids):
            self.solved = max(-k.solved for k in self.kids)
            return True
        return False


class MCTS:
    def __init__(self, board):
        self.start = [9] * (WIDTH * 8)
        self.tops = []          # next free square of every column
        for col in range(7):
            for row in range(6):
                c = board.get_cell(row, col)
                if c is None: v = 0
                elif c == board.current_player: v = 1
                else: v = -1
                self.start[sq(row, col)] = v
            self.tops.append(sq(board.column_height(col), col))
        self.rng = random.Random(4)
        self.root = TreeNode(None, None, 1)

    def look(self, node, cells, tops):
        'first visit: find the moves, and see if it is decided already'
        cols = [c for c in range(7) if cells[tops[c]] == 0]
        if not cols:
            node.untried, node.solved = [], 0
            return
        blocks = []
        for c in cols:
            if makes_four(cells, tops[c], node.who):
                node.untried, node.solved = [c], 1
                return
            if makes_four(cells, tops[c], -node.who):
                blocks.append(c)
        if len(blocks) > 1:
            node.solved = -1
        if blocks:
            cols = blocks
        self.rng.shuffle(cols)
        node.untried = cols

    def rollout(self, cells, tops, who):
        'random game, returns the winner'
        rnd = self.rng.random
        cols = [c for c in range(7) if cells[tops[c]] == 0]
        while cols:
            c = cols[int(rnd() * len(cols))]
            s = tops[c]
            if makes_four(cells, s, who):
                return who
            cells[s] = who
            tops[c] = s + WIDTH
            if cells[s + WIDTH] == 9:
                cols.remove(c)
            who = -who
        return 0

    def one_round(self):
        cells, tops = self.start[:], self.tops[:]
        node = self.root
        # 1. selection
        while not node.untried and node.kids:
            nxt = node.pick()
            if nxt is None: break
            cells[tops[nxt.col]] = node.who
            tops[nxt.col] += WIDTH
            node = nxt
        # 2. expansion
        if node.untried and node.solved is None:
            c = node.untried.pop()
            kid = TreeNode(c, node, -node.who)
            cells[tops[c]] = node.who
            tops[c] += WIDTH
            node.kids.append(kid)
            node = kid
            self.look(node, cells, tops)
        # 3. simulation (not needed if we know the result)
        if node.solved is not None:
            winner = node.solved * node.who
        else:
            winner = self.rollout(cells, tops, node.who)
        # 4. backpropagation
        solving = node.solved is not None
        while node is not None:
            node.visits += 1
            node.score -= winner * node.who
            if solving:
                solving = node.try_to_solve()
            node = node.parent

    def run(self, seconds):
        end = time.time() + seconds
        self.look(self.root, self.start, self.tops)
        if self.root.solved == 1 or len(self.root.untried) == 1:
            return self.root.untried[0]
        if self.root.solved == -1:      # lost anyway, block one of them
            return self.root.untried[0]
        while time.time() < end and self.root.solved is None:
            self.one_round()
        return max(self.root.kids, key=self.rank).col

    def rank(self, kid):
        if kid.solved == -1: return (2, kid.visits)
        if kid.solved == 1: return (0, kid.visits)
        if kid.solved == 0: return (1, kid.visits * 0.5)
        return (1, kid.visits)


def find_best_move(board: Board) -> int:
    return MCTS(board).run(THINK)
