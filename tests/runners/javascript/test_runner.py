"""Submissions in JavaScript are loaded, called and told of like those in Python, at every level."""

from __future__ import annotations

from pathlib import Path

import pytest

from graders.channel import languages
from graders.channel.budget import Settings
from graders.channel.channel import ask, survey
from graders.channel.session import run_session
from graders.model.ending import Ending
from graders.model.outcome import Event, NothingToCall, Outcome
from graders.model.raised import Raised
from graders.model.request import BoardArgument, Call, Construct, Earlier, Request, Session
from graders.model.submission import Submission
from graders.model.value import Other
from graders.sandbox.isolation import Isolation, choose_isolation
from tests.node import ONLY_WITH_NODE, ONLY_WITH_TYPES
from tests.tiers import a_few, sampled

pytestmark = ONLY_WITH_NODE

LEVELS = sorted({choose_isolation("auto"), Isolation.LIMITS, Isolation.PLAIN})
BEST = Settings(choose_isolation("auto"))
MOVE = Request("find_best_move", (BoardArgument("0032", "R"),), as_method=True)
CAP_S = 20.0


def written(source: str, suffix: str = ".mjs") -> Submission:
    return Submission(Path(f"mine{suffix}"), f"mine{suffix}", source.encode())


def called(source: str, suffix: str = ".mjs", settings: Settings = BEST) -> Outcome:
    return ask(written(source, suffix), MOVE, CAP_S, settings)


def returned(expression: str) -> object:
    outcome = called(f"export const findBestMove = (board) => ({expression});")
    assert outcome.event is Event.REPLIED, outcome
    return outcome.value


@pytest.mark.parametrize("level", sampled(LEVELS, lambda level: level is LEVELS[0]))
def test_a_module_is_handed_a_board_of_the_class_that_it_imports(level: Isolation) -> None:
    source = """
        import { Board, Player } from "kata/board.mjs";
        export function findBestMove(board) {
            console.log("thinking");
            console.error("of", board.currentPlayer.name);
            return board instanceof Board && board.getCell(1, 0) === Player.YELLOW ? 5 : 6;
        }
    """
    outcome = called(source, settings=Settings(level))
    assert (outcome.event, outcome.value, outcome.board_changed) == (Event.REPLIED, 5, False)
    assert (outcome.stdout, outcome.stderr) == ("thinking\n", "of RED\n")
    assert outcome.cpu_s > 0


@pytest.mark.parametrize(
    ("source", "suffix"),
    sampled([
        ("export function findBestMove(board) { return 3; }", ".mjs"),
        ("export const find_best_move = (board) => 3;", ".js"),
        ("export default function findBestMove(board) { return 3; }", ".js"),
        ("export default (board) => 3;", ".mjs"),
        ("function findBestMove(board) { return 3; }\nmodule.exports = { findBestMove };", ".js"),
        ("module.exports = function findBestMove(board) { return 3; };", ".cjs"),
        ("exports.findBestMove = (board) => 3;", ".cjs"),
        ("export class Bot { #n = 3; findBestMove() { return this.#n; } }", ".mjs"),
        ("export default class { constructor(b) {} findBestMove() { return 3; } }", ".mjs"),
        ("module.exports = class Bot { findBestMove() { return 3; } };", ".cjs"),
        ("export class Bot { findBestMove(board) { return board.validMoves()[3]; } }", ".js"),
        ("export class Base { findBestMove() { return 2; } }\n"
         "export class Bot extends Base { findBestMove() { return 3; } }", ".mjs"),
        ("export class Bot { findBestMove() { return 3; } }\n"
         "export const findBestMove = (board) => new Bot(board).findBestMove();", ".mjs"),
        ("const later = await Promise.resolve(3);\n"
         "export const findBestMove = () => later;", ".js"),
        ("export default { n: 3, findBestMove(board) { return this.n; } };", ".mjs"),
        ("const solver = { n: 3, findBestMove(board) { return this.n; } };\n"
         "export { solver as default };", ".mjs"),
        ("const solver = { n: 3, findBestMove(board) { return this.n; } };\n"
         "module.exports = solver;", ".cjs"),
        ("const findBestMove = function () { return this.n; };\n"
         "module.exports = { findBestMove, n: 3 };", ".cjs"),
        ("class Bot { #n = 3; findBestMove(board) { return this.#n; } }\n"
         "export default new Bot();", ".mjs"),
        ("class Base { findBestMove(board) { return this.n; } }\n"
         "module.exports = new (class extends Base { n = 3; })();", ".cjs"),
        ("export class Bot { findBestMove() { return 3; } }\n"
         "export default new (class { findBestMove() { return 2; } })();", ".mjs"),
        ("export class Bot { static n = 3; static findBestMove() { return this.n; } }", ".mjs"),
        ("\ufeff#!/usr/bin/env node\nexport const findBestMove = (board) => 3;", ".mjs"),
    ], lambda source, suffix: len(source) < 60 and "Bot" not in source),
)  # fmt: skip
def test_however_it_is_exported_it_is_found(source: str, suffix: str) -> None:
    outcome = called(source, suffix)
    assert (outcome.event, outcome.value) == (Event.REPLIED, 3), outcome


