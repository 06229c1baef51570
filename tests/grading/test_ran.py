"""What is known of a run beside its results; a source that is hard to parse ends nothing."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from graders.grading.ran import LARGEST_READ, draws_random_numbers, parsed, ran_of
from graders.katas import all_katas
from graders.model.submission import Submission

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


def submission(source: bytes, name: str = "mine.py") -> Submission:
    return Submission(Path(name), name, source)


@pytest.mark.parametrize("name", DEEP)
def test_a_source_that_is_hard_to_parse_is_left_alone(name: str) -> None:
    found = []
    kata = all_katas()["best_move"]
    thread = threading.Thread(target=lambda: found.append(ran_of(submission(DEEP[name]), kata)))
    thread.start()
    thread.join()
    assert len(found) == 1
    assert found[0].speech


def test_only_python_is_parsed() -> None:
    assert parsed(submission(b"x = 1\n")) is not None
    assert parsed(submission(b"x = 1\n", "mine.mjs")) is None


def test_a_kata_without_a_reader_reads_nothing() -> None:
    assert ran_of(submission(b"x = 1\n"), all_katas()["operations"]).code is None


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
