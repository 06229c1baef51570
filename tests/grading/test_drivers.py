"""A submission is called through one driver: its own, that in the file, or that of its kata."""

from __future__ import annotations

from pathlib import Path

import pytest

from graders.channel import languages
from graders.channel.languages import Language
from graders.grading.drivers import (
    LARGEST,
    driver_at,
    driver_beside,
    driver_for,
    is_driver,
    with_driver,
)
from graders.grading.intake import UnreadableError
from graders.katas import all_katas, kata_named
from graders.model.request import Survey
from graders.model.submission import Command, Driver, Origin, Speech, Submission
from graders.model.usage_error import UsageError

SURVEYED = Survey(methods=(("Driver", ("move",)),))
OWN = Driver(Origin.BESIDE, "driver.py", b"class Driver: ...\n")
CONNECT4 = kata_named("connect4")


def handed_in(name: str = "mine.py") -> Submission:
    return Submission(Path(name), name, b"")


@pytest.mark.parametrize(
    ("surveyed", "own", "origin"),
    [
        (None, None, Origin.KATA),
        (Survey(), None, Origin.KATA),
        (SURVEYED, None, Origin.FILE),
        (SURVEYED, OWN, Origin.BESIDE),
        (None, OWN, Origin.BESIDE),
    ],
)
def test_which_driver_it_is(surveyed: Survey | None, own: Driver | None, origin: Origin) -> None:
    driver = with_driver(handed_in(), CONNECT4, surveyed, own).driver
    assert driver is not None
    assert driver.origin is origin
    assert bool(driver.source) == (origin is not Origin.FILE)


@pytest.mark.parametrize("name", ["mine.py", "mine.js", "mine.mjs", "mine.cjs", "mine.ts"])
@pytest.mark.parametrize("kata", ["connect4", "game_design"])
def test_each_kata_has_a_driver_for_each_language(kata: str, name: str) -> None:
    driver = with_driver(handed_in(name), kata_named(kata), None, None).driver
    assert driver is not None
    assert driver.name == f"{kata}{'.py' if name.endswith('.py') else '.mjs'}"
    assert 40 < len(driver.source.splitlines()) <= 150


def test_a_kata_that_calls_a_function_wants_none() -> None:
    for name, kata in all_katas().items():
        driver = with_driver(handed_in(), kata, SURVEYED, OWN).driver
        assert (driver is not None) == kata.is_driven == (name in ("connect4", "game_design"))


def test_a_program_is_its_own_driver() -> None:
    program = Submission(Path("bot"), "bot", b"", Command(("bot",)))
    assert with_driver(program, CONNECT4, None, OWN).driver == Driver(Origin.PROGRAM)


def test_a_driver_in_another_language_is_refused() -> None:
    with pytest.raises(UnreadableError) as refused:
        with_driver(handed_in("mine.mjs"), CONNECT4, None, OWN)
    assert str(refused.value) == (
        "the driver driver.py is in another language than mine.mjs; it is called driver.mjs"
    )
    named = Driver(Origin.NAMED, "how.py", b"")
    assert with_driver(handed_in(), CONNECT4, None, named).driver == named


def test_classes_of_a_language_without_drivers_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shell = Language("the shell's", (".sh",), ("/bin/sh",), Speech.LINES)
    monkeypatch.setattr(languages, "LANGUAGES", (*languages.LANGUAGES, shell))
    with pytest.raises(UnreadableError, match="hand in a program, with --command"):
        with_driver(handed_in("mine.sh"), CONNECT4, None, None)
    assert driver_for([OWN], "mine.sh") is None


@pytest.mark.parametrize("name", ["driver.py", "driver.mjs", "driver.js", "driver.cjs"])
def test_a_driver_is_found_beside_a_file_and_is_no_submission(name: str, tmp_path: Path) -> None:
    beside = tmp_path / name
    beside.write_text("the driver")
    assert driver_beside(tmp_path / "mine.py") == Driver(Origin.BESIDE, name, b"the driver")
    assert driver_beside(beside) is None
    assert is_driver(name) and not is_driver("mine.py")


def test_without_one_there_is_none(tmp_path: Path) -> None:
    assert driver_beside(tmp_path / "mine.py") is None
    with pytest.raises(UsageError, match=r"there is no driver nowhere\.py"):
        driver_at(Path("nowhere.py"))


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (b"#" * (LARGEST + 1), "a driver has at most 64 KiB, and is far shorter"),
        (b"# caf\xe9\n", "it is not UTF-8"),
    ],
)
def test_one_that_cannot_be_a_driver_is_refused(source: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "driver.py"
    path.write_bytes(source)
    with pytest.raises(UsageError, match=rf"the driver .*driver\.py: {said}"):
        driver_at(path)
    with pytest.raises(UnreadableError, match=said):
        driver_beside(tmp_path / "mine.py")