def test_a_value_is_told_by_its_exact_type() -> None:
    told = {
        "3": 3,
        "-(2 ** 53 - 1)": 1 - 2**53,
        "[null, true, 'é\\ud800', [[]]]": [None, True, "é\ud800", [[]]],
        "-0": 0,
        "3n": Other("BigInt", "3n"),
        "undefined": Other("undefined", "undefined"),
        "Promise.resolve(3)": Other("Promise", "Promise { 3 }"),
        "new Map([[1, 2]])": Other("Map", "Map(1) { 1 => 2 }"),
        "new Uint8Array(2)": Other("Uint8Array", "Uint8Array(2) [ 0, 0 ]"),
        "Symbol('x')": Other("symbol", "Symbol(x)"),
        "new (class Row extends Array {})(1, 2)": Other("Row", "Row(2) [ 1, 2 ]", "list"),
        "{ column: 3 }": Other("Object", "{ column: 3 }"),
    }
    assert returned(f"[{', '.join(told)}]") == list(told.values())
    # What is answered is never awaited, and is told in the same way with nothing around it.
    for alone in ("undefined", "Promise.resolve(3)", "{ column: 3 }"):
        assert returned(alone) == told[alone]


def test_what_is_no_safe_integer_is_a_float() -> None:
    floats = {"2.5": "2.5", "NaN": "nan", "-1 / 0": "-inf", "2 ** 53": "9007199254740992.0"}
    got = returned(f"[{', '.join(floats)}]")
    assert isinstance(got, list)
    assert [(type(each), repr(each)) for each in got] == [(float, each) for each in floats.values()]


def test_an_answer_that_contains_itself_is_too_deep() -> None:
    source = "const a = []; a.push(a); export const findBestMove = () => a;"
    assert called(source).event is Event.GARBLED


def test_an_answer_that_is_too_large_is_no_more_than_measured() -> None:
    outcome = called("export const findBestMove = () => new Array(3e7).fill(1);")
    assert outcome.event is Event.FLOODED, outcome


@pytest.mark.parametrize("level", sampled(LEVELS, lambda level: level is LEVELS[0]))
def test_an_error_is_told_with_its_own_line(level: Isolation) -> None:
    source = (
        "function inner(board) {\n"
        "    return board.dropDisc(7);\n"
        "}\n"
        "export function findBestMove(board) {\n"
        "    return [0].map(() => inner(board))[0];\n"
        "}\n"
    )
    outcome = called(source, settings=Settings(level))
    assert outcome.event is Event.RAISED
    error = outcome.fact
    assert isinstance(error, Raised)
    assert error.type == "RangeError"
    assert error.message.startswith("there is no column 7: columns are 0-6\n")
    assert error.own_line is not None
    assert (error.own_line.file, error.own_line.line) == ("mine.mjs", 2)
    assert error.own_line.source == "return board.dropDisc(7);"
    own = [frame.function for frame in error.frames if frame.file == "mine.mjs"]
    assert own == ["findBestMove", "<anonymous>", "inner"]
    assert {frame.file for frame in error.frames} == {"mine.mjs", "kata/board.mjs"}


