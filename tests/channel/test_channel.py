"""One question, one outcome: at every level that works here, with nothing left afterwards.

The hostile corpus tries hundreds of programs; here is what each kind of outcome looks like.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from msgspec.structs import replace

from graders.channel.budget import Settings
from graders.channel.channel import Channel, ask, survey
from graders.grading.messages import reason, unreadable
from graders.model.ending import Cause, Ending
from graders.model.limits import MIB, Limits
from graders.model.outcome import Event, Garble, Garbled, Outcome, Stage
from graders.model.raised import Frame, Raised
from graders.model.request import BoardArgument, Request, Survey
from graders.model.submission import Submission
from graders.sandbox import supervisor_client
from graders.sandbox.isolation import Isolation, choose_isolation
from tests.processes import below_me, survivors
from tests.tiers import sampled

LEVELS = sorted({choose_isolation("auto"), Isolation.LIMITS, Isolation.PLAIN})
CONTAINING = [level for level in LEVELS if not level.own_files_only]
"""Those that count processes, and find those that have left their session."""
BEST_MOVE = Request("find_best_move", (BoardArgument("0032"),), as_method=True)
LIMITS = Limits(memory_bytes=64 * MIB, import_s=3.0)
CAP_S = 3.0
WRITES_TO_ALL = """
    for fd in range(3, 9):
        try: os.write(fd, b'{}\\n')
        except OSError: continue
    return 3"""
DAEMON = """
    if os.fork() == 0:
        os.setsid()
        os.fork()
        time.sleep(60)
    return 3"""


@pytest.fixture(params=sampled(LEVELS, lambda level: level is LEVELS[0]))
def settings(request: pytest.FixtureRequest) -> Settings:
    return Settings(request.param, LIMITS)


def submission(source: str, name: str = "mine.py") -> Submission:
    return Submission(Path(name), name, source.encode())


def open_descriptors() -> set[tuple[str, str]]:
    found = {
        (link.name, str(link.readlink()))
        for link in Path("/proc/self/fd").glob("*")
        if link.is_symlink()
    }
    return {pair for pair in found if not pair[1].startswith("/proc/")}


def best_move(body: str, settings: Settings, cap_s: float = CAP_S, imports: str = "") -> Outcome:
    source = f"{imports}\ndef find_best_move(board):\n    {body}\n"
    return ask(submission(source), BEST_MOVE, cap_s, settings)


def test_an_answer_comes_back_with_its_times_and_prints(settings: Settings) -> None:
    outcome = best_move("print('thinking'); return (3, ['x'])", settings)
    assert (outcome.event, outcome.value) == (Event.REPLIED, (3, ["x"]))
    assert outcome.stdout == "thinking\n"
    assert 0 < outcome.wall_s < CAP_S
    assert not outcome.board_changed


@pytest.mark.alone
@pytest.mark.thorough
def test_time_to_import_is_not_time_to_answer(settings: Settings) -> None:
    imports = "import time; began = time.monotonic(); time.sleep(0.5)"
    outcome = best_move("return time.monotonic() - began", settings, imports=imports)
    assert outcome.event is Event.REPLIED
    assert outcome.wall_s < outcome.value


def test_time_of_the_processor_is_that_of_the_whole_tree(settings: Settings) -> None:
    burn = "while time.process_time() < 0.2: pass"
    body = f"p = os.fork()\n    {burn}\n    p or os._exit(0)\n    os.waitpid(p, 0)\n    return 3"
    outcome = best_move(body, settings, 20.0, imports="import os, time")
    assert outcome.event is Event.REPLIED, outcome
    assert 0.3 < outcome.cpu_s < 1.0


def test_a_second_reply_after_the_answer_is_noticed(settings: Settings) -> None:
    body = """frame = sys._getframe()
    while "message" not in frame.f_locals:
        frame = frame.f_back
    reply = {"op": "returned", "value": 3, "board_changed": False}
    reply["nonce"] = frame.f_locals["message"]["nonce"]
    os.write(4, 2 * (json.dumps(reply).encode() + b"\\n"))
    return 3"""
    outcome = best_move(body, settings, imports="import json, os, sys")
    assert (outcome.event, outcome.fact) == (Event.GARBLED, Garbled(Garble.TOO_MANY))


def test_a_board_that_was_not_restored_is_noticed(settings: Settings) -> None:
    assert best_move("return board.drop_disc(3) * 0", settings).board_changed
    assert best_move("board._moves.clear(); return 3", settings).board_changed
    assert not best_move("board.drop_disc(3); board.undo_move(); return 3", settings).board_changed


def test_a_class_is_constructed_with_the_board_only(settings: Settings) -> None:
    source = (
        "class Solver:\n"
        "    def __init__(self, board): self.board = board\n"
        "    def find_best_move(self): return self.board.column_height(0)\n"
    )
    assert ask(submission(source), BEST_MOVE, CAP_S, settings).value == 2


@pytest.mark.parametrize(
    "source",
    [
        "class Base:\n    def find_best_move(self): return 1\n"
        "class Mine(Base):\n    def __init__(self, board): pass\n"
        "    def find_best_move(self): return 3\n",
        "class Base:\n    def __init__(self, board): pass\n"
        "    def find_best_move(self): return 3\n"
        "class Mine(Base): pass\n",
        "import abc, typing\n"
        "class Idea(abc.ABC):\n    @abc.abstractmethod\n    def find_best_move(self): ...\n"
        "class Shape(typing.Protocol):\n    def find_best_move(self): ...\n"
        "class Mine:\n    def __init__(self, board): pass\n"
        "    def find_best_move(self): return 3\n",
        "for n in (1, 3):\n    class Mine:\n        n = n\n"
        "        def __init__(self, board): pass\n"
        "        def find_best_move(self): return self.n\n",
        "globals()['find_best_move'] = lambda board: 3",
        "class find: pass\nfind_best_move = find()\nfind.__call__ = lambda self, board: 3",
    ],
    ids=["overrides", "inherits", "abstract", "twice", "globals", "instance"],
)
def test_what_is_meant_is_found(source: str, settings: Settings) -> None:
    assert ask(submission(source), BEST_MOVE, CAP_S, settings).value == 3


def test_a_coroutine_leaves_no_warning_of_ours(settings: Settings) -> None:
    outcome = ask(submission("async def find_best_move(board): return 3"), BEST_MOVE, 3, settings)
    assert "coroutine" in str(outcome.value)
    assert outcome.stderr == ""


def test_operations_come_as_a_list_of_tuples(settings: Settings) -> None:
    source = "def solution(rows, cols, k, operations): return [repr(operations), rows]"
    request = Request("solution", (6, 7, 4, [("drop", 0, 1), ("status",)]))
    value = ask(submission(source), request, CAP_S, settings).value
    assert value == ["[('drop', 0, 1), ('status',)]", 6]


def test_an_exception_is_shown_with_its_line(settings: Settings) -> None:
    outcome = best_move("return 1 / 0", settings)
    assert outcome.event is Event.RAISED
    line = Frame("mine.py", 3, "find_best_move", "return 1 / 0")
    assert outcome.fact == Raised(
        "ZeroDivisionError", "division by zero", frames=(line,), own_line=line
    )


@pytest.mark.parametrize(
    ("body", "event", "said"),
    [
        ("\n    while True: pass", Event.TIMED_OUT, ""),
        ("os._exit(0)", Event.DIED, "exit code 0 without an answer"),
        ("os.kill(os.getpid(), 9)", Event.DIED, "SIGKILL"),
        ("raise SystemExit(0)", Event.RAISED, "SystemExit: 0"),
        ("return 'x' * 10**7", Event.FLOODED, "the limit is 4 MiB"),
        ("print('x' * (20 << 20))", Event.FLOODED, "more than 16 MiB"),
        ("x = bytearray(200 << 20)", Event.OUT_OF_MEMORY, "the limit is 64 MiB"),
        ("x = bytearray(1 << 40)", Event.OUT_OF_MEMORY, "line 3: x = bytearray(1 << 40)"),
        ("open('f', 'wb').write(bytes(70 << 20))", Event.FLOODED, "64 MiB"),
        (WRITES_TO_ALL, Event.GARBLED, "not a reply"),
    ],
    ids=lambda value: "",
)
def test_every_end_has_its_event_and_reason(
    body: str, event: Event, said: str, settings: Settings
) -> None:
    if event is Event.FLOODED:
        settings = replace(settings, limits=Limits())
    outcome = best_move(body, settings, 0.5 if "while" in body else CAP_S, imports="import os")
    assert outcome.event is event, outcome
    assert said in reason(outcome)


@pytest.mark.thorough
def test_what_it_holds_is_told_below_a_host_that_holds_more(settings: Settings) -> None:
    held = bytearray(300 << 20)
    outcome = best_move("x = bytearray(200 << 20)", settings)
    assert outcome.event is Event.OUT_OF_MEMORY, (outcome, len(held))


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("x = (", "'(' was never closed"),
        ("import nothing_like_it", "No module named 'nothing_like_it'"),
        ("raise SystemExit(0)", "SystemExit"),
        ("import os; os._exit(0)", "while it was imported, it ended with exit code 0"),
        ("def find_best_mvoe(board): return 3", "meant to be find_best_move"),
        ("x = " + "(" * 5000, "nested"),
        ("import sys\nfrom typing import Callable\ndef g(): pass", "found g; expected"),
        (
            "def find_best_move(board): pass\nclass Bot:\n    def find_best_move(self): pass\n",
            "found the function find_best_move and the class Bot with its method find_best_move",
        ),
    ],
    ids=["syntax", "import", "exit", "os-exit", "misspelt", "nested", "own", "two"],
)
def test_what_cannot_be_loaded_says_why(source: str, said: str, settings: Settings) -> None:
    outcome = ask(submission(source), BEST_MOVE, CAP_S, settings)
    assert outcome.event is Event.NOT_LOADED, outcome
    assert said in reason(outcome)


@pytest.mark.thorough
def test_importing_has_its_own_limit(settings: Settings) -> None:
    settings = replace(settings, limits=LIMITS._replace(import_s=0.3))
    outcome = ask(submission("while True: pass"), BEST_MOVE, CAP_S, settings)
    assert (outcome.event, outcome.stage) == (Event.NOT_LOADED, Stage.LOADING)
    assert outcome.fact == Ending(Cause.TIME, limit=0.3)


def test_a_patched_library_patches_nobody_else(settings: Settings) -> None:
    patches = (
        "import json, os, builtins, sys\n"
        "json.dumps = json.JSONEncoder.encode = os.write = os.read = lambda *a, **k: 1 / 0\n"
        "builtins.isinstance = builtins.len = builtins.repr = lambda *a: 1 / 0\n"
        "sys.stdout = None"
    )
    assert best_move("return [3, 'x']", settings, imports=patches).value == [3, "x"]


def test_the_program_sees_a_fixed_small_world(settings: Settings) -> None:
    look = "return [sorted(os.environ), sys.argv, os.listdir('.'), hash('a'), sys.stdin.read()]"
    first = best_move(look, settings, imports="import os, sys")
    second = best_move(look, settings, imports="import os, sys")
    assert first.value == second.value
    names, argv, files, _, stdin = first.value  # type: ignore[misc]
    assert {"HOME", "PATH", "TMPDIR"} <= set(names) <= {*names} - {"SECRET", "VIRTUAL_ENV"}
    assert (argv, files, stdin) == (["mine.py"], [], "")


@pytest.mark.parametrize("module", ["graders", "solutions", "msgspec"])
def test_what_is_not_the_candidates_cannot_be_imported(module: str, settings: Settings) -> None:
    outcome = best_move(f"import {module}", settings)
    assert isinstance(outcome.fact, Raised)
    assert outcome.fact.type == "ModuleNotFoundError"


def test_a_survey_reads_and_does_not_run(settings: Settings) -> None:
    source = "import os\nos._exit(3)\ndef f(): pass\nclass C:\n    def g(self): pass\n"
    assert survey(submission(source), settings) == Survey(("f",), (("C", ("g",)),), last=("f", ()))


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("\ndef f(:", "mine.py, line 2:\n    def f(:\n          ^\nSyntaxError: invalid syntax"),
        ("x = " + "(" * 5000, "nested"),
        ("x = " + "-" * 100_000 + "1", "too deep"),
        ("x = 1\0", "SyntaxError: it holds a NUL byte, so it is not source text"),
    ],
    ids=["syntax", "parentheses", "deep", "nul"],
)
def test_a_survey_says_why_a_file_cannot_be_read(
    source: str, said: str, settings: Settings
) -> None:
    problem = survey(submission(source), settings).problem
    assert problem is not None and said in unreadable(problem)


@pytest.mark.parametrize("settings", CONTAINING, indirect=True)
def test_a_fork_bomb_is_stopped(settings: Settings) -> None:
    body = "\n    while True:\n        try: os.fork()\n        except BaseException: pass"
    outcome = best_move(body, settings, imports="import os")
    assert outcome.event is Event.DIED, outcome
    assert outcome.fact == Ending(Cause.PROCESSES, limit=64)


@pytest.mark.parametrize("settings", CONTAINING, indirect=True)
def test_nothing_is_left_of_a_daemon(settings: Settings, tmp_path: Path) -> None:
    tempfile.tempdir = str(tmp_path)
    supervisor_client.prepare()
    before = below_me(), open_descriptors()
    tmp_path.chmod(0o755)
    try:
        outcome = best_move(DAEMON, settings, imports="import os, time")
    finally:
        tempfile.tempdir = None
    assert outcome.value == 3
    assert not survivors(before[0])
    assert open_descriptors() == before[1]
    assert list(tmp_path.iterdir()) == []


def test_an_interrupt_in_the_middle_leaves_nothing(settings: Settings) -> None:
    before = below_me()
    with pytest.raises(KeyboardInterrupt), Channel(submission("x = 1"), settings, 1.0):
        raise KeyboardInterrupt
    assert not survivors(before)


def test_our_own_mistake_is_an_outcome_too(settings: Settings) -> None:
    outcome = ask(submission("def f(x): pass"), Request("f", (1.5j,)), CAP_S, settings)
    assert outcome.event is Event.GRADER_FAULT
    assert "complex" in reason(outcome)


def test_a_deadline_is_not_put_off_for_a_program_that_only_sleeps(settings: Settings) -> None:
    source = "import time\ndef find_best_move(board): time.sleep(60)\n"
    outcome = ask(submission(source), BEST_MOVE, 0.3, settings)
    assert outcome.event is Event.TIMED_OUT
    assert outcome.wall_s < 3.0
