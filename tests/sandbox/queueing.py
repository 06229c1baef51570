"""What stands in the queue for a core: processes that load no more than they need for it."""

from __future__ import annotations

import os
import time
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event

from graders.sandbox import leases
from graders.sandbox.leases import lease

CORES = (100, 101, 102)
ONE = CORES[:1]
HOLD_S = 0.03
SERVED_S = 60.0
"""Far longer than any of these has to wait, on however busy a machine."""


def hold(folder: str, ready: Event, leave: Event) -> None:
    """Lease a core, and end without giving it back."""
    leases.FOLDER = folder
    place = lease(CORES)
    assert place.is_held
    ready.set()
    leave.wait(60)
    os._exit(9)


def stand(folder: str, line: Connection) -> None:
    """Wait for a core when told to, hold it for a moment, and say when it was."""
    leases.FOLDER = folder
    line.send("ready")
    line.recv()
    with lease(ONE, longest_s=SERVED_S) as place:
        line.send(time.monotonic())
        assert place.is_held
        time.sleep(HOLD_S)
