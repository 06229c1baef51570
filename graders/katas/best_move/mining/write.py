"""Write what was mined as a suite that a person can read and `kata grade` takes as it is."""

from __future__ import annotations

import hashlib
import textwrap
from collections.abc import Sequence

from graders.katas.best_move.mining.group import MOST_CHANCE
from graders.katas.best_move.mining.mine import Found
from graders.katas.best_move.mining.order import Order
from graders.katas.best_move.prove import winning_line
from graders.katas.best_move.task import BestMoveTask, identity
from kata.board import ROWS, Board, Player

CAP_S = 2.0
_NOT_GUESSED = (
    "Guessing does not pay: counts of threats, and searches with an evaluation that do not reach "
    "the mate, miss every case, and random games are reckoned to find one in at most "
    f"{MOST_CHANCE:.0%} of their runs. Where one position does not see to that, a case is a group, "
    "which is answered only with all its members."
)


def bank_text(order: Order, found: Sequence[Found]) -> str:
    """Return the YAML text of a suite; the same order and finds give the same bytes."""
    return "\n\n".join(["\n".join(_head(order, len(found))), *map(_case, found)]) + "\n"


def case_id(found: Found) -> str:
    """Return an id that depends on the positions alone, so that banks can be merged and re-mined.

    >>> case_id((BestMoveTask("0032334033", (6,), mate_in=9),))
    'mate-in-9-2a1ddd38'
    """
    digest = hashlib.sha256("\n\n".join(map(identity, found)).encode()).hexdigest()
    return f"mate-in-{found[0].mate_in}-{digest[:8]}"


def _head(order: Order, found: int) -> list[str]:
    says = (
        f"Positions mined for a private bank: the side to move wins in exactly {order.mate} plies. "
        "One column wins at all, and no first move wins or loses sooner. Each is proved by exact "
        "search; `kata verify` with the path of this file proves them anew."
    )
    lines = textwrap.wrap(says, 90)
    if not order.allow_guessable:
        lines += ["", *textwrap.wrap(_NOT_GUESSED, 90)]
    lines += ["", f"Seed {order.seed}; the same command gives the same file on every machine:", ""]
    lines += [f"    {order.command()}"]
    if found < order.count:
        lines += ["", f"Stopped early: {found} of {order.count} were found."]
    head = [f"# {line}".rstrip() for line in lines]
    return [*head, "kata: best_move", "phase: null", f"cap_s: {CAP_S}", "cases:"]


def _case(found: Found) -> str:
    if len(found) == 1:
        fields = [f"id: {case_id(found)}", *_position(found[0]), "points: 1"]
    else:
        members = [line for task in found for line in _as_item(_position(task))]
        fields = [f"id: {case_id(found)}", "points: 1", "members:", *members]
    return "\n".join(_as_item(fields))


def _as_item(fields: Sequence[str]) -> list[str]:
    """Lay fields out as one item of a list, two further to the right."""
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
