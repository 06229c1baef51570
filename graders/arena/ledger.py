"""Keep the games of an arena for good, in one SQLite file: whoever is killed goes on from there.

The file itself (its lock, its log, what damage is) is that of a batch: `graders.batch.ledger`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import msgspec

from graders.batch.ledger.database import (
    LedgerError,
    LedgerFile,
    LedgerKind,
    Tables,
    as_ledger_errors,
    shown_path,
)
from graders.batch.ledger.records import utc_now
from graders.model.arena import Entrant, Game, MoveLoss
from graders.model.text import on_one_line

_FIRST = """
CREATE TABLE arena (
    id          INTEGER PRIMARY KEY CHECK (id = 1),
    conditions  TEXT    NOT NULL,       -- JSON
    begun_at    TEXT    NOT NULL        -- UTC
) STRICT;

CREATE TABLE game (
    number      INTEGER PRIMARY KEY,
    game        TEXT    NOT NULL,       -- JSON
    losses      TEXT,                   -- JSON; NULL: nobody has looked what its moves gave away
    recorded_at TEXT    NOT NULL        -- UTC
) STRICT;

CREATE TABLE writer (
    id          INTEGER PRIMARY KEY CHECK (id = 1),
    pid         INTEGER NOT NULL,
    host        TEXT    NOT NULL,
    since       TEXT    NOT NULL
) STRICT;
"""
TABLES = Tables(LedgerKind.ARENA, (_FIRST,))


class EntrantBytes(msgspec.Struct, frozen=True):
    name: str
    sha256: str
    cap_s: float


class ArenaConditions(msgspec.Struct, frozen=True):
    """What has to be the same for games to belong together; how many there are has not."""

    kata: str
    entrants: tuple[EntrantBytes, ...]
    seed: int
    book: str
    isolation: str

    @property
    def json(self) -> str:
        return msgspec.json.encode(self).decode()

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.json.encode()).hexdigest()


def arena_conditions(
    kata: str, entrants: tuple[Entrant, ...], seed: int, book: tuple[str, ...], isolation: str
) -> ArenaConditions:
    """Return the conditions of games between these, with openings of that book."""
    playing = tuple(EntrantBytes(each.name, each.sha256, each.cap_s) for each in entrants)
    sha256 = hashlib.sha256(" ".join(book).encode()).hexdigest()
    return ArenaConditions(kata, playing, seed, sha256, isolation)


class StoredGame(msgspec.Struct, frozen=True):
    """A game that is over; its `losses` are None where nobody has looked yet."""

    game: Game
    losses: tuple[MoveLoss, ...] | None = None


class ArenaLedger:
    """A ledger that this process writes."""

    def __init__(self, path: Path) -> None:
        """Open it, or make it; raise `LedgerError` where that cannot be done."""
        self._opened = LedgerFile(path, TABLES, create=True)

    def __enter__(self) -> ArenaLedger:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        self._opened.close()

    @property
    def path(self) -> Path:
        return self._opened.path

    def begin(self, conditions: ArenaConditions) -> list[StoredGame]:
        """Return the games that are over.

        Raises `LedgerError`, and says what differs, where that was played under other conditions.
        """
        with self._opened.writing() as connection:
            kept = connection.execute("SELECT conditions FROM arena").fetchone()
            if kept is None:
                insert = "INSERT INTO arena VALUES (1, ?, ?)"
                connection.execute(insert, (conditions.json, utc_now()))
            else:
                self._check_conditions(
                    msgspec.json.decode(kept[0], type=ArenaConditions), conditions
                )
        return self._stored()

    def _check_conditions(self, kept: ArenaConditions, asked: ArenaConditions) -> None:
        if found := "; ".join(differences(kept, asked)):
            raise LedgerError(
                f"{shown_path(self.path)} has games on other terms: {found}; play on the old "
                "terms, or name another --ledger"
            )

    def _stored(self) -> list[StoredGame]:
        with as_ledger_errors(self.path):
            rows = self._opened.connection.execute("SELECT game, losses FROM game ORDER BY number")
            return [
                StoredGame(
                    msgspec.json.decode(game, type=Game),
                    None if lost is None else msgspec.json.decode(lost, type=tuple[MoveLoss, ...]),
                )
                for game, lost in rows
            ]

    def keep(self, game: Game) -> None:
        with self._opened.writing() as connection:
            connection.execute(
                "INSERT INTO game VALUES (?, ?, NULL, ?)",
                (game.number, msgspec.json.encode(game).decode(), utc_now()),
            )

    def keep_losses(self, number: int, losses: tuple[MoveLoss, ...]) -> None:
        with self._opened.writing() as connection:
            connection.execute(
                "UPDATE game SET losses = ? WHERE number = ?",
                (msgspec.json.encode(losses).decode(), number),
            )


def differences(kept: ArenaConditions, asked: ArenaConditions) -> Iterator[str]:
    """Say in what the conditions that are asked for differ from those that were kept."""
    if kept.kata != asked.kata:
        yield f"the kata was {kept.kata}"
    names = [each.name for each in kept.entrants]
    if names != [each.name for each in asked.entrants]:
        yield f"the entrants were {on_one_line(' '.join(names))}"
    else:
        for old, new in zip(kept.entrants, asked.entrants, strict=True):
            name = on_one_line(old.name)
            if old.sha256 != new.sha256:
                yield f"{name} has changed since"
            if old.cap_s != new.cap_s:
                yield f"the cap of {name} was {old.cap_s:g} s and is now {new.cap_s:g} s"
    if kept.seed != asked.seed:
        yield f"the seed was {kept.seed}"
    if kept.book != asked.book:
        yield "the book of openings was another one"
    if kept.isolation != asked.isolation:
        yield f"the isolation was {kept.isolation}"


def usual_ledger(conditions: ArenaConditions, folder: Path) -> Path:
    """Return where the games under these conditions are kept in a folder."""
    return folder / "arenas" / f"arena-{conditions.sha256[:12]}.ledger"
