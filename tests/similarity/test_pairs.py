"""The pairs of a batch: the same for every order, process and size, whatever the files hold."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solutions
from graders.model.batch import Pair
from graders.similarity import fingerprints, pairs
from graders.similarity.fingerprints import fingerprints_of
from graders.similarity.pairs import LEAST_OWN, find_pairs
from tests.similarity import copies

FOLDER = Path(__file__).parent / "programs"
PROGRAMS = {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.rglob("*.py"))}
A_WAY = st.sampled_from(list(copies.WAYS.values()))
A_PROGRAM = st.sampled_from(list(PROGRAMS.values()))
A_BATCH = st.lists(st.builds(lambda way, source: way(source), A_WAY, A_PROGRAM), max_size=8)
few = settings(max_examples=20, deadline=None)


def named(sources: list[str]) -> list[tuple[str, bytes]]:
    return [(f"{at}.py", source.encode()) for at, source in enumerate(sources)]


@pytest.mark.thorough
@few
@given(A_BATCH, st.randoms())
def test_a_pair_is_told_of_once_whatever_the_order_of_the_batch(
    sources: list[str], rng: random.Random
) -> None:
    order = list(range(len(sources)))
    rng.shuffle(order)
    shuffled = [sources[at] for at in order]
    found = find_pairs(named(sources), at_least=0)
    assert {(frozenset((pair.first, pair.second)), pair.share) for pair in found} == {
        (frozenset((order[pair.first], order[pair.second])), pair.share)
        for pair in find_pairs(named(shuffled), at_least=0)
    }
    places = [(pair.first, pair.second) for pair in found]
    assert all(first < second for first, second in places)
    assert len(set(places)) == len(places)
    assert list(found) == sorted(found, key=lambda pair: (-pair.share, pair.first, pair.second))


@few
@given(
    st.lists(
        st.sampled_from(["if a:", "  b = c(1)", "def f(x):", "for i in x: y += i"]), max_size=60
    )
)
def test_a_file_is_its_own_likeness_unless_there_is_too_little_of_it(lines: list[str]) -> None:
    source = "\n".join(lines)
    found = find_pairs(named([source, source]), known=())
    prints = fingerprints_of("a.py", source.encode())
    enough = len(set(prints.hashes)) >= LEAST_OWN
    assert [pair.share for pair in found] == [1.0] or not enough
    assert not find_pairs(named([source, source]), known=[*prints.hashes, *prints.facts])


def test_passages_are_the_lines_of_both_the_longest_first() -> None:
    source = PROGRAMS["tree_of_games"]
    moved = f"# mine\n\n{copies.renamed(PROGRAMS['rules_of_thumb'])}\n\n{source}"
    (pair,) = find_pairs(named([source, moved]))
    away = len(moved.splitlines()) - len(source.splitlines())
    lengths = [each.first_to - each.first_from for each in pair.passages]
    assert lengths == sorted(lengths, reverse=True)
    for each in pair.passages:
        assert (each.second_from - each.first_from, each.second_to - each.first_to) == (away, away)
        assert source.splitlines()[each.first_from - 1].strip()
    assert sum(lengths) > len(source.splitlines()) / 2


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_lines_are_counted_as_python_counts_them(ends: str) -> None:
    source = PROGRAMS["odd_rows"]
    (pair,) = find_pairs(named([source, ends.join(source.split("\n"))]))
    for each in pair.passages:
        assert (each.first_from, each.first_to) == (each.second_from, each.second_to)


@pytest.mark.thorough
def test_figures_are_the_same_in_every_process() -> None:
    names = [str(path) for path in sorted(FOLDER.rglob("*.py"))]
    program = (
        "import sys; from pathlib import Path\n"
        "from graders.similarity.pairs import find_pairs\n"
        "files = [(name, Path(name).read_bytes()) for name in sys.argv[1:]] * 2\n"
        "print(find_pairs(files, at_least=0.01), find_pairs(files, at_least=0.01, known=()))"
    )
    here = os.environ.get("PYTHONHASHSEED")
    there = subprocess.run(
        [sys.executable, "-c", program, *names],
        env={**os.environ, "PYTHONHASHSEED": "4242" if here != "4242" else "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    ).stdout
    files = [(name, Path(name).read_bytes()) for name in names] * 2
    found = (find_pairs(files, at_least=0.01), find_pairs(files, at_least=0.01, known=()))
    assert there == f"{found[0]} {found[1]}\n"
    assert there.count("Pair") > 2 * len(names)


ODD = {
    "nothing": b"",
    "unread": None,
    "not a program": b"\x7fELF" + bytes(range(256)) * 4096,
    "does not parse": b"def f(:\n  return ((\n" * 500,
    "one line": b"x=1;" * (1 << 18),
    "blanks": b" " * (1 << 20),
    "line ends": b"\n" * (1 << 20),
    "brackets": b"(" * (1 << 20),
    "quotes": b'"""' * (1 << 18),
    "half a character": b"\xc3" * 5000,
    "backslashes": b"\\\n" * (1 << 19),
}


