"""Match what a file and its objects offer to the parts of a design: pure, tested on data."""

from __future__ import annotations

from collections.abc import Sequence

from graders.katas.game_design.manner import Class, Way
from graders.katas.game_design.names import (
    Member,
    accepted_classes,
    accepted_names,
    called,
    names,
    slot_of,
    snake,
)

_OFFERED = ("method", "value")
_GIVEN_SOMETHING = ("make_move", "place_disc", "can_place", "get_cell", "replay")
_PROGRAMS = frozenset({"ai", "bot", "computer", "cpu", "greedy", "machine", "minimax", "random"})
_SIZES = ("rows", "cols", "k")
_OF_GAME = ("player_1", "player_2", "players", "name_1", "name_2", "names", "board", *_SIZES)


def classes_in(file: Sequence[Member]) -> tuple[dict[str, Member], tuple[str, ...]]:
    """Return the classes by part, and what is missing, a sentence each.

    Of an abstract class that is the one that derives from it and can be constructed.
    """
    found, missing = {}, []
    for part in ("game", "board", "player"):
        named = called(names().classes[part], file, ("class", "abstract"))
        member = named if named is not None and named.kind == "class" else None
        member = member or _constructed_as(part, named, file)
        if member is not None:
            found[part] = member
        elif named is not None:
            missing.append(f"the class {named.name} is abstract, and no class derives from it")
        else:
            missing.append(
                f"there is no class {part.capitalize()} (accepted names: {accepted_classes(part)})"
            )
    return found, tuple(missing)


def _constructed_as(part: str, named: Member | None, file: Sequence[Member]) -> Member | None:
    """Return the class that is constructed for a part of which at most an abstract class is named.

    That is one that derives from it, or whose name ends like the part; a person before a program.
    """
    classes = {each.name: each for each in file if each.kind == "class"}
    derived = named.parameters if named is not None else ()
    ending = [name for name in classes if snake(name).endswith(f"_{part}")]
    for among in (derived, ending):
        there = sorted((name for name in among if name in classes), key=_plays_by_itself)
        if there:
            return classes[there[0]]
    return None


def _plays_by_itself(name: str) -> int:
    """Return 0 for the name of a person, 2 for that of a program that plays, 1 for any other.

    >>> [_plays_by_itself(name) for name in ("HumanPlayer", "NamedPlayer", "AIPlayer")]
    [0, 1, 2]
    """
    words = snake(name).split("_")
    if "human" in words:
        return 0
    return 2 if _PROGRAMS.intersection(words) else 1


def colour_classes(file: Sequence[Member]) -> tuple[Member, ...]:
    """Return the classes that may be an enumeration of colours, the likeliest first."""
    found = [called([name], file, ("class",)) for name in names().classes["colour"]]
    return tuple(member for member in found if member is not None)


def player_class(member: Member) -> Class:
    """Return how a player is constructed: from a name and a colour, by the parameters' names.

    >>> player_class(Member("Player", "class", ("player_name", "token", "wins="))).slots
    ('name', 'colour')
    """
    slots: list[str] = []
    for parameter in member.positional:
        left = [slot for slot in ("name", "colour", "number") if slot not in slots]
        slot = slot_of(parameter, left)
        if not slot:
            if parameter.endswith("=") or not left:
                break
            slot = left[0]
        slots.append(slot)
    return Class(member.name, tuple(slots))


def board_classes(member: Member) -> tuple[Class, ...]:
    """Return the ways to try in which a board may be constructed, the likeliest first.

    That is with its size, as far as it takes one: `columns` alone may be a list of columns.

    >>> [each.slots for each in board_classes(Member("Board", "class", ("width=", "height=")))]
    [('cols', 'rows'), ()]
    >>> [each.slots for each in board_classes(Member("Board", "class", ("columns=",)))]
    [(), ('cols',)]
    """
    slots = _leading(member.positional, _SIZES)
    ways = [slots, slots[: len(member.required)]]
    if not {"rows", "cols"} <= set(slots):
        ways.reverse()
    return tuple(Class(member.name, way) for way in dict.fromkeys(ways))


