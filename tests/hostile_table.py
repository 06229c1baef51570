"""Write `docs/hostile-programs.md`: a row for every hostile program, from a real run.

With names of groups only their programs are run, and the rows of all others stay as they are.
"""

from __future__ import annotations

import html
import re
import sys
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from graders.model.text import on_one_line
from graders.model.verdict import Verdict
from graders.reports.layout import grid
from graders.sandbox.isolation import Isolation
from tests.batch.sources.attacks import ATTACKS
from tests.hostile_corpus import GROUPS, Program, programs
from tests.hostile_run import as_subreaper, is_promised, levels_here, run

PAGE = Path(__file__).parent.parent / "docs" / "hostile-programs.md"
HEADERS = ("program", "what it tries", "verdict", "reason", "where")
LONGEST_REASON = 80

HEAD = """# The hostile programs

Appendix to [hostile.md](hostile.md): one row for each program in `tests/hostile/`.
`scripts/hostile` writes this page from a run under bubblewrap. `tests/test_hostile.py` runs the
same programs at every level and fails where a verdict or a reason differs, or where this page is
out of date.

*Where* says at which levels verdict and reason are promised: `both` is bubblewrap and plain limits.
`plain` contains nothing, so only programs that reach for nothing outside themselves are run there.
In brackets stands the mechanism that it needs: the system-call filter at every level, Landlock
under plain limits alone. Without it nothing is promised. After a colon: what happens elsewhere.
"""

ARCHIVES = """## Archives

Read by `kata batch` in a confined child, within 3 s of CPU time and 192 MiB of memory. Where
`tarfile` has the fix for CVE-2024-6232, as in Python 3.13, the archives that take too long to read
are reported as damaged.
"""


@dataclass(frozen=True)
class Row:
    """What became of one program in one run."""

    program: Program
    verdict: str
    message: str


def rows(isolation: Isolation, groups: Collection[str] = GROUPS) -> Iterator[Row]:
    """Run the programs of these groups, those that are promised anything at this level."""
    for program in programs():
        if program.group in groups and is_promised(program, isolation):
            yield _row(program, isolation)


def page(found: Sequence[Row], kept: Mapping[str, str] | None = None) -> str:
    """Return the page; lines that are `kept`, by name of the program, stand as they are."""
    table = _table([_cells(row) for row in found], HEADERS).splitlines()
    fresh = dict(zip((row.program.name for row in found), table[2:], strict=True))
    lines = {**(kept or {}), **fresh}
    body = [lines[program.name] for program in programs() if program.name in lines]
    archived = _table(archives(), ("archive", "what it is", "why it is not read"))
    return "\n".join([HEAD, *table[:2], *body, "", ARCHIVES, archived, ""])


def archives() -> list[tuple[str, str, str]]:
    """Return each hostile archive, what it is, and why it is not read."""
    return [
        (name, escaped(each.idea), escaped(each.reason) or "what is whole in it is read")
        for name, each in ATTACKS.items()
    ]


def where(program: Program) -> str:
    """Return where verdict and reason are promised, with what it takes and what else happens."""
    levels = {"bwrap limits": "both", "bwrap limits plain": "both, plain"}
    places = levels.get(" ".join(program.levels), ", ".join(program.levels))
    places = places.replace("limits-root", "limits as root")
    needs = f" ({', '.join(sorted(program.needs))})" if program.needs else ""
    elsewhere = f": {program.without_bwrap}" if program.without_bwrap else ""
    return escaped(places + needs.replace("landlock", "Landlock") + elsewhere)


def escaped(text: str) -> str:
    """Return text that stands in a cell of a table and is not taken for markup."""
    return html.escape(on_one_line(text), quote=False).replace("|", "\\|").replace("`", "'")


def lines_of(text: str, groups: Collection[str]) -> dict[str, str]:
    """Return the lines of a page for the programs of these groups, by name of the program."""
    found = re.finditer(r"^\| (?P<name>(?P<group>\w+)/\w+) \|.*$", text, re.MULTILINE)
    return {match["name"]: match[0] for match in found if match["group"] in groups}


def main(groups: Sequence[str]) -> int:
    """Run the corpus, or some groups of it, and write the page; refuse without bubblewrap."""
    if unknown := set(groups) - set(GROUPS):
        sys.stderr.write(f"hostile: no group is called {', '.join(sorted(unknown))}\n")
        return 2
    if Isolation.BWRAP not in levels_here():
        sys.stderr.write(
            "hostile: the page is written from a run under bubblewrap "
            f"(Debian, Ubuntu: apt install bubblewrap); docs/{PAGE.name} was left as it was\n"
        )
        return 2
    kept = {}
    if groups:
        kept = lines_of(PAGE.read_text(encoding="utf-8"), set(GROUPS) - set(groups))
    found = []
    with as_subreaper():
        for row in rows(Isolation.BWRAP, groups or GROUPS):
            sys.stderr.write(f"{row.program.name}: {row.verdict}\n")
            found.append(row)
    PAGE.write_text(page(found, kept), encoding="utf-8")
    return 0


def _row(program: Program, isolation: Isolation) -> Row:
    with tempfile.TemporaryDirectory(prefix="kata-corpus-") as folder:
        scorecard = run(program, program.make(Path(folder)), isolation)
    worst = next((result for result in scorecard.results if not result.accepted), None)
    if worst is None:
        return Row(program, Verdict.ACCEPTED, "")
    return Row(program, worst.verdict, worst.message.replace(folder, "…"))


def _cells(row: Row) -> tuple[str, ...]:
    verdict = Verdict(row.verdict).in_words
    cells = (row.program.name, row.program.idea, verdict, _shortened(row))
    return (*(escaped(cell) for cell in cells), where(row.program))


def _shortened(row: Row) -> str:
    """Return the message up to the end of the clause that says what is promised.

    Where that is too long, the clause alone: what stands before it is mostly measured, and would be
    another text in every run.
    """
    message = row.message
    promised = (phrase for phrase in row.program.reasons if phrase in message)
    at, said = min(((message.find(each), len(each)) for each in promised), default=(0, 0))
    clauses = [match.span() for match in re.finditer(r"[,;:] (and )?| \(line ", message)]
    begin = max((after for _, after in clauses if after <= at), default=0)
    end = min((before for before, _ in clauses if before >= at + said), default=len(message))
    if end <= LONGEST_REASON:
        return message[:end]
    if end - begin > LONGEST_REASON:
        begin = max(begin, at + said - LONGEST_REASON)
        end = begin + LONGEST_REASON
    return "… " * (begin > 0) + message[begin:end] + "…" * (end < len(message))


def _table(lines: Sequence[Sequence[str]], headers: Sequence[str]) -> str:
    padded = grid(headers, lines, layout="github", align=("left",) * len(headers))
    # Without the padding a row that changes leaves all others as they are.
    return re.sub(r"-{3,}", "---", re.sub(r" {2,}", " ", padded))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
