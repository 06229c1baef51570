"""Hold how one design is called: what was found out of its names, arguments and answers."""

from __future__ import annotations

import re

import msgspec

from graders.model.outcome import Event, Outcome

NAMES_GIVEN = ("Ann", "Ben")
COLOURS_GIVEN = ("red", "yellow")
RAISED = "raised"


class Made(msgspec.Struct, frozen=True):
    """Stand for what a class of the submission makes of one value, such as a member of an enum.

    The value may be such a one itself: a disc of a colour.
    """

    class_name: str
    value: object


class Given(msgspec.Struct, frozen=True):
    """Stand for the Player object that was constructed for a player."""


class FromGame(msgspec.Struct, frozen=True):
    """Stand for a player that the game itself made, read from it by attribute, or by item too."""

    attributes: tuple[str, str] | str


class Plain(msgspec.Struct, frozen=True):
    """Stand for values that name the players, the first one's and the second one's."""

    values: tuple[object, object]


Token = Given | FromGame | Plain
"""How a player, or a colour, is told to a call."""


class Way(msgspec.Struct, frozen=True):
    """Hold how a part is used: its name, whether it is called, and the order of its arguments.

    `then` is an attribute (`call_then`: a getter) that is read of what came, to know it by.
    """

    name: str
    is_call: bool = True
    slots: tuple[str, ...] = ()
    then: str = ""
    call_then: bool = False


class Meanings(msgspec.Struct, frozen=True):
    """Hold what each answer means, answers as `written`; the first entry that fits counts.

    `words` are patterns for an answer that was not seen before.
    """

    of: tuple[tuple[str, str], ...] = ()
    words: tuple[tuple[str, str], ...] = ()

    def read(self, answer: str) -> str:
        """Return what an answer means; "" where that is not known.

        >>> Meanings((("0", "playing"),), (("draw", "draw|tie"),)).read("'TIED'")
        'draw'
        """
        seen = next((meaning for text, meaning in self.of if text == answer), "")
        if seen:
            return seen
        return next(
            (meaning for meaning, words in self.words if re.search(words, answer, re.I)), ""
        )


class Class(msgspec.Struct, frozen=True):
    """Hold a class, and for what each argument stands that it is constructed with."""

    name: str
    slots: tuple[str, ...] = ()


class Manner(msgspec.Struct, frozen=True):
    """Hold how a design is called; as it stands, as the statement has it.

    `colours` are what a player, and a disc, is given as a colour. `line_disc` is how `check_win` is
    told whose line is meant, where that is not how a disc is told to a board.
    """

    game: Class = Class("Game", ("player_1", "player_2"))
    board: Class = Class("Board")
    player: Class = Class("Player", ("name", "colour"))
    colours: tuple[object, object] = COLOURS_GIVEN
    move: Way = Way("make_move", slots=("player", "column"))
    turn: Way = Way("get_current_player")
    state: Way = Way("get_game_state")
    winner: Way = Way("get_winner")
    can: Way = Way("can_place", slots=("column",))
    place: Way = Way("place_disc", slots=("column", "disc"))
    full: Way = Way("is_full")
    line: Way = Way("check_win", slots=("row", "column"))
    cell: Way = Way("get_cell", slots=("row", "column"))
    name: Way = Way("name", is_call=False)
    colour: Way = Way("colour", is_call=False)
    undo: Way | None = None
    replay: Way | None = None
    replay_gives_a_game: bool = False
    shown_board: Way | None = None
    bot: Class | None = None
    choose: Way | None = None
    sizes_of: tuple[str, ...] = ()
    top_is_row_0: bool = True
    mover: Token = Given()
    disc: Token = Plain(COLOURS_GIVEN)
    line_disc: Token | None = None
    turns: Meanings = Meanings()
    states: Meanings = Meanings()
    winners: Meanings = Meanings()
    cells: Meanings = Meanings()
    no_line: str = "False"
    moves_give_none: bool = False
    places_give_none: bool = False
    refusals: tuple[str, ...] = ()


class Came(msgspec.Struct, frozen=True):
    """Hold what came of a question: a value, or that an exception did."""

    value: object = None
    raised: bool = False

    @property
    def written(self) -> str:
        """Return the answer as a text that tells types apart.

        >>> Came(True).written, Came("1").written, Came(raised=True).written
        ('True', "'1'", 'raised')
        """
        return RAISED if self.raised else repr(self.value)


def came_of(outcome: Outcome, then: Outcome | None = None) -> Came:
    """Return what came of a step, known by what was read of it `then`, where that could be."""
    if outcome.event is not Event.REPLIED:
        return Came(raised=True)
    if then is not None and then.event is Event.REPLIED:
        return Came(then.value)
    return Came(outcome.value)


def is_refusal(came: Came, none_is_usual: bool, refusals: tuple[str, ...] = ()) -> bool:
    """Tell whether an answer refuses a move: an exception, False, None, or one known to do so.

    None refuses only where an accepted move gives something else.

    >>> is_refusal(Came(False), True), is_refusal(Came(None), True), is_refusal(Came(0), False)
    (True, False, False)
    >>> is_refusal(Came((False, "full")), False)
    True
    """
    value = came.value
    if isinstance(value, (tuple, list)) and value:
        value = value[0]
    if came.raised or value is False or came.written in refusals:
        return True
    return value is None and not none_is_usual
