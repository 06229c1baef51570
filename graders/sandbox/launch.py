"""Prepare what a sandbox starts: the words of the command, the files, the user, the limits."""

from __future__ import annotations

import os
import random
import resource
import sys
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

from graders import runners
from graders.model.limits import Limits
from graders.sandbox import bubblewrap, process_tree
from graders.sandbox.scratch import Scratch
from kata import board

_NOBODY = 65534
_FRESH_USERS = range(1_000_000, 2_000_000)
_NEVER_SHOWN = ("graders", "positions", "solutions")
_ADDRESS_SPACE_FACTOR = 32
_SPARE_PROCESSES = 16
_START = (
    "import sys; sys.path.insert(0, {0!r}); from runners.python import runner; "
    "del sys.path[0]; runner.main()"
)
_HERE = Path(runners.__file__).resolve().parent.parent


@dataclass(frozen=True)
class Launch:
    """Hold a command to start, the descriptors it inherits, and the places as it sees them."""

    words: tuple[str, ...]
    inherited: tuple[int, ...]
    file: str
    library: str
    work: str
    site: tuple[str, ...]
    scratch: Scratch | None = None

    def environment(self) -> dict[str, str]:
        """Return the whole environment, the same for every submission."""
        return {
            "PATH": "/usr/bin:/bin",
            "HOME": self.work,
            "TMPDIR": self.work,
            "LANG": "C.UTF-8",
            "PYTHONHASHSEED": "0",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONUTF8": "1",
        }


@dataclass(frozen=True)
class Shown:
    """Hold what a submission gets to see: its file (name, source), packages, room to write."""

    file: tuple[str, bytes]
    site_packages: bool
    scratch_bytes: int


def under_bubblewrap(
    command: Callable[[bubblewrap.View], list[str]], see: Shown, stack: ExitStack
) -> Launch:
    """Prepare a start in a bubblewrap sandbox; nothing of it touches this machine's files.

    `command` words the sandbox for a view; what has to live until the start goes on the stack.
    """
    inside = bubblewrap.INSIDE
    name, source = see.file
    data = os.memfd_create("submission")
    stack.callback(os.close, data)
    os.write(data, source)
    os.lseek(data, 0, os.SEEK_SET)
    shown = [(kata_package(), inside / "library" / "kata"), (_HERE / "runners", inside / "runners")]
    site = _site_folders() if see.site_packages else []
    places = [inside / f"site{number}" for number, _ in enumerate(site)]
    shown += zip(site, places, strict=True)
    hidden = [
        place / own
        for folder, place in zip(site, places, strict=True)
        for own in _NEVER_SHOWN
        if (folder / own).is_dir()
    ]
    path = inside / "file" / name
    view = bubblewrap.View(tuple(shown), ((data, path),), tuple(hidden), see.scratch_bytes)
    return Launch(
        words=(*command(view), *_python(inside)),
        inherited=(data,),
        file=str(path),
        library=str(inside / "library"),
        work=str(bubblewrap.SCRATCH),
        site=tuple(map(str, places)),
    )


def under_limits(see: Shown, owner: int | None, stack: ExitStack) -> Launch:
    """Prepare a start without bubblewrap, in a folder of its own that goes with the stack."""
    scratch = stack.enter_context(Scratch(*see.file, owner))
    library = scratch.root / "library"
    library.mkdir()
    (library / "kata").symlink_to(kata_package())
    return Launch(
        words=tuple(_python(_HERE)),
        inherited=(),
        file=str(scratch.file),
        library=str(library),
        work=str(scratch.work),
        site=tuple(map(str, _site_folders())) if see.site_packages else (),
        scratch=scratch,
    )


def kata_package() -> Path:
    """Return the folder of the package that candidates may import."""
    return Path(board.__file__).resolve().parent


def _python(runners_in: Path) -> list[str]:
    flags = ["-s", "-S", "-P", "-B"]
    return [str(bubblewrap.interpreter()), *flags, "-c", _START.format(str(runners_in))]


def _site_folders() -> list[Path]:
    folders = [Path(folder).resolve() for folder in sys.path if folder]
    named = [folder for folder in folders if folder.name in ("site-packages", "dist-packages")]
    return [folder for folder in dict.fromkeys(named) if folder.is_dir()]


def fresh_user() -> int | None:
    """Return the number of a user that nothing belongs to, `nobody`, or None where neither is."""
    with suppress(OSError, ValueError):
        lines = Path("/proc/self/uid_map").read_text(encoding="ascii").splitlines()
        ranges = [tuple(map(int, line.split())) for line in lines]
        for user in (random.choice(_FRESH_USERS), _NOBODY):
            if any(first <= user < first + count for first, _, count in ranges):
                return user
    return None


def limits_inside(limits: Limits, own_user: bool, cpu_s: float) -> dict[str, int]:
    """Return the resource limits that a runner takes on before it loads anything.

    The kernel's own limits are the second line: memory and processes are watched from outside,
    by the size that is really in use and by the whole tree. So the address space may be far
    larger than the memory, and processes get some to spare; without a user of its own, the
    processes that the user has already do not count.
    """
    processes = limits.processes + _SPARE_PROCESSES
    if not own_user:
        processes += _threads_of_this_user()
    wanted = {
        "RLIMIT_AS": limits.memory_bytes * _ADDRESS_SPACE_FACTOR,
        "RLIMIT_CORE": 0,
        "RLIMIT_CPU": int(cpu_s) + 1,
        "RLIMIT_FSIZE": limits.scratch_bytes,
        "RLIMIT_NOFILE": limits.open_files,
        "RLIMIT_NPROC": processes,
    }
    return {name: _within_our_own(name, value) for name, value in wanted.items()}


def _within_our_own(name: str, value: int) -> int:
    highest = resource.getrlimit(getattr(resource, name))[1]
    return value if highest == resource.RLIM_INFINITY else min(value, highest)


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
