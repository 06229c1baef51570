"""Say what a run waits for that is not the submission's doing."""

from __future__ import annotations

from graders.sandbox.leases import Awaited, What

WORDS = {
    What.CORE: "waiting for a core",
    What.BUBBLEWRAP: "waiting for bubblewrap to start a program",
}


def in_words(awaited: Awaited) -> str:
    """Say what is waited for, and for how long at most.

    >>> in_words(Awaited(What.CORE, 60.0))
    'waiting for a core, for 60 s at most'
    """
    return f"{WORDS[awaited.what]}, for {awaited.longest_s:g} s at most"
