"""Keep a submission apart by bubblewrap: what it may see, and which kind of sandbox works here.

The command shows a submission its own files and nothing else. What this machine's bubblewrap can do
is found out by starting one, once.
"""

from __future__ import annotations

import atexit
import functools
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from graders.sandbox.interface import INSIDE
from graders.sandbox.landlock import version_here, walls_of
from graders.sandbox.leases import Wait, What
from graders.sandbox.machine import (
    LIBRARIES,
    interpreter,
    interpreter_files,
    may_handle_other_users,
)
from graders.sandbox.seccomp import seccomp_filter

SCRATCH = INSIDE / "scratch"
_SHARED_MEMORY_BYTES = 64 << 20
GUARDS = ("--die-with-parent", "--new-session")
"""End it with its parent, in a session of its own.

A bubblewrap that is ended while it makes its child leaves that waiting for ever. Where no
supervisor stands behind it to end both, it is started without these, and ended as a group.
"""


class View(NamedTuple):
    """What a sandbox shows, read-only: files and folders from here, by their place inside.

    `data` and `copied` are files that exist only inside, filled from open descriptors; each of the
    first is a mount of its own, so that many are better in the second. `hidden` are folders
    inside that are shown empty. `filter` is a descriptor from which the system-call filter can be
    read once.
    """

    shown: tuple[tuple[Path, PurePosixPath], ...]
    data: tuple[tuple[int, PurePosixPath], ...] = ()
    hidden: tuple[PurePosixPath, ...] = ()
    scratch_bytes: int = 64 << 20
    filter: int | None = None
    copied: tuple[tuple[int, PurePosixPath], ...] = ()


class Kind(NamedTuple):
    """What bubblewrap can be asked for on a machine.

    `as_root` keeps the user of this process, who then has to become somebody else inside;
    otherwise everything runs in a user namespace of its own. With `sealed` no further one can be
    made in it; with `filtered` it loads the view's system-call filter.
    """

    as_root: bool = False
    sealed: bool = True
    filtered: bool = True


def build_command(program: Path, view: View, kind: Kind) -> list[str]:
    """Return the command that runs what is appended to it inside the view."""
    return list(_command(program, view, kind))


@functools.lru_cache(maxsize=16)
def _command(program: Path, view: View, kind: Kind) -> tuple[str, ...]:
    words = [str(program), *_namespaces(kind)]
    words += [*GUARDS, "--hostname", "kata", "--cap-drop", "ALL"]
    if kind.as_root:
        words += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    if kind.filtered and view.filter is not None:
        words += ["--seccomp", str(view.filter)]
    shown = [(source, inside) for source, inside in view.shown if not _under_library(inside)]
    places = [inside for _, inside in (*shown, *view.data)]
    for folder in _folders([*places, *map(PurePosixPath, LIBRARIES)]):
        words += ["--perms", "0755", "--dir", str(folder)]
    for library in LIBRARIES:
        words += _library(Path(library))
    for source, inside in shown:
        words += ["--ro-bind", str(source), str(inside)]
    for hidden in view.hidden:
        words += ["--tmpfs", str(hidden), "--remount-ro", str(hidden)]
    for descriptor, inside in view.copied:
        words += ["--perms", "0444", "--file", str(descriptor), str(inside)]
    for descriptor, inside in view.data:
        words += ["--perms", "0444", "--ro-bind-data", str(descriptor), str(inside)]
    words += ["--proc", "/proc", "--dev", "/dev"]
    words += ["--perms", "1777", "--size", str(_SHARED_MEMORY_BYTES), "--tmpfs", "/dev/shm"]
    words += ["--perms", "0777", "--size", str(view.scratch_bytes), "--tmpfs", str(SCRATCH)]
    # Also /proc: what a process could write there is its place in the scheduler and the like.
    for place in ("/proc", "/dev", "/"):
        words += ["--remount-ro", place]
    return tuple(words)


def _namespaces(kind: Kind) -> list[str]:
    # A network namespace of its own has no way out: this is what cuts the network off.
    if kind.as_root:
        own = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"]
        return [*own, "--unshare-cgroup-try"]
    sealed = ["--unshare-user", "--disable-userns"]
    return ["--unshare-all", *sealed] if kind.sealed else ["--unshare-all"]


