# idea: written with what the language has: dataclasses, enumerations, named tuples, caches, annotations looked up
# verdict: accepted
import dataclasses
import enum
import functools
import pickle
import typing


class Kind(enum.Enum):
    GOOD = 3
    BAD = 0


@dataclasses.dataclass(slots=True, order=True)
class Move:
    column: int
    kind: Kind = dataclasses.field(default=Kind.GOOD, compare=False)


class Pair(typing.NamedTuple):
    first: Move
    second: "Move"


@functools.cache
def count(depth: int) -> int:
    return 1 if depth == 0 else count(depth - 1) + 1


def find_best_move(board) -> int:
    pair = Pair(Move(0), Move(3))
    hints = typing.get_type_hints(Pair)
    copied = pickle.loads(pickle.dumps(pair))
    match copied:
        case Pair(_, Move(column=column)) if count(400) == 401 and hints["second"] is Move:
            return column
    return 0
