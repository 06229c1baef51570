"""Keep one sandbox: start it, measure it, end it, and never outlive the grader.

This runs as a small process of its own between the grader and everything that a submission starts.
It alone adopts orphans, so the grader's process may have threads and children of its own. It serves
one sandbox after another, never two at once, and a sandbox is over only when the kernel says that
no child is left; what one leaves behind the next never sees. When its line to the grader ends, by
whatever death, it ends the sandbox, takes the scratch folder away and exits by itself.

The messages, each an object with an `op`; from the grader:

- `start`: the words of a command, its environment, its limits, perhaps a scratch folder to make;
  beside it the descriptors for stdin, stdout, stderr and those to be inherited
- `move`: take what was started ahead to other cores, at another niceness, and watch it from now on
- `measure`: tell what the processes have used so far; with `mark`, count from here for how long
  they are kept off the cores
- `end`: end the sandbox

and from here `started` or `failed`, `measured` and `over` in reply, and unasked: `ended` when
the first process has come to its end, `breach` when a limit is broken, `broken` when this
program itself is at fault.
"""

from __future__ import annotations

import fcntl
import os
import select
import signal
import socket
import struct
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from graders.sandbox import cgroup, supervisor_protocol
from graders.sandbox.fork_server import ForkServer
from graders.sandbox.interface import Breach
from graders.sandbox.landlock import version_here, walls_of
from graders.sandbox.limit_monitor import LimitMonitor
from graders.sandbox.machine import move_process, set_niceness, set_niceness_of_session
from graders.sandbox.meter import Meter
from graders.sandbox.process_tree import Tree, adopt_orphans, go_on_without_parent
from graders.sandbox.scratch import Scratch, remove_tree
from graders.sandbox.supervisor_protocol import (
    LineBrokenError,
    Message,
    Placement,
    SandboxOrder,
    SupervisorLine,
)

_TICK_S = 0.01


_LOOK_SHARE = 40
"""Looks take no more than one part in so many of a core.

The more processes a program has, the longer a look at them takes. Where all cores are leased, a
program is timed on that core, this one or another; ten processes would keep it waiting for so long
that its run did not count.
"""


_MEMORY_TO_SPARE = 64 << 20


_PROCESSES_TO_SPARE = 64


_STUBBORN_S = 60.0
"""How long a supervisor without a grader goes on trying to end what cannot be ended."""


_IGNORED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGPIPE)


class GraderGoneError(Exception):
    """The line to the grader has ended."""


def main(descriptor: int, grader_pid: int, with_groups: bool) -> None:
    """Serve the grader at the other end of the socket `descriptor` until it is gone.

    `grader_pid` is its process, which has started this one.
    """
    for number in _IGNORED:
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # where a host ignores it, no end is told
    os.umask(0o022)
    adopt_orphans()
    go_on_without_parent()
    os.set_inheritable(descriptor, False)
    line = SupervisorLine(socket.socket(fileno=descriptor))
    site = cgroup.find_site() if with_groups else cgroup.Site()
    try:
        grader = _process_of_parent(grader_pid)
        cgroup.sweep(site)
        while _serve_one(line, grader, site):
            continue
    except (GraderGoneError, LineBrokenError):
        return
    except Exception:
        import traceback  # noqa: PLC0415  # slow to import, and rarely needed

        with suppress(LineBrokenError):
            line.send({"op": "broken", "report": traceback.format_exc()})
        sys.exit(1)


def _process_of_parent(pid: int) -> int:
    """Return a descriptor of the parent `pid`, which can be read from once that has ended."""
    try:
        parent = os.pidfd_open(pid)
    except ProcessLookupError:
        raise GraderGoneError from None
    if os.getppid() != pid:
        raise GraderGoneError
    return parent


def _serve_one(line: SupervisorLine, grader: int, site: cgroup.Site) -> bool:
    """Wait for an order and carry it out; tell whether the grader is still there.

    The child that becomes the command is made ahead of the order. It is made after the sandbox
    before is over, since a supervisor without a child is the proof that nothing of that is left.
    """
    fork_server = ForkServer(site)
    try:
        got = _next_message(line, grader)
        if got is None:
            return False
        message, descriptors = got
        wanted = supervisor_protocol.read_order(message)
        if not fork_server.is_there():
            fork_server.end()
            fork_server = ForkServer(site)
        serve(line, grader, wanted, descriptors, fork_server)
    finally:
        fork_server.end()
    return True


def _next_message(line: SupervisorLine, grader: int) -> tuple[Message, list[int]] | None:
    poll = select.poll()
    poll.register(line, select.POLLIN)
    poll.register(grader, select.POLLIN)
    if grader in {descriptor for descriptor, _ in poll.poll()}:
        return None
    return line.receive()


