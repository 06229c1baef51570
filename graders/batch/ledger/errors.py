"""Say in one line why a ledger cannot be read or written, and what to do about it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

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
_DAMAGE = frozenset(
    {
        sqlite3.SQLITE_ERROR,  # what we ask for is right, so the tables are not what they were
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_FORMAT,
        sqlite3.SQLITE_MISMATCH,
        sqlite3.SQLITE_NOTADB,
        sqlite3.SQLITE_TOOBIG,
    }
)


class LedgerError(UsageError):
    """Say in one sentence why a ledger cannot be read or written, and what to do."""


class DamageError(LedgerError):
    """Say what in a ledger is not as it was written, and what to do."""


def damaged(path: Path, what: str) -> DamageError:
    """Return the error for a ledger in which something is not as it was written."""
    return DamageError(_BY_CODE[sqlite3.SQLITE_CORRUPT].format(shown(path), on_one_line(what)))


def shown(path: Path) -> str:
    """Return a path as an error may print it."""
    return on_one_line(str(path))


@contextmanager
def in_one_line(path: Path) -> Iterator[None]:
    """Turn what SQLite and the system have to say of the ledger at `path` into a `LedgerError`.

    What is read from it as a type, and is not of that type, is damage, and so is what SQLite can
    only tell of in a text that is none.
    """
    try:
        yield
    except sqlite3.Error as error:
        raise _told(error, path) from None
    except (UnicodeDecodeError, msgspec.ValidationError) as error:
        raise damaged(path, str(error)) from None
    except OSError as error:
        why = error.strerror or str(error)
        raise LedgerError(f"cannot use {shown(path)}: {why}; name another --ledger") from None


def _told(error: sqlite3.Error, path: Path) -> LedgerError:
    """Return the error for one of SQLite's, by its code without what is special about it."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    what = on_one_line(str(error))
    if code in _DAMAGE:
        words = _BY_CODE.get(code, _BY_CODE[sqlite3.SQLITE_CORRUPT])
        return DamageError(words.format(shown(path), what))
    return LedgerError(_BY_CODE.get(code, _OTHER).format(shown(path), what))
