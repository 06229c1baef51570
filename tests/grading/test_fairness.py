"""Which times are doubted, and for what reason."""

from __future__ import annotations

from graders.grading.fairness import counted_s, doubt
from graders.model.outcome import DoubtKind, Event, Machine, Outcome, Waited


def test_a_time_well_under_the_cap_is_never_doubted() -> None:
    outcome = Outcome(Event.REPLIED, wall_s=1.7, cpu_s=0.1, machine=Machine(load=90, cores=2))
    assert doubt(outcome, 2.0) is None


def test_a_program_that_computed_all_the_time_is_not_doubted() -> None:
    assert doubt(Outcome(Event.TIMED_OUT, wall_s=2.0, cpu_s=1.97), 2.0) is None


def test_a_timeout_with_little_cpu_time_is_doubted() -> None:
    found = doubt(Outcome(Event.TIMED_OUT, wall_s=2.0, cpu_s=0.5), 2.0)
    assert found is not None and found.kind is DoubtKind.LITTLE_CPU_TIME
    assert (found.cpu_s, found.wall_s, found.machine_was_busy) == (0.5, 2.0, False)


def test_an_answer_close_to_the_cap_is_doubted_where_it_was_kept_waiting() -> None:
    kept = Machine(load=4.0, cores=2, waited_s=1.1)
    assert doubt(Outcome(Event.REPLIED, wall_s=1.9, cpu_s=0.5, machine=kept), 2.0)


def test_a_program_that_sleeps_and_guesses_in_time_has_one_guess() -> None:
    idle = Machine(load=0.1, cores=2, waited_s=0.0)
    assert doubt(Outcome(Event.REPLIED, wall_s=1.9, cpu_s=0.0, machine=idle), 2.0) is None


def test_an_answer_that_came_too_late_is_doubted_like_none_at_all() -> None:
    assert doubt(Outcome(Event.REPLIED, wall_s=2.1, cpu_s=0.5), 2.0)


def test_waiting_for_a_core_is_told_from_sleeping() -> None:
    machine = Machine(load=4.0, cores=2, waited_s=1.1)
    found = doubt(Outcome(Event.TIMED_OUT, wall_s=2.0, cpu_s=0.9, machine=machine), 2.0)
    assert found is not None and found.machine_was_busy
    assert (found.kind, found.waited) == (DoubtKind.KEPT_WAITING, Waited(1.1, 2.0))


def test_where_the_kernel_keeps_no_count_being_put_off_the_core_is_reason_enough() -> None:
    machine = Machine(load=1.0, cores=2, involuntary_switches=300)
    outcome = Outcome(Event.TIMED_OUT, wall_s=2.0, cpu_s=1.95, machine=machine)
    found = doubt(outcome, 2.0)
    assert found is not None and (found.kind, found.switches) == (DoubtKind.PUT_OFF, 300)


def test_where_the_kernel_counts_nothing_else_matters() -> None:
    machine = Machine(load=9.0, cores=2, waited_s=0.0, involuntary_switches=300)
    outcome = Outcome(Event.TIMED_OUT, wall_s=2.0, cpu_s=1.95, machine=machine)
    assert doubt(outcome, 2.0) is None


def test_a_load_above_the_cores_is_reason_enough_near_the_cap() -> None:
    machine = Machine(load=5.0, cores=2)
    outcome = Outcome(Event.TIMED_OUT, wall_s=2.0, cpu_s=1.95, machine=machine)
    found = doubt(outcome, 2.0)
    assert found is not None
    assert (found.kind, found.load, found.cores) == (DoubtKind.LOAD, 5.0, 2)


def test_a_crash_is_no_matter_of_time() -> None:
    assert doubt(Outcome(Event.DIED, wall_s=2.0, cpu_s=0.1), 2.0) is None


def test_forgiven_seconds_do_not_count() -> None:
    assert counted_s(Outcome(Event.REPLIED, wall_s=3.0, forgiven_s=2.0)) == 1.0
