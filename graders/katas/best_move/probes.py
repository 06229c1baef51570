"""Read the positions that are asked beside the cases, and tell which mistakes are proved.

Each entry of `probes.yaml` is one form of a mistake. It is proved by playing what it predicts on
every position of the entry, twice, which no more than one in twenty of all other programs do:
`tests/katas/best_move/test_probes.py` counts them. `quiet.yaml` has positions that prove nothing.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path

import msgspec

from graders.katas.best_move.task import BestMoveTask, position_of
from graders.katas.kata import Probe
from graders.model.explanation import Side
from graders.model.scorecard import Probed, QuietMove, Result, singles

FILE = Path(__file__).with_name("probes.yaml")
QUIET_FILE = Path(__file__).with_name("quiet.yaml")
SHORT = 3
"""Plies."""
LOSE_SHORT_LINES = ("sign", "one_colour", "own_wins_only")
"""Mistakes with which a program cannot win in three plies, or block, for both sides."""


class ProbePosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    moves: str
    predicted: tuple[int, ...]
    first: Side = "RED"

    @property
    def task(self) -> BestMoveTask:
        return position_of(self.moves, self.first)


class MistakeForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    mistake: str
    form: str
    proves: str
    positions: tuple[ProbePosition, ...]

    def is_proved(self, probed: Sequence[Probed]) -> bool:
        played = {
            (probe.moves, probe.first, probe.predicted) for probe in probed if probe.as_predicted
        }
        return all((p.moves, p.first, p.predicted) in played for p in self.positions)


@functools.cache
def mistake_forms() -> tuple[MistakeForm, ...]:
    """Return the forms of all mistakes, in the order in which they are asked."""
    return msgspec.yaml.decode(FILE.read_bytes(), type=tuple[MistakeForm, ...])


def probes(results: Sequence[Result] = ()) -> tuple[Probe[BestMoveTask], ...]:
    """Return the positions to ask about, those of a form one after the other.

    Where every short line of both sides was found, what would have lost them needs no proof.
    """
    left_out = LOSE_SHORT_LINES if _finds_short_lines(results) else ()
    return tuple(
        Probe(form.mistake, position.task, position.predicted, follows=number > 0)
        for form in mistake_forms()
        if form.mistake not in left_out
        for number, position in enumerate(form.positions)
    )


class _Quiet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    positions: tuple[str, ...]
    published: dict[str, str]


@functools.cache
def _quiet() -> _Quiet:
    return msgspec.yaml.decode(QUIET_FILE.read_bytes(), type=_Quiet)


def quiet_tasks() -> tuple[BestMoveTask, ...]:
    return tuple(position_of(moves, "RED") for moves in _quiet().positions)


def published_quiet_moves() -> tuple[tuple[QuietMove, ...], ...]:
    return tuple(
        tuple(map(QuietMove, _quiet().positions, map(int, columns)))
        for columns in _quiet().published.values()
    )


def _finds_short_lines(results: Sequence[Result]) -> bool:
    short = [
        each
        for each in singles(results)
        if each.goal == "block" or 1 <= (each.mate_in or 0) <= SHORT
    ]
    sides = {each.to_move for each in short}
    return len(sides) > 1 and all(each.accepted for each in short)


def proved_mistakes(probed: Sequence[Probed]) -> tuple[str, ...]:
    """Return the mistakes of which one form is proved, in the order of the file.

    There are none of a program that does not play the same when it is asked again.
    """
    if not probed or any(each.differs for each in probed):
        return ()
    return tuple(dict.fromkeys(form.mistake for form in mistake_forms() if form.is_proved(probed)))
