"""Prove what every step of a case must come to: by the reference and by brute force."""

from __future__ import annotations

from collections.abc import Iterator

from graders.katas.connect4.brute_force import Game
from graders.katas.connect4.check import game_name, rows_of
from graders.katas.connect4.task import PLAYED, REFUSED, Action, Column, Connect4Task, Step
from graders.katas.proof import Proof, ProofTable
from solutions.connect4 import SIGNS, Connect4

TABLE = ProofTable(
    "sessions",
    "Sessions with the class, by the reference and by brute force",
    ("games", "steps"),
    holds="agree",
)


def prove(task: Connect4Task) -> Proof:
    """Prove a case: what it says, the reference and brute force have to be the same."""
    cells = (f"{task.games:,}", f"{len(task.steps):,}")
    problem = next(_problems(task), "")
    return Proof(cells, (problem,) if problem else ())


def _problems(task: Connect4Task) -> Iterator[str]:
    """Yield, in words, each step of which the three say different things."""
    games: dict[int, tuple[Connect4, Game]] = {}
    for number, step in enumerate(task.steps, start=1):
        reference, slow = games.setdefault(step.game, (Connect4(), Game()))
        said = (_by_brute_force(slow, step), _by_reference(reference, step), step.expected)
        if len(set(said)) > 1:
            which = f", {game_name(task, step.game)}" if task.games > 1 else ""
            yield (
                f"step {number}{which}, {step.action}: brute force {said[0]}, reference {said[1]}, "
                f"the suite {said[2]}"
            )
            return


def _by_brute_force(game: Game, step: Step) -> str:
    if step.action is Action.PLAY:
        return PLAYED if game.play(_only(step.arguments)) else REFUSED
    if step.action is Action.BOARD:
        return game.heights()
    return _winner(game.winner(), full=game.is_full())


def _by_reference(game: Connect4, step: Step) -> str:
    if step.action is Action.PLAY:
        try:
            game.play(*step.arguments)  # type: ignore[arg-type]  # that is what is asked
        except (ValueError, TypeError):
            return REFUSED
        return PLAYED
    rows = game.rows()
    if step.action is Action.BOARD:
        shown = tuple(row.translate(_PLAYERS) for row in rows)
        return step.expected if shown == rows_of(step.expected) else " ".join(shown)
    return _winner(game.check_winner() or 0, full=SIGNS[0] not in "".join(rows))


_PLAYERS = str.maketrans(SIGNS, ".12")


def _only(arguments: tuple[Column, ...]) -> object:
    return arguments[0] if arguments else None


def _winner(player: int, *, full: bool) -> str:
    return str(player) if player else "draw" if full else "nobody"
