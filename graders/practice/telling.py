"""Put in words what search knows of a game: a hint, how it ended, what was missed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graders.katas.tools import Forecast, Lapse, Review
from graders.practice.game import Game

_LEFT = {"win": "wins", "draw": "only draws", "loss": "loses"}


def hint(found: Forecast, *, where: bool) -> str:
    """Return a hint on a position; `where` names the columns too.

    >>> hint(Forecast("win", 5, (3,)), where=False)
    'You can force four in 5 plies. Once more, and I say where.'
    >>> hint(Forecast("win", 5, (3,)), where=True)
    'You can force four in 5 plies: column 3.'
    """
    said, columns = _what(found)
    if not columns:
        return f"{said}."
    return f"{said}: {columns}." if where else f"{said}. Once more, and I say where."


def _what(found: Forecast) -> tuple[str, str]:
    best, losing = _columns(found.best), _columns(found.losing)
    if found.value == "win":
        return f"You can force four{_in(found.plies)}", best
    if found.value == "loss":
        return f"Every column loses against best play{_in(found.plies)}", ""
    if found.value == "draw":
        return "With best play it is a draw", best
    if found.losing:
        return "Some columns lose by force", losing
    return f"You cannot force four within {found.quiet_plies} plies, and no column is lost yet", ""


def closing(game: Game, other: str) -> str:
    """Say how a game ended."""
    if game.winner is game.mine:
        return f"You win, after {_plies(len(game.moves))}."
    if game.winner is not None:
        return f"{other} wins, after {_plies(len(game.moves))}."
    if game.over:
        return "A draw: the board is full."
    return f"You leave the game after {_plies(len(game.moves))}: {game.moves or 'no moves'}."


def missed(game: Game, review: Review) -> Iterator[str]:
    """Say what one's own moves gave away, move by move, and what was not found out."""
    own = set(game.own_plies())
    lapses = [lapse for lapse in review.lapses if lapse.ply in own]
    yield ""
    yield "What you missed:" if lapses else "Nothing was missed that exact search can prove."
    yield from (f"  ply {lapse.ply}: {_lapse(lapse)}" for lapse in lapses)
    unknown = sorted(own.intersection(review.open))
    if unknown:
        yield f"Not found within the budget of the search: {_ranges(unknown)}."
    yield f"The game again: kata play --moves {game.moves}" if not game.over else ""


def _lapse(lapse: Lapse) -> str:
    """Say what one move gave away.

    >>> _lapse(Lapse(9, 5, "win", (3,), 3, "draw"))
    'column 3 wins in 3 plies; column 5 only draws.'
    >>> _lapse(Lapse(8, 1, None, (6, 2), None, "loss", 2, within=6))
    'column 1 loses in 2 plies; columns 2, 6 hold out for 6 and more.'
    """
    played, best = f"column {lapse.column}", _columns(lapse.best)
    many = len(lapse.best) > 1
    if lapse.had is None:
        hold = "hold" if many else "holds"
        out = f"{hold} out for {lapse.within} and more"
        return f"{played} loses{_in(lapse.left_plies)}; {best} {out}."
    verb = {"win": "win" if many else "wins", "draw": "draw" if many else "draws"}[lapse.had]
    kept = f"{best} {verb}{_in(lapse.had_plies)}"
    if lapse.left is None:
        return f"{kept}; {played} does not within {lapse.within}."
    return f"{kept}; {played} {_LEFT[lapse.left]}{_in(lapse.left_plies)}."


def _columns(columns: Sequence[int]) -> str:
    listed = ", ".join(map(str, sorted(columns)))
    return (f"column {listed}" if len(columns) == 1 else f"columns {listed}") if columns else ""


def _in(plies: int | None) -> str:
    if plies is None:
        return ""
    return " at once" if plies == 1 else f" in {plies} plies"


def _plies(number: int) -> str:
    return "1 ply" if number == 1 else f"{number} plies"


def _ranges(numbers: Sequence[int]) -> str:
    """Write plies shortly: those of one side are every other one.

    >>> _ranges([1, 3, 5, 9])
    'ply 1 to 5, 9'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number - runs[-1][-1] == 2:
            runs[-1].append(number)
        else:
            runs.append([number])
    return "ply " + ", ".join(str(r[0]) if len(r) == 1 else f"{r[0]} to {r[-1]}" for r in runs)
