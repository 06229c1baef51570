"""Grade `find_best_move(board)`: one position, one column back."""

from graders.katas.best_move.kata import KATA

__all__ = ["KATA"]
