"""Copy a program so that it looks another and works the same: by its names, its order, its layout.

Each takes the source of a program in Python and returns that of a copy.
"""

from __future__ import annotations

import ast
import builtins
import io
import random
import re
import sys
import textwrap
import token
import tokenize
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from kata.board import Board, Player

ENTRIES = {"find_best_move", "solution"}
GIVEN = {*dir(Board()), *dir(Player.RED)}
MIRRORED = {ast.Lt: ast.Gt, ast.Gt: ast.Lt, ast.LtE: ast.GtE, ast.GtE: ast.LtE, ast.Eq: ast.Eq}
REMARKS = ("look at this first", "the usual case", "done here", "see above", "TODO: faster")


def renamed(source: str) -> str:
    """Give every name that the program binds itself another one."""
    new = {name: f"x{at}_{name[::-1]}" for at, name in enumerate(_own_names(source))}
    return _edited(source, lambda found: _new_name(new, found))


def reordered(source: str) -> str:
    """Turn round the order of the functions of the module, and of the methods of each class."""
    lines = f"{source.rstrip()}\n".splitlines(keepends=True)
    tree = ast.parse(source)
    inner = [node.body for node in tree.body if isinstance(node, ast.ClassDef)]
    for body in (*inner, tree.body):  # a class keeps its lines, whatever is turned round in it
        ranges = [_lines_of(node) for node in body if isinstance(node, ast.FunctionDef)]
        texts = [lines[first:last] for first, last in ranges]
        for (first, last), text in reversed(list(zip(ranges, reversed(texts), strict=True))):
            lines[first:last] = text
    return "".join(lines)


