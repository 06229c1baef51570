"""Which misses are doubted, and for what reason; one run counts, and a file has so many."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from graders.grading.fairness import (
    MOST_RERUNS,
    MOST_STOPPED_RERUNS,
    Record,
    doubt,
    starved,
    was_stopped,
)
from graders.grading.repeats import Run, runs
from graders.model.ending import Cause, Ending
from graders.model.outcome import DoubtKind, Event, Outcome, Stage, Waited
from graders.model.verdict import Judgement, Verdict

CAP_S = 2.0
GUESS = Outcome(Event.REPLIED, 0, wall_s=1.0, cpu_s=0.4, waited_s=0.5)
OUT_OF_PATIENCE = Outcome(
    Event.TIMED_OUT, wall_s=10.0, cpu_s=1.0, waited_s=8.9, out_of_patience=True
)

SECONDS = st.floats(0.0, 20.0)
OUTCOMES = st.builds(
    Outcome,
    st.sampled_from(Event),
    value=st.integers(0, 6),
    wall_s=SECONDS,
    cpu_s=SECONDS,
    waited_s=st.none() | SECONDS,
    out_of_patience=st.booleans(),
)
RECORDS = st.builds(Record, st.integers(0, MOST_STOPPED_RERUNS))


class TestWhereTheKernelTells:
    def test_an_early_answer_of_a_program_that_was_kept_waiting_is_doubted(self) -> None:
        found = doubt(GUESS, CAP_S)
        assert found is not None
        assert (found.kind, found.waited) == (DoubtKind.KEPT_WAITING, Waited(0.5, 1.0))

    def test_and_so_is_an_exception(self) -> None:
        assert doubt(replace(GUESS, event=Event.RAISED), CAP_S)

    def test_a_crash_or_a_limit_that_was_broken_is_no_matter_of_time(self) -> None:
        for event in set(Event) - {Event.REPLIED, Event.RAISED, Event.TIMED_OUT}:
            assert doubt(replace(GUESS, event=event), CAP_S) is None

    def test_a_little_waiting_is_nothing_to_speak_of(self) -> None:
        assert starved(replace(GUESS, waited_s=0.05)) is None
        assert starved(replace(GUESS, wall_s=0.03, waited_s=0.01)) is None

    @given(OUTCOMES, st.floats(0.01, 5.0), RECORDS)
    def test_without_waiting_nothing_is_doubted_however_little_it_computed(
        self, outcome: Outcome, cap_s: float, record: Record
    ) -> None:
        assert doubt(replace(outcome, waited_s=0.0), cap_s, record) is None

    def test_a_run_that_was_stopped_at_its_cap_says_all_there_is_to_say(self) -> None:
        stopped = Outcome(Event.TIMED_OUT, wall_s=6.0, cpu_s=2.0, waited_s=4.0)
        assert doubt(stopped, CAP_S) is None

    def test_one_that_was_stopped_before_it_is_doubted(self) -> None:
        assert doubt(OUT_OF_PATIENCE, CAP_S)

    def test_and_so_is_a_file_that_could_not_be_loaded_for_it(self) -> None:
        fact = Ending(Cause.TIME, limit=5.0)
        loading = replace(OUT_OF_PATIENCE, event=Event.NOT_LOADED, stage=Stage.LOADING, fact=fact)
        assert doubt(loading, CAP_S)
        assert doubt(replace(loading, out_of_patience=False), CAP_S) is None

    @given(OUTCOMES, SECONDS)
    def test_more_work_of_its_own_never_makes_less_count(
        self, outcome: Outcome, more_s: float
    ) -> None:
        busier = replace(outcome, cpu_s=outcome.cpu_s + more_s)
        assert busier.counted_s >= outcome.counted_s >= outcome.cpu_s


class TestWhereTheKernelDoesNotTell:
    @given(OUTCOMES, RECORDS)
    def test_nothing_is_ever_doubted(self, outcome: Outcome, record: Record) -> None:
        assert doubt(replace(outcome, waited_s=None), CAP_S, record) is None


class TestRuns:
    """Exactly one run counts, and a file has so many of them at most."""

    @given(
        st.lists(st.tuples(OUTCOMES, st.booleans()), min_size=3 * 7, max_size=3 * 7),
        st.integers(1, 7),
    )
    def test_the_last_run_counts_and_the_runs_of_a_file_are_bounded(
        self, script: list[tuple[Outcome, bool]], cases: int
    ) -> None:
        left, started = list(script), 0
        record = Record()
        for _ in range(cases):
            taken = runs(lambda: judged(*left.pop(0)), CAP_S, record, rerun=True)
            record = taken.record
            assert taken.all == tuple(judged(*each) for each in script[started:][: len(taken.all)])
            started += len(taken.all)
            assert len(taken.all) <= 1 + MOST_RERUNS
            assert not any(run.accepted for run in taken.all[:-1])
            assert (taken.doubt is not None) == (len(taken.all) > 1)
        stopped = sum(was_stopped(outcome) for outcome, _ in script[:started])
        assert started <= cases * (1 + MOST_RERUNS)
        assert stopped <= cases + MOST_STOPPED_RERUNS

    def test_a_file_that_never_answers_is_repeated_so_often_in_all(self) -> None:
        record, started = Record(), 0
        for _ in range(7):
            taken = runs(lambda: judged(OUT_OF_PATIENCE, False), CAP_S, record, rerun=True)
            record, started = taken.record, started + len(taken.all)
        assert started == 7 + MOST_STOPPED_RERUNS

    def test_no_repeat_where_none_is_wanted(self) -> None:
        taken = runs(lambda: judged(GUESS, False), CAP_S, Record(), rerun=False)
        assert len(taken.all) == 1 and taken.doubt is None
        assert taken.still is not None


def judged(outcome: Outcome, accepted: bool) -> Run:
    verdict = Verdict.ACCEPTED if accepted else Verdict.WRONG_ANSWER
    return Run(outcome, Judgement(verdict, ""))
