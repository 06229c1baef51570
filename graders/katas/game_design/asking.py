"""Turn what a script asks into the steps of a session, in the manner of one design."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from graders.katas.game_design.brute_force import is_over
from graders.katas.game_design.manner import (
    NAMES_GIVEN,
    RAISED,
    Class,
    FromGame,
    Given,
    Made,
    Manner,
    Token,
    Way,
)
from graders.katas.game_design.script import NOBODY, PLAYERS, Asked, discs_on
from graders.katas.game_design.task import COLS, IN_A_ROW, ROWS, DesignTask
from graders.model.session import Call, Construct, Earlier, Look, Members, Session, Step

OFF_THE_BOARD = 99


class Answer(msgspec.Struct, frozen=True):
    """Hold where an answer is found: in which step, and in which what is read of it `then`."""

    step: int
    then: int | None = None


class Plan(msgspec.Struct, frozen=True):
    """Hold a session, and for each step of the script where its answers are found.

    A step of the script that has none cannot be asked of this design.
    """

    steps: tuple[Step, ...]
    answers: tuple[tuple[Answer, ...], ...]


class Asking:
    """Gather steps; objects are made when they are first needed."""

    def __init__(self, manner: Manner, size: tuple[int, int, int] = (ROWS, COLS, IN_A_ROW)) -> None:
        """Begin without a step."""
        self.steps: list[Step] = []
        self.size = size
        self.manner = manner
        self._made: dict[object, Earlier] = {}

    def begin_anew(self, manner: Manner) -> None:
        """Go on in another manner, with new objects."""
        self.manner = manner
        self._made = {}

    def add(self, step: Step) -> Earlier:
        """Add a step, and return what stands for it."""
        self.steps.append(step)
        return Earlier(len(self.steps) - 1)

    def player(self, player: int) -> Earlier:
        """Return the object of class `Player`."""
        if ("player", player) not in self._made:
            made = self.add(self._player_step(player))
            self._made["player", player] = made
        return self._made["player", player]

    def _player_step(self, player: int) -> Step:
        values = {
            "name": NAMES_GIVEN[player - 1],
            "colour": self.colour(player),
            "number": player,
        }
        of = self.manner.player
        return Construct(of.name, tuple(values[slot] for slot in of.slots))

    def colour(self, player: int) -> object:
        """Return what is given as the colour of a player."""
        return self.plain(self.manner.colours[player - 1])

    def plain(self, value: object) -> object:
        """Return a value as an argument; one that a class makes of it is made once."""
        if not isinstance(value, Made):
            return value
        if value not in self._made:
            self._made[value] = self.add(Construct(value.class_name, (self.plain(value.value),)))
        return self._made[value]

    def board(self, thing: str = "board") -> Earlier:
        """Return an object of class `Board`, a new one for each name."""
        if ("board", thing) not in self._made:
            self._made["board", thing] = self._of_size(self.manner.board)
        return self._made["board", thing]

    def _of_size(self, of: Class) -> Earlier:
        sizes = dict(zip(("rows", "cols", "k"), self.size, strict=True))
        return self.add(Construct(of.name, tuple(sizes[slot] for slot in of.slots)))

    def game(self, thing: str = "game") -> Earlier:
        """Return an object of class `Game`, a new one for each name."""
        if ("game", thing) not in self._made:
            arguments = tuple(self._slot(slot, thing) for slot in self.manner.game.slots)
            made = self.add(Construct(self.manner.game.name, arguments))
            self._made["game", thing] = made
        return self._made["game", thing]

    def _slot(self, slot: str, thing: str) -> object:
        if slot.startswith("player_"):
            return self.player(int(slot[-1]))
        if slot.startswith("name_"):
            return NAMES_GIVEN[int(slot[-1]) - 1]
        if slot == "players":
            return [self.player(player) for player in PLAYERS]
        if slot == "names":
            return list(NAMES_GIVEN)
        if slot == "board":
            return self.board(f"the board of {thing}")
        return dict(zip(("rows", "cols", "k"), self.size, strict=True))[slot]

    def token(self, token: Token, player: int, thing: str = "game") -> object:
        """Return what tells a call which player, or which player's disc, is meant."""
        if isinstance(token, Given):
            return self.player(player)
        if not isinstance(token, FromGame):
            return self.plain(token.values[player - 1])
        key = ("token", thing, player)
        if key not in self._made:
            if isinstance(token.attributes, str):
                of = self.add(Look(token.attributes, self.game(thing)))
                self._made[key] = self.add(Call("__getitem__", (player - 1,), of))
            else:
                self._made[key] = self.add(Look(token.attributes[player - 1], self.game(thing)))
        return self._made[key]

    def use(self, way: Way, on: Earlier | None, arguments: Sequence[object] = ()) -> Answer:
        """Call a part, or read it, and what of the answer it is known by."""
        if way.is_call or on is None:
            at = self.add(Call(way.name, tuple(arguments), on))
        else:
            at = self.add(Look(way.name, on))
        if not way.then:
            return Answer(at.step)
        then = Call(way.then, (), at) if way.call_then else Look(way.then, at)
        return Answer(at.step, self.add(then).step)

    def move(self, player: int, column: int, thing: str = "game") -> Answer:
        """Ask a game to take a move."""
        way, values = self.manner.move, {"column": column}
        arguments = [
            values[slot] if slot == "column" else self.token(self.manner.mover, player, thing)
            for slot in way.slots
        ]
        return self.use(way, self.game(thing), arguments)

    def place(self, player: int, column: int, thing: str = "board") -> Answer:
        """Ask a board to take a disc."""
        board = self.board(thing)
        arguments = [
            column if slot == "column" else self.token(self.manner.disc, player)
            for slot in self.manner.place.slots
        ]
        return self.use(self.manner.place, board, arguments)

    def cell(self, row: int, column: int, thing: str = "board") -> Answer:
        """Ask a board what lies in a cell; `row` counts from the top."""
        board, values = self.board(thing), self._coordinates(row, column)
        way = self.manner.cell
        return self.use(way, board, [values[slot] for slot in way.slots])

    def line(self, player: int, row: int, column: int, thing: str = "board") -> Answer:
        """Ask a board whether there is a line: the disc that came last is in that cell."""
        board, values = self.board(thing), self._coordinates(row, column)
        way, token = self.manner.line, self.manner.line_disc or self.manner.disc
        arguments = [
            values[slot] if slot in values else self.token(token, player) for slot in way.slots
        ]
        return self.use(way, board, arguments)

    def _coordinates(self, row: int, column: int) -> dict[str, int]:
        rows = self.size[0]
        return {"row": row if self.manner.top_is_row_0 else rows - 1 - row, "column": column}

    def replay(self, columns: Sequence[int], thing: str = "game") -> Answer:
        """Ask a game to play a list of columns; what it gives may be the game from then on."""
        assert self.manner.replay is not None
        way, game = self.manner.replay, self.game(thing)
        arguments = [
            list(columns) if slot == "moves" else self._slot(slot, thing) for slot in way.slots
        ]
        answer = self.use(way, game, arguments)
        if self.manner.replay_gives_a_game:
            self._made["game", thing] = Earlier(answer.step)
        return answer

    def choose(self, player: int, thing: str = "game") -> Answer:
        """Ask the bot for a column."""
        manner = self.manner
        assert manner.choose is not None
        game = self.game(thing)
        on = None if manner.bot is None else self._bot(manner.bot, player)
        arguments: list[object] = []
        for slot in manner.choose.slots:
            if slot == "player":
                arguments.append(self.token(manner.mover, player, thing))
            else:
                arguments.append(self._shown_board(game) if slot == "board" else game)
        return self.use(manner.choose, on, arguments)

    def _shown_board(self, game: Earlier) -> Earlier:
        assert self.manner.shown_board is not None
        return Earlier(self.use(self.manner.shown_board, game).step)

    def _bot(self, of: Class, player: int) -> Earlier:
        key = ("bot", player)
        if key not in self._made:
            values = {"name": NAMES_GIVEN[player - 1], "number": player}
            arguments = tuple(
                self.colour(player) if slot == "colour" else values[slot] for slot in of.slots
            )
            self._made[key] = self.add(Construct(of.name, arguments))
        return self._made[key]


