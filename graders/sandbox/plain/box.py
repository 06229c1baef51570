"""Hold one run of one's own file, by the portable standard library alone.

The process is told from outside by a clock, and what it has used by the system (`cpu_time`); where
no system tells of the living, the runner says it before each reply. The memory is limited as the
system's own resource limits allow: `RLIMIT_DATA` on POSIX, a job object on Windows, nothing on
macOS; the most that was held is told with a reply, where known.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import PurePosixPath

from graders.model.limits import Limits
from graders.sandbox.box import Breach, Gone, Late, Line, Usage
from graders.sandbox.capture import Capture
from graders.sandbox.interrupts import Check, unchecked
from graders.sandbox.plain.cpu_time import Used, teller
from graders.sandbox.plain.folder import Folder
from graders.sandbox.plain.process import Group, as_inherited, environment
from graders.sandbox.plain.streams import Streams
from graders.sandbox.program import Program, Words

_TICK_S = 0.02
_SETTLES_S = 1.0


class PlainBox:
    """Hold one live process group of one submission, contained by nothing; as a `Box`."""

    def __init__(self, limits: Limits, program: Program, cpu_s: float) -> None:
        """Start the program; its runner does nothing before it is told to.

        `cpu_s` is how much CPU time it may use at the very most, should we not be there to end
        it. `close` has to be called in the end. Raises `OSError` where it cannot be started.
        """
        self.check: Check = unchecked
        self.program, self._limits = program, limits
        self._gone: Gone | None = None
        self._unanswered = self._over = False
        self._stack = ExitStack()
        try:
            self._start(cpu_s)
        except BaseException:
            self.close()
            raise

    def _start(self, cpu_s: float) -> None:
        self._folder = Folder(self.program)
        self._stack.callback(self._folder.remove)
        mark = b"\0" + os.urandom(8).hex().encode() + b":"
        self._streams = Streams(self._limits, mark)
        with ExitStack() as theirs:
            # The end that the runner reads from stays open here: writing to nobody would raise
            # SIGPIPE, which a host may have end the process.
            read_from, self._to = os.pipe()
            for end in (self._to, read_from):
                self._stack.callback(os.close, end)
            ours = []
            given = []
            for _ in range(3):
                end, other = os.pipe()
                theirs.callback(os.close, other)
                ours.append(end)
                given.append(other)
            back, stdout, stderr = given
            wire = [as_inherited(read_from), as_inherited(back)]
            try:
                self._group = self._started(cpu_s, mark, wire, stdout, stderr)
            except BaseException:
                for end in ours:
                    os.close(end)
                raise
        self._stack.callback(self._group.close)
        self._teller = teller(self._group, self._limits)
        self._streams.read(*ours)
        self._group.watch(self._has_ended)

    def _started(
        self, cpu_s: float, mark: bytes, wire: list[int], stdout: int, stderr: int
    ) -> Group:
        work, limits, program = self._folder.work, self._limits, self.program
        most = limits.memory_bytes * program.data_factor
        setup = {
            "mark": mark.decode(),
            "wire": wire,
            "work": work,
            "limits": {
                "RLIMIT_CORE": 0,
                "RLIMIT_CPU": int(cpu_s) + 1,
                "RLIMIT_DATA": most,
                "RLIMIT_FSIZE": limits.scratch_bytes,
                "RLIMIT_NOFILE": limits.open_files,
            },
        }
        words = [*self._full(program.unconfined), self._folder.carried, json.dumps(setup)]
        return Group(
            [*words, *self._full(program.words)],
            environment(dict(program.environment), work),
            inherited=wire,
            stdout=stdout,
            stderr=stderr,
            folder=work,
            memory_bytes=most,
        )

    def _full(self, words: Words) -> list[str]:
        return [word if isinstance(word, str) else self.path(word) for word in words]

    def _has_ended(self, code: int, at: float) -> None:
        self._group.end()  # so that nothing holds the pipes open, and all is read to its end
        self._streams.finish(_SETTLES_S)
        with self._streams.news:
            self._gone = Gone(code, at)
            self._streams.news.notify_all()

    @property
    def file(self) -> str:
        """Return the path of the submission's file, as its process sees it."""
        return self._folder.file(self.program)

    def path(self, place: PurePosixPath) -> str:
        """Return the path of a place below the root, as its process sees it."""
        return self._folder.path(place)

    @property
    def stdout(self) -> Capture:
        """Return what was printed so far."""
        return self._streams.stdout

    @property
    def stderr(self) -> Capture:
        """Return what was written to stderr so far."""
        return self._streams.stderr

    @property
    def address_space(self) -> int | None:
        """Return the bytes of memory that the program may ask for."""
        return self._limits.memory_bytes * self.program.data_factor

    def send(self, data: bytes) -> None:
        """Send bytes to the runner, by a thread where the pipe does not take them at once."""
        self._unanswered = True
        self._streams.send(self._to, data)

    def wait(self, deadline: float) -> Line | Gone | Late | Breach:
        """Wait until a line comes, the process ends, a limit is broken or `deadline` is past.

        What has come by then is taken in before anything is called late. A line that is found
        after the deadline, because this process itself was kept waiting, came at the deadline.
        """
        last_look, next_look = False, time.monotonic() + _TICK_S
        while True:
            gone = self._gone  # before the line is looked for: nothing comes afterwards
            if (breach := self._streams.flood()) is not None:
                return breach
            line = self._streams.line()
            if line is not None:
                self._unanswered = False
                return self._streams.flood() or Line(line.data, min(line.at, deadline))
            if gone is not None:
                return gone
            now = time.monotonic()
            if last_look:
                return Late(now)
            last_look = now >= deadline
            self.check()
            if now >= next_look and self._teller is not None:
                self._teller.look()
                next_look = time.monotonic() + _TICK_S
            self._streams.wait(min(_TICK_S, deadline - now))

    def usage(self, *, mark: bool = False, over: bool = False) -> Usage:
        """Return what has been used so far, as far as this system tells.

        Where it tells of the dead alone, what is `over` is ended first.
        """
        used = self._used(over=over) if self._teller is None else self._teller.used(mark=mark)
        return Usage(used.cpu_s, self._streams.tally.held_bytes, 0, used.kept_off_s)

    def _used(self, *, over: bool) -> Used:
        if over:
            self.kill()
            return Used(self._group.cpu_s)
        return Used(None if self._unanswered else self._streams.tally.cpu_s)

    def take_in(self) -> Breach | None:
        """Return the limit that is broken by what has been written so far, if any."""
        return self._streams.flood()

    def leftover(self) -> bytes:
        """Return what came over the wire beside the lines that were taken."""
        return self._streams.leftover()

    def kill(self, meanwhile: Callable[[], object] = lambda: None) -> None:
        """End the process group, and take in what was written; `meanwhile` is called before.

        Raises `RuntimeError` where the process cannot be ended.
        """
        meanwhile()
        if self._over:
            return
        self._over = True
        if not self._group.end():
            raise RuntimeError("the process of the submission cannot be ended")
        self._streams.finish(_SETTLES_S)

    def close(self) -> None:
        """End what still runs and give everything back."""
        with self._stack:
            if hasattr(self, "_group"):
                self.kill()
