"""Ask programs about positions, each question in a process of its own that costs a fork.

Times are CPU time, and the clocks that a program reads are CPU time too, `speed` times as fast: a
busy machine changes nothing, and a second and a half of thinking takes a fraction of that. What a
program draws is other for each question and the same in every run.
"""

from __future__ import annotations

import io
import json
import os
import random
import resource
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn

from graders.model.ending import Cause, Ending
from graders.model.outcome import Event, Outcome
from graders.model.raised import Raised
from graders.model.request import BoardArgument
from graders.model.submission import Speech
from kata.board import Board, Player

ROOT = Path(__file__).parents[2]
_PATIENCE = 30
"""How many times as long as its cap an answer may take in wall time, on a machine of others'."""


class Asker:
    """Ask one program at a time; what answers is started once, and anew where it was ended."""

    def __init__(self, source: str, speed: float, *, in_python: bool) -> None:
        self.speed, self.in_python = speed, in_python
        self._running: subprocess.Popen[str] | None = None
        suffix = ".py" if in_python else ".mjs"
        with tempfile.NamedTemporaryFile("w", suffix=suffix, delete=False) as file:
            file.write(
                source.replace('"kata/board.mjs"', f'"{(ROOT / "kata/board.mjs").as_uri()}"')
            )
        self.file = Path(file.name)

    def __enter__(self) -> Asker:
        """Return itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        """End what answers."""
        self._end()
        self.file.unlink()

    def ask(self, board: BoardArgument, cap_s: float) -> Outcome:
        """Return what came of a question, timed as on a machine `speed` times as slow."""
        limit_s = cap_s / self.speed
        running = self._started()
        assert running.stdin is not None and running.stdout is not None
        question = {"moves": board.moves, "first": board.first, "limit": limit_s}
        running.stdin.write(json.dumps(question) + "\n")
        running.stdin.flush()
        ready, _, _ = select.select([running.stdout], [], [], limit_s * _PATIENCE)
        said = json.loads(running.stdout.readline() if ready else "{}")
        if not ready:
            self._end()
        speech = Speech.PYTHON if self.in_python else Speech.JAVASCRIPT
        spent = said.get("spent", limit_s) * self.speed
        taken: dict[str, Any] = {"wall_s": spent, "cpu_s": spent, "speech": speech}
        if not said or said.get("late") or spent > cap_s:
            return Outcome(Event.TIMED_OUT, fact=Ending(Cause.TIME, cap_s), **taken)
        taken |= {"board_changed": said["changed"], "stdout": said["printed"]}
        if "raised" in said:
            raised = Raised(said["raised"], said["message"])
            return Outcome(Event.RAISED, fact=raised, **taken)
        return Outcome(Event.REPLIED, value=said["answer"], **taken)

    def _started(self) -> subprocess.Popen[str]:
        if self._running is None:
            command = [sys.executable, "-m", __name__]
            if not self.in_python:
                command = [
                    "node",
                    "--random-seed=1",
                    str(Path(__file__).with_name("answering.mjs")),
                ]
            self._running = subprocess.Popen(
                [*command, str(self.file), str(self.speed)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                cwd=ROOT,
            )
        return self._running

    def _end(self) -> None:
        running, self._running = self._running, None
        if running is not None:
            running.kill()
            running.communicate()


def serve(file: Path, speed: float) -> None:
    """Answer questions, a line each, every one in a child that knows nothing of the others."""
    code = compile(file.read_text(), file.name, "exec")
    for number, line in enumerate(sys.stdin):
        question = json.loads(line)
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            random.seed(number)
            _answer(code, question, speed, write)
        os.close(write)
        with os.fdopen(read) as pipe:
            said = pipe.read()
        _, status, usage = os.wait4(child, 0)
        spent = usage.ru_utime + usage.ru_stime
        late = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF
        whole = {"spent": spent, "late": late} | (json.loads(said) if said else {})
        print(json.dumps(whole), flush=True)  # noqa: T201  # the line that is waited for


def _answer(code: Any, question: dict[str, Any], speed: float, write: int) -> NoReturn:
    signal.setitimer(signal.ITIMER_PROF, question["limit"])
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    begun = _hurry(speed)
    board = Board.from_moves(question["moves"], Player(question["first"]))
    as_it_was, printed = str(board), io.StringIO()
    said: dict[str, Any] = {}
    try:
        with redirect_stdout(printed):
            said["answer"] = _called(code, board)
    except Exception as error:
        kind = type(error)
        module = "" if kind.__module__ in ("builtins", "submission") else f"{kind.__module__}."
        said |= {"raised": module + kind.__qualname__, "message": str(error)}
    said |= {"spent": begun() / speed, "changed": str(board) != as_it_was}
    said["printed"] = printed.getvalue()
    os.write(write, json.dumps(said).encode())
    os._exit(0)


def _called(code: Any, board: Board) -> object:
    namespace: dict[str, Any] = {"__name__": "submission"}
    exec(code, namespace)
    if "find_best_move" in namespace:
        return namespace["find_best_move"](board)
    classes = [each for each in namespace.values() if hasattr(each, "find_best_move")]
    return classes[0](board).find_best_move()


def _hurry(speed: float) -> Callable[[], float]:
    """Let every clock show the CPU time of this process, so many times as fast."""
    process_time, start = time.process_time, time.process_time()

    def clock() -> float:
        return (process_time() - start) * speed

    for name in ("time", "monotonic", "perf_counter", "process_time"):
        setattr(time, name, clock)
    return clock


if __name__ == "__main__":
    serve(Path(sys.argv[1]), float(sys.argv[2]))
