"""Say of a class that cannot be constructed how that was tried, and what it raised."""

from __future__ import annotations

from collections.abc import Sequence

from graders.katas.game_design.talk import Talk
from graders.model.outcome import Outcome, Raised
from graders.model.session import Construct, Earlier, Step
from graders.model.value import in_words


def cannot_be_constructed(talk: Talk, tried: Sequence[Earlier]) -> str:
    """Say what the first of the constructions raised that raised something."""
    raised = [each for each in tried if isinstance(talk.outcome(each).fact, Raised)]
    first, steps = (raised or tried)[0], talk.asking.steps
    (class_name,) = {_constructed(steps[each.step]).class_name for each in tried}
    calls = dict.fromkeys(written(steps, each) for each in tried)
    others = ", among others," if len(calls) > 1 else ""
    return (
        f"{class_name} cannot be constructed: tried {written(steps, first)}{others} "
        f"and it raised {what_it_raised(talk.outcome(first))}"
    )


def written(steps: Sequence[Step], value: object) -> str:
    """Write an argument as a call would have it, an object as it is constructed.

    >>> written([Construct("Colour", ("R",)), Construct("Player", ("Ann", Earlier(0)))], Earlier(1))
    "Player('Ann', Colour('R'))"
    """
    if isinstance(value, list):
        return f"[{', '.join(written(steps, each) for each in value)}]"
    if not isinstance(value, Earlier):
        return in_words(value)
    of = _constructed(steps[value.step])
    return f"{of.class_name}({', '.join(written(steps, each) for each in of.arguments)})"


def _constructed(step: Step) -> Construct:
    assert isinstance(step, Construct)
    return step


def what_it_raised(outcome: Outcome | None) -> str:
    """Return the exception, the first line of what it says, and where it came from."""
    fact = outcome.fact if outcome is not None else None
    if not isinstance(fact, Raised):
        return "an exception"
    place = f" (line {fact.own_line.line})" if fact.own_line is not None else ""
    said = f": {fact.message.splitlines()[0]}" if fact.message else ""
    return f"{fact.type}{said}{place}"
