"""Which runs are void, and which one counts: whatever was answered; and a file has so many."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from graders.grading.attempts import (
    MOST_RERUNS,
    MOST_STOPPED_RERUNS,
    VOID_SHARE,
    Attempts,
    FileRecord,
    JudgedRun,
    attempt_until_one_counts,
    reason_void,
    was_stopped,
)
from graders.model.ending import Cause, Ending
from graders.model.outcome import Doubt, DoubtKind, Event, Fault, Outcome, Stage
from graders.model.raised import Raised
from graders.model.verdict import Judgement, Verdict

CAP_S = 2.0
GUESS = Outcome(Event.REPLIED, 0, wall_s=1.0, cpu_s=0.4, kept_off_s=0.5)
QUIET = Outcome(Event.REPLIED, 0, wall_s=0.5, cpu_s=0.5, kept_off_s=0.0)
LATE = Outcome(Event.TIMED_OUT, wall_s=6.0, cpu_s=2.0, kept_off_s=4.0)
OUT_OF_PATIENCE = Outcome(
    Event.TIMED_OUT, wall_s=10.0, cpu_s=1.0, kept_off_s=8.9, out_of_patience=True
)
LOAD_LATE = replace(
    OUT_OF_PATIENCE,
    event=Event.NOT_LOADED,
    stage=Stage.LOADING,
    fact=Ending(Cause.TIME, limit=5.0),
)
KILLED = Outcome(Event.NOT_LOADED, stage=Stage.LOADING, fact=Ending(Cause.SIGNAL, code=9))

SECONDS = st.floats(0.0, 20.0)
FACTS = st.sampled_from([None, Raised("ValueError"), LOAD_LATE.fact, KILLED.fact])
OUTCOMES = st.builds(
    Outcome,
    st.sampled_from(Event),
    value=st.integers(0, 6),
    fact=FACTS,
    stage=st.sampled_from(Stage),
    wall_s=SECONDS,
    cpu_s=SECONDS,
    kept_off_s=st.none() | SECONDS,
    out_of_patience=st.booleans(),
)
RECORDS = st.builds(
    FileRecord, st.integers(0, MOST_STOPPED_RERUNS), loaded=st.booleans(), reloaded=st.booleans()
)
THREE = st.lists(OUTCOMES, min_size=1 + MOST_RERUNS, max_size=1 + MOST_RERUNS)


def judged(outcome: Outcome, accepted: bool = False) -> JudgedRun:
    verdict = Verdict.ACCEPTED if accepted else Verdict.WRONG_ANSWER
    return JudgedRun(outcome, Judgement(verdict, ""))


def of(
    outcomes: Sequence[Outcome], record: FileRecord = FileRecord(), *, accepted: int = 0
) -> Attempts:
    """Run a case that comes to these outcomes; those are accepted whose bit is set."""
    left = [judged(outcome, bool(accepted >> n & 1)) for n, outcome in enumerate(outcomes)]
    return attempt_until_one_counts(lambda: left.pop(0), CAP_S, record, rerun=True)


class TestVoid:
    @pytest.mark.parametrize("outcome", [GUESS, replace(GUESS, event=Event.RAISED)])
    def test_an_answer_or_an_exception_of_a_run_that_was_kept_waiting(
        self, outcome: Outcome
    ) -> None:
        assert reason_void(outcome, CAP_S) == Doubt(DoubtKind.KEPT_WAITING, 0.5, CAP_S)

    def test_it_is_the_share_of_the_cap_that_matters_and_not_that_of_the_run(self) -> None:
        at_once = Outcome(Event.REPLIED, 0, wall_s=0.03, cpu_s=0.003, kept_off_s=0.02)
        assert reason_void(at_once, CAP_S) is None
        assert reason_void(replace(GUESS, kept_off_s=VOID_SHARE * CAP_S), CAP_S) is None
        assert reason_void(replace(GUESS, kept_off_s=1.01 * VOID_SHARE * CAP_S), CAP_S)

    def test_a_crash_or_a_limit_that_was_broken_is_no_matter_of_time(self) -> None:
        for event in set(Event) - {Event.REPLIED, Event.RAISED, Event.TIMED_OUT}:
            assert reason_void(replace(GUESS, event=event), CAP_S) is None

    @given(OUTCOMES, st.floats(0.01, 5.0), RECORDS, st.sampled_from([0.0, None]))
    def test_without_waiting_nothing_is_however_little_it_computed(
        self, outcome: Outcome, cap_s: float, record: FileRecord, kept_off_s: float | None
    ) -> None:
        found = reason_void(replace(outcome, kept_off_s=kept_off_s), cap_s, record)
        assert found is None or found.kind is DoubtKind.LOAD_ENDED

    def test_a_run_that_was_late_by_its_own_seconds_says_all_there_is_to_say(self) -> None:
        assert reason_void(LATE, CAP_S) is None
        assert reason_void(replace(GUESS, cpu_s=2.1), CAP_S) is None
        assert reason_void(replace(LOAD_LATE, out_of_patience=False), CAP_S) is None

    def test_one_that_was_stopped_before_it_had_them_does_not(self) -> None:
        assert reason_void(OUT_OF_PATIENCE, CAP_S)
        assert reason_void(LOAD_LATE, CAP_S) == Doubt(DoubtKind.KEPT_WAITING, 8.9, 5.0)

    @given(OUTCOMES, SECONDS)
    def test_more_work_of_its_own_never_makes_less_count(
        self, outcome: Outcome, more_s: float
    ) -> None:
        busier = replace(outcome, cpu_s=outcome.cpu_s + more_s)
        assert busier.counted_s >= outcome.counted_s >= outcome.cpu_s


class TestLoading:
    """A file that was loaded before, and is now ended by a stray signal, is loaded once more."""

    LOADED = FileRecord().after(QUIET)

    def test_a_load_that_worked_before_is_tried_again_once_a_file(self) -> None:
        taken = of([KILLED, QUIET], self.LOADED)
        assert (taken.number, taken.doubt) == (1, Doubt(DoubtKind.LOAD_ENDED))
        again = of([KILLED], taken.record)
        assert again.counting.outcome == KILLED

    def test_one_that_never_worked_is_not(self) -> None:
        assert len(of([KILLED]).runs) == 1
        not_loaded = replace(KILLED, fact=Raised("ValueError"))
        for outcome in (KILLED, not_loaded, Outcome(Event.GRADER_FAULT, fact=Fault("ours"))):
            assert not FileRecord().after(outcome).loaded

    @pytest.mark.parametrize(
        "outcome",
        [
            replace(KILLED, fact=Ending(Cause.EXIT, code=1)),
            replace(KILLED, fact=Raised("ValueError")),
            replace(KILLED, event=Event.OUT_OF_MEMORY, fact=Ending(Cause.MEMORY_HELD)),
            replace(KILLED, event=Event.DIED, stage=Stage.CALL),
        ],
        ids=["exits", "raises", "a-limit-of-ours", "in-the-call"],
    )
    def test_nor_one_that_came_to_another_end(self, outcome: Outcome) -> None:
        assert reason_void(outcome, CAP_S, self.LOADED) is None

    def test_a_load_that_was_ended_counts_only_where_nothing_else_came(self) -> None:
        assert of([GUESS, KILLED, GUESS]).number == 0
        assert of([KILLED, KILLED], self.LOADED).counting.outcome == KILLED


class TestRuns:
    """The least disturbed run counts, and a file has so many of them at most."""

    def test_the_run_that_was_not_disturbed_counts_and_ends_it(self) -> None:
        taken = of([GUESS, QUIET])
        assert (len(taken.runs), taken.number, taken.disturbed) == (2, 1, None)

    def test_of_runs_that_were_all_disturbed_the_first_of_the_least(self) -> None:
        waits = [replace(GUESS, kept_off_s=kept_off_s) for kept_off_s in (0.9, 0.3, 0.3)]
        taken = of(waits)
        assert (len(taken.runs), taken.number) == (3, 1)
        assert taken.disturbed == Doubt(DoubtKind.KEPT_WAITING, 0.3, CAP_S)
        assert [attempt.counts for attempt in taken.attempts] == [False, True, False]

    def test_a_run_that_ends_it_does_not_count_for_that(self) -> None:
        """Else a program near its cap would be late more often on a busy machine."""
        assert of([GUESS, LATE]).number == 0
        assert of([replace(GUESS, kept_off_s=4.5), LATE]).number == 1

    @given(THREE, RECORDS, st.permutations(range(7)), st.integers(0, 7), st.integers(0, 7))
    def test_which_one_counts_depends_on_no_answer_and_no_verdict(
        self,
        outcomes: list[Outcome],
        record: FileRecord,
        answers: list[int],
        some: int,
        others: int,
    ) -> None:
        changed = [
            replace(outcome, value=answer)
            for outcome, answer in zip(outcomes, answers, strict=False)
        ]
        one, other = of(outcomes, record, accepted=some), of(changed, record, accepted=others)
        assert (one.number, len(one.runs)) == (other.number, len(other.runs))
        assert (one.doubt, one.disturbed) == (other.doubt, other.disturbed)
        assert (one.record, one.counted_s) == (other.record, other.counted_s)

    @given(st.lists(OUTCOMES, min_size=3 * 7, max_size=3 * 7), st.integers(1, 7))
    def test_the_runs_of_a_file_are_bounded(self, script: list[Outcome], cases: int) -> None:
        started, record = 0, FileRecord()
        for _ in range(cases):
            taken = of(script[started:][: 1 + MOST_RERUNS], record)
            record = taken.record
            started += len(taken.runs)
            assert (taken.doubt is not None) == (len(taken.runs) > 1) == bool(taken.attempts)
        stopped = sum(map(was_stopped, script[:started]))
        assert started <= cases * (1 + MOST_RERUNS)
        assert stopped <= cases + MOST_STOPPED_RERUNS

    def test_a_file_that_never_answers_is_repeated_so_often_in_all(self) -> None:
        record, started = FileRecord(), 0
        for _ in range(7):
            taken = of([OUT_OF_PATIENCE] * 3, record)
            record, started = taken.record, started + len(taken.runs)
        assert started == 7 + MOST_STOPPED_RERUNS

    def test_no_repeat_where_none_is_wanted(self) -> None:
        taken = attempt_until_one_counts(lambda: judged(GUESS), CAP_S, FileRecord(), rerun=False)
        assert (len(taken.runs), taken.doubt, taken.attempts) == (1, None, ())
        assert taken.disturbed is not None

    def test_only_the_seconds_of_the_run_that_counts_are_spent(self) -> None:
        assert of([replace(GUESS, loading_s=5.0), replace(QUIET, loading_s=1.5)]).counted_s == 2.0


COLUMNS = (0, 3, 6)
Draw = Callable[[int, Outcome], Outcome]
"""What a program makes of a column that it drew, of the run that it finds itself in."""


def answers(column: int, found: Outcome) -> Outcome:
    return replace(found, value=column)


def dawdles_with_one(column: int, found: Outcome) -> Outcome:
    """Wait for more of the machine's doing where the column does not please."""
    return replace(found, value=column, kept_off_s=(found.kept_off_s or 0.0) * (1 + column))


