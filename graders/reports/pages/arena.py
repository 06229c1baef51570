"""Put the page of a tournament together: the crosstable, and its games to be stepped through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from graders.katas import all_katas
from graders.katas.playing import Playing
from graders.model.arena import (
    AppraisedGame,
    Game,
    GameEnd,
    MoveLoss,
    PairScore,
    PairState,
    Ranking,
    Tournament,
)
from graders.model.explanation import Played, Step
from graders.reports.crosstable import (
    WHAT_ELO_IS,
    WHAT_LOST_IS,
    Crosstable,
    elo_of,
    heading,
    loser_of,
    lost_of,
    names_of,
    points_of,
    reason_of,
    remarks,
)
from graders.reports.pages.card import SCRIPTS, STYLES
from graders.reports.pages.cases import SteppedLine, stepped_line
from graders.reports.pages.page import rendered

TEMPLATE = "arena.html.j2"
SIDES = (("R", "RED"), ("Y", "YELLOW"))
SIGNS = {1: "?", 2: "??"}
"""Chess's signs of a mistake and of a blunder: by half points lost."""
GAVE_AWAY = {1: "gives away half a point", 2: "gives away a whole point"}


class Row(msgspec.Struct, frozen=True):
    number: int
    name: str
    elo: str
    points: str
    lost: str
    known: str
    against: tuple[str, ...]


class ShownMove(msgspec.Struct, frozen=True):
    """A move as its side's letter and the column, with the sign of what it gave away."""

    text: str
    sign: str
    said: str
    is_known: bool


class ShownGame(msgspec.Struct, frozen=True):
    """A game; there is no `line` to step through where no move came after the opening."""

    title: str
    moves: tuple[ShownMove, ...]
    line: SteppedLine | None
    forfeit: str


class ShownPair(msgspec.Struct, frozen=True):
    """The games of two; `stands` says how it is between them in a few words."""

    names: str
    score: str
    stands: str
    lost: str
    games: tuple[ShownGame, ...]


def arena_page(tournament: Tournament, ranking: Ranking) -> str:
    """Return the page, one file that asks for nothing else."""
    crosstable = Crosstable(tournament, ranking)
    return rendered(
        TEMPLATE,
        styles=[*STYLES, "arena.css"],
        scripts=SCRIPTS,
        heading=heading(tournament),
        rows=list(_rows(crosstable)),
        notes=(WHAT_ELO_IS, WHAT_LOST_IS),
        remarks=list(remarks(tournament, ranking)),
        pairs=list(_pairs(tournament, ranking)),
        isolation=tournament.terms.isolation,
        entrants=[
            (name, each.sha256, f"{each.cap_s:g} s")
            for name, each in zip(names_of(tournament), tournament.entrants, strict=True)
        ],
    )


def _rows(crosstable: Crosstable) -> Iterator[Row]:
    for number, row in enumerate(crosstable.rows, start=1):
        lost, known = lost_of(row.lost)
        yield Row(
            number=number,
            name=crosstable.name(row),
            elo=elo_of(row),
            points=points_of(row.points, row.games),
            lost=lost,
            known=known,
            against=tuple(crosstable.against(row)),
        )


def _pairs(tournament: Tournament, ranking: Ranking) -> Iterator[ShownPair]:
    kata = all_katas().get(tournament.terms.kata)
    playing = kata.playing() if kata else None
    names = names_of(tournament)
    for pair in ranking.pairs:
        games = [
            each
            for each in tournament.games
            if {each.game.red, each.game.yellow} == {pair.first, pair.second}
        ]
        if games:
            lost = sum(move.lost or 0 for each in games for move in each.losses)
            yield ShownPair(
                names=f"{names[pair.first]} – {names[pair.second]}",
                score=f"{pair.points:g} : {pair.games - pair.points:g}",
                stands=_stands(pair, names),
                lost=f"{lost / 2:g} points given away" if lost != 2 else "1 point given away",
                games=tuple(_shown(each, names, playing) for each in games),
            )


def _stands(pair: PairScore, names: Sequence[str]) -> str:
    if pair.state is PairState.DECIDED:
        return "about equal" if pair.stronger is None else f"{names[pair.stronger]} is stronger"
    return "not over yet" if pair.state is PairState.OPEN else ""


def _shown(appraised: AppraisedGame, names: Sequence[str], playing: Playing | None) -> ShownGame:
    game, title = appraised.game, _title(appraised.game, names)
    lost = {each.ply: each for each in appraised.losses}
    loser = loser_of(game) if game.end is GameEnd.FORFEIT else None
    return ShownGame(
        title=title,
        moves=tuple(_move(game, ply, lost.get(ply)) for ply in range(1, len(game.moves) + 1)),
        line=None if playing is None else _line(game, title, lost, playing),
        forfeit="" if loser is None else f"{names[loser]} forfeited: {reason_of(game)}.",
    )


def _title(game: Game, names: Sequence[str]) -> str:
    """Say who played and how it ended, by letters too: the first has RED."""
    red, yellow = f"{names[game.red]} (R)", f"{names[game.yellow]} (Y)"
    if game.winner is None:
        return f"Game {game.number}: {red} and {yellow} drew"
    winner, loser = (red, yellow) if game.winner == game.red else (yellow, red)
    how = "by forfeit " if game.end is GameEnd.FORFEIT else ""
    return f"Game {game.number}: {winner} beat {loser} {how}in {len(game.moves)} plies"


def _move(game: Game, ply: int, loss: MoveLoss | None) -> ShownMove:
    lost = loss.lost if loss else None
    return ShownMove(
        text=f"{SIDES[1 - ply % 2][0]}{game.moves[ply - 1]}",
        sign=SIGNS.get(lost or 0, ""),
        said=GAVE_AWAY.get(lost or 0, ""),
        is_known=lost is not None,
    )


def _line(
    game: Game, title: str, lost: dict[int, MoveLoss], playing: Playing
) -> SteppedLine | None:
    steps = playing.steps(game.moves, "R", game.opening)
    if not steps:
        return None
    heads = [f"after the {game.opening} plies of the opening"]
    for ply in range(game.opening + 1, len(game.moves) + 1):
        move = _move(game, ply, lost.get(ply))
        head = f"ply {ply}: {SIDES[1 - ply % 2][1]} {game.moves[ply - 1]}"
        heads.append(f"{head} {move.sign} {move.said}" if move.sign else head)
    if game.end is GameEnd.FOUR:
        heads[-1] += ", four in a row"
    elif game.end is GameEnd.FULL:
        heads[-1] += ", the board is full"
    captioned = [
        Step(head, replace(step.picture, caption=head))
        for head, step in zip(heads, steps, strict=True)
    ]
    return stepped_line(Played(title, tuple(captioned)))