def plan(task: DesignTask, manner: Manner) -> Plan:
    """Return the session that asks all steps of a script; nothing in it tells what is expected."""
    asking = Asking(manner, (task.rows, task.cols, task.k))
    answers = [_asked(asking, task, number) for number in range(len(task.steps))]
    return Plan(tuple(asking.steps), tuple(answers))


def session_of(task: DesignTask, manner: Manner, expects: str) -> Session:
    """Return the steps to take; a look at the file where nothing can be asked."""
    return Session(plan(task, manner).steps or (Members(),), expects=expects)


def needs_a_board(manner: Manner) -> bool:
    """Tell whether the bot is given a board, and the game shows none."""
    given = manner.choose is not None and "board" in manner.choose.slots
    return given and manner.shown_board is None


def _asked(asking: Asking, task: DesignTask, number: int) -> tuple[Answer, ...]:
    step, manner = task.steps[number], asking.manner
    discs = discs_on(step.thing, task.steps[:number])
    match step.word, step.arguments:
        case "move", (player, column):
            out_of_turn = player != len(discs) % 2 + 1
            if out_of_turn and "player" not in manner.move.slots:
                asking.game(step.thing)
                if not is_over(asking.size, step.thing, task.steps[:number]):
                    return ()
            return (asking.move(player, column, step.thing),)
        case "place", (player, column):
            return (asking.place(player, column, step.thing),)
        case "can", (column,):
            return (asking.use(manner.can, asking.board(step.thing), [column]),)
        case "line", (player,):
            column = discs[-1].column
            row = task.rows - sum(disc.column == column for disc in discs)
            return (asking.line(player, row, column, step.thing),)
        case "cell", (row, column):
            return (asking.cell(row, column, step.thing),)
        case "name", (player,):
            return (asking.use(manner.name, asking.player(player)),)
        case "colours", ():
            return tuple(asking.use(manner.colour, asking.player(each)) for each in PLAYERS)
    return _asked_plainly(asking, step)


def _asked_plainly(asking: Asking, step: Asked) -> tuple[Answer, ...]:
    manner = asking.manner
    if step.word == "full":
        return (asking.use(manner.full, asking.board(step.thing)),)
    if step.word == "bot":
        there = manner.choose is not None and not needs_a_board(manner)
        return (asking.choose(step.arguments[0], step.thing),) if there else ()
    if step.word == "replay":
        return (asking.replay(step.arguments, step.thing),) if manner.replay else ()
    way = {"turn": manner.turn, "state": manner.state, "winner": manner.winner}.get(
        step.word, manner.undo
    )
    game = asking.game(step.thing)
    if way is None:
        return ()
    if step.expected == NOBODY and manner.winners.read(RAISED) == NOBODY:
        # What raises has no name to be read, and the answer is given when that is left out.
        way = replace(way, then="")
    return (asking.use(way, game),)
