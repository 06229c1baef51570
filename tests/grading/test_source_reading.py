"""What is known of a run beside its results; a source that is hard to parse ends nothing."""

from __future__ import annotations

import resource
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from graders.grading import source_reading
from graders.grading.probing import draws_random_numbers, run_context, warm_reader
from graders.grading.source_reading import LARGEST_READ, work_for
from graders.katas import all_katas
from graders.model.submission import Submission
from graders.sandbox.confined import confined
from graders.sandbox.leases import Lease
from graders.sandbox.machine import Cores, usable_cores
from tests.tiers import sampled

DEEP = {
    "brackets": b"(" * 400 + b")" * 400,
    "signs": b"\n".join([b"x = \\", *[b"-" * 900 + b"\\"] * 100, b"1"]),
    "additions": b"\n".join([b"x = (1", *[b"+1" * 400] * 100, b")"]),
    "signs that can be parsed": b"def f(b):\n x = " + b"-" * 990 + b"1",
    "calls": b"\n".join([b"x = (f", *[b"()" * 400] * 100, b")"]),
    "branches": b"if a: pass\n" + b"elif a: pass\n" * 9000,
    "no Python": b"public class Main { }",
    "not UTF-8": b"# \xff\n",
    "a null byte": b"x = 1\0",
    "too large": b"x = 1\n" * LARGEST_READ,
    "one long line": b"x = " + b"-" * 2000 + b"1",
}


def cpu_s() -> float:
    """Return the CPU time of all children that are over."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def submission(source: bytes, name: str = "mine.py") -> Submission:
    return Submission(Path(name), name, source)


@pytest.mark.parametrize("name", DEEP)
def test_a_source_that_is_hard_to_parse_is_left_alone(name: str) -> None:
    found = []
    kata = all_katas()["best_move"]
    thread = threading.Thread(
        target=lambda: found.append(run_context(submission(DEEP[name]), kata))
    )
    thread.start()
    thread.join()
    assert len(found) == 1
    assert found[0].speech


def test_only_python_is_parsed() -> None:
    kata = all_katas()["game_design"]
    assert run_context(submission(b"class Game: pass\n"), kata).code is not None
    assert run_context(submission(b"class Game: pass\n", "mine.mjs"), kata).code is None


def test_a_kata_without_a_reader_reads_nothing() -> None:
    assert run_context(submission(b"x = 1\n"), all_katas()["operations"]).code is None


def test_what_reads_for_one_kata_loads_no_other() -> None:
    others = [f"graders.katas.{name}" for name in all_katas() if name != "best_move"]
    code = (
        "import sys; from graders.grading import source_reading;"
        "source_reading.get_ready('best_move');"
        f"print([each for each in sys.modules if each.startswith({(*others, 'yaml')!r})])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_it_is_started_only_where_a_core_is_free_and_once() -> None:
    kata, python = all_katas()["best_move"], submission(b"def find_best_move(b): return 3\n")
    reader = confined(work_for(kata.name))
    reader.close()
    warm_reader(python, kata, Lease(Cores((0,), (0,))))
    warm_reader(submission(b"", "mine.mjs"), kata, Lease(Cores((0,), (1,))))
    assert reader.pid is None
    reader.warm(usable_cores())
    started = reader.pid
    assert started is not None
    assert run_context(python, kata).code is not None
    assert reader.pid == started
    reader.close()


@pytest.mark.parametrize("drawn", ["Math.random()", "crypto.getRandomValues(a)", "randomInt(7)"])
def test_what_in_javascript_draws_random_numbers_is_seen(drawn: str) -> None:
    kata = all_katas()["best_move"]
    luck = submission(f"export const findBestMove = () => {drawn};".encode(), "mine.mjs")
    assert draws_random_numbers(luck, kata)
    randomly = submission(b"export const findBestMove = (randomly) => 3;", "mine.mjs")
    assert not draws_random_numbers(randomly, kata)


def test_what_in_python_draws_random_numbers_is_seen() -> None:
    kata = all_katas()["best_move"]
    source = "import random\ndef find_best_move(board):\n    return {}\n"
    luck = source.format("random.choice(board.valid_moves())")
    assert draws_random_numbers(submission(luck.encode()), kata)
    assert not draws_random_numbers(submission(source.format("3").encode()), kata)


COSTLY = {
    "defaults": ("game_design", "def f(" + ",\n".join(f"a{n}=1" for n in range(13_500)) + "): 0"),
    "classes": ("game_design", "".join(f"class A{n}:0\n" for n in range(9_000))),
    "functions": ("best_move", "".join(f"def a{n}():a{n + 1}()\n" for n in range(5_500))),
    "nodes": ("best_move", "f(0)\n" * 20_000),
    "loops": (
        "best_move",
        "def f(b):\n"
        + "".join(" " * n + "for i in b:\n" for n in range(1, 20))
        + " " * 20
        + "f(b)",
    ),
}


@pytest.mark.parametrize("name", sampled(COSTLY, lambda name: name in ("defaults", "nodes")))
def test_a_source_that_is_costly_to_read_takes_a_bounded_time(name: str) -> None:
    kata, source = COSTLY[name]
    reader = confined(work_for(kata))
    reader.close()
    before = cpu_s()
    code = run_context(submission(source.encode()), all_katas()[kata]).code
    reader.close()
    assert cpu_s() - before < 6
    assert (code is None) == (name == "nodes")  # what takes the square of its length is cut off


def test_a_child_that_dies_of_a_source_costs_what_it_would_say_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(source_reading, "_CPU_S", 0.000_001)
    kata = all_katas()["game_design"]
    assert run_context(submission(b"class Game: pass\n" * 5000), kata).code is None
    monkeypatch.undo()
    assert run_context(submission(b"class Game: pass\n"), kata).code is not None
