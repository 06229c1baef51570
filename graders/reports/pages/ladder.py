"""Say where on its kata's ladder a submission stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Any

import msgspec

from graders.katas.kata import Kata
from graders.model.scorecard import Assessment, Finding, Probed

BESIDE: Mapping[str, str] = {
    "none": "below the ladder",
    "heuristic": "beside the ladder, as it plays by a heuristic",
    "open": "nowhere yet, as this run does not show its rung",
}
"""Where a submission stands whose rung is none of the ladder's."""


NAMES: Mapping[str, str] = {
    "naive": "naive minimax",
    "alpha_beta": "alpha-beta",
    "transposition": "transposition table",
}
"""Names as people write them, where these are not their words with spaces between."""
SHOWN_BY: Mapping[str, str] = {
    "answers": "By its answers",
    "measured": "Measured",
    "source": "In its source",
    "probes": "On further positions",
}
"""What heads the findings of each kind of evidence, in the order in which they are shown."""
MOST_CASES = 3
"""How many cases are named of one finding."""


class Rung(msgspec.Struct, frozen=True):
    """Hold one rung, the first being number 1, and whether the submission stands there."""

    number: int
    name: str
    here: bool


class Shown(msgspec.Struct, frozen=True):
    """Hold what was seen in one way, such as in the answers, a sentence each."""

    heading: str
    sentences: tuple[str, ...]


class Proved(msgspec.Struct, frozen=True):
    """Hold a mistake in a sentence, and a sentence for each thing that proves it."""

    mistake: str
    proofs: tuple[str, ...]


class Place(msgspec.Struct, frozen=True):
    """Hold the rungs from the lowest up, and what is known of where the submission stands.

    `where` goes on from "It stands", and is empty where nothing is said of a rung; then there are
    no `rungs` either. `beside` tells that it is on none of them. `seen` are the findings by what
    shows them, without those of the mistakes. `supposed` are mistakes that a scorecard of an older
    version names, which had no proofs.
    """

    rungs: tuple[Rung, ...]
    where: str
    beside: bool
    evidence: str
    hint: str
    seen: tuple[Shown, ...]
    mistakes: tuple[Proved, ...]
    supposed: tuple[str, ...]


def place(kata: Kata[Any] | None, assessment: Assessment | None) -> Place | None:
    """Return where a submission stands; None without an assessment."""
    if assessment is None:
        return None
    rungs = rungs_of(kata, assessment.rung) if assessment.rung else ()
    proved = proved_faults(assessment)
    return Place(
        rungs,
        where_on(kata, assessment),
        not any(rung.here for rung in rungs),
        _sentence(assessment.evidence),
        assessment.hint,
        tuple(_seen(assessment)),
        tuple(_proved(kata, assessment, fault) for fault in proved),
        tuple(in_words(fault) for fault in assessment.faults if fault not in proved),
    )


def proved_faults(assessment: Assessment) -> tuple[str, ...]:
    """Return the mistakes for which there is a finding."""
    found = {each.name for each in assessment.findings}
    return tuple(fault for fault in assessment.faults if fault in found)


def _seen(assessment: Assessment) -> Iterator[Shown]:
    for evidence, heading in SHOWN_BY.items():
        found = [
            _sentence(_with_its_place(each))
            for each in assessment.findings
            if each.evidence == evidence and each.name not in assessment.faults
        ]
        if found:
            yield Shown(heading, tuple(found))


def _with_its_place(finding: Finding) -> str:
    where = "" if finding.line is None else f", line {finding.line}"
    return f"{finding.text}{where}{_in_cases(finding)}"


def _in_cases(finding: Finding) -> str:
    if not finding.cases:
        return ""
    more = len(finding.cases) - MOST_CASES
    return f" ({', '.join(finding.cases[:MOST_CASES])}{f' and {more} more' if more > 0 else ''})"


def _proved(kata: Kata[Any] | None, assessment: Assessment, fault: str) -> Proved:
    found = [each for each in assessment.findings if each.name == fault]
    probed = [_sentence(_on_a_probe(probe)) for each in found for probe in each.probes]
    others = [_sentence(_with_its_place(each)) for each in found if not each.probes]
    return Proved(mistake_in_words(kata, fault), (*others, *probed))


def mistake_in_words(kata: Kata[Any] | None, fault: str) -> str:
    """Return a mistake in the words of the kata's advice, else its name."""
    entry = None if kata is None else kata.advice().entry(fault)
    return _sentence(entry.says if entry is not None and entry.says else in_words(fault))


def _on_a_probe(probe: Probed) -> str:
    return (
        f"after {probe.moves or 'no move'}, {probe.first} first, it played column {probe.answer}, "
        "as this mistake does"
    )


def where_on(kata: Kata[Any] | None, assessment: Assessment) -> str:
    """Return where a submission stands, as goes on from "It stands"; "" where no rung is named."""
    if not assessment.rung:
        return ""
    rungs = rungs_of(kata, assessment.rung)
    here = next((rung for rung in rungs if rung.here), None)
    if here is not None:
        return f"on rung {here.number} of {len(rungs)}, {here.name}"
    return BESIDE.get(assessment.rung, f"at {in_words(assessment.rung)}")


def rungs_of(kata: Kata[Any] | None, stands_on: str) -> tuple[Rung, ...]:
    """Return the rungs of a kata's ladder from the lowest up; none where it has no ladder."""
    ladder = None if kata is None else kata.ladder()
    names: Sequence[str] = () if ladder is None else [PurePath(each).stem for each in ladder.rungs]
    return tuple(
        Rung(number, in_words(name), name == stands_on) for number, name in enumerate(names, 1)
    )


def in_words(name: str) -> str:
    """Return the name of a rung or a mistake as a person reads it.

    >>> in_words("alpha_beta")
    'alpha-beta'
    """
    return NAMES.get(name, name.replace("_", " "))


def _sentence(text: str) -> str:
    whole = text[:1].upper() + text[1:]
    return whole if whole.endswith((".", "!", "?")) or not whole else f"{whole}."
