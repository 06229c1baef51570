"""Hold on to the children of other processes of ours, to wait for them once those are gone.

A worker that is killed leaves its keepers behind, each of which ends what it keeps and then
itself. Whoever killed the worker, and wants nothing left, waits for that here.
"""

from __future__ import annotations

import os
import select
import time
from collections.abc import Collection
from contextlib import suppress
from types import TracebackType

from graders.sandbox.process_tree import all_pids, look_at


class Children:
    """Hold the processes that were started by some others, and not yet over, at one moment."""

    def __init__(self, parents: Collection[int]) -> None:
        """Find them; those that are started afterwards are not among them."""
        self._held: list[int] = []
        found = [each for pid in all_pids() if (each := look_at(pid)) and each.parent in parents]
        for process in found if parents else ():
            with suppress(ProcessLookupError):
                self._held.append(os.pidfd_open(process.pid))

    def __enter__(self) -> Children:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        while self._held:
            os.close(self._held.pop())

    def are_gone(self, within_s: float) -> bool:
        """Wait at most so long for all of them to end; tell whether they have."""
        deadline = time.monotonic() + within_s
        poll = select.poll()
        for each in self._held:
            poll.register(each, select.POLLIN)
        left = len(self._held)
        while left and (patience_s := deadline - time.monotonic()) > 0:
            for ended, _ in poll.poll(patience_s * 1000):
                poll.unregister(ended)
                left -= 1
        return not left
