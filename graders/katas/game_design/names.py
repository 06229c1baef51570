"""Find the parts of a design by their names: pure, from what `Members` answers.

A name is compared in snake case, so that every spelling of a word is the same word.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

FILE = "names.yaml"
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


class Names(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hold the accepted names of each part, the preferred one first."""

    classes: Mapping[str, tuple[str, ...]]
    game: Mapping[str, tuple[str, ...]]
    board: Mapping[str, tuple[str, ...]]
    player: Mapping[str, tuple[str, ...]]
    stretch: Mapping[str, tuple[str, ...]]
    bot: Mapping[str, tuple[str, ...]]
    parameters: Mapping[str, tuple[str, ...]]


@functools.cache
def names() -> Names:
    """Return the names that are accepted, as the file beside this one has them."""
    return msgspec.yaml.decode(Path(__file__).with_name(FILE).read_bytes(), type=Names)


class Member(msgspec.Struct, frozen=True):
    """Hold one thing that a file or an object offers; `kind` is class, function, method or value.

    `parameters` are as `Members` gives them: `name`, `name=`, `*name`, `**name`, and `*` before
    what can be given by name alone. A class of the kind `abstract` cannot be constructed: there
    they are the names of the classes that derive from it.
    """

    name: str
    kind: str
    parameters: tuple[str, ...] = ()

    @property
    def positional(self) -> tuple[str, ...]:
        """Return the parameters that can be given in order, a default's `=` still at its end.

        Those that can be given by name alone come last: the runner gives them so.

        >>> Member("move", "method", ("player", "*", "column", "times=", "**more")).positional
        ('player', 'column', 'times=')
        """
        found = []
        for parameter in self.parameters:
            if parameter != "*" and parameter.startswith("*"):
                break
            found.append(parameter)
        return tuple(parameter for parameter in found if parameter != "*")

    @property
    def required(self) -> tuple[str, ...]:
        """Return the parameters that have to be given in order."""
        return tuple(each for each in self.positional if not each.endswith("="))


def members_of(answer: object) -> tuple[Member, ...]:
    """Read what `Members` answered; nothing where it is no such list.

    >>> members_of([["Game", "class", ["rows=", "cols="]]])
    (Member(name='Game', kind='class', parameters=('rows=', 'cols=')),)
    """
    try:
        rows = msgspec.convert(answer, list[tuple[str, str, list[str]]])
    except msgspec.ValidationError:
        return ()
    return tuple(Member(name, kind, tuple(parameters)) for name, kind, parameters in rows)


def snake(name: str) -> str:
    """Return a name in snake case.

    >>> snake("getCurrentPlayer"), snake("ConnectFour"), snake("is_full"), snake("AIPlayer")
    ('get_current_player', 'connect_four', 'is_full', 'ai_player')
    """
    return _HUMP.sub("_", name).lower()


def called(
    accepted: Sequence[str], members: Sequence[Member], kinds: Sequence[str]
) -> Member | None:
    """Return the member with the most preferred of the accepted names, of one of the `kinds`.

    >>> offered = [Member("status", "value"), Member("getState", "method")]
    >>> called(("get_state", "status"), offered, ("method", "value")).name
    'getState'
    """
    for name in accepted:
        for member in members:
            if member.kind in kinds and snake(member.name) == name:
                return member
    return None


def slot_of(parameter: str, among: Sequence[str]) -> str:
    """Return what a parameter is for, by its name, of the slots given; "" where that is not known.

    >>> slot_of("player1", ("player_1", "rows")), slot_of("numRows=", ("player_1", "rows"))
    ('player_1', 'rows')
    """
    name = snake(parameter.strip("=*"))
    accepted = names().parameters
    return next((slot for slot in among if name in accepted[slot]), "")


def accepted_names(role: str, of: Mapping[str, tuple[str, ...]]) -> str:
    """List the names by which a part is known, for whoever has to choose one.

    >>> accepted_names("name", {"name": ("name", "get_name")})
    'name, get_name'
    """
    return ", ".join(of[role])


def accepted_classes(part: str) -> str:
    """List the names by which a class is known, as classes are written.

    >>> accepted_classes("player")
    'Player, GamePlayer, HumanPlayer, ConnectFourPlayer'
    """
    words = (name.split("_") for name in names().classes[part])
    return ", ".join("".join(word.capitalize() for word in each) for each in words)
