"""Read a submission as words that neither a new name nor another layout changes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from graders.likeness.languages import PYTHON, Language, language_of
from graders.likeness.statements import telling
from graders.likeness.tokens import LINE_END, NUMBER, TEXT, Token, tokens_of

MOST_WORDS = 8192
"""What is kept of a file: more than anybody writes for a kata, too little to hang."""


def words_of(name: str, content: bytes | None) -> tuple[Token, ...]:
    """Return the words of a file; none where its language is not known or it has no content.

    >>> [word.text for word in words_of("mine.py", b"def f(a: int): return a + 1")]
    ['def', 'N', 'N', ':', 'return', 'N', '+', '0']
    """
    language = language_of(name)
    if language is None or not content:
        return ()
    tokens = tokens_of(language, content)
    if language is PYTHON:
        tokens = telling(tokens)
    found: list[Token] = []
    for word in _spoken(language, tokens):
        if found and word.text in (NUMBER, TEXT) and word.text == found[-1].text:
            continue  # a table of a hundred numbers says no more than one of ten
        found.append(word)
        if len(found) == MOST_WORDS:
            break
    return tuple(found)


def _spoken(language: Language, tokens: Iterable[Token]) -> Iterator[Token]:
    """Leave out what a formatter adds, and the object that a method belongs to with its dot."""
    unheard = language.silent | {LINE_END}
    after_itself = False
    for token in tokens:
        is_dot_of_itself = after_itself and token.text == "."
        after_itself = token.text in language.itself
        if not (after_itself or is_dot_of_itself or token.text in unheard):
            yield token
