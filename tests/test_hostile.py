"""Every program of the hostile corpus gets its verdict and its reason, and leaves nothing behind.

`tests/hostile/` holds the programs; each declares in its head what must become of it. All run
at every isolation level that this machine has, through the same calls as `kata grade`.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from graders.model.scorecard import Result
from graders.sandbox import supervisor_client
from graders.sandbox.isolation import Isolation
from tests.hostile_corpus import GROUPS, Program, first_tier, programs
from tests.hostile_run import (
    Traces,
    as_subreaper,
    is_promised,
    levels_here,
    longest_s,
    own_temporary_folder,
    patient,
    run,
    survivors,
    traces,
    watched_modules,
)
from tests.hostile_table import (
    PAGE,
    Row,
    archives,
    escaped,
    level_name,
    page,
    sections_of,
    uncontained,
)
from tests.tiers import sampled

LEVELS = levels_here()
RUNS = [
    pytest.param(program, isolation, id=f"{isolation}-{program.name}")
    for isolation in (*LEVELS, Isolation.PLAIN)
    for program in programs()
    if is_promised(program, isolation)
]
LONGEST_BESIDE_S = 15
ABOUT_THE_FILE = ("contract", "files", "honest")
UNGROUPED = ("memory", "processes", "files", "javascript")
"""The groups of programs that are run without control groups too."""


def in_the_first_tier(program: Program, isolation: Isolation) -> bool:
    places = {str(isolation)}
    if isolation in LEVELS:
        places.add("every")
    if isolation is LEVELS[0]:
        places.add("strongest")
    return any(program.name in first_tier().get(place, ()) for place in places)


@pytest.fixture(scope="module", autouse=True)
def surroundings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    tmp_path_factory.getbasetemp()  # made now, it does not go away with our own folder
    with as_subreaper(), own_temporary_folder(), patient():
        yield


@pytest.mark.parametrize(("program", "isolation"), sampled(RUNS, in_the_first_tier))
def test_verdict_reason_and_nothing_left_behind(
    program: Program, isolation: Isolation, tmp_path: Path
) -> None:
    folder = tmp_path / "submission"
    folder.mkdir()
    path = program.make(folder)
    modules = watched_modules()
    before = traces(tmp_path, modules)
    start = time.monotonic()

    scorecard = run(program, path, isolation, kata_said(program, path, isolation))

    assert time.monotonic() - start < longest_s(program), "it hung"
    for result in scorecard.results:
        check(program, result)
    check_texts(json.loads(scorecard.to_json()))
    assert not survivors(before.processes), "a process of it is alive"
    after = once_others_are_done(before, tmp_path, modules)
    own = {name for name in before.files if name.startswith(str(tmp_path))}
    assert not after.files - before.files, "it left files behind"
    assert own <= after.files, "it took files away"
    assert after.descriptors == before.descriptors, "the grader leaked descriptors"
    assert after.groups == before.groups, "it left control groups behind"
    assert after.modules == before.modules, "the grader's modules were changed"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "isolation"),
    [run for run in RUNS if run.values[0].group in UNGROUPED],  # type: ignore[union-attr]
)
def test_holds_as_well_without_control_groups(
    program: Program, isolation: Isolation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    supervisor_client.close_all()
    monkeypatch.setattr(supervisor_client, "with_groups", False)
    try:
        test_verdict_reason_and_nothing_left_behind(program, isolation, tmp_path)
    finally:
        supervisor_client.close_all()


def kata_said(program: Program, path: Path, isolation: Isolation) -> str | None:
    """Return the kata that a program is said to be for, None where its file is to tell.

    At the strongest level it is, though of JavaScript in the first tier alone; elsewhere only where
    that is what it is about: to find out what a file defines takes another sandbox.
    """
    if program.group in ABOUT_THE_FILE or in_the_first_tier(program, isolation):
        return None
    if isolation is LEVELS[0] and program.suffix == ".py":
        return None
    source = path.read_bytes().lower()
    if b"connect4" in source:
        return "connect4"
    return "best_move" if b"find_best_move" in source or b"findbestmove" in source else "operations"


def once_others_are_done(before: Traces, folder: Path, modules: tuple[str, ...]) -> Traces:
    """Look again, for a while where there are new files.

    In the folders that every program of the machine shares, those of another that is graded right
    now come and go.
    """
    deadline = time.monotonic() + LONGEST_BESIDE_S
    while True:
        after = traces(folder, modules)
        if after.files <= before.files or time.monotonic() > deadline:
            return after
        time.sleep(0.1)


def check(program: Program, result: Result) -> None:
    said = f"{result.verdict}: {result.message}"
    assert result.verdict in program.verdicts, said
    if result.verdict != "accepted":
        assert any(reason in result.message for reason in program.reasons), said
    assert len(result.message) < 4000, "the message is too long to read"
    assert program.stdout in result.stdout, result.stdout
    assert program.warning in "\n".join(result.warnings), result.warnings


def check_texts(node: object) -> None:
    """Look at every text of a scorecard's JSON as a program reads it, and at every name in it."""
    if isinstance(node, str):
        odd = {char for char in node if not char.isprintable()} - {"\n", "\t"}
        assert not odd, f"it can act on a terminal: {odd}"
    elif isinstance(node, dict):
        check_texts(list(node.items()))
    elif isinstance(node, list | tuple):
        for item in node:
            check_texts(item)


