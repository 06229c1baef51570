"""Read a manifest: a table in CSV or JSON that says whose submission lies where."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from graders.grading.opening import CannotOpenError, opened
from graders.model.limits import MIB, in_units
from graders.model.text import on_one_line
from graders.model.usage import UsageError

MOST_BYTES = 16 * MIB
COLUMNS = ("candidate", "path", "kata")
_NEEDED = COLUMNS[:2]
_DELIMITERS = (",", ";", "\t")
_SAY = "candidate,path or candidate,path,kata"


class Row(msgspec.Struct, frozen=True):
    """Hold one row; `where` is how messages call it, such as `class.csv, line 3`."""

    where: str
    candidate: str
    path: str
    kata: str | None


def rows(path: Path) -> tuple[Row, ...]:
    """Read the manifest at `path`; raise `UsageError` for whatever is wrong with it."""
    shown = on_one_line(str(path))
    text = _text_of(path, shown)
    read = _of_json(text, shown) if path.suffix.lower() == ".json" else _of_csv(text, shown)
    found = tuple(_row(where, cells) for where, cells in read)
    if not found:
        raise UsageError(f"{shown} names no submission: write a line for each ({_SAY})")
    return found


def _text_of(path: Path, shown: str) -> str:
    try:
        with opened(path) as descriptor, open(descriptor, "rb", closefd=False) as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise UsageError(f"there is no file {shown}") from None
    except (CannotOpenError, OSError) as error:
        raise UsageError(f"cannot read {shown}: {error}") from None
    if len(data) > MOST_BYTES:
        raise UsageError(f"{shown} is larger than {in_units(MOST_BYTES)}, so it is no manifest")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError(f"{shown} is not UTF-8: save it as UTF-8") from None


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
                raise UsageError(f"{where}: {len(cells)} cells, but {len(columns)} columns")
            else:
                yield where, dict(zip(columns, cells, strict=True))
    except csv.Error as error:
        raise UsageError(f"{shown}, line {reader.line_num}: {error}") from None


def _of_json(text: str, shown: str) -> Iterator[tuple[str, dict[str, str]]]:
    try:
        entries = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{shown} is no JSON: {on_one_line(str(error))}") from None
    if not isinstance(entries, list):
        raise UsageError(f"{shown} is to be a list of objects with {_SAY}")
    for number, entry in enumerate(entries, 1):
        where = f"{shown}, entry {number}"
        if not isinstance(entry, dict):
            raise UsageError(f"{where} is to be an object with {_SAY}")
        _check_columns(list(entry), where)
        cells = {name: value for name, value in entry.items() if value is not None}
        if not all(isinstance(value, str) for value in cells.values()):
            raise UsageError(f"{where}: every value is to be a text")
        yield where, cells


def _check_columns(columns: Sequence[str], where: str) -> None:
    for name in _NEEDED:
        if name not in columns:
            raise UsageError(f"{where}: there is no column {name}; write {_SAY}")
    for name in columns:
        if name not in COLUMNS:
            raise UsageError(f"{where}: unknown column {on_one_line(name)!r}; write {_SAY}")
        if columns.count(name) > 1:
            raise UsageError(f"{where}: the column {name} is there twice")


def _row(where: str, cells: dict[str, str]) -> Row:
    for name in _NEEDED:
        if not cells.get(name, "").strip():
            raise UsageError(f"{where}: the {name} is empty")
    kata = cells.get("kata", "").strip() or None
    return Row(where, cells["candidate"], cells["path"].strip(), kata)
