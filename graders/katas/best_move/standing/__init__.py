"""Tell which rung of the ladder a submission stands on, and the mistake that it shows, if any.

What it goes by is data: verdicts, answers, CPU times, exceptions, and what its source shows. From
these `facts.py` makes what every other module reads, `faults.py` finds a typical mistake,
`placing.py` finds the rung by the work done, and `sentences.py` puts both in words.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from graders.katas.best_move.standing.facts import facts_of
from graders.katas.best_move.standing.faults import find_fault
from graders.katas.best_move.standing.placing import place
from graders.katas.best_move.standing.sentences import tell
from graders.katas.kata import NOTHING_KNOWN, Ran
from graders.model.scorecard import Result, Standing
from graders.model.spelling import names_spelled


def standing(results: Sequence[Result], ran: Ran = NOTHING_KNOWN) -> Standing | None:
    """Place a submission by its results; None where they tell too little."""
    facts = facts_of(results, ran)
    fault = find_fault(facts)
    placed = place(facts, at_fault=fault is not None and fault.explains_misses)
    found = tell(facts, placed, fault)
    return None if found is None else replace(found, hint=names_spelled(found.hint, ran.speech))


__all__ = ["standing"]
