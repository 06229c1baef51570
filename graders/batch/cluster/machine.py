"""Be the workers of one machine: `python -m graders.batch.cluster.machine`, started by ssh.

It is told on its standard input whom to join, starts a worker process a core, follows up those
that end, and ends with all of them when its standard input does: so nothing is left on a machine
when the coordinator is gone, or the connection to it.
"""

from __future__ import annotations

import threading

from graders.batch.cluster.crew import Crew, Wanted
from graders.batch.cluster.invitation import Invitation
from graders.sandbox.machine import usable_cores
from graders.sandbox.processes import own_command, told, when_unwanted

LOOKS_EVERY_S = 0.25


def main() -> None:
    """Keep the workers of this machine at work until nobody wants them any more."""
    if not (line := told()):
        return
    invitation = Invitation.read(line)
    unwanted = threading.Event()
    when_unwanted(unwanted.set)
    crew = Crew(workers_here(invitation.workers))
    crew.tell([line] * crew.size)
    try:
        while not unwanted.wait(LOOKS_EVERY_S):
            crew.look()
    finally:
        crew.close()


def workers_here(count: int | None) -> list[Wanted]:
    """Return how to start so many workers on this machine, None for one a usable core."""
    words, environment = own_command("graders.batch.cluster.worker")
    numbers = range(1, (count or len(usable_cores())) + 1)
    return [Wanted(f"worker {number}", words, environment) for number in numbers]


if __name__ == "__main__":
    main()
