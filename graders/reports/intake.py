"""Tell what a batch would grade, before anything is graded: a table, CSV or JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import takewhile
from pathlib import PurePath
from typing import TextIO

import msgspec

from graders.model.batch import Source
from graders.model.submission import Files
from graders.reports.csv import Cell, cells_of, columns_of_manifests, write_table
from graders.reports.layout import ending_of, grid
from graders.reports.score import count, in_people

COLUMNS = (
    *("candidate", "path", "kata", "layout", "original", "attempt", "earlier", "late"),
    *("submitted", "graded", "why_not"),
)
_SHOWN = ("candidate", "file", "kata", "attempt", "what is wrong")
_LEAST_WIDE = 12


def intake_in_brief(sources: Sequence[Source]) -> str:
    """Return in a line how many people handed in, and how many of them need a look.

    >>> from graders.model.batch import HandIn
    >>> ann = Source("Ann", "a.py", b"", hand_in=HandIn(attempt=2, earlier=("b.py",), late=True))
    >>> intake_in_brief([ann, Source("Bob", "bob", None, unreadable="it is empty")])
    '2 people, 1 unreadable, 1 with several attempts, 1 late'
    """
    people = len({source.candidate for source in sources})
    counted = (
        (sum(source.content is None for source in sources), "unreadable"),
        (sum(bool(source.hand_in.earlier) for source in sources), "with several attempts"),
        (sum(source.hand_in.late for source in sources), "late"),
    )
    more = len(sources) - people
    parts = [in_people(people)] + [f"{len(sources)} submissions"] * bool(more)
    return ", ".join(parts + [f"{number} {what}" for number, what in counted if number])


def write_intake(sources: Sequence[Source], kind: str, stream: TextIO, width: int) -> None:
    """Write what was found as a table no wider than `width`, or as `csv` or `json`."""
    if kind == "json":
        rows = ",\n".join(json.dumps(_document(source)) for source in sources)
        stream.write(f'{{"submissions": [\n{rows}\n]}}\n')
    elif kind == "csv":
        more = columns_of_manifests((source.hand_in for source in sources), COLUMNS)
        cells = ((*_cells(source), *cells_of(source.hand_in, more)) for source in sources)
        write_table(stream, (*COLUMNS, *more.values()), cells)
    else:
        stream.write(f"{intake_in_brief(sources)}\n\n{_table(sources, width)}\n")


def _document(source: Source) -> dict[str, object]:
    return {
        "candidate": source.candidate,
        "path": source.path,
        "kata": source.kata,
        "graded": source.content is not None,
        "why_not": source.unreadable,
        "hand_in": msgspec.to_builtins(source.hand_in),
    }


def _cells(source: Source) -> Iterator[Cell]:
    handed = source.hand_in
    yield from (source.candidate, source.path, source.kata, handed.layout, handed.original)
    yield from (handed.attempt, " ".join(handed.earlier), "yes" if handed.late else "no")
    yield handed.submitted
    yield from ("no" if source.content is None else "yes", source.unreadable)


def _table(sources: Sequence[Source], width: int) -> str:
    """Return the table with those of its columns in which anything stands."""
    folders = zip(*(PurePath(source.path).parts[:-1] for source in sources), strict=False)
    shared = sum(1 for _ in takewhile(lambda parts: len(set(parts)) == 1, folders))
    rows = [_row(source, shared) for source in sources]
    used = [at for at in range(len(_SHOWN)) if any(row[at] for row in rows)]
    # tabulate makes room for two more than the name of a column.
    longest = {at: max(len(_SHOWN[at]) + 2, *(len(row[at]) for row in rows)) for at in used}
    room, widths = width - 2 * (len(used) - 1), dict.fromkeys(used, 0)
    for number, at in enumerate(sorted(used, key=longest.__getitem__)):
        widths[at] = min(longest[at], max(_LEAST_WIDE, room // (len(used) - number)))
        room -= widths[at]
    return grid(
        [_SHOWN[at] for at in used],
        [[ending_of(row[at], widths[at]) if at == 1 else row[at] for at in used] for row in rows],
        align=["left"] * len(used),
        widths=[widths[at] for at in used],
    )


def _row(source: Source, shared: int) -> tuple[str, ...]:
    handed, content = source.hand_in, source.content
    path = PurePath(*PurePath(source.path).parts[shared:]).as_posix()
    if isinstance(content, Files):
        path = f"{path} ({count(len(content.files), 'file')})"
    attempt = ", ".join([str(handed.attempt)] * bool(handed.attempt) + ["late"] * handed.late)
    return source.candidate, path, source.kata or "", attempt, source.unreadable
