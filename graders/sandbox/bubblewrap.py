"""Build the bubblewrap command: what a submission may see, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import NamedTuple

INSIDE = Path("/kata")
SCRATCH = INSIDE / "scratch"
_SHARED_MEMORY_BYTES = 64 << 20
LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/lib32", "/usr/local/lib")
GUARDS = ("--die-with-parent", "--new-session")
"""End it with its parent, in a session of its own.

A bubblewrap that is ended while it makes its child leaves that waiting for ever. Where no keeper
stands behind it to end both, it is started without these, and ended as a group.
"""


class View(NamedTuple):
    """Hold what a sandbox shows, read-only: files and folders from here, by their place inside.

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
    """Hold what bubblewrap can be asked for on a machine.

    `as_root` keeps the user of this process, who then has to become somebody else inside;
    otherwise everything runs in a user namespace of its own. With `sealed` no further one can be
    made in it; with `filtered` it loads the view's system-call filter.
    """

    as_root: bool = False
    sealed: bool = True
    filtered: bool = True


def command(program: Path, view: View, kind: Kind) -> list[str]:
    """Return the command that runs what is appended to it inside the view."""
    return list(_command(program, view, kind))


@lru_cache(maxsize=16)
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
