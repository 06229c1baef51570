"""Find how a player is told to a move, and a disc to a board."""

from __future__ import annotations

from graders.katas.game_design.known_by import known_by, known_by_what, told_by
from graders.katas.game_design.manner import (
    NAMES_GIVEN,
    FromGame,
    Given,
    Manner,
    Meanings,
    Plain,
    Token,
    is_refusal,
)
from graders.katas.game_design.script import PLAYERS
from graders.katas.game_design.talk import Talk, Telling

EMPTY = tuple((repr(value), "empty") for value in (None, "", " ", ".", "-", 0))
"""What an empty cell may give that no board has shown."""


def learn_who_moves(talk: Talk) -> Telling:
    """Find how a player is told to a move: the first way in which a move of player 1 is taken."""
    game = talk.asking.game()
    talk.learn(turn=(yield from known_by(talk, talk.manner.turn, game)))
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


def learn_board(talk: Talk) -> Telling:
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
    way = yield from known_by_what(talk, talk.manner.cell, placed)
    talk.learn(cell=way)
    bottom = talk.asking.size[0] - 1
    empty = talk.asking.cell(0, 0)
    for player in PLAYERS:
        talk.asking.place(player, player)
    cells = [talk.asking.cell(bottom, player) for player in PLAYERS]
    line = talk.asking.line(2, bottom, 2)
    yield from talk.tell()
    found = [(talk.came(cell).written, str(player)) for player, cell in enumerate(cells, start=1)]
    told = told_by(talk.manner.disc)
    meanings = ((talk.came(empty).written, "empty"), (nothing, "empty"), *found, *told, *EMPTY)
    talk.learn(cells=Meanings(meanings), no_line=talk.came(line).written)
