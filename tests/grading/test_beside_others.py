"""What a busy machine does to verdicts: nothing, whoever keeps it busy; and nobody gains by it."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from pathlib import Path

import pytest

from graders import grade_file
from graders.channel.budget import Settings
from graders.grading.attempts import VOID_SHARE
from graders.lab.bench import fairness
from graders.lab.bench.fairness import load_generators
from graders.model.scorecard import Result
from graders.model.verdict import Verdict
from graders.sandbox import cgroup
from graders.sandbox.isolation import choose_isolation
from graders.sandbox.machine import usable_cores
from tests.tiers import sampled

# In the first tier the hostile corpus has programs that keep themselves waiting.
pytestmark = pytest.mark.thorough

SOLUTIONS = Path(__file__).parent.parent.parent / "solutions"
SIDE_BY_SIDE, GRADINGS = 8, 16
DRAWS = 60
LEAST_BY_CHANCE, MOST_BY_CHANCE = 9, 32
"""Of sixty draws of one in three: once in twelve hundred times there are fewer or more."""
SELF_TIMED = {"transposition.py": "phase3/*", "iterative_deepening.py": "phase3/mate-in-[357]"}
CASE = "phase2/win-at-once#1"


def busy_or_not(busy: bool) -> object:
    return (
        load_generators(usable_cores(), Settings(choose_isolation("auto")))
        if busy
        else nullcontext()
    )


def verdicts(name: str) -> list[tuple[str, Verdict]]:
    card = grade_file(SOLUTIONS / name, suites=["phase3"], case=SELF_TIMED[name], explain=False)
    return [(result.id, result.verdict) for result in card.results]


def answering(lines: object) -> str:
    body = "".join(f"    {line}\n" for line in (*lines, "return 2"))
    return f"def find_best_move(board):\n{body}"


def stalls_are_counted() -> bool:
    try:
        return "full" in (Path(cgroup.find_site().unified) / "cpu.pressure").read_text(
            encoding="ascii"
        )
    except OSError:
        return False


GAMING = fairness.gaming_programs(answering)
HONEST = fairness.honest_programs(answering)
QUICK = (GAMING[0], HONEST[0])
# For how long threads that take turns were kept off is known only from below without the group.
HELD_WHEN_BUSY = HONEST if stalls_are_counted() else HONEST[:2]


def graded(source: str, folder: Path) -> Result:
    file = folder / "mine.py"
    file.write_text(source)
    return grade_file(file, suites=["phase2"], case=CASE, cap_s=fairness.CAP_S).results[0]


@pytest.mark.alone
@pytest.mark.slow
@pytest.mark.parametrize("busy", [False, True], ids=["", "on a busy machine"])
@pytest.mark.parametrize("name", SELF_TIMED)
def test_a_solution_that_watches_its_clock_beside_seven_like_it(name: str, busy: bool) -> None:
    spawn = multiprocessing.get_context("spawn")
    with busy_or_not(busy), ProcessPoolExecutor(SIDE_BY_SIDE, mp_context=spawn) as pool:
        found = list(pool.map(verdicts, [name] * GRADINGS))
    missed = [(case, verdict) for each in found for case, verdict in each if verdict != "accepted"]
    assert len(found) == GRADINGS and all(found)
    assert not missed


@pytest.mark.alone
@pytest.mark.slow
def test_who_draws_lots_gains_nothing_on_a_busy_machine(tmp_path: Path) -> None:
    """Of three columns one is right. A miss that was run again would come to 42 of them."""
    source = answering(
        (
            "import random, time",
            "end = time.monotonic() + 0.2",
            "while time.monotonic() < end:",
            "    pass",
            "return random.choice((2, 3, 4))",
        )
    )
    with busy_or_not(True), busy_or_not(True):  # four loops on each core
        results = [graded(source, tmp_path) for _ in range(DRAWS)]
    replaced = sum(bool(result.attempts) for result in results)
    accepted = sum(result.accepted for result in results)
    assert replaced > DRAWS / 2, "the machine was not busy enough to tell"
    assert LEAST_BY_CHANCE <= accepted <= MOST_BY_CHANCE


@pytest.mark.alone
@pytest.mark.parametrize(
    "program",
    sampled(GAMING, lambda program: program in QUICK),
    ids=lambda program: program.name,
)
def test_who_keeps_itself_waiting_gains_neither_time_nor_another_run(
    program: fairness.Program, tmp_path: Path
) -> None:
    result = graded(program.source, tmp_path)
    assert result.verdict is (program.must_be or Verdict.INVALID_ANSWER)
    kept_off_s = result.kept_off_s or 0.0
    # The machine, too, may keep it waiting beside other tests: each such run says for how long.
    for replaced in result.attempts[:-1]:
        assert (replaced.kept_off_s or 0.0) > VOID_SHARE * fairness.CAP_S, result
    if result.verdict is Verdict.TIME_LIMIT_EXCEEDED:
        assert result.cpu_s < 1.1 * fairness.CAP_S + kept_off_s


@pytest.mark.alone
@pytest.mark.parametrize(
    "program",
    sampled(HONEST, lambda program: program in QUICK),
    ids=lambda program: program.name,
)
def test_work_in_other_processes_and_threads_is_work_like_any_other(
    program: fairness.Program, tmp_path: Path
) -> None:
    assert graded(program.source, tmp_path).verdict is Verdict.ACCEPTED


@pytest.mark.alone
@pytest.mark.parametrize(
    "program",
    sampled([*GAMING, *HELD_WHEN_BUSY], lambda program: program in QUICK),
    ids=lambda program: program.name,
)
def test_a_busy_machine_changes_no_verdict(program: fairness.Program, tmp_path: Path) -> None:
    with busy_or_not(True):
        result = graded(program.source, tmp_path)
    assert result.verdict is (program.must_be or Verdict.INVALID_ANSWER)


@pytest.mark.alone
def test_a_program_that_watches_its_clock_gets_its_share_on_a_starved_machine(
    tmp_path: Path,
) -> None:
    source = answering(
        (
            "import time",
            "end = time.monotonic() + 0.35",
            "while time.monotonic() < end:",
            "    pass",
            "if time.process_time() < 0.07: return 0",
        )
    )
    with busy_or_not(True):
        assert graded(source, tmp_path).verdict is Verdict.ACCEPTED
