"""The text report: what a person sees, line by line."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import pytest

from graders.model.outcome import Doubt, DoubtKind, Waited
from graders.model.scorecard import NotRun, Result, Scorecard
from graders.model.suite import Case
from graders.model.verdict import Verdict
from graders.reports.report import Heading
from graders.reports.text import TextReport
from tests.scorecards import ACCEPTED, LATE, OURS, STANDING, WRONG, card


def text_of(scorecard: Scorecard, *, hints: bool = True, cautions: tuple[str, ...] = ()) -> str:
    stream = io.StringIO()
    report = TextReport(stream, hints=hints)
    cases = [Case(result.id, 1, 2.0, None) for result in scorecard.results]
    report.start(Heading("mine.py", "best_move", "limits", cases, cautions))
    for case, result in zip(cases, scorecard.results, strict=True):
        report.case_started(case)
        report.case_finished(result)
    report.finish(scorecard)
    return stream.getvalue()


def test_the_head_names_file_kata_and_isolation() -> None:
    assert text_of(card(ACCEPTED)).splitlines()[0] == ("mine.py  kata best_move, isolation limits")


def test_what_is_not_contained_stands_before_the_first_case() -> None:
    assert text_of(card(ACCEPTED), cautions=("no network wall",)).splitlines()[1] == (
        "no network wall"
    )


def test_a_case_is_one_aligned_line() -> None:
    lines = text_of(card(ACCEPTED, WRONG)).splitlines()
    first = next(line for line in lines if line.startswith("phase3/mate-in-3"))
    second = next(line for line in lines if line.startswith("phase3/mate-in-9"))
    assert " ".join(first.split()) == (
        "phase3/mate-in-3 accepted 5 wall 0.012 s cpu 0.012 s cap 2 s"
    )
    assert first.index("wall") == second.index("wall")
    assert first.index("cap") == second.index("cap")


def test_a_missed_case_shows_message_drawing_and_output_as_they_are() -> None:
    text = text_of(card(WRONG))
    for line in (
        "column 3 does not win, column 6 does",
        "R.....Y",
        "0123456",
        "   x  ^   x played, ^ right",
        "RED is to move; only column 6 holds the draw.",
        "| thinking <b>hard</b>",
        "| [bold]not markup[/bold]",
    ):
        assert f"    {line}\n" in text.replace(" \n", "\n")


def test_on_a_terminal_the_discs_have_their_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "TERM", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    [red, yellow] = re.findall(r"(\x1b\[[0-9;]*m)[RY]\x1b", text_of(card(WRONG)))
    assert red != yellow


def test_on_a_narrow_terminal_a_case_is_one_line_and_no_word_is_broken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("COLUMNS", "80")
    late = replace(LATE, id="rules/a-rather-long-id-as-some-have", attempts=())
    lost = tuple(f"phase3/mate-in-{mate}~mirror-swap" for mate in (3, 5, 7))
    variant = replace(ACCEPTED, id=f"{ACCEPTED.id}~mirror-swap")
    text = re.sub(
        r"\x1b\[[0-9;]*m", "", text_of(card(ACCEPTED, late, variant, holds=False, lost=lost))
    )
    lines = text.splitlines()
    assert max(map(len, lines)) <= 80
    cells = [line.split() for line in lines if line.startswith(("phase3/", "rules/"))][:2]
    assert cells[0] == ["phase3/mate-in-3", "accepted", "5", "0.012", "s"]
    assert cells[1][-3:] == ["-", "2.000", "s"]
    assert " ".join(" ".join(lines).split()).endswith(f"no ({', '.join(lost)})")


def test_a_case_of_a_file_that_was_not_loaded_has_no_times() -> None:
    broken = replace(ACCEPTED, verdict=Verdict.LOAD_ERROR, answer=None, wall_s=0.0, message="no")
    assert "phase3/mate-in-3  load error\n    no\n" in text_of(card(broken))


FIRST = replace(ACCEPTED, id="phase3/mate-in-9#1~swap", points=0, max_points=0)
SECOND = replace(WRONG, id="phase3/mate-in-9#2~swap", points=0, max_points=0)
GROUP = replace(ACCEPTED, id="phase3/mate-in-9~swap", group_size=3)


def test_a_group_is_one_line_and_accepted_it_says_how_many_were_right() -> None:
    whole = replace(GROUP, members=(FIRST,) * 3, decided_by=FIRST.id)
    lines = [line for line in text_of(card(whole)).splitlines() if "mate-in-9" in line]
    assert [" ".join(line.split()) for line in lines] == [
        "phase3/mate-in-9~swap accepted 3 of 3 wall 0.012 s cpu 0.012 s cap 2 s"
    ]


def test_a_missed_group_names_the_member_and_draws_its_board() -> None:
    missed = replace(
        WRONG, id=GROUP.id, group_size=3, members=(FIRST, SECOND), decided_by=SECOND.id
    )
    text = text_of(card(missed))
    line = next(line for line in text.splitlines() if line.startswith("phase3/mate-in-9~swap"))
    assert " ".join(line.split()).startswith("phase3/mate-in-9~swap wrong answer 3 wall 0.500 s")
    assert (
        "    missed: member 2 of 3 (phase3/mate-in-9#2~swap)\n"
        "    column 3 does not win, column 6 does\n" in text
    )
    assert text.count("R.....Y") == text.count("[bold]not markup[/bold]") == 1
    assert text.endswith(
        "score   0/1\nholds under mirror and colour swap: what is solved shows too little\n"
    )


def test_a_group_says_what_stands_beside_each_of_its_members() -> None:
    late = replace(LATE, id="phase3/mate-in-9#1~swap")
    text = text_of(card(replace(GROUP, members=(late, SECOND), decided_by=SECOND.id)))
    assert "    member 1 of 3 (phase3/mate-in-9#1~swap): warning: board_changed" in text
    assert "    member 1 of 3 (phase3/mate-in-9#1~swap): re-run: the time was in doubt" in text


def test_a_group_that_was_not_started_has_no_member_that_was_missed() -> None:
    broken = replace(
        GROUP, verdict=Verdict.LOAD_ERROR, wall_s=0.0, message="no", decided_by=FIRST.id
    )
    assert "phase3/mate-in-9~swap  load error\n    no\n" in text_of(card(broken))


def test_a_case_that_was_run_again_says_so() -> None:
    text = text_of(card(LATE))
    assert f"re-run: the time was in doubt ({LATE.rerun_because})" in text
    assert "wrong answer in 2.00 s, time limit exceeded in 2.10 s" in text
    assert "warning: board_changed" in text


def test_a_busy_machine_is_named_from_the_facts_whatever_the_words_are() -> None:
    waited = Doubt(DoubtKind.KEPT_WAITING, wall_s=2.0, cpu_s=1.0, waited=Waited(1.0, 2.0))
    busy = replace(LATE, doubt=waited, rerun_because="little CPU time")
    assert "re-run: the machine was busy (little CPU time)" in text_of(card(busy))


def test_the_score_is_given_by_suite_and_in_all() -> None:
    lines = text_of(card(ACCEPTED, WRONG, OURS)).splitlines()
    assert "phase3  1/2 points, 1 of 2 cases accepted" in lines
    assert "phase2  0/1 points, 0 of 1 cases accepted" in lines
    assert "score   1/3  the grader itself failed on 1 case: this is no score to rely on" in lines


def test_an_interrupted_run_names_what_was_not_run_and_is_no_full_marks() -> None:
    not_run = (NotRun("phase3/mate-in-9", 1, 2.0), NotRun("phase4/mate-in-11", 3, 2.0))
    lines = text_of(card(ACCEPTED, complete=False, not_run=not_run)).splitlines()
    assert "phase3/mate-in-9  not run" in lines
    assert "phase3  1/2 points, 1 of 2 cases accepted, 1 not run" in lines
    assert "phase4  0/3 points, 0 of 1 cases accepted, 1 not run" in lines
    assert "score   1/5  interrupted, 2 of 3 cases not run: this is no final score" in lines


def test_of_many_cases_not_run_the_first_are_named() -> None:
    not_run = tuple(NotRun(f"bank/case-{number}", 1, 2.0) for number in range(100))
    text = text_of(card(ACCEPTED, complete=False, not_run=not_run))
    assert text.count("bank/case-") == 11
    assert "… and 89 more cases not run" in text


def test_a_run_interrupted_before_its_first_case_says_so() -> None:
    text = text_of(card(complete=False, not_run=(NotRun("load", 1, 0.0),)))
    assert text.splitlines()[2:] == [
        "",
        "score  0/1  interrupted, no case was run: this is no final score",
    ]


def test_the_next_rung_is_shown_unless_hints_are_not_wanted() -> None:
    whole = card(WRONG, standing=STANDING)
    assert text_of(whole).endswith(
        "Rung\n    behaves like alpha-beta\nNext\n    Search depth 1, then 2.\n"
    )
    assert "Next" not in text_of(whole, hints=False)
    assert "Rung" not in text_of(whole, hints=False)


def test_a_file_that_cannot_be_loaded_is_told_once_and_its_other_cases_are_counted() -> None:
    broken = replace(WRONG, verdict=Verdict.LOAD_ERROR, message="no such module", wall_s=0.0)
    again = [replace(broken, id=f"phase3/mate-in-{n}", explanation=None) for n in (5, 7, 9)]
    text = text_of(card(*again))
    assert text.count("no such module") == text.count("mate-in-") == 1
    assert "\n… and 2 more cases for the same reason\n" in text


def test_a_file_of_no_kata_has_neither_times_nor_suites() -> None:
    nothing = Result("load", Verdict.LOAD_ERROR, 0, 1, 0.0, message="found nothing")
    assert text_of(card(nothing)).split("\n\n")[1:] == [
        "load  load error\n    found nothing",
        "score  0/1\n",
    ]


def test_boards_that_were_not_kept_are_missed_once() -> None:
    bare = replace(WRONG, explanation=None)
    assert text_of(card(bare)).count("boards are left out") == 0
    assert text_of(card(WRONG, bare, bare)).count("boards are left out") == 1


@pytest.mark.parametrize(("holds", "word"), [(True, "yes"), (False, "no")])
def test_holding_under_variants_is_one_line(holds: bool, word: str) -> None:
    variant = replace(ACCEPTED if holds else WRONG, id="phase3/mate-in-3~mirror")
    text = text_of(card(ACCEPTED, variant, holds=holds))
    assert f"holds under mirror and colour swap: {word}" in text


def test_variants_that_were_lost_stand_in_the_score_line() -> None:
    variant = replace(WRONG, id="phase3/mate-in-3~mirror", max_points=0)
    lost = card(ACCEPTED, variant, holds=False, lost=(variant.id,))
    assert "score   1/1  but it loses 1 variant of cases that it solves\n" in text_of(lost)


def test_where_too_little_is_solved_nothing_is_said_to_hold() -> None:
    variant = replace(ACCEPTED, id="phase3/mate-in-3~mirror")
    text = text_of(card(ACCEPTED, variant, WRONG))
    assert "holds under mirror and colour swap: what is solved shows too little" in text
    assert "holds under" not in text_of(card(ACCEPTED, WRONG))


def test_no_colour_reaches_a_file() -> None:
    assert "\x1b" not in text_of(card(ACCEPTED, WRONG, LATE, standing=STANDING))
