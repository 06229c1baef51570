"""Tell by its names how a game may be made and moved, and where it may tell what comes of it.

A `MovePlan` is a way to make a game and to move; a `Guess` is all that is found out by it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from graders.katas.driven.task import Size
from graders.model.submission import Speech
from graders.practice.adapting.inspection import (
    Class,
    Dialect,
    Inspection,
    Parameter,
    words_in_name,
)

MOST_VIEWS = 8
_NEVER = (50, 0)
_FIRST, _SECOND = ("1", "one", "first", "a", "red"), ("2", "two", "second", "b", "yellow")
_BESIDE = {"player", "p", "name", "color", "colour", "symbol", "token", "user"}
_Lists = dict[str, list[str]]


class PlayerNames(msgspec.Struct, frozen=True):
    """How the players are named: the first, the second, and that of the number `player`."""

    one: str
    two: str
    either: str


class MovePlan(msgspec.Struct, frozen=True):
    """A way to make a game and to move; `setup` are expressions, each under its name.

    `move` has places for the player, if it takes one, and the column, which counts from `base`.
    """

    owner: Class
    setup: tuple[tuple[str, str], ...]
    sizes: tuple[str, ...]
    move: str
    who: PlayerNames | None = None
    base: int = 0
    thing: str = "game"

    def moving(self, player: int, column: int) -> str:
        usual_names = ("", "") if self.who is None else (self.who.one, self.who.two)
        return self.move.format(player=usual_names[player - 1], column=column + self.base)


class GameView(msgspec.Struct, frozen=True):
    """An expression that tells something, and how it does.

    `is` compares it to the names of the players, `holds` is true, `mover` is true for whoever moved
    last, `asks` is a question about each player, `ends` is true also when somebody has won.
    """

    expression: str
    how: Literal["is", "holds", "mover", "asks", "ends"] = "holds"
    who: PlayerNames | None = None
    value: str = ""
    """What it says where it holds; nothing where any true value does."""
    suffix: str = ""


class TextView(msgspec.Struct, frozen=True):
    """What shows the board: whether it prints it, or gives rows, which may be upside down."""

    expression: str
    prints: bool
    rows: bool = False
    upside_down: bool = False


class RefusalSign(msgspec.Struct, frozen=True):
    """How a refused move is told: by what is returned, by raising alone, or not at all."""

    how: Literal["true", "raises", "taken", "refused", "unchanged"]
    values: tuple[str, ...] = ()
    """What is returned of moves that are taken, or of those that are refused."""


class BoardGuess(msgspec.Struct, frozen=True):
    """What is guessed of a board by itself; `line` has places for row, column and player.

    The row is what placing the disc returned.
    """

    plan: MovePlan
    answer: RefusalSign
    line: str = ""
    extras: tuple[tuple[str, str], ...] = ()


class Guess(msgspec.Struct, frozen=True):
    """All that is guessed of a game; None for what is not known."""

    plan: MovePlan
    size: Size
    answer: RefusalSign
    winner: GameView | None = None
    draw: GameView | None = None
    turn: GameView | None = None
    state: tuple[str, tuple[str, str, str]] | None = None
    text: TextView | None = None
    extras: tuple[tuple[str, str], ...] = ()
    """Parts that are one expression each."""
    board: BoardGuess | None = None

    @property
    def is_of_any_size(self) -> bool:
        return {"rows", "cols"} <= {*self.plan.sizes}

    @property
    def parts(self) -> set[str]:
        names_ = ("winner", "draw", "turn", "state", "text")
        found = {name for name in names_ if getattr(self, name) is not None}
        board = () if self.board is None else ("place", *(name for name, _ in self.board.extras))
        return {"move", *found, *board, *(name for name, _ in self.extras)}


def pair(one: str, two: str, either: str = "") -> PlayerNames:
    return PlayerNames(one, two, either or f"[{one}, {two}][player - 1]")


class Names(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    classes: _Lists
    moves: list[str]
    parts: _Lists
    but: _Lists
    arguments: _Lists
    pairs: list[tuple[str, str]]
    extras: _Lists


@cache
def usual_names() -> Names:
    return msgspec.yaml.decode((Path(__file__).parent / "names.yaml").read_bytes(), type=Names)


def rank(name: str, wanted: Sequence[str], but: Sequence[str] = ()) -> tuple[int, int] | None:
    """Return how early in a list a word of a name stands, and its length; None if none does.

    >>> rank("getWinner()", ["winner", "won"]), rank("play", ["winner"])
    ((0, 11), None)
    """
    words = words_in_name(name)
    places = [wanted.index(word) for word in words if word in wanted]
    if not places or any(word in but for word in words):
        return None
    return min(places) + 100 * name.startswith("_"), len(name)


def ranked(candidates: Sequence[str], part: str) -> list[str]:
    """Return the members that may tell a part, the likeliest first."""
    wanted, but = usual_names().parts[part], usual_names().but.get(part, [])
    found = [(place, each) for each in candidates if (place := rank(each, wanted, but))]
    return [each for _, each in sorted(found)][:MOST_VIEWS]


class Design:
    def __init__(self, look: Inspection, dialect: Dialect) -> None:
        self.dialect = dialect
        self.classes = look.classes
        self.reading = look.reading
        self.named = {each.name: each for each in look.classes}
        self.enums = [each for each in look.classes if len(each.members) > 1]
        self.player = self._best("player", "not_a_player")
        self.board = self._best("board", "")

    def _best(self, kind: str, but: str) -> Class | None:
        known = usual_names().classes
        found = [
            (place, each.name)
            for each in self.classes
            if not each.abstract and not each.members and each not in self.enums
            if (place := rank(each.name, known[kind], known.get(but, [])))
        ]
        return self.named[min(found)[1]] if found else None

    @property
    def colours(self) -> PlayerNames:
        words = usual_names().arguments["colour"] + ["player", "cell", "position", "state"]
        for enum in sorted(self.enums, key=lambda each: rank(each.name, words) or (99, 0)):
            if rank(enum.name, words) and (members := _two_members(enum)):
                return members
        return pair('"red"', '"yellow"')

    def games(self) -> list[Class]:
        known = usual_names().classes
        found = []
        for each in self.classes:
            if each.abstract or each.members or each is self.player or not list(moves(each)):
                continue
            found.append((rank(each.name, known["game"]) or _NEVER, each.name))
        others = [each for each in found if self.board is None or each[1] != self.board.name]
        found = others if min(others, default=(_NEVER, ""))[0] < _NEVER else found
        return [self.named[name] for _, name in sorted(found)][:4]

    def is_only_a_board(self, owner: Class) -> bool:
        """Tell whether turns and ends are not a class's, but of what reads from the keyboard."""
        elsewhere = [each for each in self.reading if not each.function.startswith(owner.name)]
        made = {kind for each in self.classes for _, kind in each.made}
        is_part = owner is self.board or owner.name in made
        return is_part and bool(elsewhere) and not self.views(owner, "turn")

    def made(self, owner: Class, depth: int = 0) -> tuple[str, tuple[str, ...]]:
        """Write how an object of a class is made; return also which sizes it takes."""
        arguments: list[tuple[str, str]] = []
        sizes: list[str] = []
        skipped = False
        for each in owner.init:
            value = self._argument(each, sizes, depth)
            if value is None and not each.is_needed:
                skipped = True
                if self.dialect.speech is not Speech.PYTHON:
                    arguments.append(("", "undefined"))
                continue
            named = each.name if skipped or each.annotation == "*" else ""
            arguments.append((named, value or self.dialect.nothing))
        while arguments and arguments[-1][1] == "undefined":
            arguments.pop()
        called = self.dialect.call(f"submission.{owner.name}", arguments)
        return called, tuple(sizes)

    def _argument(self, parameter: Parameter, sizes: list[str], depth: int) -> str | None:
        name, known = "_".join(words_in_name(parameter.name)), usual_names().arguments
        side = _side(name)
        for each in ("rows", "cols", "k"):
            if rank(name, known[each]) and parameter.annotation in ("", "int", "*", "number"):
                sizes.append(each)
                return each
        if rank(name, known["board"]) and self.board is not None and depth == 0:
            called, inner = self.made(self.board, 1)
            sizes += inner
            return called if parameter.is_needed or inner else None
        if not parameter.is_needed:
            return None
        if side is not None:
            if "name" in name or self.player is None or parameter.annotation == "str":
                is_colour = rank(name, known["colour"]) and "name" not in name
                return f"colours[{side}]" if is_colour else f"names[{side}]"
            return f"players[{side}]"
        if name in ("players", "player_list"):
            return "players" if self.player else "names"
        if "names" in name:
            return "names"
        return None

    def player_made(self, at: int) -> str | None:
        if self.player is None:
            return None
        known, arguments = usual_names().arguments, list[tuple[str, str]]()
        for each in self.player.init:
            name = each.name
            value = self.dialect.nothing
            if rank(name, known["name"]):
                value = f"names[{at}]"
            elif rank(name, known["number"]) or each.annotation == "int":
                value = str(at + 1)
            elif rank(name, known["colour"]):
                is_sign = rank(name, known["sign"]) and "submission" not in self.colours.one
                value = ('"X"', '"O"')[at] if is_sign else f"colours[{at}]"
            if not each.is_needed and value == self.dialect.nothing:
                break
            arguments.append((name if each.annotation == "*" else "", value))
        return self.dialect.call(f"submission.{self.player.name}", arguments)

    def whos(self, owner: Class) -> Iterator[PlayerNames]:
        if self.player is not None:
            yield pair("players[0]", "players[1]", "players[player - 1]")
            for each in self.player.bare:
                words = usual_names().arguments
                if any(rank(each, words[kind]) for kind in ("name", "number", "colour")):
                    ends = [f"players[{at}].{each}" for at in ("0", "1", "player - 1")]
                    yield pair(*ends)
        for one, two in [*usual_names().pairs, *(("players[0]", "players[1]"),)]:
            if one in owner.attributes or (one[0:7] in owner.attributes and "[" in one):
                yield pair(f"game.{one}", f"game.{two}")
        yield pair("names[0]", "names[1]", "names[player - 1]")
        yield pair("colours[0]", "colours[1]", "colours[player - 1]")
        yield pair("1", "2", "player")
        for enum in self.enums:
            if members := _two_members(enum):
                yield members
        yield pair('"X"', '"O"')
        yield pair("0", "1", "player - 1")

    def plans(self) -> Iterator[MovePlan]:
        for owner in self.games():
            called, sizes = self.made(owner)
            setup = self._setup("game", called)
            for move, takes_player in moves(owner):
                whos = [*self.whos(owner)] if takes_player else [None]
                for who in whos:
                    used = needed_setup(setup, "game", who.either if who else "")
                    yield MovePlan(owner, used, sizes, f"game.{move}", who)

    def _setup(self, thing: str, made: str) -> list[tuple[str, str]]:
        players = [self.player_made(at) for at in (0, 1)]
        return [
            ("names", '["Ann", "Ben"]'),
            ("colours", f"[{self.colours.one}, {self.colours.two}]"),
            ("players", f"[{players[0]}, {players[1]}]"),
            (thing, made),
        ]

    def board_plans(self) -> Iterator[MovePlan]:
        if self.board is None:
            return
        called, sizes = self.made(self.board)
        setup = self._setup("board", called)
        whos = [pair("colours[0]", "colours[1]", "colours[player - 1]")]
        whos += [pair('"X"', '"O"'), pair("1", "2", "player")]
        if self.player is not None:
            whos.insert(1, pair("players[0]", "players[1]", "players[player - 1]"))
        for move, takes_player in moves(self.board):
            for who in whos if takes_player else ():
                used = needed_setup(setup, "board", who.either)
                yield MovePlan(self.board, used, sizes, f"board.{move}", who, thing="board")

    def line_templates(self, board: Class) -> Iterator[str]:
        table = usual_names()
        for name, parameters in board.methods:
            kinds = [parameter_kind(each) for each in parameters if each.is_needed]
            is_asked = rank(name, table.extras["line"]) and not name.startswith("_")
            if is_asked and all(kinds) and len({*kinds}) == len(kinds):
                yield f"board.{name}({', '.join('{' + kind + '}' for kind in kinds)})"

    def places(self, owner: Class) -> Iterator[tuple[str, Class]]:
        """Yield where a game's members are found: at itself, and at its board."""
        yield "game", owner
        made = dict(owner.made)
        for member in owner.bare:
            of = self.named.get(made.get(member, ""))
            is_board = rank(member, usual_names().arguments["board"])
            if of is None and is_board:
                of = self.board
            if of is not None and of is not owner and (is_board or of is self.board):
                yield f"game.{member}", of

    def views(self, owner: Class, part: str) -> list[str]:
        found = []
        for place, of in self.places(owner):
            bare = [each for each in of.bare if not each.startswith("__")]
            found += [f"{place}.{each}" for each in ranked(bare, part)]
            if part == "text" and "__str__" in dict(of.methods):
                found.insert(0 if place == "game" else len(found), f"str({place})")
            if part == "text" and "toString" in dict(of.methods):
                found.append(f"{place}.toString()")
        if part == "text" and not any(self.prints(each) for each in found):
            for place, of in self.places(owner):
                found += [f"{place}.{each}" for each in of.attributes]
        return list(dict.fromkeys(found))[: 3 * MOST_VIEWS]

    def prints(self, view: str) -> bool:
        """Tell whether an expression is by its name what shows the board, and no part of it."""
        said = {"print", "show", "display", "render", "str", "string"} & {*words_in_name(view)}
        return bool(said) and view.endswith(")")


