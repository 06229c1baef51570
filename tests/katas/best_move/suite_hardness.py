"""Measure how hard every position of a suite is, and write it into the file:

    .venv/bin/python -m tests.katas.best_move.suite_hardness [SUITE.yaml ...]

Without a file all shipped suites of the kata are written anew. It takes two minutes on two idle
cores. Whatever else a file holds stays as it is, its comments and layout included.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from graders.katas.best_move.hardness import MoveGauge
from graders.katas.best_move.task import BestMoveTask
from graders.lab.verifying.parts import Executor, Piece, Tell, executor
from graders.model.installation import suite_files
from graders.model.suite import Hardness, members_of
from graders.reports.progress_bars import PartsProgress
from graders.sandbox.machine import usable_cores
from graders.suites.reading import suite_in
from graders.suites.strict_yaml import Document, Place, parse

FIELD = "hardness"
BEFORE_IT = ("moves", "accept", "mate_in", "line", "quiet")
"""It is written below the last of these that a position has."""


def written(path: Path, doing: Executor) -> str:
    """Return the text of a suite with the hardness of each of its positions."""
    data = path.read_bytes()
    cases = members_of(suite_in(data, str(path)).cases)
    pieces = [Piece(case.id, partial(_measured, case.task)) for case in cases]
    found = doing.all(path.stem, pieces)
    return with_hardness(data, dict(zip(_places(parse(data)), found, strict=True)))


def _measured(task: BestMoveTask, tell: Tell) -> Hardness:
    return MoveGauge().measured(task)


def _places(document: Document) -> list[Place]:
    """Return where each position of a suite is: single cases, and the members of groups."""
    return [place[:-1] for place in document.lines if place[-1:] == ("moves",)]


def with_hardness(data: bytes, found: Mapping[Place, Hardness]) -> str:
    """Return the text of a suite, the hardness of each position in a line of its own."""
    document, lines = parse(data), data.decode().splitlines()
    for place, hardness in reversed(list(found.items())):  # so that no line above moves
        of = {name: document.lines.get((*place, name)) for name in (*BEFORE_IT, FIELD)}
        line = max(number for name in BEFORE_IT if (number := of[name]))
        head = lines[line - 1]
        if "{" in head:
            raise ValueError(f"line {line}: write this position with a field a line")
        if there := of[FIELD]:
            del lines[there - 1]
            line -= there <= line
        indent = head[: len(head) - len(head.lstrip(" -"))].replace("-", " ")
        lines.insert(line, f"{indent}{FIELD}: {flow(hardness)}")
    return "".join(f"{line}\n" for line in lines)


def flow(hardness: Hardness) -> str:
    """Write it as YAML in a line.

    >>> flow(Hardness(found_by=12.4, of=48, nodes=(1200, None)))
    '{found_by: 12.4, of: 48, nodes: [1200, null]}'
    """
    nodes = ", ".join("null" if count is None else str(count) for count in hardness.nodes)
    return f"{{found_by: {hardness.found_by:g}, of: {hardness.of}, nodes: [{nodes}]}}"


def main(names: Sequence[str]) -> None:
    with executor(len(usable_cores()), PartsProgress().part) as doing:
        for path in map(Path, names) if names else suite_files("best_move"):
            path.write_text(written(path, doing), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
