"""The loop: one fresh process a case, our faults apart, doubtful times again."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from msgspec.structs import replace

from graders.channel.budget import Settings
from graders.grading.attempts import MOST_STOPPED_RERUNS
from graders.grading.grade import Rules, grade
from graders.grading.intake import read_submission
from graders.grading.scorecard import scorecard_of_unstarted, scorecard_without_kata
from graders.katas import kata_named
from graders.model.ending import Cause, Ending
from graders.model.limits import Limits
from graders.model.outcome import DoubtKind, Event, Fault, Outcome, Stage
from graders.model.raised import Raised
from graders.model.scorecard import Result
from graders.model.submission import Submission
from graders.model.suite import Case
from graders.model.verdict import Judgement, Verdict
from graders.sandbox.isolation import Isolation, choose_isolation
from tests import hostile_run, knows
from tests.tiers import sampled

KATA = kata_named("best_move")
CASES = knows.single_cases()
SETTINGS = Settings(choose_isolation("auto"), Limits())
PR_SET_NAME = 15
LEVELS = hostile_run.levels_here()
RULES = Rules()
RIGHT = knows.PHASE_2
GUESSED_BUSY = Outcome(Event.REPLIED, value=0, wall_s=1.5, cpu_s=0.5, kept_off_s=1.0)
KILLED = Outcome(Event.NOT_LOADED, stage=Stage.LOADING, fact=Ending(Cause.SIGNAL, code=9))
LATE = Outcome(Event.TIMED_OUT, wall_s=2.0, cpu_s=2.0, kept_off_s=0.0)
STOPPED = Outcome(Event.TIMED_OUT, wall_s=10.0, cpu_s=1.0, kept_off_s=9.0, out_of_patience=True)
ANSWER = Outcome(Event.REPLIED, value=2, wall_s=0.5, cpu_s=0.5)


def submission(tmp_path: Path, source: str) -> Submission:
    file = tmp_path / "mine.py"
    file.write_text(source)
    return read_submission(file)


def graded_case(tmp_path: Path, rules: Rules = RULES) -> Result:
    [result] = grade(submission(tmp_path, RIGHT), KATA, CASES[:1], SETTINGS, rules=rules).results
    return result


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[Outcome]]:
    """Let the submission's process come back with given outcomes; return those still to come."""

    def use(*outcomes: Outcome) -> list[Outcome]:
        left = list(outcomes)

        def ask(*args: object) -> Outcome:
            return left.pop(0)

        monkeypatch.setattr("graders.grading.grade.ask", ask)
        return left

    monkeypatch.setattr(KATA, "probes", lambda results: ())  # nobody looks at them here
    return use


def test_every_case_is_graded_in_order(tmp_path: Path) -> None:
    seen: list[str] = []
    card = grade(
        submission(tmp_path, RIGHT),
        KATA,
        CASES,
        SETTINGS,
        on_result=lambda result: seen.append(result.id),
    )
    assert [result.id for result in card.results] == seen == [case.id for case in CASES]
    assert (card.score, card.max_score, card.complete) == (3, 3, True)


def test_no_state_survives_from_one_case_to_the_next(tmp_path: Path) -> None:
    source = (
        f"calls = []\n{RIGHT.replace('find_best_move', 'known')}"
        "def find_best_move(board):\n"
        "    calls.append(1)\n"
        "    return known(board) if len(calls) == 1 else 9\n"
    )
    assert grade(submission(tmp_path, source), KATA, CASES, SETTINGS).score == 3


def test_a_file_that_cannot_be_loaded_is_started_once(tmp_path: Path) -> None:
    source = "import pathlib\nprint('started')\nraise RuntimeError('at import')\n"
    card = grade(submission(tmp_path, source), KATA, CASES, SETTINGS)
    assert {result.verdict for result in card.results} == {Verdict.LOAD_ERROR}
    assert [result.stdout for result in card.results] == ["started\n", "", ""]


