"""Find out how a design is called: its names, its arguments, and what its answers look like.

It is a conversation in a process of its own, before the first case: it constructs what there is,
tries each of a few ways to tell who moves, and plays short games to see what a game in progress,
a won and a drawn one look like. What cannot be found out stays as the statement has it.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace

from graders.katas.game_design.asking import OFF_THE_BOARD, Answer
from graders.katas.game_design.manner import (
    NAMES_GIVEN,
    Came,
    Class,
    FromGame,
    Given,
    Made,
    Manner,
    Meanings,
    Plain,
    Token,
    Way,
    is_refusal,
)
from graders.katas.game_design.meeting import (
    bot_class,
    classes_in,
    colour_classes,
    game_classes,
    missing,
    player_class,
    sized_class,
    way_to,
)
from graders.katas.game_design.names import Member, called, names, slot_of
from graders.katas.game_design.script import NOBODY, PLAYERS
from graders.katas.game_design.talk import Talk, Telling
from graders.katas.kata import CannotBeCalledError
from graders.model.outcome import Outcome
from graders.model.session import Construct, Earlier, Look, Step
from graders.model.value import Other

COLOUR_VALUES: tuple[tuple[object, object], ...] = (
    ("red", "yellow"),
    ("RED", "YELLOW"),
    ("Red", "Yellow"),
    ("R", "Y"),
    ("r", "y"),
    ("X", "O"),
    ("x", "o"),
    (1, 2),
    (2, 3),
    (0, 1),
    (1, -1),
    ("🔴", "🟡"),
)
"""What a class of colours may make its two members of, and what else a colour may be."""

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

EMPTY = tuple((repr(value), "empty") for value in (None, "", " ", ".", "-", 0))
"""What an empty cell may give that no board has shown."""

_NOBODY = re.compile(r"empty|no_?ne|blank|free", re.IGNORECASE)
Found = Generator[Step, Outcome, Manner]


def acquaint() -> Found:
    """Return the manner in which a submission is called; the steps are asked on the way.

    Raises `CannotBeCalledError` where a part is missing that every design has.
    """
    talk = Talk(Manner())
    file = yield from talk.members(None)
    classes, not_there = classes_in(file)
    if not_there:
        raise CannotBeCalledError(_listed(not_there))
    yield from _meet_player(talk, classes["player"], file)
    talk.learn(board=sized_class(classes["board"]))
    not_there = (yield from _meet_parts_of_players_and_boards(talk)) + (
        yield from _meet_game(talk, classes["game"])
    )
    if not_there:
        raise CannotBeCalledError(_listed(not_there))
    yield from _learn_board(talk)
    yield from _learn_who_moves(talk)
    yield from _learn_answers(talk)
    yield from _learn_refusals(talk)
    yield from _meet_bot(talk, file)
    return talk.manner


def _listed(sentences: Sequence[str]) -> str:
    return "; ".join(sentences)


def _meet_player(talk: Talk, member: Member, file: Sequence[Member]) -> Telling:
    """Find the colours with which both players can be constructed."""
    talk.learn(player=player_class(member))
    usual = talk.manner.colours
    for colours in _colours_to_try(file):
        talk.learn(colours=colours)
        made = [talk.asking.plain(colour) for colour in colours]
        of_class = [each for each in made if isinstance(each, Earlier)]
        named = [talk.asking.add(Look("name", each)) for each in of_class]
        players = [talk.asking.player(player) for player in PLAYERS]
        yield from talk.tell()
        if not all(talk.was_given(each) for each in (*players, *of_class)):
            continue
        if not any(_is_nobody(talk.came(Answer(each.step))) for each in named):
            return
    talk.learn(colours=usual)


def _colours_to_try(file: Sequence[Member]) -> Iterator[tuple[object, object]]:
    for member in colour_classes(file):
        if len(member.required) <= 1:  # an enumeration is looked up by one value
            for first, second in COLOUR_VALUES:
                yield Made(member.name, first), Made(member.name, second)
    yield from COLOUR_VALUES


def _is_nobody(came: Came) -> bool:
    """Tell whether a member of an enumeration stands for no colour, by its name."""
    return isinstance(came.value, str) and _NOBODY.search(came.value) is not None


def _meet_parts_of_players_and_boards(
    talk: Talk,
) -> Generator[Step, Outcome, tuple[str, ...]]:
    """Find the parts of a player and of a board; return what is missing."""
    player = yield from talk.members(talk.asking.player(1))
    board = yield from talk.members(talk.asking.board())
    found: dict[str, Way] = {}
    not_there = []
    for field, role, of, members in (
        ("name", "name", "player", player),
        ("colour", "colour", "player", player),
        ("can", "can_place", "board", board),
        ("place", "place_disc", "board", board),
        ("full", "is_full", "board", board),
        ("line", "check_win", "board", board),
        ("cell", "get_cell", "board", board),
    ):
        plain = role in ("name", "colour", "is_full")
        way = way_to(role, of, members, without_arguments=plain)
        if way is not None:
            found[field] = way
        elif members:
            not_there.append(missing(role, of))
    talk.learn(**found)
    return tuple(not_there)


def _meet_game(talk: Talk, member: Member) -> Generator[Step, Outcome, tuple[str, ...]]:
    """Find how a game is constructed, and its parts; return what is missing."""
    tried: list[tuple[Class, tuple[Member, ...]]] = []
    for way in game_classes(member):
        talk.learn(game=way)
        game = talk.asking.game()
        yield from talk.tell()
        if not talk.was_given(game):
            continue
        members = yield from talk.members(game)
        tried.append((way, members))
        turn = way_to("get_current_player", "game", members, without_arguments=True)
        if turn is None:
            break
        known_by = yield from _known_by(talk, turn, game)
        answer = talk.asking.use(known_by, game)
        yield from talk.tell()
        if talk.came(answer).value == NAMES_GIVEN[0]:
            tried = [tried[-1]]
            break
    if not tried:
        talk.learn(game=game_classes(member)[0])
        return ()
    way, members = tried[0]
    talk.learn(game=way)
    return _learn_parts_of_game(talk, members)


def _learn_parts_of_game(talk: Talk, members: Sequence[Member]) -> tuple[str, ...]:
    found: dict[str, Way | None] = {}
    not_there = []
    for field, role in (
        ("move", "make_move"),
        ("turn", "get_current_player"),
        ("state", "get_game_state"),
        ("winner", "get_winner"),
    ):
        way = way_to(role, "game", members, without_arguments=field != "move")
        if way is None:
            not_there.append(missing(role, "game"))
        else:
            found[field] = way
    for field in ("undo", "replay"):
        way = way_to(field, "stretch", members)
        found[field] = way
    game = talk.manner.game.slots
    sizes = talk.manner.board.slots if "board" in game else ()
    sized_by = tuple(slot for slot in ("rows", "cols", "k") if slot in (*game, *sizes))
    talk.learn(mover=_of_game(members) or Given(), sizes_of=sized_by, **found)
    return tuple(not_there)


def _of_game(members: Sequence[Member]) -> Token | None:
    """Return where a game keeps the players that it made itself; None where nothing tells."""
    values = {
        slot_of(each.name, ("player_1", "player_2", "players")): each.name
        for each in members
        if each.kind == "value"
    }
    if "player_1" in values and "player_2" in values:
        return FromGame((values["player_1"], values["player_2"]))
    return FromGame(values["players"]) if "players" in values else None


def _known_by(talk: Talk, way: Way, on: Earlier) -> Generator[Step, Outcome, Way]:
    """Return a part with what its answer is known by, where that is an object: its name."""
    answer = talk.asking.use(replace(way, then=""), on)
    return (yield from _known_by_what(talk, way, answer))


def _known_by_what(talk: Talk, way: Way, answer: Answer) -> Generator[Step, Outcome, Way]:
    yield from talk.tell()
    if not isinstance(talk.came(answer).value, Other):
        return way
    members = yield from talk.members(Earlier(answer.step))
    for role in ("name", "colour"):
        known_by = way_to(role, "player", members, without_arguments=True)
        if known_by is not None:
            return replace(way, then=known_by.name, call_then=known_by.is_call)
    value = called(["value", "symbol", "player", "owner"], members, ("value",))
    return way if value is None else replace(way, then=value.name)


def _learn_who_moves(talk: Talk) -> Telling:
    """Find how a player is told to a move: the first way in which a move of player 1 is taken."""
    game = talk.asking.game()
    talk.learn(turn=(yield from _known_by(talk, talk.manner.turn, game)))
    candidates: list[Token] = _movers(talk.manner)
    if "player" not in talk.manner.move.slots:
        candidates = [Given()]
    taken: list[tuple[Token, bool]] = []
    for token in candidates:
        talk.learn(mover=token)
        game = talk.asking.game()
        before = talk.asking.use(talk.manner.turn, game)
        moved = talk.asking.move(1, 0)
        after = talk.asking.use(talk.manner.turn, game)
        yield from talk.tell()
        came = talk.came(moved)
        if is_refusal(came, none_is_usual=True):
            continue
        turned = talk.came(before).written != talk.came(after).written
        if turned or came.value is not None:
            taken.append((token, came.value is None))
        if turned:
            taken = [taken[-1]]
            break
    token, gives_none = taken[0] if taken else (candidates[0], False)
    talk.learn(mover=token, moves_give_none=gives_none)


def _movers(manner: Manner) -> list[Token]:
    own: list[Token] = [manner.mover] if isinstance(manner.mover, FromGame) else []
    made_here = any(slot.startswith("player") for slot in manner.game.slots)
    objects: list[Token] = [Given(), *own] if made_here else [*own, Given()]
    return [
        *objects,
        Plain(NAMES_GIVEN),
        Plain(manner.colours),
        Plain((1, 2)),
        Plain((0, 1)),
    ]


def _played(talk: Talk, columns: str) -> Earlier:
    """Add the moves of a game, the players in turn, and return the game."""
    talk.asking.begin_anew(talk.manner)
    for number, column in enumerate(columns):
        talk.asking.move(number % 2 + 1, int(column))
    return talk.asking.game()


Seen = list[tuple[str, str]]
"""Answers as they are written, each with what it means."""


def _learn_answers(talk: Talk) -> Telling:
    """Play short games to see what a turn, a state and a winner look like."""
    named = [(repr(name), str(player)) for player, name in enumerate(NAMES_GIVEN, start=1)]
    players = (*named, *_told_by(talk.manner.mover))
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


def _told_by(mover: Token) -> list[tuple[str, str]]:
    """Return what players are told by where that is plain, with whom it means."""
    values = mover.values if isinstance(mover, Plain) else ()
    return [(repr(value), str(player)) for player, value in enumerate(values, start=1)]


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
            talk.learn(winner=(yield from _known_by(talk, talk.manner.winner, game)))
            game = _played(talk, columns)
        ways = (talk.manner.state, talk.manner.winner)
        state, winner = [talk.asking.use(way, game) for way in ways]
        yield from talk.tell()
        came = (talk.came(state).written, talk.came(winner).written)
        seen = seen if seen[0] else came
        if (came[0], "playing") not in playing and (came[1], NOBODY) not in nobody:
            return came
    return seen


def _learn_refusals(talk: Talk) -> Telling:
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


def _learn_board(talk: Talk) -> Telling:
    """Find how a disc is told to a board, which row is the top, and what cells look like."""
    empty = talk.asking.cell(0, 0)
    yield from talk.tell()
    nothing = talk.came(empty).written
    for token in _discs(talk.manner):
        talk.learn(disc=token)
        placed = talk.asking.place(1, 0)
        cells = [talk.asking.cell(row, 0) for row in (0, talk.asking.size[0] - 1)]
        yield from talk.tell()
        top, bottom = (talk.came(cell).written for cell in cells)
        if is_refusal(talk.came(placed), none_is_usual=True) or {top, bottom} == {nothing}:
            continue
        upside_down = bottom == nothing
        gives_none = talk.came(placed).value is None
        talk.learn(top_is_row_0=not upside_down, places_give_none=gives_none)
        break
    else:
        talk.learn(disc=next(iter(_discs(talk.manner))))
    yield from _learn_cells(talk, nothing)


def _discs(manner: Manner) -> list[Token]:
    plain: list[Token] = [Plain(pair) for pair in (manner.colours, (1, 2), ("R", "Y"), ("X", "O"))]
    return [Given(), *plain] if "player" in manner.place.slots else [*plain, Given()]


def _learn_cells(talk: Talk, nothing: str) -> Telling:
    talk.asking.place(1, 0)
    placed = talk.asking.cell(talk.asking.size[0] - 1, 0)
    way = yield from _known_by_what(talk, talk.manner.cell, placed)
    talk.learn(cell=way)
    bottom = talk.asking.size[0] - 1
    empty = talk.asking.cell(0, 0)
    for player in PLAYERS:
        talk.asking.place(player, player)
    cells = [talk.asking.cell(bottom, player) for player in PLAYERS]
    line = talk.asking.line(2, bottom, 2)
    yield from talk.tell()
    found = [(talk.came(cell).written, str(player)) for player, cell in enumerate(cells, start=1)]
    told = _told_by(talk.manner.disc)
    meanings = ((talk.came(empty).written, "empty"), (nothing, "empty"), *found, *told, *EMPTY)
    talk.learn(cells=Meanings(meanings), no_line=talk.came(line).written)


def _meet_bot(talk: Talk, file: Sequence[Member]) -> Telling:
    """Find who can be asked for a column, and whether a replay gives a game of its own."""
    member = called(names().classes["bot"], file, ("class",))
    if member is not None:
        bot = bot_class(member)
        talk.learn(bot=bot)
        values = {"name": NAMES_GIVEN[1], "number": 2, "colour": talk.asking.colour(2)}
        made = talk.asking.add(Construct(bot.name, tuple(values[slot] for slot in bot.slots)))
        members = yield from talk.members(made)
        talk.learn(choose=way_to("choose_column", "bot", members))
    if talk.manner.choose is None:
        talk.learn(bot=None, choose=way_to("choose_column", "bot", file))
    if talk.manner.replay is None:
        return
    answer = talk.asking.replay([0, 1])
    yield from talk.tell()
    if isinstance(talk.came(answer).value, Other):
        members = yield from talk.members(Earlier(answer.step))
        gives = way_to("make_move", "game", members) is not None
        talk.learn(replay_gives_a_game=gives)
