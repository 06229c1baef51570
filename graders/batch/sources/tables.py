"""Read the rows of a manifest, CSV or JSON, in a confined child."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence

import msgspec

from graders.model.text import on_one_line

COLUMNS = ("candidate", "path", "kata")
SAY = "candidate,path or candidate,path,kata"
"""What is to be in a manifest, as messages say it."""
MOST_ROWS = 100_000
_NEEDED = COLUMNS[:2]
_DELIMITERS = (",", ";", "\t")


class Table(msgspec.Struct, frozen=True, tag=True):
    """Hold the text of a manifest, in JSON or CSV, and how messages call it."""

    text: str
    is_json: bool
    shown: str


class Row(msgspec.Struct, frozen=True):
    """Hold one row; `where` is how messages call it, such as `class.csv, line 3`."""

    where: str
    candidate: str
    path: str
    kata: str | None


class Rows(msgspec.Struct, frozen=True, tag=True):
    """Hold all rows as they are sent: `where`, and the cells in the order of `COLUMNS`.

    The cells are bytes, as a text in JSON need not be Unicode.
    """

    sent: tuple[tuple[str, bytes, bytes, bytes], ...]

    @property
    def rows(self) -> tuple[Row, ...]:
        """Return the rows."""
        return tuple(
            Row(where, from_bytes(candidate), from_bytes(path), from_bytes(kata) or None)
            for where, candidate, path, kata in self.sent
        )


def in_bytes(text: str) -> bytes:
    """Return a text as it can be sent, also where it is no Unicode; `from_bytes` reads it."""
    return text.encode("utf-8", "surrogatepass")


def from_bytes(data: bytes) -> str:
    """Return what `in_bytes` was given."""
    return data.decode("utf-8", "surrogatepass")


class Refusal(msgspec.Struct, frozen=True, tag=True):
    """Say in one sentence what is wrong with a manifest."""

    why: str


class _WrongError(ValueError):
    """Say the same within this module."""


def rows_of(table: Table) -> Rows | Refusal:
    """Return the rows, or what is wrong with them."""
    try:
        read = (_of_json if table.is_json else _of_csv)(table.text, table.shown)
        found = tuple(_row(where, cells) for where, cells in _few(read, table.shown))
    except _WrongError as error:
        return Refusal(str(error))
    if not found:
        return Refusal(f"{table.shown} names no submission: write a line for each ({SAY})")
    return Rows(found)


def _few(
    read: Iterator[tuple[str, dict[str, str]]], shown: str
) -> Iterator[tuple[str, dict[str, str]]]:
    for number, each in enumerate(read):
        if number == MOST_ROWS:
            raise _WrongError(f"{shown} has more than {MOST_ROWS:,} rows: make several of it")
        yield each


def _of_csv(text: str, shown: str) -> Iterator[tuple[str, dict[str, str]]]:
    first = next((each for each in text.splitlines() if each.strip()), "")
    delimiter = max(_DELIMITERS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    columns: list[str] = []
    try:
        for cells in reader:
            where = f"{shown}, line {reader.line_num}"
            if not any(map(str.strip, cells)):
                continue
            if not columns:
                columns = [cell.strip().lower() for cell in cells]
                _check_columns(columns, where)
            elif len(cells) != len(columns):
                raise _WrongError(f"{where}: {len(cells)} cells, but {len(columns)} columns")
            else:
                yield where, dict(zip(columns, cells, strict=True))
    except csv.Error as error:
        raise _WrongError(f"{shown}, line {reader.line_num}: {error}") from None


def _of_json(text: str, shown: str) -> Iterator[tuple[str, dict[str, str]]]:
    try:
        entries = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _WrongError(f"{shown} is not JSON: {on_one_line(str(error))}") from None
    if not isinstance(entries, list):
        raise _WrongError(f"{shown} should be a list of objects with {SAY}")
    for number, entry in enumerate(entries, 1):
        where = f"{shown}, entry {number}"
        if not isinstance(entry, dict):
            raise _WrongError(f"{where} should be an object with {SAY}")
        _check_columns(list(entry), where)
        cells = {name: value for name, value in entry.items() if value is not None}
        if not all(isinstance(value, str) for value in cells.values()):
            raise _WrongError(f"{where}: every value should be a text")
        yield where, cells


def _check_columns(columns: Sequence[str], where: str) -> None:
    for name in _NEEDED:
        if name not in columns:
            raise _WrongError(f"{where}: there is no column {name}; write {SAY}")
    for name in columns:
        if name not in COLUMNS:
            raise _WrongError(f"{where}: unknown column {on_one_line(name)!r}; write {SAY}")
        if columns.count(name) > 1:
            raise _WrongError(f"{where}: the column {name} is there twice")


def _row(where: str, cells: dict[str, str]) -> tuple[str, bytes, bytes, bytes]:
    for name in _NEEDED:
        if not cells.get(name, "").strip():
            raise _WrongError(f"{where}: the {name} is empty")
    kata = cells.get("kata", "").strip()
    return where, in_bytes(cells["candidate"]), in_bytes(cells["path"].strip()), in_bytes(kata)
