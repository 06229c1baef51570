"""Hold what grading a batch again, under other suites or limits, would change."""

from __future__ import annotations

import msgspec

from graders.model.verdict import Verdict


class Standing(msgspec.Struct, frozen=True):
    """Hold how a submission does: its points, and its rung of the ladder where that is known."""

    score: int
    max_score: int
    rung: str | None = None


class OtherVerdict(msgspec.Struct, frozen=True):
    """Hold a case that is judged otherwise; None where it is in one of the two runs only."""

    case: str
    before: Verdict | None
    after: Verdict | None


class Rejudgement(msgspec.Struct, frozen=True):
    """Hold one submission, how it stands and how it would.

    `before` is None where it has no result that counts, `after` where it could not be graded
    again, and `why_not` then says why.
    """

    candidate: str
    path: str
    before: Standing | None
    after: Standing | None
    verdicts: tuple[OtherVerdict, ...] = ()
    why_not: str = ""

    @property
    def changes(self) -> bool:
        """Tell whether anything of it would change."""
        return self.after is not None and (self.before != self.after or bool(self.verdicts))


class Rejudged(msgspec.Struct, frozen=True):
    """Hold all submissions of a batch, in its order."""

    submissions: tuple[Rejudgement, ...]

    @property
    def changing(self) -> tuple[Rejudgement, ...]:
        """Return those of which something would change."""
        return tuple(each for each in self.submissions if each.changes)

    @property
    def not_graded(self) -> tuple[Rejudgement, ...]:
        """Return those that could not be graded again."""
        return tuple(each for each in self.submissions if each.after is None)
