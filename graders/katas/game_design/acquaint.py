"""Find out how a design is called: its names, its arguments, and what its answers look like.

It is a conversation in a process of its own, before the first case: it constructs what there is,
tries each of a few ways to tell who moves, and plays short games to see what a game in progress,
a won and a drawn one look like. What cannot be found out stays as the statement has it.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

from graders.katas.game_design.answering import learn_answers, learn_refusals
from graders.katas.game_design.constructing import (
    meet_board,
    meet_bot,
    meet_game,
    meet_parts_of_players_and_boards,
    meet_player,
)
from graders.katas.game_design.manner import Manner
from graders.katas.game_design.meeting import classes_in
from graders.katas.game_design.moving import learn_board, learn_who_moves
from graders.katas.game_design.talk import Talk
from graders.katas.kata import CannotBeCalledError
from graders.model.outcome import Outcome
from graders.model.session import Step

Found = Generator[Step, Outcome, Manner]


def acquaint() -> Found:
    """Return the manner in which a submission is called; the steps are asked on the way.

    Raises `CannotBeCalledError` where a part is missing that every design has, or where a class
    cannot be constructed.
    """
    talk = Talk(Manner())
    file = yield from talk.members(None)
    classes, not_there = classes_in(file)
    if not_there:
        raise CannotBeCalledError(_listed(not_there))
    yield from meet_player(talk, classes["player"], file)
    yield from meet_board(talk, classes["board"])
    not_there = (yield from meet_parts_of_players_and_boards(talk)) + (
        yield from meet_game(talk, classes["game"])
    )
    if not_there:
        raise CannotBeCalledError(_listed(not_there))
    yield from learn_board(talk, file)
    yield from learn_who_moves(talk)
    yield from learn_answers(talk)
    yield from learn_refusals(talk)
    yield from meet_bot(talk, file)
    return talk.manner


def _listed(sentences: Sequence[str]) -> str:
    return "; ".join(sentences)
