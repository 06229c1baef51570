"""Run one untrusted program under limits: the only module that starts processes."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import time
from contextlib import ExitStack
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path, PurePosixPath

from graders.model.limits import Limits
from graders.sandbox import bubblewrap, launch, process_tree
from graders.sandbox.capture import Capture
from graders.sandbox.interpreter import interpreter, interpreter_files
from graders.sandbox.interrupts import Check, unchecked
from graders.sandbox.pipes import Ends, Line, Pipes
from graders.sandbox.program import Program
from graders.sandbox.watch import Breach, Watch

_TICK_S = 0.01
_PROBE_S = 20.0
_INSTALL = "install it (Debian, Ubuntu: apt-get install bubblewrap; Fedora: dnf install bubblewrap)"


class Isolation(StrEnum):
    """Name how far a submission is kept apart."""

    BWRAP = "bwrap"
    LIMITS = "limits"


class IsolationUnavailableError(RuntimeError):
    """Say why the isolation that was asked for does not work here, and what to do."""


def choose(wanted: str = "auto") -> Isolation:
    """Return the isolation to use; `auto` takes the best that works here.

    Raises `IsolationUnavailableError` where `bwrap` is asked for and does not work.
    """
    if wanted == Isolation.LIMITS:
        return Isolation.LIMITS
    trouble = why_no_bubblewrap()
    if not trouble:
        return Isolation.BWRAP
    if wanted == "auto":
        return Isolation.LIMITS
    raise IsolationUnavailableError(trouble)


def why_no_bubblewrap() -> str:
    """Return why bubblewrap does not work here, or nothing when it does; it is tried once."""
    return _bubblewrap(shutil.which("bwrap"), os.geteuid() == 0).trouble


@dataclass(frozen=True)
class _Bubblewrap:
    program: Path
    as_root: bool
    trouble: str = ""

    def command(self, view: bubblewrap.View) -> list[str]:
        return bubblewrap.command(self.program, view, as_root=self.as_root)


@functools.cache
def _bubblewrap(found: str | None, root: bool) -> _Bubblewrap:
    """Find out, by starting one, which kind of bubblewrap sandbox works here.

    Root's own kind comes first: without a user namespace each program can be given a user of
    its own, so that the kernel counts its processes.
    """
    if found is None:
        return _Bubblewrap(Path("bwrap"), False, f"bubblewrap is not installed; {_INSTALL}")
    trouble = ""
    for as_root in (True, False) if root else (False,):
        tried = _Bubblewrap(Path(found), as_root)
        try:
            done = _start_nothing(tried)
        except (OSError, subprocess.TimeoutExpired) as error:
            trouble = str(error)
            continue
        if done.returncode == 0:
            return tried
        said = done.stderr.decode(errors="replace").strip().splitlines()
        trouble = said[-1] if said else f"it ended with exit code {done.returncode}"
    hint = ""
    if "ermission" in trouble or "not permitted" in trouble or "namespace" in trouble:
        hint = "; this system forbids user namespaces (sysctl kernel.unprivileged_userns_clone, \
AppArmor, or a container without them)"
    return _Bubblewrap(
        Path(found), False, f"bubblewrap is installed, but does not work here: {trouble}{hint}"
    )


def _start_nothing(wrap: _Bubblewrap | None) -> subprocess.CompletedProcess[bytes]:
    words = [str(interpreter()), "-I", "-S", "-c", "pass"]
    if wrap is not None:
        files = tuple((path, PurePosixPath(path)) for path in interpreter_files())
        words = [*wrap.command(bubblewrap.View(files)), *words]
    return subprocess.run(
        words, capture_output=True, stdin=subprocess.DEVNULL, timeout=_PROBE_S, check=False
    )


def run_nothing(isolation: Isolation) -> None:
    """Start a bare interpreter under the isolation and wait for its end.

    No case can cost less than this; the benchmark sets one against the other.
    """
    wrapped = isolation is Isolation.BWRAP
    _start_nothing(_bubblewrap(shutil.which("bwrap"), os.geteuid() == 0) if wrapped else None)


@dataclass(frozen=True)
class Gone:
    """Say that the process has ended: its exit code, negative for a signal."""

    code: int
    at: float


@dataclass(frozen=True)
class Late:
    """Say that the deadline came first, and how many bytes of a line had come."""

    at: float
    partial: int


class Sandbox:
    """Hold one live process tree of one submission."""

    def __init__(
        self,
        isolation: Isolation,
        limits: Limits,
        program: Program,
        cpu_s: float,
        cores: tuple[int, ...] = (),
    ) -> None:
        """Start the program on `cores`, or on any; its runner does nothing before it is told to.

        `cpu_s` is how much CPU time it may use at the very most, should we not be there to end
        it. `close` has to be called in the end.
        """
        self.isolation, self._limits = isolation, limits
        self._wrap = _bubblewrap(shutil.which("bwrap"), os.geteuid() == 0)
        self.user = launch.fresh_user() if self._leaves_root() else None
        self._stack = ExitStack()
        self.check: Check = unchecked
        self.tree: process_tree.Tree | None = None
        try:
            self._start(program, self._terms(program, cpu_s, cores))
        except BaseException:
            self.close()
            raise

    def _leaves_root(self) -> bool:
        if os.geteuid() != 0:
            return False
        return self.isolation is Isolation.LIMITS or self._wrap.as_root

    def _terms(self, program: Program, cpu_s: float, cores: tuple[int, ...]) -> launch.Terms:
        own_user = self.user is not None
        factor = program.address_space_factor
        limits = launch.limits_inside(self._limits, own_user, cpu_s, factor)
        hidden = not all(map(launch.reachable_by_anybody, program.in_place))
        keep_reading = own_user and self.isolation is Isolation.LIMITS and hidden
        return launch.Terms(cores, limits, self.user, keep_reading)

    def _start(self, program: Program, terms: launch.Terms) -> None:
        with ExitStack() as theirs:
            if self.isolation is Isolation.BWRAP:
                room = self._limits.scratch_bytes
                wrap = self._wrap.command
                self.launch = launch.under_bubblewrap(wrap, program, terms, room, theirs)
            else:
                self.launch = launch.under_limits(program, terms, self._stack)
            printed, print_to = os.pipe()
            theirs.callback(os.close, print_to)
            self._stack.callback(os.close, printed)
            process_tree.adopt_orphans()
            before = process_tree.all_pids()
            self._process = subprocess.Popen(
                self.launch.command(print_to),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd="/",
                env=self.launch.environment(),
                pass_fds=(*self.launch.inherited, print_to),
                start_new_session=True,
            )
            self.tree = process_tree.Tree(self._process.pid, before)
        self._pipes = self._connect(printed)
        own = 2 if self.isolation is Isolation.BWRAP else 0
        self._watch = Watch(self.tree, self._limits, self.launch.scratch, own)

    def _connect(self, printed: int) -> Pipes:
        streams = (self._process.stdin, self._process.stdout, self._process.stderr)
        for stream in streams:
            assert stream is not None
            self._stack.callback(stream.close)
        to, back, errors = (stream.fileno() for stream in streams if stream is not None)
        ended = os.pidfd_open(self._process.pid)
        self._stack.callback(os.close, ended)
        pipes = Pipes(Ends(to, back, printed, errors, ended), self._limits)
        self._stack.callback(pipes.close)
        return pipes

    @property
    def processes(self) -> process_tree.Tree:
        """Return the processes that were started."""
        assert self.tree is not None
        return self.tree

    @property
    def stdout(self) -> Capture:
        """Return what was printed so far."""
        return self._pipes.stdout

    @property
    def stderr(self) -> Capture:
        """Return what was written to stderr so far."""
        return self._pipes.stderr

    @property
    def address_space(self) -> int | None:
        """Return the bytes of address space that the program may ask for, where limited."""
        return self.launch.terms.limits.get("RLIMIT_AS")

    def main_pid(self) -> int:
        """Return the number of the process that the submission runs in, as seen from here."""
        self.processes.refresh()
        pid = self.processes.root
        if self.isolation is Isolation.BWRAP:
            for _ in range(2):
                pid = next(iter(self.processes.children_of(pid)), pid)
        return pid

    def send(self, data: bytes) -> None:
        """Queue bytes for the runner; `wait` sends what the pipe does not take at once."""
        self._pipes.send(data)

    def wait(self, deadline: float) -> Line | Gone | Late | Breach:
        """Wait until a line comes, the process ends, a limit is broken or `deadline` is past."""
        while True:
            if self._pipes.ended:
                self._pipes.drain()
            line = self._pipes.line()
            if line is not None:
                return self._pipes.flood() or line
            if self._pipes.ended:
                return Gone(self._reap(), time.monotonic())
            now = time.monotonic()
            if now >= deadline:
                return Late(now, len(self._pipes.leftover()))
            self.check()
            busy = self._pipes.exchange(min(_TICK_S, deadline - now))
            breach = self._pipes.flood() or self._watch.look(even_if_just_done=not busy)
            if breach is not None:
                return breach

    def leftover(self) -> bytes:
        """Return what came over the wire beside the lines that were taken."""
        return self._pipes.leftover()

    def kill(self) -> None:
        """End every process of the sandbox, and take in what they had written.

        Raises `RuntimeError` where one cannot be ended.
        """
        first = None
        if self.isolation is Isolation.BWRAP:
            self.processes.refresh()
            first = next(iter(self.processes.children_of(self.processes.root)), None)
        gone = self.processes.kill(first)
        self._note_end()
        self._pipes.drain()
        if not gone:
            raise RuntimeError(f"processes that cannot be ended: {self.processes.alive()}")

    def _reap(self) -> int:
        self.processes.reap_root()
        self._note_end()
        assert self._process.returncode is not None
        return self._process.returncode

    def _note_end(self) -> None:
        status = self.processes.status
        if status is not None:
            self._process.returncode = os.waitstatus_to_exitcode(status)

    def close(self) -> None:
        """End what still runs and give everything back."""
        with self._stack:
            if self.tree is not None:
                self.tree.kill()
                self._note_end()
