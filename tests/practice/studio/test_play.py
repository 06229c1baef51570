"""The page to play on: a game, its end and its review, and that nothing of it is left running."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from unittest.mock import patch

import pytest

from graders.channel.budget import Settings
from graders.katas import kata_named
from graders.katas.best_move import playing as best_move
from graders.practice.studio.play import PlayPage
from graders.practice.studio.server import Frame, Tab
from graders.sandbox.isolation import choose_isolation
from tests.processes import below_me, survivors

FIRST = "def find_best_move(board):\n    return board.valid_moves()[0]\n"
RAISING = "def find_best_move(board):\n    raise KeyError(3)\n"
ENDLESS = "def find_best_move(board):\n    while True:\n        pass\n"


@pytest.fixture(autouse=True)
def _after_a_short_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best_move, "GAME_NODES", 2_000)
    monkeypatch.setattr(best_move, "PLY_NODES", 500)
    monkeypatch.setattr(best_move, "LEAST_PLY_NODES", 500)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "mine.py"


def played(file: Path, source: str, game: Callable[[PlayPage], Awaitable[None]]) -> None:
    """Play a game against a file, close the page, and look for what is left running."""
    playing = kata_named("best_move").playing()
    assert playing is not None
    before = below_me()
    file.write_text(source, encoding="utf-8")

    async def run() -> None:
        frame = Frame(file.name, (Tab("play", "Play"),))
        page = PlayPage(frame, playing, file, Settings(choose_isolation("auto")))
        try:
            await game(page)
        finally:
            await page.close()

    with patch.object(playing, "cap_s", 600.0):
        asyncio.run(run())
    assert survivors(before) == set()


async def do(page: PlayPage, action: str, **sent: str) -> None:
    await page.actions()[action](sent)


async def told(page: PlayPage, part: str, words: str) -> str:
    """Wait until a part of the page says so; return it."""
    async for event in page.live.events():
        now = json.loads(event.removeprefix(b"data: ")).get(part, "")
        if words in now:
            return str(now)
    raise AssertionError(f"{part} never said {words!r}")


def test_a_game_is_won_and_each_move_is_told_with_what_it_gave_away(file: Path) -> None:
    async def game(page: PlayPage) -> None:
        assert "start the game" in page.html()
        await do(page, "start", moves="0011", first="RED", next="you")
        await told(page, "said", "Your turn: you are RED.")
        await do(page, "move", column="6")
        await told(page, "said", "mine.py played column 0")
        await do(page, "move", column="2")
        await told(page, "said", "Your turn")
        await do(page, "move", column="3")
        await told(page, "said", "You win, after 9 plies.")
        review = await told(page, "review", "<table>")
        assert review.count("<tr>") == 1 + 5
        looked = await page.actions()["look"]({"ply": "5"})
        assert "Ply 5, you: column 6." in looked["steps"]
        assert "RED: you · YELLOW: mine.py" in looked["board"]

    played(file, FIRST, game)


def test_what_was_missed_is_shown_on_the_board(file: Path) -> None:
    async def game(page: PlayPage) -> None:
        await do(page, "start", moves="001122")
        await do(page, "move", column="6")
        await told(page, "said", "Your turn")
        await do(page, "leave")
        await told(page, "said", "You left the game after 8 plies")
        assert "column 3 wins at once; column 6" in await told(page, "review", "<table>")
        looked = await page.actions()["look"]({"ply": "7"})
        assert "Ply 7, you: column 6. Column 3 wins at once" in looked["steps"]
        assert "#mark-played" in looked["board"]
        assert "#mark-right" in looked["board"]
        await do(page, "undo")
        await do(page, "hint")
        await told(page, "note", "You can force four at once. Ask again to see where.")
        await do(page, "hint")
        await told(page, "note", "You can force four at once: column 3.")

    played(file, FIRST, game)


def test_whoever_gives_no_move_loses_with_the_reason_and_the_file_is_read_anew(file: Path) -> None:
    async def game(page: PlayPage) -> None:
        await do(page, "start", next="it", first="YELLOW")
        said = await told(page, "said", "gives no move")
        assert "KeyError: 3 (line 2)" in await told(page, "note", "Why mine.py gave no move")
        assert said.endswith("You win, after 0 plies.\n")
        file.write_text(FIRST, encoding="utf-8")
        await do(page, "start", next="it", first="YELLOW")
        assert "you are RED" in await told(page, "said", "mine.py played column 0")

    played(file, RAISING, game)


def test_what_thinks_for_ever_is_ended_by_leaving_and_with_the_page(file: Path) -> None:
    async def game(page: PlayPage) -> None:
        await do(page, "start", next="it")
        await told(page, "said", "mine.py is thinking")
        with pytest.raises(ValueError, match="it is not your turn"):
            await do(page, "move", column="3")
        await asyncio.gather(do(page, "leave"), do(page, "start"), do(page, "start", next="it"))
        await told(page, "said", "mine.py is thinking")

    played(file, ENDLESS, game)


def test_what_cannot_be_done_is_refused_and_changes_nothing(file: Path) -> None:
    async def game(page: PlayPage) -> None:
        with pytest.raises(ValueError, match="start a game first"):
            await do(page, "undo")
        with pytest.raises(ValueError, match="the game is over after these moves"):
            await do(page, "start", moves="0011223")
        await do(page, "start", opponent="bitboard", moves="000000")
        for action, why in {"move": "column 0 is full", "undo": "no move of yours"}.items():
            with pytest.raises(ValueError, match=why):
                await do(page, action, column="0")
        file.unlink()
        with pytest.raises(ValueError, match=r"mine\.py is gone"):
            await do(page, "start")
        page.is_covered = True
        with pytest.raises(ValueError, match="no hint during an interview"):
            await do(page, "hint")
        assert "Your turn: you are RED." in page.html()

    played(file, FIRST, game)
