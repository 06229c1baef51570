"""What is said of a run: what was seen, on which rung both agree, and what comes next."""

from __future__ import annotations

import ast
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from graders.katas import kata_named
from graders.katas.best_move.assess import CONDITIONS
from graders.katas.best_move.evidence import finding_texts
from graders.katas.best_move.probes import mistake_forms
from graders.katas.kata import RunContext
from graders.model.scorecard import Assessment, Probed, Result
from graders.model.submission import Speech
from graders.model.verdict import Verdict

KATA = kata_named("best_move")
FOUND, WRONG, LATE = Verdict.ACCEPTED, Verdict.WRONG_ANSWER, Verdict.TIME_LIMIT_EXCEEDED
INVALID, RAISED = Verdict.INVALID_ANSWER, Verdict.RUNTIME_ERROR
ANY = [verdict for verdict in Verdict if verdict is not Verdict.GRADER_ERROR]
CASES = ("at-once", "block", "mate-3", "mate-5", "mate-7", "mate-9")

NO_SEARCH = "def find_best_move(board):\n    return board.valid_moves()[0]\n"
MINIMAX = """
def find_best_move(board):
    return max(board.valid_moves(), key=lambda col: after(board, col, 4))

def after(board, col, depth):
    board.drop_disc(col)
    value = -value_of(board, depth)
    board.undo_move()
    return value

def value_of(board, depth):
    if board.check_winner():
        return -1
    if depth == 0 or board.is_full():
        return 0
    return max(after(board, col, depth - 1) for col in board.valid_moves())
"""
ALPHA_BETA = """
def find_best_move(board):
    best, col = -2, None
    for each in board.valid_moves():
        board.drop_disc(each)
        value = -search(board, 7, -2, 2)
        board.undo_move()
        if value > best:
            best, col = value, each
    return col

def search(board, depth, low, high):
    if board.check_winner():
        return -1
    if depth == 0 or board.is_full():
        return 0
    for each in board.valid_moves():
        board.drop_disc(each)
        value = -search(board, depth - 1, -high, -low)
        board.undo_move()
        low = max(low, value)
        if low >= high:
            break
    return low
"""
DEEPENING = """
import time

def find_best_move(board):
    end, depth, col = time.monotonic() + 1.8, 1, None
    while time.monotonic() < end and depth < 43:
        col = at_depth(board, depth)
        depth += 1
    return col

def at_depth(board, depth):
    values = {}
    for each in board.valid_moves():
        board.drop_disc(each)
        values[each] = -search(board, depth, -2, 2)
        board.undo_move()
    return max(values, key=values.get)
""" + ALPHA_BETA[ALPHA_BETA.index("\ndef search") :]
TABLE = (
    DEEPENING.replace(
        "    for each in board.valid_moves():\n        board.drop_disc(each)\n        value =",
        "    key = str(board)\n    if key in known and known[key][0] >= depth:\n"
        "        return known[key][1]\n"
        "    for each in board.valid_moves():\n        board.drop_disc(each)\n        value =",
    ).replace("    return low\n", "    known[key] = depth, low\n    return low\n")
    + "\nknown = {}\n"
)


def run(verdicts: Mapping[str, Verdict], used_s: float = 0.5) -> list[Result]:
    """Return results of the six usual kinds of position, accepted unless it is said otherwise."""
    results = []
    for number, name in enumerate(CASES):
        verdict = verdicts.get(name, FOUND)
        mate = 1 if name == "at-once" else None if name == "block" else int(name[-1])
        results.append(
            Result(
                f"a/{name}",
                verdict,
                int(verdict is FOUND),
                1,
                2.0,
                answer=3 if verdict in (FOUND, WRONG) else None,
                wall_s=2.0 if verdict is LATE else used_s,
                cpu_s=2.0 if verdict is LATE else used_s,
                goal="block" if name == "block" else "win",
                to_move=("RED", "YELLOW")[number % 2],
                accept=(3,) if verdict is FOUND else (2,),
                mate_in=mate,
                moves="",
                first="RED",
            )
        )
    return results


def said(
    results: list[Result], source: str | None = None, probed: tuple[Probed, ...] = ()
) -> Assessment:
    code = None if source is None else KATA.read_code(ast.parse(source))
    assessment = KATA.assessment(results, RunContext(code=code, probed=probed))
    assert assessment is not None
    return assessment


