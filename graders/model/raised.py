"""An exception that came out of a submission, as the runner tells of it and the report shows it.

A runner's word is untrusted, so the bounds stand here, at the types: a reply is read into them
(`graders/channel/wire.py`), and what does not fit is no reply.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec.structs
from msgspec import Meta

# A runner sends a tenth of these; writing out what is not printable takes up to ten characters.
ShortText = Annotated[str, Meta(max_length=2_000)]
LongText = Annotated[str, Meta(max_length=20_000)]

_INT32 = (1 << 31) - 1
Count = Annotated[int, Meta(ge=0, le=_INT32)]


class Frame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One call of a traceback; `source` is the line's text where it is the submission's.

    One `beside` is in another file of the submission than the one that is called.
    """

    file: ShortText
    line: Count
    function: ShortText
    source: ShortText
    beside: bool = False

    @property
    def is_of_driver(self) -> bool:
        """Tell whether it is a line of a driver, which calls the submission."""
        return self.file.rpartition("/")[2].startswith("driver.")

    @property
    def place(self) -> str:
        """Return where it is, with the file where that is not the one that is called.

        >>> Frame("mine.py", 3, "f", "").place, Frame("driver.py", 3, "f", "").place
        ('line 3', 'driver.py, line 3')
        """
        elsewhere = self.beside or self.is_of_driver
        return f"{self.file}, line {self.line}" if elsewhere else f"line {self.line}"


class SyntaxPlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a text cannot be parsed; `offset` counts characters of `text` from 1."""

    file: ShortText
    line: Count
    text: ShortText
    offset: Count | None


class Offer(msgspec.Struct, frozen=True):
    """Where a package is to be had that a submission missed, by the name of its import.

    `environment` is one that submissions may be shown packages of, where there is such a one; the
    package is `there`, or has still to be installed. Without one it is `there` in the grader's own.
    """

    name: str
    environment: str = ""
    there: bool = True


class Reported(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An exception as a runner reports it.

    `type` has its module before it unless that is `builtins` or the submission's own. `cut` is
    how many characters of the message were left out at its end, `left_out` how many frames in the
    middle of `frames`. `own_line` is the submission's own line that it came from, also where a
    library raised it. `missing` is the module that was not found, where that is what it says. It
    is `by_hand` where a `raise` of the submission's own made it, and no mistake or assert.
    """

    type: ShortText
    message: LongText = ""
    cut: Count = 0
    frames: Annotated[tuple[Frame, ...], Meta(max_length=20)] = ()
    left_out: Count = 0
    own_line: Frame | None = None
    notes: Annotated[tuple[ShortText, ...], Meta(max_length=5)] = ()
    syntax: SyntaxPlace | None = None
    errno: Annotated[int, Meta(ge=-_INT32, le=_INT32)] | None = None
    by_hand: bool = False
    missing: ShortText | None = None


class Raised(Reported, frozen=True):
    """One that came out of the submission, with what the grader adds to it.

    `offer` is where the missing module is to be had, `cause` the exception that came before.
    """

    offer: Offer | None = None
    cause: Raised | None = None


def chain(reported: Sequence[Reported]) -> Raised:
    """Return the first with the others as its causes, as a runner lists them: the latest first.

    >>> made = chain([Reported("KeyError"), Reported("ValueError"), Reported("OSError")])
    >>> made.cause.type, made.cause.cause.type
    ('ValueError', 'OSError')
    """
    latest, *before = reported
    return Raised(**msgspec.structs.asdict(latest), cause=chain(before) if before else None)
