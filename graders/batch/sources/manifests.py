"""Read a manifest: a table in CSV or JSON that says whose submission lies where."""

from __future__ import annotations

from pathlib import Path

from graders.batch.sources import reading
from graders.batch.sources.tables import Refusal, Row, Rows, Table
from graders.batch.sources.words import in_words
from graders.grading.opening import CannotOpenError, opened
from graders.model.limits import MIB, in_units
from graders.model.text import on_one_line
from graders.model.usage import UsageError
from graders.sandbox.confined import ConfinedError

MOST_BYTES = 16 * MIB
_CPU_S = 3.0


def rows(path: Path) -> tuple[Row, ...]:
    """Read the manifest at `path`; raise `UsageError` for whatever is wrong with it."""
    shown = on_one_line(str(path))
    text = _text_of(path, shown)
    try:
        said = reading.ask(Table(text, path.suffix.lower() == ".json", shown), _CPU_S)
    except ConfinedError as error:
        raise UsageError(f"{shown} is not a manifest: {in_words(error)}") from None
    if isinstance(said, Refusal):
        raise UsageError(said.why)
    assert isinstance(said, Rows)
    return said.rows


def _text_of(path: Path, shown: str) -> str:
    try:
        with opened(path) as descriptor, open(descriptor, "rb", closefd=False) as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise UsageError(f"there is no file {shown}") from None
    except (CannotOpenError, OSError) as error:
        raise UsageError(f"cannot read {shown}: {error}") from None
    if len(data) > MOST_BYTES:
        raise UsageError(f"{shown} is larger than {in_units(MOST_BYTES)}, so it is not a manifest")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError(f"{shown} is not UTF-8: save it as UTF-8") from None
