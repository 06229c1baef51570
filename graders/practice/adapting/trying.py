"""Play through a driver that was written, and tell part by part what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from graders.channel.budget import Settings
from graders.channel.session import hold
from graders.katas.driven.check import check, session
from graders.katas.driven.kata import DrivenKata
from graders.katas.driven.task import ScriptTask, Size, parse_steps
from graders.katas.kata import TaskError
from graders.model.outcome import Outcome, Raised
from graders.model.submission import Driver, Submission
from graders.model.verdict import Judgement, Verdict
from graders.practice.adapting.guessed import Guess
from graders.practice.adapting.guessing import drawn
from graders.practice.adapting.looking import Bench
from graders.practice.adapting.writing import Writer

CAP_S = 2.0


class Tried(msgspec.Struct, frozen=True):
    """Hold what came of one trial: the part, what was tried, and the verdict with its reason."""

    part: str
    what: str
    verdict: Verdict
    message: str
    is_needed: bool
    """Whether a driver is of little use without it."""


def best_kata(found: Guess, katas: Sequence[DrivenKata]) -> DrivenKata:
    """Return the kata of that size; of a game of any size the one that asks most of its parts."""
    fitting = [each for each in katas if found.is_of_any_size or each.size == found.size]
    return max(fitting or katas, key=lambda each: len(found.parts & {*each.called}))


def written(found: Guess, kata: DrivenKata, submission: Submission, bench: Bench) -> str:
    """Return the driver that is written of a guess, for a kata."""
    return Writer(found, bench.dialect, submission.name, kata.name).text()


def scripts(found: Guess, size: Size) -> Iterator[tuple[str, str, list[str]]]:
    """Yield what is tried: the part that it is for, in words, and the steps of a case."""
    rows, cols, _ = size
    yield "move", "moves in turn", ["play 3324"]
    yield "winner", "upright", ["play 010101", "winner -> nobody", "play 0", "winner -> 1"]
    yield "winner", "by player 2", ["play 01012121", "winner -> 2"]
    yield "winner", "level", ["play 0011223", "winner -> 1"]
    yield "winner", "rising", ["play 01122323363", "winner -> 1"]
    yield "winner", "falling", ["play 65544343303", "winner -> 1"]
    if full := "".join(map(str, drawn(size))):
        before, after = ("winner -> nobody",) * 2
        if found.draw is not None:
            before, after = "state -> playing", "state -> draw"
        yield "draw", "a full board", [f"play {full[:-1]}", before, f"play {full[-1]}", after]
    yield "refusals", "column -1", ["play 3", "play -1 -> refused", "play 3"]
    yield "refusals", f"column {cols}", ["play 3", f"play {cols} -> refused", "play 3"]
    yield "refusals", "a full column", [f"play {'0' * rows}", "play 0 -> refused", "play 1"]
    yield "refusals", "after the end", ["play 0101010", "play 3 -> refused", "winner -> 1"]
    if found.turn is not None or found.plan.who is not None:
        yield "refusals", "out of turn", ["play 3", "move 1 3 -> no", "move 2 3 -> yes"]
    yield "turn", "who is to move", ["turn -> 1", "play 3", "turn -> 2"]
    if found.board is not None:
        yield "place", "discs", ["place 1 3 -> yes", "place 2 3 -> yes", f"place 1 {cols} -> no"]
        yield "can", "room", ["can 3 -> yes", f"can {cols} -> no"]
        yield "full", "an empty board", ["full -> no"]
        level = ["place 1 0 -> yes", "place 1 1 -> yes", "place 1 2 -> yes", "line 1 -> no"]
        yield "line", "level", [*level, "place 1 3 -> yes", "line 1 -> yes"]
    yield "name", "given", ["name 1 -> given", "name 2 -> given"]
    yield "colour", "two colours", ["colours -> differ"]
    yield "undo", "a move", ["play 33", "undo -> yes", "turn -> 2", "play 3"]
    board = "/".join(["", "", "2", "1", *[""] * (cols - 4)])
    yield "text", "after two moves", ["play 32", f"board -> {board}"]


def tried(
    submission: Submission, driver: Driver, made: Guess, kata: DrivenKata, settings: Settings
) -> list[Tried]:
    """Play every script through a driver, each in a process of its own."""
    driven, size = replace(submission, driver=driver), made.size
    found = []
    for part, what, lines in scripts(made, size):
        if part in ("name", "colour", "undo") and part not in made.parts:
            continue
        is_asked = part in kata.called or (part == "draw" and "state" in kata.called)
        try:
            task = ScriptTask(size, parse_steps(lines, size))
        except TaskError:  # the board is too small for it
            continue
        outcome = hold(driven, session(task, size, kata.expects), CAP_S, settings)
        judged = kata_check(task, outcome, size, kata)
        needed = part in ("move", "winner") or (part == "draw" and is_asked)
        if part == "draw" and is_asked and made.draw is None:
            judged = Judgement(Verdict.NOT_OFFERED, "needs draw()")
        if is_asked or part == "refusals" or judged.verdict is Verdict.ACCEPTED:
            found.append(Tried(part, what, judged.verdict, _reason(judged.message), needed))
    return found


def kata_check(task: ScriptTask, outcome: Outcome, size: Size, kata: DrivenKata) -> Judgement:
    """Judge a script as its kata does; what could not be played says why."""
    if outcome.event in kata.judges:
        return check(task, outcome, size, kata.called)
    fact = outcome.fact
    said = f"{fact.type}: {fact.message}" if isinstance(fact, Raised) else str(outcome.event)
    return Judgement(Verdict.RUNTIME_ERROR, said)


def _reason(message: str) -> str:
    """Return what differs, without the number of the step, which nobody sees here."""
    return message.partition(", ")[2] if message.startswith("step ") else message
