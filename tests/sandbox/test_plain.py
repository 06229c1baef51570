"""The level that has the portable standard library alone: its clock, its limits, its end."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from graders.channel import budget
from graders.channel.budget import Settings
from graders.channel.channel import ask
from graders.channel.commands import submission_of
from graders.channel.languages import program
from graders.grading.messages.endings import too_late
from graders.model.ending import Cause
from graders.model.limits import KIB, MIB, Limits
from graders.model.outcome import Event, Outcome
from graders.model.request import Request
from graders.model.submission import Command, Submission
from graders.sandbox import plain_process, plain_sandbox
from graders.sandbox import plain_sandbox as plain_box
from graders.sandbox.interface import Capture, Gone, Late, WireLine
from graders.sandbox.isolation import Isolation, IsolationUnavailableError, choose_isolation
from graders.sandbox.plain_sandbox import PlainSandbox, Streams
from tests.processes import below_me, survivors

CAP_S = 20.0
LIMITS = Limits(memory_bytes=128 * MIB, flood_bytes=64 * KIB, kept_output_bytes=32 * KIB)
LOOK = Request("look", ())
EMPTY = program(Submission(Path("mine.py"), "mine.py", b""))


def asked(body: str, cap_s: float = CAP_S, limits: Limits = LIMITS) -> Outcome:
    source = f"import os, subprocess, sys, threading, time\ndef look():\n    {body}\n"
    mine = Submission(Path("mine.py"), "mine.py", source.encode())
    return ask(mine, LOOK, cap_s, Settings(Isolation.PLAIN, limits))


@pytest.fixture
def box() -> Iterator[PlainSandbox]:
    made = PlainSandbox(Limits(), EMPTY, 10.0)
    yield made
    made.close()


def test_it_is_chosen_by_its_name_and_never_by_itself_here() -> None:
    assert choose_isolation("plain") is Isolation.PLAIN
    assert choose_isolation("auto") is not Isolation.PLAIN
    assert choose_isolation("limits") is Isolation.LIMITS


@pytest.mark.parametrize("system", ["darwin", "win32", "freebsd14"])
def test_elsewhere_it_is_all_there_is(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", system)
    assert choose_isolation("auto") is Isolation.PLAIN
    for level in ("bwrap", "limits"):
        with pytest.raises(IsolationUnavailableError, match=f"takes Linux, and this is {system}"):
            choose_isolation(level)


def test_several_files_are_refused_as_some_of_them_are_others() -> None:
    for level in Isolation:
        if not level.own_files_only:
            level.check_may_grade_several()
    with pytest.raises(IsolationUnavailableError, match="contains nothing"):
        Isolation.PLAIN.check_may_grade_several()


def test_a_runner_that_is_told_nothing_is_ready_and_does_nothing(box: PlainSandbox) -> None:
    ready = box.wait(time.monotonic() + 20)
    assert isinstance(ready, WireLine) and b"ready" in ready.data
    assert isinstance(box.wait(time.monotonic() + 0.2), Late)


def test_a_runner_that_breaks_is_gone_with_its_code_and_its_words(box: PlainSandbox) -> None:
    box.send(b"no message\n")
    assert isinstance(box.wait(time.monotonic() + 20), WireLine)
    got = box.wait(time.monotonic() + 20)
    assert isinstance(got, Gone) and got.code == 1
    assert "runners/python/runner.py" in box.stderr.text()


def test_closing_twice_is_closing_and_leaves_no_process_and_no_folder(box: PlainSandbox) -> None:
    root = box._folder.root
    assert root.is_dir()
    box.close()
    box.close()
    assert not root.exists()
    assert not survivors(below_me() - {box._group._process.pid})


def test_what_cannot_be_started_leaves_no_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(plain_sandbox.tempfile, "tempdir", str(tmp_path))
    with pytest.raises(FileNotFoundError):
        PlainSandbox(Limits(), EMPTY._replace(unconfined=("/nonexistent/python",)), 10.0)
    assert not list(tmp_path.iterdir())


def test_a_runner_that_is_a_program_of_its_own_is_started_in_place_and_told_the_mark() -> None:
    words = ("/bin/sh", "-c", 'echo "in $PWD the mark is $0" >&2; exit 7')
    box = PlainSandbox(Limits(), EMPTY._replace(words=words), 10.0)
    try:
        gone = box.wait(time.monotonic() + 20)
        assert isinstance(gone, Gone) and gone.code == 7
        assert re.search(r"in \S+/work the mark is \w{8,}", box.stderr.text())
    finally:
        box.close()


def test_where_no_links_are_to_be_had_files_are_copied(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise OSError(1314, "A required privilege is not held by the client")

    monkeypatch.setattr(os, "symlink", refused)
    outcome = asked("import kata.board; return os.path.islink(os.path.dirname(kata.__path__[0]))")
    assert (outcome.event, outcome.value) == (Event.REPLIED, False)


BURN = "end = time.thread_time() + 0.15\n    while time.thread_time() < end: 0"
BURN_FOR_EVER = "while True: 0"
SLEEP_FOR_EVER = "time.sleep(60)"
IN_A_CHILD = f"os.fork() or exec({BURN_FOR_EVER!r})"


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for a core for as long as it takes, however busy the machine is with other tests."""
    monkeypatch.setattr(budget, "PATIENCE", 1000.0)


