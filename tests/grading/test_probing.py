"""Probes: asked after a miss, within a budget, in processes of their own, and counting nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from graders.channel.budget import Settings
from graders.channel.sandbox_pool import pool_for
from graders.grading import probing
from graders.grading.grade import Rules, grade
from graders.grading.intake import read_submission
from graders.grading.probing import (
    BUDGET_S,
    CAP_S,
    QUIET_BUDGET_S,
    Allowance,
    ask_probes,
    ask_quietly,
    is_worthwhile,
)
from graders.katas import kata_named
from graders.katas.best_move.task import BestMoveTask
from graders.katas.kata import Probe, RunContext
from graders.model.limits import Limits
from graders.model.outcome import Event, Outcome
from graders.model.scorecard import Assessment, Probed, Result, Scorecard
from graders.model.verdict import Verdict
from graders.sandbox.isolation import choose_isolation
from graders.suites import by_name
from kata.board import Board
from tests import knows, processes

KATA = kata_named("best_move")
CASES = knows.single_cases()
SETTINGS = Settings(choose_isolation("auto"), Limits())
OTHER_COLUMN = "def find_best_move(board): return board.valid_moves()[0]\n"
FIRST = Probe("sign", BestMoveTask("33", ()), (0,))
SECOND = Probe("sign", BestMoveTask("3344", ()), (0,), follows=True)
OTHER = Probe("last_disc_lost", BestMoveTask("22", ()), (5,))


def result(verdict: Verdict, **fields: object) -> Result:
    return Result("phase2/a", verdict, 0, 1, 2.0, **fields)  # type: ignore[arg-type]


class Clock:
    """A clock that each question moves on by so many seconds."""

    def __init__(self, a_question_s: float = 0.0, column: int = 0, load_s: float = 0.0) -> None:
        self.now, self.a_question_s, self.column = 0.0, a_question_s, column
        self.load_s = load_s
        self.asked: list[tuple[str, Allowance]] = []

    def __call__(self) -> float:
        return self.now

    def ask(self, task: BestMoveTask, allowed: Allowance) -> Outcome:
        self.asked.append((task.moves, allowed))
        self.now += min(self.a_question_s, allowed.cap_s) + self.load_s
        return Outcome(Event.REPLIED, value=self.column, loading_s=self.load_s)


def asked(clock: Clock, *probes: Probe[BestMoveTask]) -> list[Probed]:
    return list(ask_probes(KATA, probes, 5.0, clock.ask, clock))


class TestWhatIsAsked:
    def test_a_probe_that_follows_is_asked_where_the_first_was_played_as_predicted(self) -> None:
        found = asked(Clock(column=0), FIRST, SECOND, OTHER)
        assert [(each.moves, each.answer, each.as_predicted) for each in found] == [
            ("33", 0, True),
            ("3344", 0, True),
            ("22", 0, False),
        ]

    def test_and_is_left_out_where_it_was_not(self) -> None:
        found = asked(Clock(column=5), FIRST, SECOND, OTHER)
        assert [each.moves for each in found] == ["33", "22"]

    def test_a_position_that_serves_two_probes_is_asked_for_both(self) -> None:
        clock = Clock(column=0)
        assert len(asked(clock, FIRST, Probe("other", FIRST.task, (0,)))) == 2
        assert [moves for moves, _ in clock.asked] == ["33", "33"]

    def test_what_was_predicted_is_asked_again_and_all_ends_where_that_differs(self) -> None:
        columns = iter((5, 0, 0, 0, 4))
        by_chance = lambda task, allowed: Outcome(Event.REPLIED, value=next(columns))  # noqa: E731
        probes = (OTHER, FIRST, SECOND, Probe("sign", BestMoveTask("0", ()), (6,)))
        found = list(ask_probes(KATA, probes, 5.0, by_chance, Clock()))
        assert [(each.answer, each.again) for each in found] == [(5, 0)]
        assert found[0].differs

        columns = iter((1, 0, 0, 0, 4))
        found = list(ask_probes(KATA, probes, 5.0, by_chance, Clock()))
        assert [(each.answer, each.again) for each in found] == [(1, None), (0, 0), (0, 4)]
        assert [each.differs for each in found] == [False, False, True]

    def test_no_answer_is_none_that_was_predicted(self) -> None:
        late = lambda task, allowed: Outcome(Event.TIMED_OUT)  # noqa: E731
        found = list(ask_probes(KATA, (FIRST, SECOND), 5.0, late, Clock()))
        assert [(each.answer, each.as_predicted) for each in found] == [(None, False)]


class TestTheBudget:
    def test_no_call_may_take_longer_than_the_cap_and_all_together_no_longer_than_the_budget(
        self,
    ) -> None:
        many = [Probe("sign", BestMoveTask("3" * n, ()), (5,)) for n in range(6)]
        clock = Clock(a_question_s=60.0, load_s=0.1)
        asked(clock, *many)
        assert all(allowed.cap_s <= CAP_S for _, allowed in clock.asked)
        assert len(clock.asked) == 3
        assert clock.now <= BUDGET_S

    def test_a_file_that_takes_its_time_to_load_is_asked_less(self) -> None:
        many = [Probe("sign", BestMoveTask("3" * n, ()), (5,)) for n in range(6)]
        clock = Clock(load_s=2.0)
        asked(clock, *many)
        assert len(clock.asked) == 2
        assert clock.now <= BUDGET_S

    def test_quiet_moves_have_one_of_their_own(self) -> None:
        many = [BestMoveTask("33", ())] * 30
        clock = Clock(a_question_s=60.0, load_s=0.1)
        assert len(list(ask_quietly(KATA, many, 5.0, clock.ask, clock))) == 19
        assert all(allowed.cap_s <= CAP_S for _, allowed in clock.asked)
        assert clock.now <= QUIET_BUDGET_S


class TestAfterWhichRun:
    def test_after_one_with_a_wrong_answer(self) -> None:
        assert is_worthwhile([result(Verdict.ACCEPTED), result(Verdict.WRONG_ANSWER)])

    def test_a_member_of_a_group_is_one_too(self) -> None:
        member = result(Verdict.WRONG_ANSWER)
        assert is_worthwhile([result(Verdict.TIME_LIMIT_EXCEEDED, members=(member,))])

    @pytest.mark.parametrize(
        "verdicts",
        [
            (Verdict.ACCEPTED,),
            (Verdict.TIME_LIMIT_EXCEEDED, Verdict.RUNTIME_ERROR),
            (Verdict.WRONG_ANSWER, Verdict.GRADER_ERROR),
        ],
    )
    def test_not_after_any_other(self, verdicts: tuple[Verdict, ...]) -> None:
        assert not is_worthwhile([result(verdict) for verdict in verdicts])


@pytest.fixture
def learned(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Probed, ...]]:
    """Return what each assessment was told of the probes, of which there are three."""
    told: list[tuple[Probed, ...]] = []

    def assessment(results: object, ran: RunContext) -> Assessment:
        told.append(ran.probed)
        return Assessment("", "", "")

    monkeypatch.setattr(KATA, "probes", lambda results: (FIRST, SECOND, OTHER))
    monkeypatch.setattr(KATA, "assessment", assessment)
    monkeypatch.setattr(probing, "BUDGET_S", 60.0)  # a busy machine leaves none of them out
    return told


class TestForReal:
    def run(self, file: Path, source: str, *, stop_at_first: bool = False) -> Scorecard:
        file.write_text(source)
        rules = Rules(explain=False, stop_at_first=stop_at_first)
        return grade(read_submission(file), KATA, CASES, SETTINGS, rules=rules)

    def test_what_was_played_goes_to_the_assessment(
        self, tmp_path: Path, learned: list[tuple[Probed, ...]]
    ) -> None:
        before = processes.below_me()
        card = self.run(tmp_path / "mine.py", OTHER_COLUMN)
        assert len(card.results) == len(CASES)
        assert processes.survivors(before) == set()
        assert [(each.moves, each.first, each.answer) for each in learned[0]] == [
            ("33", "RED", 0),
            ("3344", "RED", 0),
            ("22", "RED", 0),
        ]

    def test_a_program_in_javascript_is_asked_the_same(
        self, tmp_path: Path, learned: list[tuple[Probed, ...]]
    ) -> None:
        source = "export function findBestMove(board) { return board.validMoves()[0]; }\n"
        self.run(tmp_path / "mine.mjs", source)
        assert [each.moves for each in learned[0]] == ["33", "3344", "22"]

    def test_a_program_that_draws_random_numbers_is_asked_none(
        self, tmp_path: Path, learned: list[tuple[Probed, ...]], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(probing, "ask", lambda *_args: pytest.fail("it was asked"))
        self.run(tmp_path / "mine.py", f"import random\nLUCK = random.random()\n{OTHER_COLUMN}")
        assert learned == [()]

    def test_a_run_without_a_miss_is_not_followed_by_any(
        self, tmp_path: Path, learned: list[tuple[Probed, ...]]
    ) -> None:
        self.run(tmp_path / "mine.py", knows.PHASE_2)
        assert learned == [()]

    def test_a_run_that_stops_at_the_first_miss_is_not(
        self, tmp_path: Path, learned: list[tuple[Probed, ...]], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(
            "graders.grading.grade.probe", lambda *_args: pytest.fail("it was asked")
        )
        assert self.run(tmp_path / "mine.py", OTHER_COLUMN, stop_at_first=True).stopped_at_first
        assert learned == []

    def test_a_program_that_uses_its_cap_is_asked_for_no_longer_than_the_budget(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        many = [Probe("sign", BestMoveTask("3" * n, ()), (5,)) for n in range(6)]
        monkeypatch.setattr(KATA, "probes", lambda results: many)
        monkeypatch.setattr(probing, "BUDGET_S", 1.5)
        monkeypatch.setattr(probing, "CAP_S", 0.5)
        file = tmp_path / "mine.py"
        file.write_text("import time\ndef find_best_move(board):\n    time.sleep(9)\n")
        submission, missed = read_submission(file), [result(Verdict.WRONG_ANSWER)]
        with pool_for(submission, SETTINGS) as boxes:
            probed = probing.probe(submission, KATA, missed, SETTINGS, boxes)
        assert [each.answer for each in probed] == [None] * len(probed)
        assert 1 <= len(probed) < len(many)

    def test_our_fault_costs_nothing_and_is_told(
        self, tmp_path: Path, learned: list[tuple[Probed, ...]], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(results: object) -> object:
            raise ZeroDivisionError("our own")

        monkeypatch.setattr(KATA, "probes", fail)
        with pytest.warns(RuntimeWarning, match="ZeroDivisionError: our own"):
            card = self.run(tmp_path / "mine.py", OTHER_COLUMN)
        assert (card.grader_errors, card.max_score, learned) == (0, len(CASES), [()])

    def test_whoever_interrupts_it_interrupts_the_run(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def interrupted(results: object) -> object:
            raise KeyboardInterrupt

        monkeypatch.setattr(KATA, "probes", interrupted)
        card = self.run(tmp_path / "mine.py", OTHER_COLUMN)
        assert (card.complete, len(card.results), card.not_run) == (False, len(CASES), ())


class TestQuietMoves:
    POSITIONS = "33", "2222223", "01", "0000003"
    WON = by_name("phase2").cases[0].members[1]
    """By the first column, as a miss would be followed by probes."""

    @pytest.fixture(autouse=True)
    def _these(self, monkeypatch: pytest.MonkeyPatch) -> None:
        tasks = [BestMoveTask(moves, ()) for moves in self.POSITIONS]
        monkeypatch.setattr(KATA, "quiet_tasks", lambda: tasks)

    def run(self, file: Path, source: str, *, quiet_moves: bool = True) -> Scorecard:
        file.write_text(source)
        rules = Rules(explain=False, quiet_moves=quiet_moves)
        return grade(read_submission(file), KATA, (self.WON,), SETTINGS, rules=rules)

    def test_they_are_asked_once_each_and_kept_with_the_results(self, tmp_path: Path) -> None:
        before = processes.below_me()
        card = self.run(tmp_path / "mine.py", OTHER_COLUMN)
        assert processes.survivors(before) == set()
        assert tuple(each.moves for each in card.quiet_moves) == self.POSITIONS
        for each in card.quiet_moves:
            assert each.column == Board.from_moves(each.moves).valid_moves()[0]
        assert Scorecard.from_json(card.to_json()) == card

    def test_a_program_in_javascript_is_asked_too(self, tmp_path: Path) -> None:
        source = "export function findBestMove(board) { return board.validMoves()[0]; }\n"
        moves = self.run(tmp_path / "mine.mjs", source).quiet_moves
        assert [each.column for each in moves] == [0, 0, 0, 1]

    def test_they_are_asked_only_where_the_rules_say_so(self, tmp_path: Path) -> None:
        card = self.run(tmp_path / "mine.py", OTHER_COLUMN, quiet_moves=False)
        assert card.quiet_moves == ()
        assert "quiet_moves" not in card.to_json()

    def test_what_answered_no_case_is_not_asked(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(KATA, "quiet_tasks", lambda: pytest.fail("it was asked"))
        assert self.run(tmp_path / "mine.py", "import nowhere\n").quiet_moves == ()

    def test_a_position_without_an_answer_is_left_out_and_the_next_one_asked(
        self, tmp_path: Path
    ) -> None:
        source = (
            "def find_best_move(board):\n"
            "    return 1 / 0 if len(board.valid_moves()) < 7 else board.valid_moves()[0]\n"
        )
        card = self.run(tmp_path / "mine.py", source)
        assert [each.moves for each in card.quiet_moves] == ["33", "01"]