def _folders(places: Sequence[PurePosixPath]) -> list[PurePosixPath]:
    """Return the folders above some places, outermost first; all may walk through them."""
    ends = [*places, PurePosixPath(SCRATCH)]
    wanted = {folder for place in ends for folder in place.parents}
    return sorted(wanted - {PurePosixPath("/")})


def _under_library(path: PurePosixPath) -> bool:
    return any(PurePosixPath(library) in path.parents for library in LIBRARIES)


def _library(path: Path) -> list[str]:
    if path.is_symlink():
        return ["--symlink", str(path.readlink()), str(path)]
    return ["--ro-bind", str(path), str(path)] if path.is_dir() else []


def in_memory(data: bytes, stack: ExitStack) -> int:
    """Return a descriptor that holds `data`, to be read from its start; the stack closes it."""
    descriptor = os.memfd_create("kata")
    stack.callback(os.close, descriptor)
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


TRIAL_S = 10.0
"""Seconds that bubblewrap, all kinds of it together, has to start a program on a busy machine."""
_PROBE_S = 20.0
_LOOK_S = 0.1
_SAID = b"started\n"
_HEEDING_CHILDREN = (
    "import os, signal, sys; signal.signal(signal.SIGCHLD, signal.SIG_DFL); "
    "os.execv(sys.argv[1], sys.argv[1:])"
)
"""Bubblewrap waits for ever where it inherits from a host that children are ignored."""
_NEW_USER_NAMESPACE = (
    "import ctypes, os, sys; libc = ctypes.CDLL(None, use_errno=True); "
    "sys.exit(os.strerror(ctypes.get_errno()) if libc.unshare(0x10000000) else 0)"
)
_INSTALL = "install it (Debian, Ubuntu: apt-get install bubblewrap; Fedora: dnf install bubblewrap)"


def why_no_bubblewrap() -> str:
    """Return why bubblewrap does not work here, or nothing when it does; it is tried once."""
    return bubblewrap_here().trouble


def why_it_failed() -> str:
    """Return why bubblewrap, though it is installed, does not work, where it was tried."""
    tried = _tried.cache_info().currsize and shutil.which("bwrap")
    return why_no_bubblewrap() if tried else ""


class Bubblewrap(NamedTuple):
    """The program, what it can be asked for here, and why it does not work at all."""

    program: Path
    kind: Kind
    trouble: str = ""

    @property
    def as_root(self) -> bool:
        """Tell whether it runs as root without a user namespace."""
        return self.kind.as_root

    def command(self, view: View) -> list[str]:
        return build_command(self.program, view, self.kind)


def bubblewrap_here() -> Bubblewrap:
    """Return the bubblewrap of this machine, which is tried once."""
    return _tried(shutil.which("bwrap"), os.geteuid() == 0 and may_handle_other_users())


_begun: dict[tuple[str, Kind], subprocess.Popen[bytes]] = {}
"""What is being tried already, by the program and what it is asked for."""


def begin_to_try() -> None:
    """Begin to try bubblewrap, the best kind of it, and wait for nothing."""
    found = shutil.which("bwrap")
    if found is not None and not _begun:
        kind = next(_kinds(os.geteuid() == 0 and may_handle_other_users()))
        with suppress(OSError):  # who needs to know tries again
            _begun[found, kind] = _starting(Bubblewrap(Path(found), kind))
            atexit.register(_end_what_was_begun)


def _end_what_was_begun() -> None:
    for process in _begun.values():
        if process.poll() is None:
            _end_group(process)


