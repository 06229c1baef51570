"""Only the machine can keep a program waiting: its own threads and children never count."""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from graders.sandbox.meter import KeptOff, Thread, Times, within

STRANGER = -1
SLACK = 1e-9


@dataclass
class Machine:
    """One core on which own threads and strangers take turns, a slot of time after the other.

    `owed` is waiting that the kernel has not booked yet: it does so when a thread gets its core.
    """

    waited: dict[int, float] = field(default_factory=dict)
    cpu: dict[int, float] = field(default_factory=dict)
    owed: dict[int, float] = field(default_factory=dict)
    tree: float = 0.0
    kept_off: float = 0.0

    def run(self, ready: set[int], chosen: int, length: float) -> None:
        for thread in ready:
            self.waited.setdefault(thread, 0.0)
            self.cpu.setdefault(thread, 0.0)
            self.owed.setdefault(thread, 0.0)
        if chosen == STRANGER:
            self.kept_off += length if ready else 0.0
        else:
            self.waited[chosen] += self.owed.pop(chosen)
            self.owed[chosen] = 0.0
            self.cpu[chosen] += length
            self.tree += length
        for thread in ready - {chosen}:
            self.owed[thread] += length

    def end(self, thread: int) -> None:
        for counts in (self.waited, self.cpu, self.owed):
            counts.pop(thread, None)

    def threads(self) -> dict[Thread, Times]:
        return {(1, t): Times(self.waited[t], self.cpu[t]) for t in self.waited}


@dataclass(frozen=True)
class Slot:
    """Hold who is ready, whose turn it is (or a stranger's), who ends, and whether we look."""

    ready: frozenset[int]
    turn: int
    length: float
    ends: int
    look: bool


lengths = st.floats(0.0001, 0.05)
slots = st.lists(
    st.builds(
        Slot,
        st.frozensets(st.integers(0, 4), max_size=4),
        st.integers(0, 5),
        lengths,
        st.integers(0, 12),
        st.booleans(),
    ),
    max_size=60,
)


def followed(history: list[Slot], *, strangers: bool, marked_at: int = 0) -> tuple[float, Machine]:
    machine, counted, kept_off_before = Machine(), KeptOff(), 0.0
    for number, slot in enumerate(history):
        if number == marked_at:
            counted.mark(machine.threads(), machine.tree)
            kept_off_before = machine.kept_off
        ready = set(slot.ready)
        order = sorted(ready)
        stranger = strangers and slot.turn >= len(order)
        chosen = STRANGER if stranger or not order else order[slot.turn % len(order)]
        machine.run(ready, chosen, slot.length)
        if slot.ends in machine.waited and slot.ends not in ready:
            machine.end(slot.ends)
        if slot.look:
            counted.sample(machine.threads(), machine.tree)
    counted.sample(machine.threads(), machine.tree)
    machine.kept_off -= kept_off_before
    return counted.seconds(), machine


@given(slots, st.integers(0, 20))
def test_own_threads_and_children_never_raise_it(history: list[Slot], marked_at: int) -> None:
    told, _ = followed(history, strangers=False, marked_at=marked_at)
    assert told <= SLACK


def test_who_waited_for_its_own_children_since_before_a_mark_was_kept_off_by_nobody() -> None:
    counted = KeptOff()
    counted.sample({(1, 1): Times(0.0, 0.5), (2, 2): Times(0.0, 0.0)}, 0.5)
    counted.mark({(1, 1): Times(0.0, 0.5), (2, 2): Times(0.0, 3.0)}, 3.5)
    counted.sample({(1, 1): Times(3.0, 0.6), (2, 2): Times(0.0, 3.0)}, 3.6)  # booked as it runs
    assert counted.seconds() == 0.0


@given(slots, st.integers(0, 20))
def test_it_is_never_more_than_what_the_machine_did(history: list[Slot], marked_at: int) -> None:
    told, machine = followed(history, strangers=True, marked_at=marked_at)
    booked_before_s = sum(slot.length for slot in history[:marked_at])
    assert told <= machine.kept_off + SLACK + (booked_before_s if marked_at else 0.0)


@given(
    st.lists(st.tuples(st.booleans(), lengths, st.booleans()), min_size=1, max_size=60),
    st.integers(0, 20),
)
def test_all_of_it_is_told_of_one_thread(
    history: list[tuple[bool, float, bool]], marked_at: int
) -> None:
    slots = [Slot(frozenset({0}), int(stranger), s, 9, look) for stranger, s, look in history]
    slots.append(Slot(frozenset({0}), 0, 0.01, 9, True))  # where what it is owed is booked
    told, machine = followed(slots, strangers=True, marked_at=marked_at)
    booked_before_s = sum(slot.length for slot in slots[:marked_at])
    assert machine.kept_off - SLACK < told < machine.kept_off + booked_before_s + SLACK


@given(st.lists(st.tuples(st.integers(1, 4), lengths, lengths), min_size=1, max_size=20))
def test_work_by_one_child_after_another_is_forgiven(
    children: list[tuple[int, float, float]],
) -> None:
    history = []
    for number, (_, starved_s, work_s) in enumerate(children):
        child = frozenset({10 + number})
        history += [
            Slot(child, 1, starved_s, 99, False),
            Slot(child, 0, work_s, 99, True),  # the look before it ends
            Slot(frozenset(), 0, 0.001, 10 + number, True),
        ]
    told, machine = followed(history, strangers=True)
    assert abs(told - machine.kept_off) < 1e-6


def test_a_number_that_is_given_out_again_is_another_thread() -> None:
    counted = KeptOff()
    counted.sample({(1, 1): Times(2.0, 1.0)}, 1.0)
    counted.sample({(1, 1): Times(0.5, 0.1)}, 1.1)
    assert abs(counted.seconds() - 2.5) < SLACK


def test_a_mark_forgets_what_was_before() -> None:
    counted = KeptOff()
    counted.sample({(1, 1): Times(2.0, 1.0)}, 1.0)
    counted.mark({(1, 1): Times(2.0, 1.0)}, 1.0)
    assert counted.seconds() == 0.0
    counted.sample({(1, 1): Times(2.25, 1.5)}, 1.5)
    assert counted.seconds() == 0.25


def test_is_part_of_the_wall_time_alone() -> None:
    assert within(3.0, 1.0, 2.0, 2.5) == 0.0
