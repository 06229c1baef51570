"""Tell in what manner a design is called, in short texts, for whoever reads a report."""

from __future__ import annotations

from collections.abc import Iterator

from graders.katas.game_design.manner import (
    Class,
    FromGame,
    Given,
    Made,
    Manner,
    Meanings,
    Token,
    Way,
)
from graders.model.found import Found

_SLOTS = {
    "player_1": "player 1",
    "player_2": "player 2",
    "name_1": "name 1",
    "name_2": "name 2",
    "players": "[player 1, player 2]",
    "names": "[name 1, name 2]",
}


def told(manner: Manner) -> tuple[Found, ...]:
    """Return what was found out, part by part."""
    return tuple(_told(manner))


def _told(manner: Manner) -> Iterator[Found]:
    for part, of in (("Game", manner.game), ("Board", manner.board), ("Player", manner.player)):
        yield Found(part, _made(of))
    yield Found("make_move", f"{_used(manner.move)}, {_mover(manner)}")
    for role, way in (
        ("get_current_player", manner.turn),
        ("get_game_state", manner.state),
        ("get_winner", manner.winner),
    ):
        yield Found(role, _used(way))
    yield Found("the states", _states(manner.states))
    for role, way in (
        ("can_place", manner.can),
        ("place_disc", manner.place),
        ("is_full", manner.full),
        ("check_win", manner.line),
        ("get_cell", manner.cell),
    ):
        yield Found(role, _used(way))
    yield Found("a disc", _token(manner.disc, "colour"))
    if manner.line_disc is not None:
        yield Found("whose line", _token(manner.line_disc, "colour"))
    yield Found("row 0", "the top" if manner.top_is_row_0 else "the bottom")
    yield Found("a player", f"has {_used(manner.name)} and {_used(manner.colour)}")
    yield from _further(manner)


def _further(manner: Manner) -> Iterator[Found]:
    for role, way in (("undo", manner.undo), ("replay", manner.replay)):
        if way is not None:
            yield Found(role, _used(way))
    if manner.sizes_of:
        yield Found("any size", f"by {', '.join(manner.sizes_of)}")
    if manner.choose is not None:
        of = "" if manner.bot is None else f"{_made(manner.bot)}."
        yield Found("a bot", f"{of}{_used(manner.choose)}")


def _made(of: Class) -> str:
    return f"{of.name}({', '.join(_SLOTS.get(slot, slot) for slot in of.slots)})"


def _used(way: Way) -> str:
    """Write how a part is used.

    >>> _used(Way("turn", is_call=False, then="name")), _used(Way("drop", slots=("column",)))
    ('turn.name, an attribute', 'drop(column)')
    """
    then = f".{way.then}{'()' if way.call_then else ''}" if way.then else ""
    if not way.is_call:
        return f"{way.name}{then}, an attribute"
    return f"{way.name}({', '.join(way.slots)}){then}"


def _mover(manner: Manner) -> str:
    if "player" not in manner.move.slots:
        return "without a player, so nobody can move out of turn"
    return f"a player as {_token(manner.mover, 'player')}"


def _token(token: Token, what: str) -> str:
    if isinstance(token, Given):
        return "the Player object"
    if isinstance(token, FromGame):
        kept = token.attributes
        return f"the object in {kept if isinstance(kept, str) else ' or '.join(kept)} of the game"
    return " or ".join(_value(value) for value in token.values)


def _value(value: object) -> str:
    return f"{value.class_name}({_value(value.value)})" if isinstance(value, Made) else repr(value)


def _states(states: Meanings) -> str:
    first: dict[str, str] = {}
    for text, meaning in states.of:
        if states.read(text) == meaning:
            first.setdefault(meaning, _short(text))
    return ", ".join(f"{meaning} {text}" for meaning, text in first.items())


def _short(text: str) -> str:
    r"""Return an answer as it is shown: of an object only what it shows of itself.

    >>> _short("Other(type_name='State', shown='<State.WON: 2>', base='')"), _short("'won'")
    ('State.WON', "'won'")
    >>> _short("Other(type_name='dict', shown=\"{'state': 'won'}\", base='')")
    "{'state': 'won'}"
    """
    _, found, rest = text.partition("shown=")
    if not found:
        return text
    inner = rest[1:].rpartition(rest[0] + ", base=")[0]
    return inner.strip("<>").split(":")[0] if inner.startswith("<") else inner
