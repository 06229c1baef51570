"""Let pytest run the cases of a kata: `pytest my_solution.py --kata NAME`.

Every pytest run in an environment that has the distribution loads this module. So it only declares
options; all else is loaded once a kata is asked for, and without that nothing changes. It is no
part of a package, as `python -m pytest` looks for packages in the folder that it is started in
first: there may be a `graders` of somebody else's.
"""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

import pytest

TYPE_CHECKING = False  # as in `typing`
if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

_ISOLATIONS = "auto, bwrap, limits or plain"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer `--kata` and what goes with it, on the command line and in the configuration file."""
    group = parser.getgroup("kata", "the cases of a kata (connect-four-kata)")
    group.addoption(
        "--kata",
        metavar="NAME",
        help="grade the files and folders named on the command line, and those that the ini option "
        "kata_files matches, by this kata: each case is an item, run in a sandbox; the files are "
        "never imported",
    )
    group.addoption(
        "--kata-suite",
        action="append",
        metavar="PATH",
        help="a suite file, or a shipped suite by name, in place of all that count; may be "
        "repeated (ini: kata_suites)",
    )
    group.addoption(
        "--kata-cap",
        metavar="S",
        help="seconds of wall time a call, instead of each suite's own (ini: kata_cap)",
    )
    group.addoption(
        "--kata-isolation", metavar="LEVEL", help=f"{_ISOLATIONS} (ini: kata_isolation)"
    )
    group.addoption(
        "--kata-entry",
        metavar="FILE",
        help="the file of a folder that is called; by default solution.*, or else the one that "
        "defines what is asked",
    )
    group.addoption(
        "--kata-stretch",
        action="store_true",
        help="also the stretch suites, which are harder (ini: kata_stretch)",
    )
    group.addoption(
        "--kata-variants",
        action="store_true",
        help="also each position mirrored and colour-swapped (ini: kata_variants)",
    )
    parser.addini("kata", "the kata to grade by, as --kata does", default="")
    parser.addini("kata_files", "globs of files to grade, relative to rootdir", "args", default=[])
    parser.addini("kata_suites", "suites of the kata, by path or name", "args", default=[])
    parser.addini("kata_cap", "seconds of wall time a call", default="")
    parser.addini("kata_isolation", _ISOLATIONS, default="")
    parser.addini("kata_stretch", "also the stretch suites", "bool", default=False)
    parser.addini("kata_variants", "also variants of each position", "bool", default=False)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None]:
    """Refuse a submission that pytest would take for its own, and import before all else."""
    options = early_config.known_args_namespace
    named = [Path(argument.partition("::")[0]) for argument in options.file_or_dir]
    of_folder = not early_config.getini("kata_files")
    if options.kata is not None and any(
        path.name == "conftest.py"
        or (of_folder and any((*path.glob("conftest.py"), *path.glob("test*/conftest.py"))))
        for path in named
    ):
        raise pytest.UsageError(
            "kata: pytest imports every conftest.py; save yours as another name"
        )
    return (yield)


def pytest_configure(config: pytest.Config) -> None:
    """Load the rest where a kata is asked for."""
    if config.getoption("kata") is None and not config.getini("kata") and not _in_vain(config):
        return
    folders = [config.rootpath, config.invocation_params.dir]
    folders += [Path(argument.partition("::")[0]).absolute().parent for argument in config.args]
    with _imports_from_elsewhere(folders):
        from graders.pytest_plugin.collection import register  # noqa: PLC0415  # not from those

        register(config)


def _in_vain(config: pytest.Config) -> bool:
    """Tell whether an option was given that says nothing without a kata."""
    names = ("suite", "cap", "isolation", "entry", "stretch", "variants")
    return any(config.getoption(f"kata_{name}") for name in names)


@contextlib.contextmanager
def _imports_from_elsewhere(folders: Iterable[Path]) -> Generator[None]:
    """Import nothing of `folders` meanwhile: a submission may have the name of a module of ours.

    Where we live in one of them, as in a clone, it comes last: what others installed goes before
    the files in it, and our packages go before modules of their names.
    """
    home = _home()
    avoided = {folder.resolve() for folder in folders}
    before = sys.path[:]
    sys.path[:] = [entry for entry in before if Path(entry).resolve() not in avoided]
    if home in avoided:
        sys.path.append(str(home))
    try:
        yield
    finally:
        sys.path[:] = before


def _home() -> Path:
    """Return the folder that our packages are in: a wheel has this file beside them."""
    here = Path(__file__).resolve().parent
    in_a_clone = here.parts[-3:] == ("graders", "pytest_plugin", "entry")
    return here.parents[2] if in_a_clone else here
