"""Monte Carlo player. Plays random games and keeps statistics about moves and squares."""

from random import Random

from kata.board import COLS, ROWS, Board

GAMES = 1400
ME, OPP, NOBODY = "me", "opp", ""


def square(row, col):
    return row * COLS + col


def partners():
    """For every square: the triples of squares that make a four together with it."""
    table = [[] for _ in range(ROWS * COLS)]
    for row in range(ROWS):
        for col in range(COLS):
            for dr, dc in [(1, 0), (0, 1), (1, -1), (1, 1)]:
                end_row, end_col = row + 3 * dr, col + 3 * dc
                if end_row >= ROWS or end_col < 0 or end_col >= COLS:
                    continue
                four = [square(row + k * dr, col + k * dc) for k in range(4)]
                for k in range(4):
                    table[four[k]].append(four[:k] + four[k + 1:])
    return table


PARTNERS = partners()


class Simulation:
    def __init__(self, board):
        self.tops = [board.column_height(c) for c in range(COLS)]
        self.discs = [NOBODY] * (ROWS * COLS)
        for col, top in enumerate(self.tops):
            for row in range(top):
                mine = board.get_cell(row, col) == board.current_player
                self.discs[square(row, col)] = ME if mine else OPP
        seed = 1000 * sum(self.tops)
        for col in range(COLS):
            seed += col * self.tops[col]
        self.random = Random(seed)

    def wins(self, discs, sq, player):
        for a, b, c in PARTNERS[sq]:
            if discs[a] == player and discs[b] == player and discs[c] == player:
                return True
        return False

    def instant(self, moves):
        for player in (ME, OPP):
            for col in moves:
                if self.wins(self.discs, square(self.tops[col], col), player):
                    return col
        return None

    def without_blunders(self, moves):
        good = []
        for col in moves:
            top = self.tops[col]
            if top < ROWS - 1:
                after = self.discs[:]
                after[square(top, col)] = ME
                if self.wins(after, square(top + 1, col), OPP):
                    continue
            good.append(col)
        return good if good else moves

    def playout(self, col):
        """Random game that starts with my disc in col. Gives points (1, 0.5, 0) and end position."""
        discs, tops = self.discs[:], self.tops[:]
        player = ME
        while True:
            sq = square(tops[col], col)
            discs[sq] = player
            tops[col] += 1
            if self.wins(discs, sq, player):
                return (1.0 if player == ME else 0.0), discs
            free = [c for c in range(COLS) if tops[c] < ROWS]
            if len(free) == 0:
                return 0.5, discs
            player = OPP if player == ME else ME
            col = self.random.choice(free)

    def statistics(self, moves):
        points = {col: 2.0 for col in moves}
        games = {col: 4.0 for col in moves}
        sq_points = {ME: [1.0] * 42, OPP: [1.0] * 42}
        sq_games = {ME: [2.0] * 42, OPP: [2.0] * 42}
        for number in range(GAMES):
            col = moves[number % len(moves)]
            result, end = self.playout(col)
            points[col] += result
            games[col] += 1
            for sq in range(42):
                if end[sq] != NOBODY and self.discs[sq] == NOBODY:
                    sq_points[end[sq]][sq] += result
                    sq_games[end[sq]][sq] += 1
        win_rate = {col: points[col] / games[col] for col in moves}
        importance = []
        for sq in range(42):
            mine = sq_points[ME][sq] / sq_games[ME][sq]
            importance.append(mine - sq_points[OPP][sq] / sq_games[OPP][sq])
        return win_rate, importance


def find_best_move(board: Board) -> int:
    sim = Simulation(board)
    moves = board.valid_moves()
    col = sim.instant(moves)
    if col is not None:
        return col
    moves = sim.without_blunders(moves)
    win_rate, importance = sim.statistics(moves)
    best, best_value = moves[0], -10.0
    for col in moves:
        sq = square(sim.tops[col], col)
        value = win_rate[col] + 0.4 * importance[sq]
        if sq + COLS < 42:
            value -= 0.15 * importance[sq + COLS]
        if value > best_value:
            best, best_value = col, value
    return best
