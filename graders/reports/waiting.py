"""Say what a run waits for before it goes on: a core, or a program that is being started."""

from __future__ import annotations

from graders.sandbox.leases import Awaited, What

WORDS = {
    What.CORE: "waiting for a core",
    What.BUBBLEWRAP: "waiting for bubblewrap to start a program",
}


def waiting_message(awaited: Awaited) -> str:
    """Say what is waited for, and for how long at most.

    >>> waiting_message(Awaited(What.CORE, 60.0))
    'waiting for a core, for 60 s at most'
    """
    return f"{WORDS[awaited.what]}, for {awaited.longest_s:g} s at most"
