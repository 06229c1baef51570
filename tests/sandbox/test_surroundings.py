"""A grader grades just the same in surroundings that are not as usual: signals, descriptors."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from graders.channel.budget import Settings
from graders.channel.channel import ask
from graders.model.outcome import Event
from graders.model.request import Request
from graders.model.submission import Submission
from graders.sandbox import launch, leases
from graders.sandbox.isolation import Isolation
from graders.sandbox.machine import usable_cores
from tests import hostile_run
from tests.tiers import sampled

ROOT = Path(__file__).resolve().parents[2]
LONGEST_S = 240.0
ACCEPTED = "3 of 3"
GRADE = """
import os, signal, sys
{before}
from pathlib import Path
from graders import grade_file
card = grade_file({file!r}, suites=["phase2"], isolation={level!r}, explain=False)
said = f"{{card.score}} of {{card.max_score}}" + "".join(r.message for r in card.results)
Path({to!r}).write_text(said)
"""
FEW_DESCRIPTORS = 40
IGNORED = "".join(
    f"signal.signal(signal.{name}, signal.SIG_IGN);" for name in ("SIGCHLD", "SIGPIPE", "SIGINT")
)
SHUT_OUT = "os.umask(0o777 & ~0o700)"
NO_STREAMS = "exec <&- >&- 2>&-"
SHORT_OF_DESCRIPTORS = f"ulimit -n {FEW_DESCRIPTORS}"
LEVELS = hostile_run.levels_here()
ENOUGH = 256
MOST_LEFT = 30


def graded(
    tmp_path: Path,
    level: Isolation,
    *,
    before: str = "",
    shell: str = 'exec "$@"',
    file: str = "solutions/specimens/by_heart.py",
) -> str:
    """Return what comes of grading in a process of its own, started as a shell's words say."""
    to = tmp_path / "said"
    program = GRADE.format(before=before, file=file, level=str(level), to=str(to))
    subprocess.run(
        ["/bin/sh", "-c", shell, "sh", sys.executable, "-c", program],
        cwd=ROOT,
        timeout=LONGEST_S,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    return to.read_text() if to.exists() else "it died"


@pytest.fixture(params=sampled(LEVELS, lambda level: level is LEVELS[0]))
def level(request: pytest.FixtureRequest) -> Isolation:
    found: Isolation = request.param
    return found


@pytest.mark.parametrize(
    ("before", "shell"),
    sampled(
        [
            pytest.param(
                f"{IGNORED}{SHUT_OUT}", f"{NO_STREAMS}; {SHORT_OF_DESCRIPTORS}", id="all at once"
            ),
            pytest.param("", NO_STREAMS, id="no standard streams"),
            pytest.param(IGNORED, ":", id="signals ignored"),
            pytest.param("", SHORT_OF_DESCRIPTORS, id="few descriptors"),
            pytest.param(SHUT_OUT, ":", id="an umask that shuts everybody out"),
        ],
        lambda before, shell: bool(before) and shell != ":",
    ),
)
def test_in_odd_surroundings(tmp_path: Path, level: Isolation, before: str, shell: str) -> None:
    assert graded(tmp_path, level, before=before, shell=f'{shell}; exec "$@"') == ACCEPTED


@pytest.mark.thorough
def test_where_a_broken_pipe_ends_the_process(tmp_path: Path, level: Isolation) -> None:
    file = tmp_path / "deaf.py"
    file.write_text(
        "import os, time\nos.close(3)\n"
        "def find_best_move(board):\n    return 3\n"
        "def find_center(board):\n    return 3\n"
    )
    before = "signal.signal(signal.SIGPIPE, signal.SIG_DFL)"
    assert graded(tmp_path, level, before=before, file=str(file)).startswith("0 of 3")


@pytest.mark.thorough
def test_where_descriptors_run_out_loses_none(
    level: Isolation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for core in usable_cores():  # whoever leaves the queue of others keeps its place for a while
        (tmp_path / f"cpu{core}").mkdir()
    monkeypatch.setattr(leases, "FOLDER", str(tmp_path / "cpu{}"))
    mine = Submission(Path("mine.py"), "mine.py", b"def answer():\n    return 3\n")
    request = Request("answer", ())
    assert ask(mine, request, LONGEST_S, Settings(level)).value == 3  # a supervisor waits
    before = descriptors()
    events: list[Event] = []
    for left in range(MOST_LEFT):
        with only_descriptors(left):
            events.append(ask(mine, request, LONGEST_S, Settings(level)).event)
        assert descriptors() <= before
    assert events[0] is Event.GRADER_FAULT
    assert events[-1] is Event.REPLIED
    assert ask(mine, request, LONGEST_S, Settings(level)).value == 3


def descriptors() -> set[str]:
    return {path.name for path in Path("/proc/self/fd").iterdir()}


@contextmanager
def only_descriptors(left: int) -> Iterator[None]:
    """Leave so many descriptors to this process, and no more, within the body."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (ENOUGH, hard))
    taken = []
    try:
        with suppress(OSError):
            while True:
                taken.append(os.open(os.devnull, os.O_RDONLY))
        for _ in range(left):
            os.close(taken.pop())
        yield
    finally:
        for descriptor in taken:
            os.close(descriptor)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_only_a_user_of_its_own_is_ended_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    none: Callable[[object], int] = lambda users: -1  # noqa: E731
    monkeypatch.setattr(launch.random, "choice", none)
    user = launch.fresh_user()
    assert user is not None
    assert not launch.belongs_to_nobody_else(user)
