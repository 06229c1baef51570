"""Run one untrusted program under limits on Linux: start it by a supervisor, talk to it, end it.

It is talked to over pipes without ever blocking on it: one selector, no threads.
"""

from __future__ import annotations

import os
import selectors
import signal
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import PurePosixPath
from typing import NamedTuple

from graders.model.ending import Cause, Ending
from graders.model.limits import Limits
from graders.sandbox import launch, supervisor_client
from graders.sandbox.bubblewrap import bubblewrap_here, run_interpreter
from graders.sandbox.interface import (
    Breach,
    Capture,
    Gone,
    Late,
    Program,
    SupervisorError,
    Usage,
    WireLine,
)
from graders.sandbox.interrupts import Check, unchecked
from graders.sandbox.isolation import Isolation
from graders.sandbox.scratch import remove_tree
from graders.sandbox.seccomp import seccomp_filter
from graders.sandbox.supervisor_protocol import (
    FIRST_INHERITED,
    Message,
    Placement,
    SandboxOrder,
    move_message,
    read_breach,
    read_usage,
    start_message,
)

_CHUNK = 1 << 16


class Ends(NamedTuple):
    """Our ends of the pipes: the wire both ways, what is printed, and the supervisor's line."""

    to: int
    back: int
    stdout: int
    stderr: int
    supervisor: int


class Pipes:
    """Move bytes over the pipes to and from one runner."""

    def __init__(self, ends: Ends, limits: Limits) -> None:
        """Take the descriptors over for use, not for closing."""
        self.stdout = Capture(limits.kept_output_bytes)
        self.stderr = Capture(limits.kept_output_bytes)
        self._limits = limits
        self._to, self._back, self._supervisor = ends.to, ends.back, ends.supervisor
        self._captures = {ends.stdout: self.stdout, ends.stderr: self.stderr}
        self.supervisor_has_news = False
        self._wire = bytearray()
        self._searched = 0
        self._unsent = memoryview(b"")
        self._stack = ExitStack()
        self._selector = self._stack.enter_context(selectors.DefaultSelector())
        for descriptor in (ends.to, ends.back, ends.stdout, ends.stderr):
            os.set_blocking(descriptor, False)
        for descriptor in (ends.back, ends.stdout, ends.stderr, ends.supervisor):
            self._selector.register(descriptor, selectors.EVENT_READ)

    def send(self, data: bytes) -> None:
        self._unsent = memoryview(bytes(self._unsent) + data)
        self._push()

    def exchange(self, seconds: float) -> bool:
        """Wait up to `seconds` for bytes or the supervisor, and move them; tell if any came."""
        ready = self._selector.select(max(0.0, seconds))
        for key, _ in ready:
            if key.fd == self._supervisor:
                self.supervisor_has_news = True
            elif key.fd != self._to:
                self._pull(key.fd)
        self._push()
        return bool(ready)

    def line(self) -> WireLine | None:
        """Take the next whole line, where there is one."""
        end = self._wire.find(b"\n", self._searched)
        if end < 0:
            self._searched = len(self._wire)
            return None
        line = bytes(self._wire[:end])
        del self._wire[: end + 1]
        self._searched = 0
        return WireLine(line, time.monotonic())

    def leftover(self) -> bytes:
        return bytes(self._wire)

    def flood(self) -> Breach | None:
        limits = self._limits
        if self.stdout.seen + self.stderr.seen > limits.flood_bytes:
            return Breach(Ending(Cause.PRINTED, limit=limits.flood_bytes))
        if len(self._wire) > limits.reply_bytes + _CHUNK:
            return Breach(Ending(Cause.REPLY, limit=limits.reply_bytes))
        return None

    def drain(self) -> None:
        for descriptor in (self._back, *self._captures):
            while self._pull(descriptor) and self.flood() is None:
                continue

    def close(self) -> None:
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


_TICK_S = 0.05
_FourEnds = tuple[int, int, int, int]


class LinuxSandbox:
    """One live process tree of one submission; usable from any thread, one at a time."""

    def __init__(
        self,
        isolation: Isolation,
        limits: Limits,
        program: Program,
        cpu_s: float,
        *,
        cores: tuple[int, ...] = (),
        supervisor_cores: tuple[int, ...] = (),
        nice: int = 0,
        ahead: bool = False,
    ) -> None:
        """Start the program on `cores`, or on any; its runner does nothing before it is told to.

        With `ahead` it is started for later, and nothing is waited for: `move` it before use.
        `cpu_s` is how much CPU time it may use at the very most, should we not be there to end
        it. `supervisor_cores` are those that the supervisor stays on. `close` has to be called in
        the end. Raises `OSError` where the runner cannot be started, and `SupervisorError`.
        """
        self.isolation, self.program, self._limits = isolation, program, limits
        self._wrap = bubblewrap_here() if isolation is Isolation.BWRAP else None
        self.user = launch.fresh_user() if self._leaves_root() else None
        self._supervisor_cores, self._nice = supervisor_cores, nice
        self._stack = ExitStack()
        self.check: Check = unchecked
        self._gone: Gone | None = None
        self._breach: Breach | None = None
        self._first: int | None = None
        self._closed = False
        self._place: Placement | None = None
        self._supervisor = supervisor_client.lend(supervisor_cores)
        self._ahead = ahead
        self._over = self._fit_for_more = True  # nothing is begun yet
        try:
            self._start(program, self._terms(program, cpu_s, cores))
        except BaseException:
            self.close()
            raise

    def _leaves_root(self) -> bool:
        return os.geteuid() == 0 and (self._wrap is None or self._wrap.as_root)

    def _terms(self, program: Program, cpu_s: float, cores: tuple[int, ...]) -> launch.Terms:
        factor = program.address_space_factor
        limits = launch.limits_inside(self._limits, self.user, cpu_s, factor)
        large = [shown.source for shown in program.shown if not shown.small]
        keep_reading = (
            self.user is not None
            and self._wrap is None
            and not all(map(launch.reachable_by_anybody, (*program.in_place, *large)))
        )
        return launch.Terms(cores, limits, self.user, keep_reading)

    def _start(self, program: Program, terms: launch.Terms) -> None:
        with ExitStack() as theirs:
            if self._wrap is not None:
                room, wrap = self._limits.scratch_bytes, self._wrap.command
                self.launch = launch.under_bubblewrap(wrap, program, terms, room, theirs)
            else:
                self.launch = launch.under_limits(program, terms, theirs)
            ours, (*streams, print_to) = self._pipes_between(theirs)
            source = self.launch.source
            self._over = self._fit_for_more = False
            if self.launch.scratch is None:
                order = self._order(print_to=FIRST_INHERITED + 1)
                given = [*streams, source, print_to]
            else:
                order = self._order(print_to=FIRST_INHERITED)
                given = [source, *streams, print_to]
            self._supervisor.tell(start_message(order), [*given, *self.launch.handed_on])
        self._pipes = Pipes(Ends(*ours, self._supervisor.line.fileno()), self._limits)
        self._stack.callback(self._pipes.close)
        if not self._ahead:
            self._wait_for_start()

    def _wait_for_start(self) -> None:
        if self._first is None:
            self._first = int(str(self._heard("started")["pid"]))

    def move(self, cores: tuple[int, ...], supervisor_cores: tuple[int, ...], nice: int) -> None:
        """Move what was started ahead to where it is to be used, and watch it from now on.

        What it still starts meanwhile follows by the first marked reading of `usage` at the
        latest. Raises `OSError` where the runner cannot be started, and `SupervisorError`.
        """
        self._wait_for_start()
        if not self._supervisor.is_alive():
            raise SupervisorError("the supervisor of a sandbox is gone")
        place = Placement(supervisor_cores, cores, nice)
        if place != self._place:
            self._supervisor.tell(move_message(place))
            self._place = place

    def _order(self, print_to: int) -> SandboxOrder:
        return SandboxOrder(
            words=tuple(self.launch.command(print_to)),
            environment=self.launch.environment(),
            limits=self._limits,
            own=0 if self._wrap is None else 2,
            cores=self._supervisor_cores,
            cpus=self.launch.terms.cpus,
            filter="" if self.launch.scratch is None else seccomp_filter().program.hex(),
            may_write=self.launch.may_write,
            may_read=self.launch.may_read,
            nice=self._nice,
            user=self.user if launch.belongs_to_nobody_else(self.user) else None,
            scratch=self.launch.scratch,
            ahead=self._ahead,
        )

    def _pipes_between(self, theirs: ExitStack) -> tuple[_FourEnds, _FourEnds]:
        """Make the pipes; return our ends (wire out, wire in, prints, errors) and theirs.

        Theirs are what the runner reads from, answers to, writes errors to and prints to.
        """
        # The end that the runner reads from stays open here: writing to nobody would raise
        # SIGPIPE, which a host may have end the process.
        read_from, to = _pipe(self._stack, self._stack)
        back, write_to = _pipe(self._stack, theirs)
        errors, errors_to = _pipe(self._stack, theirs)
        printed, print_to = _pipe(self._stack, theirs)
        return (to, back, printed, errors), (read_from, write_to, errors_to, print_to)

    @property
    def supervisor_pid(self) -> int:
        return self._supervisor.pid

    @property
    def file(self) -> str:
        return self.launch.file

    def path(self, place: PurePosixPath) -> str:
        return self.launch.path(place)

    @property
    def stdout(self) -> Capture:
        return self._pipes.stdout

    @property
    def stderr(self) -> Capture:
        return self._pipes.stderr

    @property
    def address_space(self) -> int | None:
        return self.launch.terms.limits.get("RLIMIT_AS")

    def send(self, data: bytes) -> None:
        """Queue bytes for the runner; `wait` sends what the pipe does not take at once."""
        self._pipes.send(data)

    def wait(self, deadline: float) -> WireLine | Gone | Late | Breach:
        """Wait until a line comes, the process ends, a limit is broken or `deadline` is past.

        What has come by then is taken in before anything is called late. A line that is found
        after the deadline, because this process itself was kept waiting, came at the deadline.
        """
        last_look = False
        while True:
            if self._gone or self._breach:
                self._pipes.drain()
            if self._breach:
                return self._breach
            line = self._pipes.line()
            if line is not None:
                return self._pipes.flood() or line._replace(at=min(line.at, deadline))
            if self._gone:
                return self._gone
            now = time.monotonic()
            if last_look:
                return Late(now)
            last_look = now >= deadline
            self.check()
            self._pipes.exchange(min(_TICK_S, deadline - now))
            if self._pipes.supervisor_has_news:
                self._pipes.supervisor_has_news = False
                self._note(self._supervisor.hear())
            breach = self._pipes.flood()
            if breach is not None:
                return breach

    def usage(self, *, mark: bool = False, over: bool = False) -> Usage:
        """Return what has been used so far, as the supervisor measures it now.

        With `mark`, `kept_off_s` of later readings counts from here; it tells of the living too.
        """
        self._supervisor.tell({"op": "measure", "mark": mark})
        return read_usage(self._heard("measured"))

    def take_in(self) -> Breach | None:
        self._pipes.drain()
        return self._pipes.flood()

    def leftover(self) -> bytes:
        return self._pipes.leftover()

    def kill(self, meanwhile: Callable[[], object] = lambda: None) -> None:
        """End every process of the sandbox, and take in what they had written.

        `meanwhile` is called as they are ended. Raises `RuntimeError` where one cannot be.
        """
        if self._over:
            return
        self._wait_for_start()
        self._over = True
        self._supervisor.tell({"op": "end"})
        meanwhile()
        gone = self._heard("over").get("gone")
        self._pipes.drain()
        if not gone:
            raise RuntimeError("processes of the submission cannot be ended")
        self._fit_for_more = True

    def _heard(self, op: str) -> Message:
        """Return the supervisor's reply `op`; note what else it has to say on the way."""
        while (message := self._supervisor.hear())["op"] != op:
            if message["op"] == "failed":
                self._over = self._fit_for_more = True
                if message["errno"] is None:  # it came to no call of the system that could fail
                    raise SupervisorError(message["why"])
                raise OSError(message["errno"], message["why"], message["path"])
            self._note(message)
        return message

    def _note(self, message: Message) -> None:
        if message["op"] == "ended":
            code, at = int(str(message["code"])), float(str(message["at"]))
            self._gone = Gone(code, at, sure=bool(message["sure"]))
        elif message["op"] == "breach":
            self._breach = read_breach(message)
        else:
            raise SupervisorError(f"a supervisor does not say {message['op']!r} here")

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        with self._stack:
            try:
                self.kill()
            finally:
                self._part_from_supervisor()

    def _part_from_supervisor(self) -> None:
        if self._fit_for_more:
            supervisor_client.take_back(self._supervisor)
            return
        self._supervisor.close()
        self._end_without_supervisor()

    def _end_without_supervisor(self) -> None:
        """Do what a supervisor that was killed could not do, as far as it can be done from here.

        What the program's first process has started is in its process group, unless it has left.
        """
        if self._first is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._first, signal.SIGKILL)
        plan = self.launch.scratch
        if plan is not None:
            with suppress(OSError):  # gone already, or still being written in
                remove_tree(plan.root)


def _pipe(reader: ExitStack, writer: ExitStack) -> tuple[int, int]:
    read_from, write_to = os.pipe()
    reader.callback(os.close, read_from)
    writer.callback(os.close, write_to)
    return read_from, write_to


def run_nothing(isolation: Isolation) -> None:
    """Start a bare interpreter under the isolation and wait for its end.

    No case can cost less than this; the benchmark sets one against the other.
    """
    run_interpreter(wrapped=isolation is Isolation.BWRAP)
