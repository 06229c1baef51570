"""Put each benchmark together: what it measures, in which order, under which header."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path

from graders.channel.channel import Settings
from graders.katas.best_move.task import BestMoveTask
from graders.model.scorecard import Result
from graders.model.suite import Case
from graders.reports.progress import bar
from graders.sandbox import machine
from graders.suites import by_name, shipped
from graders.tools.bench import contention, harness
from graders.tools.bench.header import machine as machine_header
from graders.tools.bench.hogs import hogs
from graders.tools.bench.ladder_runs import Plan, climb
from graders.tools.bench.ladder_tables import (
    iterations,
    naive_against_alpha_beta,
    naive_by_depth,
    nodes_of_all,
    times_of_all,
)
from graders.tools.bench.outcomes import Contender, contenders, outcomes, write
from graders.tools.bench.tables import Report
from graders.tools.to_the_end import grade_to_the_end

KATA = "best_move"
SUITE = "phase3"
POSITION = "phase3/mate-in-9"
"""The position of every table but the fourth."""
HARNESS_SUITES = ("phase2", SUITE)
FAIRNESS_CASE = "phase2/win-at-once"

THOROUGH = Plan(max_depth=10, limit_s=10.0, repeat=3)
QUICK = Plan(max_depth=10, limit_s=0.3, repeat=1, rerun=False)
QUICK_CASES = ("phase3/mate-in-3", POSITION)
"""The positions of the fourth table in a quick run."""
HARNESS_REPEAT = 5
FAIRNESS_REPEAT = 20


def ladder_report(plan: Plan, case_ids: Sequence[str], settings: Settings) -> Report:
    """Measure the ladder: tables 1 to 3 and chart 5 on one position, table 4 on `case_ids`.

    No `case_ids` stand for the whole suite.
    """
    header = machine_header()
    suite = by_name(SUITE, kata=KATA)
    chosen = case_ids or [case.id for case in suite.cases]
    task = _task(_case(POSITION))
    entrants = contenders()
    with bar(plan.steps + plan.repeat * len(entrants) * len(chosen)) as progress:
        ladder = climb(task.board(), frozenset(task.accept), plan, progress)
        fourth = outcomes(
            suite,
            settings,
            case=chosen,
            repeat=plan.repeat,
            rerun=plan.rerun,
            bar=progress,
            entrants=entrants,
        )
    header += (("position", f"{POSITION}, moves {task.moves}"), _times(plan))
    parts = (
        naive_by_depth(ladder),
        naive_against_alpha_beta(ladder),
        times_of_all(ladder),
        nodes_of_all(ladder),
        fourth,
        iterations(ladder),
    )
    return Report(header, parts)


def harness_report(repeat: int, settings: Settings) -> Report:
    """Measure what the grader costs on the seven cases of phases 2 and 3."""
    header = machine_header()
    suites = [by_name(name, kata=KATA) for name in HARNESS_SUITES]
    cases = sum(len(suite.cases) for suite in suites)
    with bar(repeat * cases) as progress:
        costs = harness.measure(suites, settings, repeat, progress)
    table = harness.harness(costs, cases, str(settings.isolation))
    return Report(header, (table,))


def fairness_report(repeat: int, settings: Settings) -> Report:
    """Grade the nine programs `repeat` times on the machine as it is, then beside hogs."""
    header = machine_header()
    programs = contention.nine_programs(_task(_case(FAIRNESS_CASE)).accept[0])
    busy = hogs(machine.usable_cores(), settings)
    with bar(2 * repeat * len(programs)) as progress:
        table = contention.fairness(
            programs,
            functools.partial(_grade_once, settings),
            busy,
            repeat=repeat,
            bar=progress,
        )
    header += (("cap", f"{contention.CAP_S:g} s"), ("isolation", str(settings.isolation)))
    return Report(header, (table,))


def _grade_once(settings: Settings, program: contention.Program, folder: Path) -> Result:
    file = write(Contender(program.name, program.source), folder)
    suite = by_name(FAIRNESS_CASE.split("/", maxsplit=1)[0], kata=KATA)
    card = grade_to_the_end(file, settings, [suite], case=FAIRNESS_CASE, cap_s=contention.CAP_S)
    return card.results[0]


def _case(case_id: str) -> Case:
    cases = (case for suite in shipped(KATA) for case in suite.cases)
    return next(case for case in cases if case.id == case_id)


def _task(case: Case) -> BestMoveTask:
    if not isinstance(case.task, BestMoveTask):
        raise TypeError(f"{case.id} is not a case of {KATA}")
    return case.task


def _times(plan: Plan) -> tuple[str, str]:
    how_many = "one run each" if plan.repeat == 1 else f"medians of {plan.repeat} runs"
    return "times", f"{how_many}; CPU time of the search, wall time in table 4"