def test_a_fault_of_ours_is_a_grader_error_and_the_other_cases_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def check(task: object, outcome: Outcome) -> object:
        if task is CASES[1].task:
            raise ZeroDivisionError("our own")
        return checked(task, outcome)

    checked = KATA.check
    monkeypatch.setattr(KATA, "check", check)
    card = grade(submission(tmp_path, RIGHT), KATA, CASES, SETTINGS)
    assert [result.verdict for result in card.results] == [
        Verdict.ACCEPTED,
        Verdict.GRADER_ERROR,
        Verdict.ACCEPTED,
    ]
    assert "ZeroDivisionError: our own" in card.results[1].message
    assert (card.score, card.max_score, card.grader_errors) == (2, 3, 1)


def test_a_file_that_our_fault_kept_from_running_scores_nothing_of_all_there_is() -> None:
    ours = Judgement(Verdict.GRADER_ERROR, "Traceback: ours")
    card = scorecard_of_unstarted("x.py", KATA, CASES, ours, "limits")
    assert (card.score, card.max_score, card.grader_errors) == (0, 3, 3)


def test_a_grader_that_cannot_start_the_file_keeps_the_points_in_the_score(
    tmp_path: Path, scripted: Callable[..., list[Outcome]]
) -> None:
    scripted(Outcome(Event.GRADER_FAULT, fact=Fault("OSError: no more processes")))
    result = graded_case(tmp_path)
    assert (result.verdict, result.message) == (Verdict.GRADER_ERROR, "OSError: no more processes")
    assert (result.points, result.max_points) == (0, 1)


def test_a_total_that_is_used_up_ends_the_run(tmp_path: Path) -> None:
    limits = SETTINGS.limits._replace(total_s=0.6)
    source = "import time\ndef find_best_move(board):\n    time.sleep(60)\n"
    settings = replace(SETTINGS, limits=limits)
    card = grade(submission(tmp_path, source), KATA, CASES, settings, rules=Rules(rerun=False))
    assert {result.verdict for result in card.results} == {Verdict.TIME_LIMIT_EXCEEDED}
    together = "s in all; the limit for all cases together is 0.6 s"
    first, *others = (result.message for result in card.results)
    assert together in first and "stopped after" in first and "it was waiting" in first
    assert all(message.startswith("not run: ") and together in message for message in others)
    assert card.results[0].wall_s > 0 and card.results[1].wall_s == 0.0


@pytest.mark.parametrize(
    ("limits", "verdict", "says"),
    [
        ({"total_starts": 1}, Verdict.RUNTIME_ERROR, "started 2 times; the limit for all cases"),
        ({"total_bytes": 200}, Verdict.OUTPUT_LIMIT_EXCEEDED, "in all; the limit for all cases"),
    ],
)
def test_what_is_spent_ends_with_the_limit_and_both_figures(
    limits: dict[str, int], verdict: Verdict, says: str, tmp_path: Path
) -> None:
    settings = replace(SETTINGS, limits=SETTINGS.limits._replace(**limits))
    handed_in, once = submission(tmp_path, RIGHT), Rules(rerun=False)
    first, second, third = grade(handed_in, KATA, CASES, settings, rules=once).results
    assert first.accepted
    assert (second.verdict, third.verdict) == (verdict, verdict)
    assert says in second.message
    assert third.message == f"not run: {second.message}"


def test_an_interrupt_keeps_what_was_graded(tmp_path: Path) -> None:
    def stop(case: Case) -> None:
        if case.id == CASES[1].id:
            raise KeyboardInterrupt

    card = grade(submission(tmp_path, RIGHT), KATA, CASES, SETTINGS, on_case=stop)
    assert [result.id for result in card.results] == [CASES[0].id]
    assert card.complete is False


