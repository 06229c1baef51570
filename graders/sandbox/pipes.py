"""Talk to a runner over pipes without ever blocking on it: one selector, no threads."""

from __future__ import annotations

import os
import selectors
import time
from contextlib import ExitStack, suppress
from typing import NamedTuple

from graders.model.ending import Cause, Ending
from graders.model.limits import Limits
from graders.sandbox.box import Breach, Line
from graders.sandbox.capture import Capture

_CHUNK = 1 << 16


class Ends(NamedTuple):
    """Hold our ends of the pipes: the wire both ways, what is printed, and the keeper's line."""

    to: int
    back: int
    stdout: int
    stderr: int
    keeper: int


class Pipes:
    """Move bytes over the pipes to and from one runner."""

    def __init__(self, ends: Ends, limits: Limits) -> None:
        """Take the descriptors over for use, not for closing."""
        self.stdout = Capture(limits.kept_output_bytes)
        self.stderr = Capture(limits.kept_output_bytes)
        self._limits = limits
        self._to, self._back, self._keeper = ends.to, ends.back, ends.keeper
        self._captures = {ends.stdout: self.stdout, ends.stderr: self.stderr}
        self.keeper_has_news = False
        self._wire = bytearray()
        self._searched = 0
        self._unsent = memoryview(b"")
        self._stack = ExitStack()
        self._selector = self._stack.enter_context(selectors.DefaultSelector())
        for descriptor in (ends.to, ends.back, ends.stdout, ends.stderr):
            os.set_blocking(descriptor, False)
        for descriptor in (ends.back, ends.stdout, ends.stderr, ends.keeper):
            self._selector.register(descriptor, selectors.EVENT_READ)

    def send(self, data: bytes) -> None:
        """Send as much as the pipe takes; `exchange` sends the rest."""
        self._unsent = memoryview(bytes(self._unsent) + data)
        self._push()

    def exchange(self, seconds: float) -> bool:
        """Wait at most `seconds` for bytes, or the keeper, and move them; tell whether any came."""
        ready = self._selector.select(max(0.0, seconds))
        for key, _ in ready:
            if key.fd == self._keeper:
                self.keeper_has_news = True
            elif key.fd != self._to:
                self._pull(key.fd)
        self._push()
        return bool(ready)

    def line(self) -> Line | None:
        """Take the next whole line, where there is one."""
        end = self._wire.find(b"\n", self._searched)
        if end < 0:
            self._searched = len(self._wire)
            return None
        line = bytes(self._wire[:end])
        del self._wire[: end + 1]
        self._searched = 0
        return Line(line, time.monotonic())

    def leftover(self) -> bytes:
        """Return what came over the wire beside the lines that were taken."""
        return bytes(self._wire)

    def flood(self) -> Breach | None:
        """Tell whether more came than is allowed."""
        limits = self._limits
        if self.stdout.seen + self.stderr.seen > limits.flood_bytes:
            return Breach(Ending(Cause.PRINTED, limit=limits.flood_bytes))
        if len(self._wire) > limits.reply_bytes + _CHUNK:
            return Breach(Ending(Cause.REPLY, limit=limits.reply_bytes))
        return None

    def drain(self) -> None:
        """Take in what lies in the pipes, up to the limits."""
        for descriptor in (self._back, *self._captures):
            while self._pull(descriptor) and self.flood() is None:
                continue

    def close(self) -> None:
        """Give the selector back."""
        self._stack.close()

    def _pull(self, descriptor: int) -> bool:
        try:
            data = os.read(descriptor, _CHUNK)
        except BlockingIOError:
            return False
        if not data:
            with suppress(KeyError):
                self._selector.unregister(descriptor)
            return False
        if descriptor == self._back:
            self._wire += data
        else:
            self._captures[descriptor].add(data)
        return True

    def _push(self) -> None:
        try:
            while self._unsent:
                self._unsent = self._unsent[os.write(self._to, self._unsent) :]
        except BlockingIOError:
            with suppress(KeyError):
                self._selector.register(self._to, selectors.EVENT_WRITE)
            return
        with suppress(KeyError):
            self._selector.unregister(self._to)
