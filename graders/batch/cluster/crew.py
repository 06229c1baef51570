"""Keep so many companions at work: start another one wherever one has ended."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import suppress

import msgspec

from graders.sandbox.processes import WorkerProcess

_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 0.25, 15.0
_STEADY_S = 10.0
"""Who has lived for so long may be followed at once by another."""
_HOPELESS_AFTER = 2
_ENDS_WITHIN_S = 10.0


class Wanted(msgspec.Struct, frozen=True):
    """Hold what a companion is called in sentences, and how it is started."""

    name: str
    words: Sequence[str]
    environment: Mapping[str, str] = msgspec.field(default_factory=dict)


class _Place(msgspec.Struct):
    wanted: Wanted
    line: bytes | None = None
    companion: WorkerProcess | None = None
    since_s: float = 0.0
    pause_s: float = 0.0
    short_lives: int = 0


class Crew:
    """Hold the places of some companions; for one thread, which is to last as long as they do."""

    def __init__(self, wanted: Sequence[Wanted]) -> None:
        """Start them; raise `OSError` where that cannot be done."""
        self._places = [_Place(each) for each in wanted]
        self.troubles: dict[str, str] = {}
        for place in self._places:
            self._begin(place)

    @property
    def size(self) -> int:
        """Return how many places there are."""
        return len(self._places)

    @property
    def is_hopeless(self) -> bool:
        """Tell whether each of them has ended soon after its start, more than once in a row."""
        return all(place.short_lives >= _HOPELESS_AFTER for place in self._places)

    def tell(self, lines: Sequence[bytes]) -> None:
        """Tell each companion, and each that follows it, the line that it waits for."""
        for place, line in zip(self._places, lines, strict=True):
            place.line = line
            if place.companion is not None:
                place.companion.tell(line)

    def look(self) -> None:
        """Follow up those that have ended; to be called a few times a second."""
        for place in self._places:
            if place.companion is None:
                if time.monotonic() - place.since_s >= place.pause_s:
                    with suppress(OSError):
                        self._begin(place)
            elif (code := place.companion.exit_code()) is not None:
                self._note_end(place, place.companion, code)

    def kill(self, pid: int) -> None:
        """End a companion of this number, if it is one, so that another follows it."""
        for place in self._places:
            if place.companion is not None and place.companion.pid == pid:
                place.companion.kill()

    def close(self) -> None:
        """End them all, in good order where they do so soon."""
        for place in self._places:
            if place.companion is not None:
                place.companion.ask_to_end()
        until_s = time.monotonic() + _ENDS_WITHIN_S
        for place in self._places:
            if place.companion is not None:
                place.companion.end(max(0.0, until_s - time.monotonic()))
                place.companion = None

    def _begin(self, place: _Place) -> None:
        place.since_s = time.monotonic()
        place.companion = WorkerProcess(place.wanted.words, place.wanted.environment)
        if place.line is not None:
            place.companion.tell(place.line)

    def _note_end(self, place: _Place, companion: WorkerProcess, code: int) -> None:
        lived_s = time.monotonic() - place.since_s
        if lived_s >= _STEADY_S:
            place.pause_s, place.short_lives = 0.0, 0
        else:
            place.pause_s = min(max(_FIRST_PAUSE_S, 2 * place.pause_s), _LONGEST_PAUSE_S)
            place.short_lives += 1
        said = companion.said()
        self.troubles[place.wanted.name] = f"it ended with exit code {code}{said and ': '}{said}"
        companion.end(0)
        place.companion, place.since_s = None, time.monotonic()
