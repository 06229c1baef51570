from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class State:
    columns: tuple[str, ...]
    turn: str = "m"  # m for me, t for them

    def children(self) -> Iterator[tuple[int, State]]:
        for col in sorted(range(7), key=lambda c: abs(c - 3)):
            if len(self.columns[col]) < 6:
                yield col, self.play(col)

    def play(self, col: int) -> State:
        columns = list(self.columns)
        columns[col] += self.turn
        return replace(self, columns=tuple(columns), turn="t" if self.turn == "m" else "m")

    def at(self, col: int, row: int) -> str:
        if 0 <= col < 7 and 0 <= row < len(self.columns[col]):
            return self.columns[col][row]
        return ""

    def is_won_in(self, col: int) -> bool:
        row = len(self.columns[col]) - 1
        disc = self.at(col, row)
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            line = "".join(
                "#" if self.at(col + i * dx, row + i * dy) == disc else "-" for i in range(-3, 4)
            )
            if "####" in line:
                return True
        return False


def best(state: State, depth: int, low: int, high: int) -> tuple[int, int | None]:
    choice = None
    for col, child in state.children():
        if child.is_won_in(col):
            score = 1 + depth
        elif depth == 1:
            score = 0
        else:
            score = -best(child, depth - 1, -high, -low)[0]
        if choice is None or score > low:
            choice = col
            low = max(low, score)
        if low >= high:
            break
    return (low, choice) if choice is not None else (0, None)


def find_best_move(board) -> int:
    columns = tuple(
        "".join(
            "m" if board.get_cell(row, col) is board.current_player else "t"
            for row in range(board.column_height(col))
        )
        for col in range(7)
    )
    return best(State(columns), 5, -99, 99)[1]