def test_the_corpus_covers_every_group() -> None:
    assert {program.group for program in programs()} == set(GROUPS)
    assert len(programs()) >= 65


def test_the_first_tier_has_programs_of_every_group_that_are_promised_where_it_runs_them() -> None:
    by_name = {program.name: program for program in programs()}
    chosen = first_tier()
    assert set(chosen) == {"every", "strongest", "limits", "plain"}
    assert {by_name[name].group for names in chosen.values() for name in names} == set(GROUPS)
    levels = {"every": ("bwrap", "limits"), "strongest": ("bwrap",)}
    wrong = [
        f"{name} at {level}"
        for place, names in chosen.items()
        for name in names
        for level in levels.get(place, (place,))
        if not by_name[name].holds_at(level, as_root=True)
    ]
    twice = [
        name
        for name in by_name
        if sum(name in names for place, names in chosen.items() if place != "plain") > 1
    ]
    assert not wrong + twice


def test_every_head_says_what_is_needed() -> None:
    for program in programs():
        assert program.reasons or program.verdicts == ("accepted",), program.name
        assert program.without_bwrap or "limits" in program.levels, program.name


def test_at_plain_only_what_harms_nobody_is_run() -> None:
    at_plain = [program for program in programs() if "plain" in program.levels]
    assert {program.group for program in at_plain} == {"javascript", "time"}
    assert not any(program.needs or program.memory_mib for program in at_plain)
    assert len(at_plain) >= 25


def test_the_page_of_the_corpus_is_up_to_date() -> None:
    text = PAGE.read_text(encoding="utf-8")
    listed = [
        (f"{group}/{cells[0]}", *cells[1:5])
        for group in GROUPS
        for cells in cells_below(text, f"## {group}")
    ]
    promised = [
        (program, level_name(program, isolation))
        for program in programs()
        for isolation in ("bwrap", "limits", "plain")
        if program.holds_at(isolation, as_root=True)
    ]
    again = "it is out of date: run scripts/hostile"
    assert [(row[0], row[4]) for row in listed] == [(p.name, level) for p, level in promised], again
    for (program, _), (name, idea, verdict, reason, _) in zip(promised, listed, strict=True):
        assert idea == escaped(program.idea), f"{name}: {again}"
        assert verdict.replace(" ", "_") in program.verdicts, f"{name}: {again}"
        if verdict != "accepted":
            assert any(escaped(phrase) in reason for phrase in program.reasons), f"{name}: {again}"
    assert cells_below(text, "## Archives") == archives(), again
    assert cells_below(text, "## What plain limits do not hold for everybody") == uncontained(), (
        again
    )


def test_nothing_that_a_program_says_is_markup_on_the_page() -> None:
    program = programs()[0]
    said = "a | b <script>`x`</script>\n\x1b[2J"
    row = Row(program, "bwrap", "time_limit_exceeded", said, 0.5)
    ((_, _, verdict, reason, level, seconds),) = cells_below(page([row]), f"## {program.group}")
    assert reason == r"a \| b &lt;script&gt;'x'&lt;/script&gt;\n\x1b[2J"
    assert (verdict, level, seconds) == ("time limit exceeded", "bwrap", "0.50")


def test_a_page_of_some_groups_keeps_the_tables_of_all_others() -> None:
    text = PAGE.read_text(encoding="utf-8")
    again = page([], sections_of(text, GROUPS))
    assert again == text
    first = next(program for program in programs() if program.group == GROUPS[0])
    kept = sections_of(text, GROUPS[1:])
    changed = page([Row(first, "bwrap", "accepted", "", 0.5)], kept)
    assert len(cells_below(changed, f"## {GROUPS[0]}")) == 1
    for group in GROUPS[1:]:
        assert cells_below(changed, f"## {group}") == cells_below(text, f"## {group}")


def cells_below(text: str, heading: str) -> list[tuple[str, ...]]:
    section = text.split(f"{heading}\n", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in section.splitlines() if line.startswith("|")][2:]
    return [tuple(cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]) for line in lines]
