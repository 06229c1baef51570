"""Find where a package is to be had that a submission missed, without importing any of it.

Looked at are the environments that whoever grades is likely to mean: the one that is activated,
that of the `python3` in the PATH, and the grader's own, of which nobody is shown anything.
"""

from __future__ import annotations

import os
import shutil
import site
import sys
import sysconfig
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from graders.channel import packages
from graders.model.outcome import Offer
from graders.model.text import on_one_line

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
    there = packages.has(name, environment)
    return Offer(name, on_one_line(str(environment)), there)


@cache
def _offer(name: str, around: tuple[str, ...]) -> Offer:
    """Look for a package once; `around` are the variables that say where."""
    *activated, path = around
    own = {Path(sysconfig.get_path(kind)).resolve() for kind in ("purelib", "platlib")}
    for environment in dict.fromkeys((*_named(activated), *_of_python3(path))):
        if packages.has(name, environment) and not packages.is_own(environment):
            return Offer(name, on_one_line(str(environment)))
    return Offer(name, there=any(packages.has(name, each) for each in own))


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
    """Yield a virtual environment as it is named, of any other its folder with packages."""
    is_virtual = (prefix / "pyvenv.cfg").is_file()
    yield prefix if is_virtual else prefix / "lib" / _VERSION / "site-packages"
