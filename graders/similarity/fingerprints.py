"""Read a program as words that no renaming or reformatting changes, and as facts of its flow.

Both are numbers: fingerprints of words, which tell a copy that was left as it is, and facts
(`flow.py`), which tell one that was worked on by hand.
The way of a file: tokens (all names, numbers and texts alike), statements without imports,
documentation and annotations, words, fingerprints. Some of these are chosen by winnowing, after
Schleimer, Wilkerson and Aiken, "Winnowing: local algorithms for document fingerprinting", SIGMOD
2003: hash every run of `RUN` words, and of every `WINDOW` hashes in a row keep the smallest. What
two programs have in common for `RUN + WINDOW - 1` words is kept in both.

The programs are strangers', so they are read in a confined child, which loads this module, too.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from itertools import accumulate
from pathlib import PurePath
from typing import NamedTuple

import msgspec
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Name, Number, String, _TokenType

from graders.model.limits import MIB
from graders.model.submission import Content, Files
from graders.sandbox.confined import ConfinedError, Work, confined
from graders.similarity import flow, javascript, python

RUN = 14
"""How many words a fingerprint is of: two statements or three."""
SHORTEST = 8
"""A function of fewer words than `RUN` has one fingerprint, if it has as many as this."""
WINDOW = 4
MOST_WORDS = 8192
"""What is kept of a file: more than anybody writes for a kata, too little to hang."""
MOST_WORDS_OF_ALL = 4 * MOST_WORDS
"""What is kept of all files of a folder."""
_BEGINNINGS = frozenset({"class", "def", "function"})
"""With these a function begins: no run goes across, so that their order does not matter."""
_PRIME, _BASE = (1 << 61) - 1, 1_000_003
MOST_BYTES = 64 * 1024
"""What is read of a file: more than anybody writes for a kata, too little to hang."""
MOST_BYTES_OF_ALL = 4 * MOST_BYTES
NAME, NUMBER, TEXT, LINE_END = "N", "0", "'", "\n"
"""Stand for any name, any number, any text, and the end of a line."""
_LINE_ENDS = re.compile(r"\r\n?")
_KNOWN_TO_ALL = (Name.Builtin, Name.Exception, Name.Function.Magic, Name.Variable.Magic)
"""What renaming leaves alone, as these names are not the candidate's."""
_HEADS = frozenset(
    {"async", "case", "class", "def", "elif", "else", "except", "finally", "for", "if", "match"}
    | {"try", "while", "with"}
)
"""With these a statement begins that a colon ends."""
_SILENT = frozenset({"from", "import", "pass"})
"""With these a statement begins that is no work of anybody's."""
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
_CPU_S = 6.0
_MEMORY = 192 * MIB
_MOST_REPLY = 16 * MIB
WORK = Work(__name__, _MEMORY)
"""What the child does, and the memory that it may take for it."""


class Fingerprints(msgspec.Struct, frozen=True, eq=False):
    """All fingerprints of one program, in order, and where each is.

    Fingerprint `n` is of the words from `starts[n]` up to but not including `ends[n]`. `lines` are
    those of the words. `chosen` are the fingerprints that winnowing kept. `key` is the same for
    programs of the same words, whatever their lines. Of a folder the lines are counted through all
    files, and `begins` are those with which each of them begins. `facts` are in order, with
    the number of the function and the line that each is of; there are none where the program does
    not parse.
    """

    key: bytes
    hashes: array[int]
    starts: array[int]
    ends: array[int]
    lines: array[int]
    chosen: frozenset[int]
    begins: tuple[int, ...] = ()
    facts: array[int] = array("Q")
    functions: array[int] = array("I")
    fact_lines: array[int] = array("I")

    def file_of(self, at: int) -> int:
        return self.file_at(self.lines[self.starts[at]]) if self.begins else 0

    def file_at(self, line: int) -> int:
        return bisect_right(self.begins, line)


def read_fingerprints(
    contents: Sequence[tuple[str, Content | None]], on_failure: Callable[[int], object]
) -> list[Fingerprints]:
    """Return the fingerprints of each; none, told `on_failure` by its place, where it has no words.

    That is one in a language that is not read here, one that takes too much time or memory, and
    one that the reader dies of.
    """
    found = []
    for place, (name, content) in enumerate(contents):
        try:
            found.append(_read_confined(name, content))
        except ConfinedError:
            found.append(fingerprints_of(name, None))
        if not found[-1].lines and not _is_blank(content):
            on_failure(place)
    return found


