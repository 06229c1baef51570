"""What is said to come next is true: of every specimen, and of every mutant of a reference.

`topics.yaml` holds what is true of each, put down by eye. A topic that goes by how a case ended,
and not by what the case is about, is true where it ended so.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

from graders.katas import kata_named
from graders.katas.advice import Missed
from graders.katas.driven.check import session
from graders.katas.driven.kata import DrivenKata
from graders.katas.driven.prove import run_in_process
from graders.katas.driven.task import ScriptTask
from graders.katas.operations import check as operations
from graders.lab.verifying.declared import SOLUTIONS, Declaration, specimens
from graders.model.suite import Case
from graders.model.verdict import Verdict
from tests.katas.driven import mutants
from tests.katas.driven.here import cases
from tests.shipped import shipped
from tests.tiers import sampled

KATAS = ("connect4", "game_design", "operations")
SUITES = {
    "connect4": ("published", "rules"),
    "game_design": ("game", "parts", "further"),
    "operations": ("published", "rules"),
}
QUICK = 8
"""How many mutants of each kata the first tier tries."""


class Topics(msgspec.Struct, forbid_unknown_fields=True):
    """Hold which topics are true: by the name of a specimen, by the line of a reference."""

    specimens: dict[str, dict[str, list[str]]]
    mutants: dict[str, dict[str, list[str]]]


TRUE = msgspec.yaml.decode(Path(__file__).with_name("topics.yaml").read_bytes(), type=Topics)


class Told:
    """Count how often each topic is told, and how often it is true."""

    def __init__(self, kata: str) -> None:
        self.advice = kata_named(kata).advice()
        self.said: Counter[str] = Counter()
        self.wrong: list[tuple[str, str]] = []

    def of(self, what: str, missed: list[Missed], true: list[str]) -> None:
        if not missed:
            return
        found = self.advice.on(missed)
        assert found is not None, f"{what}: nothing is said"
        entry, case = found
        self.said[entry.id] += 1
        verdict = next(miss.verdict for miss in missed if miss.id == case)
        if not (verdict in entry.verdicts if entry.verdicts else entry.id in true):
            self.wrong.append((entry.id, f"{what} is told {entry.id}, for {case}"))

    def holds(self) -> None:
        wrong = Counter(topic for topic, _ in self.wrong)
        table = [f"{topic:24}{n:6}{n - wrong[topic]:6}" for topic, n in self.said.items()]
        print("topic                     said right", *table, sep="\n")  # noqa: T201
        assert not self.wrong, "\n".join(what for _, what in self.wrong)


def misses_of(kata: str, declared: Declaration, *, stretch: bool) -> list[Missed]:
    return [
        Missed(case.id, str(next(iter(declared.allowed(case.id) or ()))))
        for suite in shipped(kata, stretch=stretch)
        for case in suite.cases
        if declared.must_miss(case.id)
    ]


@pytest.mark.parametrize("kata", KATAS)
def test_what_a_specimen_is_told_is_true_of_it(kata: str) -> None:
    told, true = Told(kata), TRUE.specimens[kata]
    declared = {each.file.name: each for each in specimens()}
    for name, topics in true.items():
        for stretch in (False, True):
            told.of(name, misses_of(kata, declared[name], stretch=stretch), topics)
    told.holds()


def test_every_specimen_of_these_katas_is_looked_at() -> None:
    ids = {kata: [case.id for case in cases(kata, *SUITES[kata], "scale")] for kata in KATAS}
    theirs = {
        each.file.name
        for each in specimens()
        if any(each.pattern_for(id) for kata in KATAS for id in ids[kata])
    }
    assert theirs == {name for kata in KATAS for name in TRUE.specimens[kata]}


@pytest.mark.parametrize(
    ("kata", "share"), sampled(product(KATAS, (QUICK, None)), lambda _, share: share == QUICK)
)
def test_what_a_mutant_is_told_is_true_of_it(kata: str, share: int | None) -> None:
    told, lines = Told(kata), TRUE.mutants[kata]
    for what, tree in mutants.mutants(kata, share):
        told.of(what, list(missed_by(kata, tree)), lines.get(line_of(kata, what), []))
    told.holds()


def line_of(kata: str, what: str) -> str:
    """Return the line of the reference that a mutant has changed, without its indentation."""
    number = int(what.removeprefix("line ").partition(":")[0])
    return source(kata)[number - 1].strip()


@cache
def source(kata: str) -> list[str]:
    return (SOLUTIONS / f"{kata}.py").read_text(encoding="utf-8").splitlines()


def missed_by(kata: str, tree: ast.Module) -> Iterator[Missed]:
    try:
        called = mutants.driver(kata, tree) if kata != "operations" else function_of(tree)
    except Exception:
        yield Missed("load", Verdict.LOAD_ERROR)
        return
    for case in cases(kata, *SUITES[kata]):
        mutants.begin()
        try:
            verdict = verdict_on(kata, case, called)
        except mutants.EndlessError:
            verdict = Verdict.TIME_LIMIT_EXCEEDED
        if verdict is not Verdict.ACCEPTED:
            yield Missed(case.id, verdict)


def verdict_on(name: str, case: Case, called: Any) -> Verdict:
    kata, task = kata_named(name), case.task
    if isinstance(kata, DrivenKata):
        assert isinstance(task, ScriptTask)
        return kata.check(
            task, run_in_process(session(task, kata.size, kata.expects), called)
        ).verdict
    try:
        answer = called(task.rows, task.cols, task.k, list(task.operations))
    except Exception:
        return Verdict.RUNTIME_ERROR
    return operations.check(task, answer).verdict


def function_of(tree: ast.Module) -> Any:
    module = ModuleType("submission")
    mutants.run(tree, module)
    return module.solution
