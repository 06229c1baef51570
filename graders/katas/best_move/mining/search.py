"""Mine mates for `kata mine`: its options, the search, its state as JSON, and the suite as YAML."""

from __future__ import annotations

import hashlib
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

import msgspec

from graders.katas.best_move.mining import groups, quiet_mates
from graders.katas.best_move.mining.groups import (
    MOST_CHANCE,
    SEEDS,
    Candidate,
    balance_sides,
    best_group,
    hardest,
    panel,
)
from graders.katas.best_move.mining.held_out import GuessRate, guess_rates
from graders.katas.best_move.mining.order import LOOKAHEAD, MATES, MateTally, Order, advice
from graders.katas.best_move.mining.quiet_mates import one_move_on, sound_game
from graders.katas.best_move.prove import Bitbully, winning_line
from graders.katas.best_move.task import BestMoveTask, identity
from graders.katas.lab import MiningOption
from kata.board import ROWS, Board, Player
from solutions.prover import Position, Prover

CENTRE = 3
GAMES_BETWEEN_SIGNS = 50
"""After so many games without a find the search gives a sign of life."""
MOST_SPARE = 16
"""So many positions wait for others to make a group with; the easiest are let go."""
Rejecter = Callable[[str], bool]
"""Tell from the moves that more than one column wins; it may never be wrong, only unhelpful."""
FoundCase = tuple[BestMoveTask, ...]
"""One case: a position that defeats every guesser by itself, or a group that does together."""


CAP_S = 2.0
OPTIONS = (
    MiningOption(
        "mate",
        "Plies in which the side to move wins.",
        choices=tuple(str(mate) for mate in MATES),
        required=True,
    ),
    MiningOption(
        "side",
        "The side to move; with only one, RED always moved first.",
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
        "Also positions that programs with little or no search find; then each is a case, "
        "without groups.",
        is_flag=True,
    ),
)