def _is_blank(content: Content | None) -> bool:
    if isinstance(content, Files):
        return not any(file.content.strip() for file in content.files)
    return not (content or b"").strip()


def _read_confined(name: str, content: Content | None) -> Fingerprints:
    if content is None:
        return fingerprints_of(name, None)
    try:
        return _asked(name, content, with_facts=True)
    except ConfinedError:
        return _asked(name, content, with_facts=False)  # the words of what no parser survives


def _asked(name: str, content: Content, *, with_facts: bool) -> Fingerprints:
    files, single = (content, None) if isinstance(content, Files) else (None, content)
    asked = _Question(name, single, files, with_facts)
    said = confined(WORK).ask(msgspec.msgpack.encode(asked), _CPU_S, most_reply=_MOST_REPLY)
    sent = msgspec.msgpack.decode(said.data, type=_Reply)
    hashes, starts, ends, lines = (
        array(kind, data) for kind, data in zip("QIII", sent.words, strict=True)
    )
    facts, functions, fact_lines = (
        array(kind, data) for kind, data in zip("QII", sent.facts, strict=True)
    )
    words = hashes, starts, ends, lines
    return Fingerprints(sent.key, *words, sent.chosen, sent.begins, facts, functions, fact_lines)


def answer(question: bytes) -> bytes:
    """Return, in the child, the fingerprints of a submission."""
    asked = msgspec.msgpack.decode(question, type=_Question)
    content = asked.content if asked.files is None else asked.files
    found = fingerprints_of(asked.name, content, with_facts=asked.with_facts)
    words = found.hashes, found.starts, found.ends, found.lines
    facts = found.facts, found.functions, found.fact_lines
    sent = _Reply(
        found.key,
        tuple(each.tobytes() for each in words),
        found.chosen,
        found.begins,
        tuple(each.tobytes() for each in facts),
    )
    return msgspec.msgpack.encode(sent)


def get_ready() -> None:
    """Load, in the child, what reads each language: behind the walls it could not be."""
    for suffix in (*LANGUAGES, *javascript.SUFFIXES):
        fingerprints_of(f"a{suffix}", b"a = 1\n")


class _Question(msgspec.Struct, frozen=True):
    name: str
    content: bytes | None
    files: Files | None
    with_facts: bool


class _Reply(msgspec.Struct, frozen=True):
    key: bytes
    words: tuple[bytes, ...]
    chosen: frozenset[int]
    begins: tuple[int, ...]
    facts: tuple[bytes, ...]


def fingerprints_of(name: str, content: Content | None, *, with_facts: bool = True) -> Fingerprints:
    """Return the fingerprints of a file, or of all in a folder in the order of their names.

    There are none where it cannot be read as a program; none goes across two files.
    """
    facts = _facts_of(name, content) if with_facts else []
    by_file = (
        [program_words(name, content)] if not isinstance(content, Files) else _words_in(content)
    )
    words = [word for each in by_file for word in each]
    hashes, starts, ends = array("Q"), array("I"), array("I")
    chosen: set[int] = set()
    at = 0
    for section in (section for each in by_file for section in _function_sections(each)):
        found = list(_rolling_hashes([_word_hash(word.text) for word in section]))
        length = min(RUN, len(section))
        hashes.extend(found)
        starts.extend(range(at, at + len(found)))
        ends.extend(range(at + length, at + length + len(found)))
        chosen.update(_winnowed(found))
        at += len(section)
    said = "\0".join(word.text for word in words)
    return Fingerprints(
        blake2b(said.encode("utf-8", "surrogatepass"), digest_size=16).digest(),
        hashes,
        starts,
        ends,
        array("I", (word.line for word in words)),
        frozenset(chosen),
        tuple(content.lines_before(file.name) + 1 for file in content.files)
        if isinstance(content, Files)
        else (),
        array("Q", (each.value for each in facts)),
        array("I", (each.function for each in facts)),
        array("I", (each.line for each in facts)),
    )


