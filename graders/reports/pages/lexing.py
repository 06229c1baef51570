"""Part a source into words, each of a kind, in a confined child: it is a stranger's.

Pygments says of what kind a word is and nothing else: its words are used only where, put together,
they are exactly the text.
"""

from __future__ import annotations

import msgspec

from graders.model.limits import MIB
from graders.sandbox.confined import ConfinedError, Work, confined

Word = tuple[str, str]  # a kind, empty for none, and a piece of a line
LEXERS = {".py": "python", ".mjs": "javascript", ".js": "javascript", ".ts": "typescript"}
"""The name of what reads a file by the suffix of its name."""
_CPU_S = 4.0
WORK = Work(__name__, 192 * MIB)  # what the child does, and the memory that it may take for it


def words_of(lexer: str, text: str) -> list[Word] | None:
    """Return the text in words; None where the lexer finds no words that are exactly the text.

    That is so too where it takes too much time or memory.
    """
    asked = msgspec.msgpack.encode((lexer, text))
    try:
        said = confined(WORK).ask(asked, _CPU_S).data
    except (ConfinedError, OSError):
        return None
    words = msgspec.msgpack.decode(said, type=list[Word])
    return words if "".join(word for _, word in words) == text else None


def answer(question: bytes) -> bytes:
    """Return, in the child, the words of a text."""
    from pygments.lexers import get_lexer_by_name  # noqa: PLC0415  # the grader does not load it

    lexer, text = msgspec.msgpack.decode(question, type=tuple[str, str])
    found = get_lexer_by_name(lexer, stripnl=False, ensurenl=False)
    words = [(_kind(str(kind)), word) for kind, word in found.get_tokens(text)]
    return msgspec.msgpack.encode(words)


def get_ready() -> None:
    """Load, in the child, what reads each language: behind the walls it could not be."""
    for lexer in LEXERS.values():
        answer(msgspec.msgpack.encode((lexer, "f('a', 1)\n")))


def _kind(token: str) -> str:
    """Return one of a few classes for one of Pygments' many kinds.

    >>> _kind("Token.Keyword.Constant"), _kind("Token.Name.Function"), _kind("Token.Name")
    ('k', 'd', '')
    """
    for beginning, kind in (
        ("Token.Keyword", "k"),
        ("Token.Operator.Word", "k"),
        ("Token.Literal.String", "s"),
        ("Token.Literal.Number", "n"),
        ("Token.Comment", "c"),
        ("Token.Name.Function", "d"),
        ("Token.Name.Class", "d"),
        ("Token.Name.Decorator", "d"),
    ):
        if token.startswith(beginning):
            return kind
    return ""
