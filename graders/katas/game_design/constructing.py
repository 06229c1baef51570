"""Find how each class of a design is constructed, and which of the parts it has."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Sequence

from graders.katas.game_design.asking import Answer
from graders.katas.game_design.failing import cannot_be_constructed
from graders.katas.game_design.known_by import known_by
from graders.katas.game_design.manner import (
    NAMES_GIVEN,
    Came,
    Class,
    FromGame,
    Given,
    Made,
    Token,
    Way,
)
from graders.katas.game_design.meeting import (
    board_classes,
    bot_class,
    colour_classes,
    game_classes,
    missing,
    player_class,
    way_to,
)
from graders.katas.game_design.names import Member, called, names, slot_of, snake
from graders.katas.game_design.script import PLAYERS
from graders.katas.game_design.talk import Talk, Telling
from graders.katas.kata import CannotBeCalledError
from graders.model.outcome import Outcome
from graders.model.session import Call, Construct, Earlier, Look, Step
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

_NOBODY = re.compile(r"empty|no_?ne|blank|free", re.IGNORECASE)


def meet_player(talk: Talk, member: Member, file: Sequence[Member]) -> Telling:
    """Find the colours with which both players can be constructed.

    Raises `CannotBeCalledError` where there are none.
    """
    talk.learn(player=player_class(member))
    tried: list[Earlier] = []
    wrapped: dict[str, tuple[object, object]] = {}
    for colours in _colours_to_try(file):
        if _class_of(colours) in wrapped:
            continue
        talk.learn(colours=colours)
        made = [talk.asking.plain(colour) for colour in colours]
        of_class = [each for each in made if isinstance(each, Earlier)]
        named = [talk.asking.add(Look("name", each)) for each in of_class]
        players = [talk.asking.player(player) for player in PLAYERS]
        yield from talk.tell()
        tried += players
        if not all(talk.was_given(each) for each in (*players, *of_class)):
            continue
        if any(_is_nobody(talk.came(Answer(each.step))) for each in named):
            continue
        if not of_class or (yield from _is_of_colours(talk, colours[0], member)):
            return
        wrapped[_class_of(colours)] = colours
    if not wrapped:
        raise CannotBeCalledError(cannot_be_constructed(talk, tried))
    talk.learn(colours=next(iter(wrapped.values())))


def _class_of(colours: tuple[object, object]) -> str:
    return colours[0].class_name if isinstance(colours[0], Made) else ""


def _colours_to_try(file: Sequence[Member]) -> Iterator[tuple[object, object]]:
    for member in colour_classes(file):
        if len(member.required) <= 1:  # an enumeration is looked up by one value
            for first, second in COLOUR_VALUES:
                yield Made(member.name, first), Made(member.name, second)
    yield from COLOUR_VALUES


def _is_of_colours(talk: Talk, colour: object, player: Member) -> Generator[Step, Outcome, bool]:
    """Tell whether a class makes equal colours of one value, or a player's parameter names it.

    Else it wraps a colour, as a disc does, and a player is given the colour alone.
    """
    assert isinstance(colour, Made)
    if snake(colour.class_name) in [snake(each.strip("=*")) for each in player.parameters]:
        return True
    one = talk.asking.plain(colour)
    other = talk.asking.add(Construct(colour.class_name, (colour.value,)))
    assert isinstance(one, Earlier)
    equal = talk.asking.add(Call("__eq__", (other,), one))
    yield from talk.tell()
    return talk.came(Answer(equal.step)).value is True


def _is_nobody(came: Came) -> bool:
    """Tell whether a member of an enumeration stands for no colour, by its name."""
    return isinstance(came.value, str) and _NOBODY.search(came.value) is not None


def meet_board(talk: Talk, member: Member) -> Telling:
    """Find how a board is constructed; raise `CannotBeCalledError` where it cannot be."""
    tried: list[Earlier] = []
    for way in board_classes(member):
        talk.learn(board=way)
        tried.append(talk.asking.board())
        yield from talk.tell()
        if talk.was_given(tried[-1]):
            return
    raise CannotBeCalledError(cannot_be_constructed(talk, tried))


def meet_parts_of_players_and_boards(
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
        else:
            not_there.append(missing(role, of))
    talk.learn(**found)
    return tuple(not_there)


def meet_game(talk: Talk, member: Member) -> Generator[Step, Outcome, tuple[str, ...]]:
    """Find how a game is constructed, and its parts; return what is missing.

    Raises `CannotBeCalledError` where it cannot be constructed.
    """
    tried: list[tuple[Class, tuple[Member, ...]]] = []
    failed: list[Earlier] = []
    for way in game_classes(member):
        talk.learn(game=way)
        game = talk.asking.game()
        yield from talk.tell()
        if not talk.was_given(game):
            failed.append(game)
            continue
        members = yield from talk.members(game)
        tried.append((way, members))
        turn = way_to("get_current_player", "game", members, without_arguments=True)
        if turn is None:
            break
        turn = yield from known_by(talk, turn, game)
        answer = talk.asking.use(turn, game)
        yield from talk.tell()
        if talk.came(answer).value == NAMES_GIVEN[0]:
            tried = [tried[-1]]
            break
    if not tried:
        raise CannotBeCalledError(cannot_be_constructed(talk, failed))
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
    found["shown_board"] = way_to("board", "stretch", members, without_arguments=True)
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


def meet_bot(talk: Talk, file: Sequence[Member]) -> Telling:
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