@pytest.mark.thorough
@pytest.mark.parametrize("content", ODD.values(), ids=ODD)
def test_no_file_stands_in_the_way_of_the_others(content: bytes | None) -> None:
    source = PROGRAMS["tree_of_games"].encode()
    files = [("a.py", source), ("odd.py", content), ("b.py", source)]
    (pair,) = find_pairs(files)
    assert (pair.first, pair.second, pair.share) == (0, 2, 1.0)


def test_of_files_in_an_unknown_language_only_the_same_bytes_are_alike() -> None:
    source, unread = PROGRAMS["tree_of_games"].encode(), list[int]()
    files = [("a.pl", source), ("b.pl", source + b"\n"), ("c.py", source), ("d.pl", source)]
    assert find_pairs(files, on_failure=unread.append) == (Pair(0, 3, 1.0),)
    assert unread == [0, 1, 3]
    assert find_pairs([("a", source), ("b.PY", source)])


def test_nothing_is_said_of_what_is_empty_or_published() -> None:
    starter = (Path(solutions.__file__).parent / "javascript" / "connect4.mjs").read_bytes()
    assert not find_pairs([("a.pl", b""), ("b.pl", b""), ("a.pl", starter), ("b.pl", starter)])


def test_what_more_than_half_of_a_large_batch_has_is_nobodys_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pairs, "LARGE", 6)
    habit = PROGRAMS["frozen_positions"]
    own = [f"def f{n}(a, b):\n" + f"    a{'+b' * 3**n}\n" * 30 for n in range(6)]
    assert len(find_pairs(named([habit + each for each in own[:5]]))) == 10
    assert not find_pairs(named([habit + each for each in own]))


@pytest.mark.thorough
def test_a_class_of_one_copied_program_is_told_of_as_that() -> None:
    ways = [way(PROGRAMS["tree_of_games"]) for way in copies.WAYS.values()]
    many = 2 * pairs.LARGE
    renamed = [copies.renamed(PROGRAMS["tree_of_games"]) + f"\n# {n}" for n in range(many)]
    found = find_pairs(named([*ways, *renamed]))
    whole = [pair for pair in found if pair.share == 1.0]
    assert len(whole) >= many * (many - 1) / 2


def test_no_more_pairs_are_told_of_than_anybody_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairs, "MOST_PAIRS", 5)
    found = find_pairs(named([PROGRAMS["tree_of_games"]] * 7))
    assert [(pair.first, pair.second) for pair in found] == [(0, at) for at in range(1, 6)]
    assert all(isinstance(pair, Pair) for pair in found)


def test_one_that_cannot_be_read_is_compared_by_its_bytes_and_costs_the_others_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    failed: list[int] = []
    monkeypatch.setattr(fingerprints, "_MOST_REPLY", 4_000)
    large = b"".join(b"def f%d(a, b, c, d):\n    return a + b * c - d\n" % n for n in range(900))
    small = next(iter(PROGRAMS.values())).encode()[:900]
    handed_in = [("a.py", large), ("b.py", small), ("c.py", large), ("d.py", small)]
    found = find_pairs(handed_in, known=(), on_failure=failed.append)
    assert failed == [0, 2]
    assert [(pair.first, pair.second, bool(pair.passages)) for pair in found] == [
        (0, 2, False),
        (1, 3, True),
    ]