def names(assessment: Assessment, evidence: str) -> set[str]:
    return {each.name for each in assessment.findings if each.evidence == evidence}


def proof(mistake: str, *, but_one: bool = False) -> tuple[Probed, ...]:
    form = next(form for form in mistake_forms() if form.mistake == mistake)
    probed = tuple(
        Probed(mistake, each.moves, each.first, each.predicted, *each.predicted[:1] * 2)
        for each in form.positions
    )
    return (*probed[1:], replace(probed[0], answer=None)) if but_one else probed


MISSES = {"mate-9": WRONG}


class TestARung:
    @pytest.mark.parametrize(
        ("source", "rung"),
        [(MINIMAX, "naive"), (ALPHA_BETA, "alpha_beta"), (DEEPENING, "iterative_deepening")],
    )
    def test_is_named_where_answers_and_source_agree(self, source: str, rung: str) -> None:
        assessment = said(run(MISSES), source)
        assert assessment.rung == rung
        assert assessment.evidence.endswith("it sees every mate up to 7 and misses one in 9.")

    def test_of_a_table_is_named_where_it_carries_to_mates_in_9(self) -> None:
        assert said(run({}), TABLE).rung == "transposition"
        assert said(run(MISSES), TABLE).rung == ""

    @pytest.mark.parametrize("source", [MINIMAX, ALPHA_BETA, DEEPENING, TABLE])
    def test_is_not_named_of_answers_that_do_not_agree(self, source: str) -> None:
        assert said(run({"mate-3": WRONG}), source).rung == ""
        assert said(run({"block": WRONG}), source).rung == ""

    @pytest.mark.parametrize("source", [None, NO_SEARCH])
    def test_is_not_named_without_a_search_that_was_read(self, source: str | None) -> None:
        assessment = said(run(MISSES), source)
        assert assessment.rung == ""
        assert assessment.evidence == "It sees every mate up to 7 and misses one in 9."

    def test_is_the_same_whatever_time_was_used(self) -> None:
        assert {said(run(MISSES, used), ALPHA_BETA).rung for used in (0.001, 0.5, 1.9)} == {
            "alpha_beta"
        }

    def test_of_a_copying_search_is_not_deepening(self) -> None:
        copying = ALPHA_BETA.replace("board.drop_disc(each)", "board = board.copy()", 2)
        assessment = said(run({"mate-7": WRONG}), "from copy import deepcopy\n" + copying)
        assert assessment.rung == "alpha_beta"
        assert "copies" in names(assessment, "source")
        assert assessment.topic == "shallow_with_copies"

    def test_is_not_named_where_a_mistake_is_proved_that_breaks_it(self) -> None:
        assert said(run(MISSES), ALPHA_BETA, proof("sign")).rung == ""
        assert said(run(MISSES), ALPHA_BETA, proof("dawdles")).rung == "alpha_beta"

    def test_of_every_technique_needs_some_sight(self) -> None:
        assert min(rung.least_sight for rung in finding_texts().rungs.values()) == 3


class TestWhatTheSourceHas:
    def test_is_told_with_its_line(self) -> None:
        found = {each.name: each.line for each in said(run({}), ALPHA_BETA).findings}
        assert ALPHA_BETA.splitlines()[(found["window"] or 0) - 1].strip() == "if low >= high:"

    def test_a_method_of_the_base_class_is_not_taken_for_a_search(self) -> None:
        own = (
            "class Other:\n    def __init__(self):\n        self.own = {}\n"
            "class Own(dict):\n    def __init__(self):\n        super().__init__()\n"
            "OWN, OTHER = Own(), Other()\n"
        )
        alone, beside = (KATA.read_code(ast.parse(code)) for code in (ALPHA_BETA, own + ALPHA_BETA))
        assert beside.in_doubt == alone.in_doubt

    def test_has_no_line_where_the_source_is_of_several_files(self) -> None:
        code = KATA.read_code(ast.parse(ALPHA_BETA))
        assessment = KATA.assessment(run({}), RunContext(code=code, one_file=False))
        assert assessment is not None
        assert {each.line for each in assessment.findings} == {None}

    def test_is_no_search_where_a_function_is_wrapped_round_a_method_of_its_name(self) -> None:
        wrapped = (
            "class Solver:\n    def __init__(self, board):\n        self.board = board\n"
            "    def find_best_move(self):\n        return self.board.valid_moves()[0]\n"
            "def find_best_move(board):\n    return Solver(board).find_best_move()\n"
        )
        assessment = said(run(dict.fromkeys(CASES, WRONG), 0.0003), wrapped)
        assert names(assessment, "source") == set()
        assert assessment.topic == "missed_at_once_without_search"

    def test_never_says_what_only_sounds_like_it(self) -> None:
        named = NO_SEARCH.replace("board", "alpha_beta_table_of_max_depth")
        assert names(said(run({}), named), "source") == set()


