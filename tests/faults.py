"""Put faults into the product, one at a time, and see which test of the first tier catches each.

    .venv/bin/python -m tests.faults [NAME ...] [--all] [--near] [--jobs N]

The faults are in `faults.yaml`. Each gets a scratch copy of the tracked files, with an environment
of its own in which only the copy is installed; the tests that lie nearest are run first, and the
first that fails ends it. One that fails without the fault, too, has caught nothing. With `--all`,
what the first tier lets through is put to all tests. With `--near` the nearest tests alone are run,
which takes seconds a fault and proves less. Exits with 1 where the first tier catches too few, and
with 2 where it fails without any fault, so that the run means nothing.
"""

from __future__ import annotations

import argparse
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
import venv
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import yaml
from tabulate import tabulate

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "tests" / "faults.yaml"
WANTED = 57
"""So many of sixty the first tier has to catch, and of more as large a share."""
OF = 60
QUICK = "not slow and not thorough and not alone"
ALL = "not slow"
LONGEST_S = 3600.0
"""A run that takes longer hangs: on a busy machine the whole of the first tier takes less."""
_NOTHING_RUN = 5
_LIST_TEST = "tests/test_faults.py"
"""What holds that each fault still fits would notice every one that was put in."""
_FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)
_ELSEWHERE = {
    "graders/runners/python": ("tests/runners/python", "tests/runners", "tests/channel"),
    "graders/runners/javascript": ("tests/runners/javascript", "tests/channel"),
    "graders/runners/command": ("tests/runners/command", "tests/channel"),
    "kata": ("tests/kata",),
}
"""Where the tests of a folder lie that is tested by talking to what it runs."""
_stopped = threading.Event()
_running: set[int] = set()
"""The leaders of the process groups in which tests run now."""


@dataclass(frozen=True)
class Fault:
    """Hold one fault: what breaks, in which room and file, and the text before and after."""

    name: str
    room: str
    file: str
    old: str
    new: str

    def put_into(self, text: str) -> str:
        """Return the text with the fault in it; raise `ValueError` unless it fits just once."""
        found = text.count(self.old)
        if found != 1:
            raise ValueError(f"{self.name}: {self.file} holds the old text {found} times")
        return text.replace(self.old, self.new)


@dataclass(frozen=True)
class Caught:
    """Hold what became of one fault: the test that caught it, after how long, in which tier."""

    fault: Fault
    by: str
    seconds: float
    quick: bool = True


def read(file: Path = DATA) -> tuple[Fault, ...]:
    """Return the faults, in the order of the file."""
    return tuple(Fault(**entry) for entry in yaml.safe_load(file.read_text(encoding="utf-8")))


def nearest(file: str, root: Path = ROOT) -> list[str]:
    """Return the tests that lie nearest to a file of the product, those of its own name first.

    >>> nearest("graders/channel/wire.py")[:2]
    ['graders/channel/wire.py', 'tests/channel/test_wire.py']
    """
    path = Path(file)
    rooms = _ELSEWHERE.get(str(path.parent)) or _mirrored(path, root)
    modules = [
        str(module.relative_to(root))
        for room in rooms
        for module in sorted((root / room).rglob("test_*.py"))
    ]
    modules.sort(key=lambda module: path.stem not in Path(module).stem)
    doctests = [file] if path.suffix == ".py" and "runners" not in path.parts else []
    return list(dict.fromkeys([*doctests, *modules]))


def _mirrored(path: Path, root: Path) -> tuple[str, ...]:
    """Return the folders of `tests/` that a file's folder is mirrored in, the closest first."""
    parts = path.parts[1:-1] if path.parts[0] == "graders" else path.parts[:-1]
    folders = [Path("tests", *parts[:end]) for end in range(len(parts), 0, -1)]
    return tuple(str(folder) for folder in folders if (root / folder).is_dir())


