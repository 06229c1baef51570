"""Hold what an examination found, one check at a time."""

from __future__ import annotations

import msgspec

CONTAINMENT = "isolation"
TIMING = "timing"
LANGUAGES = "languages"


class Check(msgspec.Struct, frozen=True):
    """Hold one thing that was tried: did it hold, and what was seen.

    `holds` is None where this machine does not tell. `needed` is False for what is good to know
    and changes no verdict. `passing` tells that a miss may be gone when the machine is quiet.
    """

    group: str
    name: str
    holds: bool | None
    why: str
    needed: bool = True
    passing: bool = False

    @property
    def in_words(self) -> str:
        """Return yes, no, or unknown.

        >>> Check(TIMING, "load", None, "").in_words
        'unknown'
        """
        return {True: "yes", False: "no", None: "unknown"}[self.holds]


class Examination(msgspec.Struct, frozen=True):
    """Hold all checks of one machine, the isolation level in force, and the board's speed.

    `nodes_per_s` is how many discs are dropped, looked at for a win, and taken back in a second.
    """

    isolation: str
    checks: tuple[Check, ...]
    nodes_per_s: float

    @property
    def failed(self) -> tuple[Check, ...]:
        """Return the checks that are needed and do not hold.

        Isolation that could not be tried counts as none; a figure that the kernel does not keep
        is no fault.
        """
        return tuple(check for check in self.checks if check.needed and _fails(check))

    @property
    def fit(self) -> bool:
        """Tell whether untrusted files may be graded here, and their times trusted.

        >>> Examination("limits", (), 330_000.0).fit, Examination("bwrap", (), 330_000.0).fit
        (False, True)
        """
        return self.isolation == "bwrap" and not self.failed


def _fails(check: Check) -> bool:
    return check.holds is False or (check.holds is None and check.group == CONTAINMENT)
