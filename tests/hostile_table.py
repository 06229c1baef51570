"""Write `docs/hostile.md`: what became of every hostile program, from a real run.

With names of groups only their programs are run, and the tables of all others stay as they are.
"""

from __future__ import annotations

import html
import re
import sys
import tempfile
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from graders.model.text import on_one_line
from graders.model.verdict import Verdict
from graders.reports.layout import grid
from graders.sandbox.isolation import CONTAINING, Isolation
from tests.batch.sources.attacks import ATTACKS
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
user's id. `plain` contains nothing: only programs that reach for nothing outside of
themselves are run there too, and get the same verdict. The seconds are wall time of the whole run,
start of the processes included.

[What is not contained](#what-is-not-contained) is told at the end, point by point.
"""

ARCHIVES = """## Archives

`kata batch` has archives read by a confined child, within 3 s of CPU time and 192 MiB of memory.
Each of these costs its own candidate alone, who is told why, and nothing is left behind.
`tests/batch/sources/test_archive_attacks.py` reads them beside an honest file. What takes too long
to read where `tarfile` has CVE-2024-6232 is damaged where that is mended, as in Python 3.13.
"""

UNCONTAINED = """## What plain limits do not hold for everybody

Without bubblewrap these programs are not promised to fail; the second column says why.
"""

NEEDS = """## What needs the system-call filter or Landlock

Where the kernel or the library for it is missing, these programs are not promised to fail, at any
level for the filter and under plain limits for Landlock. `kata doctor` tells which are there.
"""

NOT_CONTAINED = """## What is not contained

Point by point: what stays open at every level, what plain limits leave open even where they have
everything, and what else is open where a mechanism is missing. `kata doctor` tries each mechanism
from inside a submission and says which of them hold on a machine.

### At every level

- **Notes by timing.** What a program reads stays in the machine's page cache, and what it computes
  leaves traces in the processor's caches. A later or a neighbouring program can find that out by
  timing its own reads. Only the calls that tell it outright are refused (`mincore`, `cachestat`,
  reading only what is there without waiting, performance counters), and only by the filter.
- **Locks on shared files.** Two programs that run at once can lock the same library, and see it.
- **Facts about the machine.** Load, memory, uptime and processor are in `/proc` for everybody.
- **Other people's work.** A program cannot be given time that the machine does not have. One that
  is kept off its core for longer than four caps is stopped, and the report says why. On a machine
  with one core the grader, the submission and everything else share it, and priority is not
  raised.
- **Flaws in the kernel.** All of this rests on it; there is no virtual machine around a submission.

### Under plain limits, whatever the kernel has

- **Socket files.** A program that listens on one can be called where its permissions allow it: the
  desktop's bus, an agent for keys, a container engine. As an ordinary user that is a way out.
- **`/dev/shm`.** Honest programs share memory there. As root, what is left is removed; as an
  ordinary user it cannot be told from other programs' files, and stays for the next case to find.
- **Names.** Which files and processes there are, and how files are called, how large and how old
  they are, can be seen; so can the machine's name and its network cards. What is in a file outside
  the permitted folders, or in another process, cannot, given Landlock.
- **What every program needs to read.** The system's programs, libraries and settings (`/usr/bin`,
  `/usr/share`, `/lib`, `/etc`, `/proc`) can be read where their permissions allow it. So can the
  interpreter's own library folder, with any packages in it: install this project in an environment
  of its own.

### Under plain limits without Landlock

Landlock closes files since version 3 (Linux 6.2), TCP since version 4 (6.7), and signals and
abstract names since version 6 (6.12). What a version does not close stays open:

- **Files.** As an ordinary user a submission reads and writes whatever that user may, the answer
  keys included; as root it reads what everybody may, or everything where the library is where only
  root may read, and writes where everybody may. What it leaves in `/tmp`, `/var/tmp` and
  `/dev/shm` is removed as root; elsewhere, and as an ordinary user, it stays.
- **Disk space.** Only the scratch folder, and deleted files that are still open, are counted.
- **The network.** TCP connections in and out.
- **Signals.** As an ordinary user a submission may interrupt the grader, which reads as an
  interrupted run, and stop or kill its keeper. A stopped keeper does not look at memory, processes
  and files until the grader asks it something, gets no answer for a second, and has it continue. A
  killed keeper is a grader error, and what the submission had running may go on.
- **Abstract names, and other processes of the same user:** their environment, open files and, where
  the kernel's own settings allow it, their memory.

