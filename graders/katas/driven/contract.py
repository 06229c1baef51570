"""What a driver is: the few calls by which a game is played, whatever its classes look like.

A driver is a class `Driver`, made with `(rows, cols, k)` for each new game. Players are 1 and 2,
columns count from 0 on the left, rows from 0 at the bottom. A part that is not there, or that
raises `NotImplementedError` (in JavaScript an error of that name), is not offered: cases that need
it are not asked, and no others are touched.
"""

from __future__ import annotations

import msgspec

from graders.model.outcome import Outcome
from graders.model.raised import Raised

SIZE = ("rows", "cols", "k")
NOT_OFFERED = "NotImplementedError"
ACCIDENTS = frozenset(
    (
        *("KeyError", "IndexError", "TypeError", "AttributeError", "NameError"),
        *("UnboundLocalError", "RecursionError", "AssertionError"),
        *("RangeError", "ReferenceError", "EOFError"),
    )
)
"""What is raised by mistakes: it refuses a move only where a `raise` of the submission made it."""


class DriverPart(msgspec.Struct, frozen=True):
    parameters: tuple[str, ...]
    gives: str


PARTS = {
    "move": DriverPart(
        ("player", "column"), "True where the disc lies; False, or raise: nothing changed"
    ),
    "winner": DriverPart((), "1, 2, or None"),
    "draw": DriverPart((), "True or False"),
    "turn": DriverPart((), "1 or 2: who is to move"),
    "state": DriverPart((), "playing, won or draw"),
    "cell": DriverPart(("row", "column"), "0, 1 or 2"),
    "can": DriverPart(("column",), "True or False"),
    "text": DriverPart((), "the board as it is printed"),
    "undo": DriverPart((), "anything; raise if there is nothing to take back"),
    "replay": DriverPart(("columns",), "anything; a new game in which these were played in turn"),
    "choose": DriverPart(("player",), "a column: the move of a bot"),
    "place": DriverPart(("player", "column"), "as move, on a board without turns; or the row"),
    "full": DriverPart((), "True or False"),
    "line": DriverPart(("player",), "True where the disc placed last completes a line"),
    "name": DriverPart(("player",), "the name of a player: Ann or Ben"),
    "colour": DriverPart(("player",), "anything that differs for the two"),
}
"""The parts of a driver. `move`, `winner` and `draw` are all that most cases need."""
READS_INPUT = (
    "it waits for input(), and nobody types here: let a method take the column and ask outside it; "
    "kata adapt FILE shows where"
)
MAY_REFUSE = ("move", "place", "can")
"""The parts in which an exception may be an answer: no."""
NAMES = ("Ann", "Ben")


def is_not_offered(call: Outcome) -> bool:
    """Tell whether a call says that there is no such part."""
    return isinstance(call.fact, Raised) and call.fact.type.endswith(NOT_OFFERED)


def refuses(part: str, raised: Raised) -> bool:
    """Tell whether an exception may be a refusal of this part.

    >>> refuses("move", Raised("ValueError")), refuses("winner", Raised("ValueError"))
    (True, False)
    >>> [refuses("can", Raised("KeyError", by_hand=by_hand)) for by_hand in (True, False)]
    [True, False]
    """
    return part in MAY_REFUSE and (raised.by_hand or raised.type not in ACCIDENTS)
