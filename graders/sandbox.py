"""Run one untrusted program under limits, and nowhere else: only this module starts processes."""

from __future__ import annotations

import functools
import importlib.util
import os
import random
import resource
import selectors
import shutil
import subprocess
import time
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import TracebackType

from graders import bubblewrap, process_tree
from graders.capture import Capture
from graders.limits import Limits, in_units
from graders.outcome import Event
from graders.scratch import Scratch
from graders.watch import Breach, Watch

_NOBODY = 65534
_FRESH_UIDS = range(1_000_000, 2_000_000)
_TICK_S = 0.01
_CHUNK = 1 << 16
_START = "import sys; sys.path.insert(0, {0!r}); import python_runner; del sys.path[0]; python_runner.main()"
_RUNNERS = Path(__file__).with_name("runners")


class Isolation(StrEnum):
    """Name how far a submission is kept apart."""

    BWRAP = "bwrap"
    LIMITS = "limits"


class IsolationUnavailable(RuntimeError):
    """Say why the isolation that was asked for does not work here, and what to do."""


def choose(wanted: str = "auto") -> Isolation:
    """Return the isolation to use; `auto` takes the best that works here.

    Raises `IsolationUnavailable` where `bwrap` is asked for and does not work.
    """
    if wanted == Isolation.LIMITS:
        return Isolation.LIMITS
    trouble = why_no_bubblewrap()
    if not trouble:
        return Isolation.BWRAP
    if wanted == "auto":
        return Isolation.LIMITS
    raise IsolationUnavailable(trouble)


@functools.cache
def why_no_bubblewrap() -> str:
    """Try bubblewrap once; return why it does not work here, or nothing when it does."""
    return _bubblewrap_variant()[1]


