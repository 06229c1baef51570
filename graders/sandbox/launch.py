"""Prepare what a sandbox starts: the words of the command, the files, the user, the limits."""

from __future__ import annotations

import json
import os
import random
import resource
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from graders.model.limits import Limits
from graders.sandbox import bubblewrap, process_tree
from graders.sandbox.bubblewrap import in_memory
from graders.sandbox.interface import FOLDER, INSIDE, Program, Words
from graders.sandbox.machine import LIBRARIES, interpreter_libraries, may_handle_other_users
from graders.sandbox.scratch import Plan
from graders.sandbox.seccomp import seccomp_filter
from graders.sandbox.supervisor_protocol import FIRST_INHERITED

_NOBODY = 65534


_FRESH_USERS = range(1_000_000, 2_000_000)


_SPARE_PROCESSES = 16


_SIDE_BY_SIDE = 16
"""How many sandboxes of one user may be full at once before the kernel's own limit is met."""


_FILTER_PLACE = FIRST_INHERITED + 2


_WRITABLE = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/shm")
"""What every program may write to; shared memory has a name in the last."""


_CORES = "/sys/devices/system/cpu"


_READABLE = (
    *("/bin", "/usr/bin", "/usr/share", "/proc"),
    # Not the folder of each core: whoever can open that can lock it, and so take its lease.
    *(f"{_CORES}/online", f"{_CORES}/possible", f"{_CORES}/present"),
)


_ALL_SETTINGS = ("/etc",)


_SETTINGS = (
    *("/etc/ld.so.cache", "/etc/localtime", "/etc/passwd", "/etc/group", "/etc/nsswitch.conf"),
    *("/etc/hosts", "/etc/resolv.conf", "/etc/ssl/openssl.cnf", "/etc/ssl/certs"),
)
"""What there is for everybody to read in `/etc`, for who may read what not everybody may."""


class Terms(NamedTuple):
    """What is taken on: cores, resource limits, and a user where one is named.

    With `keep_reading` that user may read (only read) what this one may.
    """

    cpus: tuple[int, ...]
    limits: dict[str, int]
    user: int | None = None
    keep_reading: bool = False


class Launch(NamedTuple):
    """A command to start, and the places as it sees them.

    `source` is a descriptor from which the submission can be read once. The command inherits it as
    its first beside stdin, stdout and stderr, unless there is a `scratch` folder to be made, which
    then holds the file. `filter` is a descriptor from which bubblewrap reads the system-call
    filter, inherited beside the first; where there is no bubblewrap it is loaded by the
    supervisor's own child. `carried` is a descriptor that holds what the program carries, inherited
    after that, and `beside` are those of the other files of the submission, inherited as the last;
    where there is a `scratch` folder, `source` holds these first.
    """

    sandbox: tuple[str, ...]
    root: PurePosixPath
    work: str
    program: Program
    terms: Terms
    source: int
    scratch: Plan | None = None
    filter: int | None = None
    carried: int | None = None
    beside: tuple[int, ...] = ()

    @property
    def may_write(self) -> tuple[str, ...] | None:
        """Return the only places where files may be written; None where the sandbox sees to it."""
        return None if self.scratch is None else (self.work, *_WRITABLE)

    @property
    def may_read(self) -> tuple[str, ...]:
        """Return the other places where files may be read: what bubblewrap would show, and more.

        The more is what any program expects of a system: its programs, its time zone, `/proc`.
        """
        if self.scratch is None:
            return ()
        shown = (*self.program.in_place, *(shown.source for shown in self.program.shown))
        settings = _SETTINGS if self.terms.keep_reading else _ALL_SETTINGS
        found = map(str, (self.root, *shown, *interpreter_libraries()))
        return (*found, *LIBRARIES, *_READABLE, *settings)

    @property
    def file(self) -> str:
        return self.path(FOLDER / self.program.name)

    def path(self, place: PurePosixPath) -> str:
        return str(self.root / place)

    def command(self, stdout: int) -> list[str]:
        """Return the words to start; what the program prints goes to descriptor `stdout`.

        The others of `handed_on` follow that one.
        """
        confinement, words = map(self._full, (self.program.confinement, self.program.words))
        if self.carried is not None:
            confinement.append(str(stdout + 1 + self.handed_on.index(self.carried)))
        return [*self.sandbox, *confinement, self._setup(stdout), *words]

    @property
    def handed_on(self) -> list[int]:
        """Return the descriptors that the command inherits after that for what it prints."""
        given = (self.filter, self.carried)
        return [*(each for each in given if each is not None), *self.beside]

    def _setup(self, stdout: int) -> str:
        setup = {"stdout": stdout, "work": self.work, **self.terms._asdict()}
        del setup["cpus"]  # taken on before
        return json.dumps(setup, separators=(",", ":"))

    def _full(self, words: Words) -> list[str]:
        return [word if isinstance(word, str) else self.path(word) for word in words]

    def environment(self) -> dict[str, str]:
        return {
            "PATH": "/usr/bin:/bin",
            "HOME": self.work,
            "TMPDIR": self.work,
            "LANG": "C.UTF-8",
            **dict(self.program.environment),
        }


