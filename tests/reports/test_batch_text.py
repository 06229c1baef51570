"""The leaderboard: who is where, and what to look at, on any terminal and whatever the names."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from rich.cells import cell_len

from graders.model.batch import Batch, Entry, HandIn, SamePlay
from graders.model.provenance import Submitted
from graders.model.scorecard import Scorecard
from graders.reports.layout import as_text
from graders.reports.leaderboard import lines_of, unread_in_words
from graders.reports.text import TextReport
from tests.batches import batch_of, with_pairs
from tests.golden_reports import many
from tests.scorecards import ACCEPTED, ASSESSMENT, LATE, OURS, WRONG, card


def entry(candidate: str, scorecard: Scorecard | None, why_not: str = "") -> Entry:
    return Entry(candidate, f"{candidate}.py", "0" * 64, b"", scorecard, why_not)


def shown(*entries: Entry, width: int = 80, **how: bool) -> tuple[str, ...]:
    return as_text(lines_of(Batch(entries), width, **how))


def row_of(lines: tuple[str, ...], candidate: str) -> list[str]:
    return next(line.split() for line in lines if line.split()[1:2] == [candidate])


SOLVED = entry("ann", card(ACCEPTED, assessment=ASSESSMENT))
MISSED = entry("bob", card(ACCEPTED, LATE))
FAILED = entry("eve", card(ACCEPTED, OURS))
LOST = entry("kim", None, "the worker was lost")


def test_a_row_has_rank_candidate_score_rung_and_the_slowest_case() -> None:
    lines = shown(MISSED, SOLVED)
    assert lines[0].split() == ["#", "candidate", "score", "rung", "slowest", "to", "look", "at"]
    assert lines[1].split() == ["1", "ann", "1/1", "alpha_beta", "1%"]
    assert lines[2].split() == ["2", "bob", "1/2", "88%", "1", "case", "run", "again"]


def test_those_that_did_equally_well_share_a_rank() -> None:
    lines = shown(SOLVED, replace(SOLVED, candidate="zoe"), MISSED)
    assert [row_of(lines, name)[0] for name in ("ann", "zoe", "bob")] == ["1", "1", "3"]


def test_what_could_not_be_graded_has_no_rank_and_says_why() -> None:
    lines = shown(SOLVED, FAILED, LOST)
    assert row_of(lines, "eve")[0] == "-"
    assert "1 grader error" in " ".join(row_of(lines, "eve"))
    assert row_of(lines, "kim") == ["-", "kim", "-", "not", "graded"]
    assert "kim was not graded: the worker was lost" in lines
    assert "3 submissions: 1 accepted, 1 grader error, 1 not graded" in lines


def test_what_nobody_could_run_is_no_line_of_a_score_and_lateness_is_seen() -> None:
    late = HandIn(late=True)
    refused = replace(entry("lea", None), refused="the archive is damaged", hand_in=late)
    lines = shown(replace(SOLVED, hand_in=late), refused)
    assert row_of(lines, "ann")[-1] == "late"
    assert row_of(lines, "lea") == ["-", "lea", "-", "not", "graded,", "late"]
    assert "lea was not graded: the archive is damaged" in lines
    assert lines[-1] == "2 submissions: 1 accepted, 1 not graded"


NAMES = ("kim", "lea", "max", "nia", "oda")


def test_a_reason_that_several_share_is_told_once() -> None:
    others = (replace(LOST, candidate=name) for name in (*NAMES[1:], "pia"))
    lines = shown(SOLVED, LOST, *others)
    at = lines.index("6 submissions were not graded: the worker was lost")
    assert [*lines[at + 1 : at + 7]] == [*(f"  {each}" for each in NAMES), "  … and 1 more"]


def test_each_kata_has_a_table_with_ranks_of_its_own() -> None:
    other = entry("zoe", replace(card(ACCEPTED), kata="operations"))
    lines = shown(other, SOLVED, MISSED, LOST)
    headings = ("best_move", "operations", "Not graded")
    assert [number for number, line in enumerate(lines) if line in headings] == [0, 5, 9]
    assert (lines[4], lines[8]) == ("", "")
    assert [row_of(lines, name)[0] for name in ("ann", "bob", "zoe")] == ["1", "2", "1"]


def test_variants_have_a_column_where_there_is_something_to_see() -> None:
    lost = entry("bob", card(ACCEPTED, holds=False, lost=("a/b~mirror",)))
    lines = shown(entry("ann", card(ACCEPTED, holds=True)), lost)
    assert lines[0].split() == ["#", "candidate", "score", "slowest", "holds"]
    assert lines[1].split()[-1] == "yes"
    assert lines[2].split()[-2:] == ["loses", "1"]
    assert "holds" not in shown(SOLVED)[0]


def test_without_hints_nobodys_rung_is_told() -> None:
    assert "alpha_beta" not in "\n".join(shown(SOLVED, hints=False))


@pytest.mark.parametrize(("rung", "said"), [("none", "below the ladder"), ("open", "not told")])
def test_who_stands_on_no_rung_is_told_so_in_words_and_a_program_by_its_name(
    rung: str, said: str
) -> None:
    placed = entry("ann", card(WRONG, assessment=replace(ASSESSMENT, rung=rung)))
    assert said in "\n".join(shown(placed))
    assert f"| {said} |" in many("markdown", Batch((placed,)))
    assert f",{rung}," in many("csv", Batch((placed,)))


def test_a_long_one_is_cut_unless_all_is_asked_for() -> None:
    entries = batch_of(250, 1).entries
    assert "… and 50 more" in "\n".join(shown(*entries))
    assert len(shown(*entries, full=True)) > 250


def test_no_line_is_wider_than_the_terminal_and_no_name_acts_on_it() -> None:
    names = (
        "x" * 300,
        "\x1b[2J\n\x1b]0;title\x07",
        "漢字" * 60,
        "a\u202eyp.exe",
        "[bold]no[/bold]",
    )
    entries = [entry(name, card(ACCEPTED, LATE, OURS, assessment=ASSESSMENT)) for name in names]
    entries.append(entry("y" * 300, None, "z " * 400 + "\x1b[31m"))
    for width in (40, 80, 100):
        lines = shown(*entries, width=width)
        assert max(map(cell_len, lines)) <= width
        assert all(line.isprintable() for line in lines)
    assert any("[bold]no[/bold]" in line for line in lines)


@given(st.lists(st.text(min_size=1, max_size=40), max_size=4), st.integers(40, 120))
def test_whatever_the_candidates_are_called_it_is_lines_of_that_width(
    names: list[str], width: int
) -> None:
    lines = shown(*(entry(name, card(ACCEPTED, WRONG)) for name in names), width=width)
    assert all(line.isprintable() and cell_len(line) <= width for line in lines)


def test_likenesses_are_told_as_hints() -> None:
    lines = as_text(lines_of(with_pairs(batch_of(6, 2), (0, 3)), 80))
    assert any("a hint and never a verdict" in line for line in lines)
    assert "   95%  candidate 000 and candidate 003" in lines
    assert not any("moves" in line for line in lines)
    none = as_text(lines_of(batch_of(6, 2), 80))
    assert none[-1] == "No two are more alike than chance."
    assert "resemble" not in " ".join(shown(SOLVED))


def test_what_could_not_be_read_is_counted_and_a_few_are_named() -> None:
    batch = replace(batch_of(9, 2), unread=(1, 2, 5, 7))
    assert as_text(lines_of(batch, 80))[-1] == (
        "No two of which code could be read are more alike than chance."
    )
    assert unread_in_words(batch) == (
        "4 submissions were compared only byte for byte, as no code could be read in them: "
        "candidate 001, candidate 002, candidate 005 and 1 more"
    )


def test_beside_a_share_stands_on_how_many_positions_both_play_the_same() -> None:
    batch = with_pairs(batch_of(6, 2), (0, 3), (1, 4))
    first, second = batch.likenesses or ()
    played = replace(batch, likenesses=(first, replace(second, play=SamePlay(15, 16, 0, True))))
    lines = as_text(lines_of(played, 80))
    assert "   95%                  candidate 000 and candidate 003" in lines
    assert "   88%  15 of 16 moves  candidate 001 and candidate 004" in lines
    assert any("the moves are those on quiet positions" in line for line in lines)
    assert all(len(line) <= 80 for line in lines)


@pytest.mark.parametrize("entries", [(), (LOST,)])
def test_a_batch_in_which_nothing_was_graded_is_told_too(entries: tuple[Entry, ...]) -> None:
    stream = io.StringIO()
    TextReport(stream).batch(Batch(entries))
    assert f"{len(entries)} submission" in stream.getvalue()


def test_a_card_without_cases_is_not_finished() -> None:
    empty = Scorecard(Submitted("a.py"), "best_move", "limits", ())
    assert "1 not finished" in shown(entry("a", empty))[-1]
