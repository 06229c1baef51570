"""Say of each move of a game what it gave away, by the exact search of the kata."""

from __future__ import annotations

from graders.katas import kata_named
from graders.model.arena import Game, MoveLoss


def value_lost(kata: str, game: Game) -> tuple[MoveLoss, ...]:
    """Return what each move after the opening gave away; it can be sent to a worker process."""
    playing = kata_named(kata).playing()
    return () if playing is None else playing.losses(game.moves, "R", game.opening)