@functools.cache
def _tried(found: str | None, root: bool) -> Bubblewrap:
    """Find out, by starting one, which kind of bubblewrap sandbox works here.

    Root's own kind comes first: without a user namespace each program can be given a user of
    its own, so that the kernel counts its processes.
    """
    if found is None:
        missing = f"bubblewrap is not installed; {_INSTALL}"
        return Bubblewrap(Path("bwrap"), Kind(), missing)
    trouble = ""
    deadline = time.monotonic() + TRIAL_S
    for kind in _kinds(root):
        tried = Bubblewrap(Path(found), kind)
        try:
            begun = _begun.pop((found, kind)) if (found, kind) in _begun else _starting(tried)
            done = _completed(begun, deadline - time.monotonic())
        except OSError as error:
            trouble = str(error)
            continue
        except subprocess.TimeoutExpired:  # the other kinds would be waited for in vain as well
            trouble = f"it started nothing within {TRIAL_S:g} s (try: {found} --ro-bind / / true)"
            break
        if done.stdout == _SAID:
            return tried
        said = done.stderr.decode(errors="replace").strip().splitlines()
        trouble = said[-1] if said else f"it ended with exit code {done.returncode}"
    hint = ""
    if "ermission" in trouble or "not permitted" in trouble or "namespace" in trouble:
        hint = "; this system forbids user namespaces (sysctl kernel.unprivileged_userns_clone, \
AppArmor, or a container without them)"
    why = f"bubblewrap is installed, but does not work here: {trouble}{hint}"
    return Bubblewrap(Path(found), Kind(), why)


def _kinds(root: bool) -> Iterator[Kind]:
    """Name the kinds of sandbox, the best first; an older bubblewrap or kernel has not all."""
    for filtered in (True, False) if seccomp_filter().program else (False,):
        if root:
            yield Kind(as_root=True, sealed=False, filtered=filtered)
        for sealed in (True, False):
            yield Kind(sealed=sealed, filtered=filtered)


def _starting(wrap: Bubblewrap | None) -> subprocess.Popen[bytes]:
    """Start an interpreter that does nothing but say so: no exit code is told everywhere.

    It is a process group of its own, which no Ctrl-C reaches, and which ends by itself where this
    process has ended.
    """
    words = [str(interpreter()), "-I", "-S", "-c", f"print({_SAID.decode().strip()!r})"]
    with ExitStack() as stack:
        inherited = []
        if wrap is not None:
            files = tuple((path, PurePosixPath(path)) for path in interpreter_files())
            view = View(files)
            if wrap.kind.filtered:
                program = in_memory(seccomp_filter().program, stack)
                inherited.append(program)
                view = view._replace(filter=program)
            words = [*(w for w in wrap.command(view) if w not in GUARDS), *words]
        if signal.getsignal(signal.SIGCHLD) is signal.SIG_IGN:
            words = [str(interpreter()), "-I", "-S", "-c", _HEEDING_CHILDREN, *words]
        return subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=inherited,
            start_new_session=True,
        )


def _completed(
    process: subprocess.Popen[bytes], longest_s: float
) -> subprocess.CompletedProcess[bytes]:
    """Wait for what `_starting` has started, and kill it after `longest_s`."""
    with process, Wait(What.BUBBLEWRAP, TRIAL_S) as wait:
        try:
            said, complained = _said_at_its_end(process, longest_s, wait)
        except BaseException:
            _end_group(process)
            raise
        return subprocess.CompletedProcess(process.args, process.returncode, said, complained)


def _said_at_its_end(
    process: subprocess.Popen[bytes], longest_s: float, wait: Wait
) -> tuple[bytes, bytes]:
    deadline = time.monotonic() + longest_s
    while True:
        left_s = deadline - time.monotonic()
        try:
            return process.communicate(timeout=max(0.0, min(_LOOK_S, left_s)))
        except subprocess.TimeoutExpired:
            if left_s <= _LOOK_S:
                raise
        wait.look()


def _end_group(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def limits_are_walled() -> bool:
    """Tell whether plain limits have the system-call filter and all of Landlock's walls here."""
    walls = walls_of(version_here())
    return bool(seccomp_filter().program) and walls.files and walls.tcp and walls.signals


def run_interpreter(*, wrapped: bool) -> None:
    """Start a bare interpreter, in bubblewrap or with nothing around it, and wait for its end."""
    _completed(_starting(bubblewrap_here() if wrapped else None), _PROBE_S)


def why_no_user_namespaces() -> str:
    """Return why no user namespace can be made here, or nothing where one was made."""
    words = [str(interpreter()), "-I", "-S", "-c", _NEW_USER_NAMESPACE]
    done = subprocess.run(
        words, capture_output=True, stdin=subprocess.DEVNULL, timeout=_PROBE_S, check=False
    )
    return done.stderr.decode(errors="replace").strip()