class Copy:
    """Hold a scratch copy of the checkout, with an environment in which it alone is installed."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "checkout"
        self._out = folder / "output.txt"
        self._base = folder / "pytest"
        for name in tracked():
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, self.root / name)
        self._environment = self.root / ".venv"
        venv.create(self._environment, with_pip=False, symlinks=True)
        self._python = self._environment / "bin" / "python"
        self._install()
        self._insist()

    def _install(self) -> None:
        """Install the copy, beside what is installed here but for the checkout itself."""
        site = Path(sysconfig.get_path("purelib", "venv", {"base": str(self._environment)}))
        ours = [self.root, self.root / "graders" / "pytest_plugin" / "entry"]
        (site / "copy.pth").write_text("".join(f"{path}\n" for path in ours), encoding="utf-8")
        # Links, and no path file: some tests hand this folder on to an environment of their own.
        for packages in {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}:
            for package in Path(packages).iterdir():
                if package.suffix != ".pth" and not (site / package.name).exists():
                    (site / package.name).symlink_to(package)
        here = Path(sys.executable).parent
        for script in here.iterdir():
            place = self._environment / "bin" / script.name
            if place.exists() or not script.is_file() or script.is_symlink():
                continue
            written = script.read_bytes()
            if written.startswith(b"#!" + bytes(here)):
                written = written.replace(bytes(here), bytes(place.parent), 1)
            place.write_bytes(written)
            place.chmod(0o755)

    def _insist(self) -> None:
        """Raise `RuntimeError` unless it is the copy's code that runs in its environment."""
        modules = "graders, kata, solutions, connect_four_kata_pytest"
        code = f"import {modules}\nfor each in {modules}: print(each.__file__)"
        found = subprocess.run(
            [self._python, "-c", code],
            cwd="/",
            env=_environment(),
            stdout=subprocess.PIPE,
            check=True,
        )
        places = found.stdout.decode().splitlines()
        if not all(Path(place).is_relative_to(self.root) for place in places):
            raise RuntimeError(f"the copy does not run its own code but {places}")

    @contextmanager
    def faulty(self, fault: Fault) -> Iterator[None]:
        """Have the fault in the copy."""
        path = self.root / fault.file
        text = path.read_text(encoding="utf-8")
        path.write_text(fault.put_into(text), encoding="utf-8")
        try:
            yield
        finally:
            path.write_text(text, encoding="utf-8")

    def first_failure(self, likely: Sequence[str], marks: str, *, near: bool = False) -> str | None:
        """Run the likely tests and, unless only those `near`, the others, last those `alone`."""
        ignored = [f"--ignore={module}" for module in likely]
        stages = [
            [*likely, "--alone", "never"],
            [*ignored, "--alone", "never"],
            ["--alone", "only"],
        ]
        for stage in stages[:1] if near else stages if likely else stages[1:]:
            if failed := self.run(*stage, "-m", marks):
                return failed
        return None

    def run(self, *arguments: str) -> str | None:
        """Return the first test that fails, None if none does."""
        words = [
            str(self._python),
            "-m",
            "pytest",
            "-x",
            "-q",
            "--tb=short",
            "-p",
            "no:cacheprovider",
        ]
        words += ["--basetemp", str(self._base), f"--ignore={_LIST_TEST}"]
        with self._out.open("wb") as out:
            process = subprocess.Popen(
                [*words, *arguments],
                cwd=self.root,
                env=_environment(),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            _running.add(process.pid)
            try:
                if not _stopped.is_set():
                    code = process.wait(LONGEST_S)
            except subprocess.TimeoutExpired:
                return "it hangs"
            finally:
                _running.discard(process.pid)
                _kill(process.pid)
                process.wait()
        if _stopped.is_set():
            return "it was stopped"
        if code in (0, _NOTHING_RUN):
            return None
        found = _FAILED.search(self.told())
        return found[1] if found else f"pytest exits with {code}"

    def told(self) -> str:
        """Return what the last run printed."""
        return self._out.read_text(encoding="utf-8", errors="replace")


def stop() -> None:
    """End what runs, and begin nothing more: each copy is then taken away by who made it."""
    _stopped.set()
    for leader in tuple(_running):
        _kill(leader)


def _kill(leader: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(leader, signal.SIGKILL)


def say(text: str) -> None:
    """Print a line at once, whoever else prints."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def tracked() -> list[str]:
    """Return the tracked files of the checkout that are there."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, stdout=subprocess.PIPE, check=True
    ).stdout.decode()
    return [name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


@contextmanager
def scratch_copy() -> Iterator[Copy]:
    """Make a copy that is gone afterwards; an ordinary user can read it, as some tests need."""
    with tempfile.TemporaryDirectory(prefix="kata-fault-", ignore_cleanup_errors=True) as name:
        Path(name).chmod(0o755)
        yield Copy(Path(name))


def look(fault: Fault, marks: str, *, near: bool = False) -> Caught:
    """Return which test catches the fault, with an empty name where none does."""
    started = time.monotonic()
    with scratch_copy() as copy:
        with copy.faulty(fault):
            by = copy.first_failure(nearest(fault.file), marks, near=near) or ""
        if "::" in by and copy.run(by, "-m", ALL):
            say(f"{fault.name}: {by} fails without it, too, and so has caught nothing")
            by = ""
    return Caught(fault, by, time.monotonic() - started, quick=marks == QUICK)


def all_of(faults: Sequence[Fault], marks: str, jobs: int, *, near: bool = False) -> list[Caught]:
    """Look at all faults, `jobs` side by side on a core each, and print a line for every one."""
    cores: queue.SimpleQueue[int] = queue.SimpleQueue()
    for core in sorted(os.sched_getaffinity(0)) * jobs:
        cores.put(core)

    def stay_on_one() -> None:
        os.sched_setaffinity(0, {cores.get()})  # of this thread, and of what it starts

    def one(fault: Fault) -> Caught:
        caught = look(fault, marks, near=near)
        by = f"caught by {caught.by}" if caught.by else "NOT CAUGHT"
        if not _stopped.is_set():
            say(f"{fault.name}: {by}, {caught.seconds:.0f} s")
        return caught

    with ThreadPoolExecutor(jobs, initializer=stay_on_one) as pool:
        try:
            return list(pool.map(one, faults))
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            stop()
            raise


def table(results: Sequence[Caught]) -> str:
    """Return the faults by room, with the test that caught each."""
    rows = [
        (each.fault.room, each.fault.name, each.by or "-", "" if each.quick else "--all")
        for each in results
    ]
    return tabulate(rows, headers=("room", "fault", "caught by", "tier"), tablefmt="github")


def main() -> int:
    """Look at the faults named, or at all."""
    faults = {fault.name: fault for fault in read()}
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--all", action="store_true", help="put to all tests what gets through")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--near", action="store_true", help="run the nearest tests alone")
    chosen = parser.parse_args()
    if unknown := [name for name in chosen.names if name not in faults]:
        parser.error(f"no fault is called {', '.join(unknown)}")
    wanted = [faults[name] for name in chosen.names] or list(faults.values())
    if not chosen.near:
        with scratch_copy() as copy:
            failed = copy.first_failure([], QUICK)
            if failed:
                say(copy.told())
                say(f"no fault: {failed} fails all the same, so a run would mean nothing")
                return 2
        say("no fault: the first tier passes")
    results = all_of(wanted, QUICK, chosen.jobs, near=chosen.near)
    missed = [each.fault for each in results if not each.by]
    if chosen.all and missed:
        again = {each.fault.name: each for each in all_of(missed, ALL, chosen.jobs)}
        results = [again.get(each.fault.name, each) for each in results]
    caught = len(wanted) - len(missed)
    names = ", ".join(fault.name for fault in missed)
    say(f"\n{table(results)}\n")
    say(f"{caught} of {len(wanted)} caught" + (f"; not caught: {names}" if missed else ""))
    left = [each.fault.name for each in results if not each.by] if chosen.all else []
    if left:
        say(f"not caught by any test: {', '.join(left)}")
    return 0 if caught * OF >= WANTED * len(wanted) and not left else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
