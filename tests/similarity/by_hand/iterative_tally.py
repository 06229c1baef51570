from kata.board import Board, ROWS, COLS

# how much a line is worth with 0, 1, 2, 3 or 4 discs of one color in it
LINE_VALUE = {0: 0, 1: 1, 2: 7, 3: 34, 4: 1000000}
WIN_VALUE = 1000000
LOOKAHEAD = 6
CENTER_FIRST = [3, 2, 4, 1, 5, 0, 6]


class Line:
    """Four cells in a row. Knows how many discs of each side it holds."""

    def __init__(self, cells):
        self.cells = cells
        self.discs = [0, 0]

    def value(self):
        me, you = self.discs
        if me == 0 or you == 0:
            return LINE_VALUE[me] - LINE_VALUE[you]
        return 0


class Searcher:
    def __init__(self, board):
        self.lines_at = {}
        self.all_lines = []
        self.make_lines()
        self.height = []
        self.count = 0
        self.score = 0
        for col in range(COLS):
            self.height.append(0)
            for row in range(board.column_height(col)):
                if board.get_cell(row, col) == board.current_player:
                    self.add(col, 0)
                else:
                    self.add(col, 1)
        self.choice = board.valid_moves()[0]

    def make_lines(self):
        for row in range(ROWS):
            for col in range(COLS):
                self.lines_at[row, col] = []
        for row in range(ROWS):
            for col in range(COLS):
                for up, right in [(0, 1), (1, 0), (1, 1), (1, -1)]:
                    cells = [(row + up * i, col + right * i) for i in range(4)]
                    if cells[3] not in self.lines_at:
                        continue
                    line = Line(cells)
                    self.all_lines.append(line)
                    for cell in cells:
                        self.lines_at[cell].append(line)

    def add(self, col, who):
        """Drop a disc of side 0 or 1, return True if that makes four."""
        four = False
        for line in self.lines_at[self.height[col], col]:
            self.score -= line.value()
            line.discs[who] += 1
            self.score += line.value()
            if line.discs[who] == 4:
                four = True
        self.height[col] += 1
        self.count += 1
        return four

    def remove(self, col, who):
        self.height[col] -= 1
        self.count -= 1
        for line in self.lines_at[self.height[col], col]:
            self.score -= line.value()
            line.discs[who] -= 1
            self.score += line.value()

    def search(self, ply, low, high):
        """Best score that the side to move can get (side 0 moves on even plies)."""
        who = ply % 2
        best = -10 * WIN_VALUE
        for col in CENTER_FIRST:
            if self.height[col] >= ROWS:
                continue
            if self.add(col, who):
                result = WIN_VALUE - ply
            elif self.count == ROWS * COLS:
                result = 0
            elif ply + 1 == LOOKAHEAD:
                result = self.score
                if who == 1:
                    result = -result
            else:
                result = -self.search(ply + 1, -high, -low)
            self.remove(col, who)

            if result > best:
                best = result
                if ply == 0:
                    self.choice = col
            if best > low:
                low = best
            if low >= high:
                break
        return best


def find_best_move(board: Board) -> int:
    searcher = Searcher(board)
    searcher.search(0, -10 * WIN_VALUE, 10 * WIN_VALUE)
    return searcher.choice