def is_late_with_one(column: int, found: Outcome) -> Outcome:
    late = replace(found, event=Event.TIMED_OUT, out_of_patience=(found.kept_off_s or 0.0) > 8.0)
    return late if column == COLUMNS[0] else replace(found, value=column)


def crashes_with_one(column: int, found: Outcome) -> Outcome:
    crashed = replace(found, event=Event.DIED, fact=Ending(Cause.SIGNAL, code=11))
    return crashed if column == COLUMNS[0] else replace(found, value=column)


DRAWS = (answers, dawdles_with_one, is_late_with_one, crashes_with_one)


class TestDrawingLots:
    """Whoever draws one of three columns, of which one is right, has the chance of one draw."""

    @given(st.lists(st.none() | SECONDS, min_size=3, max_size=3), RECORDS, st.sampled_from(DRAWS))
    def test_each_column_is_as_likely_to_be_right_under_any_disturbance(
        self, waits: list[float | None], record: FileRecord, draw: Draw
    ) -> None:
        """All draws of three runs are equally likely, so counting them is no estimate."""
        found = [replace(QUIET, kept_off_s=kept_off_s) for kept_off_s in waits]
        accepted = sum(
            self.is_accepted([draw(*each) for each in zip(lots, found, strict=True)], right, record)
            for lots in product(COLUMNS, repeat=len(waits))
            for right in COLUMNS
        )
        most = len(COLUMNS) ** len(waits)
        assert accepted == most if draw in (answers, dawdles_with_one) else accepted <= most

    def is_accepted(self, outcomes: Sequence[Outcome], right: int, record: FileRecord) -> bool:
        accepted = [each.event is Event.REPLIED and each.value == right for each in outcomes]
        bits = sum(each << number for number, each in enumerate(accepted))
        return of(outcomes, record, accepted=bits).counting.accepted

    @pytest.mark.parametrize("most_s", [0.0, 0.2, 1.0, 20.0])
    def test_of_thousands_of_cases_a_third_is_accepted(self, most_s: float) -> None:
        """The machine is as it likes, and a miss that was repeated would come to 19 of 27."""
        drawn, cases, accepted = Random(27), 6000, 0
        for _ in range(cases):
            right = drawn.choice(COLUMNS)
            outcomes = [
                answers(drawn.choice(COLUMNS), replace(QUIET, kept_off_s=drawn.uniform(0, most_s)))
                for _ in range(1 + MOST_RERUNS)
            ]
            accepted += self.is_accepted(outcomes, right, FileRecord())
        chance = 1 / len(COLUMNS)
        assert abs(accepted - chance * cases) < 4 * math.sqrt(cases * chance * (1 - chance))
