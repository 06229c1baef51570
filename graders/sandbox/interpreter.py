"""Find the files of this interpreter, which starts the confinement in every sandbox."""

from __future__ import annotations

import sys
import sysconfig
from functools import cache
from pathlib import Path

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
