"""What may be asked for."""

from __future__ import annotations

import pytest

from graders.katas.best_move.mining.order import DISCS, LOOKAHEAD, MATES, Order


def test_each_mate_has_its_usual_range_and_lookahead() -> None:
    for mate in MATES:
        assert Order(mate, 1, 1).discs == DISCS[mate]
        assert LOOKAHEAD[mate] < mate - 1, "a lookahead that sees the mate would leave it out"


def test_the_command_says_everything_that_decides_what_is_found() -> None:
    order = Order(7, 5, 3, "yellow", (8, 14), off_centre=True, min_nodes=1000, allow_guessable=True)
    assert order.command() == (
        "kata mine --mate 7 --count 5 --seed 3 --side yellow --discs 8-14 "
        "--off-centre --min-nodes 1000 --allow-guessable"
    )


@pytest.mark.parametrize(
    ("mate", "discs", "says"),
    [
        (4, (8, 14), "mates of 3, 5, 7, 9, 11, 13 can be mined, not 4"),
        (9, (14, 8), "14-8 is not a range of discs"),
        (13, (30, 32), "12 cells are empty, too few for a mate in 13"),
    ],
)
def test_what_cannot_be_is_refused(mate: int, discs: tuple[int, int], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Order(mate, 1, 1, discs=discs)
