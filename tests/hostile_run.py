"""Take one hostile program the way that `kata grade` takes a file, and look what it leaves."""

from __future__ import annotations

import contextlib
import ctypes
import importlib
import os
import pkgutil
import signal
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from msgspec.structs import replace

from graders import channel, grade_file, grading, katas, sandbox
from graders.channel import budget
from graders.channel.languages import UnavailableError, check_runs_here
from graders.grading import attempts, source_reading
from graders.katas import all_katas, kata_named
from graders.model.limits import MIB, Limits
from graders.model.scorecard import Scorecard
from graders.model.suite import Suite
from graders.sandbox import cgroup, confined, leases, supervisor_client
from graders.sandbox.isolation import (
    CONTAINING,
    Isolation,
    IsolationUnavailableError,
    choose_isolation,
)
from graders.sandbox.landlock import version_here, walls_of
from graders.sandbox.machine import usable_cores
from graders.sandbox.seccomp import seccomp_filter
from graders.suites import load_suite
from tests import processes
from tests.hostile_corpus import CORPUS, Program, is_root

MARK = "kata-hostile"
"""What every file that a program leaves somewhere has in its name."""
SUITES = {
    "best_move": load_suite(CORPUS / "hostile.yaml"),
    "operations": load_suite(CORPUS / "hostile_operations.yaml"),
    "connect4": load_suite(CORPUS / "hostile_connect4.yaml"),
}
LEFT_IN = ("/", "/tmp", "/var/tmp", "/dev/shm", "/run", "/usr", "/etc")
MOST_SUPERVISORS = 3
"""A run may have one sandbox in use, the next getting ready, and one more begun beside it."""
CAPS_TO_WAIT = 20.0
"""For how many caps a program may wait for a core; on a busy machine the usual four are soon gone,
and then it is not its own reason that a result gives."""
SLACK_S = 5.0
"""How much longer than its caps a run may take before it counts as hanging."""

_PR_SET_CHILD_SUBREAPER = 36


def levels_here() -> tuple[Isolation, ...]:
    """Return the levels that work here and contain anything, the strongest first."""
    found = []
    for wanted in CONTAINING:
        with contextlib.suppress(IsolationUnavailableError):
            found.append(choose_isolation(wanted))
    return tuple(found)


def mechanisms_here(isolation: Isolation) -> frozenset[str]:
    """Return the mechanisms that this machine has; bubblewrap stands in for Landlock's walls."""
    found = set()
    if seccomp_filter().program:
        found.add("filter")
    walls = walls_of(version_here())
    if isolation is Isolation.BWRAP or (walls.files and walls.tcp and walls.signals):
        found.add("landlock")
    return frozenset(found)


def is_promised(program: Program, isolation: Isolation) -> bool:
    """Tell whether verdict and reason are promised at this level, by this user, on this machine."""
    holds = program.holds_at(isolation, is_root()) and program.needs <= mechanisms_here(isolation)
    return holds and runs_here(program.suffix)


@cache
def runs_here(suffix: str) -> bool:
    """Tell whether this machine has what runs a language; all of them have Python."""
    try:
        check_runs_here(Path(f"any{suffix}"))
    except UnavailableError:
        return False
    return True


def run(program: Program, path: Path, isolation: Isolation, kata: str | None = None) -> Scorecard:
    """Grade the program, which lies at `path`, and return the scorecard.

    Where no `kata` is said, it is found out from the file, as `kata grade` does.
    """
    return grade_file(
        path,
        kata=kata,
        suites={kata: [_asked(program, suite)] for kata, suite in SUITES.items()},
        cap_s=program.cap_s,
        isolation=isolation,
        limits=_limits(program),
        rerun=program.reruns,
        explain=False,
        probes=False,
    )


def longest_s(program: Program) -> float:
    """Return the seconds after which a run of this program counts as hanging."""
    limits = _limits(program)
    caps = [program.cap_s or SUITES["best_move"].cases[0].cap_s for _ in program.cases]
    counted_s = sum(caps) + (len(caps) + 1) * limits.import_s
    runs = 1 + attempts.MOST_RERUNS if program.reruns else 1
    return runs * (1 + budget.PATIENCE) * counted_s + leases.LONGEST_WAIT_S + SLACK_S


def _limits(program: Program) -> Limits:
    limits = Limits()
    if program.memory_mib is not None:
        limits = limits._replace(memory_bytes=program.memory_mib * MIB)
    if program.import_s is not None:
        limits = limits._replace(import_s=program.import_s)
    return limits


def _asked(program: Program, suite: Suite) -> Suite:
    """Return the suite with what the program is to be asked, the same case twice if need be."""
    by_name = {case.id.rpartition("/")[2]: case for case in suite.cases}
    asked = [by_name.get(name, suite.cases[0]) for name in program.cases]
    return replace(suite, cases=tuple(asked), sha256=None)


