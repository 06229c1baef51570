"""Make untrusted text harmless: one place for everything that a terminal may be shown."""

from __future__ import annotations


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
    return "".join(
        char if char.isprintable() or char in "\n\t" else _written_out(char) for char in text
    )


def on_one_line(text: str) -> str:
    r"""Write out every character that is not printable, newlines and tabs too.

    >>> on_one_line("mine.py"), on_one_line("a\nb.py")
    ('mine.py', 'a\\nb.py')
    """
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else _written_out(char) for char in text)


def _written_out(char: str) -> str:
    return char.encode("unicode_escape", "replace").decode()
