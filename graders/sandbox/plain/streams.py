"""Read what comes from a runner, a thread a pipe: no system but POSIX can wait for several pipes.

Before each of its replies the runner writes a mark on both streams that the submission prints to,
with what was used so far (`graders.runners.unconfined`). It is taken out here, and tells that all
that was printed before the reply has been read.
"""

from __future__ import annotations

import math
import os
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from graders.model.ending import Cause, Ending
from graders.model.limits import Limits
from graders.sandbox.box import Breach, Line
from graders.sandbox.capture import Capture

_Take = Callable[[bytes], None]
_CHUNK = 1 << 16
_TAKEN_AT_ONCE = 1 << 12
_LONGEST_MARK = 128
_CATCHES_UP_S = 1.0
"""For so long a reply waits for what was printed before it; longer where somebody forged one."""


class Tally(NamedTuple):
    """Hold what the runner said of itself before a reply: CPU seconds, and the most bytes held.

    The seconds are None where the work is done in a child, of which it is told nothing.
    """

    cpu_s: float | None = 0.0
    held_bytes: int = 0


class Streams:
    """Collect what three threads read: the wire, what is printed, what is written to stderr."""

    def __init__(self, limits: Limits, mark: bytes) -> None:
        """Read nothing yet; `mark` is what the runner's marks begin with."""
        self._limits, self._mark = limits, mark
        self.stdout = Capture(limits.kept_output_bytes)
        self.stderr = Capture(limits.kept_output_bytes)
        self.news = threading.Condition()
        self.tally = Tally()
        self._lines: deque[Line] = deque()
        self._partial = bytearray()
        self._unread = self._taken = 0
        self._marks = {self.stdout: 0, self.stderr: 0}
        self._open: set[object] = set()
        self._threads: list[threading.Thread] = []

    def read(self, back: int, stdout: int, stderr: int) -> None:
        """Begin to read; each thread closes its own descriptor in the end."""
        self._begin(self, back, self._take_wire)
        for capture, descriptor in ((self.stdout, stdout), (self.stderr, stderr)):
            self._begin(capture, descriptor, _Unmarked(self, capture).take)

    def _begin(self, key: object, descriptor: int, take: _Take) -> None:
        self._open.add(key)
        thread = threading.Thread(
            target=self._pump, args=(key, descriptor, take), name="kata-reader", daemon=True
        )
        self._threads.append(thread)
        thread.start()

    def _pump(self, key: object, descriptor: int, take: _Take) -> None:
        """Read to the end, or until too much came: whoever writes more is refused by the system."""
        try:
            data = b"not yet"
            while data:
                data = _read(descriptor)
                with self.news:
                    take(data)
                    self.news.notify_all()
                    if self.flood() is not None:
                        return
        finally:
            os.close(descriptor)
            with self.news:
                self._open.discard(key)
                self.news.notify_all()

    def _take_wire(self, data: bytes) -> None:
        now = time.monotonic()
        self._unread += len(data)
        self._partial += data
        *whole, rest = self._partial.split(b"\n")
        self._lines.extend(Line(bytes(line), now) for line in whole)
        self._partial = bytearray(rest)

    def keep(self, capture: Capture, data: bytes) -> None:
        """Take in what was printed."""
        capture.add(data)

    def note(self, capture: Capture, said: bytes) -> None:
        """Take note of a mark."""
        self._marks[capture] += 1
        with suppress(ValueError):  # a submission may have written it
            self.tally = _told(*said.split())

    def flood(self) -> Breach | None:
        """Tell whether more came than is allowed."""
        limits = self._limits
        if self.stdout.seen + self.stderr.seen > limits.flood_bytes:
            return Breach(Ending(Cause.PRINTED, limit=limits.flood_bytes))
        if self._unread > limits.reply_bytes + _CHUNK:
            return Breach(Ending(Cause.REPLY, limit=limits.reply_bytes))
        return None

    def send(self, descriptor: int, data: bytes) -> None:
        """Write to the runner, by a thread where a pipe may not take all of it at once."""
        if len(data) <= _TAKEN_AT_ONCE:
            _write(descriptor, data)
            return
        threading.Thread(target=_write, args=(descriptor, data), daemon=True).start()

    def line(self) -> Line | None:
        """Take the next line, once all that was printed before it is there."""
        with self.news:
            if not self._lines:
                return None
            line = self._lines.popleft()
            self._unread -= len(line.data) + 1
            self._taken += 1
            self.news.wait_for(self._has_caught_up, _CATCHES_UP_S)
            return line

    def _has_caught_up(self) -> bool:
        return self.flood() is not None or all(
            count >= self._taken or capture not in self._open
            for capture, count in self._marks.items()
        )

    def wait(self, seconds: float) -> None:
        """Wait for any news, at most so long; not at all while a line is there."""
        with self.news:
            if not self._lines and self.flood() is None:
                self.news.wait(max(0.0, seconds))

    def leftover(self) -> bytes:
        """Return what came over the wire beside the lines that were taken."""
        with self.news:
            return b"".join(line.data + b"\n" for line in self._lines) + bytes(self._partial)

    def finish(self, seconds: float) -> None:
        """Wait for the end of what is read, at most so long: somebody may have got away with it."""
        end = time.monotonic() + seconds
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))


class _Unmarked:
    """Take the marks out of one stream."""

    def __init__(self, streams: Streams, capture: Capture) -> None:
        self._streams, self._capture, self._mark = streams, capture, streams._mark
        self._held = b""

    def take(self, data: bytes) -> None:
        """Take in what was read; what may be the beginning of a mark is held back till the end."""
        held = self._held + data
        while (start := held.find(self._mark)) >= 0:
            end = held.find(b"\0", start + len(self._mark))
            if end < 0 and len(held) - start < _LONGEST_MARK:
                break
            end = start + len(self._mark) if end < 0 else end
            self._streams.keep(self._capture, held[:start])
            self._streams.note(self._capture, held[start + len(self._mark) : end])
            held = held[end + 1 :]
        else:
            start = len(held) - _beginning_at_the_end(held, self._mark)
        start = start if data else len(held)
        self._streams.keep(self._capture, held[:start])
        self._held = held[start:]


def _told(*words: bytes) -> Tally:
    """Read what is behind a mark; raise `ValueError` for what no runner says.

    >>> _told(b"0.25", b"4096"), _told(b"-", b"0")
    (Tally(cpu_s=0.25, held_bytes=4096), Tally(cpu_s=None, held_bytes=0))
    """
    seconds, held = words
    tally = Tally(None if seconds == b"-" else float(seconds), int(held))
    if not 0 <= (tally.cpu_s or 0.0) < math.inf or tally.held_bytes < 0:
        raise ValueError
    return tally


def _beginning_at_the_end(data: bytes, mark: bytes) -> int:
    """Return how many bytes at the end of `data` may be the beginning of a mark.

    >>> _beginning_at_the_end(b"printed<ma", b"<mark>")
    3
    """
    most = min(len(data), len(mark) - 1)
    return next((size for size in range(most, 0, -1) if data.endswith(mark[:size])), 0)


def _write(descriptor: int, data: bytes) -> None:
    """Write it all; where the runner is gone, it is soon seen to be."""
    rest = memoryview(data)
    with suppress(OSError):
        while rest:
            rest = rest[os.write(descriptor, rest) :]


def _read(descriptor: int) -> bytes:
    with suppress(OSError):  # Windows says so of a pipe whose writer was ended
        return os.read(descriptor, _CHUNK)
    return b""
