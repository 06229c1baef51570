"""An honest mistake in JavaScript is told in JavaScript's words, with what to do about it."""

from __future__ import annotations

from pathlib import Path

import pytest

from graders import Scorecard, grade_file
from graders.katas import kata_named
from graders.model.outcome import Event, Outcome
from graders.model.submission import Speech
from graders.model.verdict import Verdict
from graders.reports.failure import Command, plain
from graders.suites import by_name
from tests.node import ONLY_WITH_NODE
from tests.tiers import a_few, sampled

pytestmark = ONLY_WITH_NODE


def graded(folder: Path, source: str, kata: str = "best_move", name: str = "mine.mjs") -> Scorecard:
    path = folder / name
    path.write_text(source, encoding="utf-8")
    suites = {"best_move": [by_name("phase2")], "operations": [by_name("operations/published")]}
    return grade_file(path, kata=kata, suites=suites, stop_at_first=True, explain=False)


def message(card: Scorecard, verdict: Verdict) -> str:
    missed = card.results[0]
    assert missed.verdict is verdict, missed
    return missed.message


@pytest.mark.parametrize(
    ("body", "said"),
    sampled([
        ("async (board) => 3", "findBestMove returned a Promise, not a whole number; nothing waits "
         "for one: return the column itself"),
        ("(board) => ({ column: 3 })", "findBestMove returned { column: 3 } (Object), not a whole "
         "number; return only the column"),
        ("function* () { yield 3; }", "findBestMove returned Object [Generator] {} (Object), "
         "not a whole number; it is a generator: was `yield` meant to be `return`?"),
        ("(board) => { board.validMoves()[0]; }", "findBestMove returned undefined, not a whole "
         "number; is a `return` missing?"),
        ("() => null", "findBestMove returned null, not a whole number"),
        ("() => '3'", 'findBestMove returned "3", a string, not a whole number; return the number '
         "itself, without quotes"),
        ("() => 3n", "findBestMove returned 3n (BigInt), not a whole number; a BigInt is not "
         "a number; convert it with Number(...)"),
        ("() => NaN", "findBestMove returned NaN, not a whole number; NaN comes from calculating "
         "with undefined or with something that is not a number"),
        ("() => -Infinity", "findBestMove returned -Infinity, not a whole number; was the score "
         "returned instead of the column?"),
        ("() => 7 / 2", "findBestMove returned 3.5, a number, not a whole number; round it with "
         "Math.floor(...)"),
        ("() => [0, 3]", "findBestMove returned [0, 3], an array, not a whole number; return only "
         "the column"),
        ("() => true", "findBestMove returned true, a boolean, not a whole number; a boolean does "
         "not count as a number"),
        ("() => Math.max", "findBestMove returned [Function: max] (function), not a whole number; "
         "are the parentheses of a call missing?"),
    ], lambda body, said: "3" in body),
)  # fmt: skip
def test_an_answer_of_the_wrong_kind(tmp_path: Path, body: str, said: str) -> None:
    card = graded(tmp_path, f"export const findBestMove = {body};\n")
    assert message(card, Verdict.INVALID_ANSWER) == said


def test_an_answer_that_is_no_array(tmp_path: Path) -> None:
    card = graded(tmp_path, "export async function solution() {}\n", "operations")
    assert message(card, Verdict.INVALID_ANSWER) == (
        "solution returned a Promise, not an array with one return for each operation; "
        "nothing waits for one: return the array itself"
    )


_CALLS = (
    "a board has validMoves, dropDisc, undoMove, checkWinner, isFull, currentPlayer, columnHeight, "
    "getCell and copy"
)


@pytest.mark.parametrize(
    ("name", "source", "said"),
    sampled([
        ("mine.mjs", 'import { Board } from "kata/board";',
         'write import { Board, Player } from "kata/board.mjs"'),
        ("mine.mjs", 'import { Board } from "./board.mjs";',
         'write import { Board, Player } from "kata/board.mjs"'),
        ("mine.mjs", 'import _ from "lodash";',
         "a submission may import Node's own modules and kata/board.mjs"),
        ("mine.js", 'const _ = require("lodash");',
         "a submission may import Node's own modules and kata/board.mjs"),
        ("mine.mjs", "module.exports = {};",
         "call the file .cjs, or write `export` before what is handed over"),
        ("mine.mjs", 'const fs = require("node:fs");',
         "call the file .cjs, or write `import` in place of `require`"),
        ("mine.cjs", 'import { Board } from "kata/board.mjs";', "call the file .mjs"),
        ("mine.cjs", "export const findBestMove = (board) => 3;", "call the file .mjs"),
        ("mine.mjs", "new Board();", 'write import { Board, Player } from "kata/board.mjs"'),
    ], lambda name, source, said: "Board" in source and name != "mine.cjs"),
)  # fmt: skip
def test_a_file_that_cannot_be_loaded(tmp_path: Path, name: str, source: str, said: str) -> None:
    told = message(graded(tmp_path, f"{source}\n", name=name), Verdict.LOAD_ERROR)
    assert told.endswith(f"; {said}"), told


