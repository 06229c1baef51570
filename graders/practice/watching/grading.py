"""Grade a file in a thread of its own, and tell what happens as it happens."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from graders.grading.grade_file import Start, grade_file
from graders.model.scorecard import Result, Scorecard
from graders.model.suite import Case
from graders.model.usage import UsageError
from graders.sandbox.interrupts import Cancellation


class Wanted(msgspec.Struct, frozen=True):
    """Hold which file to grade and how; the cases in `first` come before the others."""

    file: Path
    kata: str | None = None
    cap_s: float | None = None
    isolation: str = "auto"
    allow: tuple[str, ...] = ()
    allow_from: Path | None = None
    variants: bool = False
    stretch: bool = False
    first: tuple[str, ...] = ()
    entry: str | None = None


class Ended(msgspec.Struct, frozen=True):
    """Hold how a run ended: with a scorecard, or `refused` with what the caller has to mend.

    With neither, it was cancelled before there was anything to tell.
    """

    scorecard: Scorecard | None = None
    refused: str = ""


Happening = Start | Case | Result | Ended


class Run:
    """Be one run: called in a thread, cancelled from another."""

    def __init__(self, wanted: Wanted, tell: Callable[[Run, Happening], None]) -> None:
        """Prepare a run; `tell` is called in its thread with all that happens, the end last."""
        self._wanted, self._tell = wanted, tell
        self._cancellation = Cancellation()

    def cancel(self) -> None:
        """End it soon, and everything that it started."""
        self._cancellation.cancel()

    def __call__(self) -> None:
        """Grade the file."""
        ended = Ended()
        try:
            with self._cancellation.may_end():
                ended = Ended(self._graded())
        except KeyboardInterrupt:  # at the very beginning, or at the very end
            pass
        except UsageError as error:
            ended = Ended(refused=str(error))
        self._tell(self, ended)

    def _graded(self) -> Scorecard:
        wanted = self._wanted
        return grade_file(
            wanted.file,
            kata=wanted.kata,
            cap_s=wanted.cap_s,
            isolation=wanted.isolation,
            allow=wanted.allow,
            allow_from=wanted.allow_from,
            variants=wanted.variants,
            stretch=wanted.stretch,
            first=wanted.first,
            entry=wanted.entry,
            on_start=self._told,
            on_case=self._told,
            on_result=self._told,
        )

    def _told(self, happening: Happening) -> None:
        self._cancellation.tell()
        self._tell(self, happening)
