"""Say what the hints of a run are about, in a word to remember, and find them by that word."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from graders.katas.advice import Entry, Question
from graders.katas.best_move.standing import hints
from graders.katas.best_move.standing.facts import Facts
from graders.katas.best_move.standing.faults import Fault, Mistake
from graders.katas.best_move.standing.lessons import (
    BY_MANNER,
    BY_MISTAKE,
    PRUNES_ALREADY,
    REMEMBERS_ALREADY,
    Lesson,
)
from graders.katas.best_move.standing.placing import Manner

_BETWEEN = "+"
_FAULT = "fault/"
_PRUNES = "/prunes"
_REMEMBERS = "/remembers"


def topic(facts: Facts, manner: Manner | None, fault: Fault | None) -> str:
    """Return what the hints are about, nothing that is done already, as one word.

    It is put together from notes, the manner and the mistake, as far as there are any, and
    `nudge` and `steps` say it in sentences.
    """
    if fault is not None and (fault.explains_misses or manner is None):
        return f"{_FAULT}{fault.mistake}"
    parts = []
    if manner in (Manner.DEEPENING, Manner.TABLE) and facts.ends_early:
        parts.append("go_on")
    if manner and facts.blocks_in_vain:
        parts.append("block_first")
    if manner:
        parts.append(f"{manner}{_done_already(facts, manner)}")
    if fault is not None:
        parts.append(f"{_FAULT}{fault.mistake}")
    return _BETWEEN.join(parts)


def _done_already(facts: Facts, manner: Manner) -> str:
    if facts.code is not None and facts.code.remembers and manner in hints.REMEMBERS_ALREADY:
        return _REMEMBERS
    if facts.code is not None and facts.code.prunes and manner in hints.PRUNES_ALREADY:
        return _PRUNES
    return ""


def nudge(about: str) -> str:
    """Return what to do next, in a few sentences; raise `ValueError` for what is no topic.

    >>> nudge("fault/counted_from_one")
    'Columns are counted from 0: the leftmost one is 0, the last 6.'
    """
    notes = "".join(hints.NOTES[part] for part in about.split(_BETWEEN) if part in hints.NOTES)
    said = [_said(part) for part in about.split(_BETWEEN) if part not in hints.NOTES]
    return notes + " ".join(said)


def _said(part: str) -> str:
    if part.startswith(_FAULT):
        return hints.FAULT_HINTS[Mistake(part.removeprefix(_FAULT))]
    manner = Manner(part.partition("/")[0])
    if part.endswith(_PRUNES):
        return hints.PRUNES_ALREADY[manner]
    return hints.REMEMBERS_ALREADY[manner] if part.endswith(_REMEMBERS) else hints.HINTS[manner]


def entries() -> tuple[Entry, ...]:
    """Return what there is to say on each rung, mistake and topic."""
    asked = msgspec.yaml.decode(
        Path(__file__).parent.with_name("interview.yaml").read_bytes(),
        type=dict[str, dict[str, tuple[Question, ...]]],
    )
    found = []
    for name, questions in asked["rungs"].items():
        found.append(Entry(f"rung/{name}", "", "", (), "", questions=questions))
    for mistake in Mistake:
        fault = f"{_FAULT}{mistake}"
        for id in (mistake, fault):
            found.append(_entry(id, fault, asked["faults"][mistake]))
    for manner in Manner:
        found.append(_entry(manner, manner, asked["topics"].get(manner, ())))
    for manner in hints.PRUNES_ALREADY:
        found.append(_entry(f"{manner}{_PRUNES}", f"{manner}{_PRUNES}", ()))
    for manner in hints.REMEMBERS_ALREADY:
        found.append(_entry(f"{manner}{_REMEMBERS}", f"{manner}{_REMEMBERS}", ()))
    return tuple(found)


def _entry(id: str, part: str, questions: tuple[Question, ...]) -> Entry:
    lesson = _lesson(part)
    outline = tuple(step for step in re.split(r" ?\d\. (?=[A-Z])", lesson.outline) if step)
    return Entry(id, nudge(part), lesson.idea, outline, lesson.read, questions=questions)


def _lesson(part: str) -> Lesson:
    if part.startswith(_FAULT):
        return BY_MISTAKE[Mistake(part.removeprefix(_FAULT))]
    if part.endswith(_PRUNES):
        return PRUNES_ALREADY
    if part.endswith(_REMEMBERS):
        return REMEMBERS_ALREADY
    return BY_MANNER[Manner(part)]
