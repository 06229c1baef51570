"""The path from kata to kata: where each stands, what comes next, and what one is invited to."""

from __future__ import annotations

from pathlib import Path

import pytest

from graders import katas
from graders.katas import all_katas
from graders.katas.path import PathError, Stop, after, invitations, path, stop_named
from graders.suites import shipped

ADDED = Path(__file__).parent / "added"
GRADING = ("grade", "mine.py")


def test_every_kata_has_a_place_of_its_own_and_says_what_it_teaches() -> None:
    stops = path()
    assert sorted(stop.name for stop in stops) == sorted(all_katas())
    assert [stop.place for stop in stops] == list(range(1, len(stops) + 1))
    assert all(stop.teaches and stop.harder for stop in stops)


def test_a_kata_without_a_place_comes_last(monkeypatch: pytest.MonkeyPatch) -> None:
    shipped_katas = len(path())
    monkeypatch.setattr(katas, "__path__", [*katas.__path__, str(ADDED)])
    assert [stop.name for stop in path()][shipped_katas:] == ["division", "stack"]


def test_a_place_that_cannot_be_read_names_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "broken"
    folder.mkdir()
    (folder / "__init__.py").write_text("KATA = None\n")
    (folder / "path.yaml").write_text("place: first\n")
    monkeypatch.setattr(katas, "__path__", [str(tmp_path)])
    with pytest.raises(PathError, match=r"path\.yaml.*place"):
        path()


def test_the_options_add_what_the_suites_have() -> None:
    for stop in path():
        cases = [case for suite in shipped(stop.name) for case in suite.cases]
        kata = all_katas()[stop.name]
        varied = any(kata.variants(one.task) for case in cases for one in case.members)
        stretched = any(suite.stretch for suite in shipped(stop.name, stretch=True))
        wanted = [("--stretch", stretched), ("--variants", varied)]
        assert stop.options == tuple(option for option, there in wanted if there), stop.name


def test_the_next_kata_is_the_next_one_that_is_not_done() -> None:
    names = [stop.name for stop in path()]
    first, last = path()[0], path()[-1]
    assert after(first) == path()[1]
    assert after(first, names[1:-1]) == last
    assert after(last) == first
    assert after(last, names[:-1]) is None


def test_what_was_asked_already_is_not_asked_again() -> None:
    stop = stop_named("best_move") or Stop("")
    every = [each.words for each in invitations(stop, GRADING)]
    assert every[0] == ("grade", "mine.py", "--stretch", "--variants")
    assert [words[0] for words in every] == ["grade", "play", "new"]
    asked = [each.words for each in invitations(stop, GRADING, stop.options)]
    assert asked == every[1:]
