"""A supervisor serves any thread and any process, and ends with its grader, however it dies."""

from __future__ import annotations

import concurrent.futures
import ctypes
import multiprocessing
import os
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import graders
from graders import grade_file
from graders.channel.budget import Settings
from graders.channel.channel import Channel, ask
from graders.grading.attempts import VOID_SHARE
from graders.model.outcome import Event, Outcome
from graders.model.request import BoardArgument, Request
from graders.model.submission import Submission
from graders.sandbox import cgroup, supervisor_client
from graders.sandbox.interface import SupervisorError
from graders.sandbox.isolation import Isolation
from graders.sandbox.machine import interpreter
from graders.sandbox.process_tree import cpu_s
from tests import hostile_run
from tests.hostile_corpus import Program, first_tier, is_root, programs
from tests.processes import below_me, descendants, is_supervisor, survivors
from tests.tiers import sampled

LEVELS = hostile_run.levels_here()
AT_ONE_LEVEL_FIRST = sampled(LEVELS, lambda level: level is LEVELS[0])
BEST_MOVE = Request("find_best_move", (BoardArgument("0032"),))
UNNEEDED = ("graders.model.outcome", "secrets", "traceback")
PATIENCE_S = 60.0
"""How long a test waits for what takes milliseconds on an idle machine."""
_PR_GET_CHILD_SUBREAPER = 37


@pytest.fixture(scope="module", autouse=True)
def surroundings() -> Iterator[None]:
    with hostile_run.as_subreaper():
        yield


@pytest.fixture(params=LEVELS)
def settings(request: pytest.FixtureRequest) -> Settings:
    return Settings(request.param)


def test_a_supervisor_loads_nothing_that_only_its_grader_needs() -> None:
    folder, unneeded = Path(graders.__file__).parent.parent, set(UNNEEDED)
    code = (
        f"import sys; sys.path.append({str(folder)!r}); import graders.sandbox.supervisor;"
        f"print(*{unneeded!r}.intersection(sys.modules))"
    )
    words = [str(interpreter()), "-I", "-S", "-c", code]
    assert subprocess.run(words, capture_output=True, check=True).stdout == b"\n"


def answered(body: str, settings: Settings, cap_s: float = PATIENCE_S) -> Outcome:
    source = f"import os, signal, time\ndef find_best_move(board):\n    {body}\n"
    submission = Submission(Path("mine.py"), "mine.py", source.encode())
    return ask(submission, BEST_MOVE, cap_s, settings)


def cpu_of_supervisors() -> float:
    return sum(cpu_s(pid) for pid in descendants(os.getpid()) if is_supervisor(pid))


def graded_in_a_worker(path: str) -> tuple[int, int]:
    scorecard = grade_file(path, suites=["phase2"], explain=False)
    return scorecard.score, scorecard.max_score


