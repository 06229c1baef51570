"""More than sixty declared files are placed on the rung that is theirs, alone and beside hogs.

References, specimens, guessers, the programs of `tests/programs`, and references of other depths
and budgets. All of it takes some minutes, hence `pytest -m slow tests/test_placed.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from graders import grade_file
from graders.channel.channel import Settings
from graders.model.limits import Limits
from graders.model.scorecard import Standing
from graders.sandbox.isolation import choose
from graders.sandbox.machine import usable_cores
from graders.suites.strict_yaml import trusted
from graders.tools.bench.hogs import hogs
from graders.tools.verifying.declared import SOLUTIONS, references, specimens
from tests.unhurried import by_cpu_time, unhurried

PROGRAMS = Path(__file__).parent / "programs"
GUESSERS = SOLUTIONS / "guessers"
KATA = "best_move"


@dataclass(frozen=True)
class Placed:
    """Hold a file, the defaults of its parameters to change, and where it belongs."""

    file: Path
    rung: str
    faults: tuple[str, ...] = ()
    overrides: Mapping[str, object] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Return what a test is called by."""
        return " ".join([self.file.stem, *(f"{k}={v}" for k, v in self.overrides.items())])


def declared() -> Iterator[Placed]:
    """Yield the references and specimens of this kata."""
    for each in (*references(), *specimens()):
        in_python = each.file.suffix == ".py"  # others are placed by their answers alone
        searches = "find_best_move" in each.file.read_text(encoding="utf-8")
        if each.rung is not None and in_python and searches:
            yield Placed(each.file, each.rung, each.faults)


def programs() -> Iterator[Placed]:
    """Yield the programs in the style of the web's."""
    said = trusted((PROGRAMS / "expected.yaml").read_text(encoding="utf-8"))
    for name, entry in said.items():
        yield Placed(PROGRAMS / name, entry["rung"], tuple(entry.get("faults", ())))


def guessers() -> Iterator[Placed]:
    """Yield guessers: what searches nothing stands below, what estimates has a rung of its own."""
    for column in (0, 3, 6):
        yield Placed(GUESSERS / "constant.py", "none", overrides={"column": column})
    yield Placed(GUESSERS / "last_column.py", "none")
    for otherwise in ("centre", "edge", "random"):
        yield Placed(GUESSERS / "win_block_else.py", "none", overrides={"otherwise": otherwise})
    for order in ("left", "centre"):
        yield Placed(GUESSERS / "open_threes.py", "none", overrides={"order": order})
    yield Placed(GUESSERS / "playouts.py", "heuristic")
    for evaluation in ("lines", "threes", "centre"):
        for depth in (2, 4, 5, 6):
            rung = "none" if depth < 3 else "heuristic"
            overrides = {"depth": depth, "evaluation": evaluation}
            yield Placed(GUESSERS / "shallow.py", rung, overrides=overrides)


def variants() -> Iterator[Placed]:
    """Yield references of other depths and budgets."""
    for file, rung, parameter, values in (
        ("naive.py", "naive", "depth", (4, 5)),
        ("alpha_beta.py", "alpha_beta", "depth", (5, 6, 7)),
        ("iterative_deepening.py", "iterative_deepening", "budget_s", (0.3, 0.5, 1.0)),
        ("transposition.py", "open", "budget_s", (1.0,)),
    ):
        for value in values:
            yield Placed(SOLUTIONS / file, rung, overrides={parameter: value})


ALL = [*declared(), *programs(), *guessers(), *variants()]


def standing_of(placed: Placed, folder: Path) -> Standing | None:
    """Grade a copy of the file on the usual suites, its budget counted in CPU time."""
    copy = by_cpu_time(placed.file, folder)
    source = copy.read_text(encoding="utf-8")
    for name, value in placed.overrides.items():
        literal = f'"{value}"' if isinstance(value, str) else str(value)
        source, times = re.subn(
            rf"(def find_best_move\([^)]*?\b{name}: \w+ = )[\w.\"]+",
            lambda match, literal=literal: match[1] + literal,  # type: ignore[misc]
            source,
        )
        assert times == 1, f"{placed.file.name} has no parameter {name}"
    copy.write_text(source, encoding="utf-8")
    return grade_file(copy, kata=KATA, explain=False).standing


def test_there_are_more_than_fifty() -> None:
    assert len({placed.name for placed in ALL}) == len(ALL) > 50


@pytest.mark.slow
@pytest.mark.parametrize("busy", [False, True], ids=["quiet", "beside hogs"])
@pytest.mark.parametrize("placed", ALL, ids=lambda placed: placed.name)
def test_a_declared_file_is_placed_where_it_belongs(
    placed: Placed, busy: bool, tmp_path: Path
) -> None:
    settings = Settings(choose("auto"), Limits())
    load = hogs([*usable_cores()] * 2, settings) if busy else nullcontext()
    with unhurried(), load:
        standing = standing_of(placed, tmp_path)
    assert standing is not None
    assert (standing.rung, standing.faults) == (placed.rung, placed.faults), standing.evidence