def game_classes(member: Member) -> tuple[Class, ...]:
    """Return the ways to try in which a game may be constructed, the likeliest first.

    >>> [each.slots for each in game_classes(Member("Game", "class", ("first", "second", "rows=")))]
    [('player_1', 'player_2', 'rows'), ('name_1', 'name_2', 'rows'), ('player_1', 'player_2')]
    """
    slots = list(_leading(member.positional, _OF_GAME))
    unknown = member.required[len(slots) :]
    free = [slot for slot in ("player_1", "player_2") if slot not in slots]
    slots += free[: len(unknown)]
    starred = [name for name in member.parameters if name.startswith("*") and name != "*"]
    if starred and slot_of(starred[0], ("players", "names")) and not slots:
        slots = ["player_1", "player_2"]
    by_name = [slot.replace("player", "name") for slot in slots]
    fewest = slots[: len(member.required)]
    ways = dict.fromkeys([tuple(slots), tuple(by_name), tuple(fewest), ()])
    if member.required:
        ways.pop((), None)
    return tuple(Class(member.name, way) for way in ways)


def bot_class(member: Member) -> Class:
    """Return how a bot is constructed: without arguments, or like a player."""
    slots = []
    for parameter in member.required:
        slot = slot_of(parameter, ("name", "colour", "number"))
        if slot:
            slots.append(slot)
    return Class(member.name, tuple(slots))


def _leading(parameters: Sequence[str], among: Sequence[str]) -> tuple[str, ...]:
    slots: list[str] = []
    for parameter in parameters:
        slot = slot_of(parameter, among)
        if not slot or slot in slots:
            break
        slots.append(slot)
    return tuple(slots)


def way_to(
    role: str, of: str, members: Sequence[Member], *, without_arguments: bool = False
) -> Way | None:
    """Return how a part of a game, a board or a player is used; None where it is missing."""
    accepted = {
        "game": names().game,
        "board": names().board,
        "player": names().player,
        "stretch": names().stretch,
        "bot": names().bot,
    }[of][role]
    usable = [each for each in members if _can_be(role, each, without_arguments)]
    kinds = _OFFERED if without_arguments else ("method", "function")
    member = called(accepted, usable, kinds)
    if member is None:
        return None
    return Way(member.name, member.kind != "value", _slots(role, member))


def _can_be(role: str, member: Member, without_arguments: bool) -> bool:
    """Tell whether a part can be called with what its role gives: `play()` takes no move."""
    if member.kind == "value":
        return True
    return (
        not member.required
        if without_arguments
        else bool(member.parameters or role not in _GIVEN_SOMETHING)
    )


def missing(role: str, of: str) -> str:
    """Say which part is missing, and by which names it is known."""
    accepted = {"game": names().game, "board": names().board, "player": names().player}[of]
    return f"{of.capitalize()} has no {role} (accepted names: {accepted_names(role, accepted)})"


def _slots(role: str, member: Member) -> tuple[str, ...]:
    """Return what each argument of a part is, by the names of its parameters and its role."""
    if role == "make_move":
        return _two(member.positional, "player", "column")
    if role == "place_disc":
        by_player = any(slot_of(each, ("player",)) for each in member.positional)
        who = "player" if by_player else "disc"
        return _two(member.positional, who, "column", last=True)
    if role == "can_place":
        return ("column",)
    if role == "get_cell":
        first = slot_of(member.positional[0], ("row", "column")) if member.positional else ""
        return ("column", "row") if first == "column" else ("row", "column")
    if role == "check_win":
        known = [slot_of(each, ("row", "column")) or "disc" for each in member.required]
        return tuple(dict.fromkeys(known))
    if role == "replay":
        return _replayed(member.positional)
    if role == "choose_column":
        known = [slot_of(each, ("board", "player")) or "game" for each in member.required]
        return tuple(dict.fromkeys(known))
    return ()


def _replayed(parameters: Sequence[str]) -> tuple[str, ...]:
    """Return what a replay is given: the moves, and the players where it takes them.

    >>> _replayed(("columns", "player1=", "player2=")), _replayed(("text", "speed="))
    (('moves', 'player_1', 'player_2'), ('moves',))
    """
    slots: list[str] = []
    for parameter in parameters:
        slot = slot_of(parameter, ("player_1", "player_2", "players", "moves"))
        if not slot and not parameter.endswith("="):
            slot = "moves"
        if not slot or slot in slots:
            break
        slots.append(slot)
    return tuple(slots) if "moves" in slots else ("moves",)


def _two(
    parameters: Sequence[str], who: str, column: str, *, last: bool = False
) -> tuple[str, ...]:
    """Return the order of a column and of what tells whose it is.

    Where the names do not tell, who comes first, or with `last` the column does.
    """
    if len(parameters) == 1:
        return (column,)
    first, second = [slot_of(each, (column,)) for each in (*parameters, "", "")[:2]]
    if first == column or (last and second != column):
        return (column, who)
    return (who, column)