class TestOneSupervisor:
    def test_serves_one_sandbox_after_another(self, settings: Settings) -> None:
        supervisor_client.prepare()
        waiting = supervisor_client.pids()
        for column in (3, 4, 5):
            assert answered(f"return {column}", settings).value == column
        assert supervisor_client.pids() == waiting

    def test_takes_turns_with_another(self) -> None:
        supervisor_client.close_all()
        supervisor_client.prepare()
        first, second = supervisor_client.lend(), supervisor_client.lend()
        supervisor_client.take_back(first)
        supervisor_client.take_back(second)
        assert supervisor_client.lend() is first
        supervisor_client.take_back(first)
        assert supervisor_client.lend() is second
        supervisor_client.take_back(second)

    def test_shows_the_next_sandbox_nothing_of_the_one_before(self, settings: Settings) -> None:
        before = below_me()
        leaves = (
            "\n    if os.fork() == 0:\n        os.setsid(); time.sleep(600)\n    return os.getpid()"
        )
        assert answered(leaves, settings).event is Event.REPLIED
        counts = "return len([n for n in os.listdir('/proc') if n.isdigit()])"
        if settings.isolation is Isolation.BWRAP:
            assert answered(counts, settings).value == 2
        assert not survivors(before)

    @pytest.mark.alone
    def test_takes_little_of_a_core_however_many_it_looks_at(self) -> None:
        """More would be a disturbance that the crowd itself has made, and no busy machine."""
        crowd = "[os.fork() or (time.sleep(5), os._exit(0)) for _ in range(60)]"
        body = f"{crowd}\n    time.sleep(5)"

        def on_one_core() -> None:
            os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
            answered(body, Settings(LEVELS[0]), cap_s=3.0)

        supervisor_client.close_all()
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            asked = pool.submit(on_one_core)
            time.sleep(1.5)
            before_s, start = cpu_of_supervisors(), time.monotonic()
            time.sleep(1.0)
            share = (cpu_of_supervisors() - before_s) / (time.monotonic() - start)
            asked.result()
        assert 0.0 < share < VOID_SHARE

    def test_that_is_killed_costs_nobody_but_itself(self, settings: Settings) -> None:
        supervisor_client.close_all()
        supervisor = supervisor_client.lend()
        os.kill(supervisor.pid, signal.SIGKILL)
        with pytest.raises(SupervisorError, match="is gone"):
            supervisor.hear()
        supervisor.close()
        assert answered("return 3", settings).value == 3

    def test_that_is_killed_in_the_middle_is_our_own_fault(self, settings: Settings) -> None:
        supervisor_client.close_all()
        before = descendants(os.getpid())
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            with_a_child = "\n    os.fork()\n    time.sleep(600)"
            answer = pool.submit(answered, with_a_child, settings, 600.0)
            supervisor = _supervisor_with_company(os.getpid(), before)
            os.kill(supervisor, signal.SIGKILL)
            outcome = answer.result(PATIENCE_S)
        assert outcome.event is Event.GRADER_FAULT
        assert not survivors(before)

    def test_that_died_while_it_waited_is_not_lent(self, settings: Settings) -> None:
        supervisor_client.close_all()
        supervisor_client.prepare()
        for waiting in supervisor_client.pids():
            os.kill(waiting, signal.SIGKILL)
            os.waitid(os.P_PID, waiting, os.WEXITED | os.WNOWAIT)
        assert answered("return 3", settings).value == 3

    def test_that_was_stopped_still_ends_what_it_keeps(self, settings: Settings) -> None:
        supervisor_client.close_all()
        before = below_me()
        submission = Submission(Path("mine.py"), "mine.py", b"")
        with Channel(submission, settings, 1.0) as channel:
            supervisor = channel._sandbox.supervisor_pid
            os.kill(supervisor, signal.SIGSTOP)
            channel._sandbox._over = True  # as after a reply that never came
        assert not survivors(before)

    def test_says_what_it_cannot_start(self) -> None:
        supervisor = supervisor_client.lend()
        supervisor.tell({"op": "nonsense"})
        with pytest.raises(SupervisorError, match="no sandbox is started by 'nonsense'"):
            supervisor.hear()
        supervisor.close()


