"""Put each benchmark together: what it measures, in which order, on which machine."""

from __future__ import annotations

import math
import os
import platform
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from graders.batch.job import BatchTerms
from graders.batch.worker_pool import LocalWorkers
from graders.channel.budget import Settings
from graders.grading.provenance import pairs_per_second
from graders.katas import all_katas
from graders.katas.kata import Kata
from graders.katas.lab import Contender, KnownAnswers, Ladder, LadderPlan, SelfTimed
from graders.lab.bench import batches, costs, fairness
from graders.lab.bench.fairness import load_generators
from graders.lab.bench.outcomes import (
    NothingToMeasureError,
    grade_completely,
    measure_outcomes,
    write_contender,
)
from graders.model.scorecard import Result
from graders.model.suite import Case, Suite, members_of
from graders.model.tables import BenchReport
from graders.model.verdict import Verdict
from graders.reports.progress_bars import bar
from graders.sandbox import machine
from graders.suites import by_name

THOROUGH = LadderPlan(max_depth=10, limit_s=10.0, repeat=3)
QUICK = LadderPlan(max_depth=10, limit_s=0.3, repeat=1, rerun=False)
HARNESS_REPEAT = 5
FAIRNESS_REPEAT = 20
SPEED_TURNS = 3
BY_ONE_JOB = 3
"""How often one job grades what its verdicts are compared for."""


class BenchedKata(msgspec.Struct, frozen=True):
    kata: Kata[Any]
    ladder: Ladder[Any]
    answers: KnownAnswers[Any]

    @property
    def name(self) -> str:
        return self.kata.name

    def suite(self, name: str) -> Suite:
        return by_name(name, kata=self.name)

    def suite_of(self, case_id: str) -> Suite:
        return self.suite(case_id.split("/", maxsplit=1)[0])

    def case(self, case_id: str) -> Case:
        # A single case, or a member of a group: a group itself has no task.
        suite = self.suite_of(case_id)
        return next(case for case in members_of(suite.cases) if case.id == case_id)


def katas_to_bench() -> tuple[BenchedKata, ...]:
    """Return the katas that offer both a ladder and known answers."""
    return tuple(
        BenchedKata(kata, ladder, answers)
        for kata in all_katas().values()
        if (ladder := kata.ladder()) and (answers := kata.known_answers())
    )


def katas_to_compare() -> tuple[Kata[Any], ...]:
    """Return the katas that offer to compare their reference with another program."""
    return tuple(kata for kata in all_katas().values() if kata.comparison())


def comparison_report(name: str, repeat: int | None) -> BenchReport:
    """Measure a kata's reference beside the other program, on the suites that it has for that."""
    comparison = next(kata for kata in katas_to_compare() if kata.name == name).comparison()
    if comparison is None:
        raise NothingToMeasureError(f"{name} compares its reference with nothing")
    header = machine_header()
    cases = [case for suite in comparison.suites for case in by_name(suite, kata=name).cases]
    tasks = {member.id: member.task for member in members_of(cases)}
    repeat = repeat or comparison.repeat
    with bar(repeat * len(tasks)) as progress:
        return BenchReport(header, tuple(comparison.parts(tasks, repeat, progress)))


def lessons_report(benched: BenchedKata, repeat: int | None) -> BenchReport:
    """Measure what single changes to the reference solutions are worth; nothing is graded."""
    lessons = benched.kata.lessons()
    if lessons is None:
        raise NothingToMeasureError(f"{benched.name} has no lessons beside its ladder")
    header = machine_header()
    cases = [case for name in lessons.suites for case in benched.suite(name).cases]
    repeat = repeat or lessons.repeat
    with bar(lessons.steps(repeat)) as progress:
        tasks = {member.id: member.task for member in members_of(cases)}
        return BenchReport(header, tuple(lessons.parts(tasks, repeat, progress)))