def _facts_of(name: str, content: Content | None) -> list[flow.Fact]:
    """Return the facts of all that parses, those of different languages apart."""
    if not isinstance(content, Files):
        sources = [(name, content or b"", 0)]
    else:
        sources = [
            (each.name, each.content, content.lines_before(each.name)) for each in content.files
        ]
    modules = frozenset(PurePath(each).stem for each, _, _ in sources)
    of_python: list[flow.Function] = []
    of_javascript: list[flow.Function] = []
    left = MOST_BYTES_OF_ALL
    for each, source, before in sources:
        suffix, text = PurePath(each).suffix.lower(), source[: min(MOST_BYTES, left)]
        left -= len(text)
        with suppress(SyntaxError, ValueError, RecursionError, MemoryError):
            if suffix in javascript.SUFFIXES:
                of_javascript += javascript.functions_of(suffix, text, before)
            elif LANGUAGES.get(suffix) is PYTHON:
                of_python += python.functions_of(text, before, modules)
    found: list[flow.Fact] = []
    for salt, functions in ((0, of_python), (javascript.SALT, of_javascript)):
        with suppress(RecursionError):
            after = found[-1].function + 1 if found else 0
            found += [
                fact._replace(function=fact.function + after)
                for fact in flow.facts_of(functions, salt)
            ]
    return found


def _winnowed(hashes: Sequence[int]) -> frozenset[int]:
    """Return the smallest of every `WINDOW` in a row, of all where there are no more.

    >>> sorted(_winnowed([77, 74, 42, 17, 98, 50, 17, 98, 8, 88, 67, 39, 77, 74, 42, 17, 98]))
    [8, 17, 39]
    """
    windows = range(max(1, len(hashes) - WINDOW + 1)) if hashes else ()
    return frozenset(min(hashes[at : at + WINDOW]) for at in windows)


def _words_in(files: Files) -> list[Sequence[Token]]:
    found: list[Sequence[Token]] = []
    left = MOST_WORDS_OF_ALL
    for file in files.files:
        before = files.lines_before(file.name)
        words = program_words(file.name, file.content)[:left]
        found.append([Token(word.text, word.line + before) for word in words])
        left -= len(words)
    return found


def _function_sections(words: Sequence[Token]) -> Iterator[Sequence[Token]]:
    first = 0
    for at, word in enumerate(words):
        if word.text in _BEGINNINGS and at > first:
            yield words[first:at]
            first = at
    if words:
        yield words[first:]


def _rolling_hashes(numbers: Sequence[int]) -> Iterator[int]:
    """Hash every run (Karp and Rabin, 1987): each from the one before it."""
    if len(numbers) < SHORTEST:
        return
    length = min(RUN, len(numbers))
    leaving = pow(_BASE, length, _PRIME)
    value = 0
    for at, number in enumerate(numbers):
        value = value * _BASE + number
        if at >= length:
            value -= numbers[at - length] * leaving
        value %= _PRIME
        if at >= length - 1:
            yield value


@cache
def _word_hash(word: str) -> int:
    digest = blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest) % _PRIME


def program_words(name: str, content: bytes | None) -> tuple[Token, ...]:
    """Return the words of a file; none where its language is not known or it has no content.

    >>> [word.text for word in program_words("mine.py", b"def f(a: int): return a + 1")]
    ['def', 'N', 'N', ':', 'return', 'N', '+', '0']
    """
    language = _lexed_language_of(name)
    if language is None or not content:
        return ()
    if language is JAVASCRIPT:
        tokens = _javascript_tokens(PurePath(name).suffix.lower(), content)
    else:
        tokens = _significant_tokens(_tokens_of(language, content))
    found: list[Token] = []
    for word in _without_punctuation(language, tokens):
        if found and word.text in (NUMBER, TEXT) and word.text == found[-1].text:
            continue  # a table of a hundred numbers says no more than one of ten
        found.append(word)
        if len(found) == MOST_WORDS:
            break
    return tuple(found)


def _without_punctuation(language: _LexedLanguage, tokens: Iterable[Token]) -> Iterator[Token]:
    """Leave out what a formatter adds, and the object that a method belongs to with its dot."""
    unheard = language.silent | {LINE_END}
    after_itself = False
    for token in tokens:
        is_dot_of_itself = after_itself and token.text == "."
        after_itself = token.text in language.itself
        if not (after_itself or is_dot_of_itself or token.text in unheard):
            yield token


class _LexedLanguage(msgspec.Struct, frozen=True):
    """What reading a language takes: the name of its lexer, and which signs say nothing.

    `silent` are the signs that a formatter adds and takes away, and `itself` the words for the
    object at hand, which come and go when functions are put into a class.
    """

    lexer: str
    silent: frozenset[str]
    itself: frozenset[str] = frozenset()