@functools.cache
def _bubblewrap_variant() -> tuple[bool, str]:
    program = shutil.which("bwrap")
    if program is None:
        return False, "bubblewrap is not installed (Debian, Ubuntu: apt-get install bubblewrap)"
    trouble = ""
    for as_root in (True, False) if os.geteuid() == 0 else (False,):
        words = bubblewrap.command(Path(program), bubblewrap.View(()), as_root)
        words += [str(bubblewrap.interpreter()), "-I", "-S", "-c", "pass"]
        try:
            done = subprocess.run(
                words, capture_output=True, timeout=20, check=False, stdin=subprocess.DEVNULL
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            trouble = str(error)
            continue
        if done.returncode == 0:
            return as_root, ""
        trouble = done.stderr.decode(errors="replace").strip().splitlines()[-1:] or ["no reason"]
        trouble = trouble[0]
    return False, f"bubblewrap is installed but does not work here: {trouble}"


def run_nothing(isolation: Isolation) -> None:
    """Start a bare interpreter under the isolation and wait for its end.

    No case can cost less than this; the benchmark sets one against the other.
    """
    words = [str(bubblewrap.interpreter()), "-I", "-S", "-c", "pass"]
    if isolation is Isolation.BWRAP:
        program = Path(shutil.which("bwrap") or "bwrap")
        view = bubblewrap.View(())
        words = [*bubblewrap.command(program, view, _bubblewrap_variant()[0]), *words]
    subprocess.run(words, check=True, capture_output=True, stdin=subprocess.DEVNULL)


@dataclass(frozen=True)
class Line:
    """Hold one line that came over the wire, and when: `time.monotonic()` seconds."""

    data: bytes
    at: float


@dataclass(frozen=True)
class Gone:
    """Say that the process has ended: its exit code, negative for a signal."""

    code: int
    at: float


@dataclass(frozen=True)
class Late:
    """Say that the deadline came first."""

    at: float
    partial: int


class Sandbox:
    """Hold one live process tree of one submission; leave it as a context manager."""

    def __init__(
        self,
        isolation: Isolation,
        limits: Limits,
        file_name: str,
        source: bytes,
        cpu_limit_s: float,
    ) -> None:
        """Start the runner; it does nothing before it is told to."""
        self.isolation, self.limits = isolation, limits
        self._stack = ExitStack()
        self._wire = bytearray()
        self._unsent = b""
        self._closed = False
        self._code: int | None = None
        self.stdout = Capture(limits.kept_output_bytes)
        self.stderr = Capture(limits.kept_output_bytes)
        self.uid = _free_uid() if self._drops_root() else None
        self.cpu_limit_s = cpu_limit_s
        try:
            self._start(file_name, source)
        except BaseException:
            self.close()
            raise

    def _drops_root(self) -> bool:
        if os.geteuid() != 0:
            return False
        return self.isolation is Isolation.LIMITS or _bubblewrap_variant()[0]

    def _start(self, file_name: str, source: bytes) -> None:
        process_tree.adopt_orphans()
        before = process_tree.all_pids()
        out_read, out_write = os.pipe()
        self._stack.callback(os.close, out_read)
        inherited = [out_write]
        self.scratch: Scratch | None = None
        try:
            if self.isolation is Isolation.BWRAP:
                memory = os.memfd_create("submission")
                inherited.append(memory)
                with os.fdopen(os.dup(memory), "wb") as file:
                    file.write(source)
                os.lseek(memory, 0, os.SEEK_SET)
                words = self._bubblewrapped(file_name, memory)
            else:
                self.scratch = self._stack.enter_context(Scratch(file_name, source, self.uid))
                library = self.scratch.root / "library"
                library.mkdir()
                (library / "kata").symlink_to(kata_package())
                self.file, self.library = str(self.scratch.file), str(library)
                self.work, runners = str(self.scratch.work), _RUNNERS
                words = [*_python(runners), str(out_write)]
            if self.isolation is Isolation.BWRAP:
                words.append(str(out_write))
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd="/",
                env=self._environment(),
                pass_fds=tuple(inherited),
                start_new_session=True,
            )
        finally:
            for descriptor in inherited:
                os.close(descriptor)
        self.tree = process_tree.Tree(self._process.pid, before)
        self._watch = Watch(self.tree, self.limits, self.scratch)
        self._listen(out_read)

    def _bubblewrapped(self, file_name: str, memory: int) -> list[str]:
        inside = bubblewrap.INSIDE
        self.file, self.library = str(inside / "file" / file_name), str(inside / "library")
        self.work = str(bubblewrap.SCRATCH)
        runners = inside / "runners"
        view = bubblewrap.View(
            ((kata_package(), inside / "library" / "kata"), (_RUNNERS, runners)),
            scratch_bytes=self.limits.scratch_bytes,
        )
        program = Path(shutil.which("bwrap") or "bwrap")
        words = bubblewrap.command(program, view, _bubblewrap_variant()[0])
        data = ["--perms", "0755", "--dir", str(inside / "file")]
        data += ["--perms", "0444", "--ro-bind-data", str(memory), self.file]
        at = words.index("--proc")
        return [*words[:at], *data, *words[at:], *_python(runners)]

    def _environment(self) -> dict[str, str]:
        return {
            "PATH": "/usr/bin:/bin",
            "HOME": self.work,
            "TMPDIR": self.work,
            "LANG": "C.UTF-8",
            "PYTHONHASHSEED": "0",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONUTF8": "1",
        }

    def _listen(self, out_read: int) -> None:
        stdin, stdout, stderr = (
            self._process.stdin,
            self._process.stdout,
            self._process.stderr,
        )
        assert stdin is not None and stdout is not None and stderr is not None
        self._to, self._from = stdin.fileno(), stdout.fileno()
        for stream in (stdin, stdout, stderr):
            self._stack.callback(_close_quietly, stream)
        self._selector = self._stack.enter_context(selectors.DefaultSelector())
        self._pidfd = os.pidfd_open(self._process.pid)
        self._stack.callback(os.close, self._pidfd)
        for descriptor in (self._to, self._from, stderr.fileno(), out_read):
            os.set_blocking(descriptor, False)
        self._captures = {out_read: self.stdout, stderr.fileno(): self.stderr}
        for descriptor in (self._from, *self._captures, self._pidfd):
            self._selector.register(descriptor, selectors.EVENT_READ)

    def limits_inside(self) -> dict[str, int]:
        """Return the resource limits that the runner takes on before it loads anything."""
        limits = self.limits
        processes = limits.processes + 16
        if self.uid is None:
            processes += _threads_of_this_user()
        soft_cap = resource.getrlimit(resource.RLIMIT_NPROC)[1]
        if soft_cap != resource.RLIM_INFINITY:
            processes = min(processes, soft_cap)
        return {
            "RLIMIT_AS": limits.memory_bytes * 32,
            "RLIMIT_CORE": 0,
            "RLIMIT_CPU": int(self.cpu_limit_s) + 1,
            "RLIMIT_FSIZE": limits.scratch_bytes,
            "RLIMIT_NOFILE": limits.open_files,
            "RLIMIT_NPROC": processes,
        }

    def main_pid(self) -> int:
        """Return the number of the process that the submission runs in, as seen from here."""
        self.tree.refresh()
        pid = self.tree.root
        if self.isolation is Isolation.BWRAP:
            for _ in range(2):
                pid = next(iter(self.tree.children_of(pid)), pid)
        return pid

    def send(self, data: bytes) -> None:
        """Queue bytes for the runner; `wait` sends what the pipe does not take at once."""
        self._unsent += data
        self._push()

    def wait(self, deadline: float) -> Line | Gone | Late | Breach:
        """Wait until a line comes, the process ends, a limit is broken or `deadline` is past."""
        while True:
            line = self._take_line()
            if line is not None:
                return self._overflow() or line
            now = time.monotonic()
            if now >= deadline:
                return Late(now, len(self._wire))
            ready = self._selector.select(min(_TICK_S, deadline - now))
            ended = False
            for key, _ in ready:
                if key.fd == self._pidfd:
                    ended = True
                elif key.fd != self._to:
                    self._pull(key.fd)
            self._push()
            breach = self._overflow() or (
                self._watch.look() if not ready or self._watch.due() else None
            )
            if breach is not None:
                return breach
            if ended:
                return self._take_line() or self._gone()

    def _gone(self) -> Gone:
        self._drain()
        self._selector.unregister(self._pidfd)
        return Gone(self._reap(), time.monotonic())

    def _reap(self) -> int:
        if self._code is None:
            self.tree.refresh()
            self._code = os.waitstatus_to_exitcode(self.tree.reap_root())
            self._process.returncode = self._code
        return self._code

    def _take_line(self) -> Line | None:
        end = self._wire.find(b"\n")
        if end < 0:
            return None
        line = bytes(self._wire[:end])
        del self._wire[: end + 1]
        return Line(line, time.monotonic())

    def leftover(self) -> bytes:
        """Return what came over the wire beside the lines that were taken."""
        return bytes(self._wire)

    def _pull(self, descriptor: int) -> bool:
        try:
            data = os.read(descriptor, _CHUNK)
        except BlockingIOError:
            return False
        if not data:
            with suppress(KeyError):
                self._selector.unregister(descriptor)
            return False
        if descriptor == self._from:
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
        except BrokenPipeError:
            self._unsent = b""
        with suppress(KeyError):
            self._selector.unregister(self._to)

    def _overflow(self) -> Breach | None:
        limits = self.limits
        if self.stdout.seen + self.stderr.seen > limits.flood_bytes:
            allowed = in_units(limits.flood_bytes)
            return Breach(Event.FLOODED, f"it was stopped: it printed more than {allowed}")
        if len(self._wire) > limits.reply_bytes + _CHUNK:
            allowed = in_units(limits.reply_bytes)
            return Breach(Event.FLOODED, f"it was stopped: its reply is larger than {allowed}")
        return None

    def _drain(self) -> None:
        for descriptor in (self._from, *self._captures):
            while self._pull(descriptor):
                if self._overflow():
                    return

    def kill(self) -> bool:
        """End every process of the sandbox, and take in what they had written."""
        main = None
        if self.isolation is Isolation.BWRAP:
            self.tree.refresh()
            main = next(iter(self.tree.children_of(self.tree.root)), None)
        gone = self.tree.kill(main)
        if self._code is None and self.tree.status is not None:
            self._code = os.waitstatus_to_exitcode(self.tree.status)
            self._process.returncode = self._code
        self._drain()
        return gone

    def close(self) -> None:
        """End what still runs and give everything back."""
        if self._closed:
            return
        self._closed = True
        try:
            if hasattr(self, "tree"):
                self.kill()
        finally:
            self._stack.close()

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def kata_package() -> Path:
    """Return the folder of the package that candidates may import."""
    spec = importlib.util.find_spec("kata")
    if spec is None or spec.origin is None:
        raise RuntimeError("the package kata is not installed beside the grader")
    return Path(spec.origin).resolve().parent


def _python(runners: Path) -> list[str]:
    flags = ["-s", "-S", "-P", "-B"]
    return [str(bubblewrap.interpreter()), *flags, "-c", _START.format(str(runners))]


def _free_uid() -> int | None:
    ranges = [
        tuple(map(int, line.split()))
        for line in Path("/proc/self/uid_map").read_text().splitlines()
    ]
    for uid in (random.choice(_FRESH_UIDS), _NOBODY):
        if any(first <= uid < first + count for first, _, count in ranges):
            return uid
    return None


def _threads_of_this_user() -> int:
    me = os.geteuid()
    total = 0
    for pid in process_tree.all_pids():
        with suppress(OSError):
            if Path(f"/proc/{pid}").stat().st_uid == me:
                process = process_tree.look_at(pid)
                total += process.threads if process else 0
    return total


def reachable_by_anybody(path: Path) -> bool:
    """Tell whether a user without any rights can read `path` and walk there."""
    with suppress(OSError):
        if not path.stat().st_mode & 0o004:
            return False
        return all(folder.stat().st_mode & 0o001 for folder in path.resolve().parents)
    return False


def _close_quietly(stream: object) -> None:
    with suppress(OSError):
        stream.close()  # type: ignore[attr-defined]
