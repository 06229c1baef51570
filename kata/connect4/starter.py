"""Play Connect Four on a board of 7 x 7: write your class here.

It already loads and answers, so you can see the grader at work before you start:

    kata grade solution.py

It fails, because it drops no discs yet. README.md beside this file has the rules, and says what is
up to you.
"""


class Connect4:
    """One game."""

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
        """Show the board, top row first."""
        for row in self.board:
            print(" ".join(row))
