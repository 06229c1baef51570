"""Folders are compared as one text each, and a passage lies in one file of each."""

from __future__ import annotations

from pathlib import Path

from graders.model.submission import Files, SourceFile
from graders.similarity.pairs import find_pairs
from tests.similarity import copies

PROGRAM = (Path(__file__).parent / "programs" / "settled" / "frozen_positions.py").read_text(
    encoding="utf-8"
)


def folder(**files: str) -> Files:
    named = sorted((f"{name}.py", text.encode()) for name, text in files.items())
    return Files(tuple(SourceFile(name, text) for name, text in named))


def split(source: str) -> tuple[str, str]:
    """Return a program in two halves, between two functions."""
    functions = source.split("\ndef ")
    middle = len(functions) // 2
    return "\ndef ".join(functions[:middle]), "\ndef " + "\ndef ".join(functions[middle:])


def test_a_copy_is_found_however_it_is_split() -> None:
    one, two = split(copies.renamed(PROGRAM))
    handed_in = [
        ("alice", folder(a=one, b=two)),
        ("bob", folder(x=two, y=one, z="import os\n")),
        ("carol.py", PROGRAM.encode()),
    ]
    found = {(pair.first, pair.second) for pair in find_pairs(handed_in, known=())}
    assert found == {(0, 1), (0, 2), (1, 2)}


def test_no_passage_goes_across_two_files() -> None:
    one, two = split(PROGRAM)
    first, second = folder(a=one, b=two), folder(a="x = 1\n", b=one, c=two)
    (pair,) = find_pairs([("alice", first), ("bob", second)], known=())
    assert pair.share == 1.0
    assert pair.passages
    for passage in pair.passages:
        for files, begins, ends in (
            (first, passage.first_from, passage.first_to),
            (second, passage.second_from, passage.second_to),
        ):
            (name, line), (last, _) = files.place_of(begins), files.place_of(ends)
            assert name == last
            assert line >= 1
