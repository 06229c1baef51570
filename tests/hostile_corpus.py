"""Read the hostile corpus: what each program tries and what must become of it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from graders.suites.strict_yaml import trusted
from tests.hostile.odd_files import RECIPES

CORPUS = Path(__file__).parent / "hostile"
GROUPS = (
    "time",
    "memory",
    "output",
    "processes",
    "forging",
    "reading",
    "contract",
    "files",
    "honest",
    "javascript",
)
COMMENTS = {".py": "# ", ".mjs": "// ", ".cjs": "// ", ".js": "// "}
"""What the lines of a head begin with, by the suffix of the program."""
LEVELS = ("bwrap", "limits", "limits-root", "plain")
KEYS = {
    "idea",
    "verdict",
    "reason",
    "levels",
    "cap",
    "memory",
    "import_limit",
    "reruns",
    "cases",
    "stdout",
    "warning",
    "note",
    "without bwrap",
    "needs",
}
MECHANISMS = {"filter", "landlock"}


@dataclass(frozen=True)
class Program:
    """Hold one program of the corpus, as its head declares it.

    `verdicts` and `reasons` hold alternatives, of which one must come true; a reason is a phrase
    of the message. `levels` names where that holds: `limits-root` is the level `limits` where
    the grader runs as root; `plain` stands only with programs that reach for nothing outside of
    themselves. `cases` are case names of the corpus's own suites. `make` puts the
    program into an empty folder and returns the path to grade. `needs` are the mechanisms of the
    kernel without which nothing is promised: the system-call filter, or Landlock, which stands in
    for bubblewrap's namespaces under plain limits. `suffix` tells its language.
    """

    name: str
    idea: str
    verdicts: tuple[str, ...]
    reasons: tuple[str, ...]
    levels: tuple[str, ...]
    cases: tuple[str, ...]
    make: Callable[[Path], Path]
    cap_s: float | None = None
    memory_mib: int | None = None
    import_s: float | None = None
    reruns: bool = False
    stdout: str = ""
    warning: str = ""
    note: str = ""
    without_bwrap: str = ""
    needs: frozenset[str] = frozenset()
    suffix: str = ".py"

    @property
    def group(self) -> str:
        """Return the folder that the program lies in."""
        return self.name.split("/")[0]

    def holds_at(self, isolation: str, as_root: bool) -> bool:
        """Tell whether verdict and reason are promised at this level, with what it needs there."""
        return isolation in self.levels or (as_root and f"{isolation}-root" in self.levels)


@cache
def programs() -> tuple[Program, ...]:
    """Return the whole corpus, by group and name; raises `ValueError` for a head that is wrong."""
    found = [*_from_text(), *_from_recipes()]
    return tuple(sorted(found, key=lambda program: (GROUPS.index(program.group), program.name)))


@cache
def first_tier() -> Mapping[str, frozenset[str]]:
    """Return the names of the programs that the first tier runs, by where it runs them."""
    chosen: dict[str, set[str]] = {}
    text = (CORPUS / "first_tier.yaml").read_text(encoding="utf-8")
    for group, by_place in trusted(text).items():
        for place, names in by_place.items():
            chosen.setdefault(place, set()).update(f"{group}/{name}" for name in names.split())
    return {place: frozenset(names) for place, names in chosen.items()}


def is_root() -> bool:
    """Tell whether the grader runs as root here."""
    return os.geteuid() == 0


def _from_text() -> Iterator[Program]:
    for path in CORPUS.glob("*/*"):
        if path.suffix not in COMMENTS:
            continue
        name = f"{path.parent.name}/{path.stem}"

        def copy_to(folder: Path, source: Path = path) -> Path:
            return Path(shutil.copy(source, folder / source.name))

        head = _head_of_text(path.read_text(encoding="utf-8"), COMMENTS[path.suffix])
        yield replace(_program(name, head, copy_to), suffix=path.suffix)


def _from_recipes() -> Iterator[Program]:
    for name, make in RECIPES.items():
        lines = (make.__doc__ or "").splitlines()[2:]
        yield _program(name, _head(line.strip() for line in lines if line.strip()), make)


def _head_of_text(text: str, comment: str) -> dict[str, str]:
    lines = []
    for line in text.splitlines():
        if not line.startswith(comment):
            break
        lines.append(line.removeprefix(comment))
    return _head(iter(lines))


def _head(lines: Iterator[str]) -> dict[str, str]:
    head = {}
    for line in lines:
        key, _, value = line.partition(": ")
        head[key] = value.strip()
    return head


def _program(name: str, head: Mapping[str, str], make: Callable[[Path], Path]) -> Program:
    if unknown := set(head) - KEYS:
        raise ValueError(f"{name}: the head has unknown keys {sorted(unknown)}")
    if missing := {"idea", "verdict"} - set(head):
        raise ValueError(f"{name}: the head lacks {sorted(missing)}")
    levels = tuple(head.get("levels", "bwrap limits").split())
    if not set(levels) <= set(LEVELS):
        raise ValueError(f"{name}: levels are {LEVELS}, not {levels}")
    needs = frozenset(head.get("needs", "").split())
    if not needs <= MECHANISMS:
        raise ValueError(f"{name}: mechanisms are {MECHANISMS}, not {set(needs)}")
    return Program(
        name=name,
        idea=head["idea"],
        verdicts=_alternatives(head["verdict"]),
        reasons=_alternatives(head.get("reason", "")),
        levels=levels,
        cases=tuple(head.get("cases", "win").split()),
        make=make,
        cap_s=float(head["cap"]) if "cap" in head else None,
        memory_mib=int(head["memory"]) if "memory" in head else None,
        import_s=float(head["import_limit"]) if "import_limit" in head else None,
        reruns=head.get("reruns") == "yes",
        stdout=head.get("stdout", ""),
        warning=head.get("warning", ""),
        note=head.get("note", ""),
        without_bwrap=head.get("without bwrap", ""),
        needs=needs,
    )


def _alternatives(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(" | ") if part.strip())
