"""Design a four-in-a-row game: write your classes here.

It already loads and answers, so you can see the grader at work before you start:

    kata grade solution.py

It fails, because it refuses every move. README.md beside this file says what each part does, and
which other forms are accepted.
"""


class Player:
    """A player, with a name and a color."""

    def __init__(self, name: str, color: object) -> None:
        """Take the name, and the color of the discs."""
        self.name = name
        self.color = color


class Board:
    """The discs, in 7 columns of 6 rows."""

    def can_place(self, column: int) -> bool:
        """Say whether the column exists and has room."""
        return False

    def place_disc(self, column: int, color: object) -> int:
        """Drop a disc and return its row, or -1 if that is not possible."""
        return -1

    def is_full(self) -> bool:
        """Say whether no column has room."""
        return False

    def check_win(self, row: int, column: int, color: object) -> bool:
        """Say whether the disc in this cell completes a line of four of its color."""
        return False


class Game:
    """One game between two players."""

    def __init__(self, player1: Player, player2: Player) -> None:
        """Begin a game; `player1` moves first."""
        self.board = Board()
        self.players = (player1, player2)

    def make_move(self, player: Player, column: int) -> bool:
        """Drop a disc of `player`; return False if that is not allowed.

        Replace the body. A first step: take any move of the player whose turn it is.
        """
        return False

    def get_current_player(self) -> Player:
        """Return the player to move."""
        return self.players[0]

    def get_game_state(self) -> str:
        """Return IN_PROGRESS, WON or DRAW."""
        return "IN_PROGRESS"

    def get_winner(self) -> Player | None:
        """Return the player who has won, or None."""
        return None
