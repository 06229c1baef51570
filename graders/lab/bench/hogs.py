"""Keep every core busy for a while, with programs that do nothing but use it up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from graders.channel.budget import Settings
from graders.channel.channel import Channel
from graders.grading.messages import reason
from graders.lab.bench.errors import NothingToMeasureError
from graders.model.request import Request
from graders.model.submission import Submission
from graders.sandbox.leases import Lease
from graders.sandbox.machine import Cores

PER_CORE = 2
"""How many hogs share a core, beside whatever else wants it."""

# The hogs are an ordinary submission's children, so that they end with its sandbox.
_SOURCE = """import os

parent = os.getpid()
for _ in range(PER_CORE):
    if os.fork() == 0:
        os.setsid()  # else the scheduler lets all hogs share the time of one
        while os.getppid() == parent:  # nobody may be left with hogs, however the run ended
            sum(range(100_000))
        os._exit(0)


def wait():
    pass
"""


@contextmanager
def hogs(cores: Sequence[int], settings: Settings, longest_s: float = 86400.0) -> Iterator[str]:
    """Run `PER_CORE` hogs on each of `cores`; yield in words what runs.

    They lease no core: they are there to be in the way. They end with the context, and after
    `longest_s` seconds of CPU time each in any case. Raises `NothingToMeasureError` where they do
    not start.
    """
    source = _SOURCE.replace("PER_CORE", repr(PER_CORE)).encode()
    submission = Submission(Path("hogs.py"), "hogs.py", source)
    with ExitStack() as stack:
        for core in cores:
            place = Lease(Cores(tuple(cores), (core,)))
            channel = Channel(submission, settings, longest_s, place=place)
            trouble = stack.enter_context(channel).open(Request("wait", ()))
            if trouble is not None:
                raise NothingToMeasureError(
                    f"the programs that keep the cores busy: {reason(trouble)}"
                )
        yield f"{PER_CORE} CPU hogs a core, {PER_CORE * len(cores)} in all"
