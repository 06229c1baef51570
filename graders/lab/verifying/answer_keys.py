"""What is held against the suites themselves, whatever is graded with them.

Each answer key is proved by its kata and asked of an independent solver; no two cases are one
position, also as variants of each other; how hard a case is said to be is measured anew for a
sample; and no cheap program passes by guessing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

import msgspec

from graders.katas import kata_named
from graders.katas.kata import Kata, Proof
from graders.katas.lab import Gauge, Guesser, Guessing, Oracle, node_counts
from graders.lab.verifying.parts import IN_TURN, Executor, Part, Piece, Tell
from graders.model.suite import Case, Hardness, Suite, members_of

SEEDS = 100
"""How many seeds a random guesser is asked with.

The standard error of what it expects of a case is 0.05 at most, that of the sum over four 0.1.
"""
FEW_SEEDS = 5
"""How many where nothing is held against it: a strong one, or a suite that is only published."""
SAMPLED = 3
"""Of how many positions of a suite its hardness is measured anew."""
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


def hardness_part(
    kata: Kata[Any], suites: Iterable[Suite], executor: Executor = IN_TURN
) -> Part | None:
    """Measure anew how hard some cases of each suite are; None where no suite states that of any.

    Which they are the file of a suite decides, to the last byte: nobody chooses them.
    """
    gauge = kata.gauge()
    sample = [case for suite in suites for case in _sample(kata, suite)]
    if gauge is None or not sample:
        return None
    pieces = [Piece(case.id, partial(_measured, gauge, case.task)) for case in sample]
    heads, rows, problems = ("found by", *gauge.searches), [], []
    for case, found in zip(sample, executor.all(f"{kata.name}: hardness", pieces), strict=True):
        stated = kata.hardness(case.task)
        cells = _hardness_cells(found, gauge)
        rows.append((case.id, *cells, "yes" if stated == found else "no"))
        if stated and stated != found:
            said = _hardness_cells(stated, gauge)
            problems += [
                f"{case.id}: hardness states {head} {each}, but it is {measured}"
                for head, each, measured in zip(heads, said, cells, strict=True)
                if each != measured
            ]
    columns = ("case", *heads, "as stated")
    title = f"How hard positions are, measured again: up to {SAMPLED} of each suite"
    return Part("hardness", title, columns, tuple(rows), tuple(problems))


def _sample(kata: Kata[Any], suite: Suite) -> list[Case]:
    cases = [case for case in members_of(suite.cases) if kata.hardness(case.task)]
    return sorted(cases, key=lambda case: _lot(f"{suite.sha256} {case.id}"))[:SAMPLED]


def _lot(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _measured(gauge: Gauge[Any], task: object, tell: Tell) -> Hardness:
    return gauge.measured(task)


def _hardness_cells(hardness: Hardness, gauge: Gauge[Any]) -> list[str]:
    return [f"{hardness.found_by:g} of {hardness.of}", *node_counts(hardness, gauge)]


class GuessedOf(msgspec.Struct, frozen=True):
    """How many cases of a suite a guesser gets of the `cases` that it does not earn.

    Of a random one it is what it may expect.
    """

    guessed: float
    cases: int
    earned: int


class GuesserScore(msgspec.Struct, frozen=True):
    """What one guesser gets by guessing, suite by suite."""

    guesser: Guesser[Any]
    suites: Mapping[str, GuessedOf]

    def problem(self, warm_up: str, searched: str) -> str | None:
        name, allowed = self.guesser.name, f"only {MOST_GUESSED} may be guessed"
        first, second = self.suites[warm_up].guessed, self.suites[searched]
        if self.guesser.blind and first:
            return f"{name} gets {first:.0f} of {warm_up} without looking at the board"
        if self.guesser.strong:
            return None
        if not self.guesser.is_random and second.guessed > MOST_GUESSED:
            return f"{name} guesses {second.guessed:.0f} of {searched}, {allowed}"
        limit = MOST_BY_CHANCE * (second.cases + second.earned)
        if self.guesser.is_random and second.guessed >= limit:
            return (
                f"{name} can expect {second.guessed:.2f} of {searched} by guessing, "
                f"{limit:.2f} or more is too much"
            )
        return None


def guessers_part(
    guessing: Guessing[Any], suites: Iterable[Suite], executor: Executor = IN_TURN
) -> Part:
    """Ask every guesser about the suites that it is held against, and those that are published."""
    names = (guessing.warm_up, guessing.searched, *guessing.published)
    by_name = {suite.name: suite for suite in suites}
    asked = [(name, case) for name in names for case in by_name[name].cases]
    # A piece for each case: a random guesser takes longer than all others together.
    pieces = [
        Piece(guesser.name, partial(_chance, guesser, case, _seeds(guesser, name, guessing)))
        for guesser in guessing.guessers
        for name, case in asked
    ]
    chances = iter(executor.all("guessers", pieces))
    scores = [
        GuesserScore(guesser, _guessed(guesser, [(*each, next(chances)) for each in asked]))
        for guesser in guessing.guessers
    ]
    problems = (score.problem(guessing.warm_up, guessing.searched) for score in scores)
    return Part(
        "guessers",
        "Guessers: the cases that each gets by guessing, of those that its sight does not earn",
        ("guesser", "sight", *names, "held against it"),
        tuple(map(_row, scores)),
        tuple(filter(None, problems)),
    )


def _seeds(guesser: Guesser[Any], suite: str, guessing: Guessing[Any]) -> int:
    return FEW_SEEDS if guesser.strong or suite in guessing.published else SEEDS


def _guessed(
    guesser: Guesser[Any], found: Iterable[tuple[str, Case, float]]
) -> Mapping[str, GuessedOf]:
    by_suite: dict[str, list[tuple[float, bool]]] = {}
    for suite, case, share in found:
        earned = all(map(guesser.earns, _tasks(case)))
        by_suite.setdefault(suite, []).append((share, earned))
    return {suite: _without_earned(shares) for suite, shares in by_suite.items()}


def _without_earned(shares: list[tuple[float, bool]]) -> GuessedOf:
    guessed = [share for share, earned in shares if not earned]
    return GuessedOf(sum(guessed), len(guessed), len(shares) - len(guessed))


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


def _chance(guesser: Guesser[Any], case: Case, seeds: int, tell: Tell) -> float:
    tell(f"{guesser.name} {case.id}")
    return chance(guesser, case, seeds)


def _tasks(case: Case) -> list[object]:
    return [member.task for member in case.members]


def _row(score: GuesserScore) -> tuple[str, ...]:
    guesser = score.guesser
    figure = "{:.2f} of {}" if guesser.is_random else "{:.0f} of {}"
    cells = (figure.format(each.guessed, each.cases) for each in score.suites.values())
    held = "no, strong" if guesser.strong else "yes"
    return guesser.name, str(guesser.sight), *cells, held