def _two_members(enum: Class) -> PlayerNames | None:
    """Return the members of an enum as players, if two are left without that of an empty cell."""
    members = [each for each in enum.members if not {"empty", "none"} & {*words_in_name(each)}]
    is_a_pair = len(members) == 2
    return pair(*(f"submission.{enum.name}.{each}" for each in members)) if is_a_pair else None


def needed_setup(
    setup: Sequence[tuple[str, str]], thing: str, also: str
) -> tuple[tuple[str, str], ...]:
    """Return what of a setup a thing is made of, and what else an expression names."""
    found: list[tuple[str, str]] = []
    for name, value in reversed(setup):
        if name == thing or re.search(rf"(?<![\w.]){name}\b(?!=)", also):
            found.insert(0, (name, value))
            also += f" {value}"
    return tuple(found)


def moves(owner: Class) -> Iterator[tuple[str, bool]]:
    """Yield the methods that may be the move, as templates, and whether they take a player."""
    table = usual_names()
    found = []
    for name, parameters in owner.methods:
        place = rank(name, table.moves, table.but["move"])
        required = [each for each in parameters if each.is_needed] or list(parameters[:1])
        if place is None or name.startswith("_") or not 1 <= len(required) <= 2:
            continue
        kinds = [parameter_kind(each) for each in required]
        if len(required) == 1:
            if kinds[0] not in ("player", "row"):
                found.append((place, f"{name}({{column}})", False))
            continue
        if "row" in kinds or kinds == ["player", "player"]:
            continue
        if kinds[1] == "player" or (kinds[0] == "column" and kinds[1] != "column"):
            order = "{column}, {player}"
        else:
            order = "{player}, {column}"
        found.append((place, f"{name}({order})", True))
    for _, template, takes_player in sorted(found)[:3]:
        yield template, takes_player


def parameter_kind(parameter: Parameter) -> str:
    """Return whether a parameter is a column, a row or a player, by its name; "" if neither."""
    known = usual_names().arguments
    for kind in ("row", "column", "player"):
        if "_".join(words_in_name(parameter.name)) in known[kind]:
            return kind
    for kind in ("row", "column", "player"):
        if rank(parameter.name, known[kind]):
            return kind
    return ""


def _side(name: str) -> int | None:
    """Return which of the two players a parameter is for; None for neither.

    >>> _side("player_1"), _side("second_player"), _side("board")
    (0, 1, None)
    """
    words = {*words_in_name(name)}
    for at, own in enumerate((_FIRST, _SECOND)):
        if words & {*own} and words - {*own} <= _BESIDE:
            return at
    return None
