"""Connect Four by Monte Carlo tree search.

The tree search backs up two things: the average result of random games, and exact results
where they are known (a forced win, draw or loss), so that tactical shots are not averaged away.
"""

from math import log, sqrt
from random import Random
from time import perf_counter

from kata.board import Board

SECONDS = 1.55
EXPLORATION = 0.5   # results are 0, 0.5 or 1

# The discs are in one list, column after column. A column is six cells and a wall on top, which
# is also the floor of the column to its right; there is a column of walls at both ends.
HEIGHT = 7
EMPTY, ME, YOU, WALL = range(4)
COLUMNS = range(7)

WIN, DRAW, LOSS = "win", "draw", "loss"   # always for the player who is to move in the node
FLIPPED = {WIN: LOSS, DRAW: DRAW, LOSS: WIN}


def run_length(grid, cell, step, player):
    """Number of discs of the player next to cell in one direction."""
    length = 0
    cell += step
    while grid[cell] == player:
        length += 1
        cell += step
    return length


def is_winning(grid, cell, player):
    if run_length(grid, cell, -1, player) >= 3:
        return True
    for step in (7, 6, 8):
        if run_length(grid, cell, step, player) + run_length(grid, cell, -step, player) >= 3:
            return True
    return False


def open_columns(grid, free):
    return [col for col in COLUMNS if grid[free[col]] == EMPTY]


def random_game(grid, free, player, rng):
    """Play to the end; return the winner or EMPTY if it is a draw."""
    available = open_columns(grid, free)
    while available:
        i = int(rng.random() * len(available))
        col = available[i]
        cell = free[col]
        if is_winning(grid, cell, player):
            return player
        grid[cell] = player
        free[col] += 1
        if grid[cell + 1] == WALL:
            del available[i]
        player = 3 - player
    return EMPTY


class Node:
    """A position, known by the move that led to it."""

    def __init__(self, grid, free, player, rng, move=None):
        self.move = move
        self.player = player
        self.games = 0
        self.points = 0.0       # of the player who made the move
        self.children = []
        self.outcome = None
        self.todo = self.candidates(grid, free)
        rng.shuffle(self.todo)

    def candidates(self, grid, free):
        """The moves worth a try. Also sets the outcome if one look is enough for it."""
        possible = open_columns(grid, free)
        if not possible:
            self.outcome = DRAW
        for col in possible:
            if is_winning(grid, free[col], self.player):
                self.outcome = WIN
                return [col]
        forced = [col for col in possible if is_winning(grid, free[col], 3 - self.player)]
        if len(forced) >= 2:
            self.outcome = LOSS
        return forced or possible

    def winner(self):
        if self.outcome == DRAW:
            return EMPTY
        return self.player if self.outcome == WIN else 3 - self.player

    def add_game(self, winner):
        self.games += 1
        if winner == EMPTY:
            self.points += 0.5
        elif winner != self.player:
            self.points += 1

    def most_promising(self):
        total = log(self.games + 1)

        def ucb(child):
            return child.points / child.games + EXPLORATION * sqrt(total / child.games)

        return max((child for child in self.children if child.outcome is None), key=ucb)

    def conclude(self, child):
        """Something was proved about a child: what does this mean here?"""
        if child.outcome == LOSS:
            self.outcome = WIN
        elif not self.todo:
            results = {FLIPPED.get(c.outcome) for c in self.children}
            if None not in results:
                self.outcome = DRAW if DRAW in results else LOSS


def explore(node, grid, free, rng):
    """One pass down the tree. Returns who won the game at the end of it."""
    new = bool(node.todo)
    child = None
    if new:
        col = node.todo.pop()
    else:
        child = node.most_promising()
        col = child.move
    grid[free[col]] = node.player
    free[col] += 1

    if new:
        child = Node(grid, free, 3 - node.player, rng, col)
        node.children.append(child)
        if child.outcome is None:
            winner = random_game(grid, free, child.player, rng)
        else:
            winner = child.winner()
        child.add_game(winner)
    else:
        winner = explore(child, grid, free, rng)

    if child.outcome is not None:
        node.conclude(child)
    node.add_game(winner)
    return winner


def preference(child):
    """Sort key for the final choice: proved wins, then the most played, proved losses last."""
    if child.outcome == LOSS:
        return 2, child.games
    if child.outcome == WIN:
        return 0, child.games
    if child.outcome == DRAW:
        return 1, child.games / 2
    return 1, child.games


def convert(board):
    grid = [WALL] * (9 * HEIGHT)
    free = []
    for col in COLUMNS:
        bottom = (col + 1) * HEIGHT
        for row in range(6):
            disc = board.get_cell(row, col)
            if disc is None:
                grid[bottom + row] = EMPTY
            else:
                grid[bottom + row] = ME if disc is board.current_player else YOU
        free.append(bottom + board.column_height(col))
    return grid, free


def find_best_move(board: Board) -> int:
    stop = perf_counter() + SECONDS
    rng = Random(2718)
    grid, free = convert(board)
    root = Node(grid, free, ME, rng)
    if root.outcome is not None or len(root.todo) == 1:
        return root.todo[0]
    while root.outcome is None and perf_counter() < stop:
        explore(root, grid.copy(), free.copy(), rng)
    return max(root.children, key=preference).move
