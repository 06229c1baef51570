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
    close_where_lost,
    is_promised,
    levels_here,
    longest_s,
    own_temporary_folder,
    patient,
    run,
    start_readers,
    survivors,
    traces,
    watched_modules,
)
from tests.hostile_table import LONGEST_REASON, PAGE, Row, archives, escaped, lines_of, page, where
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
    readers = start_readers()
    before = traces(tmp_path, modules)
    start = time.monotonic()

    scorecard = run(program, path, isolation, kata_said(program, path, isolation))

    assert time.monotonic() - start < longest_s(program), "it hung"
    for result in scorecard.results:
        check(program, result)
    check_texts(json.loads(scorecard.to_json()))
    assert not survivors(before.processes), "a process of it is alive"
    close_where_lost(readers)
    after = once_others_are_done(before, tmp_path, modules)
    own = {name for name in before.files if name.startswith(str(tmp_path))}
    assert not after.files - before.files, "it left files behind"
    assert own <= after.files, "it took files away"
    assert after.descriptors <= before.descriptors, "the grader leaked descriptors"
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
    again = "it is out of date: run scripts/hostile"
    listed = cells_below(text, "# The hostile programs")
    assert [row[0] for row in listed] == [program.name for program in programs()], again
    for program, (name, idea, verdict, reason, places) in zip(programs(), listed, strict=True):
        assert (idea, places) == (escaped(program.idea), where(program)), f"{name}: {again}"
        assert verdict.replace(" ", "_") in program.verdicts, f"{name}: {again}"
        if verdict != "accepted":
            assert any(escaped(phrase) in reason for phrase in program.reasons), f"{name}: {again}"
    assert cells_below(text, "## Archives") == archives(), again


def test_both_pages_are_short_enough_to_read() -> None:
    promises = PAGE.with_name("hostile.md").read_text(encoding="utf-8")
    assert PAGE.name in promises
    assert len(promises.splitlines()) <= 150
    assert len((promises + PAGE.read_text(encoding="utf-8")).splitlines()) <= 700


def test_a_row_says_where_it_is_promised() -> None:
    by_name = {program.name: where(program) for program in programs()}
    assert by_name["memory/aborts"] == "both"
    assert by_name["time/sleeps"] == "both, plain"
    assert by_name["reading/network_by_other_doors"] == "both (filter, Landlock)"
    assert by_name["processes/becomes_root_again"] == (
        "bwrap, limits as root: "
        "an ordinary user's program stays that user: there is nothing to drop to"
    )


def test_nothing_that_a_program_says_is_markup_on_the_page() -> None:
    program = programs()[0]
    said = "a | b <script>`x`</script>\n\x1b[2J"
    row = Row(program, "time_limit_exceeded", said)
    ((_, _, verdict, reason, _),) = cells_below(page([row]), "# The hostile programs")
    assert reason == r"a \| b &lt;script&gt;'x'&lt;/script&gt;\n\x1b[2J"
    assert verdict == "time limit exceeded"


@pytest.mark.parametrize(
    ("name", "message", "reason"),
    [
        ("time/sleeps", "no answer within 1 s; it was waiting: 0.00 s", "it was waiting"),
        ("memory/aborts", "ended by SIGABRT (line 3); why?", "ended by SIGABRT"),
        ("memory/grows_at_import", f"{80 * 'x'}, and the limit is 128 MiB", "128 MiB"),
        ("memory/reply_bytes", f"{100 * 'x'}bytes{100 * 'y'}", "xxxbytes…"),
    ],
)
def test_a_reason_is_the_clause_that_says_it(name: str, message: str, reason: str) -> None:
    (program,) = (each for each in programs() if each.name == name)
    row = Row(program, "runtime_error", message)
    ((*_, shown, _),) = cells_below(page([row]), "# The hostile programs")
    assert shown.endswith(reason)
    assert len(shown) <= LONGEST_REASON + 3


def test_a_page_of_some_groups_keeps_the_rows_of_all_others() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert page([], lines_of(text, GROUPS)) == text
    first = programs()[0]
    changed = page([Row(first, "accepted", "")], lines_of(text, GROUPS[1:]))
    before, after = (cells_below(each, "# The hostile programs") for each in (text, changed))
    assert [row[0] for row in after if row[0].startswith(first.group)] == [first.name]
    assert after[1:] == [row for row in before if not row[0].startswith(f"{first.group}/")]


def cells_below(text: str, heading: str) -> list[tuple[str, ...]]:
    section = text.split(f"{heading}\n", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in section.splitlines() if line.startswith("|")][2:]
    return [tuple(cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]) for line in lines]
