"""Drives a class that tells by what play returns who has won, and draws a board of its own."""

import contextlib
import io

from submission import Connect_4


class Driver:
    def __init__(self):
        self.game, self.said = Connect_4(), ""

    def move(self, player, column):
        self.said = self.game.play(column)
        return True

    def winner(self):
        return int(self.said[7]) if "wins" in self.said else None

    def draw(self):
        return "tie" in self.said

    def text(self):
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            self.game.print()
        return printed.getvalue()
