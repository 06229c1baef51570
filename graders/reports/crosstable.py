"""Write a tournament for people as text of a page's width, and for programs as JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from graders.model.arena import (
    EntrantScore,
    Game,
    GameEnd,
    PairScore,
    PairState,
    Ranking,
    Tournament,
    ValueLost,
    arena_document,
)
from graders.model.text import on_one_line
from graders.reports.layout import WIDTH, Side, as_text, grid, wrapped
from graders.reports.leaderboard import shortened_name
from graders.reports.score import count

LONGEST_NAME = 20
ITSELF, UNKNOWN = "·", "-"
WHAT_ELO_IS = "Elo is above or below the average of all; ± is the error bar of 95 %."
WHAT_LOST_IS = (
    "Lost is what a move after the opening gave away on average, in points, by exact search (0.5: "
    "a win became a draw, or a draw a loss); known is the share of the moves that it settled."
)


def arena_text(tournament: Tournament, ranking: Ranking, width: int = WIDTH) -> str:
    """Return the crosstable, in two where it is wider than `width`, and what there is to say."""
    tables = Crosstable(tournament, ranking).tables(width)
    notes = (heading(tournament), WHAT_ELO_IS, WHAT_LOST_IS, *remarks(tournament, ranking))
    head, *said = ("\n".join(as_text(wrapped(each, width, hanging=2))) for each in notes)
    return "\n\n".join([head, *tables, "\n".join(said)]) + "\n"


def arena_json(tournament: Tournament, ranking: Ranking) -> str:
    """Return the document that `docs/arena.md` describes: in ASCII, a game a line."""
    document = msgspec.to_builtins(arena_document(tournament, ranking))
    games = ",".join(f"\n{json.dumps(each)}" for each in document.pop("games"))
    return f'{json.dumps(document)[:-1]}, "games": [{games}\n]}}\n'


def heading(tournament: Tournament) -> str:
    """Say in one line what was played."""
    terms, entrants = tournament.terms, count(len(tournament.entrants), "entrant")
    games = count(len(tournament.games), "game")
    return f"Arena of {terms.kata}: {entrants}, {games}, at most {terms.games} between two"


class Crosstable:
    """The cells of a tournament's table: a row an entrant, the strongest first."""

    def __init__(self, tournament: Tournament, ranking: Ranking) -> None:
        self.rows = ranking.standings
        self.names = names_of(tournament)
        self._scores: dict[tuple[int, int], str] = {}
        for pair in ranking.pairs:
            if pair.games:
                of_second = pair.games - pair.points
                self._scores[pair.first, pair.second] = points_of(pair.points, pair.games)
                self._scores[pair.second, pair.first] = points_of(of_second, pair.games)

    def name(self, row: EntrantScore) -> str:
        return self.names[row.entrant]

    def against(self, row: EntrantScore) -> list[str]:
        return [
            ITSELF if other is row else self._scores.get((row.entrant, other.entrant), "")
            for other in self.rows
        ]

    def tables(self, width: int) -> list[str]:
        """Return all of it in one table, or in as few of this width as there have to be."""
        numbers = [str(number) for number in range(1, len(self.rows) + 1)]
        who = [
            [number, shortened_name(self.name(row), LONGEST_NAME)]
            for number, row in zip(numbers, self.rows, strict=True)
        ]
        figures = [
            [elo_of(row), points_of(row.points, row.games), *lost_of(row.lost)] for row in self.rows
        ]
        cross = [self.against(row) for row in self.rows]
        whole = _table([*_WHO, *_FIGURES, *numbers], who, figures, cross)
        if _width(whole) <= width:
            return [whole]
        tables, begin = [_table([*_WHO, *_FIGURES], who, figures)], 0
        while begin < len(numbers):
            for end in range(len(numbers), begin, -1):
                part = [scores[begin:end] for scores in cross]
                table = _table([*_WHO, *numbers[begin:end]], who, part)
                if _width(table) <= width:
                    break
            tables.append(table)
            begin = end
        return tables


