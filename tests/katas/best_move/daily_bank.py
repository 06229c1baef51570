"""Mine the positions of `kata daily`, and write `positions/best_move/daily.txt`:

    .venv/bin/python -m tests.katas.best_move.daily_bank

It takes some minutes, and finds the same positions on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

from graders.commands.mine import shipped_identities
from graders.katas import kata_named
from graders.katas.best_move.daily import FILE
from graders.katas.best_move.mining.order import Order
from graders.katas.best_move.mining.search import mine_mates
from graders.katas.best_move.prove import winning_line
from graders.katas.best_move.task import BestMoveTask, identity

SEED = 366
OF_EACH_MATE = {3: 91, 5: 92, 7: 92, 9: 91}
HEAD = f"""\
# The positions of `kata daily`: {sum(OF_EACH_MATE.values())}, one for each date in turn, as the \
days since 1 January of
# the year 1 (UTC) tell. A line holds the columns played from the empty board, who moved first (R
# or Y), and best play from there to the four: its first column wins, and no other does. Nobody is
# won or lost sooner, whatever the first move. None is in a suite, or the mirror image of another.
#
# Mined with the seed {SEED}, as `kata mine --allow-guessable` does, and proved by exact search;
# `python -m tests.katas.best_move.daily_bank` writes this file again.
"""


def mined() -> Iterator[BestMoveTask]:
    """Yield the positions, mate by mate."""
    known = shipped_identities(kata_named("best_move"))
    for mate, count in OF_EACH_MATE.items():
        steps = mine_mates(Order(mate, count, SEED, allow_guessable=True), known)
        for task in islice((found[0] for found in steps if found), count):
            known |= {identity(task)}
            yield task


def text() -> str:
    """Return the file, in an order that gives no mate away."""
    tasks = list(mined())
    Random(SEED).shuffle(tasks)
    lines = (f"{task.moves} {task.first} {''.join(map(str, winning_line(task)))}" for task in tasks)
    return HEAD + "".join(f"{line}\n" for line in lines)


if __name__ == "__main__":
    FILE.write_text(text(), encoding="ascii")
