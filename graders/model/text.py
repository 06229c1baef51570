"""Make untrusted text harmless: one place for everything that a terminal or a shell may get."""

from __future__ import annotations

import codecs
import re
import shlex


def readable(data: bytes) -> str:
    r"""Decode bytes so that none can act on a terminal: only text, newlines and tabs are left.

    >>> readable(b"caf\xc3\xa9 \xff \x1b[31m")
    'café \\xff \\x1b[31m'
    """
    return harmless(data.decode("utf-8", "backslashreplace").replace("\r\n", "\n"))


def harmless(text: str) -> str:
    r"""Write out every character that is not printable, newlines and tabs apart.

    >>> harmless("a\tb\x1b[2J")
    'a\tb\\x1b[2J'
    """
    if text.isprintable():
        return text
    return text.translate(_KEEPING_LINES)


def on_one_line(text: str) -> str:
    r"""Write out every character that is not printable, newlines and tabs too.

    >>> on_one_line("mine.py"), on_one_line("a\nb.py")
    ('mine.py', 'a\\nb.py')
    """
    if text.isprintable():
        return text
    return text.translate(_ON_ONE_LINE)


_SAFE_IN_A_SHELL = re.compile(r"[\w@%+=:,./#~-]+", re.ASCII)


def in_a_shell(*words: str) -> str:
    """Return words as they are typed in a shell, in quotes only where they have to be.

    >>> in_a_shell("grade", "my file.py", "--case", "nine#1")
    "grade 'my file.py' --case nine#1"
    """
    return " ".join(
        each if _SAFE_IN_A_SHELL.fullmatch(each) else shlex.quote(each) for each in words
    )


class _Harmless(dict[int, str]):
    """Give what is shown for each character, found when it is first met; few are remembered.

    A text may be megabytes: no list of its characters is made.
    """

    def __init__(self, kept: str) -> None:
        super().__init__((ord(char), char) for char in kept)

    def __missing__(self, code: int) -> str:
        char = chr(code)
        shown = char if char.isprintable() else _written_out(char)
        if code < _REMEMBERED:
            self[code] = shown
        return shown


def _written_out(char: str) -> str:
    # By its own function: a confined child can load no codec, and `translate` would not say so.
    return codecs.unicode_escape_encode(char, "replace")[0].decode("ascii")


_REMEMBERED = 1 << 12
_KEEPING_LINES = _Harmless("\n\t")
_ON_ONE_LINE = _Harmless("")
