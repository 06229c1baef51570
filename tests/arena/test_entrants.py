"""Who plays is read from what is said: a rung, a file, a folder, a program."""

from __future__ import annotations

from pathlib import Path

import pytest

from graders.arena.entrants import entrant_named, named_apart, program_entrant
from graders.katas import kata_named
from graders.model.arena import Entrant
from graders.model.submission import sha256_of
from graders.model.usage_error import UsageError
from graders.practice.game import RUNG_CAP_S
from tests.arena.players import SOURCES, settings, written

KATA = kata_named("best_move")
PLAYING = KATA.playing()


def entrant(said: str, cap_s: float | None = None) -> Entrant:
    assert PLAYING is not None
    return entrant_named(said, KATA, PLAYING, settings(), cap_s)


def test_a_rung_goes_by_its_name_and_has_its_own_cap() -> None:
    assert (entrant("naive").name, entrant("naive").cap_s) == ("naive", RUNG_CAP_S)
    assert entrant("naive", 1.0).cap_s == 1.0


def test_a_file_and_a_folder_are_known_by_their_bytes(tmp_path: Path) -> None:
    (file,) = written(tmp_path, "leftmost")
    assert entrant(file).sha256 == sha256_of(SOURCES["leftmost"].encode())
    assert PLAYING is not None
    assert entrant(file).cap_s == PLAYING.cap_s
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "play.py").write_text(SOURCES["leftmost"])
    (folder / "other.py").write_text("")
    before = entrant(str(folder))
    assert before.submission.name == "play.py"
    (folder / "other.py").write_text("# changed\n")
    assert entrant(str(folder)).sha256 != before.sha256


def test_a_program_is_known_by_its_words_and_all_that_it_is_shown(tmp_path: Path) -> None:
    shown = tmp_path / "data"
    shown.mkdir()
    (shown / "table").write_text("1")

    def program(words: str) -> Entrant:
        assert PLAYING is not None
        return program_entrant(words, (shown,), PLAYING, settings(), None)

    first = program("true")
    assert program("true").sha256 == first.sha256
    assert program("true --fast").sha256 != first.sha256
    (shown / "table").write_text("2")
    assert program("true").sha256 != first.sha256


def test_what_cannot_play_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no rung of that name; the rungs are naive"):
        entrant("nobody")
    broken = tmp_path / "broken.py"
    broken.write_bytes(b"\xff")
    with pytest.raises(UsageError, match="cannot play: it is not UTF-8"):
        entrant(str(broken))


def test_no_two_have_one_name(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    (one,), (other,) = written(tmp_path / "a", "leftmost"), written(tmp_path / "b", "leftmost")
    found = named_apart(map(entrant, (one, other, "naive", "naive")))
    assert [each.name for each in found] == [one, other, "naive", "naive (2)"]
    assert named_apart([entrant(one)])[0].name == "leftmost.py"
