"""Find how a player is told to a move, and a disc to a board."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from msgspec.structs import replace

from graders.katas.game_design.known_by import known_by, known_by_what, told_by
from graders.katas.game_design.manner import (
    NAMES_GIVEN,
    FromGame,
    Given,
    Made,
    Manner,
    Meanings,
    Plain,
    Token,
    is_refusal,
)
from graders.katas.game_design.meeting import colour_classes
from graders.katas.game_design.names import Member
from graders.katas.game_design.script import PLAYERS
from graders.katas.game_design.talk import Talk, Telling
from graders.model.outcome import Outcome
from graders.model.session import Step

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


def learn_board(talk: Talk, file: Sequence[Member]) -> Telling:
    """Find how a disc is told to a board, which row is the top, and what cells look like.

    A way to tell a disc is believed where four of them in a row win; else it is the first that
    puts down a disc at all.
    """
    empty = talk.asking.cell(0, 0)
    yield from talk.tell()
    nothing = talk.came(empty).written
    candidates = _discs(talk.manner, file)
    placing: list[Manner] = []
    for token in candidates:
        talk.learn(disc=token, line_disc=None)
        placed = talk.asking.place(1, 0)
        cells = [talk.asking.cell(row, 0) for row in (0, talk.asking.size[0] - 1)]
        yield from talk.tell()
        top, bottom = (talk.came(cell).written for cell in cells)
        if is_refusal(talk.came(placed), none_is_usual=True) or {top, bottom} == {nothing}:
            continue
        upside_down = bottom == nothing
        gives_none = talk.came(placed).value is None
        known = replace(talk.manner, top_is_row_0=not upside_down, places_give_none=gives_none)
        talk.asking.begin_anew(known)
        placing.append(known)
        if (yield from _wins_with_four(talk)):
            break
    else:
        first = placing[0] if placing else replace(talk.manner, disc=candidates[0])
        talk.asking.begin_anew(first)
    yield from _learn_cells(talk, nothing)


def _wins_with_four(talk: Talk) -> Generator[Step, Outcome, bool]:
    """Tell whether the fourth disc in a row changes the answer, and learn how it is asked for."""
    manner = talk.manner
    asked_of = [None, Plain(manner.colours), Given()] if "disc" in manner.line.slots else [None]
    bottom = talk.asking.size[0] - 1
    answers = []
    for columns in ((0, 1, 2), (3,)):
        for column in columns:
            talk.asking.place(1, column)
        for token in asked_of:
            talk.asking.manner = replace(manner, line_disc=token)
            answers.append(talk.asking.line(1, bottom, columns[-1]))
    yield from talk.tell()
    talk.asking.begin_anew(manner)
    came = [talk.came(answer) for answer in answers]
    for number, token in enumerate(asked_of):
        before, after = came[number], came[number + len(asked_of)]
        if not after.raised and before.written != after.written:
            talk.learn(line_disc=token)
            return True
    return False


def _discs(manner: Manner, file: Sequence[Member]) -> list[Token]:
    first, second = manner.colours
    used = first.class_name if isinstance(first, Made) else ""
    made = [
        Plain((Made(each.name, first), Made(each.name, second)))
        for each in colour_classes(file)
        if each.name != used and each.positional and len(each.required) <= 1
    ]
    pairs = ((1, 2), ("R", "Y"), ("X", "O"))
    plain: list[Token] = [Plain(manner.colours), *made, *[Plain(pair) for pair in pairs]]
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
