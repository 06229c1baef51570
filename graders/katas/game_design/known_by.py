"""Find by what an answer that is an object is known, and who is meant by what is told plainly."""

from __future__ import annotations

from collections.abc import Generator

from msgspec.structs import replace

from graders.katas.game_design.asking import Answer
from graders.katas.game_design.manner import Plain, Token, Way
from graders.katas.game_design.meeting import way_to
from graders.katas.game_design.names import called
from graders.katas.game_design.talk import Talk
from graders.model.outcome import Outcome
from graders.model.session import Earlier, Step
from graders.model.value import Other


def known_by(talk: Talk, way: Way, on: Earlier) -> Generator[Step, Outcome, Way]:
    """Return a part with what its answer is known by, where that is an object: its name."""
    answer = talk.asking.use(replace(way, then=""), on)
    return (yield from known_by_what(talk, way, answer))


def known_by_what(talk: Talk, way: Way, answer: Answer) -> Generator[Step, Outcome, Way]:
    """Return a part with what an answer of it, that was asked for already, is known by."""
    yield from talk.tell()
    if not isinstance(talk.came(answer).value, Other):
        return way
    members = yield from talk.members(Earlier(answer.step))
    for role in ("name", "colour"):
        of_player = way_to(role, "player", members, without_arguments=True)
        if of_player is not None:
            return replace(way, then=of_player.name, call_then=of_player.is_call)
    value = called(["value", "symbol", "player", "owner"], members, ("value",))
    return way if value is None else replace(way, then=value.name)


def told_by(mover: Token) -> list[tuple[str, str]]:
    """Return what players are told by where that is plain, with whom it means."""
    values = mover.values if isinstance(mover, Plain) else ()
    return [(repr(value), str(player)) for player, value in enumerate(values, start=1)]
