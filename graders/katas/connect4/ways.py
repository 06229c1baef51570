"""Hold how one submission is called and how it answers, as far as the statement leaves it open."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum

import msgspec

from graders.katas.connect4.grids import Grid, read, size
from graders.model.outcome import Outcome, Raised
from graders.model.value import Other, in_words

NOBODY, DRAW = "nobody", "draw"
_NOBODY = ("", "0", "none", "null", "no", "nobody", "no one", "no winner", "none yet", "undefined")
_DRAWN = ("draw", "tie", "drawn", "tied", "stalemate")
_ONE = ("1", "x", "r", "red", "p1", "a", "🔴")
_TWO = ("2", "o", "y", "yellow", "p2", "b", "🟡", "🔵")
_EMPTY = (
    "",
    ".",
    "0",
    "_",
    "-",
    "·",
    "*",
    "none",
    "null",
    "undefined",
    "e",
    "⚪",
    "⚫",
    "⬜",
    "⬛",
)
MISTAKES = (
    *("AttributeError", "NameError", "UnboundLocalError", "NotImplementedError"),
    *("RecursionError", "ReferenceError", "ImportError"),
)
"""What no refusal raises: these say that the program itself is wrong."""
_PLAYER = re.compile(r"\b(?:player|p)[ #:]*([12])\b")
_FIELD = re.compile(r"(\w+)['\"]?\s*[:=]\s*('[^']*'|\"[^\"]*\"|[^\s,(){}]+)")


class Source(StrEnum):
    """Name where the winner is told."""

    METHOD = "method"
    VALUE = "value"
    PLAY = "play"


class Form(StrEnum):
    """Name in which way a refused move is told."""

    RAISES = "raises"
    FALSE = "returns False"
    NOTHING = "returns None"


class Refusal(msgspec.Struct, frozen=True):
    """Hold how a move is refused: `raised` names the exception.

    Where it is `silent`, a move that is played gives the same, and only the board tells.
    """

    form: Form
    raised: str = ""
    silent: bool = False


class Signs(msgspec.Struct, frozen=True):
    """Hold which sign stands for an empty cell and for the discs of each player.

    With `coloured` the colours of the signs count too.
    """

    empty: str
    one: str
    two: str
    coloured: bool = False

    def players(self, grid: Grid) -> tuple[str, ...]:
        """Return a grid as `1`, `2` and `.`, with `?` for any other sign."""
        table = {self.empty: ".", self.one: "1", self.two: "2"}
        return tuple("".join(table.get(cell, "?") for cell in row) for row in grid)


class Answers(msgspec.Struct, frozen=True):
    """Hold what was said of who has won: before anybody had, when 1, when 2, and after a draw.

    Each is None where it was not found out; `ordinary` are returns of moves that ended nothing.
    `unnamed` tells that both wins were told by a mere True, which names nobody.
    """

    nobody: object = None
    one: object = None
    two: object = None
    drawn: object = None
    ordinary: tuple[object, ...] = ()
    unnamed: bool = False

    @property
    def numbered(self) -> bool:
        """Tell whether players are numbers of which the first has the lower one: 1 and 2, 0 and 1.

        >>> Answers(one=0, two=1).numbered, Answers(one=2, two=1).numbered
        (True, False)
        """
        one, two = self.one, self.two
        return type(one) is int and type(two) is int and one < two


class Ways(msgspec.Struct, frozen=True):
    """Hold the names by which a submission is called, and what was found out about its answers."""

    class_name: str = "Connect4"
    play: str = "play"
    show: str = "print"
    source: Source = Source.METHOD
    winner: str = "check_winner"
    answers: Answers = Answers()
    refusal: Refusal | None = None
    instead: Outcome | None = None
    """What came of a move that has to be refused, where that is no way to refuse one."""
    signs: Signs | None = None
    printed: bool | None = None
    size: tuple[int, int] | None = None


USUAL = Ways()
"""What is taken for granted of a submission of which nothing was found out."""


def plain(value: object) -> object:
    """Return an answer with what other languages have for nothing as None."""
    return None if isinstance(value, Other) and value.shown == "undefined" else value


def refusal_in(call: Outcome) -> Refusal | None:
    """Return how a call refuses; None where it does not."""
    if isinstance(call.fact, Raised):
        return Refusal(Form.RAISES, call.fact.type)
    value = plain(call.value)
    if value is False:
        return Refusal(Form.FALSE)
    return Refusal(Form.NOTHING) if value is None else None


def who(value: object, ways: Ways, mover: int) -> str | None:
    """Return whom an answer names: `1`, `2`, `nobody`, `draw`; None where it cannot be read.

    `mover` is the player who moved last: an answer that only says that somebody has won means that
    player.
    """
    said, known = plain(value), ways.answers
    if ways.source is Source.PLAY:
        return _who_in_return(said, ways, mover)
    if said is True:
        return str(mover)
    if known.numbered and type(said) is int:
        numbers = ((known.one, "1"), (known.two, "2"), (known.drawn if said else None, DRAW))
        named = next((each for number, each in numbers if _same(said, number)), None)
        if named:
            return named
    if type(said) is int and said in (1, 2):
        return str(said)
    if said is None or said is False or (type(said) is int and said == 0):
        return NOBODY
    if isinstance(said, str) and (named := _named_in(said, ways)):
        return named
    for player, answer in (("1", known.one), ("2", known.two)):
        if answer is not None and _same(said, answer):
            return player
    if known.nobody is not None and _same(said, known.nobody):
        return NOBODY
    if known.drawn is not None and _same(said, known.drawn):
        return DRAW
    return _who_in_parts(said, ways) or None


def _who_in_parts(said: object, ways: Ways) -> str:
    """Return whom a part names: a tuple's first, a dict's `winner`, an object's lasting fields."""
    if isinstance(said, tuple | list) and len(said) > 1 and type(said[1]) is not int:
        return _named_in(str(said[0]), ways) if type(said[0]) in (int, str) else ""
    if not isinstance(said, Other):
        return ""
    fields: dict[str, str] = dict(_FIELD.findall(said.shown))
    if "winner" in fields:
        return _named_in(fields["winner"].strip("'\""), ways)
    one, two = (
        set(_FIELD.findall(each.shown)) if isinstance(each, Other) else set()
        for each in (ways.answers.one, ways.answers.two)
    )
    like_1, like_2 = (len(fields.items() & some) for some in (one - two, two - one))
    return "" if like_1 == like_2 else "1" if like_1 > like_2 else "2"


