"""Write `docs/hostile.md`: what became of every hostile program, from a real run."""

from __future__ import annotations

import html
import re
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from graders.model.text import on_one_line
from graders.model.verdict import Verdict
from graders.reports.tables import grid
from graders.sandbox.isolation import Isolation
from tests.hostile_corpus import GROUPS, Program, is_root, programs
from tests.hostile_run import as_subreaper, is_promised, levels_here, run

PAGE = Path(__file__).parent.parent / "docs" / "hostile.md"
HEADERS = ("program", "what it does", "verdict", "reason", "level", "seconds")
LONGEST_REASON = 160

HEAD = """# Hostile and unlucky submissions

What becomes of each program in `tests/hostile/`, one idea a program. `scripts/hostile` wrote this
page from a real run, as root and with bubblewrap; `tests/test_hostile.py` runs the same programs
and fails where a verdict or a reason is another, and where this page is out of date. The level is
the isolation that the program was contained by: `bwrap` is bubblewrap, `limits` is plain limits,
and `limits-root` is plain limits where the grader runs as root and gives the program another
user's id. The seconds are wall time of the whole run, start of the processes included.
"""

UNCONTAINED = """## What plain limits do not contain

Without bubblewrap these programs are not promised to fail; the second column says why.
"""

NEEDS = """## What needs the system-call filter or Landlock

Where the kernel or the library for it is missing, these programs are not promised to fail, at any
level for the filter and under plain limits for Landlock. `kata doctor` tells which are there.
"""

NOWHERE = """## What is contained at no level

- **Notes by timing.** What a program reads stays in the machine's page cache, and what it computes
  leaves traces in the processor's caches; a later or a neighbouring program can time that. The
  calls that tell it outright (`mincore`, `cachestat`, reading only what is there without waiting,
  performance counters) are refused.
- **Locks on shared files.** Two programs that run at once can lock the same library, and see it.
- **Facts about the machine.** Load, memory, uptime and processor are in `/proc` for everybody.

Under plain limits, also with the filter and Landlock, these stay open as well:

- **Socket files.** A program that listens on one can be called where its permissions allow it: the
  desktop's bus, an agent for keys, a container engine. As an ordinary user that is a way out.
- **`/dev/shm`.** Honest programs share memory there. As root, what is left is removed; as an
  ordinary user it cannot be told from other programs' and stays, for the next case to find.
- **Names.** Which files and processes there are, and how files are called, how large and how old
  they are, can be seen; what is in a file, or in a process, cannot.
- **Packages beside the interpreter.** What lies in the interpreter's own library folder can be
  read, also this project, if it was installed there and not in an environment of its own.

Without Landlock (or with an older version; `kata doctor` tells) plain limits contain neither
the network over TCP nor the reading and, as an ordinary user, the writing of files, nor signals to
the grader and its user's processes.
"""


@dataclass(frozen=True)
class Row:
    """Hold what became of one program at one level."""

    program: Program
    level: str
    verdict: str
    reason: str
    seconds: float


def rows(isolations: Iterable[Isolation]) -> Iterator[Row]:
    """Run the whole corpus, each program at every level at which something is promised."""
    for program in programs():
        for isolation in isolations:
            if is_promised(program, isolation):
                yield _row(program, isolation)


def page(found: Sequence[Row]) -> str:
    """Return the page: a table a group, and what is not contained without bubblewrap."""
    parts = [HEAD]
    for group in GROUPS:
        lines = [_cells(row) for row in found if row.program.group == group]
        parts.append(f"## {group}\n\n{_table(lines, HEADERS)}\n")
    parts.append(f"{UNCONTAINED}\n{_table(uncontained(), ('program', 'without bubblewrap'))}\n")
    parts.append(f"{NEEDS}\n{_table(needing(), ('program', 'needs'))}\n")
    parts.append(NOWHERE)
    return "\n".join(parts)


def needing() -> list[tuple[str, str]]:
    """Return each program that a mechanism of the kernel holds, and which."""
    return [
        (program.name, ", ".join(sorted(program.needs))) for program in programs() if program.needs
    ]


def uncontained() -> list[tuple[str, str]]:
    """Return each program that plain limits do not hold for everybody, and what happens there."""
    return [
        (program.name, escaped(program.without_bwrap))
        for program in programs()
        if program.without_bwrap
    ]


def escaped(text: str) -> str:
    """Return text that stands in a cell of a table and is not taken for markup."""
    return html.escape(on_one_line(text), quote=False).replace("|", "\\|").replace("`", "'")


def level_name(program: Program, isolation: str) -> str:
    """Return the level as the program's head names it."""
    return isolation if isolation in program.levels else f"{isolation}-root"


def main() -> int:
    """Run the corpus and write the page; refuse where a level is missing."""
    isolations = levels_here()
    if set(isolations) != set(Isolation) or not is_root():
        sys.stderr.write(
            "hostile: the page tells of every level, so this needs root and bubblewrap "
            "(Debian, Ubuntu: apt install bubblewrap); docs/hostile.md was left as it was\n"
        )
        return 2
    found = []
    with as_subreaper():
        for row in rows(isolations):
            sys.stderr.write(f"{row.level:12} {row.seconds:6.2f} s  {row.program.name}\n")
            found.append(row)
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(found), encoding="utf-8")
    return 0


def _row(program: Program, isolation: Isolation) -> Row:
    with tempfile.TemporaryDirectory(prefix="kata-corpus-") as folder:
        path = program.make(Path(folder))
        start = time.monotonic()
        scorecard = run(program, path, isolation)
        seconds = time.monotonic() - start
    worst = next((result for result in scorecard.results if not result.accepted), None)
    level = level_name(program, isolation)
    if worst is None:
        return Row(program, level, Verdict.ACCEPTED, "", seconds)
    message = worst.message.replace(folder, "…")
    return Row(program, level, worst.verdict, message, seconds)


def _cells(row: Row) -> tuple[str, ...]:
    name = row.program.name.partition("/")[2]
    reason = row.reason if len(row.reason) <= LONGEST_REASON else _around(row)
    verdict = Verdict(row.verdict).in_words
    cells = (name, row.program.idea, verdict, reason, row.level, f"{row.seconds:.2f}")
    return tuple(escaped(cell) for cell in cells)


def _around(row: Row) -> str:
    phrase = next((phrase for phrase in row.program.reasons if phrase in row.reason), "")
    start = max(0, row.reason.find(phrase) + len(phrase) - LONGEST_REASON)
    return ("…" if start else "") + row.reason[start : start + LONGEST_REASON] + "…"


def _table(lines: Sequence[Sequence[str]], headers: Sequence[str]) -> str:
    padded = grid(headers, lines, layout="github", align=("left",) * len(headers))
    # Without the padding a row that changes leaves all others as they are.
    return re.sub(r"-{3,}", "---", re.sub(r" {2,}", " ", padded))


if __name__ == "__main__":
    sys.exit(main())
