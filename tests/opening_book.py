"""Prove the opening book anew, and write it with what the proof took.

    .venv/bin/python -m tests.opening_book

takes a quarter of an hour of CPU time, and the extra `oracle`: bitbully says which move to try in
each position. Whether that wins is proved here, by `solutions/opening.py`, leaf by leaf.
"""

from __future__ import annotations

import platform
import re
import sys
import textwrap
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from solutions.opening import PLIES, Book, Leaf, prove, written

LESSONS = Path(__file__).parent.parent / "solutions" / "lessons"
LESSON, PROOF = LESSONS / "opening_book.py", LESSONS / "opening_book.yaml"
CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)


class Suggesting:
    """Suggest the column that wins soonest, by bitbully; of several the one nearest the centre."""

    def __init__(self) -> None:
        import bitbully  # of an extra that nothing else here needs

        self._package: Any = bitbully
        self._solver: Any = bitbully.BitBully()

    def __call__(self, moves: str) -> int:
        """Return a column for the position after `moves`."""
        board = self._package.Board.from_moves([int(col) for col in moves])
        scores: dict[int, int] = self._solver.score_all_moves(board)
        return max((col for col in CENTRE_FIRST if col in scores), key=lambda col: scores[col])


def timed_proof(moves: str) -> tuple[Leaf, float]:
    """Prove one leaf, and return the seconds of CPU time that it took."""
    start = time.process_time()
    return prove(moves), time.process_time() - start


def proof_text(book: Book, leaves: Iterable[Leaf], seconds: float) -> str:
    """Write what was proved, and in how many nodes; raise `ValueError` where a leaf is not won."""
    leaves = list(leaves)
    if failed := [leaf.moves for leaf in leaves if not leaf.won]:
        raise ValueError(f"not won: {', '.join(failed)}")
    head = textwrap.fill(
        "The proof of the book in opening_book.py: whoever begins wins. After each reply to each "
        f"of its {len(book.entries)} moves the position is in the book again, or one of the "
        f"{len(book.leaves)} leaves below, or the mirror image of either. Each leaf has {PLIES} "
        "discs and is won for the side to move: `solutions/opening.py` proved it by a search of "
        "its own, in so many nodes. The moves of the book were suggested by bitbully; nothing of "
        "the proof is.",
        width=98,
        initial_indent="# ",
        subsequent_indent="# ",
    )
    lines = [
        head,
        "made_by: .venv/bin/python -m tests.opening_book",
        f"suggested_by: bitbully {version('bitbully')}",
        f"python: {platform.python_implementation()} {platform.python_version()}",
        f"cpu_seconds: {round(seconds)}",
        f"nodes: {sum(leaf.nodes for leaf in leaves)}",
        "leaves:",
        *(f'  "{leaf.moves}": {leaf.nodes}' for leaf in leaves),
    ]
    return "\n".join(lines) + "\n"


def lesson_text(lesson: str, book: Book) -> str:
    """Return the source of the lesson with the book in it."""
    games = textwrap.fill(" ".join(book.entries), width=96)
    return re.sub(r'(?<=^BOOK = """\n).*?(?=\n""")', games, lesson, flags=re.DOTALL | re.MULTILINE)


def main() -> None:
    """Write the book and its proof."""
    book = written(Suggesting())
    leaves: list[Leaf] = []
    seconds = 0.0
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for leaf, taken in pool.map(timed_proof, book.leaves):
            leaves.append(leaf)
            seconds += taken
            sys.stderr.write(f"\r{len(leaves)} of {len(book.leaves)} leaves, {seconds:.0f} s")
    sys.stderr.write("\n")
    PROOF.write_text(proof_text(book, leaves, seconds), encoding="utf-8")
    lesson = LESSON.read_text(encoding="utf-8")
    LESSON.write_text(lesson_text(lesson, book), encoding="utf-8")


if __name__ == "__main__":
    main()
