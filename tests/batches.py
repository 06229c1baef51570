"""Batches put together by hand, for what shows them to be tested on."""

from __future__ import annotations

import hashlib

from msgspec.structs import replace

from graders.model.batch import Batch, Entry, Pair, Passage
from graders.model.provenance import Submitted
from graders.model.scorecard import Assessment, Result, Scorecard
from graders.model.verdict import Verdict

CAP_S = 2.0
RUNGS = ("naive", "alpha_beta", "iterative_deepening", "transposition", "bitboard")
_MISSES = [verdict for verdict in Verdict if verdict is not Verdict.ACCEPTED]
SOURCE = "".join(f"line_{number} = {number}\n" for number in range(1, 41)).encode()


def batch_of(candidates: int, cases: int, *, title: str = "Summer round") -> Batch:
    """Return a batch in which candidate n misses about every nth case, in every way there is."""
    entries = [_entry(number, cases) for number in range(candidates)]
    entries.sort(key=lambda entry: entry.candidate)
    return Batch(tuple(entries), title, ())


def with_pairs(batch: Batch, *pairs: tuple[int, int]) -> Batch:
    """Return the batch with pairs that have two passages in common."""
    passages = (Passage(3, 20, 5, 22), Passage(30, 34, 31, 35))
    return replace(
        batch,
        likenesses=tuple(
            Pair(one, other, 0.95 - 0.07 * place, passages)
            for place, (one, other) in enumerate(pairs)
        ),
    )


def _entry(number: int, cases: int) -> Entry:
    name = f"candidate {number:03}"
    path = f"round/{name}/solution.py"
    content = SOURCE.replace(b"line_1 ", f"{name.replace(' ', '_')} ".encode())
    sha256 = hashlib.sha256(content).hexdigest()
    if number % 97 == 96:
        return Entry(name, path, sha256, content, None, "the machine that had it is gone", 3)
    results = tuple(_result(number, case) for case in range(cases))
    card = Scorecard(
        Submitted(path, sha256, len(content)),
        "best_move",
        "bwrap",
        results,
        assessment=Assessment(RUNGS[number % len(RUNGS)], "it behaves like it", "Go on."),
        holds=(True, False, None)[number % 3],
        lost=("phase3/case-01~mirror",) if number % 3 == 1 else (),
        duration_s=1.0 + number,
    )
    return Entry(name, path, sha256, content, card)


def _result(number: int, case: int) -> Result:
    missed = (case + 1) % (number % 7 + 1) == 0 and number % 7 != 0
    verdict = _MISSES[(number + case) % (len(_MISSES) - 1)] if missed else Verdict.ACCEPTED
    seconds = CAP_S * ((number * 13 + case * 7) % 100) / 100
    return Result(
        id=f"phase{case // 7 + 1}/case-{case:02}",
        verdict=verdict,
        points=int(not missed),
        max_points=1,
        cap_s=CAP_S,
        answer=case % 7,
        message="" if not missed else f"column {case % 7} does not win",
        wall_s=seconds,
        cpu_s=seconds,
    )