def under_bubblewrap(
    command: Callable[[bubblewrap.View], Sequence[str]],
    program: Program,
    terms: Terms,
    scratch_bytes: int,
    stack: ExitStack,
) -> Launch:
    """Prepare a start in a bubblewrap sandbox; nothing of it touches this machine's files.

    `command` builds the sandbox for a view; what has to live until the start goes on the stack.
    """
    filtered = bool(seccomp_filter().program)
    inside = PurePosixPath(INSIDE)
    in_place = [(path, PurePosixPath(path)) for path in program.in_place]
    below = [(shown.source, inside / shown.place) for shown in program.shown]
    first = FIRST_INHERITED + 2 + filtered + bool(program.carried)
    view = bubblewrap.View(
        shown=(*in_place, *below),
        data=((FIRST_INHERITED, inside / FOLDER / program.name),),
        copied=tuple(
            (first + number, inside / FOLDER / name)
            for number, (name, _) in enumerate(program.beside)
        ),
        hidden=tuple(inside / folder for folder in program.hidden),
        scratch_bytes=scratch_bytes,
        filter=_FILTER_PLACE if filtered else None,
    )
    work = str(bubblewrap.SCRATCH)
    source = in_memory(program.source, stack)
    loaded = in_memory(seccomp_filter().program, stack) if filtered else None
    beside = tuple(in_memory(content, stack) for _, content in program.beside)
    sandbox, carried = tuple(command(view)), _carried(program, stack)
    return Launch(
        sandbox, inside, work, program, terms, source, None, loaded, carried, beside=beside
    )


def under_limits(program: Program, terms: Terms, stack: ExitStack) -> Launch:
    """Prepare a start without bubblewrap, in a folder of its own that the supervisor is to make.

    Nothing can be hidden here. What another user cannot reach is copied where it is small.
    """
    copied: list[tuple[str, str]] = []
    linked: list[tuple[str, str]] = []
    for shown in program.shown:
        stays = terms.user is None or not shown.small or reachable_by_anybody(shown.source)
        (linked if stays else copied).append((str(shown.place), str(shown.source)))
    plan = Plan(
        root=Path(tempfile.gettempdir()).resolve() / f"kata-{os.urandom(8).hex()}",
        file=str(FOLDER / program.name),
        links=tuple(linked),
        copies=tuple(copied),
        owner=terms.user,
        beside=tuple((str(FOLDER / name), len(content)) for name, content in program.beside),
    )
    whole = b"".join((*(content for _, content in program.beside), program.source))
    source = in_memory(whole, stack)
    root, carried = PurePosixPath(plan.root), _carried(program, stack)
    return Launch((), root, str(plan.work), program, terms, source, scratch=plan, carried=carried)


def _carried(program: Program, stack: ExitStack) -> int | None:
    return in_memory(program.carried, stack) if program.carried else None


def belongs_to_nobody_else(user: int | None) -> bool:
    """Tell whether a user was made up for one sandbox, so that all that is its may be ended."""
    return user in _FRESH_USERS


def fresh_user() -> int | None:
    """Return the number of a user that nothing belongs to, or `nobody`.

    None where neither is there, or where this process may not become and end another user.
    """
    if not may_handle_other_users():
        return None
    with suppress(OSError, ValueError):
        lines = Path("/proc/self/uid_map").read_text(encoding="ascii").splitlines()
        ranges = [tuple(map(int, line.split())) for line in lines]
        for user in (random.choice(_FRESH_USERS), _NOBODY):
            if any(first <= user < first + count for first, _, count in ranges):
                return user
    return None


def limits_inside(
    limits: Limits, user: int | None, cpu_s: float, address_space_factor: int | None
) -> dict[str, int]:
    """Return the resource limits that the confinement takes on where it becomes `user`.

    The kernel's own limits are the last line: memory and processes are watched from outside, by
    the size that is really in use and by the whole tree. So the address space may be far larger
    than the memory, without any limit for a language whose runtime reserves it freely, and
    processes get some to spare. The kernel counts those of a user, not of a tree: a user that
    was not made up for one sandbox has others already, and may have more of ours side by side,
    none of which may be held against this one.
    """
    processes = limits.processes + _SPARE_PROCESSES
    if not belongs_to_nobody_else(user):
        beside = _threads_of(os.geteuid() if user is None else user)
        processes = beside + _SIDE_BY_SIDE * processes
    wanted = {
        "RLIMIT_CORE": 0,
        "RLIMIT_CPU": int(cpu_s) + 1,
        "RLIMIT_FSIZE": limits.scratch_bytes,
        "RLIMIT_NOFILE": limits.open_files,
        "RLIMIT_NPROC": processes,
    }
    if address_space_factor is not None:
        wanted["RLIMIT_AS"] = limits.memory_bytes * address_space_factor
    return {name: _within_our_own(name, value) for name, value in wanted.items()}


def _within_our_own(name: str, value: int) -> int:
    highest = resource.getrlimit(getattr(resource, name))[1]
    return value if highest == resource.RLIM_INFINITY else min(value, highest)


def _threads_of(user: int) -> int:
    total = 0
    for pid in process_tree.all_pids():
        with suppress(OSError):
            tasks = os.stat(f"/proc/{pid}/task")  # noqa: PTH116  # a machine has many processes
            if tasks.st_uid == user:
                total += tasks.st_nlink - 2  # a folder for each, beside its own two names
    return total


def reachable_by_anybody(path: Path) -> bool:
    """Tell whether a user without any rights can read `path` and walk there."""
    with suppress(OSError):
        if not path.stat().st_mode & 0o004:
            return False
        return all(folder.stat().st_mode & 0o001 for folder in path.resolve().parents)
    return False