class TestAMistake:
    def test_is_named_where_every_probe_of_a_form_was_played_as_predicted(self) -> None:
        assessment = said(run({"block": WRONG}), None, proof("sign"))
        assert (assessment.faults, assessment.topic) == (("sign",), "sign")
        (finding,) = [each for each in assessment.findings if each.evidence == "probes"]
        assert finding.probes == proof("sign")
        assert finding.text in assessment.evidence

    def test_is_not_named_where_one_was_played_otherwise(self) -> None:
        assert said(run({"block": WRONG}), None, proof("sign", but_one=True)).faults == ()

    def test_is_not_named_of_who_draws_random_numbers(self) -> None:
        source = f"import random\n{NO_SEARCH}\nLUCK = random.random()\n"
        assert said(run({"block": WRONG}), source, proof("sign")).faults == ()

    def test_in_a_table_is_named_only_where_a_table_was_read(self) -> None:
        probed = proof("table_without_bound")
        assert said(run({"mate-9": WRONG}), TABLE, probed).faults == ("table_without_bound",)
        for source in (None, ALPHA_BETA):
            assert said(run({"mate-9": WRONG}), source, probed).faults == ()

    def test_of_the_board_speaks_of_other_discs_and_counts_none(self) -> None:
        results = [replace(each, board_changed=True) for each in run({"mate-3": WRONG})]
        assessment = said(results, ALPHA_BETA, proof("sign"))
        assert assessment.faults == ("board_changed",)
        assert "comes back with different discs" in assessment.evidence

    def test_in_counting_columns_takes_every_short_position(self) -> None:
        short = ("at-once", "block", "mate-3", "mate-5")
        wrong = run(dict.fromkeys(CASES, WRONG))
        shifted = [replace(each, answer=4 + n, accept=(3 + n,)) for n, each in enumerate(wrong)]
        assert said(shifted).faults == ("counted_from_one",)
        assert said([replace(shifted[0], answer=0), *shifted[1:]]).faults == ()
        assert len(short) == sum(each.id.removeprefix("a/") in short for each in shifted)

    def test_of_a_score_takes_numbers_that_number_no_cell(self) -> None:
        results = [replace(each, answer=1000) for each in run(dict.fromkeys(CASES, INVALID))]
        assert said(results).faults == ("score_returned",)
        assert said([replace(each, answer=38) for each in results]).faults == ()


