"""The hostile corpus is contained as well where the grader runs as an ordinary user.

So is a language other than Python, and what is started ahead is moved in time.
"""

from __future__ import annotations

import fcntl
import itertools
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.hostile_corpus import is_root

ROOT = Path(__file__).resolve().parent.parent
ORDINARY_USER = 61234
LONGEST_S = 1800
FILES = (
    "tests/test_hostile.py",
    "tests/runners/test_another_language.py",
    "tests/channel/test_sandboxes.py",
    "tests/sandbox/test_side_by_side.py",
)
CORPUS = "nothing_left_behind"
WORTH_IT = f"limits and (not test_hostile or {CORPUS} and (processes or reading))"
"""What holds by the user alone, at plain limits; of the corpus where another could do more."""
FIRST = " or ".join(
    f"({words})"
    for words in (
        "bwrap and processes and kills_everything",
        "limits and processes and signals_by_other_means",
        "limits and reading and whole_disk",
    )
)
"""Programs of the corpus, which the first tier runs."""

pytestmark = pytest.mark.skipif(
    not is_root(), reason="an ordinary user runs tests/test_hostile.py as one anyway"
)


def walls(needed: list[Path]) -> dict[Path, list[Path]]:
    """Return the folders that only root may enter, with what is needed from behind them."""
    found: dict[Path, list[Path]] = {}
    for path in needed:
        closed = [folder for folder in path.parents if not folder.stat().st_mode & 0o001]
        if closed:
            found.setdefault(closed[-1], []).append(path)
    return found


def opened(behind: dict[Path, list[Path]]) -> str:
    """Return the commands that show the needed folders, and nothing beside them, to everybody.

    They run in a mount namespace of their own, so that nobody else sees anything of it.
    """
    lines = ["set -e", "held=$(mktemp -d)", 'trap \'rmdir "$held"/* "$held"\' EXIT']
    number = itertools.count()
    for wall, paths in behind.items():
        aside = {path: f'"$held/{next(number)}"' for path in paths}
        for path, place in aside.items():
            lines.append(f"mkdir {place}")
            lines.append(f"mount --bind {shlex.quote(str(path))} {place}")
        lines.append(f"mount -t tmpfs -o mode=755 hidden {shlex.quote(str(wall))}")
        for path, place in aside.items():
            lines.append(f"mkdir -p {shlex.quote(str(path))}")
            lines.append(f"mount --move {place} {shlex.quote(str(path))}")
    return "\n".join([*lines, '"$@"'])


def run_as_ordinary_user(
    home: Path, files: tuple[str, ...], chosen: str
) -> subprocess.CompletedProcess[str]:
    os.chown(home, ORDINARY_USER, ORDINARY_USER)
    needed = [Path(sys.base_prefix).resolve(), Path(sys.prefix).resolve(), ROOT]
    words = ["unshare", "--mount", "--propagation", "private"]
    words += ["sh", "-c", opened(walls(needed)), "sh"]
    words += ["setpriv", f"--reuid={ORDINARY_USER}", f"--regid={ORDINARY_USER}", "--clear-groups"]
    words += ["--inh-caps=-all", sys.executable, "-B", "-m", "pytest", "-q"]
    words += ["--tb=line", "-p", "no:cacheprovider", "--basetemp", str(home / "pytest")]
    words += [*(str(ROOT / file) for file in files), "-m", "not slow", "-k", chosen]
    return subprocess.run(
        words,
        cwd=ROOT,
        env={"HOME": str(home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=LONGEST_S,
        check=False,
    )


@contextmanager
def the_only_one() -> Iterator[None]:
    """Wait until no other test has programs run as that user.

    The kernel counts the processes of a user together: beside another, a flood of them would come
    to its end at half the number, or keep the other from starting any.
    """
    folder = os.open(ROOT, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def can_make_mount_namespaces() -> bool:
    if not (shutil.which("unshare") and shutil.which("setpriv")):
        return False
    return subprocess.run(["unshare", "--mount", "true"], check=False).returncode == 0


@pytest.mark.parametrize(
    ("files", "chosen"),
    [
        pytest.param(FILES[:1], FIRST, id="a few"),
        pytest.param(
            FILES[:-1],
            f"(({WORTH_IT}) or bwrap and processes and fork_bomb) and not ({FIRST})",
            id="the others",
            # A fork bomb of a user for whom there is no control group keeps all cores busy.
            marks=[pytest.mark.thorough, pytest.mark.alone],
        ),
        pytest.param(
            (FILES[0], FILES[-1]),
            f"{CORPUS} or test_side_by_side",
            id="the whole corpus",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_submissions_are_contained_as_an_ordinary_user(files: tuple[str, ...], chosen: str) -> None:
    if not can_make_mount_namespaces():
        pytest.skip("becoming an ordinary user here needs unshare and setpriv, and they fail")
    home = Path("/tmp") / f"kata-ordinary-{os.getpid()}"
    home.mkdir(mode=0o755)
    try:
        with the_only_one():
            done = run_as_ordinary_user(home, files, chosen)
    finally:
        shutil.rmtree(home)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout
