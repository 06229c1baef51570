"""A language is data: what to start, what to show, which limits."""

from __future__ import annotations

import os
from dataclasses import replace
from importlib.util import cache_from_source
from pathlib import Path, PurePosixPath

import pytest

from graders.channel import languages
from graders.channel.languages import (
    LANGUAGES,
    UnknownLanguageError,
    kata_package,
    language_of,
    program,
)
from graders.model.submission import Submission

MINE = Submission(Path("mine.py"), "mine.py", b"x = 1\n")


def test_a_language_is_known_by_the_suffix_in_any_case() -> None:
    assert language_of(Path("mine.py")).name == language_of(Path("MINE.PY")).name == "Python"


def test_a_file_without_a_suffix_is_taken_for_python() -> None:
    assert language_of(Path("mine")).name == language_of(Path("-c")).name == "Python"


def test_any_other_suffix_is_told_which_are_known() -> None:
    with pytest.raises(UnknownLanguageError) as caught:
        language_of(Path("mine.txt"))
    assert str(caught.value) == "no language has the suffix .txt; known are .py (Python)"


def test_no_two_languages_share_a_suffix() -> None:
    suffixes = [suffix for language in LANGUAGES for suffix in language.suffixes]
    assert len(set(suffixes)) == len(suffixes)


def test_only_what_a_candidate_may_see_is_shown() -> None:
    made = program(MINE)
    shown = {str(shown.place): shown.source for shown in made.shown}
    assert set(shown) == {"runners", "library/kata"}
    assert shown["library/kata"] == kata_package()
    assert (made.name, made.source) == ("submission.py", b"x = 1\n")


def test_what_every_case_imports_is_compiled_once_for_all() -> None:
    made = program(MINE)
    for module in ("runners/confine.py", "runners/python/runner.py", "library/kata/board.py"):
        (source,) = [
            shown.source / str(PurePosixPath(module).relative_to(shown.place))
            for shown in made.shown
            if PurePosixPath(module).is_relative_to(shown.place)
        ]
        if os.access(source.parent, os.W_OK):
            assert Path(cache_from_source(str(source))).is_file()


def test_a_survey_may_be_answered_by_other_words(monkeypatch: pytest.MonkeyPatch) -> None:
    other = replace(LANGUAGES[0], survey_words=("/bin/reader",))
    monkeypatch.setattr(languages, "LANGUAGES", (other,))
    assert program(MINE, surveying=True).words == ("/bin/reader",)
    assert program(MINE).words == LANGUAGES[0].words


@pytest.mark.parametrize("name", ["mine.py", "a b.PY", "é", "-rf.py", "x" * 200 + ".py"])
def test_the_file_has_the_name_of_its_module_whatever_it_is_called(name: str) -> None:
    assert program(replace(MINE, path=Path(name), name=name)).name == "submission.py"
