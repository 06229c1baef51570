"""Read a program as what is made of what, which no edit by hand changes much.

A language is lowered to a few kinds of nodes (`python.py`, `javascript.py`). From them comes the
graph of a program: its operations, each with what it takes and what decides whether it is done.
Values are followed through variables, parameters and results. So names, the order of statements,
a helper more or less, a variable for a part of an expression, which way round a condition is, and
whether a loop is a `for`, a `while` or a comprehension make little difference or none. *Facts* are
what is said of the graph: an operation with what it takes, a chain of two or three, a decision.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from typing import NamedTuple

NAME, PART = "name", ""
"""The label of a variable, and of what is no more than its parts, such as `not` or brackets."""
MOST_FACTS = 20_000
"""What is told of a program: more than anybody writes for a kata, too little to hang."""
_MOST_SOURCES = 6
_MOST_FOLLOWED = 200
_DECISIONS = frozenset({"if", "loop", "match"})


class Node(NamedTuple):
    """A statement or an expression, with the line that it begins on.

    What `set` sets comes before its value. The first part of a decision is what decides it. A
    `call` is of a function of the program's own, whose `name` it has, as a variable has its own.
    """

    label: str
    parts: tuple[Node, ...] = ()
    line: int = 0
    name: str = ""


class Function(NamedTuple):
    name: str
    parameters: tuple[str, ...]
    body: tuple[Node, ...]


class Fact(NamedTuple):
    """What is said of a line of a function, which has a number."""

    value: int
    function: int
    line: int


Value = tuple[str | int, ...]
"""What a value may come from: operations by their number, variables by their name."""


class _Operation(NamedTuple):
    label: str
    takes: tuple[Value, ...]
    decided_by: int | None
    function: int
    line: int


def facts_of(functions: Sequence[Function], salt: int = 0) -> list[Fact]:
    """Return what there is to say of a program, in order. Raises `RecursionError`.

    With another `salt` no value is one of another language's, but for the salt.
    """
    graph = _Graph(functions)
    found: list[Fact] = []
    for each in graph.operations:
        for said in _said_of(graph, each):
            digest = blake2b(said.encode("utf-8", "surrogatepass"), digest_size=8)
            value = int.from_bytes(digest.digest()) ^ salt
            found.append(Fact(value, each.function, each.line))
        if len(found) >= MOST_FACTS:
            break
    return found


def _said_of(graph: _Graph, operation: _Operation) -> Iterator[str]:
    label, kinds = operation.label, []
    for value in operation.takes:
        sources = graph.sources(value)
        kinds.append("/".join(source.label for source in sources[:3]))
        for source in sources:
            yield f"{source.label}>{label}"
            for before in graph.labels(source.takes):
                yield f"{before}>{source.label}>{label}"
    yield f"{label}({' '.join(sorted(kinds))})"
    if operation.decided_by is not None:
        decision = graph.operations[operation.decided_by]
        for decides in graph.labels(decision.takes):
            yield f"{decision.label} {decides}: {label}"


class _Graph:
    def __init__(self, functions: Sequence[Function]) -> None:
        self.operations: list[_Operation] = []
        self._made_of: dict[str, list[str | int]] = defaultdict(list)
        self._parameters = {each.name: each.parameters for each in functions}
        self._decided_by: int | None = None
        self._sources: dict[Value, list[_Operation]] = {}
        for self._number, self._function in enumerate(functions):
            self._local = {*self._function.parameters, *_names_set_in(self._function.body)}
            self._statements(self._function.body)

    def sources(self, value: Value) -> list[_Operation]:
        """Return the operations that a value comes from: of each label one, a few in all.

        Asked for when all are there, as what it returned is kept.
        """
        if value in self._sources:
            return self._sources[value]
        found: dict[str, _Operation] = {}
        seen: set[str | int] = set()
        left = list(value)
        while left and len(seen) < _MOST_FOLLOWED:
            each = left.pop()
            if each in seen:
                continue
            seen.add(each)
            if isinstance(each, int):
                found.setdefault(self.operations[each].label, self.operations[each])
            elif each in self._made_of:
                left.extend(self._made_of[each])
        self._sources[value] = [found[label] for label in sorted(found)][:_MOST_SOURCES]
        return self._sources[value]

    def labels(self, values: Iterable[Value]) -> list[str]:
        return sorted({source.label for value in values for source in self.sources(value)})

    def _statements(self, body: Iterable[Node]) -> None:
        for each in body:
            self._value(each)

    def _value(self, node: Node) -> Value:
        """Take a statement or an expression into the graph, and return what it comes from."""
        if node.label == NAME:
            return (self._variable(node.name),)
        if node.label == PART:
            return tuple(each for part in node.parts for each in self._value(part))
        if node.label in _DECISIONS:
            return self._decision(node)
        if node.label == "set":
            *targets, made = node.parts
            value = self._value(made)
            for each in targets:
                self._set(each, value)
            return value
        if node.label == "return":
            value = self._value(Node(PART, node.parts))
            self._made_of[f"return {self._function.name}"].extend(value)
            return (self._operation(node, (value,)),)
        takes = tuple(self._value(each) for each in node.parts)
        if node.label == "call" and node.name in self._parameters:
            for name, value in zip(self._parameters[node.name], takes, strict=False):
                self._made_of[f"{node.name} {name}"].extend(value)
            return (f"return {node.name}",)
        return (self._operation(node, takes),)

    def _set(self, target: Node, value: Value) -> None:
        if target.label == NAME:
            self._made_of[self._variable(target.name)].extend(value)
        elif target.label in (PART, "list"):
            for each in target.parts:
                self._set(each, value)
        else:
            takes = (*(self._value(each) for each in target.parts), value)
            self._operation(target._replace(label=f"set {target.label}"), takes)

    def _decision(self, node: Node) -> Value:
        """Take what is decided, and return what it comes to where it is an expression."""
        decides = self._value(node.parts[0])
        around = self._decided_by
        self._decided_by = self._operation(node, (decides,))
        values = [self._value(each) for each in node.parts[1:]]
        self._decided_by = around
        return tuple(each for value in values for each in value)

    def _operation(self, node: Node, takes: tuple[Value, ...]) -> int:
        made = _Operation(node.label, takes, self._decided_by, self._number, node.line)
        self.operations.append(made)
        return len(self.operations) - 1

    def _variable(self, name: str) -> str:
        return f"{self._function.name} {name}" if name in self._local else name


def _names_set_in(body: Iterable[Node]) -> Iterator[str]:
    left = list(body)
    while left:
        node = left.pop()
        left.extend(node.parts)
        if node.label == "set":
            inside = list(node.parts[:-1])
            while inside:
                target = inside.pop()
                if target.label == NAME and not target.name.startswith("."):
                    yield target.name
                elif target.label in (PART, "list"):
                    inside.extend(target.parts)
