"""Compare what counts in a batch with what it would be under other suites or limits."""

from __future__ import annotations

from collections.abc import Iterator

from graders.model.batch import Batch, Entry, OtherVerdict, Rejudged, Rejudgement, Standing
from graders.model.scorecard import Scorecard


def compare(before: Batch, after: Batch) -> Rejudged:
    """Return what would change; both are the same submissions in the same order."""
    pairs = zip(before.entries, after.entries, strict=True)
    return Rejudged(tuple(_rejudgement(old, new) for old, new in pairs))


def _rejudgement(old: Entry, new: Entry) -> Rejudgement:
    before = old.scorecard if old.is_received else None
    after = new.scorecard if new.is_received else None
    return Rejudgement(
        candidate=new.candidate,
        path=new.path,
        before=_standing(before),
        after=_standing(after),
        verdicts=tuple(_other_verdicts(before, after)) if before and after else (),
        why_not="" if after else new.why_not or "it was not graded again yet",
    )


def _standing(card: Scorecard | None) -> Standing | None:
    if card is None:
        return None
    rung = None if card.standing is None else card.standing.rung or None
    return Standing(card.score, card.max_score, rung)


def _other_verdicts(before: Scorecard, after: Scorecard) -> Iterator[OtherVerdict]:
    """Return the cases that are judged otherwise, in the order of the new run, then the old."""
    old = {result.id: result.verdict for result in before.results}
    new = {result.id: result.verdict for result in after.results}
    for case in (*new, *(case for case in old if case not in new)):
        if old.get(case) is not new.get(case):
            yield OtherVerdict(case, old.get(case), new.get(case))
