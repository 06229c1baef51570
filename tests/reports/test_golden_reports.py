"""The formats for other systems write what is kept; a change of it is one on purpose."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from graders.cli import main
from graders.model.text import harmless
from graders.reports import formats
from tests.golden_reports import FOLDER, classroom, golden, kept, many, one
from tests.hostile_scorecards import FLOOD, everything, hostile_card, whole_batch
from tests.scorecards import card

FORMATS = ("csv", "exercism", "github", "gradescope", "junit", "markdown")
"""Those for other systems."""
KEPT = sorted(path.name for path in FOLDER.iterdir())


@pytest.mark.parametrize("name", KEPT)
def test_it_writes_what_is_kept(name: str) -> None:
    again = "python -m tests.golden_reports writes it anew"
    assert golden()[name] == kept(name), again


def test_nothing_is_kept_that_nobody_writes() -> None:
    assert set(KEPT) == set(golden())


@pytest.mark.parametrize("name", KEPT)
def test_no_character_is_in_it_that_cannot_be_seen(name: str) -> None:
    text = kept(name).replace("\r\n", "\n")
    assert harmless(text) == text


@pytest.mark.parametrize("name", FORMATS)
def test_a_scorecard_without_any_case_is_written_too(name: str) -> None:
    assert one(name, card())


@pytest.mark.thorough
@pytest.mark.parametrize("name", FORMATS)
def test_a_flood_of_output_is_no_obstacle(name: str) -> None:
    assert "\x1b" not in one(name, hostile_card(FLOOD), full=True)


@pytest.mark.parametrize("name", FORMATS)
def test_without_spoilers_nothing_tells_an_answer(name: str) -> None:
    def written(*, spoilers: bool = True) -> str:
        text = one(name, everything(), full=True, spoilers=spoilers)
        return classroom(text) if name == "github" else text

    assert "does not win" in written()
    text = written(spoilers=False)
    assert "does not win" not in text
    assert "first legal one" not in text


@pytest.mark.parametrize("name", [name for name in FORMATS if formats()[name].batches])
def test_a_batch_without_spoilers_tells_no_answer_either(name: str) -> None:
    text = many(name, whole_batch(), full=True, spoilers=False)
    assert "does not win" not in text


def test_several_files_are_refused_in_a_line_that_says_what_to_do_instead(tmp_path: Path) -> None:
    for name in ("a.py", "b.py"):
        (tmp_path / name).touch()
    words = ["grade", str(tmp_path / "a.py"), str(tmp_path / "b.py"), "--format", "junit"]
    ran = CliRunner().invoke(main, words)
    assert ran.exit_code == 2
    assert "--format junit is for one file; kata batch writes it for several" in ran.stderr
