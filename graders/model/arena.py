"""Games between submissions: who played, how each game went, what its moves gave away."""

from __future__ import annotations

import enum

import msgspec

from graders.model.submission import Submission
from graders.model.verdict import Verdict


class Entrant(msgspec.Struct, frozen=True):
    """One that plays: a rung, a file, a folder or a command, under a name that no other has.

    `sha256` is the hash of the bytes that play. A rung of the ladder has its own cap.
    """

    name: str
    submission: Submission
    sha256: str
    cap_s: float


class GameEnd(enum.StrEnum):
    FOUR = "four"
    FULL = "full"
    FORFEIT = "forfeit"
    """The side to move was late, crashed, or answered no column that can be played."""


class Game(msgspec.Struct, frozen=True):
    """One game that is over.

    `red` and `yellow` are places in the tournament's entrants; RED moved first. `moves` are the
    columns from the empty board, of which the first `opening` are the book's. `seconds` are those
    counted for each move after the book's. `winner` is a place too, None for a draw. A forfeit has
    the `verdict` on the call that it ended with, and that call is in no other field.
    """

    number: int
    red: int
    yellow: int
    moves: str
    opening: int
    seconds: tuple[float, ...]
    end: GameEnd
    winner: int | None
    verdict: Verdict | None = None

    def points_of(self, entrant: int) -> float:
        """Return what the game counts for one of its two: 1, 0.5 or 0."""
        if self.winner is None:
            return 0.5
        return 1.0 if self.winner == entrant else 0.0


class SetAsideGame(msgspec.Struct, frozen=True):
    """A game that is not played: the grader failed on it each time, of late for this reason."""

    number: int
    red: int
    yellow: int
    opening: str
    why: str


class MoveLoss(msgspec.Struct, frozen=True):
    """What one move gave away, by exact search: 1 for half a point, 2 from a win to a loss.

    `ply` counts from 1 on the empty board. `lost` is None where the search did not settle the
    value before the move or after it within its nodes.
    """

    ply: int
    lost: int | None


class AppraisedGame(msgspec.Struct, frozen=True):
    """A game with what each move after the book's gave away."""

    game: Game
    losses: tuple[MoveLoss, ...]


class ArenaTerms(msgspec.Struct, frozen=True):
    """What the games of a tournament have in common: `games` at most of each pair."""

    kata: str
    games: int
    seed: int
    isolation: str


class PairState(enum.StrEnum):
    """How it stands between two of them."""

    OPEN = "open"
    DECIDED = "decided"
    """The sequential test said which of the two is stronger, or that they are about equal."""
    PLAYED_OUT = "played_out"
    """All games that were allowed were played, without a decision."""


class Tournament(msgspec.Struct, frozen=True):
    """All that reports know of an arena: whoever plays, the terms, the games so far.

    `pairs` tell how it stands between the entrants at two places, the lower place first. Games that
    are `set_aside` are no games of theirs.
    """

    entrants: tuple[Entrant, ...]
    terms: ArenaTerms
    games: tuple[AppraisedGame, ...] = ()
    pairs: tuple[tuple[int, int, PairState], ...] = ()
    set_aside: tuple[SetAsideGame, ...] = ()
