"""Drive a class `Connect4` that keeps the contract of kata/connect4/README.md.

    Connect4()          a new game, in which player 1 begins
    play(col)           drops a disc of the player to move; a move is refused by raising, by
                        returning False, or by leaving the board as it was
    check_winner()      1, 2, or nothing yet; or an attribute `winner` that says so
    print()             prints the board, or returns it

Any name may be written in camel case. `submission` is the file that is graded, whatever its name.
"""

import contextlib
import io

import submission


class Driver:
    """Play one game on an object of the class."""

    def __init__(self, rows=7, cols=7, k=4):
        if (rows, cols, k) != (7, 7, 4):
            raise NotImplementedError(f"a board of {rows} rows and {cols} columns")
        game = getattr(submission, "Connect4", None) or getattr(submission, "ConnectFour", None)
        if game is None or not hasattr(game, "play"):
            raise NotImplementedError("a class Connect4 with play(col), check_winner() and print()")
        self.game = game()

    def move(self, player, column):
        """Play a column; the class itself knows whose turn it is."""
        before = self.shown()
        said = self.game.play(column)
        if said is None or isinstance(said, str):  # which says nothing, or anything: look
            return True if before is None or self.shown() != before else said
        return said is not False and said != -1

    def winner(self):
        """Return what check_winner() says, or else the attribute `winner`."""
        for name in ("check_winner", "checkWinner", "get_winner", "getWinner"):
            method = getattr(self.game, name, None)
            if callable(method) and not needs_arguments(method):
                return method()
        if not hasattr(self.game, "winner"):
            raise NotImplementedError("check_winner() without arguments, or an attribute winner")
        return self.game.winner

    def text(self):
        """Return what print() prints, or else what it returns."""
        show = next(
            (
                getattr(self.game, name)
                for name in ("print", "print_board", "printBoard")
                if hasattr(self.game, name)
            ),
            None,
        )
        if show is None:
            raise NotImplementedError("print()")
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            returned = show()
        return printed.getvalue() if printed.getvalue().strip() else returned

    def shown(self):
        """Return the same, None where the class does not show its board."""
        try:
            return self.text()
        except NotImplementedError:
            return None


def needs_arguments(method):
    """Tell whether a method has parameters that must be given."""
    code = getattr(method, "__code__", None)
    return code is not None and code.co_argcount - 1 > len(method.__defaults__ or ())