PYTHON = _LexedLanguage("python", frozenset("(),;"), frozenset({"self", "cls"}))
JAVASCRIPT = _LexedLanguage("javascript", frozenset("(),;"), frozenset({"this"}))
LANGUAGES: Mapping[str, _LexedLanguage] = {
    "": PYTHON,
    ".py": PYTHON,
    **dict.fromkeys(javascript.SUFFIXES, JAVASCRIPT),
}
"""The languages by the suffix of a file, in small letters; without one it is Python.

Before another is added: no file may keep what reads it busy for long, as some files do some lexers.
"""


def _lexed_language_of(name: str) -> _LexedLanguage | None:
    """Return the language of a file by its name, None where it is not known.

    >>> _lexed_language_of("alice/solution.PY") is PYTHON, _lexed_language_of("notes.txt")
    (True, None)
    """
    return LANGUAGES.get(PurePath(name).suffix.lower())


class Token(NamedTuple):
    text: str
    line: int


def _tokens_of(language: _LexedLanguage, content: bytes) -> Iterator[Token]:
    text, numbers = _without_blanks(content)
    starts = (0, *accumulate(len(line) + 1 for line in text.split("\n")))
    for at, kind, value in _lexer(language.lexer).get_tokens_unprocessed(text):
        normal = _normalised(kind, value)
        if normal:
            yield Token(normal, numbers[bisect_right(starts, at) - 1])


def _javascript_tokens(suffix: str, content: bytes) -> Iterator[Token]:
    """Return the words of a file, with a name that stands for any of this language alone."""
    normal = {"name": "n", "number": NUMBER, "text": TEXT}
    for kind, text, line in javascript.words_of(suffix, content[:MOST_BYTES]):
        yield Token(normal.get(javascript.kind_of(kind), text), line)


def _without_blanks(content: bytes) -> tuple[str, list[int]]:
    """Return the text without its blanks, and the number that each of its lines had.

    The expressions of a lexer try every blank of a run anew, which takes for ever on a long one.
    """
    text = _LINE_ENDS.sub("\n", content[:MOST_BYTES].decode("utf-8", "replace"))
    lines = [" ".join(line.split()) for line in text.removeprefix("\ufeff").split("\n")]
    kept = [(number, line) for number, line in enumerate(lines, start=1) if line]
    # A lexer ends the last line itself where it has no end, and that line end has to be somewhere.
    numbers = [number for number, _ in kept] + [len(lines)]
    return "".join(f"{line}\n" for _, line in kept), numbers


def _normalised(kind: _TokenType, value: str) -> str:
    if _is_kind(kind, Comment):
        return ""
    if _is_kind(kind, String):
        return "" if _is_kind(kind, String.Affix, String.Interpol) else TEXT
    if _is_kind(kind, Number):
        return NUMBER
    if _is_kind(kind, Name) and not _is_kind(kind, *_KNOWN_TO_ALL):
        return NAME
    word = value.strip()
    return LINE_END if not word and "\n" in value else word.removeprefix("\\")


def _is_kind(kind: _TokenType, *classes: _TokenType) -> bool:
    return any(kind[: len(each)] == each for each in classes)


@cache
def _lexer(name: str) -> Lexer:
    return get_lexer_by_name(name)


Statement = Sequence[Token]


def _significant_tokens(tokens: Iterable[Token]) -> Iterator[Token]:
    """Return what is left of a program without imports, documentation and annotations."""
    for statement in _statements(tokens):
        if statement[0].text in _SILENT or all(token.text == TEXT for token in statement):
            continue
        yield from (
            _head_without_annotations(statement)
            if "def" in _texts(statement[:2])
            else _without_annotation(statement)
        )


def _statements(tokens: Iterable[Token]) -> Iterator[Statement]:
    statement: list[Token] = []
    walk = _BracketDepth()
    for token in tokens:
        if token.text in ("def", "class") and walk.depth:
            walk = _BracketDepth()  # a bracket that was never closed
            yield statement
            statement = []
        colon = walk.past(token)
        ends = not walk.depth and token.text in (LINE_END, ";")
        if not ends and token.text != LINE_END:
            statement.append(token)
        if statement and (ends or (colon and statement[0].text in _HEADS)):
            yield statement
            statement, walk = [], _BracketDepth()
    if statement:
        yield statement


class _BracketDepth:
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


def _without_annotation(statement: Statement) -> Iterator[Token]:
    """Leave out the annotation of a variable, and the statement where it does nothing else."""
    if statement[0].text in _HEADS:
        yield from statement
        return
    walk, left = _BracketDepth(), []
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


def _head_without_annotations(statement: Statement) -> Iterator[Token]:
    """Leave out the annotations of a function: those of its parameters and that of its result."""
    walk, within = _BracketDepth(), False
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
