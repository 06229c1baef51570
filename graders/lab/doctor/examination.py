"""Examine this machine as a whole, and lay the findings out for a person or a program."""

from __future__ import annotations

import shutil
import textwrap
from typing import Any

import msgspec

from graders.channel import languages
from graders.channel.languages import UnavailableError
from graders.lab.doctor.findings import CONTAINMENT, LANGUAGES, TIMING, Check
from graders.lab.doctor.plain import plain_checks
from graders.lab.doctor.timing import (
    REFERENCE_NODES_PER_S,
    against_reference,
    meaning_for_caps,
    measure_machine,
    nodes_per_second,
    timing_checks,
)
from graders.model.limits import Limits
from graders.reports.layout import grid
from graders.sandbox.isolation import Isolation, choose_isolation

_NARROWEST = 80
_OTHER_COLUMNS = 46
_IN_JSON = ("group", "name", "holds", "needed", "passing", "why")


class Examination(msgspec.Struct, frozen=True):
    """All checks of one machine.

    >>> Examination("limits", (), 330_000.0).fit, Examination("bwrap", (), 330_000.0).fit
    (False, True)
    """

    isolation: str
    checks: tuple[Check, ...]
    nodes_per_s: float  # discs dropped, looked at for a win, and taken back in a second

    @property
    def failed(self) -> tuple[Check, ...]:
        return tuple(check for check in self.checks if check.needed and _fails(check))

    @property
    def fit(self) -> bool:
        """Whether untrusted files may be graded here, and their times trusted."""
        return self.isolation == "bwrap" and not self.failed


def _fails(check: Check) -> bool:
    # Isolation that could not be tried counts as none; a figure that the kernel does not keep is
    # no fault.
    return check.holds is False or (check.holds is None and check.group == CONTAINMENT)


def examine() -> Examination:
    """Look at the timing first, on a machine that is still quiet, then try the isolation."""
    facts = measure_machine()
    nodes_per_s = nodes_per_second()
    isolation = choose_isolation("auto")
    timing = timing_checks(facts, nodes_per_s)
    checks = (*_containment_checks(isolation), *timing, *language_checks())
    return Examination(isolation.value, checks, nodes_per_s)


def _containment_checks(isolation: Isolation) -> tuple[Check, ...]:
    if isolation is Isolation.PLAIN:
        return plain_checks()
    from graders.lab.doctor.containment import (  # noqa: PLC0415  # Linux alone has it
        containment_checks,
    )

    return containment_checks(isolation)


def language_checks() -> tuple[Check, ...]:
    """Return what runs JavaScript and TypeScript here; a miss is no fault of the machine's."""
    finders = {"JavaScript": languages.javascript, "TypeScript": languages.typescript}
    return tuple(_language_check(name, finder) for name, finder in finders.items())


def _language_check(name: str, finder: languages.Finder) -> Check:
    try:
        finder(Limits())
        return Check(LANGUAGES, name, True, languages.found().in_words, needed=False)
    except UnavailableError as error:
        return Check(LANGUAGES, name, False, str(error), needed=False)


def as_text(examination: Examination, width: int = _NARROWEST) -> str:
    """Return one table, what the speed means for the caps, and what to fix.

    >>> check = Check("timing", "two cores", True, "2 usable")
    >>> print(as_text(Examination("limits", (check,), 330e3)))
    about    check      holds    seen
    -------  ---------  -------  --------
    timing   two cores  yes      2 usable
    <BLANKLINE>
    The cap of 2 s is worth 2.0 s of the reference machine: the caps hold as they
    are.
    The isolation here is limits, less than bwrap.
    Not fit for untrusted files.
    """
    rows = [(check.group, check.name, check.in_words, check.why) for check in examination.checks]
    table = grid(
        ("about", "check", "holds", "seen"),
        rows,
        widths=(None, None, None, max(width - _OTHER_COLUMNS, 20)),
    )
    sentences = [textwrap.fill(sentence, width) for sentence in conclusions(examination)]
    return "\n".join([table, "", *sentences])


def conclusions(examination: Examination) -> tuple[str, ...]:
    """Return what follows from the checks, in sentences; the last says fit or not."""
    sentences = [meaning_for_caps(against_reference(examination.nodes_per_s))]
    if examination.isolation == Isolation.PLAIN:
        sentences.append(
            "The isolation here is plain: nothing is contained, so grade only your own files."
        )
    elif examination.isolation != Isolation.BWRAP:
        sentences.append(f"The isolation here is {examination.isolation}, less than bwrap.")
    not_contained = _failed(examination, CONTAINMENT)
    if not_contained:
        sentences.append(f"Does not hold: {not_contained}.")
    unfair = _failed(examination, TIMING)
    if unfair:
        sentences.append(f"Not so on this machine, busy or quiet: {unfair}.")
    just_now = _failed(examination, TIMING, passing=True)
    if just_now:
        sentences.append(f"Not met just now: {just_now}. Try again when the machine is quiet.")
    if examination.fit:
        sentences.append("Fit: untrusted files are contained here, and timed fairly.")
    else:
        sentences.append("Not fit for untrusted files.")
    return tuple(sentences)


def as_json(examination: Examination) -> dict[str, Any]:
    return {
        "version": 1,
        "fit": examination.fit,
        "isolation": examination.isolation,
        "checks": [
            {field: getattr(check, field) for field in _IN_JSON} for check in examination.checks
        ],
        "speed": {
            "nodes_per_s": round(examination.nodes_per_s),
            "reference_nodes_per_s": REFERENCE_NODES_PER_S,
            "ratio": round(against_reference(examination.nodes_per_s), 2),
        },
        "conclusions": list(conclusions(examination)),
    }


def terminal_width() -> int:
    """Return the width to lay out for: that of the terminal, at least 80 columns."""
    return max(shutil.get_terminal_size((_NARROWEST, 24)).columns, _NARROWEST)


def _failed(examination: Examination, group: str, *, passing: bool = False) -> str:
    return ", ".join(
        check.name
        for check in examination.failed
        if check.group == group and check.passing is passing
    )
