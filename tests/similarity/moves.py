"""Ask programs and their copies on quiet positions, as a batch does, and keep what they play.

    .venv/bin/python -m tests.similarity.moves [HALF]

writes `moves.yaml` anew, or the half of it: for every program, and every copy by hand, a column a
position, `-` where none came back in time. It takes ten minutes; the machine is to be idle, as some
think for as long as they may.
"""

from __future__ import annotations

import sys
from pathlib import Path

import yaml

from graders import grade_file
from graders.katas import kata_named
from graders.model.scorecard import QuietMove

FOLDER = Path(__file__).parent
FILE = FOLDER / "moves.yaml"
POSITIONS = tuple(task.moves for task in kata_named("best_move").quiet_tasks())
HALVES = ("settled", "held_out")


def asked(path: Path) -> str:
    """Return what a program plays, by really asking it."""
    card = grade_file(
        path, kata="best_move", suites=["phase2"], case="phase2/win-at-once", quiet_moves=True
    )
    columns = {each.moves: str(each.column) for each in card.quiet_moves}
    return "".join(columns.get(position, "-") for position in POSITIONS)


def kept(path: Path) -> tuple[QuietMove, ...]:
    """Return what a program played when it was asked last."""
    columns = yaml.safe_load(FILE.read_text(encoding="utf-8"))[path.parent.name][path.stem]
    return tuple(
        QuietMove(position, int(column))
        for position, column in zip(POSITIONS, columns, strict=True)
        if column != "-"
    )


def main(halves: list[str]) -> None:
    moves = yaml.safe_load(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    for half in halves or HALVES:
        programs = sorted((FOLDER / "programs" / half).glob("*.py"))
        moves[half] = {path.stem: asked(path) for path in programs}
        copies = [FOLDER / "by_hand" / path.name for path in programs]
        played = {path.stem: asked(path) for path in copies if path.exists()}
        moves["by_hand"] = {**moves.get("by_hand", {}), **played}
    FILE.write_text(yaml.safe_dump(moves), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
