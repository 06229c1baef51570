"""Print how alike copies are and how alike independent programs are, and what 500 files take.

    .venv/bin/python -m tests.similarity.shares

The shares are the same everywhere, the time is not.
"""

from __future__ import annotations

import ast
import random
import resource
import statistics
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from itertools import combinations
from pathlib import Path

import solutions
from graders.reports.layout import Side, grid
from graders.sandbox.confined import close_all
from graders.similarity import fingerprints
from graders.similarity.pairs import AT_LEAST, find_pairs
from tests.similarity import copies
from tests.similarity.moves import kept

FILES = 500
FOLDER = Path(__file__).parent / "programs"
BY_HAND = Path(__file__).parent / "by_hand"
HALVES = {
    half: [path.stem for path in sorted((FOLDER / folder).glob("*.py"))]
    for half, folder in (("settled on", "settled"), ("held out", "held_out"))
}
"""The rules were settled on one half; who wrote the other had seen neither rules nor figures."""
NAMES = [name for names in HALVES.values() for name in names]


@contextmanager
def each_read_once() -> Iterator[None]:
    """Keep what was read of a program: most are compared with many others."""
    read = fingerprints._read_confined
    fingerprints._read_confined = cache(read)
    try:
        yield
    finally:
        fingerprints._read_confined = read


def programs() -> list[str]:
    """Return programs that were written independently of each other and of the lessons."""
    return [program(name) for name in NAMES]


def program(name: str) -> str:
    return text(next(FOLDER.rglob(f"{name}.py")))


def by_hand(half: str) -> list[tuple[Path, Path]]:
    """Return programs and their copies by hand, as lazy or as thorough as people are."""
    originals = (next(FOLDER.rglob(f"{name}.py")) for name in HALVES[half])
    pairs = ((path, BY_HAND / path.name) for path in originals)
    return [(original, copy) for original, copy in pairs if copy.exists()]


def many_ways(half: str) -> list[tuple[str, str]]:
    """Return programs and copies that several rules at once were applied to."""
    sources = [program(name) for name in HALVES[half]]
    return [(source, copies.worked_over(source, at)) for at, source in enumerate(sources)]


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


def row(what: str, found: Sequence[float], with_moves: int | None = None) -> tuple[str, ...]:
    """Lay out how many are reported of some shares, and the least, middle and greatest.

    `with_moves` are those that are reported where quiet moves are known.
    """
    figures = (min(found), statistics.median(found), max(found))
    reported = sum(share >= AT_LEAST for share in found)
    counts = (len(found), reported, "" if with_moves is None else with_moves)
    return (what, *map(str, counts), *(f"{figure:.2f}" for figure in figures))


def played_row(what: str, pairs: Sequence[tuple[Path, Path]]) -> tuple[str, ...]:
    """Lay out pairs of programs of which it is known what they play."""
    found = shares([(text(one), text(other)) for one, other in pairs])
    return row(what, found, sum(is_reported(one, other) for one, other in pairs))


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def is_reported(one: Path, other: Path) -> bool:
    """Tell whether two programs are a pair, by their sources and by what they play."""
    files = [(path.name, path.read_bytes()) for path in (one, other)]
    return bool(find_pairs(files, quiet_moves=[kept(one), kept(other)]))


def independent(half: str) -> list[tuple[Path, Path]]:
    paths = (next(FOLDER.rglob(f"{name}.py")) for name in HALVES[half])
    return list(combinations(paths, 2))


def rows() -> list[tuple[str, ...]]:
    """Return the table of shares: copies first, then what nobody copied."""
    written, published = programs(), lessons()
    rng = random.Random(1)
    ways: dict[str, Callable[[str], str]] = {
        **copies.WAYS,
        **copies.HARDER,
        "a quarter worked on": partial(worked_on, rng=rng),
    }
    laid_out = [
        row(f"copies, {name}", shares([(each, way(each)) for each in written]))
        for name, way in ways.items()
    ]
    for half in HALVES:
        laid_out.append(row(f"copies, many ways at once, {half}", shares(many_ways(half))))
        laid_out.append(played_row(f"copies, by hand, {half}", by_hand(half)))
    for half in HALVES:
        laid_out.append(played_row(f"independent programs, {half}", independent(half)))
    rungs = [(one, other) for one, other in combinations(published, 2)]
    return [
        *laid_out,
        row("lessons with each other", shares(rungs)),
    ]


def _cpu_s() -> float:
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


def main() -> None:
    """Print the table and the time."""
    columns = ("pairs", "how many", "by source", "with moves", "least", "median", "greatest")
    sides: list[Side] = ["left", *["right"] * 6]
    with each_read_once():
        print(grid(columns, rows(), layout="github", align=sides))  # noqa: T201
    files = batch()
    close_all()
    began, used = time.perf_counter(), _cpu_s()
    found = find_pairs(files)
    close_all()  # only then is the time of a child known
    took, used = time.perf_counter() - began, _cpu_s() - used
    size = sum(len(content) for _, content in files) / 1024
    print(  # noqa: T201
        f"\n{len(files)} files of {size:.0f} KiB together: {used:.1f} s of CPU time, {took:.1f} s "
        f"of wall time; {len(found)} pairs share {AT_LEAST:g} or more. Goal: under 30 s."
    )


if __name__ == "__main__":
    main()
