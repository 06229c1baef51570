"""Offer the mates of the best-move kata to `kata mine`: its options, its search, its suite."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from graders.katas.best_move.mining.advise import advice
from graders.katas.best_move.mining.group import Candidate
from graders.katas.best_move.mining.mine import Found, Progress, Tally, mine
from graders.katas.best_move.mining.oracle import bitbully_rejecter
from graders.katas.best_move.mining.order import MATES, Order
from graders.katas.best_move.mining.write import bank_text
from graders.katas.best_move.task import BestMoveTask
from graders.katas.tools import MiningOption

OPTIONS = (
    MiningOption(
        "mate",
        "Plies in which the side to move wins.",
        choices=tuple(str(mate) for mate in MATES),
        required=True,
    ),
    MiningOption(
        "side",
        "The side to move; with one alone RED always moved first.",
        choices=("red", "yellow", "both"),
        default="both",
    ),
    MiningOption(
        "discs", "How many discs are on the board, such as 16-28.", shown_as="FEWEST-MOST"
    ),
    MiningOption("off-centre", "Only where the centre column does not win.", is_flag=True),
    MiningOption(
        "min-nodes",
        "Only where plain alpha-beta, searching as deep as the mate, needs at least N nodes; if N "
        "is large, ask for few discs.",
        least=0,
        default=0,
        shown_as="N",
    ),
    MiningOption(
        "allow-guessable",
        "Also positions that programs find which search little or nothing; no groups then: each "
        "position is a case.",
        is_flag=True,
    ),
)


class MateMining:
    """Mine positions in which one column wins, in so many plies."""

    about: tuple[str, ...] = (
        "Find positions in which one column wins, prove them, and write them as a suite.",
        "In each the side to move wins in exactly --mate plies, no other column wins at all, and "
        "no first move wins or loses sooner. None is a shipped one, or the mirror image of "
        "another. With --side both, RED and YELLOW are to move equally often; YELLOW moved first "
        "where that takes it. The same options and seed give the same file on every machine.",
        "What can be guessed is turned down: shallow searches with an evaluation, counts of "
        "threats, random games and columns chosen by habit are tried first. Where one position "
        "does not defeat them all, a case is a group of two to four, all of which have to be "
        "answered; most mates, above all the short ones, come in such groups.",
        "Whatever ends it, the same command goes on: what was found is kept beside --out, as "
        "PATH.unfinished, and PATH itself is written once, when the suite is complete.",
    )
    examples: tuple[str, ...] = (
        "kata mine --mate 9 --count 20 --seed 7 --out bank.yaml",
        "kata mine --mate 7 --side yellow --off-centre --out bank.yaml",
        "kata mine --mate 9 --discs 8-14 --min-nodes 100000 --allow-guessable",
        "kata grade my_solution.py --suite bank.yaml",
    )
    options: tuple[MiningOption, ...] = OPTIONS

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
                bool(chosen.get("allow_guessable")),
            )
        )


class MateSearch:
    """Search as one order says, and count on the way."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self._progress = Progress()

    @property
    def tally(self) -> Tally:
        """Return what was counted so far."""
        return self._progress.tally

    @property
    def found(self) -> Sequence[Found]:
        """Return what was found so far, no more than was asked for."""
        return self._progress.found[: self.order.count]

    def cases(self, known: frozenset[str], *, with_oracle: bool) -> Iterator[Found | None]:
        """Yield what is found; the oracle saves proofs, and changes nothing about what is found."""
        rejecter = bitbully_rejecter() if with_oracle else None
        yield from mine(self.order, known, self._progress, rejecter)

    def state(self) -> Mapping[str, object]:
        """Return how far it has come, as JSON can carry it."""
        return {
            "order": _order_as_json(self.order),
            "tally": msgspec.structs.asdict(self._progress.tally),
            "found": [[_as_json(task) for task in group] for group in self._progress.found],
            "spare": [
                _as_json(each.task) | {"found_by": sorted(each.found_by), "chance": each.chance}
                for each in self._progress.spare
            ],
        }

    def go_on_from(self, state: object) -> None:
        """Go on from a state of the same order; the count may be another one."""
        kept = msgspec.convert(state, _State)
        own = _order_as_json(self.order)
        for name, wanted in own.items():
            if kept.order.get(name) != wanted:
                option = name.replace("_", "-")
                raise ValueError(f"there --{option} is {kept.order.get(name)}, not {wanted}")
        self._progress = Progress(
            kept.tally,
            [tuple(map(_task, group)) for group in kept.found],
            [Candidate(_task(each), each.found_by, each.chance) for each in kept.spare],
        )

    def advice(self) -> str:
        """Say where most was lost, and which option to loosen."""
        return advice(self.order, self.tally)

    def suite(self) -> str:
        """Return the suite, as YAML, that holds what was found."""
        return bank_text(self.order, self.found)


class _Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    moves: str
    first: str
    column: int
    mate_in: int


class _Spare(_Kept, frozen=True, forbid_unknown_fields=True):
    found_by: frozenset[str]
    chance: float


class _State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    order: dict[str, object]
    tally: Tally
    found: list[list[_Kept]]
    spare: list[_Spare]


def _order_as_json(order: Order) -> dict[str, object]:
    """Return what decides the finds; how many are wanted does not."""
    fewest, most = order.discs
    own = {name: value for name, value in msgspec.structs.asdict(order).items() if name != "count"}
    return own | {"discs": f"{fewest}-{most}"}


def _as_json(task: BestMoveTask) -> dict[str, object]:
    return {
        "moves": task.moves,
        "first": task.first,
        "column": task.accept[0],
        "mate_in": task.mate_in,
    }


def _task(kept: _Kept) -> BestMoveTask:
    return BestMoveTask(kept.moves, (kept.column,), kept.first, kept.mate_in, quiet=True)


def _discs(text: object) -> tuple[int, int]:
    """Read a range of discs; the usual one, which the order fills in, where none was asked for."""
    if text is None:
        return 0, 0
    ends = str(text).split("-")
    if len(ends) > 2 or not all(end.isascii() and end.isdigit() for end in ends):
        raise ValueError(f"{text!r} is not a range of discs; write 8-14, or 12 alone")
    return int(ends[0]), int(ends[-1])
