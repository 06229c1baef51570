"""Make programs that work in several threads or processes, some of which would gain by it."""

from __future__ import annotations

from collections.abc import Sequence

from graders.lab.bench.contention import CAP_S, Answering, Program, burning
from graders.model.verdict import Verdict

LATE = Verdict.TIME_LIMIT_EXCEEDED
_SHORT_S = 0.005
"""What one of many short-lived children burns."""


def honest(answering: Answering, cap_s: float = CAP_S) -> tuple[Program, ...]:
    """Return programs that do little enough, in other processes or threads than the first."""
    of_one, of_three = _children(1, 0.6 * cap_s), _children(3, 0.2 * cap_s)
    threads = _threads(3, 0.2 * cap_s)
    return (
        Program("works in a child", answering(of_one), must_be=Verdict.ACCEPTED),
        Program("works in three children", answering(of_three), must_be=Verdict.ACCEPTED),
        Program("works in three threads", answering(threads), must_be=Verdict.ACCEPTED),
    )


def gaming(answering: Answering, cap_s: float = CAP_S) -> tuple[Program, ...]:
    """Return programs that keep themselves waiting, for more time than a cap or another guess."""
    sleep = ("import time", f"time.sleep({0.8 * cap_s})")
    count = int(1.6 * cap_s / _SHORT_S)
    unseen = ("import signal", "signal.signal(signal.SIGCHLD, signal.SIG_IGN)")
    everywhere = ("import os", *_trying("os.sched_setaffinity(0, range(os.cpu_count()))"))
    late = {
        "children beyond the cap": _fighting(3, 0.4 * cap_s),
        "short children, not waited for": (*unseen, *_one_by_one(count, _SHORT_S)),
        "threads beyond the cap": _threads(3, 0.6 * cap_s),
        "threads, then sleep": (*_threads(3, 0.2 * cap_s), *sleep),
        "children, then sleep": (*_fighting(3, 0.15 * cap_s), *sleep),
        "work, then sleep": (*burning(0.6 * cap_s), *sleep),
        "children on all cores": (*everywhere, *_fighting(3, 0.4 * cap_s)),
    }
    guess = (*_fighting(4, 0.15 * cap_s), "return None")
    return (
        *(Program(name, answering(lines), None, LATE, alone=True) for name, lines in late.items()),
        Program("a guess, starving itself", answering(guess), alone=True),
    )


def _children(count: int, cpu_s: float, meanwhile: Sequence[str] = ()) -> Sequence[str]:
    """Return the lines that start children at once, do something else, and wait for them."""
    return (
        "import os",
        "children = []",
        f"for _ in range({count}):",
        "    children.append(os.fork())",
        "    if children[-1] == 0:",
        *_indented(_indented(burning(cpu_s))),
        "        os._exit(0)",
        *meanwhile,
        "for child in children:",
        "    os.waitpid(child, 0)",
    )


def _fighting(count: int, cpu_s: float) -> Sequence[str]:
    """Return the lines that start children and compute beside them, all in each other's way."""
    return _children(count, cpu_s, burning(cpu_s))


def _one_by_one(count: int, cpu_s: float) -> Sequence[str]:
    """Return the lines that start children one after the other, as each is gone."""
    return (
        "import os",
        f"for _ in range({count}):",
        "    child = os.fork()",
        "    if child == 0:",
        *_indented(_indented(burning(cpu_s))),
        "        os._exit(0)",
        *_indented(_trying("os.waitpid(child, 0)")),
    )


def _threads(count: int, cpu_s: float) -> Sequence[str]:
    """Return the lines that start threads at once and wait for them."""
    return (
        "import threading, time",
        "def burn():",
        f"    end = time.thread_time() + {cpu_s}",
        "    while time.thread_time() < end:",
        "        pass",
        f"threads = [threading.Thread(target=burn) for _ in range({count})]",
        "for thread in threads:",
        "    thread.start()",
        "for thread in threads:",
        "    thread.join()",
    )


def _trying(line: str) -> Sequence[str]:
    return ("try:", f"    {line}", "except OSError:", "    pass")


def _indented(lines: Sequence[str]) -> Sequence[str]:
    return tuple(f"    {line}" for line in lines)
