"""Find third-party packages: those that are allowed, and where a missing one is to be had.

What is allowed comes from an environment of the interviewer's, never from the one that the grader
runs in, and of that environment nothing is shown but what is named and what that declares to need.
A package that a submission missed is looked for, and none of it imported, in the environments that
whoever grades is likely to mean: the one that is activated, that of the `python3` in the PATH, and
the grader's own, of which nobody is shown anything.
"""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import site
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.metadata import Distribution
from pathlib import Path, PurePosixPath

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name

from graders.channel.budget import PLACE, Allowed
from graders.model.provenance import PackageUsed
from graders.model.raised import Offer
from graders.model.text import on_one_line
from graders.model.usage_error import UsageError
from graders.sandbox.interface import ReadOnlyPath

_OURS = ("graders", "kata", "positions", "solutions")
_MAKE_ONE = "python3 -m venv ENV && ENV/bin/pip install NAME, then --allow NAME --allow-from ENV"
_NOTHING_TO_IMPORT = (".dist-info", ".egg-info", ".pth", ".data")


def find_distributions(names: Sequence[str], environment: Path) -> tuple[Allowed, ...]:
    """Return the distributions that are named, by themselves or by a package, and what they need.

    `environment` is a virtual environment, or a folder that packages are installed in. Raises
    `UsageError` where it is none, or the grader's own, or lacks something.
    """
    folder = _folder_of(environment)
    if folder in _own_folders():
        raise UsageError(
            f"{_shown(environment)} is the grader's own environment; packages come from one of "
            f"yours: {_MAKE_ONE}"
        )
    search = _Search(environment, folder)
    for name in names:
        search.take(search.named(name))
    theirs = [_files(found, folder) for name, found in search.there.items() if name not in search]
    foreign = {file for files in theirs for file in files}
    return tuple(
        Allowed(PackageUsed(found.name, found.version), tuple(_places(found, folder, foreign)))
        for found in search.taken.values()
    )


def has(name: str, environment: Path) -> bool:
    """Tell whether `find` would return a package from an environment, with all that it needs."""
    try:
        folder = _folder_of(environment)
        search = _Search(environment, folder)
        search.take(search.named(name))
        return all(any(_places(each, folder, set())) for each in search.taken.values())
    except UsageError:
        return False


def is_own(environment: Path) -> bool:
    """Tell whether that is the grader's own environment, which nothing is shown of."""
    return _folder_of(environment) in _own_folders()


def find_wanted(names: Sequence[str], environment: Path | None) -> tuple[Allowed, ...]:
    """Return what `find` does; raise `UsageError` where names or environment are missing."""
    if environment is None and names:
        raise UsageError(
            f"{on_one_line(names[0])} has to come from an environment of yours, never from the "
            f"grader's own: {_MAKE_ONE}"
        )
    if environment is None:
        return ()
    if not names:
        raise UsageError(f"nothing is allowed from {_shown(environment)}: add --allow NAME")
    return find_distributions(names, environment)


class _Search:
    """What an environment has, and what has been taken of it so far."""

    def __init__(self, environment: Path, folder: Path) -> None:
        self._environment = environment
        found = importlib.metadata.distributions(path=[str(folder)])
        self.there = {_name(each): each for each in found}
        self.taken: dict[str, Distribution] = {}
        self._seen: set[tuple[str, frozenset[str]]] = set()

    def __contains__(self, name: str) -> bool:
        return name in self.taken

    def named(self, name: str) -> Distribution:
        by_name = self.there.get(canonicalize_name(name))
        if by_name is not None:
            return by_name
        holding = [found for found in self.there.values() if name in _tops(found)]
        if len(holding) == 1:
            return holding[0]
        if holding:
            choice = " or ".join(f"--allow {on_one_line(found.name)}" for found in holding)
            raise UsageError(f"several packages hold {on_one_line(name)}: choose with {choice}")
        raise UsageError(f"there is no {on_one_line(name)} in {self._install()}")

    def take(self, found: Distribution, extras: frozenset[str] = frozenset()) -> None:
        name = _name(found)
        if (name, extras) in self._seen:
            return
        self._seen.add((name, extras))
        if set(_tops(found)) & set(_OURS):
            raise UsageError(
                f"{on_one_line(found.name)} is the grader itself: nobody may import it"
            )
        self.taken[name] = found
        for needed in _needs(found, extras):
            other = self.there.get(canonicalize_name(needed.name))
            if other is None:
                needs = f"{on_one_line(found.name)} needs {on_one_line(needed.name)}"
                raise UsageError(f"{needs}, which is not in {self._install()}")
            self.take(other, frozenset(needed.extras))

    def _install(self) -> str:
        return f"{_shown(self._environment)}: install it there"


def _folder_of(environment: Path) -> Path:
    if (environment / "pyvenv.cfg").is_file():
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        folder = environment / "lib" / version / "site-packages"
        if folder.is_dir():
            return folder.resolve()
        raise UsageError(
            f"{_shown(environment)} is for another Python; submissions run with {version}: make "
            f"one with {_shown(Path(sys.executable).resolve())} -m venv ENV"
        )
    if environment.is_dir() and any(importlib.metadata.distributions(path=[str(environment)])):
        return environment.resolve()
    raise UsageError(
        f"{_shown(environment)} is not an environment with packages: name a virtual environment, "
        "or its site-packages folder"
    )