def serve(
    line: SupervisorLine,
    grader: int,
    wanted: SandboxOrder,
    descriptors: list[int],
    fork_server: ForkServer,
) -> None:
    """Keep one sandbox from its start to its end; `grader` is a descriptor of that process.

    Raises `GraderGoneError`, with nothing left of the sandbox, where the grader went first.
    """
    keeping = Supervision(line, grader, wanted, fork_server)
    try:
        with _closed_afterwards(descriptors):
            trouble = keeping.start(descriptors)
        if trouble is None:
            keeping.go_on_until_over()
        else:
            keeping.end_for_sure()
            line.send(trouble)
    finally:
        keeping.end_for_sure()


@contextmanager
def _closed_afterwards(descriptors: list[int]) -> Iterator[None]:
    try:
        yield
    finally:
        for descriptor in descriptors:
            os.close(descriptor)


def _stay_on(cores: tuple[int, ...]) -> None:
    if cores:
        with suppress(OSError):
            os.sched_setaffinity(0, cores)


class Supervision:
    def __init__(
        self, line: SupervisorLine, grader: int, wanted: SandboxOrder, fork_server: ForkServer
    ) -> None:
        """Prepare to keep what is wanted; nothing is started yet."""
        self._line, self._grader, self._wanted = line, grader, wanted
        self._fork_server, self._group = fork_server, fork_server.group
        self._scratch: Scratch | None = None
        self._over = self._told_breach = self._preferred = self._moving = self._gone = False
        self._tree = Tree(fork_server.pid)
        self._main = MainProcess()
        self._meter = Meter(self._tree, self._group, wanted)

    def start(self, descriptors: list[int]) -> Message | None:
        """Start the command; return the message that says why, where it cannot be started."""
        wanted = self._wanted
        try:
            if wanted.scratch is not None:
                source, *descriptors = descriptors
                self._scratch = Scratch(wanted.scratch, source)
            _stay_on(wanted.cores)
            self._limit_group()
            set_niceness(wanted.nice)  # no less than what is to be watched
            self._fork_server.start(wanted, descriptors)
        except OSError as error:
            why = error.strerror or str(error)
            path = str(error.filename or "")
            return {"op": "failed", "errno": error.errno, "why": why, "path": path}
        return None

    def _limit_group(self) -> None:
        """Set the kernel's limits, which are looser than those that the monitor enforces."""
        limits = self._wanted.limits
        if self._group is not None:
            memory = limits.memory_bytes + limits.scratch_bytes + _MEMORY_TO_SPARE
            self._group.limit(memory, limits.processes + self._wanted.own + _PROCESSES_TO_SPARE)

    def go_on_until_over(self) -> None:
        """Watch the sandbox and answer the grader until it has the sandbox ended."""
        root_ended = os.pidfd_open(self._tree.root)
        try:
            self._line.send({"op": "started", "pid": self._tree.root})
            self._watch_and_answer(root_ended)
        finally:
            os.close(root_ended)
            self._main.close()

    def _watch_and_answer(self, root_ended: int) -> None:
        wanted = self._wanted
        watch = LimitMonitor(
            self._tree,
            wanted.limits,
            self._scratch,
            wanted.own,
            group=self._group,
            user=wanted.user,
        )
        poll = select.poll()
        poll.register(self._line, select.POLLIN)
        poll.register(self._grader, select.POLLIN)
        poll.register(root_ended, select.POLLIN)
        next_look = time.monotonic() + _TICK_S
        while not self._over:
            ready = {descriptor for descriptor, _ in poll.poll(self._patience_ms(next_look))}
            if self._grader in ready:
                raise GraderGoneError
            if root_ended in ready:
                poll.unregister(root_ended)
                self._break_off(watch.out_of_memory())  # before its end is told as a signal's
                self._tell_end()
            if self._line.fileno() in ready:
                self._obey()
            elif time.monotonic() >= next_look and not self._wanted.ahead:
                next_look = self._look(watch)

    def _patience_ms(self, next_look: float) -> float | None:
        """Return for how long to wait for news: what was started ahead has nothing to look at."""
        return None if self._wanted.ahead else max(0.0, next_look - time.monotonic()) * 1000

    def _obey(self) -> None:
        got = self._line.receive()
        if got is None:
            raise GraderGoneError
        match got[0].get("op"):
            case "move":
                self._move(supervisor_protocol.read_place(got[0]))
            case "measure":
                self._measure(mark=bool(got[0].get("mark")))
            case "end":
                gone = self._end()
                self._over = True
                self._line.send({"op": "over", "gone": gone})
                if not gone:
                    raise GraderGoneError
            case other:
                raise ValueError(f"a grader does not say {other!r} here")

    def _measure(self, *, mark: bool) -> None:
        measured = self._meter.measured(mark=mark)
        if mark and self._moving:
            # The runner is there by now, and starts nothing before it is told to.
            self._moving = False
            self._take_along()
        self._line.send(supervisor_protocol.usage_message(measured))
        if mark and self._wanted.nice and not self._preferred:
            # The session that the runner is in, as soon as it is there.
            self._preferred = True
            set_niceness_of_session(self._meter.main_pid(), self._wanted.nice)

    def _move(self, place: Placement) -> None:
        """Go to a place with all that there is by now; the rest is taken along later."""
        self._wanted = self._wanted.moved(place)
        self._meter.move(self._wanted)
        self._moving = True
        _stay_on(place.cores)
        set_niceness(place.nice)
        self._tree.refresh()
        self._take_along()

    def _take_along(self) -> None:
        for process in self._tree.alive():
            move_process(process.pid, self._wanted.cpus, self._wanted.nice)

    def _tell_end(self) -> None:
        self._tree.reap()
        status = self._tree.status
        code = os.waitstatus_to_exitcode(status) if status is not None else 0
        own = self._main.exit_code()
        sure = own is not None or not self._wanted.own
        code = code if own is None else own
        self._line.send({"op": "ended", "code": code, "sure": sure, "at": time.monotonic()})

    def _look(self, watch: LimitMonitor) -> float:
        """Take a look; return when to take the next."""
        began_s = time.thread_time()
        self._tree.reap()
        if not self._told_breach:
            self._break_off(watch.look())
            self._meter.look()
        if self._wanted.own and not self._main.known:
            self._find_main()
        took_s = time.thread_time() - began_s
        return time.monotonic() + max(_TICK_S, _LOOK_SHARE * took_s)

    def _find_main(self) -> None:
        """Hold on to the process that the submission runs in, as soon as it is there."""
        pid: int | None = self._tree.root
        for _ in range(self._wanted.own):
            pid = None if pid is None else next(iter(self._tree.children_of(pid)), None)
        if pid is not None:
            self._main.see(pid)

    def _break_off(self, breach: Breach | None) -> None:
        if breach is not None and not self._told_breach:
            self._told_breach = True
            self._line.send(supervisor_protocol.breach_message(breach))
            self._kill()

    def _kill(self) -> bool:
        first = None
        if self._wanted.own:
            self._tree.refresh()
            first = next(iter(self._tree.children_of(self._tree.root)), None)
        group = self._group
        return self._tree.kill(first, self._wanted.user, group.kill if group else None)

    def _end(self) -> bool:
        gone = self._kill()
        if gone and self._scratch is not None:
            scratch, self._scratch = self._scratch, None
            scratch.remove()
            if self._wanted.user is not None:
                remove_leftovers(self._wanted.user)
        self._gone = gone
        return gone

    def end_for_sure(self) -> None:
        """End what is left, whatever has happened; keep trying for a while if need be."""
        deadline = time.monotonic() + _STUBBORN_S
        while not (self._gone or self._end()) and time.monotonic() < deadline:
            time.sleep(_TICK_S)


