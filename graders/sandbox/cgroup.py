"""Give each sandbox a control group of its own, where this machine lets one be made.

The kernel counts for a group what no look at single processes shows: memory that is mapped by
nobody, the CPU time of the dead, processes in whatever session. And it can end all that is in a
group in one step. Groups are found in the unified hierarchy (version 2), in hierarchies of one
controller each (version 1), or in both; what is missing is counted process by process instead.

A group that is in use is locked by its supervisor. The lock goes with that process, in whatever pid
namespace it ran, so a group without one has nobody any more and is taken away by `sweep`.
"""

from __future__ import annotations

import errno
import fcntl
import os
import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import NamedTuple

PREFIX = "kata-"
_ROLES = ("memory", "pids", "cpuacct")
_WANTED = frozenset({"memory", "pids"})
_YOUNG_S = 60.0
_MOST_BYTES = 1 << 16
_REMOVAL_ROUNDS = 200
_REMOVAL_TICK_S = 0.005
_NEARLY_BYTES = 4 << 20
_NANO, _MICRO = 1e-9, 1e-6


class Site(NamedTuple):
    """The folders in which a group is made: empty where the controller is not to be had.

    On the unified hierarchy they are one and the same. `unified` alone can end a group at once.
    """

    memory: str = ""
    pids: str = ""
    cpuacct: str = ""
    unified: str = ""

    @property
    def folders(self) -> tuple[str, ...]:
        """Return each folder once."""
        return tuple(dict.fromkeys(filter(None, self)))

    @property
    def is_unified(self) -> bool:
        return bool(self.memory) and self.memory == self.unified

    def below(self, name: str) -> Site:
        return Site(*(path and f"{path}/{name}" for path in self))

    def only(self, folders: Iterable[str]) -> Site:
        """Return what is left of it where only some folders can be used."""
        kept = set(folders)
        return Site(*(path if path in kept else "" for path in self))


def find_site(own: str | None = None, mounts: str | None = None) -> Site:
    """Return where a group may be made, as far as can be told without making one.

    `own` and `mounts` are the texts of `/proc/self/cgroup` and `/proc/self/mountinfo`.
    """
    try:
        own = Path("/proc/self/cgroup").read_text("utf-8") if own is None else own
        mounts = Path("/proc/self/mountinfo").read_text("utf-8") if mounts is None else mounts
    except OSError:
        return Site()
    below = dict(_mounted(own, mounts))
    unified = _offering(*below.pop("", ("", "")))
    if unified and _children_get(unified) >= _WANTED:
        return Site(unified, unified, unified, unified)
    found = {role: below[role][0] for role in _ROLES if role in below}
    return Site(unified=unified, **{r: path for r, path in found.items() if _may_make(path)})