def _own_folders() -> set[Path]:
    named = (sysconfig.get_path("purelib"), sysconfig.get_path("platlib"))
    folders = [*filter(None, sys.path), *named]
    return {Path(folder).resolve() for folder in folders}


def _needs(found: Distribution, extras: frozenset[str]) -> Iterator[Requirement]:
    for line in found.requires or ():
        try:
            needed = Requirement(line)
        except InvalidRequirement:
            continue
        marker = needed.marker
        if marker is None or any(marker.evaluate({"extra": e}) for e in ("", *extras)):
            yield needed


def _name(found: Distribution) -> str:
    return canonicalize_name(found.name)


def _tops(found: Distribution) -> Iterable[str]:
    """Return the names by which the packages of a distribution are imported."""
    said = (found.read_text("top_level.txt") or "").split()
    files = [file.parts for file in found.files or () if ".." not in file.parts]
    first = (parts[0] for parts in files if not parts[0].endswith(_NOTHING_TO_IMPORT))
    return dict.fromkeys([*said, *(name.partition(".")[0] for name in first)])


def _files(found: Distribution, folder: Path) -> set[PurePosixPath]:
    """Return the files of a distribution, relative to the folder; scripts outside do not count."""
    if found.files is not None:
        listed = [PurePosixPath(file) for file in found.files]
        return {file for file in listed if file.parts and ".." not in file.parts}
    names = (found.read_text("top_level.txt") or "").split()
    return {
        PurePosixPath(each.relative_to(folder))
        for name in names
        for pattern in (name, f"{name}.py", f"{name}.*.so")
        for each in folder.glob(pattern)
    }


def _places(
    found: Distribution, folder: Path, foreign: set[PurePosixPath]
) -> Iterator[ReadOnlyPath]:
    """Yield the files and folders to show: whole folders, but for those shared with others."""
    own = {file for file in _files(found, folder) if "__pycache__" not in file.parts}
    if not any(not file.parts[0].endswith(_NOTHING_TO_IMPORT) for file in own):
        raise UsageError(
            f"{on_one_line(found.name)} has no files to import in {_shown(folder)}: install it "
            "there, and not as a link to where it is developed (pip install -e)"
        )
    shared = {parent for file in foreign for parent in file.parents}
    places: dict[PurePosixPath, None] = {}
    for file in sorted(own):
        folders = [parent for parent in reversed(file.parents) if parent.parts]
        places[next((each for each in folders if each not in shared), file)] = None
    for place in places:
        if (folder / place).exists():
            yield ReadOnlyPath(folder / place, PLACE / place, small=False)


def _shown(path: Path) -> str:
    return on_one_line(str(path))


_ACTIVATED = ("VIRTUAL_ENV", "CONDA_PREFIX")
_VERSION = f"python{sys.version_info.major}.{sys.version_info.minor}"
_OWN = ("graders", "kata", "positions", "solutions", "submission")


def offer_of(name: str, allowed_from: Path | None) -> Offer | None:
    """Return where a package is to be had; None for what is none, such as a part of one.

    `allowed_from` is the environment that packages already come from: all have to.
    """
    if not name.isidentifier() or name in _OWN or name in sys.stdlib_module_names:
        return None
    if allowed_from is not None:
        return _offer_from(name, allowed_from)
    return _offer(name, tuple(os.environ.get(each, "") for each in (*_ACTIVATED, "PATH")))


@cache
def _offer_from(name: str, environment: Path) -> Offer:
    there = has(name, environment)
    return Offer(name, on_one_line(str(environment)), there)


@cache
def _offer(name: str, around: tuple[str, ...]) -> Offer:
    """Look for a package once; `around` are the variables that say where."""
    *activated, path = around
    own = {Path(sysconfig.get_path(kind)).resolve() for kind in ("purelib", "platlib")}
    for environment in dict.fromkeys((*_named(activated), *_of_python3(path))):
        if has(name, environment) and not is_own(environment):
            return Offer(name, on_one_line(str(environment)))
    return Offer(name, there=any(has(name, each) for each in own))


def _named(prefixes: list[str]) -> Iterator[Path]:
    for prefix in filter(None, prefixes):
        yield from _environments(Path(prefix))


def _of_python3(path: str) -> Iterator[Path]:
    """Yield where the `python3` in the PATH imports packages from, if it is of our version."""
    found = shutil.which("python3", path=path)
    if found is None:
        return
    prefix = Path(found).absolute().parent.parent
    yield from _environments(prefix)
    if Path(found).resolve().name == _VERSION:
        yield prefix / "local" / "lib" / _VERSION / "dist-packages"  # as Debian has it
        yield prefix / "lib" / "python3" / "dist-packages"
        yield Path(site.getusersitepackages())


def _environments(prefix: Path) -> Iterator[Path]:
    is_virtual = (prefix / "pyvenv.cfg").is_file()
    yield prefix if is_virtual else prefix / "lib" / _VERSION / "site-packages"
