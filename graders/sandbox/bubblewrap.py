"""Build the bubblewrap command: what a submission may see, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

INSIDE = Path("/kata")
SCRATCH = INSIDE / "scratch"
_SHARED_MEMORY_BYTES = 1 << 20
_LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/lib32", "/usr/local/lib")


@dataclass(frozen=True)
class View:
    """Hold what a sandbox shows, read-only: files and folders from here, by their place inside.

    `data` are files that exist only inside, filled from open descriptors; `hidden` are folders
    inside that are shown empty.
    """

    shown: tuple[tuple[Path, PurePosixPath], ...]
    data: tuple[tuple[int, PurePosixPath], ...] = ()
    hidden: tuple[PurePosixPath, ...] = ()
    scratch_bytes: int = 64 << 20


def command(program: Path, view: View, *, as_root: bool) -> list[str]:
    """Return the command that runs what is appended to it inside the view.

    `as_root` keeps the user of this process, who then has to become somebody else inside;
    otherwise everything runs in a user namespace of its own.
    """
    namespaces = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"]
    words = [str(program)]
    words += [*namespaces, "--unshare-cgroup-try"] if as_root else ["--unshare-all"]
    words += ["--die-with-parent", "--new-session", "--hostname", "kata", "--cap-drop", "ALL"]
    if as_root:
        words += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    shown = [(source, inside) for source, inside in view.shown if not _under_library(inside)]
    places = [inside for _, inside in (*shown, *view.data)]
    for folder in _folders([*places, *map(PurePosixPath, _LIBRARIES)]):
        words += ["--perms", "0755", "--dir", str(folder)]
    for library in _LIBRARIES:
        words += _library(Path(library))
    for source, inside in shown:
        words += ["--ro-bind", str(source), str(inside)]
    for hidden in view.hidden:
        words += ["--tmpfs", str(hidden), "--remount-ro", str(hidden)]
    for descriptor, inside in view.data:
        words += ["--perms", "0444", "--ro-bind-data", str(descriptor), str(inside)]
    words += ["--proc", "/proc", "--dev", "/dev"]
    words += ["--perms", "1777", "--size", str(_SHARED_MEMORY_BYTES), "--tmpfs", "/dev/shm"]
    words += ["--perms", "0777", "--size", str(view.scratch_bytes), "--tmpfs", str(SCRATCH)]
    return [*words, "--remount-ro", "/dev", "--remount-ro", "/"]


def _folders(places: Sequence[PurePosixPath]) -> list[PurePosixPath]:
    """Return the folders above some places, outermost first; all may walk through them."""
    ends = [*places, PurePosixPath(SCRATCH)]
    wanted = {folder for place in ends for folder in place.parents}
    return sorted(wanted - {PurePosixPath("/")})


def _under_library(path: PurePosixPath) -> bool:
    return any(PurePosixPath(library) in path.parents for library in _LIBRARIES)


def _library(path: Path) -> list[str]:
    if path.is_symlink():
        return ["--symlink", str(path.readlink()), str(path)]
    return ["--ro-bind", str(path), str(path)] if path.is_dir() else []