@pytest.mark.parametrize(
    ("thrown", "kind", "message"),
    a_few([
        ("'boom'", "a thrown string", '"boom"'),
        ("null", "a thrown null", "null"),
        ("new (class Lost extends Error {})('gone')", "Lost", "gone"),
        ("new (class Odd extends Error { get message() { throw 1; } })", "Odd", "(its text cannot be shown)"),  # noqa: E501
        ("new Proxy({}, { get() { throw 1; } })", "a thrown Proxy", "Proxy [ {}, { get: [Function: get] } ]"),  # noqa: E501
    ], 2),
)  # fmt: skip
def test_whatever_is_thrown_is_told(thrown: str, kind: str, message: str) -> None:
    outcome = called(f"export function findBestMove() {{ throw {thrown}; }}")
    assert isinstance(outcome.fact, Raised), outcome
    assert (outcome.fact.type, outcome.fact.message) == (kind, message)


def test_an_error_has_its_cause() -> None:
    outcome = called(
        "export function findBestMove() { throw new Error('late', { cause: new TypeError('a') }); }"
    )
    assert isinstance(outcome.fact, Raised)
    assert outcome.fact.cause is not None
    assert (outcome.fact.cause.type, outcome.fact.cause.message) == ("TypeError", "a")


@pytest.mark.parametrize("suffix", a_few([".mjs", ".cjs", ".js"], 1))
def test_a_file_that_cannot_be_parsed_is_told_with_the_place(suffix: str) -> None:
    outcome = called("const a = 1;\nlet x = @;\n", suffix)
    assert outcome.event is Event.NOT_LOADED
    assert isinstance(outcome.fact, Raised), outcome
    place = outcome.fact.syntax
    assert outcome.fact.type == "SyntaxError"
    assert place is not None
    assert (place.file, place.line, place.text, place.offset) == (
        f"mine{suffix}",
        2,
        "let x = @;",
        9,
    )
    problem = survey(written("const a = 1;\nlet x = @;\n", suffix), BEST).problem
    assert isinstance(problem, Raised)
    assert problem.syntax == place


@pytest.mark.parametrize(
    "then",
    [
        "export function then() {}",
        "export const then = (settle) => settle({ findBestMove: () => 4 });",
        "export { one as then }; const one = (settle, fail) => fail(new Error('no'));",
    ],
    ids=["never", "another", "fails"],
)
def test_a_module_that_exports_then_is_not_taken_for_a_promise(then: str) -> None:
    outcome = called(f"{then}\nexport const findBestMove = () => 3;")
    assert (outcome.event, outcome.value) == (Event.REPLIED, 3)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("throw new TypeError('no');", "no"),
        ("Promise.reject(new Error('nobody catches this')); export const findBestMove = 3;",
         "nobody catches this"),
        ("await new Promise(() => {});",
         "its top-level await waits for something that never comes"),
        ("import lodash from 'lodash';", "Cannot find package 'lodash' imported from mine.mjs"),
    ],
)  # fmt: skip
def test_what_goes_wrong_while_it_is_loaded_is_told(source: str, said: str) -> None:
    outcome = called(source)
    assert outcome.event is Event.NOT_LOADED
    assert isinstance(outcome.fact, Raised), outcome
    assert outcome.fact.message == said


@pytest.mark.parametrize(
    ("source", "event"),
    [
        ("process.exit(3);", Event.NOT_LOADED),
        ("export function findBestMove() { process.exit(0); }", Event.DIED),
        ("export function findBestMove() { process.abort(); }", Event.DIED),
    ],
)
def test_leaving_is_an_ending(source: str, event: Event) -> None:
    outcome = called(source)
    assert outcome.event is event
    assert isinstance(outcome.fact, Ending)


