"""Design a four-in-a-row game: write your classes here.

It loads and answers, so that you can see the grader at work before you start:

    kata grade solution.py

It also fails, as it refuses every move. README.md beside this file says what each part does, and
what else it may be.
"""


class Player:
    """Hold who plays."""

    def __init__(self, name: str, color: object) -> None:
        """Take a name, and the color of the discs."""
        self.name = name
        self.color = color


class Board:
    """Keep the discs: 7 columns of 6 rows."""

    def can_place(self, column: int) -> bool:
        """Tell whether there is such a column, with room in it."""
        return False

    def place_disc(self, column: int, color: object) -> int:
        """Drop a disc and return its row; -1 where that cannot be."""
        return -1

    def is_full(self) -> bool:
        """Tell whether no column has room."""
        return False

    def check_win(self, row: int, column: int, color: object) -> bool:
        """Tell whether the disc in a cell completes a line of four of its color."""
        return False


class Game:
    """Play one game between two players."""

    def __init__(self, player1: Player, player2: Player) -> None:
        """Begin a game, in which `player1` moves first."""
        self.board = Board()
        self.players = (player1, player2)

    def make_move(self, player: Player, column: int) -> bool:
        """Drop a disc of `player`; return False where that is not allowed.

        Replace the body. A first step: take any move of the player whose turn it is.
        """
        return False

    def get_current_player(self) -> Player:
        """Return who is to move."""
        return self.players[0]

    def get_game_state(self) -> str:
        """Return IN_PROGRESS, WON or DRAW."""
        return "IN_PROGRESS"

    def get_winner(self) -> Player | None:
        """Return who has won, if anybody has."""
        return None
