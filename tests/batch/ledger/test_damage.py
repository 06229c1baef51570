"""A ledger of which a byte was changed is read, or refused in one line, by whoever reads it."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from graders.batch.ledger.database import DamageError, LedgerError
from graders.batch.ledger.ledger import Ledger
from graders.model.batch import Source
from graders.model.submission import Files, SourceFile
from graders.model.usage_error import UsageError
from tests.batch.ledger.handed_in import ACCEPTED, FAILED, TERMS, begun, graded, source
from tests.tiers import sampled

FOLDER = Files((SourceFile("a.py", b"a = 1\n"), SourceFile("b.py", b"b = 2\n")))
HANDED_IN = (
    *(source(name, f"# {name}\n" * 300) for name in ("ann", "bob", "cid", "Zo\u00eb")),
    Source("dan", "dan", FOLDER),
    Source("eve", "eve/solution.py", None, unreadable="it is a named pipe"),
)


def fill(path: Path) -> None:
    """Grade into a ledger what a batch comes to: scorecards, a fault, one that is left."""
    with begun(path, *HANDED_IN) as (ledger, plan):
        for job, results in zip(plan.jobs, ((), (), (FAILED,), ()), strict=False):
            ledger.handed_out(job.number)
            long = replace(ACCEPTED, stdout="printed\n" * 200)
            ledger.keep(graded(job, *(results or (long,))), to_repeat=False)


def reads(path: Path) -> object:
    return Ledger.read(path)


def goes_on(path: Path) -> object:
    """Do what `kata batch` and `kata rejudge` do with one."""
    with Ledger.open(path, create=False) as ledger:
        ledger.terms()
        handed_in = ledger.sources()
        ledger.begin(handed_in, TERMS, title="Monday")
        return ledger.batch()


def outcome(do: Callable[[Path], object], path: Path) -> str:
    """Return what is said where it is refused; nothing where it is not."""
    try:
        do(path)
    except (LedgerError, UsageError) as error:
        said = str(error)
        assert "\n" not in said
        assert isinstance(error, DamageError) == ("is damaged" in said)
        return said
    return ""


@pytest.mark.parametrize("flips", sampled([80, 400], lambda flips: flips == 80))
def test_a_changed_byte_never_ends_in_a_traceback(flips: int, tmp_path: Path) -> None:
    path = tmp_path / "class.ledger"
    fill(path)
    whole, draw = path.read_bytes(), random.Random(flips)
    refused = 0
    for _ in range(flips):
        changed = bytearray(whole)
        changed[draw.randrange(len(changed))] ^= draw.choice((1 << draw.randrange(8), 0xFF))
        path.write_bytes(changed)
        said = outcome(reads, path)
        path.write_bytes(changed)
        batch_says = outcome(goes_on, path)
        assert bool(said) == bool(batch_says), (said, batch_says)
        refused += bool(said)
    assert refused > flips // 20
