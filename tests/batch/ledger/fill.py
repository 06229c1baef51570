"""Grade into a ledger until the disk takes no more, and say what was kept.

    python -m tests.batch.ledger.fill LEDGER [read] [LEDGER [read]]...

Prints the candidates that were kept, a line each as soon as it was, and then the error; with `read`
how many are in the ledger before it.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from msgspec.structs import replace

from graders.batch.ledger.database import LedgerError
from graders.batch.ledger.ledger import Ledger
from tests.batch.ledger.handed_in import ACCEPTED, begun, graded, sources

NAMES = tuple(f"c{number:02}" for number in range(40))
BYTES = 100_000


def fill(path: Path) -> None:
    output = random.Random(1)
    try:
        with begun(path, *sources(*NAMES)) as (ledger, plan):
            for job in plan.jobs:
                ledger.handed_out(job.number)
                long = replace(ACCEPTED, stdout=output.randbytes(BYTES // 2).hex())
                ledger.keep(graded(job, long), to_repeat=False)
                print(NAMES[job.number], flush=True)  # noqa: T201  # its only output
    except LedgerError as error:
        print(f"kata: {error}")  # noqa: T201


def main(*words: str) -> None:
    path = Path(words[0])
    for word in words:
        if word == "read":
            print(Ledger.read(path).received)  # noqa: T201
        else:
            fill(path := Path(word))


if __name__ == "__main__":
    main(*sys.argv[1:])
