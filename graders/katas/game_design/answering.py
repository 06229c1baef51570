"""Play short games to see what a turn, a state, a winner and a refusal look like."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from graders.katas.game_design.asking import OFF_THE_BOARD
from graders.katas.game_design.known_by import known_by, told_by
from graders.katas.game_design.manner import NAMES_GIVEN, Came, Meanings
from graders.katas.game_design.script import NOBODY
from graders.katas.game_design.talk import Talk, Telling
from graders.model.outcome import Outcome
from graders.model.session import Earlier, Step
from graders.model.value import Other

WON_BY_1 = ("0101010", "0011223", "01122323363", "5432106")

WON_BY_2 = ("10102020", "60615253")

DRAWN = "126300146441043464211123222003033655565655"
"""Games by their columns: won by one player, upright first, or drawn."""

STATES = (
    ("playing", "progress|playing|ongoing|running|active"),
    ("draw", "draw|tie"),
    ("won", "w[io]n"),
)
"""What a state may be known by that no game of these has shown: a design that fails in them."""

Seen = list[tuple[str, str]]
"""Answers as they are written, each with what it means."""


def learn_answers(talk: Talk) -> Telling:
    """Play short games to see what a turn, a state and a winner look like."""
    named = [(repr(name), str(player)) for player, name in enumerate(NAMES_GIVEN, start=1)]
    players = (*named, *told_by(talk.manner.mover))
    turns, playing, nobody = yield from _while_it_goes_on(talk, [text for text, _ in players])
    turns = _as_known(turns, named)
    won, winners = [], []
    for player, games in (("1", WON_BY_1), ("2", WON_BY_2)):
        state, winner = yield from _after_a_win(talk, games, playing, nobody)
        won.append((state, "won"))
        winners.append((winner, player))
    winners = _as_known(winners, (*players, *turns))
    game = _played(talk, DRAWN)
    ways = (talk.manner.state, talk.manner.winner)
    drawn, winner_of_it = [talk.asking.use(way, game) for way in ways]
    yield from talk.tell()
    last = (talk.came(winner_of_it).written, NOBODY)
    talk.learn(
        turns=Meanings((*turns, *players)),
        states=Meanings((*playing, *won, (talk.came(drawn).written, "draw")), STATES),
        winners=Meanings((*nobody, *winners, last, *players)),
    )


def _while_it_goes_on(
    talk: Talk, players: Sequence[str]
) -> Generator[Step, Outcome, tuple[Seen, Seen, Seen]]:
    """Return what turn, state and winner look like in the first moves of a game.

    What speaks of an end after so few moves, or names a winner, is not believed.
    """
    turns: Seen = []
    playing: Seen = []
    nobody: Seen = []
    for number, columns in enumerate(("", "0", "01")):
        game = _played(talk, columns)
        asked = [
            talk.asking.use(way, game)
            for way in (talk.manner.turn, talk.manner.state, talk.manner.winner)
        ]
        yield from talk.tell()
        turn, state, winner = (talk.came(each).written for each in asked)
        turns.append((turn, str(number % 2 + 1)))
        if not number or Meanings(words=STATES).read(state) in ("", "playing"):
            playing.append((state, "playing"))
        if not number or winner not in players:
            nobody.append((winner, NOBODY))
    return turns, playing, nobody


def _as_known(
    seen: Sequence[tuple[str, str]], known: Sequence[tuple[str, str]]
) -> list[tuple[str, str]]:
    """Return what answers mean that name players: as is known of the same words, where it is.

    So a design that names the wrong player is not believed.

    >>> _as_known([("'Ben'", "1"), ("<Red>", "2")], [("'Ann'", "1"), ("'Ben'", "2")])
    [("'Ben'", '2'), ('<Red>', '2')]
    """
    meanings = dict(reversed(known))
    return [(text, meanings.get(text, player)) for text, player in seen]


def _after_a_win(
    talk: Talk,
    games: Sequence[str],
    playing: Sequence[tuple[str, str]],
    nobody: Sequence[tuple[str, str]],
) -> Generator[Step, Outcome, tuple[str, str]]:
    """Return what state and winner look like after the first of the games that is over."""
    seen = ("", "")
    for columns in games:
        game = _played(talk, columns)
        if not talk.manner.winner.then:
            talk.learn(winner=(yield from known_by(talk, talk.manner.winner, game)))
            game = _played(talk, columns)
        ways = (talk.manner.state, talk.manner.winner)
        state, winner = [talk.asking.use(way, game) for way in ways]
        yield from talk.tell()
        came = (talk.came(state).written, talk.came(winner).written)
        seen = seen if seen[0] else came
        if (came[0], "playing") not in playing and (came[1], NOBODY) not in nobody:
            return came
    return seen


def learn_refusals(talk: Talk) -> Telling:
    """Play moves that are to be refused, and learn words and numbers that only they give."""
    accepted, refused = [], []
    for columns in ("0", "01", "0101010"):
        _played(talk, columns[:-1])
        last = talk.asking.move((len(columns) - 1) % 2 + 1, int(columns[-1]))
        yield from talk.tell()
        accepted.append(talk.came(last).written)
    for columns, player, column in (
        ("", 1, OFF_THE_BOARD),
        ("", 2, 0),
        ("000000", 1, 0),
        (WON_BY_1[0], 2, 1),
    ):
        _played(talk, columns)
        move = talk.asking.move(player, column)
        yield from talk.tell()
        refused.append(talk.came(move))
    telling = [each.written for each in refused if _can_be_a_word(each)]
    known = tuple(dict.fromkeys(text for text in telling if text not in accepted))
    talk.learn(refusals=known)


def _can_be_a_word(came: Came) -> bool:
    value = came.value
    negative = type(value) is int and value < 0
    return not came.raised and (isinstance(value, (str, Other)) or negative)


def _played(talk: Talk, columns: str) -> Earlier:
    """Add the moves of a game, the players in turn, and return the game."""
    talk.asking.begin_anew(talk.manner)
    for number, column in enumerate(columns):
        talk.asking.move(number % 2 + 1, int(column))
    return talk.asking.game()
