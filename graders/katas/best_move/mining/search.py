"""Offer the mates of the best-move kata to `kata mine`: its options, its search, its suite."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from graders.katas.best_move.mining.mine import Tally, mine
from graders.katas.best_move.mining.oracle import bitbully_rejecter
from graders.katas.best_move.mining.order import MATES, Order
from graders.katas.best_move.mining.write import bank_text
from graders.katas.best_move.task import BestMoveTask
from graders.katas.mining import Option

OPTIONS = (
    Option(
        "mate",
        "Plies in which the side to move wins.",
        choices=tuple(str(mate) for mate in MATES),
        required=True,
    ),
    Option("side", "The side to move.", choices=("red", "yellow", "both"), default="both"),
    Option("discs", "How many discs are on the board, such as 16-28.", shown_as="FEWEST-MOST"),
    Option("off-centre", "Only where the centre column does not win.", is_flag=True),
    Option(
        "min-nodes",
        "Only where plain alpha-beta, searching as deep as the mate, needs at least N nodes; if N "
        "is large, ask for few discs.",
        least=0,
        default=0,
        shown_as="N",
    ),
)


class MateMining:
    """Mine positions in which one column wins, in so many plies."""

    about: tuple[str, ...] = (
        "Find positions in which one column wins, prove them, and write them as a suite.",
        "In each the side to move wins in exactly --mate plies, no other column wins at all, and "
        "no first move wins or loses sooner. None is a shipped one, or the mirror image of "
        "another. The same options give the same file on every machine. Ctrl-C keeps what was "
        "found.",
    )
    examples: tuple[str, ...] = (
        "kata mine --mate 9 --count 20 --seed 7 --out bank.yaml",
        "kata mine --mate 7 --side yellow --off-centre --out bank.yaml",
        "kata mine --mate 9 --discs 8-14 --min-nodes 100000 --out hard.yaml",
        "kata grade my_solution.py --suite bank.yaml",
    )
    options: tuple[Option, ...] = OPTIONS

    def search(self, count: int, seed: int, chosen: Mapping[str, object]) -> MateSearch:
        """Return the search for `count` positions; raise `ValueError` where nothing can be found.

        >>> chosen = {"mate": "9", "side": "both", "discs": "8-14", "min_nodes": 0}
        >>> MateMining().search(20, 7, chosen).order.discs
        (8, 14)
        """
        return MateSearch(
            Order(
                int(str(chosen["mate"])),
                count,
                seed,
                str(chosen["side"]),
                _discs(chosen.get("discs")),
                bool(chosen.get("off_centre")),
                int(str(chosen["min_nodes"])),
            )
        )


class MateSearch:
    """Search as one order says, and count on the way."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.tally = Tally()

    def cases(self, known: frozenset[str], *, with_oracle: bool) -> Iterator[BestMoveTask]:
        """Yield what is found; the oracle saves proofs, and changes nothing about what is found."""
        rejecter = bitbully_rejecter() if with_oracle else None
        yield from mine(self.order, known, self.tally, rejecter)

    def suite(self, found: Sequence[BestMoveTask]) -> str:
        """Return the suite, as YAML, that holds what was found."""
        return bank_text(self.order, found)


def _discs(text: object) -> tuple[int, int]:
    """Read a range of discs; the usual one, which the order fills in, where none was asked for."""
    if text is None:
        return 0, 0
    ends = str(text).split("-")
    if len(ends) > 2 or not all(end.isascii() and end.isdigit() for end in ends):
        raise ValueError(f"{text!r} is not a range of discs; write 8-14, or 12 alone")
    return int(ends[0]), int(ends[-1])
