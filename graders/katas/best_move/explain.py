"""Find out why a verdict on a position is what it is: facts only, within a budget of nodes.

Never within a time: so a miss has the same explanation on every machine, however busy it is. The
winning line is the case's own, where its suite has one, as all that are shipped or mined do; what
a column of a shipped position leads to is stored, and takes no search.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from graders.katas.best_move.known_values import KnownColumn, known_values
from graders.katas.best_move.task import BestMoveTask, side
from graders.model.explanation import Column, Line, LineKind, PositionExplanation
from kata.board import COLS, ROWS, Player
from solutions.prover import FOREVER, ONE_LONG_SEARCH_AFTER, OutOfBudgetError, Position, Prover

NODES = 12_000
"""How many positions one explanation may look at: 0.15 s of a core for the slowest miss."""
_SHARE_OF_THE_WIN = 0.6


def facts_without_search(task: BestMoveTask, played: int | None) -> PositionExplanation:
    """Return what the case itself says, without any search; `played` is None for no column."""
    board = task.board()
    value = None if task.goal == "block" else task.goal
    plies = task.mate_in if len(task.accept) == 1 else None
    accept = tuple(Column(col, value, plies) for col in task.accept)
    playable = played in board.valid_moves()
    return PositionExplanation(
        moves=task.moves,
        first=side(task.first),
        to_move=side(task.to_move),
        drawing=tuple(str(board).splitlines()[:ROWS]),
        goal=task.goal,
        accept=accept,
        played=_among(accept, played) if playable and played is not None else None,
        mate_in=task.mate_in,
        threat=task.goal == "block" and _threatens(Position.from_board(board), task.accept),
    )


def explain(task: BestMoveTask, played: int | None, *, nodes: int = NODES) -> PositionExplanation:
    """Find out what the accepted columns win and what the played one leads to.

    What is not known after so many `nodes` is left open.
    """
    facts = replace(facts_without_search(task, played), node_limit=nodes)
    prover = Prover(node_limit=int(nodes * _SHARE_OF_THE_WIN))
    position = Position.from_board(task.board())
    if task.line:
        facts = _with_the_line(facts, task.line)
    elif task.goal == "win":
        facts = _with_the_win(facts, prover, position)
    prover.node_limit = nodes
    if facts.played is not None and facts.played.column not in task.accept:
        known = known_values(task).get(facts.played.column)
        facts = (
            _with_the_known(facts, known)
            if known
            else _with_the_played(facts, prover, position, facts.played.column)
        )
    elif facts.played is not None:
        facts = replace(facts, played=_among(facts.accept, facts.played.column))
    return replace(facts, searched=True)


def _among(columns: Iterable[Column], column: int) -> Column:
    return next((each for each in columns if each.column == column), Column(column))


def _with_the_line(facts: PositionExplanation, line: tuple[int, ...]) -> PositionExplanation:
    """Add the win that the case states, and in how many plies its column wins."""
    plies = len(line)
    accept = tuple(
        replace(col, plies=plies) if col.column == line[0] else col for col in facts.accept
    )
    return replace(facts, accept=accept, mate_in=plies, lines=(Line("win", line, plies),))


def _with_the_win(
    facts: PositionExplanation, prover: Prover, position: Position
) -> PositionExplanation:
    """Add in how many plies each accepted column wins, and the soonest win as a line."""
    accept = [column.column for column in facts.accept]
    plies_of, settled = _distances(prover, position, accept)
    if settled and len(plies_of) < len(accept):
        left = tuple(Column(col, "win" if col in plies_of else None) for col in accept)
        return replace(facts, accept=left, contradiction="accepted_does_not_win")
    if not plies_of:
        return facts
    best = min(accept, key=lambda col: plies_of.get(col, FOREVER))
    return replace(
        facts,
        accept=tuple(replace(col, plies=plies_of.get(col.column)) for col in facts.accept),
        mate_in=plies_of[best],
        lines=(_line(prover, position, "win", best, plies_of[best]),),
    )


def _distances(
    prover: Prover, position: Position, columns: Collection[int]
) -> tuple[dict[int, int], bool]:
    """Return the plies in which each column wins, and whether the nodes were enough for all."""
    found: dict[int, int] = {}
    left = list(columns)
    try:
        for plies in range(1, ROWS * COLS, 2):
            found |= {col: plies for col in left if prover.column_wins_in(position, col, plies)}
            left = [col for col in left if col not in found]
            if plies == ONE_LONG_SEARCH_AFTER:
                left = [col for col in left if prover.column_wins_in(position, col, FOREVER)]
    except OutOfBudgetError:
        return found, False
    return found, True


def _with_the_known(facts: PositionExplanation, known: KnownColumn) -> PositionExplanation:
    """Add what is stored of the played column and, where it loses, the line that shows it."""
    facts = replace(facts, played=known.column)
    if known.column.value != "loss":
        return facts
    line = Line("refutation", known.line, len(known.line))
    return replace(facts, lines=(*facts.lines, line))


def _with_the_played(
    facts: PositionExplanation, prover: Prover, position: Position, played: int
) -> PositionExplanation:
    """Add what the played column is worth and, where it loses, the line that shows it."""
    found = _worth(prover, position.play(played), played)
    facts = replace(facts, played=found)
    if found.plies is not None:
        line = _line(prover, position, "refutation", played, found.plies)
        return replace(facts, lines=(*facts.lines, line))
    if found.value == "win" or (found.value == "draw" and facts.goal == "draw"):
        return replace(facts, contradiction="played_reaches_goal")
    return facts


def _worth(prover: Prover, after: Position, played: int) -> Column:
    """Return what a column is worth that led to `after`: whether it loses is asked before when.

    A loss that is far off often shows in one long search, and not in many that must fail.
    """
    found = Column(played)
    try:
        for plies in range(1, ROWS * COLS + 1 - after.discs, 2):
            if prover.win_in(after, plies):
                return Column(played, "loss", plies + 1)
            found = replace(found, safe_plies=plies)
            if plies == ONE_LONG_SEARCH_AFTER:
                if not prover.win_in(after, FOREVER):
                    break
                found = replace(found, value="loss")
        return Column(played, "win" if prover.loses_in(after, FOREVER) else "draw")
    except OutOfBudgetError:
        return found


def _line(prover: Prover, position: Position, kind: LineKind, column: int, plies: int) -> Line:
    """Return the line from `column` on, only that column of it where the nodes run out."""
    try:
        return Line(kind, (column, *prover.best_line(position.play(column))), plies)
    except OutOfBudgetError:
        return Line(kind, (column,), plies, complete=False)


def _threatens(position: Position, columns: Iterable[int]) -> bool:
    """Tell whether the side that is not to move would complete four on each of the columns."""
    other = Player(position.to_move).opponent
    turned = Position(position.own ^ position.taken, position.taken, other.value)
    return all(turned.play(col).lost for col in columns)
