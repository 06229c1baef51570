"""A file that only this machine cannot run: a fault of ours, told in words, no verdict on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from graders import grade_file
from graders.channel import languages
from graders.channel.languages import UnavailableError
from graders.model.verdict import Verdict

NO_NODE = "there is no Node.js here: install it"


@pytest.fixture(name="file")
def without_node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    def nowhere() -> languages.Node:
        raise UnavailableError(NO_NODE)

    monkeypatch.setattr(languages, "found", nowhere)
    file = tmp_path / "mine.mjs"
    file.write_text("export const findBestMove = (board) => board.validMoves()[0];\n")
    return file


def test_every_case_is_a_grader_error_that_says_what_to_install(file: Path) -> None:
    card = grade_file(file, kata="best_move", suites=["phase2"])
    assert {result.verdict for result in card.results} == {Verdict.GRADER_ERROR}
    assert {result.message for result in card.results} == {NO_NODE}
    assert card.grader_errors == len(card.results) == 3
    assert (card.score, card.max_score) == (0, 3)


def test_where_the_kata_is_not_known_it_is_one_too(file: Path) -> None:
    [result] = grade_file(file).results
    assert (result.verdict, result.message) == (Verdict.GRADER_ERROR, NO_NODE)