_INFO = struct.Struct("<QQ11Ii")
"""What is asked for or told, the control group, eleven numbers of users and processes, the end."""


_GET_INFO = (3 << 30) | (_INFO.size << 16) | (0xFF << 8) | 11


_OF_THE_END = 1 << 3


class MainProcess:
    """The process of a submission, to learn how it ended though somebody else reaps it.

    Bubblewrap ends with exit code 128 + n where signal n ended what it ran, which an exit code of
    that very number looks like too. From Linux 6.15 on the kernel tells the two apart.
    """

    def __init__(self) -> None:
        self._descriptor: int | None = None
        self._tried = False

    @property
    def known(self) -> bool:
        return self._tried

    def see(self, pid: int) -> None:
        self._tried = True
        with suppress(OSError):
            self._descriptor = os.pidfd_open(pid)

    def exit_code(self) -> int | None:
        """Return its exit code, negative for a signal; None where nobody can tell."""
        if self._descriptor is None:
            return None
        info = bytearray(_INFO.pack(_OF_THE_END, *[0] * 13))
        with suppress(OSError):
            fcntl.ioctl(self._descriptor, _GET_INFO, info)
            told, *_, status = _INFO.unpack(info)
            if told & _OF_THE_END:
                return os.waitstatus_to_exitcode(status)
        return None

    def close(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


_SHARED_MEMORY = "/dev/shm"


_FOR_EVERYBODY = ("/tmp", "/var/tmp")


def remove_leftovers(owner: int) -> None:
    """Remove what belongs to `owner`, a user made up for one sandbox, where everybody may write.

    Bubblewrap shows folders of its own there. Landlock leaves a submission one besides its scratch
    folder: that in which shared memory has names.
    """
    walled = walls_of(version_here()).files
    for place in (_SHARED_MEMORY,) if walled else (_SHARED_MEMORY, *_FOR_EVERYBODY):
        with suppress(OSError), os.scandir(place) as entries:
            for entry in entries:
                with suppress(OSError):
                    _remove(entry, owner)


def _remove(entry: os.DirEntry[str], owner: int) -> None:
    if entry.stat(follow_symlinks=False).st_uid != owner:
        return
    if entry.is_dir(follow_symlinks=False):
        remove_tree(Path(entry.path))
    else:
        os.unlink(entry.path)  # noqa: PTH108  # a supervisor has many of these to look at
