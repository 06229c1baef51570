"""Suites are read strictly: one suite, or one clear line that says what is wrong."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from graders.katas.best_move.task import BestMoveTask
from graders.model.suite import Suite
from graders.suites import SuiteError, by_name, load_suite, shipped

SUITE = """\
kata: best_move
phase: 3
cap_s: 2.0
cases:
  - id: mate-in-9
    moves: "0032334033"
    to_move: RED
    board: |
      .......
      ...Y...
      ...R...
      Y..Y...
      Y..R...
      R.YRR..
    accept: [6]
    mate_in: 9
    points: 2
"""

OPERATIONS = """\
kata: operations
cap_s: 10
cases:
  - id: tiny
    about: a win on the first disc
    rows: 3
    cols: 3
    k: 1
    steps:
      - drop 2 1 -> 2
      - status -> win 1
"""

EXAMPLES = [200, pytest.param(10_000, marks=pytest.mark.slow)]

Write = Callable[[str | bytes], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(text: str | bytes) -> Path:
        path = tmp_path / "bank.yaml"
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    return write


def reason(path: Path) -> str:
    """Load a suite that must be refused; return the one line that says why."""
    with pytest.raises(SuiteError) as caught:
        load_suite(path)
    line = str(caught.value)
    assert "\n" not in line
    assert line.startswith(str(path))
    return line.removeprefix(str(path)).lstrip(", :")


def test_a_suite_carries_its_fields_and_its_cases(write: Write) -> None:
    path = write(SUITE)
    suite = load_suite(path)
    assert (suite.name, suite.kata, suite.phase) == ("bank", "best_move", 3)
    assert (suite.stretch, suite.variants, suite.path) == (False, False, str(path))
    (case,) = suite.cases
    assert (case.id, case.points, case.cap_s) == ("bank/mate-in-9", 2, 2.0)
    assert case.task == BestMoveTask("0032334033", (6,), "R", 9)


def test_a_case_may_have_a_cap_of_its_own(write: Write) -> None:
    assert load_suite(write(SUITE + "    cap_s: 5\n")).cases[0].cap_s == 5.0


def test_an_operation_script_is_read_step_by_step(write: Write) -> None:
    (case,) = load_suite(write(OPERATIONS)).cases
    assert case.about == "a win on the first disc"
    assert case.task.operations == (("drop", 2, 1), ("status",))
    assert case.task.expected == (2, ("win", 1))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("points: 2", "pionts: 2", "line 17, case mate-in-9: pionts: unknown field"),
        ("points: 2", "points: -1", "line 17, case mate-in-9: points: should be 0 to 1000"),
        ("points: 2", "points: true", "should be a whole number, but is True, true or false"),
        ("points: 2", 'points: "2"', "should be a whole number, but is '2', text"),
        ("points: 2", "points: 2.0", "should be a whole number, but is 2.0, a number"),
        ("points: 2", "points:", "points: should be a whole number, but is empty"),
        ("points: 2", "points: 2\n    points: 3", "line 18: the field 'points' appears twice"),
        ("points: 2", "points: 2\n    <<: {a: 1}", "line 18: a field's name should be plain t"),
        ("points: 2", "points: 0x" + "f" * 5000, "points: this number is too large"),
        ("points: 2", "points: " + "9" * 5000, "is not a valid value; write it in quotes"),
        ("points: 2", "about: 2001-99-99", "line 17: '2001-99-99' is not a valid value; wr"),
        ("points: 2", "about: 2001-01-01", "about: should be text, but is 2001-01-01, a date"),
        ("id: mate-in-9", "id: Mate in 9", "line 5, case Mate in 9: id: 'Mate in 9' should "),
        ("id: mate-in-9", "id: a/b", "id: 'a/b' should consist of at most 64 l"),
        ("id: mate-in-9", "id: 9", "line 5, case 1: id: should be text, but is 9"),
        ("id: mate-in-9", "about: no id", "line 5, case 1: id: this field is missing"),
        ("cap_s: 2.0", "cap_s: 0", "line 3: cap_s: should be more than 0 and at most 60 s"),
        ("cap_s: 2.0", "cap_s: 2.0\nyardstick: 3", "yardstick: the kata best_move has no engine"),
        ("cap_s: 2.0", "cap_s: 61", "line 3: cap_s: should be more than 0"),
        ("cap_s: 2.0", "cap_s: .nan", "but is nan"),
        ("cap_s: 2.0", "about: no cap", "cap_s: neither the case nor its suite sets"),
        ("cap_s: 2.0", "cap_s: soon", "line 3: cap_s: should be a number or nothing, but is"),
        ("kata: best_move", "kata: bestmove", "line 1: kata: unknown kata 'bestmove' (did you"),
        ("kata: best_move", "about: none", "kata: this field is missing"),
        ("phase: 3", "phase: three", "line 2: phase: should be a whole number or nothing"),
        ("phase: 3", "phases: 3", "line 2: phases: unknown field 'phases' (did you mean 'phase'?)"),
        ("phase: 3", "variants_score: true", "variants_score: needs variants: true as well"),
    ],
)
def test_a_wrong_field_is_named_with_its_line(
    write: Write, old: str, new: str, message: str
) -> None:
    assert message in reason(write(SUITE.replace(old, new)))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"0032334033"', "0032334033", "moves: write it in quotes, as in"),
        ('"0032334033"', '"00323340339"', "moves: move 11 of '00323340339' is '9', not a column"),
        ('"0032334033"', '"3333333"', "moves: move 7 of '3333333' is illegal: column 3 is full"),
        ('"0032334033"', '"0101010"', "moves: the game is finished: the last move completes four"),
        ('"0032334033"', '"01010102"', "comes after the game was won"),
        ('"0032334033"', '"' + "0" * 99 + '"', "moves: 99 moves, but there are 42 cells"),
        (
            "to_move: RED",
            "to_move: YELLOW",
            "line 7, case mate-in-9: to_move: it is not YELLOW's",
        ),
        ("to_move: RED", "to_move: R", "to_move: 'R' is not one of RED, YELLOW"),
        (
            "to_move: RED",
            "first: YELLOW",
            "it shows ......./...Y.../...R.../Y..Y.../Y..R.../R.YRR..",
        ),
        (
            "to_move: RED",
            "first: YELLOW",
            "moves lead to ......./...R.../...Y.../R..R.../R..Y.../Y.RYY..",
        ),
        ("R.YRR..", "..YRR..", "board: the disc in column 0, row 1 floats above an empty cell"),
        ("R.YRR..", "R.YRR.", "board: row 6 from the top has 6 cells, not 7"),
        ("R.YRR..", "R.YBR..", "board: row 6 from the top has 'B'; cells are R, Y or ."),
        ("R.YRR..", "R.RYR..", "board: the drawing does not match the moves"),
        ("[6]", "[]", "accept: at least one column must be accepted"),
        ("[6]", "6", "line 15, case mate-in-9: accept: should be a list, but is 6"),
        ("[6]", "[7]", "accept: there is no column 7: columns are 0-6"),
        ("[6]", "[6, 6]", "accept: column 6 is listed twice"),
        ("[6]", "[6, true]", "line 15, case mate-in-9: accept, item 2: should be a whole number"),
        ("mate_in: 9", "mate_in: 8", "mate_in: should be an odd number of plies, 1-41, not 8"),
        ("mate_in: 9", "mate_in: 43", "mate_in: should be an odd number of plies, 1-41, not 43"),
        ("mate_in: 9", "mate_in: 33", "mate_in: 33 plies, but only 32 cells are empty"),
        ("mate_in: 9", "mate_in: 9\n    goal: draw", "mate_in: the goal is to draw, not to win"),
        ("mate_in: 9", "goal: loose", "goal: 'loose' is not one of win, block, draw"),
    ],
)
def test_a_position_that_no_game_reaches_is_refused(
    write: Write, old: str, new: str, message: str
) -> None:
    assert message in reason(write(SUITE.replace(old, new)))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("rows: 3", "rows: 201", "rows: should be 1 to 200, but is 201"),
        ("k: 1", "k: 0", "k: should be 1 to 1000000, but is 0"),
        ("drop 2 1 -> 2", "drop 2 1", "line 10, case tiny: steps, item 1: 'drop 2 1' is not a s"),
        ("win 1", "win 3", "line 11, case tiny: steps, item 2: 'status -> win 3' returns 'win 3'"),
        ("- status -> win 1", "- 7", "steps, item 2: should be text, but is 7"),
        ("k: 1", "k: 1\n    generate: {script: fill}", "a case has either steps or generate"),
        ("cap_s: 10", "cap_s: 10\nyardstick: 0", "line 3: yardstick: should be more than 0 and at"),
        (
            "k: 1",
            "k: 1\n    yardstick: 1001",
            "line 9, case tiny: yardstick: should be more than 0",
        ),
        (
            "k: 1",
            "k: 1\n    yardstick: '3'",
            "yardstick: should be a number or nothing, but is '3'",
        ),
    ],
)
def test_a_wrong_script_is_refused(write: Write, old: str, new: str, message: str) -> None:
    assert message in reason(write(OPERATIONS.replace(old, new)))


def test_a_case_has_the_yardstick_of_its_suite_or_its_own(write: Write) -> None:
    of_suite = OPERATIONS.replace("cap_s: 10", "cap_s: 10\nyardstick: 6")
    (case,) = load_suite(write(of_suite)).cases
    assert case.yardstick == 6
    (case,) = load_suite(write(of_suite.replace("k: 1", "k: 1\n    yardstick: 0.5"))).cases
    assert case.yardstick == 0.5


@pytest.mark.parametrize(
    ("recipe", "message"),
    [
        ("{script: fill, seed: 1}", "generate: operations: should be 1 to 100000"),
        ("{script: fill, seed: 1, operations: 100001}", "generate: operations: should be"),
        ("{script: fil, seed: 1, operations: 9}", "generate: script: is 'fil', not one of"),
        ("{script: fill, operations: 9}", "generate: seed: is missing"),
        ("{script: fill, operations: 9, seed: 1, size: 2}", "generate: size: is not a parameter"),
        ("{script: resets, operations: 9, seed: 1, resets: 2}", "generate: resets: is 2, not a"),
        ("fill", "generate: should be a mapping or nothing, but is 'fill', text"),
    ],
)
def test_a_wrong_recipe_is_refused(write: Write, recipe: str, message: str) -> None:
    text = OPERATIONS[: OPERATIONS.index("    steps")] + f"    generate: {recipe}\n"
    assert message in reason(write(text))


def test_a_full_column_cannot_be_accepted(write: Write) -> None:
    text = "kata: best_move\ncap_s: 1\ncases:\n- {id: a, moves: '333333', accept: [3]}\n"
    assert reason(write(text)) == "line 4, case a: accept: column 3 is full"


def test_two_cases_of_one_id_are_refused(write: Write) -> None:
    second = "  - id: mate-in-9\n    moves: ''\n    accept: [3]\n"
    message = "line 18, case mate-in-9: id: the case on line 5 has the same id"
    assert reason(write(SUITE + second)) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "it is empty"),
        ("# nothing\n", "it is empty"),
        ("---\n", "a suite should be a mapping, but this is empty"),
        ("- a\n", "line 1: a suite should be a mapping, but this is a list"),
        ("text", "line 1: a suite should be a mapping, but this is 'text'"),
        ("kata: best_move\ncases: []\n", "line 2: cases: there are none"),
        (
            "kata: best_move\ncases: [7]\n",
            "line 2, case 1: cases: a case should be a mapping, but t",
        ),
        ("a: [", ": this is not YAML"),
        ("a: 'b\n", "this is not YAML"),
        ("a: \x00", "this is not YAML"),
        ("a: 1\n---\nb: 2\n", "line 2: a second document begins here"),
        (b"a: \xff\xfe", "line 1: this is not UTF-8"),
        ("kata: best_move".encode("utf-16"), "this is not UTF-8"),
        ("7: seven", "line 1: a field's name should be plain text, and this is not"),
        ("? [a]\n: b", "a field's name should be plain text, and this is not"),
        ("a: !!python/object/apply:os.system [id]", "line 1: tags such as 'tag:yaml.org,2002:pyth"),
        ("a: !!python/name:os.system ''", "line 1: tags such as"),
        ("a: !own b", "line 1: tags such as '!own' are not allowed"),
        ("a: &x [b]\nc: [*x, *x]", "line 1: anchors (&) and aliases (*) are not allowed"),
        ("a: *x", "line 1: anchors (&) and aliases (*) are not allowed"),
        ("[" * 500, "line 1: nested more than 12 deep"),
        ("[" * 100_000, "nest"),  # libyaml of 0.2.6 or newer refuses it before we can
        ("a: " + "{a: " * 1000, "line 1: nested more than 12 deep"),
        ("- " * 50_000, "nested more than 12 deep"),
        ("#" * 2_100_000, "it is larger than 2 MiB"),
        ("kata: best_move\nkata: operations\n", "line 2: the field 'kata' appears twice"),
    ],
)
def test_what_is_not_one_plain_document_is_refused(
    write: Write, text: str | bytes, message: str
) -> None:
    assert message in reason(write(text))


def test_a_python_tag_runs_nothing(write: Write, tmp_path: Path) -> None:
    made = tmp_path / "made"
    reason(write(f"a: !!python/object/apply:os.mkdir ['{made}']"))
    assert not made.exists()


def test_what_is_not_a_file_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    assert reason(tmp_path / "pipe.yaml") == "it is not a regular file"
    assert reason(tmp_path / "none.yaml") == "there is no such file"
    assert "it is a folder" in reason(tmp_path)
    assert reason(Path("/dev/zero")) == "it is not a regular file"


def test_a_file_name_that_cannot_be_printed_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "two\nlines.yaml"
    path.write_text(SUITE)
    with pytest.raises(SuiteError, match="cannot be printed") as caught:
        load_suite(path)
    assert "\n" not in str(caught.value)


def test_what_a_suite_says_about_a_case_cannot_act_on_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "odd.yaml"
    path.write_text(OPERATIONS.replace("about: a win on the first disc", r'about: "\e[2Ja win"'))
    assert load_suite(path).cases[0].about == r"\x1b[2Ja win"


def test_the_shipped_suites_are_sound_and_ordered_by_phase() -> None:
    names = [suite.name for suite in shipped("best_move")]
    assert names[:2] == ["phase2", "phase3"]
    assert all(not suite.stretch for suite in shipped("best_move"))
    assert {suite.name for suite in shipped("best_move", stretch=True)} >= set(names)


def test_a_shipped_suite_is_found_by_its_name() -> None:
    assert by_name("phase3").path == by_name("best_move/phase3").path
    assert by_name("phase3", "best_move").name == "phase3"


@pytest.mark.parametrize("name", ["phase33", "", "../phase3", "*", "phase\n3"])
def test_an_unknown_name_lists_what_is_shipped(name: str) -> None:
    with pytest.raises(
        SuiteError, match=r"there is no suite .*; the shipped .*phase2, phase3"
    ) as error:
        by_name(name)
    assert "\n" not in str(error.value)


def loads_or_is_refused(path: Path) -> None:
    try:
        assert isinstance(load_suite(path), Suite)
    except SuiteError as error:
        assert re.fullmatch(r"[^\n]{1,1000}", str(error))


@pytest.fixture(scope="module")
def anywhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("suites") / "bank.yaml"


JUNK = st.one_of(
    st.sampled_from(
        ["-1", "true", "~", "[]", "{}", "0x_", "1e999", "!!python/none x", "&a", "*a", "<<: {}"]
    ),
    st.text(max_size=12),
)


@pytest.mark.parametrize("examples", EXAMPLES)
def test_mutated_text_is_a_suite_or_one_line(anywhere: Path, examples: int) -> None:
    @settings(max_examples=examples, deadline=None)
    @given(st.sampled_from([SUITE, OPERATIONS]), st.data())
    def always(text: str, data: st.DataObject) -> None:
        for _ in range(data.draw(st.integers(1, 4))):
            start = data.draw(st.integers(0, len(text)))
            end = min(len(text), start + data.draw(st.integers(0, 12)))
            text = text[:start] + data.draw(JUNK) + text[end:]
        anywhere.write_bytes(text.encode("utf-8", "surrogatepass"))
        loads_or_is_refused(anywhere)

    always()


LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=20),
    st.dates(),
    st.binary(max_size=5),
    st.sampled_from(["RED", "win", "3333", "drop 0 1 -> 2", "fill", 10**30]),
)
STRUCTURES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=10,
)


@pytest.mark.thorough
@pytest.mark.parametrize("examples", EXAMPLES)
def test_any_structure_is_a_suite_or_one_line(anywhere: Path, examples: int) -> None:
    @settings(max_examples=examples, deadline=None)
    @given(st.sampled_from([SUITE, OPERATIONS]), st.data())
    def always(text: str, data: st.DataObject) -> None:
        suite = yaml.safe_load(text)
        case = suite["cases"][0]
        for part in data.draw(st.lists(st.sampled_from([suite, case]), min_size=1, max_size=3)):
            known = st.sampled_from([*suite, *case, "first", "goal", "quiet", "generate"])
            part[data.draw(known)] = data.draw(STRUCTURES)
        anywhere.write_text(yaml.safe_dump(suite, allow_unicode=True), "utf-8", "surrogatepass")
        loads_or_is_refused(anywhere)

    always()
