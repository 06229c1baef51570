"""A refusal is told from a crash: what a `raise` or `throw` of the submission made, and what not.

Each is a method of its own; the methods are called one after the other in one process.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from pathlib import Path

import pytest

from graders.channel.budget import Settings
from graders.channel.session import run_session
from graders.model.outcome import Outcome
from graders.model.raised import Raised
from graders.model.request import Call, Construct, Earlier, Session
from graders.model.submission import Driver, Origin, Submission
from graders.sandbox.isolation import Isolation, choose_isolation
from tests.node import ONLY_WITH_NODE, ONLY_WITH_TYPES
from tests.tiers import sampled

LEVELS = sorted({choose_isolation("auto"), Isolation.LIMITS, Isolation.PLAIN})
CAP_S = 60.0

PYTHON = """
import random

class Full(IndexError):
    def __init__(self, column):
        super().__init__(column)

def refuse(kind):
    raise kind("no")
"""
PYTHON_BY_HAND = (
    'raise KeyError("no")',
    "raise IndexError",
    'raise TypeError("no")',
    'raise AttributeError("no")',
    'raise NameError("no")',
    'raise UnboundLocalError("no")',
    'raise RecursionError("no")',
    "raise AssertionError()",
    'raise AssertionError("no") from None',
    "raise Full(3)",
    "refuse(KeyError)",
    'error = IndexError("no")\nraise error',
    'raise IndexError(\n    "assert that"\n    "there is room"\n)',
    "if True:\n    assert True\nraise AssertionError",
    "try:\n    [][0]\nexcept IndexError as error:\n    raise KeyError from error",
    "try:\n    [][0]\nexcept IndexError:\n    raise IndexError",
    "try:\n    pass\nfinally:\n    raise AssertionError(\n        1\n    )",
    "sorted([1, 2], key=lambda _: refuse(KeyError))",
    'try:\n    raise KeyError("no")\nexcept KeyError:\n    raise',
)
PYTHON_ACCIDENTS = (
    '{}["no"]',
    "[][0]",
    '1 + "no"',
    "None.play",
    "nowhere",
    "print(late)\nlate = 1",
    "self.call_again()",
    "assert False",
    'assert False, "no"',
    'assert (\n    1 ==\n    2\n), (\n    "raise"\n    if self else "no"\n)',
    "match 1:\n    case 1:\n        assert not self",
    "random.choice([])",
    "try:\n    [][0]\nexcept IndexError:\n    raise",
    "try:\n    [][0]\nexcept IndexError as error:\n    raise error",
    "try:\n    [][0]\nexcept IndexError as error:\n    raise error from None",
    "try:\n    [][0]\nfinally:\n    pass",
    "raise KeyError(nowhere)",
)

JAVASCRIPT = """
class Full extends RangeError {}
class Named extends TypeError {
  constructor(column) {
    super(`column ${column}`);
    this.name = "Named";
  }
}
class AssertionError extends Error {}
const refuse = () => { throw new RangeError("no"); };
const nothing = undefined;
const TypeErrors = 3;
"""
JAVASCRIPT_BY_HAND = (
    'throw new TypeError("no");',
    'throw TypeError("no");',
    'throw new RangeError("no");',
    "throw new ReferenceError;",
    'throw new RangeError(\n  "no",\n);',
    'const error = new TypeError("no"); throw error;',
    'throw new Error("no");',
    'throw "no";',
    "throw { column: 3 };",
    "throw null;",
    "throw new Full();",
    "throw new Named(3);",
    "throw new AssertionError();",
    "[1].map(refuse);",
    'try { nothing.at; } catch (error) { throw new TypeError("no", { cause: error }); }',
    'try { throw new TypeError("no"); } catch (error) { throw error; }',
)
JAVASCRIPT_ACCIDENTS = (
    "nothing.at;",
    "nothing();",
    "new nothing();",
    "new TypeErrors();",
    "TypeErrors();",
    "nowhere;",
    "new Array(-1);",
    "(3).toFixed(200);",
    "this.callAgain();",
    'assert(false, "no");',
    "assert.equal(1, 2);",
    'readFileSync(7, { encoding: "none" });',
    'Board.fromMoves("9");',
    "try { nothing.at; } catch (error) { throw error; }",
    "throw new TypeError(nowhere);",
)


@pytest.fixture(params=sampled(LEVELS, lambda level: level is LEVELS[0]))
def level(request: pytest.FixtureRequest) -> Isolation:
    assert isinstance(request.param, Isolation)
    return request.param


def in_python(bodies: tuple[str, ...]) -> str:
    methods = [
        f"    def step_{number}(self):\n{textwrap.indent(body, ' ' * 8)}\n"
        for number, body in enumerate(bodies)
    ]
    again = "    def call_again(self):\n        self.call_again()\n"
    return f"{PYTHON}\nclass Driver:\n{again}{''.join(methods)}"


def in_javascript(bodies: tuple[str, ...], head: str, export: str = "export ") -> str:
    methods = [f"  step{number}() {{\n{body}\n}}\n" for number, body in enumerate(bodies)]
    again = "  callAgain() { this.callAgain(); }\n"
    return f"{head}{JAVASCRIPT}\n{export}class Driver {{\n{again}{''.join(methods)}}}\n"


MODULE = """
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { Board } from "kata/board.mjs";
"""
COMMONJS = """
const assert = require("node:assert");
const { readFileSync } = require("node:fs");
const { Board } = require("kata/board.mjs");
"""


def held(submission: Submission, bodies: tuple[str, ...], level: Isolation) -> dict[str, object]:
    """Call each method; return whether what it raised was made by hand."""
    calls = [Call(f"step_{number}", (), Earlier(0)) for number in range(len(bodies))]
    session = Session((Construct("Driver"), *calls))
    _, *came = run_session(submission, session, CAP_S, Settings(level)).calls
    return dict(zip(bodies, map(by_hand, came), strict=True))


def by_hand(call: Outcome) -> object:
    return call.fact.by_hand if isinstance(call.fact, Raised) else call


def expected(by_hand: tuple[str, ...], accidents: tuple[str, ...]) -> Mapping[str, object]:
    return {**dict.fromkeys(by_hand, True), **dict.fromkeys(accidents, False)}


def submitted(name: str, source: str, driver: Driver | None = None) -> Submission:
    return Submission(Path(name), name, source.encode(), driver=driver)


IN_PYTHON = (*PYTHON_BY_HAND, *PYTHON_ACCIDENTS)
IN_JAVASCRIPT = (*JAVASCRIPT_BY_HAND, *JAVASCRIPT_ACCIDENTS)


def test_in_python_a_raise_of_its_own_is_told_from_an_accident(level: Isolation) -> None:
    came = held(submitted("mine.py", in_python(IN_PYTHON)), IN_PYTHON, level)
    assert came == expected(PYTHON_BY_HAND, PYTHON_ACCIDENTS)


def test_in_a_driver_in_python_too(level: Isolation) -> None:
    source = in_python(IN_PYTHON).encode()
    mine = submitted("mine.py", "", Driver(Origin.BESIDE, "driver.py", source))
    assert held(mine, IN_PYTHON, level) == expected(PYTHON_BY_HAND, PYTHON_ACCIDENTS)


@ONLY_WITH_NODE
def test_in_javascript_a_throw_of_its_own_is_told_from_an_accident(level: Isolation) -> None:
    mine = submitted("mine.mjs", in_javascript(IN_JAVASCRIPT, MODULE))
    came = held(mine, IN_JAVASCRIPT, level)
    assert came == expected(JAVASCRIPT_BY_HAND, JAVASCRIPT_ACCIDENTS)


@ONLY_WITH_NODE
def test_in_commonjs_too() -> None:
    bodies = tuple(body for body in IN_JAVASCRIPT if "Board" not in body)
    source = in_javascript(bodies, COMMONJS.rpartition("const { Board")[0], "exports.Driver = ")
    came = held(submitted("mine.cjs", source), bodies, LEVELS[0])
    assert came == {body: body in JAVASCRIPT_BY_HAND for body in bodies}


@ONLY_WITH_TYPES
def test_in_typescript_too() -> None:
    head = f"{MODULE}interface Move {{ column: number }}\nconst move: Move = {{ column: 3 }};\n"
    mine = submitted("mine.ts", in_javascript(IN_JAVASCRIPT, head))
    came = held(mine, IN_JAVASCRIPT, LEVELS[0])
    assert came == expected(JAVASCRIPT_BY_HAND, JAVASCRIPT_ACCIDENTS)


@ONLY_WITH_NODE
def test_in_a_driver_in_javascript_too(level: Isolation) -> None:
    bodies = tuple(body for body in IN_JAVASCRIPT if "Board" not in body)
    source = in_javascript(bodies, MODULE.rpartition("import { Board")[0]).encode()
    mine = submitted("mine.mjs", "", Driver(Origin.BESIDE, "driver.mjs", source))
    assert held(mine, bodies, level) == {body: body in JAVASCRIPT_BY_HAND for body in bodies}


@pytest.mark.parametrize(
    ("name", "source", "driver"),
    [
        ("mine.py", "", "class Driver:\n    def step_0(self):\n        raise KeyError\n"),
        pytest.param(
            "mine.mjs",
            "",
            "export class Driver { step0() { throw new TypeError(); } }",
            marks=ONLY_WITH_NODE,
        ),
    ],
)
def test_what_a_driver_of_ours_raises_is_not_by_hand(name: str, source: str, driver: str) -> None:
    mine = submitted(name, source, Driver(Origin.KATA, "connect4", driver.encode()))
    assert held(mine, ("step",), LEVELS[0]) == {"step": False}
