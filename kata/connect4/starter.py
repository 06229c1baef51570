"""Play Connect Four on a board of 7 x 7: write your class here.

It loads, runs and answers, so that you can see the grader at work before you start:

    kata grade solution.py

It also fails, as its discs fall nowhere yet. README.md beside this file has the rules, and what is
up to you.
"""


class Connect4:
    """Hold one game."""

    def __init__(self) -> None:
        """Begin with an empty board."""
        self.board = [["." for _ in range(7)] for _ in range(7)]

    def play(self, col: int) -> None:
        """Drop a disc of the player to move into a column.

        Replace the body. A first step: put an `X` into the last row.
        """

    def check_winner(self) -> int | None:
        """Return 1 or 2 once that player has four in a line, and None before."""
        return None

    def print(self) -> None:
        """Show the board, the top row first."""
        for row in self.board:
            print(" ".join(row))
