"""The judge makes one verdict of every outcome, with the numbers that defend it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from graders import grade_file
from graders.grading.judge import judge
from graders.katas import all_katas, best_move, kata_named, operations
from graders.katas.best_move.task import BestMoveTask
from graders.katas.kata import MAY_BE_RIGHT, Kata
from graders.model.ending import Cause, Ending
from graders.model.limits import MIB, Limits
from graders.model.outcome import Event, Fault, Garble, Garbled, Outcome, Stage
from graders.model.raised import Frame, Raised
from graders.model.submission import Speech
from graders.model.value import Other
from graders.model.verdict import Judgement, Verdict

TASK = BestMoveTask("0032334033", (6,), mate_in=9)
SCRIPT = operations.KATA.read_task({"rows": 2, "cols": 2, "k": 3, "steps": ["reset -> OK"]})
LIMITS = Limits()
EXAMPLES = [100, pytest.param(10_000, marks=pytest.mark.slow)]

OWN_LINE = Frame("mine.py", 30, "search", "self.board.drop_disc(col)")
FULL = Raised(
    "kata.board.ColumnFullError", "column 3 is full\n...Y...\n...R...\n0123456", own_line=OWN_LINE
)


def judged(outcome: Outcome, cap_s: float = 2.0, limits: Limits = LIMITS) -> Judgement:
    return judge(best_move.KATA, TASK, outcome, cap_s, limits)


def test_a_reply_within_the_cap_is_checked_by_the_kata() -> None:
    assert judged(Outcome(Event.REPLIED, 6, wall_s=1.9)).verdict is Verdict.ACCEPTED
    assert judged(Outcome(Event.REPLIED, 3, wall_s=1.9)).verdict is Verdict.WRONG_ANSWER
    assert judged(Outcome(Event.REPLIED, "6", wall_s=1.9)).verdict is Verdict.INVALID_ANSWER


@pytest.mark.parametrize("value", [6, 3, None])
def test_an_answer_after_the_cap_never_counts(value: object) -> None:
    judgement = judged(Outcome(Event.REPLIED, value, wall_s=2.01, cpu_s=2.0))
    assert judgement.verdict is Verdict.TIME_LIMIT_EXCEEDED
    assert "2.01 s" in judgement.message
    assert "the cap is 2 s" in judgement.message


def test_seconds_that_the_machine_took_do_not_count() -> None:
    outcome = Outcome(Event.REPLIED, 6, wall_s=2.5, cpu_s=1.9, kept_off_s=0.6)
    assert judged(outcome).verdict is Verdict.ACCEPTED


def test_more_cpu_time_than_the_cap_in_all_processes_is_late_whatever_the_wall_says() -> None:
    for kept_off_s in (None, 0.0, 0.9):
        outcome = Outcome(Event.REPLIED, 6, wall_s=1.2, cpu_s=2.1, kept_off_s=kept_off_s)
        assert judged(outcome).verdict is Verdict.TIME_LIMIT_EXCEEDED


def test_a_program_that_computed_is_told_from_one_that_waited() -> None:
    busy = judged(Outcome(Event.TIMED_OUT, wall_s=2.0, cpu_s=1.99))
    slow = Outcome(Event.TIMED_OUT, wall_s=2.0, cpu_s=0.01)
    idle = judged(replace(slow, kept_off_s=0.0))
    assert "it was waiting, perhaps for a core: 0.01 s of CPU" in judged(slow).message
    assert busy.verdict is idle.verdict is Verdict.TIME_LIMIT_EXCEEDED
    assert "it was computing: 1.99 s of CPU" in busy.message
    assert "it was waiting: 0.01 s of CPU" in idle.message
    for judgement in (busy, idle):
        assert "cap of 2 s" in judgement.message


def test_where_its_cpu_time_is_unknown_wall_time_counts_and_neither_is_said() -> None:
    late = Outcome(Event.TIMED_OUT, wall_s=2.0, cpu_s=None)
    judgement = judged(late)
    assert judgement.verdict is Verdict.TIME_LIMIT_EXCEEDED
    assert judgement.message == (
        "no answer within the cap of 2 s, stopped after 2.00 s; whether it was computing or "
        "waiting is not known: its CPU time is not available here"
    )
    assert "flush" in judged(replace(late, speech=Speech.LINES)).message
    in_time = Outcome(Event.REPLIED, 6, wall_s=1.9, cpu_s=None)
    assert judged(in_time).verdict is Verdict.ACCEPTED
    assert judged(replace(in_time, wall_s=2.1)).verdict is Verdict.TIME_LIMIT_EXCEEDED


def test_a_program_of_its_own_that_waited_is_asked_whether_it_flushes() -> None:
    late = Outcome(Event.TIMED_OUT, wall_s=2.1, cpu_s=0.01, speech=Speech.LINES)
    asked = "; did it flush its stdout? `kata check-protocol` finds out"
    assert judged(late).message.endswith(asked)
    assert "flush" not in judged(replace(late, cpu_s=2.1)).message
    assert "flush" not in judged(replace(late, speech=Speech.PYTHON)).message


def test_a_program_that_computed_whenever_it_could_is_not_said_to_wait() -> None:
    message = judged(Outcome(Event.TIMED_OUT, wall_s=8.0, cpu_s=1.99, kept_off_s=6.0)).message
    assert "it was computing: 1.99 s of CPU time" in message
    assert message.endswith("(6.00 s of waiting for a core are not counted)")


def test_a_program_that_the_machine_never_let_run_is_not_said_to_wait() -> None:
    outcome = Outcome(Event.TIMED_OUT, wall_s=10.0, cpu_s=0.4, kept_off_s=9.5, out_of_patience=True)
    assert judged(outcome).message == (
        "no answer before the grader ran out of patience, after 10.00 s; "
        "it had 0.40 s of CPU time, and was kept off its core for 9.50 s"
    )


def test_an_exception_is_named_with_the_submissions_own_line() -> None:
    judgement = judged(Outcome(Event.RAISED, fact=FULL))
    assert judgement.verdict is Verdict.RUNTIME_ERROR
    assert judgement.message.startswith("kata.board.ColumnFullError: column 3 is full (line 30); ")
    assert "valid_moves()" in judgement.message


@pytest.mark.parametrize(
    ("exception", "hint"),
    [
        ("AttributeError: 'Board' object has no attribute 'undo'", "undo_move"),
        ("TypeError: unhashable type: 'Board'", "(str(board), board.current_player)"),
        ("ImportError: cannot import name 'Board' from 'kata' (x)", "from kata.board import Board"),
        ("ImportError: attempted relative import with no known parent package", "__init__.py"),
        ("ModuleNotFoundError: No module named 'board'", "from kata.board import Board, Player"),
        ("NameError: name 'Board' is not defined", "from kata.board import Board, Player"),
        ("NameError: name 'Player' is not defined", "from kata.board import Board, Player"),
        ("EOFError: EOF when reading a line", "no input"),
        ("bdb.BdbQuit", "breakpoint"),
        ("RecursionError: maximum recursion depth exceeded", "stop"),
        ("ModuleNotFoundError: No module named 'numpy'", "--allow"),
        ("ModuleNotFoundError: No module named 'solutions'", "may import the standard library"),
        ("RuntimeError: can't start new thread", "at most 64 processes and threads"),
        ("OSError: [Errno 24] Too many open files: 'x'", "at most 256 files"),
    ],
)
def test_a_common_mistake_has_a_hint(exception: str, hint: str) -> None:
    kind, _, message = exception.partition(": ")
    raised = Raised(kind, message, own_line=OWN_LINE)
    message = judged(Outcome(Event.RAISED, fact=raised)).message
    assert message.startswith(f"{exception} (line 30); ")
    assert hint in message


@pytest.mark.parametrize("kata", [best_move.KATA, kata_named("connect4")])
@pytest.mark.parametrize("kind", ["EOFError", "SystemExit"])
def test_a_file_that_plays_a_game_while_it_is_loaded_is_told_where_that_belongs(
    kata: Kata[Any], kind: str
) -> None:
    outcome = Outcome(Event.NOT_LOADED, fact=Raised(kind, "1"), stage=Stage.LOADING)
    message = judge(kata, TASK, outcome, 2.0, LIMITS).message
    assert message.endswith('; put what starts a game below if __name__ == "__main__"')


@pytest.mark.parametrize(
    "said",
    [
        "find_best_move() takes 0 positional arguments but 1 was given",
        "find_best_move() missing 1 required positional argument: 'd'",
        "f() missing 1 required keyword-only argument: 'd'",
    ],
)
def test_parameters_are_compared_with_the_statement_where_the_call_itself_fails(said: str) -> None:
    call, within = (
        judged(Outcome(Event.RAISED, fact=Raised("TypeError", said, own_line=line))).message
        for line in (None, OWN_LINE)
    )
    assert "README" in call
    assert "README" not in within


BOARD_WORDS = {"kata", "valid_moves", "current_player"}
SAYS_SOMETHING_OF_A_BOARD = (
    "import board",
    "print(Board)",
    "{type('Board', (), {'__hash__': None})()}",
    "type('Board', (), {})().undo",
    "import nowhere",
)


@pytest.mark.parametrize("name", all_katas())
def test_only_a_kata_that_hands_out_a_board_speaks_of_it(name: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    advice = []
    for line in SAYS_SOMETHING_OF_A_BOARD:
        file.write_text(f"{line}\n", encoding="utf-8")
        card = grade_file(file, kata=name, stop_at_first=True)
        assert card.results[0].verdict is Verdict.LOAD_ERROR
        advice.append(card.results[0].message.partition("(line 1)")[2])
    spoken_of = [bool(BOARD_WORDS & set(re.findall(r"\w+", said))) for said in advice]
    assert spoken_of == [kata_named(name).hands_out_board] * len(advice), advice
    assert "; where nowhere is a package" in advice[-1]


def test_best_move_is_the_kata_that_hands_out_a_board() -> None:
    assert [name for name, kata in all_katas().items() if kata.hands_out_board] == ["best_move"]


def test_other_exceptions_have_no_hint() -> None:
    raised = Raised("ZeroDivisionError", "division by zero", own_line=OWN_LINE)
    wanted = "ZeroDivisionError: division by zero (line 30)"
    assert judged(Outcome(Event.RAISED, fact=raised)).message == wanted


def test_an_exception_without_a_name_still_has_a_message() -> None:
    judgement = judged(Outcome(Event.RAISED, fact=Raised("", "\n")))
    assert judgement == Judgement(Verdict.RUNTIME_ERROR, "it raised an exception")


def test_a_file_that_cannot_be_loaded_says_why() -> None:
    late = Outcome(Event.NOT_LOADED, fact=Ending(Cause.TIME, limit=5.0), stage=Stage.LOADING)
    assert judged(late) == Judgement(Verdict.LOAD_ERROR, "importing it took longer than 5 s")
    missing = Raised("ModuleNotFoundError", "No module named 'x'", frames=(OWN_LINE,))
    message = judged(Outcome(Event.NOT_LOADED, fact=missing, stage=Stage.LOADING)).message
    assert message.startswith("the file cannot be imported: ModuleNotFoundError")
    assert "--allow" in message


def test_memory_and_floods_have_their_verdicts_and_numbers() -> None:
    held = Ending(Cause.MEMORY_PEAK, limit=64 * MIB, held=900 * MIB)
    assert judged(Outcome(Event.OUT_OF_MEMORY, fact=held)) == Judgement(
        Verdict.MEMORY_LIMIT_EXCEEDED, "it held 900 MiB; the limit is 64 MiB"
    )
    printed = Ending(Cause.PRINTED, limit=16 * MIB)
    assert judged(Outcome(Event.FLOODED, fact=printed)) == Judgement(
        Verdict.OUTPUT_LIMIT_EXCEEDED, "it was stopped: it printed more than 16 MiB"
    )


def test_the_other_ends_have_their_verdicts() -> None:
    assert judged(Outcome(Event.DIED, fact=Ending(Cause.SIGNAL, code=11))) == Judgement(
        Verdict.RUNTIME_ERROR, "it was ended by SIGSEGV without an answer"
    )
    garbled = judged(Outcome(Event.GARBLED, fact=Garbled(Garble.NOT_JSON)))
    assert garbled == Judgement(
        Verdict.INVALID_ANSWER, "no answer can be read: the reply is not JSON"
    )
    assert judged(Outcome(Event.GRADER_FAULT, fact=Fault("ours"))) == Judgement(
        Verdict.GRADER_ERROR, "ours"
    )


@pytest.mark.parametrize("event", [event for event in Event if event is not Event.REPLIED])
def test_whatever_ends_without_an_answer_has_a_message(event: Event) -> None:
    judgement = judged(Outcome(event))
    assert judgement.verdict is not Verdict.ACCEPTED
    assert judgement.message


class WantsAnError(type(best_move.KATA)):
    """A kata that takes nothing but an exception."""

    judges = frozenset(Event)

    def check(self, task: BestMoveTask, outcome: Outcome) -> Judgement:
        raised = outcome.event is Event.RAISED
        return Judgement(Verdict.ACCEPTED if raised else Verdict.WRONG_ANSWER)


def test_a_kata_may_ask_to_see_an_exception_and_take_it_for_right() -> None:
    def verdict(event: Event, wall_s: float = 0.1) -> Verdict:
        return judge(WantsAnError(), TASK, Outcome(event, wall_s=wall_s), 2.0, LIMITS).verdict

    assert verdict(Event.RAISED) is Verdict.ACCEPTED
    assert verdict(Event.RAISED, wall_s=2.1) is Verdict.TIME_LIMIT_EXCEEDED
    assert verdict(Event.REPLIED) is verdict(Event.DIED) is Verdict.WRONG_ANSWER


@pytest.mark.parametrize("event", sorted(set(Event) - MAY_BE_RIGHT))
def test_no_kata_sees_limits_or_faults_even_if_it_asks(event: Event) -> None:
    judgement = judge(WantsAnError(), TASK, Outcome(event), 2.0, LIMITS)
    assert judgement == judged(Outcome(event))


JSON_LIKE = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["OK", "win", 6, 10**4000, -(2**70)])
    | st.builds(Other, st.text(max_size=9), st.text(max_size=9)),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=12,
)


@pytest.mark.parametrize("examples", EXAMPLES)
def test_any_answer_gets_a_verdict(examples: int) -> None:
    @settings(max_examples=examples, deadline=None)
    @given(st.sampled_from(Event), JSON_LIKE, st.floats(0, 9), st.floats(0, 9))
    def always(event: Event, value: object, wall_s: float, cpu_s: float) -> None:
        outcome = Outcome(event, value, wall_s=wall_s, cpu_s=cpu_s)
        for kata, task in ((best_move.KATA, TASK), (operations.KATA, SCRIPT)):
            judgement = judge(kata, task, outcome, 2.0, LIMITS)
            assert (judgement.verdict is Verdict.ACCEPTED) == (judgement.message == "")
        operations.KATA.explain(SCRIPT, outcome, Verdict.WRONG_ANSWER)

    always()
