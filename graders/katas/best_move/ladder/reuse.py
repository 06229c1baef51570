"""Count what a table remembers from one iteration of deepening to the next."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType
from typing import Any

import msgspec

from graders.katas.best_move.ladder.efforts import Searched


class Reuse(msgspec.Struct, frozen=True):
    """Hold how often a position was found in the table, by when its entry was kept.

    `deep_enough` are those of an `earlier` iteration that had looked as deep as was asked for now.
    """

    same: int = 0
    earlier: int = 0
    deep_enough: int = 0

    def __add__(self, other: Reuse) -> Reuse:
        return Reuse(
            self.same + other.same,
            self.earlier + other.earlier,
            self.deep_enough + other.deep_enough,
        )


def reuse_in(lesson: ModuleType, positions: Iterable[Searched]) -> Reuse:
    """Deepen as the lesson does, with its table under observation."""
    return sum((_on(lesson, position) for position in positions), Reuse())


def _on(lesson: ModuleType, position: Searched) -> Reuse:
    search = lesson.Search(position.board())
    search.table = table = _Watched(len(position.task.moves))
    for depth in range(1, position.depth + 1):
        table.iteration = depth
        if search.score(depth, -lesson.WIN, lesson.WIN) != 0:
            break
    return Reuse(table.same, table.earlier, table.deep_enough)


class _Watched(dict[Any, tuple[int, str, int, int]]):
    """Be a table that knows in which iteration each entry was kept."""

    def __init__(self, discs: int) -> None:
        super().__init__()
        self.iteration = self.same = self.earlier = self.deep_enough = 0
        self._discs = discs  # of the position that is searched
        self._kept: dict[Any, int] = {}

    def __setitem__(self, key: Any, entry: tuple[int, str, int, int]) -> None:
        self._kept[key] = self.iteration
        super().__setitem__(key, entry)

    def get(self, key: Any, default: Any = None) -> Any:
        if key not in self:
            return default
        if self._kept[key] == self.iteration:
            self.same += 1
        else:
            self.earlier += 1
            self.deep_enough += self[key][0] >= self._asked(key)
        return self[key]

    def _asked(self, key: Any) -> int:
        """Return how deep a position is searched in this iteration: each disc is one bit of it."""
        discs = (key[0] if isinstance(key, tuple) else key).bit_count()
        return self.iteration - int(discs - self._discs)
