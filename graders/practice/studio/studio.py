"""Put the studio of one file together: its pages, and the session that they all follow."""

from __future__ import annotations

from msgspec.structs import replace

from graders.channel.budget import Settings
from graders.katas.playing import Playing
from graders.model.scorecard import Scorecard
from graders.practice.studio.interview import InterviewPage
from graders.practice.studio.play import PlayPage
from graders.practice.studio.server import Frame, StudioPage, Tab
from graders.practice.studio.work import WorkPage
from graders.practice.watch_session import RunOptions, WatchOptions, WatchSession
from graders.sandbox.isolation import choose_isolation

NO_HINTS = "no hints during an interview"


class Studio:
    """The pages of one file, which follow one `session`; `close` it after the session has ended.

    While an interview goes on no other page tells an answer or a hint. Without `playing` there is
    no page to play on.
    """

    def __init__(self, wanted: RunOptions, options: WatchOptions, playing: Playing | None) -> None:
        tabs = [Tab("work", "Work"), Tab("play", "Play"), Tab("interview", "Interview")]
        frame = Frame(wanted.file.name, tuple(tab for tab in tabs if playing or tab.name != "play"))
        self._options = options
        self._work = WorkPage(wanted.file, frame)
        self._interview = InterviewPage(
            wanted, frame, remember=options.remember, on_turn=self._turn
        )
        self._play = (
            None
            if playing is None
            else PlayPage(frame, playing, wanted.file, Settings(choose_isolation(wanted.isolation)))
        )
        self.session = WatchSession(
            wanted, self._work, replace(options, remember=self._remember, hint=self._hint)
        )
        self._work.press = self.session.press

    @property
    def pages(self) -> tuple[StudioPage, ...]:
        return (self._work, *((self._play,) if self._play else ()), self._interview)

    async def close(self) -> None:
        """End what goes on, so that nothing of it is left running."""
        if self._play is not None:
            await self._play.close()
        await self._interview.close()

    def _remember(self, card: Scorecard) -> None:
        self._options.remember(card)
        self._interview.graded(card)

    def _hint(self, card: Scorecard) -> str:
        return NO_HINTS if self._interview.is_running else self._options.hint(card)

    def _turn(self) -> None:
        self._work.cover(is_covered=self._interview.is_running)
        if self._play is not None:
            self._play.is_covered = self._interview.is_running
