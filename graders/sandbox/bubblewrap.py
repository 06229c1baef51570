"""Word the bubblewrap command: what a submission may see, and nothing else."""

from __future__ import annotations

import sys
import sysconfig
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

INSIDE = Path("/kata")
SCRATCH = INSIDE / "scratch"
_SHARED_MEMORY_BYTES = 1 << 20
_SYSTEM_PREFIXES = (Path("/usr"), Path("/usr/local"))
_LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/lib32", "/usr/local/lib")
_STORES = ("/nix/store", "/gnu/store")


@dataclass(frozen=True)
class View:
    """Hold what a sandbox shows, read-only: files and folders from here, by their place inside.

    `data` are files that exist only inside, filled from open descriptors; `hidden` are folders
    inside that are shown empty.
    """

    shown: tuple[tuple[Path, Path], ...]
    data: tuple[tuple[int, Path], ...] = ()
    hidden: tuple[Path, ...] = ()
    scratch_bytes: int = 64 << 20


def interpreter() -> Path:
    """Return this interpreter's real file, outside any virtual environment."""
    return Path(sys.executable).resolve()


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
    files = _interpreter_files()
    places = [inside for _, inside in (*files, *view.shown, *view.data)]
    for folder in _folders([*places, *map(Path, _LIBRARIES)]):
        words += ["--perms", "0755", "--dir", str(folder)]
    for source, inside in files:
        words += ["--ro-bind", str(source), str(inside)]
    for library in _LIBRARIES:
        words += _library(Path(library))
    for hidden in _site_packages():
        words += ["--tmpfs", str(hidden), "--remount-ro", str(hidden)]
    for source, inside in view.shown:
        words += ["--ro-bind", str(source), str(inside)]
    for hidden in view.hidden:
        words += ["--tmpfs", str(hidden), "--remount-ro", str(hidden)]
    for descriptor, inside in view.data:
        words += ["--perms", "0444", "--ro-bind-data", str(descriptor), str(inside)]
    words += ["--proc", "/proc", "--dev", "/dev"]
    words += ["--perms", "1777", "--size", str(_SHARED_MEMORY_BYTES), "--tmpfs", "/dev/shm"]
    words += ["--perms", "0777", "--size", str(view.scratch_bytes), "--tmpfs", str(SCRATCH)]
    return [*words, "--remount-ro", "/dev", "--remount-ro", "/"]


def _folders(places: Sequence[Path]) -> list[Path]:
    """Return the folders above some places, outermost first; all may walk through them."""
    wanted = {folder for place in [*places, SCRATCH] for folder in place.parents}
    return sorted(wanted - {Path("/")})


def _interpreter_files() -> Sequence[tuple[Path, Path]]:
    prefix = Path(sys.base_prefix).resolve()
    if prefix not in _SYSTEM_PREFIXES:
        stores = [Path(store) for store in _STORES if Path(store) in prefix.parents]
        return [(path, path) for path in (stores or [prefix])]
    paths = {
        interpreter(),
        Path(sysconfig.get_path("stdlib")),
        Path(sysconfig.get_path("platstdlib")),
    }
    return [(path, path) for path in sorted(paths) if not _under_library(path)]


def _under_library(path: Path) -> bool:
    return any(Path(library) in path.parents for library in _LIBRARIES)


def _library(path: Path) -> list[str]:
    if path.is_symlink():
        return ["--symlink", str(path.readlink()), str(path)]
    return ["--ro-bind", str(path), str(path)] if path.is_dir() else []


def _site_packages() -> list[Path]:
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    prefix = Path(sys.base_prefix).resolve()
    places = [
        prefix / "lib" / version / "site-packages",
        prefix / "lib64" / version / "site-packages",
        Path("/usr/lib/python3/dist-packages"),
        Path("/usr/local/lib") / version / "dist-packages",
        Path("/usr/local/lib") / version / "site-packages",
    ]
    return [place for place in dict.fromkeys(places) if place.is_dir()]
