"""Take a program in Python apart into statements, and leave out what does no work."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from graders.likeness.tokens import LINE_END, TEXT, Token

_HEADS = frozenset(
    {"async", "case", "class", "def", "elif", "else", "except", "finally", "for", "if", "match"}
    | {"try", "while", "with"}
)
"""With these a statement begins that a colon ends."""
_SILENT = frozenset({"from", "import", "pass"})
"""With these a statement begins that is no work of anybody's."""
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")

Statement = Sequence[Token]


def telling(tokens: Iterable[Token]) -> Iterator[Token]:
    """Return what is left of a program without imports, documentation and annotations."""
    for statement in _statements(tokens):
        if statement[0].text in _SILENT or all(token.text == TEXT for token in statement):
            continue
        yield from _bare_head(statement) if "def" in _texts(statement[:2]) else _bare(statement)


def _statements(tokens: Iterable[Token]) -> Iterator[Statement]:
    """Return one statement after the other; the head of a block is one by itself."""
    statement: list[Token] = []
    walk = _Walk()
    for token in tokens:
        if token.text in ("def", "class") and walk.depth:
            walk = _Walk()  # a bracket that was never closed
            yield statement
            statement = []
        colon = walk.past(token)
        ends = not walk.depth and token.text in (LINE_END, ";")
        if not ends and token.text != LINE_END:
            statement.append(token)
        if statement and (ends or (colon and statement[0].text in _HEADS)):
            yield statement
            statement, walk = [], _Walk()
    if statement:
        yield statement


class _Walk:
    """Count brackets, and tell the colon of a statement from those of lambdas and slices."""

    def __init__(self) -> None:
        self.depth = self.lambdas = 0

    def past(self, token: Token, depth: int = 0) -> bool:
        """Go past a token; tell whether it is a colon at this depth that no lambda owns."""
        if token.text in _OPENING:
            self.depth += 1
        elif token.text in _CLOSING:
            self.depth = max(0, self.depth - 1)
        elif self.depth == depth and token.text == "lambda":
            self.lambdas += 1
        elif self.depth == depth and token.text == ":":
            if not self.lambdas:
                return True
            self.lambdas -= 1
        return False


def _bare(statement: Statement) -> Iterator[Token]:
    """Leave out the annotation of a variable, and the statement where it does nothing else."""
    if statement[0].text in _HEADS:
        yield from statement
        return
    walk, left = _Walk(), []
    within = annotated = False
    for token in statement:
        colon = walk.past(token)
        if not walk.depth and token.text == "=":
            within = False
        elif colon:
            within = annotated = True
        if not within:
            left.append(token)
    if not (annotated and within):
        yield from left


def _bare_head(statement: Statement) -> Iterator[Token]:
    """Leave out the annotations of a function: those of its parameters and that of its result."""
    walk, within = _Walk(), False
    for token in statement[:-1]:
        depth = walk.depth
        colon = walk.past(token, depth=1)
        if colon or (not depth and token.text == "-"):
            within = True
        elif depth <= 1 and token.text in (",", "=", ")") and (depth or token.text != ","):
            within = False
        if not within:
            yield token
    yield statement[-1]


def _texts(tokens: Statement) -> tuple[str, ...]:
    return tuple(token.text for token in tokens)
