"""Grade a design of the whole game: `Game`, `Board` and `Player`, by what they do."""

from graders.katas.game_design.kata import KATA

__all__ = ["KATA"]