def ladder_report(
    benched: BenchedKata, plan: LadderPlan, quick: bool, settings: Settings
) -> BenchReport:
    """Measure the ladder on its case, and its contenders through the grader on its suite.

    A `quick` run takes only some cases of that suite.
    """
    header = machine_header()
    ladder = benched.ladder
    suite = benched.suite(ladder.suite)
    chosen = ladder.quick_cases if quick else [case.id for case in suite.cases]
    measured = benched.case(ladder.case).members[0]
    entrants = ladder.contenders()
    with bar(ladder.steps(plan) + plan.repeat * len(entrants) * len(chosen)) as progress:
        parts = [
            *ladder.parts(measured.task, plan, progress),
            measure_outcomes(
                entrants,
                suite,
                settings,
                case=chosen,
                repeat=plan.repeat,
                rerun=plan.rerun,
                bar=progress,
            ),
        ]
    moves = benched.kata.describe(measured.task).moves
    header += (("position", f"{measured.id}, moves {moves}"), _times(plan))
    # Their titles are numbered, and the fourth is ours.
    return BenchReport(header, tuple(sorted(parts, key=lambda part: part.title)))


def harness_report(benched: BenchedKata, repeat: int | None, settings: Settings) -> BenchReport:
    """Measure what the grader costs on the cases that the kata has for that."""
    repeat = repeat or HARNESS_REPEAT
    header = machine_header()
    suites = [benched.suite(name) for name in benched.answers.suites]
    cases = sum(len(members_of(suite.cases)) for suite in suites)
    with bar(repeat * cases) as progress:
        measured = costs.measure_harness(benched.answers, suites, settings, repeat, progress)
    return BenchReport(header, (costs.harness_table(measured, cases, str(settings.isolation)),))


def programs_report(benched: BenchedKata, repeat: int | None, settings: Settings) -> BenchReport:
    """Measure what the grader adds to a question that is put to a program."""
    questions = repeat or costs.QUESTIONS
    header = machine_header()
    case = benched.case(benched.answers.case)
    with bar(costs.WARM_UP + questions) as progress:
        measured = costs.measure_programs(
            benched.kata, members_of([case])[0], settings, questions, progress
        )
    return BenchReport(header, (costs.programs_table(measured, str(settings.isolation)),))


def fairness_report(benched: BenchedKata, repeat: int | None, settings: Settings) -> BenchReport:
    """Grade the programs `repeat` times on the machine as it is, then on a busy one."""
    repeat = repeat or FAIRNESS_REPEAT
    header = machine_header()
    case = benched.case(benched.answers.case)
    answering = partial(benched.answers.source, [member.task for member in case.members])
    programs = (
        *fairness.single_process_programs(answering),
        *(_self_timed(probe) for probe in benched.answers.self_timed),
        *fairness.honest_programs(answering),
        *fairness.gaming_programs(answering),
    )
    busy = load_generators(machine.usable_cores(), settings)
    with bar(2 * repeat * len(programs)) as progress:
        table = fairness.measure_fairness(
            programs,
            partial(_grade_once, benched, case, settings),
            busy,
            repeat=repeat,
            bar=progress,
        )
    cap = f"{fairness.CAP_S:g} s; for a solution that watches its own clock that of its suite"
    header += (("cap", cap), ("isolation", str(settings.isolation)))
    return BenchReport(header, (table,))


def batch_report(benched: BenchedKata, repeat: int | None, settings: Settings) -> BenchReport:
    """Grade batches by one job and by one a core: how fast, and with which verdicts.

    The submissions of `steady_loads` are graded `repeat` times by all jobs, by default so often
    that there are `batches.GRADINGS` gradings in all.
    """
    jobs, quick = len(machine.usable_cores()), quick_loads(benched, settings)
    header = machine_header()
    steps = SPEED_TURNS * (1 + jobs) * sum(load.a_job for load in quick)
    steady = steady_loads(benched, settings)
    repeat = repeat or math.ceil(batches.GRADINGS / len(steady))
    with bar(steps + (BY_ONE_JOB + repeat) * len(steady)) as progress:
        speeds = batches.measure_speeds(quick, jobs, LocalWorkers, repeat=SPEED_TURNS, bar=progress)
        found = batches.measure_steadiness(
            steady, jobs, LocalWorkers, repeat=repeat, alone=BY_ONE_JOB, bar=progress
        )
    header += (("jobs", str(jobs)), ("isolation", str(settings.isolation)))
    return BenchReport(
        header, (batches.throughput_table(speeds), batches.stability_table(found, jobs))
    )