def _mounted(own: str, mounts: str) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield for each controller ("" for the unified hierarchy) our own group and its top."""
    groups = dict(line.split(":", 2)[1:] for line in own.splitlines() if line.count(":") > 1)
    ours = {name: path for names, path in groups.items() for name in names.split(",")}
    for line in mounts.splitlines():
        mount, _, system = line.partition(" - ")
        kind, _, options = system.split(" ", 2)
        if kind not in ("cgroup", "cgroup2"):
            continue
        root, point = (text.replace("\\040", " ") for text in mount.split()[3:5])
        for name in [""] if kind == "cgroup2" else options.split(","):
            path = ours.get(name, "")
            below = path if root == "/" else path.removeprefix(root)
            if path.startswith(root) and ".." not in path:
                yield name, (os.path.normpath(f"{point}/{below}"), point)


def _offering(own: str, top: str) -> str:
    """Return the nearest group of the unified hierarchy in which one with limits can be made.

    A group that holds processes cannot give controllers to groups inside, so that is often the
    one above our own; no process of anybody else's is ever moved. Where none has any controllers
    to give, our own will do, to end what is in it.
    """
    if not own:
        return ""
    above = [own, *map(str, Path(own).parents)]
    within = [path for path in above if Path(path).is_relative_to(top) and _may_make(path)]
    for path in within:
        if _children_get(path) >= _WANTED and os.access(f"{path}/cgroup.procs", os.W_OK):
            return path
    for path in within:
        if set(_words(path, "cgroup.controllers")) >= _WANTED:
            with suppress(OSError):  # it holds processes, or is not ours to change
                _write(f"{path}/cgroup.subtree_control", "+memory +pids")
                return path
    return own if own in within else ""


def _may_make(path: str) -> bool:
    return os.access(path, os.W_OK | os.X_OK)


def _children_get(path: str) -> set[str]:
    return set(_words(path, "cgroup.subtree_control"))


def _words(path: str, name: str) -> list[str]:
    try:
        return _read(f"{path}/{name}").decode().split()
    except OSError:
        return []


def _read(path: str) -> bytes:
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return os.read(descriptor, _MOST_BYTES)
    finally:
        os.close(descriptor)


def _write(path: str, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(descriptor, text.encode())
    finally:
        os.close(descriptor)


def join(site: Site) -> tuple[str, ...]:
    """Move this process into a group; return the folders where that worked."""
    joined = []
    for folder in site.folders:
        with suppress(OSError):
            _write(f"{folder}/cgroup.procs", "0")
            joined.append(folder)
    return tuple(joined)


def kill(site: Site) -> bool:
    """Kill what is in a group; tell whether anything may have been in it.

    Where the kernel cannot do it in one step it is to be done again until nothing is left.
    """
    if site.unified:
        with suppress(OSError):
            _write(f"{site.unified}/cgroup.kill", "1")
            return bool(members(site))
    found = members(site)
    for pid in found:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)
    return bool(found)


def members(site: Site) -> set[int]:
    """Return the processes that are in a group, as far as they are in sight."""
    found = {pid for folder in site.folders for pid in _words(folder, "cgroup.procs")}
    return {int(pid) for pid in found} - {0, os.getpid()}


def end(site: Site) -> bool:
    """Kill what is in a group and take it away; tell whether it is gone."""
    for _ in range(_REMOVAL_ROUNDS):
        kill(site)
        if remove(site):
            return True
        time.sleep(_REMOVAL_TICK_S)
    return False


def remove(site: Site) -> bool:
    """Take an empty group away; tell whether nothing of it is left."""
    left = False
    for folder in site.folders:
        try:
            os.rmdir(folder)  # noqa: PTH106  # groups inside it are somebody's: it stays then
        except OSError as error:
            left |= error.errno != errno.ENOENT
    return not left


def sweep(site: Site) -> None:
    """Take away the groups whose supervisors are dead, and end what is in them."""
    for name in names(site):
        if _age_s(name) > _YOUNG_S:  # else it may be about to be locked
            _take_over(site.below(name))


def sweep_after(supervisor: int) -> None:
    """Take away the groups of one supervisor, which is dead, and end what is in them."""
    site = find_site()
    for name in names(site):
        if name.startswith(f"{PREFIX}{supervisor}-"):
            _take_over(site.below(name))


def _take_over(old: Site) -> None:
    """End a group, unless somebody holds it."""
    with suppress(OSError), _locked(old):
        end(old)


def names(site: Site) -> set[str]:
    """Return the names of the groups below a site that are ours, or other graders'."""
    return {name for folder in site.folders for name in _groups_in(folder)}


def _groups_in(folder: str) -> list[str]:
    with suppress(OSError):
        return [name for name in os.listdir(folder) if name.startswith(PREFIX)]  # noqa: PTH208
    return []


def _age_s(name: str) -> float:
    try:
        return time.clock_gettime(time.CLOCK_BOOTTIME) - int(name.split("-")[2])
    except (IndexError, ValueError):
        return 0.0


def _locked(site: Site) -> ExitStack:
    """Lock a group as one that is in use; raise `BlockingIOError` where it is locked already.

    All of its folders are: another supervisor may share some of the hierarchies with its own, and
    stand elsewhere in the others.
    """
    with ExitStack() as locks:
        for folder in site.folders:
            try:
                lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            except FileNotFoundError:
                continue
            locks.callback(os.close, lock)
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return locks.pop_all()


