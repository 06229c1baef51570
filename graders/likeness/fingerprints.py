"""Turn the words of a program into fingerprints, and choose some of them by winnowing.

After Schleimer, Wilkerson and Aiken, "Winnowing: local algorithms for document fingerprinting",
SIGMOD 2003: hash every run of `RUN` words, and of every `WINDOW` hashes in a row keep the smallest.
What two programs have in common for `RUN + WINDOW - 1` words is kept in both.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import blake2b

import msgspec

from graders.likeness.tokens import Token
from graders.likeness.words import MOST_WORDS, words_of
from graders.model.submission import Content, Files

RUN = 14
"""How many words a fingerprint is of: two statements or three."""
SHORTEST = 8
"""A function of fewer words than `RUN` has one fingerprint, if it has as many as this."""
WINDOW = 4
MOST_WORDS_OF_ALL = 4 * MOST_WORDS
"""What is kept of all files of a folder."""
_BEGINNINGS = frozenset({"class", "def"})
"""With these a function begins: no run goes across, so that their order does not matter."""
_PRIME, _BASE = (1 << 61) - 1, 1_000_003


class Fingerprints(msgspec.Struct, frozen=True, eq=False):
    """Hold all fingerprints of one program, in order, and where each is.

    Fingerprint `n` is of the words from `starts[n]` up to but not including `ends[n]`. `lines` are
    those of the words. `chosen` are the fingerprints that winnowing kept. `key` is the same for
    programs of the same words, whatever their lines. Of a folder the lines are counted through all
    files, and `begins` are those with which each of them begins.
    """

    key: bytes
    hashes: array[int]
    starts: array[int]
    ends: array[int]
    lines: array[int]
    chosen: frozenset[int]
    begins: tuple[int, ...] = ()

    def file_of(self, at: int) -> int:
        """Return which of the files a fingerprint is of, by a number."""
        return self.file_at(self.lines[self.starts[at]]) if self.begins else 0

    def file_at(self, line: int) -> int:
        """Return which of the files a line is of, by a number."""
        return bisect_right(self.begins, line)


def fingerprints_of(name: str, content: Content | None) -> Fingerprints:
    """Return the fingerprints of a file, or of all in a folder in the order of their names.

    There are none where it cannot be read as a program; none goes across two files.
    """
    by_file = [words_of(name, content)] if not isinstance(content, Files) else _words_in(content)
    words = [word for each in by_file for word in each]
    hashes, starts, ends = array("Q"), array("I"), array("I")
    chosen: set[int] = set()
    at = 0
    for section in (section for each in by_file for section in _sections(each)):
        found = list(_rolling([_number(word.text) for word in section]))
        length = min(RUN, len(section))
        hashes.extend(found)
        starts.extend(range(at, at + len(found)))
        ends.extend(range(at + length, at + length + len(found)))
        chosen.update(winnowed(found))
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
    )


def _words_in(files: Files) -> list[Sequence[Token]]:
    """Return the words of each file, with lines counted through all of them."""
    found: list[Sequence[Token]] = []
    left = MOST_WORDS_OF_ALL
    for file in files.files:
        before = files.lines_before(file.name)
        words = words_of(file.name, file.content)[:left]
        found.append([Token(word.text, word.line + before) for word in words])
        left -= len(words)
    return found


def winnowed(hashes: Sequence[int]) -> frozenset[int]:
    """Return the smallest of every `WINDOW` in a row, of all where there are no more.

    >>> sorted(winnowed([77, 74, 42, 17, 98, 50, 17, 98, 8, 88, 67, 39, 77, 74, 42, 17, 98]))
    [8, 17, 39]
    """
    windows = range(max(1, len(hashes) - WINDOW + 1)) if hashes else ()
    return frozenset(min(hashes[at : at + WINDOW]) for at in windows)


def _sections(words: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """Return the words from each beginning of a function to the next."""
    first = 0
    for at, word in enumerate(words):
        if word.text in _BEGINNINGS and at > first:
            yield words[first:at]
            first = at
    if words:
        yield words[first:]


def _rolling(numbers: Sequence[int]) -> Iterator[int]:
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
def _number(word: str) -> int:
    """Return a number of a word that is the same in every process."""
    digest = blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest) % _PRIME