class TestWhatComesNext:
    @pytest.mark.parametrize(
        ("verdicts", "source", "topic"),
        [
            ({"at-once": WRONG}, NO_SEARCH, "missed_at_once_without_search"),
            ({"at-once": WRONG}, MINIMAX, "missed_at_once_searching"),
            ({"at-once": WRONG}, None, "missed_at_once"),
            ({"at-once": WRONG, "mate-9": LATE}, ALPHA_BETA, "missed_at_once_searching"),
            ({"block": WRONG}, NO_SEARCH, "missed_block_without_search"),
            ({"block": WRONG}, ALPHA_BETA, "missed_block_searching"),
            ({"block": WRONG}, None, "missed_block"),
            ({"mate-3": WRONG}, NO_SEARCH, "shallow_without_search"),
            ({"mate-3": WRONG}, ALPHA_BETA, "missed_three_searching"),
            ({"mate-7": WRONG}, MINIMAX, "shallow_without_window"),
            ({"mate-7": WRONG}, ALPHA_BETA, "shallow_without_depths"),
            ({"mate-9": WRONG}, DEEPENING, "shallow_without_table"),
            ({"mate-9": WRONG}, TABLE, "shallow_with_time_left"),
            ({"mate-9": WRONG}, None, "shallow_with_time_left"),
            ({"mate-9": LATE}, ALPHA_BETA, "late_fixed_depth"),
            ({"mate-9": LATE}, DEEPENING, "late_clock_outside"),
            ({"mate-9": LATE}, None, "late"),
            (dict.fromkeys(CASES, LATE), ALPHA_BETA, "all_late"),
            (dict.fromkeys(CASES, RAISED), ALPHA_BETA, "runtime_error"),
            (dict.fromkeys(CASES, INVALID), ALPHA_BETA, "invalid_answer"),
            ({}, TABLE, "all_found_untried"),
            ({}, None, "all_found_untried"),
        ],
    )
    def test_is_what_the_run_and_the_source_leave_open(
        self, verdicts: dict[str, Verdict], source: str | None, topic: str
    ) -> None:
        assessment = said(run(verdicts), source)
        assert assessment.topic == topic
        missed = {f"a/{name}" for name, verdict in verdicts.items() if verdict is not FOUND}
        assert assessment.case in (missed or {""})

    def test_never_asks_for_an_option_that_was_used(self) -> None:
        usual = run({})
        varied = [replace(each, id=f"{each.id}~mirror") for each in usual]
        longer = replace(usual[-1], id="b/mate-13", mate_in=13)
        assert said([*usual, *varied]).topic == "all_found_no_stretch"
        assert said([*usual, longer]).topic == "all_found_no_variants"
        tried = said([*usual, longer, *varied])
        assert tried.topic == "all_found"
        assert "--" not in tried.hint

    def test_is_what_waits_where_hardly_anything_was_computed(self) -> None:
        late = [replace(each, cpu_s=0.01) for each in run({"mate-9": LATE})]
        assert said(late, ALPHA_BETA).topic == "waiting"

    def test_is_about_variants_where_most_of_a_kind_are_lost(self) -> None:
        usual = run({})
        mirrored = [replace(each, id=f"{each.id}~mirror", verdict=WRONG) for each in usual]
        assert said([*usual, *mirrored]).topic == "variants_lost"
        assert said([*usual, *mirrored[:1]]).topic != "variants_lost"

    @given(
        st.lists(st.tuples(st.sampled_from(CASES), st.sampled_from(ANY), st.booleans())),
        st.sampled_from([None, NO_SEARCH, MINIMAX, ALPHA_BETA, DEEPENING, TABLE]),
    )
    def test_is_said_of_any_run_whatever(
        self, some: list[tuple[str, Verdict, bool]], source: str | None
    ) -> None:
        results = []
        for name, verdict, varied in some:
            (each,) = [e for e in run({name: verdict}) if e.id == f"a/{name}"]
            results.append(replace(each, id=f"{each.id}~swap") if varied else each)
        code = None if source is None else KATA.read_code(ast.parse(source))
        assessment = KATA.assessment(results, RunContext(code=code))
        missed = [each for each in results if not each.accepted]
        assert not missed or (assessment is not None and assessment.hint)

    def test_fills_in_how_much_of_the_cap_that_mate_took(self) -> None:
        results = run({"mate-7": WRONG}, used_s=0.25)
        results[0] = replace(results[0], wall_s=1.9, cpu_s=1.9)
        assert "a mate in 7 with 0.25 of 2 s used" in said(results, MINIMAX).hint

    def test_names_what_javascript_has_as_it_is_spelled_there(self) -> None:
        at_once = run({"at-once": WRONG})
        code = KATA.read_code(ast.parse(NO_SEARCH))
        assessment = KATA.assessment(at_once, RunContext(code=code, speech=Speech.JAVASCRIPT))
        assert assessment is not None
        assert "checkWinner()" in assessment.hint

    def test_every_condition_of_the_advice_is_one_that_there_is(self) -> None:
        proved = {form.mistake for form in mistake_forms()}
        proved |= {"board_changed", "score_returned", "counted_from_one"}
        named = [each.when for each in KATA.advice().entries if each.when]
        assert set(CONDITIONS) == {name for name in named if name not in proved}
        for mistake in proved:
            entry = KATA.advice().entry(mistake)
            assert entry is not None
            assert entry.says
