"""A language is data: what to start, what to show, which limits."""

from __future__ import annotations

import marshal
from pathlib import Path, PurePosixPath
from types import CodeType

import pytest
from msgspec.structs import replace

from graders.channel import languages
from graders.channel.budget import Settings
from graders.channel.channel import ask
from graders.channel.languages import (
    LANGUAGES,
    UnknownLanguageError,
    kata_package,
    language_of,
    program,
)
from graders.model.raised import Raised
from graders.model.request import Request
from graders.model.submission import Submission
from graders.sandbox.isolation import Isolation, choose_isolation

MINE = Submission(Path("mine.py"), "mine.py", b"x = 1\n")
LEAST = Settings(Isolation.LIMITS)


def test_a_language_is_known_by_the_suffix_in_any_case() -> None:
    assert language_of(Path("mine.py")).name == language_of(Path("MINE.PY")).name == "Python"


def test_a_file_without_a_suffix_is_taken_for_python() -> None:
    assert language_of(Path("mine")).name == language_of(Path("-c")).name == "Python"


def test_any_other_suffix_is_told_which_are_known() -> None:
    with pytest.raises(UnknownLanguageError) as caught:
        language_of(Path("mine.txt"))
    said = str(caught.value)
    assert said.startswith("no language has the suffix .txt; known are .py (Python), ")
    for language in LANGUAGES:
        assert f"{', '.join(filter(None, language.suffixes))} ({language.name})" in said


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
    _, modules = marshal.loads(made.carried)
    assert set(modules) >= {"runners", "runners.confine", "runners.python.runner", "kata.board"}
    for place, is_package, compiled in modules.values():
        (source,) = [
            shown.source / str(PurePosixPath(place).relative_to(shown.place))
            for shown in made.shown
            if PurePosixPath(place).is_relative_to(shown.place)
        ]
        assert source.is_file() and is_package == (source.name == "__init__.py")
        assert isinstance(marshal.loads(compiled), CodeType)
    assert program(MINE).carried is made.carried


@pytest.mark.parametrize("level", sorted({choose_isolation("auto"), Isolation.LIMITS}))
def test_nothing_is_compiled_inside(level: Isolation) -> None:
    source = (
        "import sys\n"
        "def look():\n"
        "    ours = [m for n, m in sys.modules.items() if n.startswith(('runners', 'kata'))]\n"
        "    return [type(m.__loader__).__name__ for m in ours] + [m.__file__ for m in ours]\n"
    )
    submission = replace(MINE, source=source.encode())
    value = ask(submission, Request("look", ()), 10.0, Settings(level)).value
    assert isinstance(value, list)
    loaders, files = value[: len(value) // 2], value[len(value) // 2 :]
    assert set(loaders) == {"Loader"}
    assert any(file.endswith("/library/kata/board.py") for file in files)


def test_a_line_of_the_library_is_told_by_its_own_file() -> None:
    source = "from kata.board import Board\ndef drop(): return Board().drop_disc(9)\n"
    outcome = ask(replace(MINE, source=source.encode()), Request("drop", ()), 10.0, LEAST)
    assert isinstance(outcome.fact, Raised)
    assert [frame.file for frame in outcome.fact.frames] == ["mine.py", "kata/board.py"]


def test_a_survey_may_be_answered_by_other_words(monkeypatch: pytest.MonkeyPatch) -> None:
    other = replace(LANGUAGES[0], survey_words=("/bin/reader",))
    monkeypatch.setattr(languages, "LANGUAGES", (other,))
    assert program(MINE, surveying=True).words == ("/bin/reader",)
    assert program(MINE).words == LANGUAGES[0].words


@pytest.mark.parametrize("name", ["mine.py", "a b.PY", "é", "-rf.py", "x" * 200 + ".py"])
def test_the_file_has_the_name_of_its_module_whatever_it_is_called(name: str) -> None:
    assert program(replace(MINE, path=Path(name), name=name)).name == "submission.py"


def test_neither_our_place_nor_what_no_import_can_name_is_carried_into_every_sandbox() -> None:
    carried = languages.compiled()
    assert str(kata_package()).encode() not in carried
    _, modules = marshal.loads(carried)
    assert "kata.board" in modules
    assert "kata.try" not in modules
    assert (kata_package() / "try.py").is_file()
