"""Grade a class `Connect4`: moves on a 7 x 7 board, who has won, and the board as it is shown."""

from graders.katas.connect4.kata import KATA

__all__ = ["KATA"]
