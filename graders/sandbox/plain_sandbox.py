"""Run one's own file by the portable standard library alone: on macOS, Windows, anywhere.

Nothing is contained here. What is promised is a clock, limits on what is printed and answered, and
that all is over afterwards, as far as the system lets a parent end what its child has started. The
memory is limited by `RLIMIT_DATA` on POSIX and a job object on Windows, by nothing on macOS.

A thread reads each pipe, as no system but POSIX can wait for several of them. Before each reply the
runner writes a mark on both streams that the submission prints to, with what was used so far
(`graders.runners.unconfined`): it is taken out here, and tells that all that was printed before
the reply has been read.
"""

from __future__ import annotations

import json
import math
import os
import shutil
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from graders.model.ending import Cause, Ending
from graders.model.limits import Limits
from graders.sandbox.interface import (
    FOLDER,
    Breach,
    Capture,
    Gone,
    Late,
    Program,
    Usage,
    WireLine,
    Words,
)
from graders.sandbox.interrupts import Check, unchecked
from graders.sandbox.plain_process import ProcessGroup, Used, as_inherited, environment, teller

_TICK_S = 0.02
_SETTLES_S = 1.0


class PlainSandbox:
    """One live process group of one submission, contained by nothing; a `Sandbox`."""

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
    ) -> ProcessGroup:
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
        return ProcessGroup(
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
        return self._folder.file(self.program)

    def path(self, place: PurePosixPath) -> str:
        return self._folder.path(place)

    @property
    def stdout(self) -> Capture:
        return self._streams.stdout

    @property
    def stderr(self) -> Capture:
        return self._streams.stderr

    @property
    def address_space(self) -> int | None:
        return self._limits.memory_bytes * self.program.data_factor

    def send(self, data: bytes) -> None:
        """Send bytes to the runner, by a thread where the pipe does not take them at once."""
        self._unanswered = True
        self._streams.send(self._to, data)

    def wait(self, deadline: float) -> WireLine | Gone | Late | Breach:
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
                return self._streams.flood() or WireLine(line.data, min(line.at, deadline))
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
        return self._streams.flood()

    def leftover(self) -> bytes:
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
        with self._stack:
            if hasattr(self, "_group"):
                self.kill()


_WORK = "work"
_CARRIED = "carried"
_LOOKS = 40
_BETWEEN_LOOKS_S = 0.05


class Folder:
    """The folder; all paths are written with forward slashes, on every system."""

    def __init__(self, program: Program) -> None:
        """Make it and fill it; whatever goes wrong, `remove` it afterwards."""
        self.root = Path(tempfile.mkdtemp(prefix="kata-")).resolve()
        try:
            self._fill(program)
        except BaseException:
            self.remove()
            raise

    def _fill(self, program: Program) -> None:
        for name in (FOLDER, _WORK):
            (self.root / name).mkdir()
        (self.root / _CARRIED).write_bytes(program.carried)
        for name, content in ((program.name, program.source), *program.beside):
            file = self.root / FOLDER / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        for shown in program.shown:
            _show(shown.source, self.root / shown.place)

    @property
    def work(self) -> str:
        return self.path(PurePosixPath(_WORK))

    @property
    def carried(self) -> str:
        return self.path(PurePosixPath(_CARRIED))

    def file(self, program: Program) -> str:
        return self.path(FOLDER / program.name)

    def path(self, place: PurePosixPath) -> str:
        return (self.root / place).as_posix()

    def remove(self) -> None:
        for look in range(_LOOKS):
            shutil.rmtree(self.root, ignore_errors=True)
            if not self.root.exists():
                return
            if look:
                time.sleep(_BETWEEN_LOOKS_S)


def _show(source: Path, place: Path) -> None:
    """Show a file or a folder at a place: by a link, or a copy where links are not to be had."""
    place.parent.mkdir(parents=True, exist_ok=True)
    try:
        place.symlink_to(source, target_is_directory=source.is_dir())
    except (OSError, NotImplementedError):
        if source.is_dir():
            shutil.copytree(source, place, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copyfile(source, place)


_Take = Callable[[bytes], None]
_CHUNK = 1 << 16
_TAKEN_AT_ONCE = 1 << 12
_LONGEST_MARK = 128
_CATCHES_UP_S = 1.0
"""Seconds that a reply waits for what was printed before it; longer if a reply was forged."""


class RunnerUsage(NamedTuple):
    """What the runner said of itself before a reply: CPU seconds, and the most bytes held.

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
        self.tally = RunnerUsage()
        self._lines: deque[WireLine] = deque()
        self._partial = bytearray()
        self._unread = self._taken = 0
        self._marks = {self.stdout: 0, self.stderr: 0}
        self._open: set[object] = set()
        self._threads: list[threading.Thread] = []

    def read(self, back: int, stdout: int, stderr: int) -> None:
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
        self._lines.extend(WireLine(bytes(line), now) for line in whole)
        self._partial = bytearray(rest)

    def keep(self, capture: Capture, data: bytes) -> None:
        capture.add(data)

    def note(self, capture: Capture, said: bytes) -> None:
        self._marks[capture] += 1
        with suppress(ValueError):  # a submission may have written it
            self.tally = _told(*said.split())

    def flood(self) -> Breach | None:
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

    def line(self) -> WireLine | None:
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
        """Wait up to `seconds` for any news; not at all while a line is there."""
        with self.news:
            if not self._lines and self.flood() is None:
                self.news.wait(max(0.0, seconds))

    def leftover(self) -> bytes:
        with self.news:
            return b"".join(line.data + b"\n" for line in self._lines) + bytes(self._partial)

    def finish(self, seconds: float) -> None:
        """Wait up to `seconds` for the pipes to end: a process that escaped may hold one open."""
        end = time.monotonic() + seconds
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))


class _Unmarked:
    def __init__(self, streams: Streams, capture: Capture) -> None:
        self._streams, self._capture, self._mark = streams, capture, streams._mark
        self._held = b""

    def take(self, data: bytes) -> None:
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


def _told(*words: bytes) -> RunnerUsage:
    """Read what is behind a mark; raise `ValueError` for what no runner says.

    >>> _told(b"0.25", b"4096"), _told(b"-", b"0")
    (RunnerUsage(cpu_s=0.25, held_bytes=4096), RunnerUsage(cpu_s=None, held_bytes=0))
    """
    seconds, held = words
    tally = RunnerUsage(None if seconds == b"-" else float(seconds), int(held))
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
