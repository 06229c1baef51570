"""Make mutants of a reference by rules over its syntax tree, and try them by scripts.

A mutant differs in one place: a comparison, a number, `and` for `or`, two arguments exchanged, a
statement that is gone, another value returned.
"""

from __future__ import annotations

import ast
import pickle
import sys
from collections.abc import Iterator, Sequence
from copy import deepcopy
from functools import cache
from random import Random
from types import ModuleType
from typing import Any

from graders.katas.driven.check import check, expected_of, session
from graders.katas.driven.kata import DrivenKata
from graders.katas.driven.prove import driver_of, run_in_process
from graders.katas.driven.task import ScriptTask, Size, Step
from graders.katas.rules import Rules
from graders.lab.verifying.declared import SOLUTIONS
from graders.model.verdict import Verdict

MOST_TICKS = 20_000
"""How many times the loops of a mutant may turn in one case."""
_OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
}


class EndlessError(BaseException):
    """Say that a mutant turns and turns."""


def mutants(kata: str, share: int | None = None) -> tuple[tuple[str, ast.Module], ...]:
    """Return the mutants of the reference of a kata, each with what is changed, no two the same.

    A `share` is so many of them at most, from all over the source.
    """
    source = (SOLUTIONS / f"{kata}.py").read_text(encoding="utf-8")
    whole = _bare(ast.parse(source))
    nodes = [*_in_order(whole)]
    places = [
        (at, number) for at, node in enumerate(nodes) for number, _ in enumerate(_changes(node))
    ]
    places = places if share is None else places[:: len(places) // share][:share]
    packed = pickle.dumps(whole)  # copied so in a fifth of the time that deepcopy takes
    found = {ast.unparse(whole): ("", whole)}
    for at, number in places:
        tree = pickle.loads(packed)
        changed = [*_in_order(tree)][at]
        before = ast.unparse(changed)
        how = [*_changes(changed)][number]
        how()
        name = f"line {getattr(nodes[at], 'lineno', 0)}: {before.splitlines()[0]}"
        after = ast.unparse(changed).splitlines()[0]
        found.setdefault(ast.unparse(tree), (f"{name} -> {after}", tree))
    return tuple(found.values())[1:]


def _bare(tree: ast.Module) -> ast.Module:
    """Take out what does nothing: docstrings and annotations."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
            for argument in node.args.args:
                argument.annotation = None
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module) and ast.get_docstring(
            node
        ):
            node.body = node.body[1:] or [ast.Pass()]
    return ast.fix_missing_locations(tree)


def _in_order(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield what may be changed: all that is no import and no bare annotation."""
    yield tree
    for child in ast.iter_child_nodes(tree):
        if not isinstance(child, ast.Import | ast.ImportFrom | ast.JoinedStr | ast.Raise):
            yield from _in_order(child)


def _changes(node: ast.AST) -> Iterator[Any]:
    """Yield what can be done to a node, as functions that do it."""
    match node:
        case ast.Compare(ops=ops):
            for at, op in enumerate(ops):
                if type(op) in _OTHER:
                    yield lambda at=at, op=op: node.ops.__setitem__(at, _OTHER[type(op)]())
        case ast.BoolOp(op=op) | ast.BinOp(op=op) if type(op) in _OTHER:
            yield lambda: setattr(node, "op", _OTHER[type(op)]())
        case ast.UnaryOp(op=ast.USub()):
            yield lambda: setattr(node, "op", ast.UAdd())
        case ast.UnaryOp(op=ast.Not()):
            yield lambda: setattr(node, "operand", ast.UnaryOp(ast.Not(), node.operand))
        case ast.Constant(value=bool() as value):
            yield lambda: setattr(node, "value", not value)
        case ast.Constant(value=int() as value):
            yield lambda: setattr(node, "value", value + 1)
            yield lambda: setattr(node, "value", value - 1)
        case ast.Call(args=[first, second, *_]):
            yield lambda: node.args.__setitem__(slice(0, 2), [second, first])
        case ast.Tuple(elts=[first, second, *_], ctx=ast.Load()):
            yield lambda: node.elts.__setitem__(slice(0, 2), [second, first])
            yield node.elts.pop
        case ast.Return(value=ast.expr() as value):
            yield lambda: setattr(node, "value", ast.Constant(None))
            if isinstance(value, ast.Compare | ast.BoolOp | ast.Call):
                yield lambda: setattr(node, "value", ast.UnaryOp(ast.Not(), value))
        case ast.FunctionDef(body=body) | ast.If(body=body) | ast.While(body=body):
            for at, statement in enumerate(body):
                if not isinstance(statement, ast.Return | ast.Pass):
                    yield lambda at=at: node.body.__setitem__(at, ast.Pass())
        case _:
            return


def driver(kata: str, tree: ast.Module) -> Any:
    """Return the class that drives a mutant; raise what the mutant raises as it is loaded."""
    module = ModuleType("submission")
    before = sys.modules.get("submission")
    sys.modules["submission"] = module
    try:
        run(tree, module)
    finally:
        sys.modules.pop("submission")
        if before is not None:
            sys.modules["submission"] = before
    return driver_of(kata, module)


def run(tree: ast.Module, module: ModuleType) -> None:
    """Run a mutant as a module, each of whose loops counts its turns."""
    vars(module)["_tick"] = _tick
    tree = _Ticking().visit(deepcopy(tree))
    exec(compile(ast.fix_missing_locations(tree), "mutant.py", "exec"), vars(module))


_ticks = [0]


def begin() -> None:
    """Begin to count the turns of loops anew."""
    _ticks[0] = 0


def _tick() -> None:
    _ticks[0] += 1
    if _ticks[0] > MOST_TICKS:
        raise EndlessError


class _Ticking(ast.NodeTransformer):
    """Have each loop count its turns."""

    def visit_While(self, node: ast.While) -> ast.While:
        self.generic_visit(node)
        node.body.insert(0, ast.parse("_tick()").body[0])
        return node


def misses(kata: DrivenKata, driven: Any, task: ScriptTask) -> bool:
    """Tell whether a mutant misses a script."""
    begin()
    try:
        outcome = run_in_process(session(task, kata.size, kata.expects), driven)
    except EndlessError:
        return True
    return check(task, outcome, kata.size, kata.called).verdict is not Verdict.ACCEPTED


@cache
def games(kata: str, many: int) -> tuple[ScriptTask, ...]:
    """Return scripts of random games: legal moves and others, all that is asked after each."""
    chances = Random(f"{kata} {many}")
    if kata == "connect4":
        return tuple(_of_class(chances) for _ in range(many))
    return tuple(_of_design(chances, number) for number in range(many))


def _of_class(chances: Random) -> ScriptTask:
    size: Size = (7, 7, 4)
    rules, steps = Rules(*size), list[Step]()
    careful, asked = chances.random() < 0.6, chances.choice([0.2, 1])
    while len(rules.discs) < 49 and len(steps) < 250:
        column = _column(chances, rules, 0.1, careful=careful)
        _take(steps, rules, "move", rules.turn(), column)
        if chances.random() < asked:
            _take(steps, rules, "winner")
            _take(steps, rules, "board")
        if rules.is_over() and chances.random() < 0.3:
            break
    for column in (*range(-1, 8), 3):
        _take(steps, rules, "move", rules.turn(), column)
    for word in ("winner", "board"):
        _take(steps, rules, word)
    return ScriptTask(size, tuple(steps))


_SIZES: tuple[Size, ...] = (
    (6, 7, 4),
    (6, 7, 4),
    (6, 7, 4),
    (8, 9, 5),
    (4, 5, 3),
    (2, 2, 3),
    (9, 6, 4),
)


def _of_design(chances: Random, number: int) -> ScriptTask:
    size = _SIZES[number % len(_SIZES)]
    if number % 3 == 2:
        return ScriptTask(size, tuple(_of_board(chances, size)))
    rules, steps = Rules(*size), list[Step]()
    careful = chances.random() < 0.5
    for _ in range(chances.randrange(5, 90)):
        word = chances.choices(
            ("move", "undo", "replay", "cell", "turn", "bot"), (70, 6, 2, 8, 8, 6)
        )[0]
        if word == "move":
            player = rules.turn() if chances.random() < 0.9 else 3 - rules.turn()
            _take(steps, rules, "move", player, _column(chances, rules, 0.1, careful=careful))
            _take(steps, rules, "state")
            _take(steps, rules, "winner")
        elif word == "undo" and rules.discs:
            _take(steps, rules, "undo")
        elif word == "replay":
            again = Rules(*size)
            columns = [_column(chances, again, 0, careful=True) for _ in range(3)]
            columns = [column for column in columns if again.move(again.turn(), column)]
            if columns:
                _take(steps, rules, "replay", *columns)
        elif word == "cell":
            place = (chances.randrange(size[0]), chances.randrange(size[1]))
            _take(steps, rules, "cell", *place)
        elif word == "turn":
            _take(steps, rules, "turn")
        elif word == "bot" and not rules.is_over():
            steps.append(Step("game", "bot", (rules.turn(),), "legal"))
    steps.append(Step("game", "state", (), rules.state()))
    return ScriptTask(size, tuple(steps))


def _of_board(chances: Random, size: Size) -> Iterator[Step]:
    rules, steps = Rules(*size), list[Step]()
    for player in (1, 2):
        steps.append(Step("board", "name", (player,), "given"))
    steps.append(Step("board", "colours", (), "differ"))
    for _ in range(chances.randrange(5, 60)):
        player = chances.choice((1, 2))
        column = _column(chances, rules, 0.1, careful=True, player=player)
        _take(steps, rules, "can", column)
        _take(steps, rules, "place", player, column)
        if steps[-1].expected == "yes":
            _take(steps, rules, "line", player)
        _take(steps, rules, "full")
        if rules.line():
            break
    return iter([Step("board", step.word, step.arguments, step.expected) for step in steps])


def _column(chances: Random, rules: Rules, odd: float, *, careful: bool, player: int = 0) -> Any:
    """Return a column, with a chance an odd one; a careful player completes no line."""
    if chances.random() < odd:
        return chances.choice([-1, rules.cols, -rules.cols, 100, chances.randrange(rules.cols)])
    room = [column for column in range(rules.cols) if rules.can(column)]
    chances.shuffle(room)
    for column in room if careful and chances.random() < 0.97 else ():
        rules.place(player or rules.turn(), column)
        is_line = bool(rules.line())
        rules.undo()
        if not is_line:
            return column
    return room[0] if room else 0


def _take(steps: list[Step], rules: Rules, word: str, *arguments: Any) -> None:
    asked = Step("game", word, arguments, "")
    steps.append(Step("game", word, arguments, expected_of(asked, rules)))


def caught(kata: DrivenKata, tree: ast.Module, tasks: Sequence[ScriptTask]) -> bool:
    """Tell whether a mutant misses one of some scripts, or cannot even be loaded."""
    try:
        driven = driver(kata.name, tree)
    except Exception:
        return True
    return any(misses(kata, driven, task) for task in tasks)
