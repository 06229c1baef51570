"""Hold the submissions of a batch, and what became of each."""

from __future__ import annotations

import msgspec

from graders.model.files import Content
from graders.model.likeness import Pair
from graders.model.scorecard import Scorecard


class Source(msgspec.Struct, frozen=True):
    """Hold one submission as it was found, before anything is known of it but its bytes.

    `path` is how reports name it. `content` are the bytes of a file, or the files of a folder. It
    is None where it could not be read, and `unreadable`
    then says why: whoever handed it in is told so by a scorecard like any other. `kata` is that
    of a manifest, None where the file or the suites have to tell.
    """

    candidate: str
    path: str
    content: Content | None
    kata: str | None = None
    unreadable: str = ""


class Entry(msgspec.Struct, frozen=True):
    """Hold one submission of a batch and what became of it.

    `scorecard` is None where there is none yet, or none could be had; `why_not` then says why, and
    is empty while nobody has tried. `tries` is how often it was handed out; where the grader failed
    on it each time it is `set_aside`, and nobody tries any more. `content` is None where it could
    not be read.
    """

    candidate: str
    path: str
    sha256: str | None
    content: Content | None
    scorecard: Scorecard | None = None
    why_not: str = ""
    tries: int = 1
    set_aside: bool = False

    @property
    def is_received(self) -> bool:
        """Tell whether it has a scorecard on which the grader itself did not fail."""
        return self.scorecard is not None and not self.scorecard.grader_errors

    @property
    def kata(self) -> str | None:
        """Return the kata that it was graded by; None where it was not."""
        return None if self.scorecard is None else self.scorecard.kata

    @property
    def rung(self) -> str | None:
        """Return the rung of the ladder on which it stands; None where that is not known."""
        standing = None if self.scorecard is None else self.scorecard.standing
        return None if standing is None else standing.rung or None


class Batch(msgspec.Struct, frozen=True):
    """Hold the submissions of a batch in the order of their candidates.

    `likenesses` are pairs of them, by their place in `entries`; None where nobody looked.
    """

    entries: tuple[Entry, ...]
    title: str = ""
    likenesses: tuple[Pair, ...] | None = None

    @property
    def expected(self) -> int:
        """Return how many submissions were to be graded."""
        return len(self.entries)

    @property
    def received(self) -> int:
        """Return how many have a scorecard that stands."""
        return sum(entry.is_received for entry in self.entries)
