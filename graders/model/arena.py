"""Games between submissions: who played, how each game went, what its moves gave away."""

from __future__ import annotations

import enum
from typing import Any, Literal

import msgspec

from graders.model.scorecard import schema_of
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


class ValueLost(msgspec.Struct, frozen=True):
    """What an entrant's moves after the openings gave away, in half points.

    `settled` are those of its `moves` of which exact search found what they gave away.
    """

    half_points: int
    settled: int
    moves: int

    @property
    def a_move(self) -> float | None:
        """Return the points lost by a settled move on average; None where none was settled."""
        return self.half_points / 2 / self.settled if self.settled else None

    @property
    def share_settled(self) -> float:
        return self.settled / self.moves if self.moves else 0.0


class EntrantScore(msgspec.Struct, frozen=True):
    """How an entrant did in all of its games.

    `elo` is above or below the average of all entrants, within `bar` in 95 of 100 cases. `forfeits`
    are the games that it lost by one.
    """

    entrant: int
    elo: float
    bar: float
    points: float
    games: int
    forfeits: int
    lost: ValueLost


class PairScore(msgspec.Struct, frozen=True):
    """The games between the entrants at two places, with the points of the first.

    Where the pair is decided `stronger` is one of the two, or None: they are about equal.
    """

    first: int
    second: int
    points: float
    games: int
    state: PairState
    stronger: int | None = None


class Ranking(msgspec.Struct, frozen=True):
    """What the games of a tournament tell: the strongest first, and each pair that is to meet.

    Within a tier everybody scored against everybody, if by way of others. Between tiers no point
    went to the lower one: how far they are apart has no upper end, and is kept finite by a virtual
    draw that each entrant has besides.
    """

    standings: tuple[EntrantScore, ...]
    pairs: tuple[PairScore, ...]
    tiers: tuple[tuple[int, ...], ...]


class EntrantDocument(msgspec.Struct, frozen=True):
    """One that plays; the other parts of the document name it by its place among these."""

    name: str
    sha256: str
    cap_s: float


class ArenaDocument(msgspec.Struct, frozen=True):
    """Describe the JSON of an arena, version 1.

    `standings` and `tiers` begin with the strongest. `pairs` are all that were to meet.
    """

    version: Literal[1]
    terms: ArenaTerms
    entrants: tuple[EntrantDocument, ...]
    standings: tuple[EntrantScore, ...]
    pairs: tuple[PairScore, ...]
    tiers: tuple[tuple[int, ...], ...]
    games: tuple[AppraisedGame, ...]
    set_aside: tuple[SetAsideGame, ...]


def arena_document(tournament: Tournament, ranking: Ranking) -> ArenaDocument:
    """Return all that is known of a tournament, but for the bytes that played."""
    return ArenaDocument(
        version=1,
        terms=tournament.terms,
        entrants=tuple(
            EntrantDocument(each.name, each.sha256, each.cap_s) for each in tournament.entrants
        ),
        standings=ranking.standings,
        pairs=ranking.pairs,
        tiers=ranking.tiers,
        games=tournament.games,
        set_aside=tournament.set_aside,
    )


def arena_schema() -> dict[str, Any]:
    """Return the JSON Schema of an arena, made from the types above."""
    return schema_of(ArenaDocument)