@pytest.mark.usefixtures("patient")
class TestTime:
    def test_one_that_sleeps_is_late_by_the_clock_and_said_to_wait(self) -> None:
        outcome = asked(SLEEP_FOR_EVER, cap_s=0.2)
        assert (outcome.event, outcome.fact.kind) == (Event.TIMED_OUT, Cause.TIME)
        assert outcome.cpu_s < 0.1
        assert "it was waiting: 0.0" in too_late(outcome, 0.2)

    @pytest.mark.parametrize(
        "body",
        [
            BURN_FOR_EVER,
            f"{IN_A_CHILD}\n    os.wait()",
            f"{IN_A_CHILD}\n    {SLEEP_FOR_EVER}",
            f"if os.fork() == 0:\n        {IN_A_CHILD}\n        os._exit(0)"
            f"\n    os.wait()\n    {SLEEP_FOR_EVER}",
        ],
        ids=["itself", "in a child", "in a child, not waited for", "in an orphan"],
    )
    def test_one_that_computes_is_said_to_compute_wherever_it_does(self, body: str) -> None:
        outcome = asked(body, cap_s=0.5)
        assert outcome.event is Event.TIMED_OUT
        assert "it was computing" in too_late(outcome, 0.5)

    @pytest.mark.parametrize(
        "body",
        [
            BURN,
            f"if os.fork() == 0:\n        exec({BURN.replace('    ', '')!r})\n        os._exit(0)"
            "\n    os.wait()",
        ],
        ids=["itself", "in a child"],
    )
    def test_the_cpu_time_of_an_answer_is_that_of_all_its_processes(self, body: str) -> None:
        outcome = asked(body)
        assert outcome.event is Event.REPLIED
        assert 0.13 <= outcome.cpu_s <= outcome.wall_s + 0.02  # a child's is counted in hundredths

    def test_one_that_ends_without_an_answer_has_used_what_it_used(self) -> None:
        outcome = asked(f"{BURN}\n    os._exit(3)")
        assert outcome.event is Event.DIED
        assert outcome.cpu_s >= 0.13

    def test_several_processes_have_one_cap_together_whoever_keeps_them_waiting(self) -> None:
        four = "parent = os.getpid(); os.fork() and os.fork() and os.fork()"
        end = "if os.getpid() != parent: os._exit(0)\n    [os.wait() for _ in range(3)]"
        outcome = asked(f"{four}\n    {BURN}\n    {end}")
        assert outcome.event is Event.REPLIED
        assert outcome.counted_s >= outcome.cpu_s >= 0.56

    @pytest.mark.alone
    def test_waiting_for_others_costs_nothing_of_the_cap(self) -> None:
        cap_s = 0.5
        with beside(loops=8):
            outcomes = [asked(BURN.replace("0.15", "0.2"), cap_s) for _ in range(2)]
        assert [outcome.event for outcome in outcomes] == [Event.REPLIED] * 2
        assert all(outcome.counted_s <= cap_s for outcome in outcomes)
        assert any(outcome.wall_s > outcome.counted_s for outcome in outcomes)


