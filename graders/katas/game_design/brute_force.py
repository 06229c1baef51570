"""Play a script the slow way, so that its answers are plain to see.

It shares nothing with the reference: discs are kept in a dictionary of cells, whose turn it is
follows from how many there are, and every line of the whole board is looked at every time.
"""

from __future__ import annotations

from collections.abc import Iterable

from graders.katas.game_design.script import Asked

Cells = dict[tuple[int, int], int]


class BruteForce:
    """Answer the steps of a script, for any number of games and boards."""

    def __init__(self, rows: int, cols: int, k: int) -> None:
        """Take the size that all of them have."""
        self._rows, self._cols, self._k = rows, cols, k
        self._played: dict[str, list[tuple[int, int]]] = {}

    def answer(self, step: Asked) -> str:
        """Return what has to come of a step, in the words of the script."""
        played = self._played.setdefault(step.thing, [])
        match step.word, step.arguments:
            case (("move" | "place"), (player, column)):
                allowed = self._allowed(played, player, column, in_turn=step.word == "move")
                if allowed:
                    played.append((player, column))
                return _yes(allowed)
            case "can", (column,):
                return _yes(column in self._open(played))
            case "line", (player,):
                return _yes(self._has_line(played, player))
            case "cell", (row, column):
                return str(self._cells(played).get((row, column), "empty"))
            case "replay", columns:
                played.clear()
                return _yes(all(self._replayed(played, column) for column in columns))
        return self._told(step, played)

    def is_over(self, thing: str) -> bool:
        """Tell whether a game is won or drawn."""
        played = self._played.get(thing, [])
        return bool(self._winner(played)) or not self._open(played)

    def _told(self, step: Asked, played: list[tuple[int, int]]) -> str:
        match step.word:
            case "undo":
                played.pop()
                return "yes"
            case "turn":
                return str(len(played) % 2 + 1)
            case "full":
                return _yes(not self._open(played))
            case "winner":
                return str(self._winner(played) or "nobody")
            case "state" if self._winner(played):
                return "won"
            case "state":
                return "playing" if self._open(played) else "draw"
        return {"bot": "legal", "name": "given", "colours": "differ"}[step.word]

    def _replayed(self, played: list[tuple[int, int]], column: int) -> bool:
        player = len(played) % 2 + 1
        if not self._allowed(played, player, column, in_turn=True):
            return False
        played.append((player, column))
        return True

    def _allowed(
        self, played: list[tuple[int, int]], player: int, column: int, *, in_turn: bool
    ) -> bool:
        if in_turn and (self._winner(played) or player != len(played) % 2 + 1):
            return False
        return column in self._open(played)

    def _open(self, played: list[tuple[int, int]]) -> list[int]:
        columns = [column for _, column in played]
        return [column for column in range(self._cols) if columns.count(column) < self._rows]

    def _cells(self, played: list[tuple[int, int]]) -> Cells:
        cells: Cells = {}
        for player, column in played:
            lowest = max(row for row in range(self._rows) if (row, column) not in cells)
            cells[lowest, column] = player
        return cells

    def _winner(self, played: list[tuple[int, int]]) -> int | None:
        return next((player for player in (1, 2) if self._has_line(played, player)), None)

    def _has_line(self, played: list[tuple[int, int]], player: int) -> bool:
        own = {cell for cell, owner in self._cells(played).items() if owner == player}
        return any(
            all((row + down * step, column + right * step) in own for step in range(self._k))
            for row, column in own
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        )


def is_over(task_size: tuple[int, int, int], thing: str, steps: Iterable[Asked]) -> bool:
    """Tell whether the game of that name is over after some steps, on a board of a size."""
    game = BruteForce(*task_size)
    for step in steps:
        if step.thing == thing and step.word in ("move", "undo", "replay"):
            game.answer(step)
    return game.is_over(thing)


def _yes(holds: bool) -> str:
    return "yes" if holds else "no"
