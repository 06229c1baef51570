"""What this machine and process have: cores, rights over other users, the interpreter's files."""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

_AT_FIRST = os.getpriority(os.PRIO_PROCESS, 0) if hasattr(os, "getpriority") else 0
_TELLS_CORES = hasattr(os, "sched_getaffinity")


def usable_cores() -> tuple[int, ...]:
    """Return the cores that this process may run on, in order; all where no system tells."""
    if not _TELLS_CORES:
        return tuple(range(os.cpu_count() or 1))
    return tuple(sorted(os.sched_getaffinity(0)))


class Cores(NamedTuple):
    """Which cores a grader and its supervisor stay on, and which a submission gets.

    With one core all share it. With more, the submission gets one, whatever their number, so that
    its verdict does not depend on it, and the clock and the watch stay on the others: they never
    take the core that is being timed.
    """

    grader: tuple[int, ...]
    submission: tuple[int, ...]


def set_niceness(nice: int) -> None:
    """Run this process, and those it starts from now on, at a niceness, where it may be had.

    At 0 it is that with which this program was started.
    """
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, 0, nice or _AT_FIRST)
    set_niceness_of_session(os.getpid(), nice)


def set_niceness_of_session(pid: int, nice: int) -> None:
    """Set what a niceness is worth in the session of `pid`, where it may be set.

    Where the scheduler groups processes by session (`sched_autogroup`), the niceness of a process
    counts only among those of its own session.
    """
    with suppress(OSError):
        descriptor = os.open(f"/proc/{pid}/autogroup", os.O_WRONLY | os.O_CLOEXEC)
        try:
            os.write(descriptor, b"%d" % nice)
        finally:
            os.close(descriptor)


def move_process(pid: int, cores: tuple[int, ...], nice: int) -> None:
    """Move all threads of `pid` to `cores`, and to a niceness that is not 0, as far as may be."""
    with suppress(OSError):
        for thread in map(int, os.listdir(f"/proc/{pid}/task")):  # noqa: PTH208
            with suppress(OSError):
                os.sched_setaffinity(thread, cores)
                if nice:
                    os.setpriority(os.PRIO_PROCESS, thread, nice)
    if nice:
        set_niceness_of_session(pid, nice)


@contextmanager
def on_cores(cores: tuple[int, ...]) -> Iterator[None]:
    """Keep this thread on `cores` for a while, where the system lets it."""
    if not _TELLS_CORES:
        yield
        return
    before = os.sched_getaffinity(0)
    with suppress(OSError):
        os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        with suppress(OSError):
            os.sched_setaffinity(0, before)


def move_thread(thread: int, cores: tuple[int, ...]) -> None:
    """Move a thread of this process, by its native number, to `cores`, unless it is gone."""
    with suppress(OSError):
        os.sched_setaffinity(thread, cores)


_SYSTEM_PREFIXES = (Path("/usr"), Path("/usr/local"))
_OF_A_PACKAGE = {"site-packages", "dist-packages"}
_STORES = ("/nix/store", "/gnu/store")


def interpreter() -> Path:
    """Return this interpreter's real file, outside any virtual environment."""
    if sys.platform == "win32":  # there the one in an environment starts that as its child
        return Path(sys._base_executable).resolve()
    return Path(sys.executable).resolve()


@cache
def interpreter_files() -> tuple[Path, ...]:
    """Return the files and folders that the interpreter needs to run, beside the libraries."""
    prefix = Path(sys.base_prefix).resolve()
    if prefix not in _SYSTEM_PREFIXES:
        stores = tuple(Path(store) for store in _STORES if Path(store) in prefix.parents)
        return stores or (prefix,)
    library = {Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib")}
    return tuple(sorted({interpreter(), *library}))


@cache
def interpreter_libraries() -> tuple[Path, ...]:
    """Return the shared libraries that this interpreter runs with, wherever they lie."""
    try:
        lines = Path("/proc/self/maps").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ()
    mapped = {Path(line.split(maxsplit=5)[5]) for line in lines if ".so" in line}
    return tuple(sorted(path for path in mapped if not _OF_A_PACKAGE & set(path.parts)))


@cache
def interpreter_packages() -> tuple[Path, ...]:
    """Return the folders of third-party packages among and beside the interpreter's files."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    prefix = Path(sys.base_prefix).resolve()
    places = [
        prefix / "lib" / version / "site-packages",
        prefix / "lib64" / version / "site-packages",
        Path("/usr/lib/python3/dist-packages"),
        Path("/usr/local/lib") / version / "dist-packages",
        Path("/usr/local/lib") / version / "site-packages",
    ]
    return tuple(place for place in dict.fromkeys(places) if place.is_dir())


_RIGHTS_OVER_OTHERS = sum(1 << number for number in (0, 1, 3, 5, 6, 7))
"""CAP_CHOWN, CAP_DAC_OVERRIDE, CAP_FOWNER, CAP_KILL, CAP_SETGID and CAP_SETUID."""
_RIGHT_TO_MOVE = 1 << 23
"""CAP_SYS_NICE."""


def may_handle_other_users() -> bool:
    """Tell whether this process has the rights to become another user and to end what is its.

    Root of a container may have none of them.
    """
    return _has_rights(_RIGHTS_OVER_OTHERS)


def may_move_others() -> bool:
    """Tell whether this process may say on which cores its sandboxes are, whoever they became."""
    return os.geteuid() != 0 or _has_rights(_RIGHT_TO_MOVE)


@cache
def _has_rights(wanted: int) -> bool:
    with suppress(OSError, ValueError, IndexError):
        status = Path("/proc/self/status").read_text(encoding="utf-8")
        rights = int(status.split("CapEff:")[1].split()[0], 16)
        return rights & wanted == wanted
    return False


def is_linux() -> bool:
    """Tell whether this is the system that everything but `plain` takes."""
    return sys.platform.startswith("linux")


LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/lib32", "/usr/local/lib")