class TestTimeWhereNoSystemTellsOfTheLiving:
    """What holds on macOS, and on Windows without a job object: tried here without `/proc`."""

    @pytest.fixture(autouse=True)
    def nobody_tells(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(plain_box, "teller", lambda *_: None)

    def test_of_an_answer_the_runner_says_it(self) -> None:
        sleeping, computing = asked("time.sleep(0.15)"), asked(BURN)
        assert sleeping.event is computing.event is Event.REPLIED
        assert sleeping.cpu_s < 0.1 < 0.15 <= computing.cpu_s
        assert sleeping.kept_off_s is computing.kept_off_s is None

    def test_of_one_that_was_stopped_its_parent_is_told(self) -> None:
        sleeping, computing = asked(SLEEP_FOR_EVER, 0.2), asked(BURN_FOR_EVER, 0.5)
        assert sleeping.event is computing.event is Event.TIMED_OUT
        assert "it was waiting, perhaps for a core: 0.0" in too_late(sleeping, 0.2)
        assert 0 < computing.cpu_s <= computing.wall_s

    @pytest.mark.parametrize("then", ["os.wait()", SLEEP_FOR_EVER])
    def test_where_others_were_left_nothing_is_known(self, then: str) -> None:
        outcome = asked(f"{IN_A_CHILD}\n    {then}", cap_s=0.2)
        assert outcome.event is Event.TIMED_OUT
        assert outcome.cpu_s is None
        assert outcome.counted_s == outcome.wall_s
        message = too_late(outcome, 0.2)
        assert "whether it was computing or waiting is not known" in message

    def test_where_no_parent_is_told_either_it_is_known_of_answers_alone(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(plain_process, "_TELLS_PARENTS", False)
        assert asked(SLEEP_FOR_EVER, 0.1).cpu_s is None
        assert asked("os._exit(3)").cpu_s is None
        assert asked("return 1").cpu_s is not None

    def test_of_a_program_whose_runner_does_no_work_nothing_is_known(self, tmp_path: Path) -> None:
        bot = tmp_path / "bot"
        bot.write_text(
            f"#!{sys.executable}\nimport json, sys\nfor line in sys.stdin:\n"
            "    asked = json.loads(line)\n"
            "    print(json.dumps({'id': asked['id'], 'seen': asked['number']}), flush=True)\n"
        )
        bot.chmod(0o700)
        mine = submission_of(Command((str(bot),)))
        request = Request("look", (3,), parameters=("number",), answer="seen")
        outcome = ask(mine, request, CAP_S, Settings(Isolation.PLAIN))
        assert (outcome.event, outcome.value) == (Event.REPLIED, 3)
        assert outcome.cpu_s is None


@contextmanager
def beside(loops: int) -> Iterator[None]:
    """Keep every core busy meanwhile, by programs that the scheduler treats one by one."""
    words = [sys.executable, "-S", "-c", "while True: pass"]
    running = [subprocess.Popen(words, start_new_session=True) for _ in range(loops)]
    try:
        yield
    finally:
        for each in running:
            each.kill()
            each.wait()


class TestOutput:
    def test_all_that_was_printed_before_the_answer_is_there(self) -> None:
        for _ in range(10):
            outcome = asked("print('a' * 20_000); sys.stderr.write('b' * 500); return 1")
            assert outcome.stdout == "a" * 20_000 + "\n"
            assert outcome.stderr == "b" * 500

    def test_without_end_it_is_stopped_at_the_limit(self) -> None:
        outcome = asked("while True: print('x' * 1000)")
        assert outcome.event is Event.FLOODED
        assert outcome.fact.kind is Cause.PRINTED

    def test_what_a_child_prints_counts_as_well(self) -> None:
        outcome = asked("subprocess.run([sys.executable, '-S', '-c', 'print(3 * 2)']); return 1")
        assert outcome.stdout == "6\n"

    def test_a_long_question_reaches_a_program_that_reads_slowly(self) -> None:
        mine = Submission(Path("mine.py"), "mine.py", b"def look(text): return len(text)")
        outcome = ask(mine, Request("look", ("x" * MIB,)), CAP_S, Settings(Isolation.PLAIN))
        assert outcome.value == MIB

    @pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
    def test_marks_are_taken_out_however_the_bytes_come(self, size: int) -> None:
        mark = b"\0mark:"
        whole = b"one" + mark + b"0.25 77\0two\0three" + mark + b"0.5 78\0" + mark[:3]
        assert read_in_parts(whole, size, mark) == (b"onetwo\0three" + mark[:3], 0.5, 78)

    def test_a_mark_that_somebody_forged_costs_nobody_but_him(self) -> None:
        mark = b"\0mark:"
        printed, cpu_s, held = read_in_parts(mark + b"no numbers\0one", 5, mark)
        assert (printed, cpu_s, held) == (b"one", 0.0, 0)
        printed, *_ = read_in_parts(mark + b"x" * 1000, 10, mark)
        assert b"x" * 900 in printed


def read_in_parts(whole: bytes, size: int, mark: bytes) -> tuple[bytes, float, int]:
    """Return what was printed and told, where so many bytes come at a time."""
    streams = Streams(Limits(), mark)
    ends = [os.pipe() for _ in range(3)]
    streams.read(*(end for end, _ in ends))
    for start in range(0, len(whole), size):
        os.write(ends[1][1], whole[start : start + size])
        time.sleep(0.001)
    for _, to in ends:
        os.close(to)
    streams.finish(10.0)
    kept: Capture = streams.stdout
    return bytes(kept._kept), streams.tally.cpu_s, streams.tally.held_bytes


class TestMemory:
    @pytest.mark.thorough
    def test_more_than_the_limit_is_told_with_the_answer(self) -> None:
        # By a grader of its own: a process begins with the peak of the one that started it, and
        # that of the tests may be higher.
        held = "held = bytearray(200 * 1024 * 1024); held[::4096] = held[::4096]"
        code = (
            "from tests.sandbox.test_plain import asked; "
            f"outcome = asked({held!r}); print(outcome.event.value, outcome.fact.kind.value)"
        )
        words = [sys.executable, "-c", code]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        assert done.stdout.split() == [Event.OUT_OF_MEMORY.value, Cause.MEMORY_PEAK.value]

    def test_a_request_far_beyond_it_is_refused(self) -> None:
        outcome = asked("return len(bytearray(4 * 1024**3))")
        assert outcome.event is Event.OUT_OF_MEMORY
        assert outcome.fact.kind is Cause.MEMORY_REFUSED

    @pytest.mark.thorough
    def test_the_size_of_whoever_grades_is_not_held_against_anybody(self) -> None:
        code = (
            "from tests.sandbox.test_plain import LIMITS, asked; large = b'x' * (256 << 20); "
            "print(len(large) > LIMITS.memory_bytes, asked('return 1').event.value)"
        )
        words = [sys.executable, "-c", code]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        assert done.stdout == "True replied\n"


class TestEnds:
    def test_a_child_that_was_left_behind_ends_with_the_call(self) -> None:
        before = below_me()
        outcome = asked("return subprocess.Popen(['sleep', '60']).pid")
        assert outcome.event is Event.REPLIED
        assert not survivors(before)
        with pytest.raises(ProcessLookupError):
            wait_until_gone(int(str(outcome.value)))

    def test_an_exit_does_not_wait_for_a_child_that_holds_the_pipes(self) -> None:
        start = time.monotonic()
        outcome = asked("os.fork() or time.sleep(60); os._exit(3)")
        assert (outcome.event, outcome.fact.code) == (Event.DIED, 3)
        assert time.monotonic() - start < CAP_S

    def test_a_thread_that_goes_on_ends_with_the_call(self) -> None:
        outcome = asked("threading.Thread(target=time.sleep, args=(60,)).start(); return 2")
        assert (outcome.event, outcome.value) == (Event.REPLIED, 2)

    def test_a_signal_to_the_grader_ends_what_it_had_started(self, tmp_path: Path) -> None:
        (tmp_path / "mine.py").write_text(
            "import os, time\ndef find_best_move(board):\n"
            f"    open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))\n"
            "    time.sleep(60)\n"
        )
        words = ["-m", "graders", "grade", "mine.py", "--isolation", "plain", "--cap", "60"]
        grader = subprocess.Popen([sys.executable, *words], cwd=tmp_path, stdout=subprocess.DEVNULL)
        while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text():
            assert grader.poll() is None
            time.sleep(0.02)
        grader.send_signal(signal.SIGTERM)
        assert grader.wait(30) == 143
        with pytest.raises(ProcessLookupError):
            wait_until_gone(int((tmp_path / "pid").read_text()))


def wait_until_gone(pid: int) -> None:
    """Raise `ProcessLookupError` once nothing has that number but, at most, a dead process."""
    for _ in range(500):
        os.kill(pid, 0)
        if ") Z " in Path(f"/proc/{pid}/stat").read_text():
            raise ProcessLookupError
        time.sleep(0.02)
