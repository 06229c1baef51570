"""How fast the board is on this machine."""

from __future__ import annotations

from graders.grading.provenance import drop_undo_per_s, pairs_per_second


def test_the_rate_of_the_board_is_measured() -> None:
    assert pairs_per_second(pairs=50, repeat=2) > 0


def test_a_process_measures_it_only_once() -> None:
    assert drop_undo_per_s() == drop_undo_per_s() > 0
