"""Tell from `/proc` what the processes of one run use, as exactly as a keeper does.

This module is loaded on Linux alone.
"""

from __future__ import annotations

from graders.model.limits import Limits
from graders.sandbox.meter import Meter
from graders.sandbox.plain.cpu_time import Used
from graders.sandbox.plain.process import Group
from graders.sandbox.process_tree import SessionTree
from graders.sandbox.supervisor_protocol import Order


class FromProc:
    """Follow all processes of a run; what the first had used in the end its parent is told."""

    def __init__(self, group: Group, limits: Limits) -> None:
        """Begin with the first process, which has done nothing yet."""
        self._group = group
        self._tree = SessionTree(group.pid)
        self._meter = Meter(self._tree, None, Order((), {}, limits))

    def look(self) -> None:
        """Take note of what will be gone with its process."""
        self._tree.refresh()
        self._meter.look()

    def used(self, *, mark: bool) -> Used:
        """Return what was used so far; with `mark`, `kept_off_s` counts from here."""
        # Before the living are looked at: what is reaped by now is none of them.
        self._tree.note_reaped(self._group.reaped_cpu_s or 0.0)
        usage = self._meter.measured(mark=mark)
        return Used(usage.cpu_s, usage.kept_off_s)