### Without the system-call filter

It needs the Python package `pyseccomp`, the library libseccomp and a kernel that takes filters.
Without one of them, at every level:

- keyrings of the user, though each start has a session keyring of its own;
- memory in files without a name (`memfd`) that is on its way through a socket;
- other cores than the leased one, and calls that go around all limits (`io_uring`);
- tracing of the submission's own processes, performance counters, and asking what is cached.

Under plain limits also UDP and other kinds of sockets, System V memory and message queues that
stay behind, and namespaces of its own in which files can be hidden. At bubblewrap these end with
its namespaces.

### Without a control group

The grader needs the right to make one: root mostly has it, an ordinary user where the system
delegates one. Elsewhere memory and CPU time are counted process by process: their sizes a hundred
times a second, and up to twenty times a second deleted files, shared pages, files in memory that
are open or mapped, and as root all that are named in `/dev/shm`. Not counted are

- **CPU time of children that live for less than about 10 ms** and that nobody waits for;
- **memory in the kernel**, such as full pipes and sockets: bounded by the limits on open files and
  processes;
- **files named in `/dev/shm`** that an ordinary user's submission has closed; at bubblewrap that
  folder holds 64 MiB, and the scratch folder as much, and neither counts as memory;
- **what comes and goes between two looks.**
"""


@dataclass(frozen=True)
class Row:
    """Hold what became of one program at one level."""

    program: Program
    level: str
    verdict: str
    reason: str
    seconds: float


def rows(isolations: Iterable[Isolation], groups: Collection[str] = GROUPS) -> Iterator[Row]:
    """Run the programs of these groups, each at every level at which something is promised."""
    for program in programs():
        for isolation in isolations:
            if program.group in groups and is_promised(program, isolation):
                yield _row(program, isolation)


def page(found: Sequence[Row], kept: Mapping[str, str] | None = None) -> str:
    """Return the page: a table a group, what holds in part only, and what is not contained.

    The sections of some groups may be `kept` as they were.
    """
    kept = kept or {}
    parts = [HEAD]
    for group in GROUPS:
        lines = [_cells(row) for row in found if row.program.group == group]
        parts.append(kept.get(group) or f"## {group}\n\n{_table(lines, HEADERS)}\n")
    parts.append(f"{ARCHIVES}\n{_table(archives(), ('archive', 'what it is', 'why not'))}\n")
    parts.append(f"{UNCONTAINED}\n{_table(uncontained(), ('program', 'without bubblewrap'))}\n")
    parts.append(f"{NEEDS}\n{_table(needing(), ('program', 'needs'))}\n")
    parts.append(NOT_CONTAINED)
    return "\n".join(parts)


def archives() -> list[tuple[str, str, str]]:
    """Return each hostile archive, what it is, and why it is not read."""
    return [
        (name, escaped(each.idea), escaped(each.reason) or "what is whole in it is read")
        for name, each in ATTACKS.items()
    ]


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


def sections_of(text: str, groups: Iterable[str]) -> dict[str, str]:
    """Return the sections of a page that tell of these groups, those that it has."""
    found = {}
    for part in re.split(r"^(?=## )", text, flags=re.MULTILINE):
        group = part.partition("\n")[0].removeprefix("## ")
        if group in groups:
            found[group] = part.rstrip("\n") + "\n"
    return found


def main(groups: Sequence[str]) -> int:
    """Run the corpus, or some groups of it, and write the page; refuse where a level is missing."""
    if unknown := set(groups) - set(GROUPS):
        sys.stderr.write(f"hostile: no group is called {', '.join(sorted(unknown))}\n")
        return 2
    isolations = levels_here()
    if set(isolations) != set(CONTAINING) or not is_root():
        sys.stderr.write(
            "hostile: the page tells of every level, so this needs root and bubblewrap "
            "(Debian, Ubuntu: apt install bubblewrap); docs/hostile.md was left as it was\n"
        )
        return 2
    kept = {}
    if groups:
        kept = sections_of(PAGE.read_text(encoding="utf-8"), set(GROUPS) - set(groups))
    found = []
    with as_subreaper():
        for row in rows((*isolations, Isolation.PLAIN), groups or GROUPS):
            sys.stderr.write(f"{row.level:12} {row.seconds:6.2f} s  {row.program.name}\n")
            found.append(row)
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(found, kept), encoding="utf-8")
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
    sys.exit(main(sys.argv[1:]))