class MateMining:
    about: tuple[str, ...] = (
        "Find positions in which one column wins, prove them, and write them as a suite.",
        "In each the side to move wins in exactly --mate plies, no other column wins at all, "
        "and no first move wins or loses sooner. None is a shipped position, or the mirror "
        "image of another. With --side both, RED and YELLOW are to move equally often; YELLOW "
        "moved first where needed. The same options and seed give the same file on every machine.",
        "Half of the programs in solutions/guessers are asked first: shallow searches with an "
        "evaluation, counts of threats, random games and columns chosen by habit. A position "
        "that most of them answer is rejected. Where one position does not defeat them all, a "
        "case is a group of two to four, all of which have to be answered; most mates, above "
        "all the short ones, come in such groups. The head of the suite says how many of its "
        "cases are guessed by the other half, and by those too strong for any choice.",
        "Whatever ends it, the same command resumes it: finds are kept beside --out, as "
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


def _discs(text: object) -> tuple[int, int]:
    """Read a range of discs; the usual one, which the order fills in, where none was asked for."""
    if text is None:
        return 0, 0
    ends = str(text).split("-")
    if len(ends) > 2 or not all(end.isascii() and end.isdigit() for end in ends):
        raise ValueError(f"{text!r} is not a range of discs; write 8-14, or 12 alone")
    return int(ends[0]), int(ends[-1])


class MateSearch:
    def __init__(self, order: Order) -> None:
        self.order = order
        self._progress = SearchProgress()

    @property
    def tally(self) -> MateTally:
        return self._progress.tally

    @property
    def found(self) -> Sequence[FoundCase]:
        # What was kept may hold more than this run wants.
        return self._progress.found[: self.order.count]

    def cases(self, known: frozenset[str], *, with_oracle: bool) -> Iterator[FoundCase | None]:
        rejecter = bitbully_rejecter() if with_oracle else None
        for found in mine_mates(self.order, known, self._progress, rejecter):
            if found:
                self._rates([found])  # now, so that nobody waits for all of them at the end
            yield found

    def state(self) -> Mapping[str, object]:
        kept = _State(
            _decisive(self.order),
            self._progress.tally,
            [[_Kept(*_kept(task)) for task in group] for group in self._progress.found],
            [
                _Spare(*_kept(each.task), sorted(each.found_by), each.chance, sorted(each.strong))
                for each in self._progress.spare
            ],
        )
        return dict(msgspec.to_builtins(kept))

    def go_on_from(self, state: object) -> None:
        kept = msgspec.convert(state, _State)
        for name, wanted in _decisive(self.order).items():
            if kept.order.get(name) != wanted:
                option = name.replace("_", "-")
                raise ValueError(f"there --{option} is {kept.order.get(name)}, not {wanted}")
        self._progress = SearchProgress(
            kept.tally,
            [tuple(each.task() for each in group) for group in kept.found],
            [
                Candidate(
                    each.task(), frozenset(each.found_by), each.chance, frozenset(each.strong)
                )
                for each in kept.spare
            ],
        )

    def advice(self) -> str:
        return advice(self.order, self.tally)

    def suite(self) -> str:
        return bank_text(self.order, self.found, self._rates(self.found))

    def _rates(self, found: Sequence[FoundCase]) -> tuple[GuessRate, ...]:
        return () if self.order.allow_guessable else guess_rates(self.order.mate, found)


class _Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    moves: str
    first: str
    column: int
    mate_in: int

    def task(self) -> BestMoveTask:
        return BestMoveTask(self.moves, (self.column,), self.first, self.mate_in, quiet=True)


class _Spare(_Kept, frozen=True, forbid_unknown_fields=True):
    found_by: list[str]
    chance: float
    strong: list[str] = []


class _State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    order: dict[str, object]
    tally: MateTally
    found: list[list[_Kept]]
    spare: list[_Spare]


def _kept(task: BestMoveTask) -> tuple[str, str, int, int]:
    return task.moves, task.first, task.accept[0], task.mate_in or 0


def _decisive(order: Order) -> dict[str, object]:
    """Return what decides the finds, as JSON; how many are wanted does not."""
    fewest, most = order.discs
    own = {name: value for name, value in msgspec.structs.asdict(order).items() if name != "count"}
    return own | {"discs": f"{fewest}-{most}"}


class SearchProgress(msgspec.Struct):
    """How far a search has come, which is all that it needs in order to go on.

    `spare` are proved positions that make no case yet.
    """

    tally: MateTally = msgspec.field(default_factory=MateTally)
    found: list[FoundCase] = msgspec.field(default_factory=list)
    spare: list[Candidate] = msgspec.field(default_factory=list)

    @property
    def red_ahead(self) -> int:
        return sum(1 if task.to_move == "R" else -1 for group in self.found for task in group)


def mine_mates(
    order: Order,
    known: frozenset[str] = frozenset(),
    progress: SearchProgress | None = None,
    has_two_winners: Rejecter | None = None,
) -> Iterator[FoundCase | None]:
    """Yield `order.count` cases of proved positions, none twice and none of `known`.

    A case is one position, or a group of up to four where one does not defeat every guesser. Where
    both sides are wanted, RED is to move as often as YELLOW or once more after any case: the
    colours are exchanged where that takes it. Now and then None is yielded, so that the caller may
    look at the `progress`; at each yield it is such that another search can go on from it. `known`
    holds identities. `has_two_winners` may spare costly proofs; what is found, and in which order,
    is the same without it. A game gives one position at most, as those of one game look alike. The
    first n found do not depend on `order.count`.
    """
    progress = progress or SearchProgress()
    tally = progress.tally
    seen = known | {identity(task) for group in progress.found for task in group}
    seen |= {identity(each.task) for each in progress.spare}
    yield from _cases(order, progress)
    while len(progress.found) < order.count:
        # Only now: an easy position, too, may just have been what a group lacked.
        waiting = progress.spare
        progress.spare = hardest(waiting, MOST_SPARE)
        tally.let_go += len(waiting) - len(progress.spare)
        tally.games += 1
        candidate = _in_a_game(order, tally, seen, has_two_winners)
        if candidate is not None:
            seen |= {identity(candidate.task)}
            progress.spare.append(candidate)
        if candidate is not None or tally.games % GAMES_BETWEEN_SIGNS == 0:
            yield None
        if candidate is not None:
            yield from _cases(order, progress)


def _cases(order: Order, progress: SearchProgress) -> Iterator[FoundCase]:
    tally = progress.tally
    while len(progress.found) < order.count:
        members = best_group(progress.spare)
        if members is None:
            return
        progress.spare = [each for each in progress.spare if each not in members]
        found = tuple(each.task for each in members)
        if order.side == "both":
            found = balance_sides(found, progress.red_ahead)
        progress.found.append(found)
        tally.kept += len(found)
        tally.found += 1
        yield found


def _in_a_game(
    order: Order, tally: MateTally, seen: frozenset[str], has_two_winners: Rejecter | None
) -> Candidate | None:
    """Play the game of this number; return the latest position beside it that is wanted."""
    rng = Random(f"{order.seed} {tally.games}")
    prover = Prover()
    game = sound_game(rng, LOOKAHEAD[order.mate], order.discs[1] - 1)
    for moves, position in one_move_on(game):
        if not order.wants(position.discs) or not _is_quiet_mate(order, position, prover, tally):
            continue
        if has_two_winners is not None and has_two_winners(moves):
            continue
        task = _proved(order, moves, position, tally)
        if task is None:
            continue
        if identity(task) in seen:
            tally.known += 1
        elif order.allow_guessable:
            return Candidate(task)
        elif (finders := groups.found_by(task)) is not None:
            return Candidate(task, finders, groups.chance(task), groups.strong_finders(task))
        else:
            tally.guessed += 1
    return None


def _is_quiet_mate(order: Order, position: Position, prover: Prover, tally: MateTally) -> bool:
    tally.positions += 1
    if not quiet_mates.is_mate(position, order.mate, prover):
        return False
    tally.mates += 1
    if not quiet_mates.is_quiet(position, order.mate, prover):
        return False
    tally.quiet += 1
    return True


def _proved(order: Order, moves: str, position: Position, tally: MateTally) -> BestMoveTask | None:
    """Return a quiet mate as a case, or None; the cheap questions come first."""
    column = quiet_mates.only_winner(position, order.mate)
    if column is None:
        return None
    tally.unique += 1
    if order.off_centre and column == CENTRE:
        tally.central += 1
        return None
    if order.min_nodes and not quiet_mates.needs_nodes(moves, order.mate, order.min_nodes):
        tally.easy += 1
        return None
    return BestMoveTask(moves, (column,), mate_in=order.mate, quiet=True)


def bitbully_rejecter() -> Rejecter:
    """Return the rejecter that asks bitbully, which is to be installed."""
    oracle = Bitbully()

    def has_two_winners(moves: str) -> bool:
        return sum(score > 0 for score in oracle.scores(moves).values()) > 1

    return has_two_winners


def bank_text(order: Order, found: Sequence[FoundCase], rates: Sequence[GuessRate] = ()) -> str:
    """Return the YAML text of a suite; the same order, finds and rates give the same bytes."""
    return "\n\n".join(["\n".join(_head(order, len(found), rates)), *map(_case, found)]) + "\n"


def case_id(found: FoundCase) -> str:
    """Return an id that depends on the positions alone, so that banks can be merged and re-mined.

    >>> case_id((BestMoveTask("0032334033", (6,), mate_in=9),))
    'mate-in-9-2a1ddd38'
    """
    digest = hashlib.sha256("\n\n".join(map(identity, found)).encode()).hexdigest()
    return f"mate-in-{found[0].mate_in}-{digest[:8]}"


def _head(order: Order, found: int, rates: Sequence[GuessRate]) -> list[str]:
    says = (
        f"Positions mined for a private bank: the side to move wins in exactly {order.mate} plies. "
        "One column wins at all, and no first move wins or loses sooner. Each is proved by exact "
        "search; `kata verify` with the path of this file proves them anew."
    )
    lines = textwrap.wrap(says, 90)
    if not order.allow_guessable:
        lines += ["", *textwrap.wrap(_said_of_guessers(order.mate), 90)]
    if rates:
        lines += ["", *textwrap.wrap(_said_of_rates(found), 90), ""]
        lines += [f"    {rate}" for rate in rates]
    lines += ["", f"Seed {order.seed}; the same command gives the same file on every machine:", ""]
    lines += [f"    {order.command()}"]
    if found < order.count:
        lines += ["", f"Stopped early: {found} of {order.count} were found."]
    head = [f"# {line}".rstrip() for line in lines]
    return [*head, "kata: best_move", "phase: null", f"cap_s: {CAP_S}", "cases:"]


def _said_of_guessers(mate: int) -> str:
    asked = panel(mate)
    fixed = len(asked.cheap) + len(asked.costly)
    return (
        f"{fixed} guessers that do not search as deep as the mate were asked for their move "
        "(solutions/guessers): each misses at least one position of every case. Random games were "
        f"played {SEEDS} times a position; by that estimate they answer a whole case in at most "
        f"{MOST_CHANCE:.0%} of runs."
    )


def _said_of_rates(found: int) -> str:
    return (
        "The other half of the panel, and those that are too strong for any choice, turned nothing "
        f"down. Of the {found} cases they answer by guessing, on average where lots are drawn:"
    )


def _case(found: FoundCase) -> str:
    if len(found) == 1:
        fields = [f"id: {case_id(found)}", *_position(found[0]), "points: 1"]
    else:
        members = [line for task in found for line in _as_item(_position(task))]
        fields = [f"id: {case_id(found)}", "points: 1", "members:", *members]
    return "\n".join(_as_item(fields))


def _as_item(fields: Sequence[str]) -> list[str]:
    return [("  - " if at == 0 else "    ") + line for at, line in enumerate(fields)]


def _position(task: BestMoveTask) -> list[str]:
    first = Player(task.first)
    board = Board.from_moves(task.moves, first)
    return [
        f'moves: "{task.moves}"',
        *([] if first is Player.RED else [f"first: {first.name}"]),
        f"to_move: {board.current_player.name}",
        "board: |",
        *(f"  {line}" for line in str(board).splitlines()[:ROWS]),
        f"accept: [{', '.join(map(str, task.accept))}]",
        f"mate_in: {task.mate_in}",
        f'line: "{"".join(map(str, task.line or winning_line(task)))}"',
        f"quiet: {'true' if task.quiet else 'false'}",
    ]