class TestDoubtfulTimes:
    def graded(self, tmp_path: Path, rules: Rules = RULES) -> Result:
        return graded_case(tmp_path, rules)

    def test_a_void_run_is_replaced_by_its_repeat(
        self, tmp_path: Path, scripted: Callable[..., list[Outcome]]
    ) -> None:
        scripted(GUESSED_BUSY, ANSWER)
        result = self.graded(tmp_path)
        assert result.verdict is Verdict.ACCEPTED
        assert [(attempt.verdict, attempt.answer) for attempt in result.attempts] == [
            (Verdict.WRONG_ANSWER, 0),
            (Verdict.ACCEPTED, 2),
        ]
        assert [attempt.kept_off_s for attempt in result.attempts] == [1.0, None]
        assert "kept off its core for 1.00 s of a cap of 2 s" in result.rerun_because
        assert result.doubt is not None and result.doubt.kind is DoubtKind.KEPT_WAITING
        assert "the same in each run: 0, then 2; run 2 counts" in result.warnings[0]
        assert not result.disturbed

    def test_the_least_disturbed_run_counts_and_never_the_best(
        self, tmp_path: Path, scripted: Callable[..., list[Outcome]]
    ) -> None:
        fact = Raised("ValueError")
        raised = replace(GUESSED_BUSY, event=Event.RAISED, value=None, fact=fact, kept_off_s=0.5)
        scripted(GUESSED_BUSY, raised, replace(GUESSED_BUSY, value=2))
        result = self.graded(tmp_path)
        assert (result.verdict, result.kept_off_s) == (Verdict.RUNTIME_ERROR, 0.5)
        assert [attempt.counts for attempt in result.attempts] == [False, True, False]
        assert "0, then none, then 2; run 2 counts" in result.warnings[0]

    def test_after_two_more_runs_the_verdict_stands_and_says_how_it_came_about(
        self, tmp_path: Path, scripted: Callable[..., list[Outcome]]
    ) -> None:
        assert len(scripted(*[GUESSED_BUSY] * 3)) == 3
        result = self.graded(tmp_path)
        assert (result.verdict, len(result.attempts)) == (Verdict.WRONG_ANSWER, 3)
        assert result.disturbed
        assert result.warnings == (
            "the machine kept the program off its core in each of 3 runs, at the least for "
            "1.00 s of a cap of 2 s; grade it again on a quieter machine",
        )

    def test_an_accepted_run_is_replaced_like_any_other(
        self, tmp_path: Path, scripted: Callable[..., list[Outcome]]
    ) -> None:
        left = scripted(replace(GUESSED_BUSY, value=2), replace(ANSWER, value=0), ANSWER)
        result = self.graded(tmp_path)
        assert (result.verdict, left) == (Verdict.WRONG_ANSWER, [ANSWER])

    def test_one_that_is_accepted_each_time_is_disturbed_and_needs_no_warning(
        self, tmp_path: Path, scripted: Callable[..., list[Outcome]]
    ) -> None:
        scripted(*[replace(GUESSED_BUSY, value=2)] * 3)
        result = self.graded(tmp_path)
        assert (result.verdict, result.disturbed) == (Verdict.ACCEPTED, True)
        assert result.warnings == ()

    def test_a_load_that_a_stray_signal_ended_is_tried_again_and_the_rest_is_graded(
        self, tmp_path: Path, scripted: Callable[..., list[Outcome]]
    ) -> None:
        left = scripted(ANSWER, KILLED, ANSWER, KILLED)
        card = grade(submission(tmp_path, RIGHT), KATA, CASES, SETTINGS)
        assert left == []
        first, second, third = card.results
        assert (first.attempts, third.attempts) == ((), ())
        assert second.attempts[0].verdict is Verdict.LOAD_ERROR
        assert "ended by a signal that the grader did not send" in second.rerun_because
        assert second.verdict is not third.verdict is Verdict.LOAD_ERROR

    def test_a_program_that_computed_all_the_time_is_run_once(
        self, tmp_path: Path, scripted: Callable[..., list[Outcome]]
    ) -> None:
        scripted(LATE)
        assert self.graded(tmp_path).attempts == ()

    def test_a_file_that_never_answers_is_repeated_twice_in_all(
        self, tmp_path: Path, scripted: Callable[..., list[Outcome]]
    ) -> None:
        left = scripted(*[STOPPED] * 9)
        card = grade(submission(tmp_path, RIGHT), KATA, CASES, SETTINGS)
        assert len(left) == 9 - (len(CASES) + MOST_STOPPED_RERUNS)
        assert [len(result.attempts) for result in card.results] == [3, 0, 0]
        for result in card.results:
            assert "ran out of patience, after 10.00 s" in result.message
            assert "grade it again on a quieter machine" in result.warnings[-1]

    def test_of_runs_that_were_replaced_nothing_counts_towards_the_total(
        self, tmp_path: Path, scripted: Callable[..., list[Outcome]]
    ) -> None:
        scripted(*[replace(GUESSED_BUSY, loading_s=1.5)] * 3, ANSWER)
        limits = SETTINGS.limits._replace(total_s=2.5)
        card = grade(submission(tmp_path, RIGHT), KATA, CASES[:2], replace(SETTINGS, limits=limits))
        assert [len(result.attempts) for result in card.results] == [3, 0]

    def test_but_importing_does(
        self, tmp_path: Path, scripted: Callable[..., list[Outcome]]
    ) -> None:
        scripted(*[replace(GUESSED_BUSY, loading_s=1.5)] * 3, ANSWER)
        limits = SETTINGS.limits._replace(total_s=1.9)
        settings = replace(SETTINGS, limits=limits)
        card = grade(submission(tmp_path, RIGHT), KATA, CASES[:2], settings)
        assert "used 2.00 s in all; the limit for all cases together is" in card.results[1].message

    def test_the_rule_can_be_switched_off(
        self, tmp_path: Path, scripted: Callable[..., list[Outcome]]
    ) -> None:
        scripted(GUESSED_BUSY)
        result = self.graded(tmp_path, Rules(rerun=False))
        assert (result.verdict, result.attempts) == (Verdict.WRONG_ANSWER, ())


