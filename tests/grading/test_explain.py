"""A miss is explained while the next case runs: in order, and off the core that is timed."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from graders import grade_file
from graders.channel.budget import Settings
from graders.grading import grade as grading
from graders.grading.explain import TURN_S, Explainer, GradedCase, _short_turns
from graders.grading.grade import grade
from graders.katas import kata_named
from graders.lab.bench.fairness import load_generators
from graders.model.explanation import Explanation, PositionExplanation
from graders.model.outcome import Event, Outcome
from graders.model.scorecard import Result
from graders.model.submission import Submission
from graders.model.suite import Case
from graders.model.verdict import Verdict
from graders.sandbox import leases, machine
from graders.sandbox.isolation import choose_isolation
from graders.sandbox.leases import Lease
from graders.sandbox.machine import Cores
from tests import knows

KATA = kata_named("best_move")
CASES = knows.single_cases()
SETTINGS = Settings(choose_isolation("auto"))
CORES = machine.usable_cores()
MISS = Result("a/b", Verdict.WRONG_ANSWER, 0, 1, 2.0)
HIT = replace(MISS, id="a/c", verdict=Verdict.ACCEPTED)
NOBODY = Submission(Path("mine.py"), "mine.py", b"")
LEFTMOST = "def find_best_move(board):\n    return board.valid_moves()[0]\n"
needs_two_cores = pytest.mark.skipif(len(CORES) < 2, reason="needs two cores")


def explained(result: Result) -> Result:
    return replace(result, message="explained")


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Lease]:
    """Lease the last core, beside which all others are free."""
    for core in CORES:
        (tmp_path / f"cpu{core}").mkdir()
    monkeypatch.setattr(leases, "FOLDER", str(tmp_path / "cpu{}"))
    with leases.lease(CORES) as leased:
        yield leased


class TestTheOrder:
    def test_a_miss_is_delivered_once_the_next_case_is_graded_and_the_last_at_the_end(self) -> None:
        log: list[str] = []

        def graded() -> Iterator[GradedCase]:
            for name in ("first", "second", "third"):
                log.append(f"{name} graded")
                result = replace(MISS, id=name)
                yield GradedCase(result, lambda result=result: explained(result))  # type: ignore[misc]

        for result in Explainer().explained_in_order(graded()):
            assert result.message == "explained"
            log.append(f"{result.id} told")
        assert log == [
            "first graded",
            "second graded",
            "first told",
            "third graded",
            "second told",
            "third told",
        ]

    def test_what_needs_no_explanation_is_delivered_at_once(self) -> None:
        came = Explainer().explained_in_order(
            iter([GradedCase(HIT), GradedCase(MISS, lambda: explained(MISS))])
        )
        assert next(came) is HIT
        assert next(came).message == "explained"

    def test_each_case_of_a_run_is_told_of_in_the_calling_thread(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(grading, "ask", lambda *given: Outcome(Event.REPLIED, value=0))
        monkeypatch.setattr(KATA, "probes", lambda results: ())  # nobody looks at them here
        log: list[str] = []

        def begun(case: Case) -> None:
            log.append(f"begin {case.id.removeprefix('phase2/')}")

        def told(result: Result) -> None:
            assert threading.current_thread() is threading.main_thread()
            assert result.explanation is not None
            log.append(f"told {result.id.removeprefix('phase2/')}")

        card = grade(NOBODY, KATA, CASES, SETTINGS, on_case=begun, on_result=told)
        assert [result.verdict for result in card.results] == [Verdict.WRONG_ANSWER] * 3
        assert log == [
            "begin win-at-once",
            "begin block-at-once",
            "told win-at-once",
            "begin quiet-win-in-5",
            "told block-at-once",
            "told quiet-win-in-5",
        ]


def with_a_next_case(
    miss: Callable[[], Result], next_case: Callable[[], object]
) -> Iterator[GradedCase]:
    """Grade a case that is missed and another one, which begins with `next_case`."""
    yield GradedCase(MISS, miss)
    next_case()
    yield GradedCase(HIT)


class TestWhere:
    @pytest.mark.alone  # side by side each worker has one core
    @needs_two_cores
    def test_it_is_a_thread_on_the_cores_beside_the_one_that_is_leased(self, place: Lease) -> None:
        seen: list[tuple[threading.Thread, set[int]]] = []

        def explain() -> Result:
            seen.append((threading.current_thread(), os.sched_getaffinity(0)))
            return explained(MISS)

        ours, work = os.sched_getaffinity(0), Explainer()
        first, _ = work.explained_in_order(with_a_next_case(explain, lambda: work.keep_off(place)))
        assert first.message == "explained"
        [(thread, cores)] = seen
        assert thread is not threading.current_thread()
        assert cores == set(CORES[:-1])
        assert os.sched_getaffinity(0) == ours

    @pytest.mark.alone  # side by side each worker has one core
    @needs_two_cores
    def test_it_moves_when_the_leased_core_is_another_one(self, place: Lease) -> None:
        started, moved = threading.Event(), threading.Event()
        seen: list[set[int]] = []

        def explain() -> Result:
            seen.append(os.sched_getaffinity(0))
            started.set()
            assert moved.wait(60)
            seen.append(os.sched_getaffinity(0))
            return explained(MISS)

        def in_two_places() -> None:
            work.keep_off(place)
            assert started.wait(60)
            place.close()
            with leases.lease(CORES[::-1]) as other:
                work.keep_off(other)
            moved.set()

        work = Explainer()
        first, _ = work.explained_in_order(with_a_next_case(explain, in_two_places))
        assert first.message == "explained"
        assert seen == [set(CORES[:-1]), set(CORES[1:])]

    @pytest.mark.parametrize("held", [True, False], ids=["one core", "no leases"])
    def test_with_no_core_beside_it_is_over_before_anything_is_timed(
        self, place: Lease, held: bool
    ) -> None:
        seen: list[tuple[threading.Thread, set[int]]] = []

        def explain() -> Result:
            seen.append((threading.current_thread(), os.sched_getaffinity(0)))
            return explained(MISS)

        def on_the_only_core() -> None:
            place.cores, place.others = Cores(CORES[-1:], CORES[-1:]), CORES[-1:]
            work.keep_off(place if held else Lease(Cores(CORES[:-1] or CORES, CORES[-1:])))
            assert seen == [(threading.current_thread(), {CORES[-1]})]

        work = Explainer()
        first, _ = work.explained_in_order(with_a_next_case(explain, on_the_only_core))
        assert first.message == "explained"
        assert len(seen) == 1

    def test_a_run_in_which_all_is_missed_is_explained_off_the_core_of_each_next_case(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "mine.py").write_text(LEFTMOST)
        seen: list[set[int]] = []
        whole = KATA.explain

        def explain(*given: object) -> Explanation | None:
            if threading.current_thread() is not threading.main_thread():
                seen.append(os.sched_getaffinity(0))
            return whole(*given)

        monkeypatch.setattr(KATA, "explain", explain)
        monkeypatch.setattr(KATA, "probes", lambda results: ())  # nobody looks at them here
        card = grade_file(tmp_path / "mine.py", suites=["phase2"])
        assert all(result.explanation for result in card.results)
        assert all(len(cores) < len(CORES) for cores in seen)


class TestTurns:
    def test_turns_are_short_while_a_thread_explains_and_then_as_before(self, place: Lease) -> None:
        usual = sys.getswitchinterval()
        seen: list[float] = []

        def explain() -> Result:
            seen.append(sys.getswitchinterval())
            return explained(MISS)

        work = Explainer()
        list(work.explained_in_order(with_a_next_case(explain, lambda: work.keep_off(place))))
        assert seen == [pytest.approx(TURN_S if len(CORES) > 1 else usual)]
        assert sys.getswitchinterval() == usual

    def test_they_stay_short_until_the_last_of_several_is_done(self) -> None:
        usual = sys.getswitchinterval()
        with _short_turns():
            with _short_turns():
                assert sys.getswitchinterval() == pytest.approx(TURN_S)
            assert sys.getswitchinterval() == pytest.approx(TURN_S)
        assert sys.getswitchinterval() == usual


class TestWhatGoesWrong:
    def test_an_interrupt_delivers_what_was_graded_with_its_explanation(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(grading, "ask", lambda *given: Outcome(Event.REPLIED, value=0))
        told: list[Result] = []

        def stop(case: Case) -> None:
            if case is CASES[2]:
                raise KeyboardInterrupt

        card = grade(NOBODY, KATA, CASES, SETTINGS, on_case=stop, on_result=told.append)
        assert (card.complete, [case.id for case in card.not_run]) == (False, [CASES[2].id])
        assert list(card.results) == told
        assert all(result.explanation is not None for result in told)
        assert len(told) == 2

    def test_a_second_interrupt_leaves_out_the_explanation_and_loses_no_result(self) -> None:
        def explain() -> Result:
            raise KeyboardInterrupt

        def graded() -> Iterator[GradedCase]:
            yield GradedCase(MISS, explain)
            raise KeyboardInterrupt

        came = Explainer().explained_in_order(graded())
        assert next(came) is MISS
        with pytest.raises(KeyboardInterrupt):
            next(came)

    def test_an_interrupt_of_the_explanation_loses_neither_it_nor_what_came_after(self) -> None:
        interrupts = iter([KeyboardInterrupt()])

        def explain() -> Result:
            for interrupt in interrupts:
                raise interrupt
            return explained(MISS)

        came = Explainer().explained_in_order(iter([GradedCase(MISS, explain), GradedCase(HIT)]))
        assert next(came).message == "explained"
        assert next(came) is HIT
        with pytest.raises(KeyboardInterrupt):
            next(came)

    @pytest.mark.parametrize("members", [0, 2])
    def test_an_explanation_that_fails_is_a_fault_of_ours(
        self, members: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def explain(*given: object) -> Explanation | None:
            raise ZeroDivisionError("our own")

        single = CASES[0]
        group = tuple(replace(single, id=f"{single.id}#{n + 1}", points=0) for n in range(members))
        case = replace(single, task=None, group=group) if members else single
        monkeypatch.setattr(grading, "ask", lambda *given: Outcome(Event.REPLIED, value=0))
        monkeypatch.setattr(KATA, "explain", explain)
        card = grade(NOBODY, KATA, [case, CASES[1]], SETTINGS)
        assert [result.verdict for result in card.results] == [Verdict.GRADER_ERROR] * 2
        assert "ZeroDivisionError: our own" in card.results[0].message
        assert (card.score, card.max_score, card.grader_errors) == (0, 2, 2)


BANK = Path(__file__).parent.parent / "katas/best_move/mining/banks/mate-9.yaml"


@contextmanager
def under_load() -> Iterator[None]:
    with load_generators(CORES, Settings(choose_isolation("auto")), longest_s=600):
        yield


@pytest.mark.alone
@pytest.mark.thorough
def test_a_file_is_explained_in_the_same_bytes_under_load(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(LEFTMOST)

    def explanations() -> list[bytes]:
        # Of no shipped suite: what the columns of those are worth is stored.
        card = grade_file(tmp_path / "mine.py", suites=[BANK], case="*-[0-3]*", cap_s=60.0)
        assert len(card.results) >= 7
        assert all(isinstance(each.explanation, PositionExplanation) for each in card.results)
        told = [KATA.tell(each.explanation) for each in card.results if each.explanation]
        return [
            *(msgspec.json.encode(each.explanation) for each in card.results),
            repr(told).encode(),
        ]

    idle = explanations()
    assert b"12,000 positions looked at" in idle[-1]  # the limit decides about what is told
    with under_load():
        assert explanations() == idle