class TestTheHost:
    @pytest.mark.thorough
    @pytest.mark.parametrize("settings", AT_ONE_LEVEL_FIRST, indirect=True)
    def test_adopts_nobody_and_loses_no_child_of_its_own(self, settings: Settings) -> None:
        probe = (
            "import ctypes, subprocess, sys\n"
            "from graders import grade_file\n"
            "sleeper = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
            "ended = subprocess.Popen([sys.executable, '-c', 'raise SystemExit(7)'])\n"
            f"grade_file(sys.argv[1], suites=['phase2'], isolation={settings.isolation.value!r})\n"
            "flag = ctypes.c_int()\n"
            f"ctypes.CDLL(None).prctl({_PR_GET_CHILD_SUBREAPER}, ctypes.byref(flag), 0, 0, 0)\n"
            "print(flag.value, sleeper.poll(), ended.wait())\n"
            "sleeper.kill()\n"
            "sleeper.wait()\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", probe, "solutions/specimens/leftmost.py"],
            capture_output=True,
            text=True,
            timeout=4 * PATIENCE_S,
            check=False,
            cwd=Path(__file__).parents[2],
        )
        assert done.stdout == "0 None 7\n", done.stderr

    def test_is_no_subreaper_after_a_case(self, settings: Settings) -> None:
        seen: list[int] = []

        def look() -> None:
            answered("return 3", settings)
            flag = ctypes.c_int()
            ctypes.CDLL(None).prctl(_PR_GET_CHILD_SUBREAPER, ctypes.byref(flag), 0, 0, 0)
            seen.append(flag.value)

        with _not_as_subreaper():
            thread = threading.Thread(target=look)
            thread.start()
            thread.join()
        assert seen == [0]

    @pytest.mark.thorough
    @pytest.mark.parametrize("isolation", AT_ONE_LEVEL_FIRST)
    def test_may_grade_from_eight_threads_at_once(
        self, isolation: Isolation, tmp_path: Path
    ) -> None:
        chosen = [
            program
            for program in programs()
            if program.group in ("processes", "reading")
            and program.name in first_tier()["every"]
            and program.holds_at(isolation, is_root())
        ]
        before = below_me()

        def verdicts(program: Program) -> str:
            folder = Path(tempfile.mkdtemp(dir=tmp_path))
            card = hostile_run.run(program, program.make(folder), isolation)
            return f"{program.name} {[str(result.verdict) for result in card.results]}"

        with hostile_run.own_temporary_folder():
            with concurrent.futures.ThreadPoolExecutor(8) as pool:
                side_by_side = list(pool.map(verdicts, chosen))
            assert list(Path(tempfile.gettempdir()).iterdir()) == []
        expected = {program.name: program.verdicts for program in chosen}
        for line in side_by_side:
            name, _, got = line.partition(" ")
            assert any(verdict in got for verdict in expected[name]), line
        assert not survivors(before)

    @pytest.mark.thorough
    @pytest.mark.parametrize(
        "method", sampled(["fork", "spawn", "forkserver"], lambda method: method == "fork")
    )
    @pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
    def test_may_be_a_pool_of_processes(self, method: str) -> None:
        supervisor_client.prepare()  # the workers of a fork must not share it
        file = str(Path(__file__).parents[2] / "solutions" / "specimens" / "by_heart.py")
        context = multiprocessing.get_context(method)
        with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
            scores = list(pool.map(graded_in_a_worker, [file] * 4))
        assert scores == [(3, 3)] * 4

    def test_that_forks_keeps_its_supervisors_to_itself(self) -> None:
        host = subprocess.Popen(
            [
                sys.executable,
                "-c",
                "import os, time\n"
                "from graders.sandbox import supervisor_client\n"
                "supervisor_client.prepare()\n"
                "child = os.fork()\n"
                "if child == 0:\n"
                "    time.sleep(600)\n"
                "print(*supervisor_client.pids(), child, flush=True)\n"
                "time.sleep(600)\n",
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert host.stdout is not None
        *waiting, child = map(int, host.stdout.readline().split())
        host.kill()
        host.wait()
        assert all(map(_is_gone_in_time, waiting))
        os.kill(child, signal.SIGKILL)
        host.stdout.close()

    def test_may_leave_copies_of_its_descriptors_behind(self) -> None:
        host = subprocess.Popen(
            [
                sys.executable,
                "-c",
                "import ctypes, time\n"
                "from graders.sandbox import supervisor_client\n"
                "supervisor_client.prepare()\n"
                "child = ctypes.CDLL(None).fork()  # of which Python knows nothing\n"
                "if child == 0:\n"
                "    time.sleep(600)\n"
                "print(*supervisor_client.pids(), child, flush=True)\n"
                "time.sleep(600)\n",
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert host.stdout is not None
        *waiting, child = map(int, host.stdout.readline().split())
        host.kill()
        host.wait()
        try:
            assert all(map(_is_gone_in_time, waiting))
        finally:
            os.kill(child, signal.SIGKILL)
            host.stdout.close()


KILLED_IN_THE_MIDDLE = (
    "time/ignores_every_signal",
    "time/stops_itself",
    "processes/child_outlives_parent",
    "processes/children_of_a_seized_parent",
    "processes/executes_a_program_that_stays",
    "processes/fork_bomb",
)
"""Each keeps itself alive in another way; the first tier kills the grader of the first."""


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@pytest.mark.parametrize(
    "name", sampled(KILLED_IN_THE_MIDDLE, lambda name: name == KILLED_IN_THE_MIDDLE[0])
)
@pytest.mark.parametrize("isolation", AT_ONE_LEVEL_FIRST)
def test_a_grader_that_is_killed_in_the_middle_leaves_nothing(
    name: str, isolation: Isolation, tmp_path: Path
) -> None:
    program = next(program for program in programs() if program.name == name)
    folder, scratch = tmp_path / "submission", tmp_path / "scratch"
    folder.mkdir()
    scratch.mkdir()
    for path in (tmp_path, scratch):
        path.chmod(0o755)
    file = program.make(folder)
    supervisor_client.close_all()
    before = descendants(os.getpid())
    grader = os.fork()
    if grader == 0:
        tempfile.tempdir = str(scratch)
        try:
            hostile_run.run(program, file, isolation)
        finally:
            os._exit(0)
    _wait_for_company(grader)
    time.sleep((len(name) * 37 % 100) / 400)  # another moment for each
    os.kill(grader, signal.SIGKILL)
    os.waitpid(grader, 0)
    assert not survivors(before)
    assert list(scratch.iterdir()) == []


ENDS = sampled(
    [
        (signal.SIGHUP, False),
        (signal.SIGQUIT, False),
        (signal.SIGABRT, False),
        (signal.SIGTERM, False),
        (signal.SIGTERM, True),
        (signal.SIGKILL, False),
        (signal.SIGKILL, True),
    ],
    lambda number, _: number == signal.SIGKILL,
)
"""The signal that ends the grader, and whether its supervisor is stopped at the time."""
SLEEPERS = (
    "import os, signal, time\n"
    "def find_best_move(board):\n"
    "    for number in range(1, 32):\n"
    "        try:\n"
    "            signal.signal(number, signal.SIG_IGN)\n"
    "        except OSError:\n"
    "            pass\n"
    "    if os.fork() == 0:\n"
    "        os.setsid()\n"
    "    time.sleep(600)\n"
)


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@pytest.mark.parametrize("isolation", LEVELS)
@pytest.mark.parametrize(("number", "stopped"), ENDS)
def test_a_grader_that_any_signal_ends_leaves_nothing(
    number: signal.Signals, stopped: bool, isolation: Isolation, tmp_path: Path
) -> None:
    tmp_path.chmod(0o755)
    supervisor_client.close_all()
    before = descendants(os.getpid())
    groups = cgroup.names(cgroup.find_site())
    grader = os.fork()
    if grader == 0:
        try:
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            signal.signal(number, signal.SIG_DFL) if number != signal.SIGKILL else None
            tempfile.tempdir = str(tmp_path)
            ask(
                Submission(Path("mine.py"), "mine.py", SLEEPERS.encode()),
                BEST_MOVE,
                600.0,
                Settings(isolation),
            )
        finally:
            os._exit(0)
    _wait_for_company(grader)
    supervisor = next(child for child in descendants(grader) if _keeps(child))
    if stopped:
        os.kill(supervisor, signal.SIGSTOP)
    os.kill(grader, number)
    os.waitpid(grader, 0)
    assert not survivors(before)
    assert list(tmp_path.iterdir()) == []
    left = cgroup.names(cgroup.find_site()) - groups
    assert not [name for name in left if name.split("-")[1] == str(supervisor)]


def _wait_for_company(grader: int) -> None:
    """Wait until a supervisor of this grader keeps a live process, or all is over already."""
    deadline = time.monotonic() + PATIENCE_S
    while not any(_keeps(child) for child in descendants(grader)):
        if os.waitid(os.P_PID, grader, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            return
        assert time.monotonic() < deadline, "no sandbox was started"
        time.sleep(0.01)


def _supervisor_with_company(host: int, before: set[int]) -> int:
    """Wait until a supervisor below `host` keeps a live process; return the supervisor's number."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        for candidate in descendants(host) - before:
            if _keeps(candidate):
                return candidate
        time.sleep(0.01)
    raise AssertionError("no sandbox was started")


def _keeps(pid: int) -> bool:
    return is_supervisor(pid) and any(not is_supervisor(child) for child in descendants(pid))


def _is_gone_in_time(pid: int) -> bool:
    deadline = time.monotonic() + PATIENCE_S
    while pid in descendants(os.getpid()):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


class _not_as_subreaper:  # noqa: N801  # reads as a context
    def __enter__(self) -> None:
        ctypes.CDLL(None).prctl(36, 0, 0, 0, 0)

    def __exit__(self, *_: object) -> None:
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