def test_timers_that_are_left_behind_run_no_more_and_keep_nothing_alive() -> None:
    source = """
        setInterval(() => console.log("still here"), 1);
        export function findBestMove() { setTimeout(() => console.log("later"), 0); return 3; }
    """
    outcome = called(source)
    assert (outcome.event, outcome.value) == (Event.REPLIED, 3)
    assert "later" not in outcome.stdout


def test_all_that_was_printed_is_there_before_the_answer() -> None:
    source = (
        "export function findBestMove() { process.stdout.write('x'.repeat(1 << 20)); return 3; }"
    )
    outcome = called(source)
    assert (outcome.event, outcome.value) == (Event.REPLIED, 3)
    assert len(outcome.stdout) > 4096


def test_nothing_that_it_changes_in_the_language_reaches_the_runner() -> None:
    source = """
        JSON.stringify = () => '{"op":"returned"}';
        JSON.parse = () => ({});
        Array.prototype.push = Array.prototype.join = () => 3;
        Array.isArray = () => false;
        Object.prototype.errno = 5;
        Object.prototype.step = Object.prototype.get = Object.prototype.value = 1;
        Object.prototype.toJSON = () => 4;
        Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => 4;
        Promise.prototype.then = () => { throw new Error("no promises"); };
        String.prototype.indexOf = String.prototype.slice = () => "";
        Map.prototype.get = Map.prototype.set = () => 4;
        Error.prepareStackTrace = () => "nowhere";
        Number.isSafeInteger = () => true;
        globalThis.Reflect = globalThis.Object = globalThis.Buffer = null;
        export function findBestMove(board) { return [3, "x", 2.5, null]; }
    """
    outcome = called(source)
    assert (outcome.event, outcome.value) == (Event.REPLIED, [3, "x", 2.5, None]), outcome


def test_a_line_of_its_own_on_the_wire_is_no_answer() -> None:
    source = """
        import fs from "node:fs";
        export function findBestMove() { fs.writeSync(4, '{"op":"returned"}\\n'); return 3; }
    """
    assert called(source).event is Event.GARBLED


def test_two_things_to_call_are_both_told() -> None:
    outcome = called(
        "export function findBestMove() { return 3; }\nexport class Bot { findBestMove() {} }"
    )
    assert isinstance(outcome.fact, NothingToCall)
    assert outcome.fact.found == ("findBestMove", "Bot.findBestMove")


def test_a_session_takes_its_steps_on_live_objects() -> None:
    source = """
        export class Counter {
            #steps = 0;
            constructor(total, by = 1, ...rest) { this.total = total; this.by = by; }
            add(number) { this.total += number; this.#steps += 1; return this; }
            steps() { return this.#steps; }
        }
        export class Twice extends Counter { add(number) { return super.add(2 * number); } }
        export const larger = (one, { total }) => one.total > total;
    """
    steps = (
        Construct("Twice", (5,)),
        Call("add", (4,), on=Earlier(0)),
        Construct("Counter", (1,)),
        Call("larger", (Earlier(1), Earlier(2))),
        Call("steps", (), on=Earlier(1)),
        Call("undo", (), on=Earlier(0)),
        Call("total", (), on=Earlier(0)),
    )
    calls = run_session(written(source), Session(steps), CAP_S, BEST).calls
    assert [call.value for call in calls[2:5]] == [None, True, 1]
    assert [type_of(call) for call in calls[5:]] == ["NotImplementedError"] * 2


def type_of(call: Outcome) -> str:
    return call.fact.type if isinstance(call.fact, Raised) else ""