_WHO, _FIGURES = ("", "name"), ("Elo", "points", "lost", "known")


def _width(table: str) -> int:
    return max(map(len, table.splitlines()))


def _table(heads: Sequence[str], *blocks: Sequence[Sequence[str]]) -> str:
    rows = [[cell for part in parts for cell in part] for parts in zip(*blocks, strict=True)]
    sides: list[Side] = ["right", "left"]
    return grid(heads, rows, align=sides + ["right"] * (len(heads) - 2))


def names_of(tournament: Tournament) -> list[str]:
    return [on_one_line(each.name) for each in tournament.entrants]


def elo_of(row: EntrantScore) -> str:
    """Write a strength with its error bar, whole: no game tells tenths."""
    return f"{row.elo:+.0f} ± {row.bar:.0f}"


def points_of(points: float, games: int) -> str:
    """Write points of so many games.

    >>> points_of(3.5, 4), points_of(0, 0)
    ('3.5/4', '-')
    """
    return f"{points:g}/{games}" if games else UNKNOWN


def lost_of(lost: ValueLost) -> tuple[str, str]:
    """Write what a move lost on average, and of what share of the moves that is known."""
    known = f"{lost.share_settled * 100:.0f} %" if lost.moves else UNKNOWN
    return UNKNOWN if lost.a_move is None else f"{lost.a_move:.3f}", known


def remarks(tournament: Tournament, ranking: Ranking) -> Iterator[str]:
    """Say what the table does not: early ends, forfeits, what is left, what is only convention."""
    names = names_of(tournament)
    if tournament.games and len(ranking.tiers) > 1:
        tiers = " | ".join(", ".join(names[at] for at in tier) for tier in ranking.tiers)
        yield (
            f"No point was scored against a tier further left: {tiers}. How far the tiers are "
            "apart has no upper bound; one virtual draw for each keeps the numbers finite."
        )
    for pair in ranking.pairs:
        if pair.state is PairState.DECIDED:
            yield _decided(pair, names, tournament.terms.games)
    yield from _forfeits(tournament, ranking, names)
    left = [pair for pair in ranking.pairs if pair.state is PairState.OPEN]
    if left:
        have = "has" if len(left) == 1 else "have"
        yield f"{count(len(left), 'pair')} {have} games left to play; the same command resumes."
    for each in tournament.set_aside:
        yield (
            f"Game {each.number}, {names[each.red]} against {names[each.yellow]}, is set aside, "
            f"as the grader failed on it each time: {on_one_line(each.why)}"
        )


def _decided(pair: PairScore, names: Sequence[str], most: int) -> str:
    other = pair.second if pair.stronger == pair.first else pair.first
    after = f"decided after {pair.games} of {most} games"
    if pair.stronger is None:
        return f"{names[pair.first]} and {names[pair.second]} are about equal, {after}."
    points = pair.points if pair.stronger == pair.first else pair.games - pair.points
    score = points_of(points, pair.games)
    return f"{names[pair.stronger]} is stronger than {names[other]} ({score}), {after}."


def _forfeits(tournament: Tournament, ranking: Ranking, names: Sequence[str]) -> Iterator[str]:
    for row in ranking.standings:
        why = Counter(
            reason_of(each.game)
            for each in tournament.games
            if each.game.end is GameEnd.FORFEIT and loser_of(each.game) == row.entrant
        )
        if why:
            one = len(why) == 1
            each = ", ".join(
                reason if one else f"{number} × {reason}" for reason, number in why.most_common()
            )
            yield f"{names[row.entrant]} forfeited {count(row.forfeits, 'game')}: {each}."


def reason_of(game: Game) -> str:
    """Say how the call ended that forfeited a game."""
    return game.verdict.in_words if game.verdict else "no move"


def loser_of(game: Game) -> int | None:
    if game.winner is None:
        return None
    return game.yellow if game.winner == game.red else game.red