def reformatted(source: str) -> str:
    """Write it as another formatter would: quotes, brackets, line breaks, blanks, two spaces."""
    plain = ast.unparse(ast.parse(source))
    brackets = 0

    def change(found: tokenize.TokenInfo) -> str | None:
        nonlocal brackets
        brackets += (found.string in ("(", "[", "{")) - (found.string in (")", "]", "}"))
        if found.type == token.INDENT:
            return found.string[: len(found.string) // 2]
        if found.string == "," and brackets:
            return ",\n          "
        if found.type == token.STRING and re.fullmatch(r"'[^\\'\"]*'", found.string):
            return f'"{found.string[1:-1]}"'
        return "\n\n" if found.type == token.NEWLINE else None

    halved = re.sub(r"^( +)", lambda run: run[1][: len(run[1]) // 2], plain, flags=re.MULTILINE)
    return _edited(halved, lambda found: None if found.type == token.INDENT else change(found))


def commented(source: str) -> str:
    """Put remarks above and behind its lines, and a docstring into every function without one."""
    rng = random.Random(len(source))
    lines = source.splitlines()
    above: dict[int, str] = {}
    behind: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and not ast.get_docstring(node):
            above[node.body[0].lineno] = f'"""Do {node.name} as {rng.choice(REMARKS)}."""'
        elif isinstance(node, ast.stmt) and not isinstance(node, ast.FunctionDef):
            if ast.get_source_segment(source, node, padded=True):
                above.setdefault(node.lineno, f"# {rng.choice(REMARKS)}")
            if node.lineno == node.end_lineno and not isinstance(node, ast.Expr):
                behind.add(node.lineno)
    written = []
    for number, line in enumerate(lines, start=1):
        if number in above:
            written.append(re.match(r"\s*", line)[0] + above[number])  # type: ignore[index]
        written.append(f"{line}  # {rng.choice(REMARKS)}" if number in behind else line)
    return "\n".join(written) + "\n"


def disguised(source: str) -> str:
    """Do all of it at once."""
    return commented(reformatted(reordered(renamed(source))))


WAYS: Mapping[str, Callable[[str], str]] = {
    "renamed": renamed,
    "reordered": reordered,
    "reformatted": reformatted,
    "commented": commented,
    "all together": disguised,
}
"""The ways to copy that likeness has to see through."""


def wrapped(source: str) -> str:
    """Make methods of all functions of the module but the entry, which asks a new object."""
    tree = ast.parse(source)
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    names = {node.name for node in functions} - ENTRIES
    methods = [node for node in functions if node.name in names and not node.decorator_list]
    taken = {node.name for node in methods}
    rest = [node for node in tree.body if node not in methods]
    for method in methods:
        method.args.args.insert(0, ast.arg("self"))
        _calls(method, taken, "self")
    for other in rest:
        _calls(other, taken, "Copied()")
    if not methods:
        return source
    (held,) = ast.parse("class Copied: pass").body
    assert isinstance(held, ast.ClassDef)
    held.body = list(methods)
    at = next((at for at, node in enumerate(rest) if isinstance(node, ast.FunctionDef)), len(rest))
    tree.body = [*rest[:at], held, *rest[at:]]
    return ast.unparse(ast.fix_missing_locations(tree))


def padded(source: str) -> str:
    """Put a function that nobody calls between the others, and statements that do nothing."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            idle = ast.parse("unused_total = 17 * len('nothing')").body
            node.body = [*idle, *node.body]
    dead = ast.parse(
        textwrap.dedent(
            """
            def never_called(readings):
                total = {}
                for at, value in enumerate(readings):
                    if value not in total:
                        total[value] = [at]
                    elif len(total[value]) < 3:
                        total[value].append(at)
                return sorted(total.items(), key=lambda each: (len(each[1]), each[0]))
            """
        )
    ).body
    return ast.unparse(ast.fix_missing_locations(ast.Module([*tree.body, *dead], [])))


def turned(source: str) -> str:
    """Turn conditions round: sides, branches, and what follows an early end into an `else`."""

    class Turning(ast.NodeTransformer):
        def visit_Compare(self, node: ast.Compare) -> ast.expr:
            self.generic_visit(node)
            other = MIRRORED.get(type(node.ops[0]))
            if len(node.ops) > 1 or other is None:
                return node
            return ast.Compare(node.comparators[0], [other()], [node.left])

        def visit_If(self, node: ast.If) -> ast.stmt:
            self.generic_visit(node)
            if node.orelse and not isinstance(node.orelse[0], ast.If):
                node.test = ast.UnaryOp(ast.Not(), node.test)
                node.body, node.orelse = node.orelse, node.body
            return node

        def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
            self.generic_visit(node)
            return ast.IfExp(ast.UnaryOp(ast.Not(), node.test), node.orelse, node.body)

    def with_else(body: list[ast.stmt]) -> list[ast.stmt]:
        for at, each in enumerate(body[:-1]):
            if (
                isinstance(each, ast.If)
                and not each.orelse
                and isinstance(each.body[-1], ast.Return)
            ):
                each.orelse = with_else(body[at + 1 :])
                return body[: at + 1]
        return body

    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.body = with_else(node.body)
    return ast.unparse(ast.fix_missing_locations(Turning().visit(tree)))


def spelled_out(source: str) -> str:
    """Write what is short in more words: `+=`, list comprehensions, results without a name."""

    class Spelling(ast.NodeTransformer):
        def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
            read = ast.parse(ast.unparse(node.target), mode="eval").body
            return ast.Assign([node.target], ast.BinOp(read, node.op, node.value))

        def visit_Return(self, node: ast.Return) -> ast.stmt | list[ast.stmt]:
            if node.value is None or isinstance(node.value, ast.Name | ast.Constant):
                return node
            return [
                ast.Assign([_named("outcome", ast.Store())], node.value),
                ast.Return(_named("outcome")),
            ]

        def visit_Assign(self, node: ast.Assign) -> ast.stmt | list[ast.stmt]:
            (target, *more), value = node.targets, node.value
            if more or not isinstance(target, ast.Name) or not isinstance(value, ast.ListComp):
                return node
            if len(value.generators) > 1 or target.id in {
                n.id for n in ast.walk(value) if isinstance(n, ast.Name)
            }:
                return node
            (over,) = value.generators
            adding: ast.stmt = ast.Expr(
                ast.Call(ast.Attribute(_named(target.id), "append"), [value.elt], [])
            )
            for test in over.ifs:
                adding = ast.If(test, [adding], [])
            return [
                ast.Assign([target], ast.List([])),
                ast.For(over.target, over.iter, [adding], []),
            ]

        def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt:
            self.generic_visit(node)
            return node

    return ast.unparse(ast.fix_missing_locations(Spelling().visit(ast.parse(source))))


def counted(source: str) -> str:
    """Make a `while` of every `for` over a range that goes on by itself."""

    class Counting(ast.NodeTransformer):
        def visit_For(self, node: ast.For) -> ast.stmt | list[ast.stmt]:
            self.generic_visit(node)
            asked = node.iter
            if not (isinstance(asked, ast.Call) and ast.unparse(asked.func) == "range"):
                return node
            jumps = any(isinstance(each, ast.Continue) for each in ast.walk(node))
            if len(asked.args) > 2 or jumps or not isinstance(node.target, ast.Name):
                return node
            first = asked.args[0] if len(asked.args) == 2 else ast.Constant(0)
            count = node.target.id
            goes_on = ast.Compare(_named(count), [ast.Lt()], [asked.args[-1]])
            step = ast.AugAssign(_named(count, ast.Store()), ast.Add(), ast.Constant(1))
            return [
                ast.Assign([_named(count, ast.Store())], first),
                ast.While(goes_on, [*node.body, step], []),
            ]

    return ast.unparse(ast.fix_missing_locations(Counting().visit(ast.parse(source))))


def outsourced(source: str) -> str:
    """Make a function of the first condition of every function of the module."""
    tree = ast.parse(source)
    at_module = {name for node in tree.body for name in _names_bound_by(node)} | set(dir(builtins))
    made: list[ast.stmt] = []
    for function in [node for node in tree.body if isinstance(node, ast.FunctionDef)]:
        test = next((n for n in ast.walk(function) if isinstance(n, ast.If)), None)
        if test is None or any(isinstance(n, ast.NamedExpr) for n in ast.walk(test.test)):
            continue
        inside = {
            n.id
            for n in ast.walk(test.test)
            if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
        }
        free = sorted(
            {n.id for n in ast.walk(test.test) if isinstance(n, ast.Name)} - at_module - inside
        )
        name = f"is_so_in_{function.name}"
        (head,) = ast.parse(f"def {name}({', '.join(free)}): pass").body
        assert isinstance(head, ast.FunctionDef)
        head.body = [ast.Return(test.test)]
        made.append(head)
        test.test = ast.parse(f"{name}({', '.join(free)})", mode="eval").body
    tree.body += made
    return ast.unparse(ast.fix_missing_locations(tree))


HARDER: Mapping[str, Callable[[str], str]] = {
    "in a class": wrapped,
    "with dead code": padded,
    "conditions turned": turned,
    "spelled out": spelled_out,
    "loops counted": counted,
    "a helper for a test": outsourced,
}
"""The ways that cost a copier more and that likeness sees through as far as it can."""


def worked_over(source: str, recipe: int) -> str:
    """Hide a copy by several of the harder ways at once, in one of three mixtures."""
    mixtures = (
        (padded, spelled_out, turned, renamed),
        (outsourced, counted, turned, reordered, renamed),
        (wrapped, counted, spelled_out, turned, padded, reordered, renamed),
    )
    for way in mixtures[recipe % 3]:
        source = way(source)
    return source


@dataclass(frozen=True)
class _Edit:
    start: tuple[int, int]
    end: tuple[int, int]
    text: str


def _edited(source: str, change: Callable[[tokenize.TokenInfo], str | None]) -> str:
    """Replace the tokens for which there is a change, and leave all else in its place."""
    lines = source.splitlines(keepends=True)
    found = tokenize.generate_tokens(io.StringIO(source).readline)
    edits = [
        _Edit(each.start, each.end, text)
        for each in found
        if (text := change(each)) is not None and each.start[0] <= len(lines)
    ]
    for edit in reversed(edits):
        (row, first), (last_row, last) = edit.start, edit.end
        tail = lines[last_row - 1][last:]
        lines[row - 1 : last_row] = [lines[row - 1][:first] + edit.text + tail]
    return "".join(lines)


def _new_name(new: Mapping[str, str], found: tokenize.TokenInfo) -> str | None:
    if found.type == token.NAME:
        return new.get(found.string)
    if found.type == token.STRING and found.string[:1] in "fF":  # one token up to Python 3.11
        return re.sub(r"\b[a-z_]\w*\b", lambda word: new.get(word[0], word[0]), found.string)
    return None


def _own_names(source: str) -> list[str]:
    """Return the names that the program binds: not those of modules, of the board, of Python."""
    names: set[str] = set()
    imported: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            names.add(node.attr)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            imported |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
    kept = ENTRIES | GIVEN | imported | {"self", "_"} | _attributes_of_others(source)
    return sorted(name for name in names - kept if not name.startswith("__"))


def _attributes_of_others(source: str) -> set[str]:
    """Return the attributes that are looked up in modules: a name of one's own may be the same."""
    return {
        node.attr
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id in sys.stdlib_module_names
    }


def _named(name: str, use: ast.expr_context | None = None) -> ast.Name:
    return ast.Name(name, use or ast.Load())


def _names_bound_by(node: ast.stmt) -> set[str]:
    """Return the names of the module that a statement of it binds."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    if isinstance(node, ast.Import | ast.ImportFrom):
        return {(each.asname or each.name).split(".")[0] for each in node.names}
    return {
        n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    }


def _lines_of(node: ast.FunctionDef) -> tuple[int, int]:
    first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
    assert node.end_lineno
    return first - 1, node.end_lineno


def _calls(tree: ast.AST, names: set[str], owner: str) -> None:
    """Have every use of these functions ask `owner` for them."""

    class Asking(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.expr:
            if node.id not in names or not isinstance(node.ctx, ast.Load):
                return node
            return ast.parse(f"{owner}.{node.id}", mode="eval").body

    Asking().visit(tree)
