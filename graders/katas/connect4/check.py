"""Judge what came of a case: step by step, in terms of the game, up to the first that is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from graders.katas.connect4.brute_force import SIDE, Game
from graders.katas.connect4.grids import Grid
from graders.katas.connect4.task import (
    GAMES,
    PLAYED,
    REFUSED,
    Action,
    Connect4Task,
    Step,
)
from graders.katas.connect4.ways import (
    DRAW,
    MISTAKES,
    NOBODY,
    Form,
    Refusal,
    Source,
    Ways,
    board_in,
    in_short,
    is_among,
    other_size,
    plain,
    refusal_in,
    size_in_words,
    usual_signs,
    who,
)
from graders.model.outcome import Outcome, Raised
from graders.model.session import Call, Construct, Earlier, Look, Session, SessionOutcome
from graders.model.session import Step as Taken
from graders.model.verdict import Judgement, Verdict


class Difference(msgspec.Struct, frozen=True):
    """Hold the first step of which something else came: what, and what that means.

    `got` is what came, as JSON can carry it: of a board the rows as they were read, with `?` for a
    sign that is neither player's. `raised` tells that an exception came that is no refusal.
    """

    step: int
    got: str | tuple[str, ...]
    message: str
    raised: bool = False


def plan(task: Connect4Task, ways: Ways) -> Iterator[tuple[int | None, Taken]]:
    """Yield the steps of the session, each with the number of the case's step that it is for.

    A game is constructed when it is first used. Where a move's return tells the winner, there is
    nothing to ask for him.
    """
    made: dict[int, Earlier] = {}
    taken = 0
    for number, step in enumerate(task.steps):
        if step.game not in made:
            made[step.game] = Earlier(taken)
            yield None, Construct(ways.class_name)
            taken += 1
        asked = _asked(step, ways, made[step.game])
        if asked is not None:
            yield number, asked
            taken += 1


def _asked(step: Step, ways: Ways, game: Earlier) -> Taken | None:
    if step.action is Action.PLAY:
        return Call(ways.play, step.arguments, game)
    if step.action is Action.BOARD:
        return Call(ways.show, (), game)
    if ways.source is Source.METHOD:
        return Call(ways.winner, (), game)
    return Look(ways.winner, game) if ways.source is Source.VALUE else None


def session(task: Connect4Task, ways: Ways, expects: str) -> Session:
    """Return all that is asked in one case."""
    return Session(tuple(taken for _, taken in plan(task, ways)), expects=expects)


def check(task: Connect4Task, outcome: SessionOutcome, ways: Ways) -> Judgement:
    """Accept a conversation in which every step came to what it must."""
    calls = by_step(task, outcome, ways)
    found = first_difference(task, calls, ways)
    if found is not None:
        where = f"step {found.step + 1} of {len(task.steps)}, {in_words(task, found.step, ways)}"
        verdict = Verdict.RUNTIME_ERROR if found.raised else Verdict.WRONG_ANSWER
        return Judgement(verdict, f"{where}: {found.message}")
    mixed = _mixed(task, calls, ways)
    return Judgement(Verdict.WRONG_ANSWER, mixed) if mixed else Judgement(Verdict.ACCEPTED)


def by_step(task: Connect4Task, outcome: SessionOutcome, ways: Ways) -> dict[int, Outcome]:
    """Return what came of each step of the case that was asked and answered."""
    numbers = [number for number, _ in plan(task, ways)]
    return {
        number: call
        for number, call in zip(numbers, outcome.calls, strict=False)
        if number is not None
    }


class _Told(msgspec.Struct):
    """Hold what a game has come to, by the rules, and what its last move returned."""

    game: Game
    returned: object = None


def first_difference(
    task: Connect4Task, calls: dict[int, Outcome], ways: Ways
) -> Difference | None:
    """Return the first step of which something else came than must; None where there is none."""
    games: dict[int, _Told] = {}
    for number, step in enumerate(task.steps):
        told = games.setdefault(step.game, _Told(Game()))
        call = calls.get(number)
        found = None
        if step.action is Action.PLAY and call is not None:
            found = _of_a_move(step, call, ways)
            if found is None and step.expected == PLAYED:
                told.game.play(step.arguments[0])
                told.returned = call.value
        elif step.action is Action.WINNER:
            found = _of_a_winner(step, call, told, ways)
        elif call is not None:
            found = _of_a_board(step, call, told.game, ways)
        if found is not None:
            got, message, raised = found
            return Difference(number, got, message, raised)
    return None


_Found = tuple[str | tuple[str, ...], str, bool]


def _of_a_move(step: Step, call: Outcome, ways: Ways) -> _Found | None:
    refusal, raised = refusal_in(call), call.fact if isinstance(call.fact, Raised) else None
    whole = [type(each) is int for each in step.arguments] == [True]
    if raised is not None and whole and raised.type in MISTAKES:
        return f"raised {raised.type}", f"{_exception(raised)}, which is no way to refuse", True
    if step.expected == REFUSED:
        as_if_played, said = _as_if_played(call, ways), in_short(call.value)
        if refusal is not None and not as_if_played:
            return None
        came = f"returned {said}; a refused move raises, or returns False or None"
        if as_if_played and ways.refusal is not None:
            came = (
                f"was played: it returned {said}, as a move that is played does; this class "
                f"refuses by {_refusing(ways.refusal)}"
            )
        return said, f"it has to be refused, and {came}", False
    if raised is not None:
        known = ways.refusal is not None and ways.refusal.raised == raised.type
        what = "this move is possible, and was refused" if known else "this move is possible"
        return f"raised {raised.type}", f"{what}: {_exception(raised)}", not known
    if ways.refusal is None or refusal is None or ways.refusal.silent:
        return None
    if refusal.form is ways.refusal.form and refusal.form is Form.FALSE:
        return "refused", "this move is possible, and was refused: it returned False", False
    return None


def _as_if_played(call: Outcome, ways: Ways) -> bool:
    """Tell whether a move returned what a played one does, of a class that refuses otherwise."""
    known = ways.refusal
    if isinstance(call.fact, Raised) or known is None or known.silent:
        return False
    return is_among(plain(call.value), ways.answers.ordinary)


def _refusing(known: Refusal) -> str:
    names = {Form.FALSE: "returning False", Form.NOTHING: "returning None"}
    return names.get(known.form, f"raising {known.raised}")


def _exception(raised: Raised) -> str:
    line = f" in line {raised.own_line.line}" if raised.own_line is not None else ""
    said = f": {raised.message}" if raised.message else ""
    return f"{raised.type}{said}{line}"


def _of_a_winner(step: Step, call: Outcome | None, told: _Told, ways: Ways) -> _Found | None:
    if call is not None and isinstance(call.fact, Raised):
        return f"raised {call.fact.type}", _exception(call.fact), True
    value = plain(told.returned if call is None else call.value)
    mover = 2 if len(told.game.discs) % 2 == 0 else 1
    named = who(value, ways, mover)
    right = (step.expected, NOBODY) if step.expected == DRAW else (step.expected,)
    if named in right:
        return None
    meant = "" if named is None else f", which is {_person(named)}"
    if named is None:
        meant = _meaning_nothing(ways)
    said = in_short(value)
    return said, f"{_has_won(step.expected)}, and it says {said}{meant}", False


def _meaning_nothing(ways: Ways) -> str:
    one, two = ways.answers.one, ways.answers.two
    if one is None or two is None:
        return ", which names neither player and is not what it says while nobody has won"
    return (
        ", which names neither player; after the first games, which each of them won, it said "
        f"{in_short(one)} and {in_short(two)}"
    )


def _person(named: str) -> str:
    return {NOBODY: "nobody", DRAW: "a draw"}.get(named, f"player {named}")


def _has_won(expected: str) -> str:
    if expected == NOBODY:
        return "nobody has won yet"
    return "the board is full and nobody has won" if expected == DRAW else f"player {expected} won"


def _of_a_board(step: Step, call: Outcome, game: Game, ways: Ways) -> _Found | None:
    if isinstance(call.fact, Raised):
        return f"raised {call.fact.type}", _exception(call.fact), True
    grid = board_in(call, coloured=ways.signs is not None and ways.signs.coloured)
    if grid is None:
        sized = other_size(call)
        if sized is not None:
            return f"a board of {sized[0]} x {sized[1]}", size_in_words(*sized), False
        shown = call.stdout or in_short(call.value)
        first = next((line for line in shown.splitlines() if line.strip()), "nothing")[:60]
        return (
            "no board",
            f"no board of 7 rows and 7 columns can be read; it begins {first!r}",
            False,
        )
    rows = (ways.signs or usual_signs([grid])).players(grid)
    wanted = rows_of(step.expected)
    return None if rows == wanted else (rows, _what_is_wrong(rows, wanted, grid), False)


def rows_of(columns: str) -> tuple[str, ...]:
    """Return the rows of a board, the top one first, that is written column by column.

    >>> rows_of("12//1////")[5:]
    ('2......', '1.1....')
    """
    padded = [column.ljust(SIDE, ".") for column in columns.split("/")]
    return tuple("".join(column[SIDE - 1 - row] for column in padded) for row in range(SIDE))


def _what_is_wrong(rows: Sequence[str], wanted: Sequence[str], grid: Grid) -> str:
    """Say in a sentence in what a board differs, the simplest that explains all of it."""
    swapped = str.maketrans("12", "21")
    mirrored = [row[::-1] for row in rows]
    turned = ["".join(column) for column in zip(*rows, strict=True)]
    if list(rows) == list(wanted[::-1]):
        return "the board is upside down: the first row that is shown has to be the top one"
    if mirrored == list(wanted):
        return "left and right are swapped: column 0 is the left one"
    if turned == list(wanted) or turned[::-1] == list(wanted):
        return "rows and columns are swapped: a column of the board runs from top to bottom"
    if [row.translate(swapped) for row in rows] == list(wanted):
        return "the discs of the two players are swapped"
    for shifted, to_the in ((_shifted(wanted, 1), "left"), (_shifted(wanted, -1), "right")):
        if list(rows) == shifted:
            return f"every disc is one column too far to the {to_the}: columns count from 0"
    if any("?" in row for row in rows):
        signs = {
            grid[at][to] for at, row in enumerate(rows) for to in range(SIDE) if row[to] == "?"
        }
        return f"there is a sign that was never a disc nor an empty cell: {sorted(signs)[0]!r}"
    cells = [(at, to) for at in range(SIDE) for to in range(SIDE) if rows[at][to] != wanted[at][to]]
    at, to = cells[-1]
    count = len(cells) - 1
    more = f", and {count} more cell{'s differ' if count > 1 else ' differs'}" if count else ""
    names = {".": "empty", "1": "a disc of player 1", "2": "a disc of player 2"}
    return (
        f"column {to}, row {SIDE - at} from below: it shows {_cell(rows[at][to], names)}, and has "
        f"to be {_cell(wanted[at][to], names)}{more}"
    )


def _shifted(rows: Sequence[str], by: int) -> list[str]:
    """Return rows moved to the left by a column, or to the right by -1."""
    return [row[1:] + "." if by > 0 else "." + row[:-1] for row in rows]


def _cell(sign: str, names: dict[str, str]) -> str:
    return names.get(sign, sign)


def _mixed(task: Connect4Task, calls: dict[int, Outcome], ways: Ways) -> str:
    """Say what is told in more ways than one where the case asks for one way; else nothing."""
    if task.manner is None:
        return ""
    seen: dict[str, int] = {}
    for number, step in enumerate(task.steps):
        how = _manner_of(task.manner, step, calls.get(number), ways)
        if how:
            seen.setdefault(how, number)
    if len(seen) < 2:
        return ""
    told = ", but ".join(
        f"{in_words(task, number, ways)} {how}" for how, number in list(seen.items())[:2]
    )
    what = {"refusal": "a refused move", "winner": "the winner", "board": "the board"}[task.manner]
    return f"{what} is told in more than one way: {told}; choose one of them"


def _manner_of(manner: str, step: Step, call: Outcome | None, ways: Ways) -> str:
    if call is None:
        return ""
    if manner == "refusal" and step.expected == REFUSED:
        refusal = refusal_in(call)
        return "" if refusal is None else refusal.form.value
    if manner == "winner" and step.action is Action.WINNER and step.expected in ("1", "2"):
        value = plain(call.value)
        return f"gives {_kind(value)}"
    if manner == "board" and step.action is Action.BOARD:
        return "prints it" if board_in(Outcome(call.event, stdout=call.stdout)) else "returns it"
    return ""


def _kind(value: object) -> str:
    names = {bool: "True", int: "a number", str: "a text"}
    return names.get(type(value), "something else")


def in_words(task: Connect4Task, number: int, ways: Ways) -> str:
    """Return what a step calls, as it is written in the submission's language or nearly so.

    >>> task = Connect4Task((Step(Action.PLAY, REFUSED, (7,)),))
    >>> in_words(task, 0, Ways())
    'play(7)'
    """
    step = task.steps[number]
    which = f"{game_name(task, step.game)}: " if task.games > 1 else ""
    if step.action is Action.PLAY:
        return f"{which}{ways.play}({', '.join(map(in_short, step.arguments))})"
    if step.action is Action.BOARD:
        return f"{which}{ways.show}()"
    if ways.source is Source.METHOD:
        return f"{which}{ways.winner}()"
    return f"{which}{ways.winner}" if ways.source is Source.VALUE else f"{which}the winner"


def game_name(task: Connect4Task, game: int) -> str:
    """Return what one of several games is called: a word, or its number where there are many."""
    return f"{GAMES[game]} game" if task.games <= len(GAMES) else f"game {game + 1:,}"
