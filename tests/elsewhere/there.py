"""Grade the ladder, the classic mistakes and the honest programs by `plain`, on any system.

    python -m tests.elsewhere.there [NAME]...

This is for real machines with macOS or Windows: it needs what the grader needs, and no pytest. It
prints a line a file and exits with 1 where a verdict is not the declared one. What a program needs
of POSIX is no fault of the level: on a system that lacks it the program is left out, and named.
"""

from __future__ import annotations

import functools
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from graders import grade_file
from graders.katas import all_katas
from graders.lab.verifying.declared import SPECIMENS, Declaration, references, specimens
from graders.lab.verifying.specimens import specimens_folder
from graders.model.limits import MIB, Limits
from graders.model.scorecard import Scorecard
from graders.model.suite import Suite
from graders.model.verdict import Verdict
from graders.suites import load_suite, shipped
from tests.hostile_corpus import CORPUS, Program, programs

GENEROUS_S = 30.0
"""A cap for what has to be accepted, on however busy a machine: here wall time counts."""
NEEDS = {
    "fork": ("os.fork", "fork_server", "forkserver", '"fork"', "waitpid"),
    "setsid": ("/bin/", "signal.alarm", "SIGALRM", "setitimer", "resource"),
}
"""By a call of `os` that says whether this is POSIX: what in a program's source takes it."""


def declared_in_python() -> tuple[Declaration, ...]:
    """Return what is declared of files in Python; on Windows nothing else is graded."""
    every = (*references(), *specimens())
    return tuple(each for each in every if each.file.suffix == ".py")


@functools.cache
def suites() -> Mapping[str, tuple[Suite, ...]]:
    """Return the shipped suites by kata."""
    return {name: tuple(shipped(name)) for name in all_katas()}


def cases_of(declaration: Declaration, most: int = 0) -> tuple[list[str], list[str]]:
    """Return the ids of the cases that it may be accepted on, and of those that it must miss.

    Of each kind there are at most so many a kata, the last ones; 0 is for all.
    """
    accepted: list[str] = []
    missed: list[str] = []
    for of_a_kata in suites().values():
        known = {
            case.id: allowed
            for suite in of_a_kata
            for case in suite.cases
            if (allowed := declaration.allowed(case.id)) is not None
        }
        if declaration.file.parent == specimens_folder(SPECIMENS):
            short = {each: said for each, said in known.items() if each[:6] != "scale/"}
            known = short or known
        right = [each for each, allowed in known.items() if Verdict.ACCEPTED in allowed]
        accepted += right[-most:]
        missed += [each for each in known if each not in right][-most:]
    return accepted, missed


def by_cpu_time(file: Path, folder: Path) -> Path:
    """Copy a solution with its budget counted in CPU time; return the copy."""
    source = file.read_text(encoding="utf-8").replace("time.monotonic(", "time.process_time(")
    (folder / file.name).write_text(source, encoding="utf-8")
    return folder / file.name


def graded(path: Path, *, rerun: bool = False, **options: Any) -> Scorecard:
    """Grade a file as its own author."""
    return grade_file(path, isolation="plain", explain=False, rerun=rerun, **options)


def wrong_about(declaration: Declaration, folder: Path, most: int) -> Iterator[str]:
    """Yield what a reference or a specimen got that it must not get."""
    file = by_cpu_time(declaration.file, folder)
    accepted, missed = cases_of(declaration, most)
    for cases, cap_s in ((accepted, GENEROUS_S), (missed, None)):
        card = graded(file, suites=suites(), case=cases, cap_s=cap_s) if cases else None
        for result in card.results if card else ():
            if result.verdict not in (declaration.allowed(result.id) or ()):
                yield f"{result.id}: {result.verdict.value}: {result.message}"


def options_of(program: Program) -> dict[str, Any]:
    """Return how a program of the corpus is to be graded."""
    asked_for = {}
    for kata, name in (("best_move", "hostile"), ("operations", "hostile_operations")):
        suite = load_suite(CORPUS / f"{name}.yaml")
        named = {case.id.rpartition("/")[2]: case for case in suite.cases}
        asked = tuple(named.get(each, suite.cases[0]) for each in program.cases)
        asked_for[kata] = [replace(suite, cases=asked, sha256=None)]
    limits = Limits()
    if program.memory_mib is not None:
        limits = limits._replace(memory_bytes=program.memory_mib * MIB)
    limits = limits._replace(import_s=max(program.import_s or 0.0, GENEROUS_S))
    cap_s = max(program.cap_s or 0.0, GENEROUS_S)
    return {"suites": asked_for, "cap_s": cap_s, "limits": limits, "rerun": program.reruns}


def wrong_about_honest(program: Program, folder: Path) -> Iterator[str]:
    """Yield what an honest program got that it must not get."""
    for result in graded(program.make(folder), **options_of(program)).results:
        known = not program.reasons or any(said in result.message for said in program.reasons)
        if result.verdict.value not in program.verdicts or not known:
            yield f"{result.id}: {result.verdict.value}: {result.message}"


def lacks(program: Program, folder: Path) -> str:
    """Return what a program needs and this system has not, and nothing where it has all."""
    source = program.make(folder).read_text(encoding="utf-8")
    for call, words in NEEDS.items():
        for word in words:
            if not hasattr(os, call) and word in source:
                return word
    return ""


def say(*lines: str) -> None:
    """Write lines as soon as they are known."""
    sys.stdout.write("\n".join([*lines, ""]))
    sys.stdout.flush()


def main(names: Sequence[str], most: int = 0) -> int:
    """Grade those of the names, or all, on so many cases of a kind; return the exit code."""
    honest = [program for program in programs() if program.group == "honest"]
    faults = 0
    for each in (*declared_in_python(), *honest):
        name = each.name if isinstance(each, Program) else each.file.name
        if names and name not in names:
            continue
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            if isinstance(each, Program) and (word := lacks(each, folder)):
                say(f"left out  {name}: {word} is not here")
                continue
            wrong = list(faults_of(each, folder, most))
        faults += bool(wrong)
        say(f"{'WRONG' if wrong else 'right'}     {name}", *(f"          {each}" for each in wrong))
    say(f"{faults} wrong on {sys.platform}")
    return 1 if faults else 0


def faults_of(each: Declaration | Program, folder: Path, most: int) -> Iterator[str]:
    """Yield what one file got that it must not get, and that it cannot be graded where so."""
    try:
        if isinstance(each, Program):
            yield from wrong_about_honest(each, folder)
        else:
            yield from wrong_about(each, folder, most)
    except Exception as error:
        yield f"not graded: {error!r}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
