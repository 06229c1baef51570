"""Print how alike copies are and how alike independent programs are, and what 500 files take.

    .venv/bin/python -m tests.similarity.shares

The shares are the same everywhere, the time is not.
"""

from __future__ import annotations

import ast
import random
import statistics
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from itertools import combinations
from pathlib import Path

import solutions
from graders.reports.layout import Side, grid
from graders.similarity.pairs import AT_LEAST, find_pairs
from tests.similarity import copies

FILES = 500
FOLDER = Path(__file__).parent / "programs"


def programs() -> list[str]:
    """Return programs that were written independently of each other and of the lessons."""
    return [path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.py"))]


def lessons() -> list[str]:
    """Return the published lessons, one after the other."""
    paths = sorted(Path(solutions.__path__[0]).glob("*.py"))
    return [path.read_text(encoding="utf-8") for path in paths if path.stem != "__init__"]


def worked_on(source: str, rng: random.Random, share: float = 0.25) -> str:
    """Change so many of the statements: an idle one before them, another operator, a name twice."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if not isinstance(body, list) or isinstance(node, ast.Module | ast.ClassDef):
            continue
        idle = [ast.parse(f"seen_{rng.randrange(9)} = {rng.randrange(99)}").body for _ in body]
        node.body = [  # type: ignore[attr-defined]
            each
            for statement, before in zip(body, idle, strict=True)
            for each in ([*before, statement] if rng.random() < share else [statement])
        ]
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and rng.random() < share / 2:
            operators: list[ast.cmpop] = [ast.Lt(), ast.GtE(), ast.NotEq()]
            node.ops = [rng.choice(operators), *node.ops[1:]]
        if isinstance(node, ast.BinOp) and rng.random() < share / 2:
            node.op = rng.choice([ast.Add(), ast.Sub(), ast.Mult()])
    return ast.unparse(ast.fix_missing_locations(tree))


def batch(count: int = FILES) -> list[tuple[str, bytes]]:
    """Return so many different files, made of all programs here by copying and working on them."""
    rng = random.Random(500)
    sources = [*programs(), *lessons()]
    ways = [*copies.WAYS.values(), *copies.HARDER.values()]
    made: list[tuple[str, bytes]] = []
    while len(made) < count:
        source = rng.choice(ways)(worked_on(rng.choice(sources), rng, rng.random() / 2))
        made.append((f"{len(made)}.py", f"{source}\n# {len(made)}\n".encode()))
    return made


def shares(
    pairs: Iterable[tuple[str, str]], known: Collection[int] | None = None
) -> tuple[float, ...]:
    """Return the share of each pair by itself."""
    found = []
    for pair in pairs:
        files = [(f"{at}.py", source.encode()) for at, source in enumerate(pair)]
        found.append(sum(each.share for each in find_pairs(files, at_least=0, known=known)))
    return tuple(sorted(found))


def row(what: str, found: Sequence[float], goal: str) -> tuple[str, ...]:
    """Lay out the least, the middle and the greatest of some shares."""
    figures = (min(found), statistics.median(found), max(found))
    return (what, str(len(found)), *(f"{figure:.2f}" for figure in figures), goal)


def rows() -> list[tuple[str, ...]]:
    """Return the table of shares: copies first, then what nobody copied."""
    written, published = programs(), lessons()
    rng = random.Random(1)
    laid_out = [
        row(f"copies, {name}", shares([(each, way(each)) for each in written]), "at least 0.80")
        for name, way in copies.WAYS.items()
    ]
    worked: dict[str, Callable[[str], str]] = {
        **copies.HARDER,
        "a quarter worked on": partial(worked_on, rng=rng),
    }
    laid_out += [
        row(f"copies, {name}", shares([(each, way(each)) for each in written]), "")
        for name, way in worked.items()
    ]
    rungs = [(one, other) for one, other in combinations(published, 2)]
    independent = shares(combinations(written, 2))
    laid_out += [
        row("independent programs", independent, "under 0.50"),
        row("the same, nothing given", shares(combinations(written, 2), ()), "under 0.50"),
        row("lessons with each other", shares(rungs), "0.00"),
        row("the same, nothing given", shares(rungs, ()), "under 0.50"),
    ]
    return laid_out


def main() -> None:
    """Print the table and the time."""
    columns = ("pairs", "how many", "least", "median", "greatest", "goal")
    sides: list[Side] = ["left", "right", "right", "right", "right", "left"]
    print(grid(columns, rows(), layout="github", align=sides))  # noqa: T201
    files = batch()
    began, used = time.perf_counter(), time.process_time()
    found = find_pairs(files)
    took, used = time.perf_counter() - began, time.process_time() - used
    size = sum(len(content) for _, content in files) / 1024
    print(  # noqa: T201
        f"\n{len(files)} files of {size:.0f} KiB together: {used:.1f} s of CPU time, {took:.1f} s "
        f"of wall time; {len(found)} pairs share {AT_LEAST:g} or more. Goal: under 60 s."
    )


if __name__ == "__main__":
    main()