@pytest.mark.parametrize(
    ("cls", "takes_it"),
    [
        ("class Game { play() {} }", False),
        ("class Game { constructor() {} }", False),
        ("class Game { constructor(rows, cols = 7) {} }", True),
        ("class Game { constructor(...size) {} }", True),
        ("class Base { constructor(rows) {} }\nclass Game extends Base {}", True),
    ],
)
def test_a_class_that_takes_no_size_is_made_as_it_is_usual(cls: str, takes_it: bool) -> None:
    steps = (Construct("Game", (6, 7), usual=True), Construct("Game", (8, 9)))
    usual, other = run_session(
        written(f"{cls}\nexport {{ Game }};"), Session(steps), CAP_S, BEST
    ).calls
    assert (usual.event, usual.value) == (Event.REPLIED, None)
    assert type_of(other) == ("" if takes_it else "NotImplementedError")


def test_a_survey_tells_what_is_defined_and_runs_nothing() -> None:
    source = """
        import { Board } from "kata/board.mjs";
        export function findBestMove(board) {}
        const helper = () => 3, table = new Map();
        export class Bot { constructor() {} play() {} static make() {} }
        export { helper as best };
        process.exit(3);
    """
    found = survey(written(source), BEST)
    assert found.problem is None
    assert found.functions == ("findBestMove", "helper", "best")
    assert found.others == ("Board", "table")
    assert found.methods == (("Bot", ("play", "make")),)


@pytest.mark.parametrize(
    ("source", "suffix"),
    a_few(
        [
            ("export default { findBestMove(board) { return 3; } };", ".mjs"),
            ("const solver = { findBestMove: (board) => 3 };\nexport default solver;", ".mjs"),
            (
                "const solver = { findBestMove: (board) => 3 };\nexport { solver as default };",
                ".mjs",
            ),
            (
                "const solver = { findBestMove(board) { return 3; } };\nmodule.exports = solver;",
                ".cjs",
            ),
            ("\ufeff#!/usr/bin/env node\nexport const findBestMove = (board) => 3;", ".mjs"),
        ],
        2,
    ),
)
def test_a_survey_looks_into_the_object_that_is_exported(source: str, suffix: str) -> None:
    found = survey(written(source, suffix), BEST)
    assert found.problem is None
    assert found.functions == ("findBestMove",)


def test_a_place_in_a_file_with_a_mark_of_the_byte_order_is_counted_without_it() -> None:
    problem = survey(written("\ufeffconst a = ;"), BEST).problem
    assert isinstance(problem, Raised)
    assert problem.syntax is not None
    assert (problem.syntax.text, problem.syntax.offset) == ("const a = ;", 11)


@ONLY_WITH_TYPES
@pytest.mark.parametrize("suffix", [".ts", ".mts"])
def test_types_are_left_out(suffix: str) -> None:
    source = """
        import { Board } from "kata/board.mjs";
        interface Move { column: number }
        export function findBestMove(board: Board): number {
            const move: Move = { column: 3 };
            return move.column as number;
        }
    """
    outcome = called(source, suffix)
    assert (outcome.event, outcome.value, outcome.stderr) == (Event.REPLIED, 3, ""), outcome
    assert survey(written(source, suffix), BEST).functions == ("findBestMove",)


@ONLY_WITH_TYPES
def test_types_that_cannot_be_left_out_are_told_with_their_place() -> None:
    if not languages.found().strips_types:
        pytest.skip("a package leaves types out here, which takes an enum, too")
    source = "export function findBestMove() { return 3; }\nenum Side { Red }\n"
    outcome = called(source, ".ts")
    assert isinstance(outcome.fact, Raised), outcome
    assert outcome.fact.syntax is not None
    assert outcome.fact.syntax.line == 2


@pytest.mark.thorough
@pytest.mark.parametrize("call", ["log", "error"])
@pytest.mark.parametrize("level", sampled(LEVELS, lambda level: level is LEVELS[0]))
def test_what_is_printed_into_a_full_pipe_is_not_lost(call: str, level: Isolation) -> None:
    source = f"""
        export function findBestMove(board) {{
            for (let line = 0; line < 1024; line++) console.{call}("x".repeat(1023));
            return 3;
        }}
    """
    outcome = called(source, settings=Settings(level))
    assert (outcome.event, outcome.value) == (Event.REPLIED, 3)
    assert "bytes were cut" in outcome.stdout + outcome.stderr