@pytest.mark.parametrize(
    ("body", "said"),
    a_few([
        ("board.valid_moves()[0]", "in JavaScript it is validMoves()"),
        ("board.drop(3)", _CALLS),
        ("board.grid[0][0]", _CALLS),
        ("board.dropDisc(7 - findBestMove(board))",
         "does the search stop when the game is over, and at some depth?"),
        ("board.undoMove() + board.undoMove() + board.parse()", _CALLS),
        ("[0, 0, 0, 0, 0, 0, 0].map(() => board.dropDisc(0))",
         "board.validMoves() lists the columns that have room at that moment: was it asked again "
         "after each disc?"),
    ], 2),
)  # fmt: skip
def test_a_call_that_fails(tmp_path: Path, body: str, said: str) -> None:
    source = f"export const findBestMove = (board) => {body};\n"
    told = message(graded(tmp_path, source), Verdict.RUNTIME_ERROR)
    assert told.endswith(f"; {said}"), told


@pytest.mark.parametrize(
    ("source", "said"),
    a_few([
        ("function findBestMove(board) { return 3; }\n",
         "findBestMove has to be exported: write `export` before what defines it"),
        ("class Bot { findBestMove() { return 3; } }\n",
         "findBestMove has to be exported: write `export` before what defines it"),
        ("export function findBestMoves(board) { return 3; }\n",
         "was findBestMoves meant to be findBestMove?"),
    ], 1),
)  # fmt: skip
def test_a_file_that_offers_nothing_by_the_name(tmp_path: Path, source: str, said: str) -> None:
    told = message(graded(tmp_path, source), Verdict.LOAD_ERROR)
    assert said in told
    assert "a function findBestMove(board)" in told
    assert "one class with a method findBestMove() that is constructed with the board" in told
    assert "find_best_move" not in told


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("source", "name", "said"),
    [
        ("function findBestMove(board) { return 3; }\n", "mine.cjs", "{ findBestMove }"),
        ("const fs = require('fs');\nfunction findBestMove() {}\n", "mine.js", "{ findBestMove }"),
        ("class Bot { findBestMove() {} }\nmodule.exports = {};\n", "mine.js", "{ Bot }"),
    ],
)
def test_a_file_in_commonjs_is_told_to_export_as_commonjs_does(
    tmp_path: Path, source: str, name: str, said: str
) -> None:
    told = message(graded(tmp_path, source, name=name), Verdict.LOAD_ERROR)
    assert told.endswith(f"findBestMove has to be exported: add `module.exports = {said}`"), told


def test_a_place_is_told_once_and_counted_from_one(tmp_path: Path) -> None:
    path = tmp_path / "mine.mjs"
    path.write_text("export const a = (;\n", encoding="utf-8")
    told = message(grade_file(path, explain=False), Verdict.LOAD_ERROR)
    assert "SyntaxError: Unexpected token" in told
    assert "(1:" not in told


def test_an_export_without_a_name_is_asked_for_one(tmp_path: Path) -> None:
    path = tmp_path / "mine.mjs"
    path.write_text("export default (board) => 3;\n", encoding="utf-8")
    told = message(grade_file(path, explain=False), Verdict.LOAD_ERROR)
    assert "what is exported has no name: name it `findBestMove` or `solution`" in told
    assert "checkWinner()" in told


def test_the_kata_is_recognised_by_the_name_in_camel_case(tmp_path: Path) -> None:
    path = tmp_path / "mine.js"
    path.write_text("module.exports = { findBestMove: (board) => 3 };\n", encoding="utf-8")
    card = grade_file(path, stop_at_first=True, explain=False)
    assert card.kata == "best_move"
    path.write_text("export const other = 3;\n", encoding="utf-8")
    told = message(grade_file(path, explain=False), Verdict.LOAD_ERROR)
    assert "a function findBestMove(board)" in told


def test_a_full_column_is_told_by_the_call_that_lists_the_others() -> None:
    kata = kata_named("best_move")
    task = kata.set_up("000000", "RED")
    assert task is not None
    told = kata.check(task, Outcome(Event.REPLIED, value=0, speech=Speech.JAVASCRIPT)).message
    assert told == "column 0 is full; board.validMoves() lists the columns with room"


@pytest.mark.parametrize("name", ["mine.mjs", "mine.js", "mine.cjs"])
def test_a_file_that_ends_too_early_says_at_which_line(tmp_path: Path, name: str) -> None:
    exported = "exports.findBestMove =" if name == "mine.cjs" else "export"
    source = f"{exported} function findBestMove(board) {{\n  if (board) {{\n    return 3;\n"
    told = message(graded(tmp_path, source, name=name), Verdict.LOAD_ERROR)
    assert told.splitlines() == [f"{name}, line 4:", "SyntaxError: Unexpected end of input"]


def test_a_missed_position_is_set_up_in_javascript_and_tried_by_its_file(tmp_path: Path) -> None:
    card = graded(tmp_path, "export const findBestMove = (board) => board.validMoves()[0];\n")
    missed = next(each for each in card.results if not each.accepted)
    assert missed.reproduce.startswith('Board.fromMoves("')
    written = "\n".join(
        plain(missed, kata_named("best_move").tell, command=Command("mine.mjs"), width=200)
    )
    assert f"kata try mine.mjs {missed.id}" in written
