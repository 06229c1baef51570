"""Whatever a submission says at any step of any kata, it gets a verdict, and every report is made.

Each run begins as an accepted one, where right answers are known; then one message or several are
answered with something else: a value of any shape, an exception, another message, bytes. The judge,
the explanation, the scorecard and the reports see what came of it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from graders.channel.budget import Settings
from graders.channel.commands import command_of, submission_of
from graders.grading.grade import Rules, grade
from graders.katas import all_katas
from graders.katas.kata import Kata
from graders.model.submission import Driver, Origin, Submission
from graders.model.suite import Case
from graders.model.verdict import Verdict
from graders.reports import formats
from graders.sandbox.isolation import Isolation
from graders.suites.selection import Selection, suites_for
from tests.channel.answering import (
    Answered,
    Message,
    cases_in_turn,
    is_known,
    returned,
    right,
    steps_of,
)
from tests.channel.test_forged_replies import (
    ERROR,
    REPLIES,
    assert_harmless_and_small,
    changed,
    places,
)
from tests.golden_reports import one
from tests.hostile_run import runs_here

LONGEST = 200
"""Of longer sessions none is taken here: they ask nothing that the shorter ones do not."""
RUNS = [30, pytest.param(1_500, marks=[pytest.mark.thorough, pytest.mark.slow])]
"""How often each kata is answered."""
SIGNS = "\x1b\x07\x9b\u202e\u2066\u2028\ud800\udcff\0\n\t\r\x85\u200b\U000e0041a☃12XO. |[](){},-²١"
NUMBERS = (0, 1, 2, 3, -1, 7, 10**300, -(2**63), 2**63, 1.5, float("nan"), float("inf"))
SHOWN = (None, True, False, "", "1", "2", "Player 1", "\ud800", "x" * 3000)
MARKED: tuple[object, ...] = (
    *({"float": "nan"}, {"float": "-inf"}, {"float": "x"}, {"int": str(10**399)}, {"int": ""}),
    *({"other": ["undefined", "undefined", ""]}, {"other": ["a", "\ud800", "int"]}, {"tuple": []}),
    *([], {}, [[]], {"tuple": 3}),
)
TYPES = ("NotImplementedError", "x.NotImplementedError", "ValueError", "KeyError", "EOFError", "")
NAMES = ("agent", "A.find_best_move", ".", "..", "a.b.c", "default", "")
DEPTHS = (10, 63, 64, 65, 200, 900, 100_000)


class Forging:
    """Make what nobody expects, the same for the same seed."""

    def __init__(self, seed: str) -> None:
        self.chances = Random(seed)

    def text(self) -> str:
        length = self.chances.choice((0, 0, 1, 1, 2, 3, 9, 40))
        return "".join(self.chances.choices(SIGNS, k=length))

    def value(self, depth: int = 0) -> object:
        """Return what may stand for an answer, or for a field of any message."""
        kind, choose = self.chances.random(), self.chances.choice
        if kind < 0.5 or depth > 4:
            return choose((*NUMBERS, *SHOWN, *MARKED, self.text(), self.text()))
        inside = [self.value(depth + 1) for _ in range(choose((0, 1, 2, 6, 7)))]
        if kind < 0.8:
            return inside
        if kind < 0.9:
            return {choose(("tuple", "tuple", "other", "float", "int", self.text())): inside}
        return self.board()

    def board(self) -> object:
        """Return what looks like a board, in lists or as a text."""
        choose = self.chances.choice
        rows, cols = choose((1, 2, 6, 7)), choose((0, 1, 4, 7, 8))
        signs = [choose(("", ".", 0, 1, 2, None, "X", "²", [1], 10**300)) for _ in range(4)]
        grid = [[choose(signs) for _ in range(cols)] for _ in range(rows)]
        between = choose((" ", "|", "", ","))
        return choose((grid, "\n".join(between.join(map(str, row)) for row in grid)))

    def reply(self, message: Message) -> object:
        """Return a reply to a message: an answer, an exception, another reply, bytes, the end."""
        kind, choose, nonce = self.chances.random(), self.chances.choice, message.get("nonce", "")
        if kind < 0.03:
            return bytes(choose(range(256)) for _ in range(choose(range(20))))
        if kind < 0.04:
            return None
        if kind < 0.06 and nonce:
            return _nested(returned(message, "@"), choose(DEPTHS))
        if kind < 0.5 and nonce:
            return returned(message, self.value())
        if kind < 0.65 and nonce:
            return {**self.raised(), "nonce": nonce}
        reply: object = choose(REPLIES)
        for _ in range(choose((0, 1, 1, 2))):
            reply = changed(reply, choose(list(places(reply))), choose((self.value, self.text))())
        is_own = isinstance(reply, dict) and "nonce" in reply and self.chances.random() < 0.8
        return {**reply, "nonce": nonce} if is_own and isinstance(reply, dict) else reply

    def raised(self) -> Message:
        """Return exceptions of any type, with any text."""
        choose = self.chances.choice
        error = {
            **ERROR,
            "type": choose((*TYPES, self.text())),
            "message": choose((self.text(), "no", "\n\n\x0c", "\n x")),
            "errno": choose((None, None, None, 28, 0)),
            "by_hand": choose((True, False)),
            "own_line": choose((None, ERROR["own_line"])),
            "missing": choose((None, None, self.text())),
        }
        memory = self.chances.random() < 0.05
        return {"op": "raised", "errors": [error] * choose((1, 1, 3)), "memory": memory}

    def loaded(self, expected: Any) -> object:
        """Return a reply to `load` that is not the expected one."""
        choose = self.chances.choice
        found = [choose((*NAMES, self.text())) for _ in range(choose((0, 1, 1, 2)))]
        if choose((True, False)):
            return {**expected, "found": found, "names": [self.text()] * choose((0, 3))}
        return changed(expected, choose(list(places(expected))), self.value())


def _nested(reply: object, depth: int) -> bytes:
    return json.dumps(reply).replace('"@"', "[" * depth + "3" + "]" * depth).encode()


@cache
def asked() -> dict[str, list[tuple[Kata[Any], Case, int]]]:
    """Return every case that is shipped, of a kata, but for the longest."""
    found: dict[str, list[tuple[Kata[Any], Case, int]]] = {}
    for kata in all_katas().values():
        suites = suites_for(kata, Selection((), "*", None, False, False, ()))
        of_kata = found.setdefault(kata.name, [])
        for suite in suites:
            small = suite.cases if suite.name != "scale" else suite.cases[:1]
            for case in cases_in_turn(small):
                untimed = replace(case, yardstick=None)  # nothing here takes time to be measured
                of_kata.append((kata, untimed, steps_of(kata, case)))
    return {
        name: [each for each in of_kata if each[2] <= LONGEST] for name, of_kata in found.items()
    }


def submissions() -> list[Submission]:
    """Return one for each way in which answers are put in words."""
    program = submission_of(command_of("/bin/cat"))
    found = [
        Submission(Path("mine.py"), "mine.py", b""),
        Submission(program.path, program.name, program.source, program.command),
    ]
    if runs_here(".mjs"):
        found.append(Submission(Path("mine.mjs"), "mine.mjs", b""))
    return [
        Submission(each.path, each.name, each.source, each.command, Driver(Origin.PROGRAM))
        for each in found
    ]


def saying(
    forging: Forging, honest: Callable[[Message], object], at: set[int]
) -> Callable[[Message], object]:
    """Return what answers as an accepted submission, but for the messages `at` some places."""
    heard = iter(range(1 << 30))

    def says(message: Message) -> object:
        number, expected = next(heard), honest(message)
        if number not in at:
            return expected
        if number == 0 and forging.chances.random() < 0.6:
            return forging.loaded(expected)
        return forging.reply(message)

    return says


@pytest.mark.parametrize("runs", RUNS)
def test_whatever_is_said_at_any_step_is_a_verdict_and_can_be_reported(runs: int) -> None:
    of_each, seen = submissions(), Counter[str]()
    for name, number in product(asked(), range(runs)):
        forging = Forging(f"{name} {number}")  # so another kata changes nothing of this one
        choose = forging.chances.choice
        kata, case, steps = choose(asked()[name])
        submission = of_each[number % len(of_each)]
        first = 0 if forging.chances.random() < 0.1 else 1
        at = {forging.chances.randrange(first, steps + 1) for _ in range(choose((1, 1, 2, 5)))}
        printed = forging.text().encode("utf-8", "surrogatepass")
        pool = Answered(submission, saying(forging, right(kata, case), at), printed)
        settings, rules = Settings(Isolation.LIMITS), Rules(rerun=False)
        card = grade(submission, kata, [case], settings, rules=rules, pool=pool)
        (result,) = card.results
        assert card.grader_errors == 0, f"{name} {number} {case.id}: {result.message}"
        assert_harmless_and_small(card)
        for report in formats() if number % 40 == 0 else ():
            one(report, card).encode()
        seen[result.verdict] += 1
    assert sum(seen.values()) == runs * len(asked())
    assert set(seen) >= {Verdict.ACCEPTED, Verdict.INVALID_ANSWER, Verdict.WRONG_ANSWER}
    assert set(seen) >= {Verdict.RUNTIME_ERROR, Verdict.LOAD_ERROR, Verdict.NOT_OFFERED}


def test_what_answers_right_is_accepted_in_every_case() -> None:
    submission = submissions()[0]
    for kata, case, _ in (each for of_kata in asked().values() for each in of_kata[::9]):
        pool = Answered(submission, right(kata, case))
        settings, rules = Settings(Isolation.LIMITS), Rules(rerun=False)
        (result,) = grade(submission, kata, [case], settings, rules=rules, pool=pool).results
        assert result.accepted or not is_known(kata, case), f"{case.id}: {result.message}"
