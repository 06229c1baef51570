"""Play through a driver that was written, and tell part by part what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from msgspec.structs import replace

from graders.channel.channel import Settings
from graders.channel.session import hold
from graders.katas.driven.check import check, session
from graders.katas.driven.task import ScriptTask, Size, parse_steps
from graders.model.submission import Driver, Submission
from graders.model.verdict import Verdict
from graders.practice.adapting.guessing import drawn

CAP_S = 2.0


class Tried(msgspec.Struct, frozen=True):
    """Hold what came of one part: its name, what was tried, and the verdict with its reason."""

    part: str
    what: str
    verdict: Verdict
    message: str


def scripts(size: Size) -> Iterator[tuple[str, str, list[str]]]:
    """Yield what is tried: the part that it is for, in words, and the steps of a case."""
    rows, cols, _ = size
    yield "move", "four moves in turn", ["play 3324"]
    yield "winner", "an upright line of player 1", ["play 010101", "winner -> nobody", "play 0", "winner -> 1"]
    yield "winner", "an upright line of player 2", ["play 01012121", "winner -> 2"]
    yield "winner", "a level line", ["play 0011223", "winner -> 1"]
    yield "winner", "a line that rises to the right", ["play 01122323363", "winner -> 1"]
    yield "winner", "a line that falls to the right", ["play 65544343303", "winner -> 1"]
    full = drawn(size)
    if full:
        columns = "".join(map(str, full))
        yield (
            "draw",
            "a full board without a line",
            [f"play {columns[:-1]}", "state -> playing", f"play {columns[-1]}", "state -> draw"],
        )
    yield "refusals", "column -1", ["play 3", "play -1 -> refused", "play 3"]
    yield "refusals", f"column {cols}", ["play 3", f"play {cols} -> refused", "play 3"]
    yield "refusals", "a full column", [f"play {'0' * rows}", "play 0 -> refused", "play 1"]
    yield "refusals", "a move out of turn", ["play 3", "move 1 3 -> no", "move 2 3 -> yes"]
    yield "refusals", "a move after the end", ["play 0101010", "play 3 -> refused", "winner -> 1"]
    yield "turn", "whose turn it is", ["turn -> 1", "play 3", "turn -> 2"]
    board = "/".join(["", "", "2", "1", *[""] * (cols - 4)])
    yield "text", "the board after two moves", ["play 32", f"board -> {board}"]


def tried(
    submission: Submission,
    driver: Driver,
    size: Size,
    called: Mapping[str, str],
    settings: Settings,
) -> list[Tried]:
    """Play every script through a driver, each in a process of its own."""
    driven = replace(submission, driver=driver)
    found = []
    for part, what, lines in scripts(size):
        task = ScriptTask(size, parse_steps(lines, size))
        outcome = hold(driven, session(task, size, "a driver"), CAP_S, settings)
        if outcome.calls:
            judged = check(task, outcome, size, called)
            found.append(Tried(part, what, judged.verdict, judged.message))
        else:
            found.append(Tried(part, what, Verdict.LOAD_ERROR, str(outcome.fact)))
    return found