def ends_one(name: str) -> None:
    """End the first process of that name to be seen, as an operator would."""
    deadline = time.monotonic() + 20.0
    while time.monotonic() < deadline:
        for place in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if (place / "comm").read_text().strip() == name:
                    os.kill(int(place.name), signal.SIGKILL)
                    return
        time.sleep(0.01)


@pytest.mark.parametrize("isolation", sampled(LEVELS, lambda level: level is LEVELS[0]))
def test_a_load_that_an_operator_ended_is_tried_again(tmp_path: Path, isolation: Isolation) -> None:
    name = f"kata-{os.getpid()}"
    called = f"import ctypes\nctypes.CDLL(None).prctl({PR_SET_NAME}, b{name!r})\n"
    operator = threading.Thread(target=ends_one, args=[name])

    def in_the_second(case: Case) -> None:
        if case.id == CASES[1].id:
            operator.start()

    settings = replace(SETTINGS, isolation=isolation)
    mine = submission(tmp_path, called + "import time\ntime.sleep(0.3)\n" + RIGHT)
    card = grade(mine, KATA, CASES, settings, on_case=in_the_second)
    operator.join()
    assert card.score == card.max_score == len(CASES)
    [ended, again] = card.results[1].attempts
    assert (ended.verdict, again.counts) == (Verdict.LOAD_ERROR, True)


def test_a_changed_board_is_a_warning_beside_the_verdict(tmp_path: Path) -> None:
    source = "def find_best_move(board):\n    board.drop_disc(2)\n    return 2\n"
    [result] = grade(submission(tmp_path, source), KATA, CASES[:1], SETTINGS).results
    assert result.verdict is Verdict.ACCEPTED
    assert result.warnings[0].startswith("the board was not as it was before the call")


def test_a_file_nobody_could_read_is_a_load_error_on_every_case() -> None:
    card = scorecard_of_unstarted(
        "x.py", KATA, CASES, Judgement(Verdict.LOAD_ERROR, "it is a directory"), "limits"
    )
    assert {result.message for result in card.results} == {"it is a directory"}
    assert (card.score, card.max_score) == (0, 3)


def test_a_file_of_no_kata_is_one_load_error() -> None:
    [result] = scorecard_without_kata(
        "x.py", Judgement(Verdict.LOAD_ERROR, "found nothing"), "unknown", "limits"
    ).results
    assert result.verdict is Verdict.LOAD_ERROR


class TestFaultsOfOurs:
    """No run in which the grader failed reads as full marks."""

    def broken(self, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(*given: object) -> None:
            raise ZeroDivisionError("our own")

        monkeypatch.setattr(KATA, name, fail)

    @pytest.mark.parametrize("name", ["request", "check", "describe", "assessment"])
    def test_wherever_in_a_kata(
        self, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.broken(name, monkeypatch)
        card = grade(submission(tmp_path, RIGHT), KATA, CASES, SETTINGS)
        assert card.grader_errors >= 1
        assert card.score < card.max_score

    def test_even_on_a_case_that_counts_no_points(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.broken("check", monkeypatch)
        card = grade(submission(tmp_path, RIGHT), KATA, [replace(CASES[0], points=0)], SETTINGS)
        assert (card.score, card.max_score) == (0, 1)
