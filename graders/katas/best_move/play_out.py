"""Play best defence against whoever has a win, so that it is seen whether the win is kept.

The loser holds out for as long as it can, of several such columns in the one nearest the centre.
All of it is searched within nodes, never within a time: who answers the same is played the same.
"""

from __future__ import annotations

import functools

from msgspec.structs import replace

from graders.katas.best_move.task import BestMoveTask
from graders.katas.kata import FollowUp
from solutions.prover import CENTRE_FIRST, OutOfBudgetError, Position, Prover

NODES = 400_000
"""How many positions one reply may look at: the shipped cases take 60,000 at most."""
_KEPT = 4096


@functools.lru_cache(maxsize=_KEPT)
def follow_up(task: BestMoveTask, column: int) -> FollowUp[BestMoveTask] | None:
    """Return how a win goes on after an accepted column: the best reply, and what wins then.

    None for a case that does not ask for a win. Every column that still wins is accepted, however
    long it takes: a win that is put off for ever is lost when the board is full.
    """
    if task.goal != "win":
        return None
    after = Position.from_board(task.board()).play(column)
    if after.lost:
        return FollowUp(str(column))
    prover = Prover(node_limit=NODES)
    try:
        mates = {reply: prover.mate_in(after.play(reply)) for reply in after.legal_columns()}
        kept = {reply: plies for reply, plies in mates.items() if plies is not None}
        if len(kept) < len(mates) or not kept:
            return FollowUp(str(column), open=True)  # the key is wrong, as kata verify would show
        reply = max(kept, key=lambda each: (kept[each], -CENTRE_FIRST.index(each)))
        position = after.play(reply)
        accept = tuple(sorted(prover.winning_columns(position)))
        line = prover.best_line(position)
    except OutOfBudgetError:
        return FollowUp(str(column), open=True)
    moves = f"{column}{reply}"
    following = replace(
        task,
        moves=task.moves + moves,
        accept=accept,
        mate_in=kept[reply],
        quiet=False,
        line=line,
    )
    return FollowUp(moves, following)