@dataclass(frozen=True)
class Traces:
    """Hold what a run may not change: our descriptors, files, descendants, groups and modules."""

    descriptors: frozenset[tuple[int, str]]
    files: frozenset[str]
    processes: frozenset[int]
    groups: frozenset[str]
    modules: Mapping[str, Mapping[str, int]]


def traces(folder: Path, modules: tuple[str, ...]) -> Traces:
    """Look at this process and its surroundings now; supervisors wait then, as they do afterwards.

    So do what reads sources in a batch, which would otherwise be started for each program anew.
    """
    supervisor_client.prepare(MOST_SUPERVISORS)
    return Traces(
        frozenset(_descriptors()),
        frozenset(_files(folder)),
        frozenset(processes.below_me()),
        frozenset(_groups()),
        {module: _bindings(module) for module in modules},
    )


def start_readers() -> frozenset[int]:
    """Start what reads the sources of each kata, where it does not wait; return all that waits."""
    for kata in all_katas():
        if kata_named(kata).code_type() is not None:
            reader = confined.confined(source_reading.work_for(kata))
            if reader.pid is None:
                reader.warm(usable_cores())
    return frozenset(confined.pids())


def close_where_lost(readers: frozenset[int]) -> None:
    """Close what reads sources where one was lost: another has descriptors of its own."""
    if confined.pids() != readers:
        confined.close_all()


@cache
def watched_modules() -> tuple[str, ...]:
    """Return the loaded modules whose contents no submission may change.

    Those of the rooms that a run goes through are all loaded: it loads some in its middle, which
    binds them above.
    """
    for room in (katas, channel, sandbox, grading):
        for found in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            importlib.import_module(found.name)
    ours = ("graders", "kata", "solutions")
    names = [name for name in sys.modules if name.partition(".")[0] in ours]
    return (*names, "builtins", "json", "json.encoder", "json.decoder", "os", "sys", "time")


@contextlib.contextmanager
def as_subreaper() -> Iterator[None]:
    """Adopt every orphan among our descendants, so that none can hide by losing its parent."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    try:
        yield
    finally:
        libc.prctl(_PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)


@contextlib.contextmanager
def patient() -> Iterator[None]:
    """Let each program wait longer for a core than a grader usually does."""
    before, budget.PATIENCE = budget.PATIENCE, CAPS_TO_WAIT
    try:
        yield
    finally:
        budget.PATIENCE = before


@contextlib.contextmanager
def own_temporary_folder() -> Iterator[None]:
    """Let scratch folders be made where nothing else is, so that one left behind is seen."""
    before = tempfile.tempdir
    with tempfile.TemporaryDirectory(prefix="kata-corpus-") as folder:
        Path(folder).chmod(0o755)
        tempfile.tempdir = folder
        try:
            yield
        finally:
            tempfile.tempdir = before


def survivors(before: frozenset[int]) -> set[int]:
    """Return the descendants that are new and stay alive; the killed get a moment to be gone.

    Whatever stays is killed here, so that one program's survivor does no harm to the next.
    """
    alive = processes.survivors(before)
    for number in alive:
        with contextlib.suppress(ProcessLookupError):
            os.kill(number, signal.SIGKILL)
    return alive


def _descriptors() -> Iterator[tuple[int, str]]:
    """Yield ours, without a place in the queue for cores, which the next wait takes up again."""
    for link in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError):  # the descriptor of this very listing is gone by then
            opened = str(link.readlink())
            if Path(opened) != Path(leases.FOLDER).parent:
                yield int(link.name), opened


_known_supervisors: set[int] = set()


def _groups() -> Iterator[str]:
    """Yield the control groups that supervisors of ours have left; those that wait have one."""
    waiting = supervisor_client.pids()
    _known_supervisors.update(waiting)
    for name in cgroup.names(cgroup.find_site()):
        if int(name.split("-")[1]) in _known_supervisors - waiting:
            yield name


def _files(folder: Path) -> Iterator[str]:
    yield from (str(path) for path in folder.rglob("*"))
    yield from map(str, Path(tempfile.gettempdir()).glob("*"))
    for place in {*map(Path, LEFT_IN), Path.home(), Path.cwd()}:
        with contextlib.suppress(OSError), os.scandir(place) as entries:
            yield from (entry.path for entry in entries if MARK in entry.name)


def _bindings(module: str) -> dict[str, int]:
    named = vars(sys.modules[module]).copy()
    named.pop("__warningregistry__", None)
    return dict(zip(named, map(id, named.values()), strict=True))
