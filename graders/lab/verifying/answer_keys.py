"""What is held against the suites themselves, whatever is graded with them.

Each answer key is proved by its kata and asked of an independent solver; no two cases are one
position, also as variants of each other; and no cheap program passes by guessing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

import msgspec

from graders.katas import kata_named
from graders.katas.kata import Kata, Proof
from graders.katas.lab import Guesser, Guessing, Oracle
from graders.lab.verifying.parts import IN_TURN, Executor, Part, Piece, Tell
from graders.model.suite import Case, Suite, members_of

SEEDS = 200
"""How many seeds a random guesser is asked with.

The standard error of what it expects of a case is 0.035 at most, that of the sum over four 0.07.
"""
MOST_GUESSED = 1
"""How many cases of a suite a guesser may get without having earned them."""
MOST_BY_CHANCE = 0.2
"""What a random guesser may expect of each case that it does not earn: 0.8 of four."""


def proofs_part(kata: Kata[Any], cases: Iterable[Case], executor: Executor = IN_TURN) -> Part:
    """Let a kata prove each of its cases and members; whatever does not hold is a problem."""
    table, members = kata.proofs, members_of(cases)
    pieces = [Piece(case.id, partial(_proved, kata.name, case.task)) for case in members]
    rows, problems = [], []
    proofs = executor.all(f"{kata.name}: {table.name}", pieces)
    for case, proof in zip(members, proofs, strict=True):
        rows.append((case.id, *proof.cells, "yes" if proof.holds else "no"))
        problems += [f"{case.id}: {problem}" for problem in proof.problems]
    columns = ("case", *table.columns, table.holds)
    return Part(table.name, table.title, columns, tuple(rows), tuple(problems))


def oracle_part(oracle: Oracle[Any], cases: Iterable[Case], executor: Executor = IN_TURN) -> Part:
    """Ask an oracle about every case and member; a disagreement is a problem."""
    members = members_of(cases)
    pieces = [Piece(case.id, partial(_disagreements, oracle, case.task)) for case in members]
    rows, problems = [], []
    for case, wrong in zip(members, executor.all(oracle.name, pieces), strict=True):
        rows.append((case.id, "no" if wrong else "yes"))
        problems += [f"{case.id}: {line}" for line in wrong]
    title = f"Answer keys, against {oracle.name}"
    return Part("oracle", title, ("case", "agrees"), tuple(rows), tuple(problems))


def _proved(kata: str, task: object, tell: Tell) -> Proof:
    return kata_named(kata).prove(task)


def _disagreements(oracle: Oracle[Any], task: object, tell: Tell) -> tuple[str, ...]:
    return tuple(oracle.disagreements(task))


def duplicates_part(suites: Iterable[Suite]) -> Part | None:
    """Group the cases by what their kata knows them by; a group of several is a problem.

    None where no kata has anything by which to tell its cases apart.
    """
    groups: dict[tuple[str, str], list[str]] = {}
    for suite in suites:
        kata = kata_named(suite.kata)
        for case in members_of(suite.cases):
            identity = kata.identity(case.task)
            if identity is not None:
                groups.setdefault((kata.name, identity), []).append(case.id)
    if not groups:
        return None
    shared = [ids for ids in groups.values() if len(ids) > 1]
    return Part(
        "duplicates",
        "Positions that occur twice",
        ("positions", "shared"),
        ((str(len(groups)), str(len(shared))),),
        tuple(f"{', '.join(ids)} are one position" for ids in shared),
    )


class GuesserScore(msgspec.Struct, frozen=True):
    """How many cases one guesser gets; of a random one, all are expectations."""

    guesser: Guesser[Any]
    warm_up: float
    earned: float  # of the suite that asks for a search, as is what is guessed
    guessed: float

    def problem(self, warm_up: Suite, searched: Suite) -> str | None:
        name, allowed = self.guesser.name, f"only {MOST_GUESSED} may be guessed"
        if self.guesser.blind and self.warm_up:
            return f"{name} gets {self.warm_up:.0f} of {warm_up.name} without looking at the board"
        if not self.guesser.is_random and self.guessed > MOST_GUESSED:
            return f"{name} guesses {self.guessed:.0f} of {searched.name}, {allowed}"
        limit = MOST_BY_CHANCE * len(searched.cases)
        if self.guesser.is_random and self.guessed >= limit:
            return (
                f"{name} is to expect {self.guessed:.2f} of {searched.name} by guessing, "
                f"{limit:.2f} or more is too much"
            )
        return None


def guessers_part(
    guessing: Guessing[Any], suites: Iterable[Suite], executor: Executor = IN_TURN
) -> Part:
    """Ask every guesser about both suites."""
    by_name = {suite.name: suite for suite in suites}
    warm_up, searched = by_name[guessing.warm_up], by_name[guessing.searched]
    cases = (*warm_up.cases, *searched.cases)
    # A piece for each case: a random guesser takes longer than all others together.
    pieces = [
        Piece(guesser.name, partial(_chance, guesser, case))
        for guesser in guessing.guessers
        for case in cases
    ]
    chances = iter(executor.all("guessers", pieces))
    scores = [
        _score(guesser, warm_up, searched, {case.id: next(chances) for case in cases})
        for guesser in guessing.guessers
    ]
    return Part(
        "guessers",
        f"Guessers on {warm_up.name} and {searched.name}; what is within their sight is earned",
        ("guesser", warm_up.name, searched.name, "earned", "guessed"),
        tuple(_row(score, len(warm_up.cases), len(searched.cases)) for score in scores),
        tuple(problem for score in scores if (problem := score.problem(warm_up, searched))),
    )


def chance(guesser: Guesser[Any], case: Case, seeds: int = SEEDS) -> float:
    """Return the share of `seeds` with which a guesser gets a case, which is all of its members."""
    tasks = _tasks(case)
    times = seeds if guesser.is_random else 1
    # No seed serves twice: one that is lucky with a member is not lucky with the next one for it.
    got = sum(
        all(guesser.finds(task, run * len(tasks) + at) for at, task in enumerate(tasks))
        for run in range(times)
    )
    return got / times


def _chance(guesser: Guesser[Any], case: Case, tell: Tell) -> float:
    tell(f"{guesser.name} {case.id}")
    return chance(guesser, case)


def _score(
    guesser: Guesser[Any], warm_up: Suite, searched: Suite, expected: Mapping[str, float]
) -> GuesserScore:
    earned = {case.id for case in searched.cases if all(map(guesser.earns, _tasks(case)))}
    return GuesserScore(
        guesser,
        sum(expected[case.id] for case in warm_up.cases),
        sum(expected[case.id] for case in searched.cases if case.id in earned),
        sum(expected[case.id] for case in searched.cases if case.id not in earned),
    )


def _tasks(case: Case) -> list[object]:
    return [member.task for member in case.members]


def _row(score: GuesserScore, of_warm_up: int, of_searched: int) -> tuple[str, ...]:
    figure = "{:.2f}" if score.guesser.is_random else "{:.0f}"
    return (
        score.guesser.name,
        f"{figure.format(score.warm_up)} of {of_warm_up}",
        f"{figure.format(score.earned + score.guessed)} of {of_searched}",
        figure.format(score.earned),
        figure.format(score.guessed),
    )
