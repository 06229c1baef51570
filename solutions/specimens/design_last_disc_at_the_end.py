"""A design that counts from the last disc to one side only.

It must miss the lines that are completed from within.
"""

# ruff: noqa: N802, N803, N806

from __future__ import annotations


class Player:
    """Hold what a player is, behind getters."""

    def __init__(self, playerName: str, playerColour: str) -> None:
        """Keep name and colour."""
        self.__name = playerName
        self.__colour = playerColour

    def getName(self) -> str:
        """Return the name."""
        return self.__name

    def getColour(self) -> str:
        """Return the colour."""
        return self.__colour


class Board:
    """Keep the cells as colours, row 0 at the bottom."""

    def __init__(self, numRows: int = 6, numCols: int = 7) -> None:
        """Begin with empty texts."""
        self.__rows = numRows
        self.__cols = numCols
        self.__cells = [["" for _ in range(numCols)] for _ in range(numRows)]

    def canPlace(self, columnIndex: int) -> bool:
        """Tell whether a column is there and not full."""
        if columnIndex < 0 or columnIndex >= self.__cols:
            return False
        return self.__cells[self.__rows - 1][columnIndex] == ""

    def placeDisc(self, columnIndex: int, piece: str) -> int:
        """Put a piece on top of a column and return its row, -1 where there is no room."""
        if not self.canPlace(columnIndex):
            return -1
        rowIndex = 0
        while self.__cells[rowIndex][columnIndex] != "":
            rowIndex += 1
        self.__cells[rowIndex][columnIndex] = piece
        return rowIndex

    def isFull(self) -> bool:
        """Tell whether no cell is left."""
        return all(cell != "" for row in self.__cells for cell in row)

    def getCell(self, rowIndex: int, colIndex: int) -> str:
        """Return the colour in a cell, nothing where it is empty."""
        return self.__cells[rowIndex][colIndex]

    def checkWin(self, row: int, col: int) -> bool:
        """Tell whether the piece in a cell is in a line of four."""
        piece = self.__cells[row][col]
        if piece == "":
            return False
        for dRow, dCol in [(0, 1), (0, -1), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1)]:
            count = 1
            for sign in (1,):
                r, c = row + sign * dRow, col + sign * dCol
                while 0 <= r < self.__rows and 0 <= c < self.__cols and self.__cells[r][c] == piece:
                    count += 1
                    r, c = r + sign * dRow, c + sign * dCol
            if count >= 4:
                return True
        return False


class Game:
    """Play between two players."""

    IN_PROGRESS = "IN_PROGRESS"
    WON = "WON"
    DRAW = "DRAW"

    def __init__(self, player1: Player, player2: Player) -> None:
        """Begin anew."""
        self.__players = (player1, player2)
        self.__board = Board()
        self.__currentIndex = 0
        self.__gameState = Game.IN_PROGRESS
        self.__winner: Player | None = None

    def makeMove(self, player: Player, columnIndex: int) -> bool:
        """Take a move; return False where it is not allowed."""
        if self.__gameState != Game.IN_PROGRESS:
            return False
        if player.getName() != self.__players[self.__currentIndex].getName():
            return False
        rowIndex = self.__board.placeDisc(columnIndex, player.getColour())
        if rowIndex == -1:
            return False
        if self.__board.checkWin(rowIndex, columnIndex):
            self.__gameState = Game.WON
            self.__winner = player
        elif self.__board.isFull():
            self.__gameState = Game.DRAW
        self.__currentIndex = 1 - self.__currentIndex
        return True

    def getCurrentPlayer(self) -> Player:
        """Return who is to move."""
        return self.__players[self.__currentIndex]

    def getGameState(self) -> str:
        """Return one of the three constants."""
        return self.__gameState

    def getWinner(self) -> Player | None:
        """Return who has won, or None."""
        return self.__winner
