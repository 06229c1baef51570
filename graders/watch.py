"""Look, every few milliseconds of a call, whether a submission stays inside its limits."""

from __future__ import annotations

import time
from dataclasses import dataclass

from graders.limits import Limits, in_units
from graders.outcome import Event
from graders.process_tree import Process, Tree
from graders.scratch import Scratch

_EVERY_S = 0.01
_SCRATCH_EVERY_S = 0.05


@dataclass(frozen=True)
class Breach:
    """Say which limit was broken, as an event and in words."""

    event: Event
    detail: str


class Watch:
    """Measure the processes of one sandbox against its limits."""

    def __init__(self, tree: Tree, limits: Limits, scratch: Scratch | None) -> None:
        """Watch `tree`, and the folder `scratch` where the kernel does not limit it."""
        self._tree, self._limits, self._scratch = tree, limits, scratch
        self._last = self._last_scratch = time.monotonic()
        self.peak_bytes = 0

    def due(self) -> bool:
        """Tell whether it is time for another look although there is something else to do."""
        return time.monotonic() - self._last >= _EVERY_S

    def look(self) -> Breach | None:
        """Take one look; return the first limit that is broken."""
        self._last = time.monotonic()
        processes = self._tree.refresh()
        breach = self._too_many(processes) or self._too_much_memory(processes)
        if breach is None and self._scratch and self._last - self._last_scratch > _SCRATCH_EVERY_S:
            self._last_scratch = self._last
            breach = self._too_much_scratch(self._scratch)
        return breach

    def _too_many(self, processes: list[Process]) -> Breach | None:
        count = sum(process.threads for process in processes)
        if count <= self._limits.processes + self._tree.own:
            return None
        return Breach(
            Event.DIED,
            f"it was stopped: it started more than {self._limits.processes} processes and threads",
        )

    def _too_much_memory(self, processes: list[Process]) -> Breach | None:
        held = sum(process.resident for process in processes)
        self.peak_bytes = max(self.peak_bytes, held)
        if held <= self._limits.memory_bytes:
            return None
        asked = max(held, *(process.virtual for process in processes))
        return Breach(
            Event.OUT_OF_MEMORY,
            f"it was stopped: it held {in_units(held)} and had asked for {in_units(asked)}; "
            f"{in_units(self._limits.memory_bytes)} are allowed",
        )

    def _too_much_scratch(self, scratch: Scratch) -> Breach | None:
        if scratch.size() <= self._limits.scratch_bytes:
            return None
        return Breach(
            Event.FLOODED,
            f"it was stopped: it wrote more than {in_units(self._limits.scratch_bytes)} of files",
        )
