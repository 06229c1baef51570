"""An interview by a clock that the tests turn: what counts, what is hidden, how it ends."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from graders import grade_file
from graders.katas import all_katas
from graders.model.scorecard import Scorecard
from graders.practice.run_history import CaseRun
from graders.practice.studio import interview
from graders.practice.studio.interview import (
    SEEN,
    SUMMARY,
    Interview,
    InterviewPage,
    kind_of_case,
    kinds_in_words,
)
from graders.practice.studio.server import Frame, Tab
from graders.practice.studio.statement import statement_of
from graders.practice.watch_session import RunOptions
from graders.suites.reading import shipped
from tests import processes

HANGS_AFTER_S = 120.0
BROKEN = "def find_best_move(board)\n    return 3  # {}\n"
SLOW = "import time\n\n\ndef find_best_move(board):\n    time.sleep(50)\n"
OFF = "def find_best_move(board):\n    return 9\n"


def case(name: str, verdict: str = "accepted") -> CaseRun:
    return CaseRun(name, verdict, int(verdict == "accepted"), 1, 0.1)


def begun(minutes: int = 45) -> Interview:
    return Interview("best_move", minutes, 1000.0)


def test_saves_count_until_the_time_is_up_or_it_was_handed_in() -> None:
    going_on = begun(20).with_save([case("phase2/a")], 1059.0).with_save([], 2199.0)
    assert [save.minute for save in going_on.saves] == [1, 20]
    assert going_on.left_s(2199.0) == 1.0
    assert going_on.with_save([case("phase2/a")], 2200.0) == going_on
    handed_in = going_on.ended(1100.0)
    assert handed_in.used == "1 min 40 s"
    assert handed_in.with_save([], 1150.0) == handed_in
    assert going_on.ended(9999.0, time_up=True).used == "20 min"


def test_only_cases_that_are_not_hidden_are_told_of_a_save() -> None:
    every = [case("phase2/a"), case("phase2/a~swap"), case("phase4/b", "wrong_answer")]
    (save,) = begun().with_save(every, 1000.0).saves
    assert [each.id for each in save.cases] == ["phase2/a"]
    assert (save.points, save.max_points, save.missed) == (1, 1, ())


def test_the_minute_is_that_of_the_first_time_whatever_came_later() -> None:
    missed = case("phase2/a", "wrong_answer")
    found = begun().with_save([missed], 1010.0).with_save([case("phase2/a")], 1130.0)
    found = found.with_save([missed], 1200.0)
    assert found.first_minute("phase2/a") == 3
    assert found.first_minute("phase2/b") is None


@pytest.mark.parametrize("kata", all_katas())
def test_every_kata_has_cases_to_see_and_cases_that_are_hidden(kata: str) -> None:
    assert set(kinds_in_words(kata)) > {SEEN}
    for suite in shipped(kata, stretch=True):
        kinds = {kind_of_case(each.id, kata) for each in suite.cases}
        assert kinds == {"stretch" if suite.stretch else SEEN}


@pytest.mark.parametrize("kata", all_katas())
def test_a_statement_is_shown_whole_but_for_how_to_begin(kata: str) -> None:
    titles, texts = zip(*statement_of(kata), strict=True)
    assert titles[:2] == ("", "What to write")
    for text in texts:
        assert text.startswith("<")
        assert not any(mark in text for mark in ("`", "**", "](", "|--", "kata new "))
    assert any("<pre" in text for text in texts)
    assert any("<td><code>" in text for text in texts)


class Turned:
    """A page whose clock is turned by hand, and what it remembered."""

    def __init__(self, file: Path, kata: str | None = "best_move") -> None:
        self.at = 0.0
        self.remembered: list[Scorecard] = []
        self.page = InterviewPage(
            RunOptions(file, kata, cap_s=60.0),
            Frame(file.name, (Tab("interview", "Interview"),)),
            remember=self.remembered.append,
            now=lambda: self.at,
        )

    async def do(self, action: str, **fields: str) -> str:
        return (await self.page.actions()[action](fields))["state"]

    async def until(self, text: str) -> None:
        """Wait until the page has that text on it."""
        events = self.page.live.events()
        async for event in events:
            if text in event.decode():
                break
        await events.aclose()  # type: ignore[attr-defined]


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(interview, "LOOK_EVERY_S", 0.01)
    found = tmp_path / "mine.py"
    found.write_text(BROKEN.format("as it was"))
    return found


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def within_bounds() -> None:
        async with asyncio.timeout(HANGS_AFTER_S):
            await test()

    asyncio.run(within_bounds())


def test_when_the_time_is_up_the_file_is_taken_as_it_is_then(file: Path) -> None:
    turned = Turned(file)
    page = turned.page

    async def test() -> None:
        await turned.do("start", minutes="20")
        assert page.is_running
        turned.at = 1199.0
        await asyncio.sleep(0.05)
        assert page.live.copies == 0
        assert "Hand in" in page.html()
        turned.at = 1200.0
        await turned.until("The time is up")
        file.write_text(BROKEN.format("as it is later"))
        await turned.until("The interview is over")
        await page.close()

    run(test)
    assert not page.is_running
    (card,) = turned.remembered
    assert {kind_of_case(each.id, "best_move") for each in card.results} == {
        SEEN,
        "variants",
        "stretch",
    }
    kept = page.download(SUMMARY)
    assert kept is not None
    text = kept.content.decode()
    assert "20 min of 20 minutes, until the time was up" in text
    assert "as it was" in text
    assert "as it is later" not in text
    named = page.download(kept.name)
    assert kept.shown and named is not None and not named.shown
    assert kept.name.startswith("interview-mine-2")
    assert page.download("mine.py") is None


def test_a_file_that_is_gone_can_be_handed_in_when_it_is_back(file: Path) -> None:
    turned = Turned(file)

    async def test() -> None:
        await turned.do("start", minutes="45")
        file.rename(file.with_suffix(".bak"))
        with pytest.raises(ValueError, match=r"mine\.py cannot be handed in: No such file"):
            await turned.do("end")
        turned.at = 45 * 60
        await turned.until("The clock has stopped")
        assert turned.page.is_running
        file.with_suffix(".bak").rename(file)
        await turned.do("end")
        await turned.until("The interview is over")
        await turned.page.close()

    run(test)
    assert len(turned.remembered) == 1


def test_a_save_tells_points_and_verdicts_and_nothing_that_helps(file: Path) -> None:
    file.write_text(OFF)
    card = grade_file(file, case="phase2/*", explain=False)
    turned = Turned(file, kata=None)

    async def test() -> None:
        with pytest.raises(ValueError, match="not known yet which kata"):
            await turned.do("start", minutes="45")
        turned.page.graded(card)
        with pytest.raises(ValueError, match="takes 20, 45, 60 minutes"):
            await turned.do("start", minutes="1000000")
        await turned.do("start", minutes="60")
        with pytest.raises(ValueError, match="under way already"):
            await turned.do("start", minutes="60")
        turned.page.graded(card)
        await turned.page.close()

    run(test)
    told = turned.page.html()
    missed = [each for each in card.results if not each.accepted]
    assert missed
    for each in missed:
        assert each.id in told
        assert each.message not in told


def test_nothing_is_left_of_a_studio_that_ends_meanwhile(file: Path) -> None:
    before = processes.below_me()
    file.write_text(SLOW)
    turned = Turned(file)

    async def test() -> None:
        await turned.do("start", minutes="45")
        await turned.do("end")
        await turned.until("of 152 cases")
        await turned.page.close()

    run(test)
    assert turned.remembered == []
    assert not processes.survivors(before)