class ControlGroup:
    def __init__(self, site: Site) -> None:
        """Make it below the folders of a site; raises `OSError` where that cannot be done."""
        seconds = int(time.clock_gettime(time.CLOCK_BOOTTIME))
        self.site = site.below(f"{PREFIX}{os.getpid()}-{seconds}-{os.urandom(4).hex()}")
        self._locks = ExitStack()
        self._cpu_before_s = 0.0
        self._limit_bytes = 0
        try:
            for folder in self.site.folders:
                os.mkdir(folder, 0o755)  # noqa: PTH102
            self._locks = _locked(self.site)
        except OSError:
            self.remove()
            raise

    def keep_only(self, folders: Iterable[str]) -> None:
        """Do without the folders that the first process could not be moved into."""
        self.site = self.site.only(folders)

    def limit(self, memory_bytes: int, processes: int) -> None:
        memory, unified = self.site.memory, self.site.is_unified
        self._limit_bytes = memory_bytes
        names = ["memory.limit_in_bytes", "memory.memsw.limit_in_bytes"]
        names = ["memory.max"] if unified else names
        values = {f"{memory}/{name}": memory_bytes for name in names} if memory else {}
        if unified:
            values |= {f"{memory}/memory.swap.max": 0, f"{memory}/memory.oom.group": 1}
        if self.site.pids:
            values[f"{self.site.pids}/pids.max"] = processes
        for path, value in values.items():
            with suppress(OSError):  # a machine without swap counts none
                _write(path, str(value))
        self._cpu_before_s = self._cpu_s() or 0.0

    def held_bytes(self, files_bytes: int) -> int | None:
        """Return the memory that the group holds, but for what the kernel can drop at will.

        Files in memory up to `files_bytes` are no memory but files. None where nobody counts.
        """
        stat = self._pairs(self.site.memory, "memory.stat")
        if not stat:
            return None
        if self.site.is_unified:
            own = sum(stat.get(key, 0) for key in ("anon", "kernel", "sock"))
            return own + max(0, stat.get("shmem", 0) - files_bytes)
        kernel = self._number(self.site.memory, "memory.kmem.usage_in_bytes") or 0
        shared = max(0, stat.get("total_shmem", 0) - files_bytes)
        return stat.get("total_rss", 0) + shared + kernel

    def charged_bytes(self) -> int | None:
        """Return all that is charged to the group, which is quick to tell; at least its memory."""
        name = "memory.current" if self.site.is_unified else "memory.usage_in_bytes"
        return self._number(self.site.memory, name)

    def most_bytes(self) -> int | None:
        name = "memory.peak" if self.site.is_unified else "memory.max_usage_in_bytes"
        return self._number(self.site.memory, name)

    def was_out_of_memory(self) -> bool:
        """Tell whether the kernel has killed something in it because of the group's own limit."""
        if self.site.is_unified:
            events = self._pairs(self.site.memory, "memory.events")
            return bool(events.get("oom_kill", 0) and events.get("oom", 0))
        killed = self._pairs(self.site.memory, "memory.oom_control").get("oom_kill", 0)
        return bool(killed and (self.most_bytes() or 0) >= self._limit_bytes - _NEARLY_BYTES)

    def cpu_s(self) -> float | None:
        """Return the CPU seconds of all that ever ran in it; None where nobody counts."""
        now = self._cpu_s()
        return None if now is None else max(0.0, now - self._cpu_before_s)

    def _cpu_s(self) -> float | None:
        if self.site.cpuacct and self.site.cpuacct != self.site.unified:
            used = self._number(self.site.cpuacct, "cpuacct.usage")
            return None if used is None else used * _NANO
        used = self._pairs(self.site.unified, "cpu.stat").get("usage_usec")
        return None if used is None else used * _MICRO

    def stalled_s(self) -> float | None:
        """Return for how long something in it was ready to run while nothing in it ran.

        None where nobody counts. This is the kernel's pressure of the CPU, `full`; for a group
        on one core it is exact. See https://docs.kernel.org/accounting/psi.html.
        """
        with suppress(OSError, ValueError):
            if self.site.unified:
                full = _read(f"{self.site.unified}/cpu.pressure").rpartition(b"full ")[2]
                return int(full.partition(b"total=")[2]) * _MICRO
        return None

    def kill(self) -> None:
        """Kill what is in it; to be repeated until nothing is left."""
        kill(self.site)

    def remove(self) -> None:
        """Take it away with all that is still in it; what cannot be is left to `sweep`."""
        with self._locks:
            end(self.site)

    def _number(self, folder: str, name: str) -> int | None:
        with suppress(OSError, ValueError):
            return int(_read(f"{folder}/{name}")) if folder else None
        return None

    def _pairs(self, folder: str, name: str) -> dict[str, int]:
        with suppress(OSError, ValueError):
            if folder:
                lines = _read(f"{folder}/{name}").decode().splitlines()
                return {key: int(value) for key, value in map(str.split, lines)}
        return {}