def quick_loads(benched: BenchedKata, settings: Settings) -> tuple[batches.Load, ...]:
    """Return submissions that know the answers, and say them sooner or later."""
    suite = benched.suite(benched.ladder.suite)
    tasks = [member.task for member in members_of(suite.cases)]
    cap_s = max(case.cap_s for case in suite.cases)
    terms = BatchTerms(benched.name, (suite,), isolation=str(settings.isolation))
    return tuple(
        batches.Load(
            f"{name}, {share * cap_s:g} s a case",
            benched.answers.source(tasks, fairness.burn_cpu(share * cap_s) if share else ()),
            terms,
            share,
            a_job,
        )
        for name, share, a_job in (("instant", 0.0, 12), ("typical", 0.1, 6), ("slow", 0.6, 2))
    )


def steady_loads(benched: BenchedKata, settings: Settings) -> tuple[batches.Load, ...]:
    """Return the ladder on its suite, and programs that burn a share of the cap of one case."""
    case = benched.case(benched.answers.case)
    answering = partial(benched.answers.source, [member.task for member in case.members])
    isolation = str(settings.isolation)
    suite = benched.suite(benched.ladder.suite)
    on_ladder = BatchTerms(benched.name, (suite,), isolation=isolation)
    one_case = BatchTerms(
        benched.name,
        (benched.suite_of(case.id),),
        case=(case.id,),
        cap_s=fairness.CAP_S,
        isolation=isolation,
    )
    return (
        *(batches.Load(each.name, each.source, on_ladder) for each in benched.ladder.contenders()),
        *(
            batches.Load(each.name, each.source, one_case, each.share)
            for each in fairness.single_process_programs(answering)
            if each.share is not None
        ),
    )


def _self_timed(probe: SelfTimed) -> fairness.Program:
    name, source = probe.contender.name, probe.contender.source
    return fairness.Program(name, source, must_be=Verdict.ACCEPTED, case=probe.case)


def _grade_once(
    benched: BenchedKata, case: Case, settings: Settings, program: fairness.Program, folder: Path
) -> Result:
    file = write_contender(Contender(program.name, program.source), folder)
    case_id = program.case or case.id
    suites = [benched.suite_of(case_id)]
    cap_s = None if program.case else fairness.CAP_S
    return grade_completely(file, settings, suites, case=case_id, cap_s=cap_s).results[0]


def _times(plan: LadderPlan) -> tuple[str, str]:
    how_many = "one run each"
    if plan.repeat > 1:
        how_many = f"medians and least of {plan.repeat} runs, taking turns"
    return "times", f"{how_many}; CPU time of the search, wall time in table 4"


def machine_header() -> tuple[tuple[str, str], ...]:
    """Return processor, Python, load and the measured speed of the board, name and value."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return (
        ("processor", f"{processor_name()}, {cores} cores usable"),
        ("python", f"{platform.python_implementation()} {platform.python_version()}"),
        ("load", load_in_words(os.getloadavg()[0])),
        ("board", f"{pairs_per_second():,.0f} drop/undo pairs a second"),
    )


def load_in_words(load: float) -> str:
    """Write the one-minute load average at the start, and what it means for the times.

    >>> load_in_words(0.2), load_in_words(3.0)
    ('0.20 when it began', '3.00 when it began: the machine was not idle')
    """
    return f"{load:.2f} when it began" + (": the machine was not idle" if load > 0.5 else "")


def processor_name(cpuinfo: Path = Path("/proc/cpuinfo")) -> str:
    try:
        lines = cpuinfo.read_text(errors="replace").splitlines()
    except OSError:
        lines = []
    for line in lines:
        key, _, value = line.partition(":")
        if key.strip() == "model name" and value.strip():
            return " ".join(value.split())
    return platform.processor() or platform.machine()