def _who_in_return(said: object, ways: Ways, mover: int) -> str | None:
    """Read what a move returned: what no ordinary move returns, and what the known ones did."""
    known = ways.answers
    if known.one is not None and known.two is not None:
        wins = [_same(said, known.one), _same(said, known.two)]
        if any(wins):
            return str(mover) if all(wins) else "12"[wins.index(True)]
    if known.drawn is not None and _same(said, known.drawn):
        return DRAW
    return NOBODY


def _named_in(text: str, ways: Ways) -> str:
    """Return the player whom a text names by number, or by the sign of the player's discs."""
    low = text.strip().lower()
    if low in _NOBODY:
        return NOBODY
    if any(word in low for word in _DRAWN):
        return DRAW
    one, two = (ways.signs.one.lower(), ways.signs.two.lower()) if ways.signs else ("", "")
    numbers: set[str] = set(_PLAYER.findall(low))
    words = {word.strip(".,:;!?()'\"") for word in low.split()}
    signs = {sign for sign in (one, two) if sign in words}
    if len(numbers) != 1 and one != two and len(signs) == 1:
        return "1" if one in signs else "2"
    digits = numbers or {char for char in low if char.isdigit()}
    if digits in ({"1"}, {"2"}):
        return digits.pop()
    for sign, other, player in ((one, two, "1"), (two, one, "2")):
        if sign and sign != other and (low == sign or (low.startswith(sign) and sign.isalpha())):
            return player
    return ""


def _same(one: object, other: object) -> bool:
    return type(one) is type(other) and one == other


def is_among(value: object, others: Iterable[object]) -> bool:
    """Tell whether a value is one of others, of the very same type.

    >>> is_among(True, [1]), is_among(None, [None])
    (False, True)
    """
    return any(_same(value, other) for other in others)


def signs_in(empty: Grid | None, first: Grid | None, second: Grid | None) -> tuple[str, ...] | None:
    """Return the signs of nobody, 1 and 2, from the board with no disc, with one and with two.

    None where they cannot be told from these, and where digits stand for the wrong players.
    """
    if empty is None or first is None or second is None:
        return None
    none, one, two = (_signs(grid) for grid in (empty, first, second))
    news = (one - none, two - one)
    if len(none) != 1 or [len(new) for new in news] != [1, 1]:
        return None
    ((nothing,), (of_one,), (of_two,)) = none, *news
    if of_one == "2" or (of_two == "1" and of_one not in ("0", "-1")):
        return None
    return nothing, of_one, of_two


def board_in(call: Outcome, *, coloured: bool = False) -> Grid | None:
    """Return the board that a call printed or, where it printed none, returned."""
    printed = read(call.stdout, coloured=coloured)
    return printed if printed is not None else read(call.value, coloured=coloured)


def other_size(call: Outcome) -> tuple[int, int] | None:
    """Return how many rows and columns a board has that a call showed and that is not 7 x 7."""
    return size(call.stdout) or size(call.value)


def size_in_words(rows: int, cols: int) -> str:
    """Say what is wrong with the size of a board.

    >>> size_in_words(6, 7)
    'a board of 6 rows and 7 columns was read; this kata has 7 rows and 7 columns'
    """
    return f"a board of {rows} rows and {cols} columns was read; this kata has 7 rows and 7 columns"


def usual_signs(grids: Iterable[Grid]) -> Signs:
    """Return which signs are meant by custom, for boards of which nothing was found out."""
    there_are = {cell for grid in grids for cell in _signs(grid)}

    def among(known: tuple[str, ...]) -> str:
        return next((cell for cell in sorted(there_are) if cell.lower() in known), "\0")

    return Signs(among(_EMPTY), among(_ONE), among(_TWO))


def _signs(grid: Grid) -> set[str]:
    return {cell for row in grid for cell in row}


def in_short(value: object) -> str:
    """Write an answer as a person reads it, on one short line."""
    return in_words(plain(value))
