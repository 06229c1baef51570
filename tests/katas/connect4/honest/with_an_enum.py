"""Names players by an enum, has a property for the winner, and returns the board as rows."""

from enum import Enum


class Player(Enum):
    RED = "R"
    YELLOW = "Y"


class Connect4:
    def __init__(self):
        self.__grid = [[None for _ in range(7)] for _ in range(7)]
        self.__winner = None
        self.__turn = Player.RED

    @property
    def winner(self):
        return self.__winner

    def play(self, col):
        if self.__winner is not None or type(col) is not int or not 0 <= col < 7:
            return False
        row = next((row for row in range(6, -1, -1) if self.__grid[row][col] is None), None)
        if row is None:
            return False
        self.__grid[row][col] = self.__turn
        if max(self.__count(row, col, *way) for way in ((0, 1), (1, 0), (1, 1), (1, -1))) >= 4:
            self.__winner = self.__turn
        self.__turn = Player.YELLOW if self.__turn is Player.RED else Player.RED
        return row, col

    def __count(self, row, col, down, right):
        total = 1
        for sign in (1, -1):
            at, to = row + sign * down, col + sign * right
            while 0 <= at < 7 and 0 <= to < 7 and self.__grid[at][to] is self.__turn:
                total, at, to = total + 1, at + sign * down, to + sign * right
        return total

    def print(self):
        return [[cell.value if cell else None for cell in row] for row in self.__grid]
