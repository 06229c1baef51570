"""Facts become sentences in one room, each with the numbers that defend a verdict."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from graders.grading import messages
from graders.model.ending import Cause, Ending
from graders.model.limits import MIB
from graders.model.outcome import (
    Doubt,
    DoubtKind,
    Event,
    Fault,
    Garble,
    Garbled,
    NothingToCall,
    Outcome,
    Stage,
)
from graders.model.raised import Frame, Raised, SyntaxPlace
from graders.model.scorecard import Attempt
from graders.model.verdict import Verdict

OWN_LINE = Frame("mine.py", 3, "f", "write()")
DIVISION = Raised(
    "ZeroDivisionError",
    "division by zero",
    frames=(Frame("mine.py", 3, "<module>", "f()"), Frame("mine.py", 2, "f", "return 1 / 0")),
    own_line=Frame("mine.py", 2, "f", "return 1 / 0"),
)
BEST_MOVE = NothingToCall("find_best_move", "a function find_best_move")
EXAMPLES = [100, pytest.param(10_000, marks=pytest.mark.slow)]


class TestEndings:
    @pytest.mark.parametrize(
        ("ending", "said"),
        [
            (Ending(Cause.EXIT, code=3), "it ended with exit code 3 without an answer"),
            (Ending(Cause.SIGNAL, code=11), "it was ended by SIGSEGV without an answer"),
            (Ending(Cause.SIGNAL, code=99), "it was ended by signal 99 without an answer"),
            (
                Ending(Cause.PROCESSES, limit=64),
                "it was stopped: it started more than 64 processes and threads",
            ),
            (
                Ending(Cause.MEMORY_HELD, limit=512 * MIB, held=600 * MIB, asked=2048 * MIB),
                "it was stopped: it held 600 MiB and had asked for 2 GiB, and the limit is 512 MiB",
            ),
            (
                Ending(Cause.MEMORY_PEAK, limit=512 * MIB, held=600 * MIB),
                "it held 600 MiB; the limit is 512 MiB",
            ),
            (
                Ending(
                    Cause.MEMORY_REFUSED,
                    limit=512 * MIB,
                    held=9 * MIB,
                    asked=4096 * MIB,
                    raised=Raised("MemoryError", own_line=OWN_LINE),
                ),
                "MemoryError at line 3: write(): it held 9 MiB and asked for more than 4 GiB at "
                "once; the limit is 512 MiB",
            ),
            (
                Ending(Cause.PRINTED, limit=16 * MIB),
                "it was stopped: it printed more than 16 MiB",
            ),
            (
                Ending(Cause.REPLY, limit=4 * MIB),
                "it was stopped: its reply is larger than 4 MiB",
            ),
            (
                Ending(Cause.ANSWER, limit=4 * MIB, asked=9 * MIB),
                "the answer takes 9 MiB or more; the limit is 4 MiB",
            ),
            (
                Ending(Cause.FILES, limit=100_000),
                "it was stopped: it wrote more than 97.66 KiB of files",
            ),
            (
                Ending(
                    Cause.FILE_REFUSED,
                    limit=64 * MIB,
                    raised=Raised("OSError", "[Errno 28] no room", own_line=OWN_LINE),
                ),
                "OSError: [Errno 28] no room at line 3: write(); "
                "the limit for all files that it writes is 64 MiB",
            ),
        ],
        ids=lambda value: value.kind if isinstance(value, Ending) else "",
    )
    def test_each_says_its_numbers(self, ending: Ending, said: str) -> None:
        assert messages.ending(ending) == said

    def test_what_was_being_done_is_said_first(self) -> None:
        ended = Ending(Cause.EXIT, code=0)
        assert messages.ending(ended, Stage.LOADING) == (
            "while it was imported, it ended with exit code 0"
        )
        late = Ending(Cause.TIME, limit=0.3)
        assert messages.ending(late, Stage.LOADING) == "importing it took longer than 0.3 s"
        assert messages.unreadable(late) == "reading it took longer than 0.3 s"


class TestExceptions:
    def test_one_line_has_the_message_and_the_submissions_own_line(self) -> None:
        assert (
            messages.exception_in_one_line(DIVISION)
            == "ZeroDivisionError: division by zero (line 2)"
        )
        assert messages.exception_in_one_line(Raised("bdb.BdbQuit")) == "bdb.BdbQuit"

    def test_only_the_first_line_of_a_message_is_kept(self) -> None:
        drawn = Raised("ValueError", "column 3 is full\n...Y...\n")
        assert messages.exception_in_one_line(drawn) == "ValueError: column 3 is full"

    def test_a_long_or_unprintable_exception_is_tamed(self) -> None:
        words = messages.exception_in_one_line(Raised("ValueError", "\x1b[31m" + "x" * 9000))
        assert words.isprintable()
        assert len(words) < 400

    def test_a_traceback_reads_as_pythons_own(self) -> None:
        assert messages.traceback(DIVISION) == (
            "Traceback (most recent call last):\n"
            '  File "mine.py", line 3, in <module>\n    f()\n'
            '  File "mine.py", line 2, in f\n    return 1 / 0\n'
            "ZeroDivisionError: division by zero"
        )

    def test_what_led_to_it_comes_first(self) -> None:
        text = messages.traceback(Raised("ValueError", "no", cause=DIVISION))
        assert text.index("ZeroDivisionError") < text.index("and then:") < text.index("ValueError")

    @pytest.mark.parametrize(
        "text", ["no\n012\n0", "RY\n012", "R.x\n012", "", "012", "R\n" * 99 + "0"]
    )
    def test_digits_below_anything_else_are_no_board(self, text: str) -> None:
        assert messages.board_when_raised(Raised("ValueError", text)) == ()

    def test_the_board_of_what_led_to_it_is_taken(self) -> None:
        full = Raised("ColumnFullError", "column 1 is full\nRY.\nYRY\n012")
        error = Raised("ValueError", "no\n...\n012", cause=full)
        assert messages.board_when_raised(error) == ("RY.", "YRY")

    def test_a_call_that_repeats_itself_is_shown_three_times_and_counted(self) -> None:
        again = replace(DIVISION, frames=DIVISION.frames[:1] * 8 + DIVISION.frames[1:])
        lines = messages.traceback(again).splitlines()
        assert lines.count('  File "mine.py", line 3, in <module>') == 3
        assert "  [Previous line repeated 5 more times]" in lines

    def test_calls_left_out_are_counted_where_they_were(self) -> None:
        text = messages.traceback(replace(DIVISION, left_out=970))
        assert text.index("line 3") < text.index("… 970 more calls …") < text.index("line 2")

    def test_what_was_cut_is_counted(self) -> None:
        text = messages.traceback(Raised("ValueError", "xxx", cut=998_000, notes=("a note",)))
        assert text == "ValueError: xxx… (998000 more characters)\na note"

    def test_a_syntax_error_points_at_its_place(self) -> None:
        place = SyntaxPlace("mine.py", 3, "\ty = = 2", 6)
        error = Raised("SyntaxError", "invalid syntax", syntax=place)
        wanted = "mine.py, line 3:\n    y = = 2\n        ^\nSyntaxError: invalid syntax"
        assert messages.traceback(error) == messages.unreadable(error) == wanted
        assert messages.raised(error, Stage.LOADING) == wanted

    def test_a_syntax_error_below_the_submission_keeps_its_frames(self) -> None:
        place = SyntaxPlace("<string>", 1, "1 +", 9_999)
        lines = messages.traceback(replace(DIVISION, syntax=place)).splitlines()
        assert lines[-4:-1] == ['  File "<string>", line 1', "    1 +", "       ^"]

    def test_an_import_that_fails_is_told_in_one_line(self) -> None:
        assert messages.raised(DIVISION, Stage.LOADING) == (
            "the file cannot be imported: ZeroDivisionError: division by zero (line 2)"
        )


class TestNothingToCall:
    def test_lists_what_was_found_and_expected(self) -> None:
        said = messages.nothing_to_call(replace(BEST_MOVE, names=("solve", "Helper")))
        assert said == "found solve, Helper; expected a function find_best_move"

    def test_an_empty_file_has_nothing(self) -> None:
        said = messages.nothing_to_call(BEST_MOVE)
        assert said.startswith("found nothing that can be called")

    def test_two_entries_are_one_too_many(self) -> None:
        found = ("find_best_move", "Solver.find_best_move")
        assert messages.nothing_to_call(replace(BEST_MOVE, found=found)) == (
            "found the function find_best_move and the class Solver with its method "
            "find_best_move; expected only one of them: a function find_best_move; let the "
            "function use the class, or rename one of them"
        )

    def test_two_classes_are_not_told_to_use_each_other(self) -> None:
        found = ("Bot.find_best_move", "Solver.find_best_move")
        said = messages.nothing_to_call(replace(BEST_MOVE, found=found))
        assert said.endswith("expected only one of them: a function find_best_move")

    def test_a_misspelt_name_is_recognised(self) -> None:
        said = messages.nothing_to_call(replace(BEST_MOVE, names=("find_best_mvoe",)))
        assert said.startswith(
            "was find_best_mvoe meant to be find_best_move? found find_best_mvoe;"
        )

    def test_what_might_be_defined_instead_is_told_where_it_was_meant(self) -> None:
        instead = replace(BEST_MOVE, names=("my_agent",), otherwise=("agent", "an agent"))
        said = messages.nothing_to_call(instead)
        assert said.endswith("; an agent is accepted under the name agent: rename my_agent")

    @pytest.mark.parametrize(
        "name",
        ["find_best_mvoe", "findBestMove", "FIND_BEST_MOVE", "find_the_best_move", "best_move"],
    )
    def test_a_name_is_guessed_at_in_any_spelling(self, name: str) -> None:
        expected = [("find_best_move", "a function")]
        wanted = f"was {name} meant to be find_best_move?"
        assert messages.nothing_found("f", expected, [name, "main"]).startswith(wanted)
        assert messages.nothing_found("f", expected, [f"Bot.{name}"]).startswith(wanted)

    def test_a_method_in_the_place_of_a_function_is_pointed_out(self) -> None:
        nothing = NothingToCall("solution", names=("Engine.solution", "Engine"))
        said = messages.nothing_to_call(nothing)
        assert said.endswith("solution has to be a function of the module")


class TestDoubts:
    @pytest.mark.parametrize(
        ("doubt", "said"),
        [
            (
                Doubt(DoubtKind.KEPT_WAITING, kept_off_s=1.1, cap_s=2.0),
                "the program was kept off its core for 1.10 s of a cap of 2 s",
            ),
            (
                Doubt(DoubtKind.KEPT_WAITING, kept_off_s=0.0061, cap_s=0.1),
                "the program was kept off its core for 0.0061 s of a cap of 0.1 s",
            ),
            (
                Doubt(DoubtKind.LOAD_ENDED),
                "importing it worked before, and "
                "was then ended by a signal that the grader did not send",
            ),
        ],
        ids=lambda value: value.kind if isinstance(value, Doubt) else "",
    )
    def test_each_says_what_was_seen(self, doubt: Doubt, said: str) -> None:
        assert messages.doubt(doubt) == said

    def test_a_run_that_counts_all_the_same_says_so(self) -> None:
        found = Doubt(DoubtKind.KEPT_WAITING, kept_off_s=0.213, cap_s=0.9)
        kept = "the machine kept the program off its core"
        ending = "0.21 s of a cap of 0.9 s; grade it again on a quieter machine"
        assert messages.still_in_doubt(found, runs=1) == f"{kept} for {ending}"
        several = f"{kept} in each of 3 runs, at the least for {ending}"
        assert messages.still_in_doubt(found, runs=3) == several

    def test_answers_that_differ_are_listed_run_by_run(self) -> None:
        wrong = Verdict.WRONG_ANSWER
        given = [Attempt(wrong, 1.0, 1.0, answer=answer) for answer in (3, None, 0)]
        given[0] = replace(given[0], counts=True)
        assert messages.several_answers(given) == (
            "its answer is not the same in each run: 3, then none, then 0; run 1 counts",
        )

    def test_time_that_is_forgiven_is_a_warning(self) -> None:
        outcome = Outcome(Event.REPLIED, wall_s=3.0, board_changed=True, kept_off_s=1.5)
        assert messages.warnings(outcome, 2.0) == (
            messages.BOARD_CHANGED,
            "1.50 s of waiting for a core were not counted",
        )
        assert messages.warnings(replace(outcome, board_changed=False), 3.0) == ()


FRAMES = st.builds(Frame, st.text(), st.integers(0), st.text(), st.text())
RAISED = st.builds(
    Raised,
    st.text(),
    st.text(),
    frames=st.lists(FRAMES, max_size=3).map(tuple),
    left_out=st.integers(0),
    own_line=st.none() | FRAMES,
    cut=st.integers(0),
    notes=st.lists(st.text(), max_size=2).map(tuple),
    syntax=st.none()
    | st.builds(SyntaxPlace, st.text(), st.integers(0), st.text(), st.none() | st.integers(0)),
    errno=st.none() | st.integers(),
)
SIZES = st.none() | st.integers(0)
LIMITS = st.none() | st.floats(0, 1e18)
FACTS = (
    st.none()
    | RAISED
    | st.builds(Ending, st.sampled_from(Cause), LIMITS, SIZES, SIZES, SIZES, st.none() | RAISED)
    | st.builds(Garbled, st.sampled_from(Garble), st.text())
    | st.builds(Fault, st.text())
    | st.builds(
        NothingToCall,
        st.text(),
        st.text(),
        st.lists(st.text()).map(tuple),
        st.lists(st.text()).map(tuple),
    )
)


@pytest.mark.parametrize("examples", EXAMPLES)
def test_every_fact_can_be_said(examples: int) -> None:
    @settings(max_examples=examples, deadline=None)
    @given(st.sampled_from(Event), FACTS, st.sampled_from(Stage))
    def always(event: Event, fact: object, stage: Stage) -> None:
        outcome = Outcome(event, fact=fact, stage=stage)  # type: ignore[arg-type]
        assert messages.reason(outcome)
        assert messages.outcome_in_one_line(outcome)

    always()
