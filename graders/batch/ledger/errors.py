"""Say in one line why a ledger cannot be read or written, and what to do about it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from graders.model.text import on_one_line
from graders.model.usage import UsageError

_KEPT = "what was kept before stays, and the same command goes on from there"
_BY_CODE = {
    sqlite3.SQLITE_FULL: f"cannot write {{}}: the disk is full; make room ({_KEPT})",
    sqlite3.SQLITE_IOERR: f"cannot write {{}}: the disk does not take it, {{}}; {_KEPT}",
    sqlite3.SQLITE_READONLY: "cannot write {}: it, or its folder, is read-only; make it writable, "
    "or name another --ledger",
    sqlite3.SQLITE_CANTOPEN: "cannot open {}, or write beside it; look at who may write to its "
    "folder, or name another --ledger",
    sqlite3.SQLITE_PERM: "cannot open {}: permission denied; name a --ledger of yours",
    sqlite3.SQLITE_BUSY: f"{{}} is locked by another program; end that one ({_KEPT})",
    sqlite3.SQLITE_LOCKED: f"{{}} is locked by another program; end that one ({_KEPT})",
    sqlite3.SQLITE_NOTADB: "{} is damaged: it does not begin as a database does; put a copy of it "
    "from before in its place, or name another --ledger",
    sqlite3.SQLITE_CORRUPT: "{} is damaged: {}; put a copy of it from before in its place, or name "
    "another --ledger",
}
_OTHER = "cannot use {}: {}"


class LedgerError(UsageError):
    """Say in one sentence why a ledger cannot be read or written, and what to do."""


def damaged(path: Path, what: str) -> LedgerError:
    """Return the error for a ledger in which something is not as it was written."""
    return LedgerError(_BY_CODE[sqlite3.SQLITE_CORRUPT].format(shown(path), on_one_line(what)))


def shown(path: Path) -> str:
    """Return a path as an error may print it."""
    return on_one_line(str(path))


@contextmanager
def in_one_line(path: Path) -> Iterator[None]:
    """Turn what SQLite and the system have to say of the ledger at `path` into a `LedgerError`."""
    try:
        yield
    except sqlite3.Error as error:
        raise LedgerError(_words(error).format(shown(path), on_one_line(str(error)))) from None
    except OSError as error:
        why = error.strerror or str(error)
        raise LedgerError(f"cannot use {shown(path)}: {why}; name another --ledger") from None


def _words(error: sqlite3.Error) -> str:
    """Return the sentence for an error of SQLite, by its code without what is special about it."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return _BY_CODE.get(code & 0xFF, _OTHER)
