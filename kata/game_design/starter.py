"""Design a four-in-a-row game: write your classes here.

It loads and answers, so that you can see the grader at work before you start:

    kata grade solution.py

It also fails, as it refuses every move. README.md beside this file says what each part does, and
by which other names it is known.
"""


class Player:
    """Hold who plays."""

    def __init__(self, name: str, colour: object) -> None:
        """Take a name, and the colour of the discs."""
        self.name = name
        self.colour = colour


class Board:
    """Keep the discs: 7 columns of 6 rows."""

    def can_place(self, column: int) -> bool:
        """Tell whether there is such a column, with room in it."""
        return False

    def place_disc(self, column: int, disc: object) -> bool:
        """Drop a disc; return False where that cannot be."""
        return False

    def is_full(self) -> bool:
        """Tell whether no column has room."""
        return False

    def check_win(self, row: int, column: int) -> bool:
        """Tell whether the disc in a cell is part of a line of four."""
        return False

    def get_cell(self, row: int, column: int) -> object:
        """Return the disc in a cell; None where there is none."""
        return None


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
        """Return whether the game goes on, is won or drawn."""
        return "in progress"

    def get_winner(self) -> Player | None:
        """Return who has won, if anybody has."""
        return None
