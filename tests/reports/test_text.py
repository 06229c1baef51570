"""The text report: what a person sees, line by line."""

from __future__ import annotations

import io
import re
from typing import TextIO

import pytest
from msgspec.structs import replace

from graders.model.found import Found
from graders.model.outcome import Doubt, DoubtKind, Waited
from graders.model.scorecard import NotRun, Result, Scorecard, Thrown
from graders.model.suite import Case
from graders.model.verdict import Verdict
from graders.reports.report import Heading
from graders.reports.text import TextReport
from tests.scorecards import ACCEPTED, LATE, OURS, STANDING, WRONG, card


def text_of(
    scorecard: Scorecard,
    *,
    cautions: tuple[str, ...] = (),
    stream: TextIO | None = None,
    **how: bool,
) -> str:
    stream = stream or io.StringIO()
    report = TextReport(stream, **how)
    cases = [Case(result.id, 1, 2.0, None) for result in scorecard.results]
    report.start(Heading("mine.py", "best_move", "limits", cases, cautions))
    for case, result in zip(cases, scorecard.results, strict=True):
        report.case_started(case)
        report.case_finished(result)
    report.finish(scorecard)
    stream.seek(0)
    return stream.read()


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def line_of(text: str, case_id: str) -> list[str]:
    return next(line.split() for line in text.splitlines() if line[2:].startswith(case_id))


@pytest.fixture(autouse=True)
def a_page_wide(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM", "COLORTERM", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)


def test_the_head_names_file_kata_and_isolation() -> None:
    assert text_of(card(ACCEPTED)).splitlines()[0] == ("mine.py  kata best_move, isolation limits")


def test_on_a_terminal_a_live_line_says_how_far_the_run_is_and_names_no_case(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    live = re.findall(r"\r(case [^\r\x1b]*)", text_of(card(ACCEPTED, WRONG), stream=Terminal()))
    assert {line.split(",")[0].strip() for line in live} == {"case 1 of 2", "case 2 of 2"}
    assert not any("phase" in line for line in live)
    assert "\r" not in text_of(card(ACCEPTED, WRONG))


def test_what_is_not_contained_stands_before_the_first_case() -> None:
    assert text_of(card(ACCEPTED), cautions=("no network wall",)).splitlines()[1] == (
        "no network wall"
    )


def test_a_case_is_a_mark_its_id_the_answer_and_the_seconds() -> None:
    lines = text_of(card(ACCEPTED, WRONG)).splitlines()
    first, second = (next(line for line in lines if each.id in line) for each in (ACCEPTED, WRONG))
    assert first.split() == ["✓", "phase3/mate-in-3", "5", "0.012", "s"]
    assert second.split() == ["✗", "phase3/mate-in-9", "3", "0.500", "s", "wrong", "answer"]
    assert first.index(" s") == second.index(" s")


def test_the_cap_is_told_where_a_time_comes_near_it_and_cpu_time_where_it_differs() -> None:
    near = replace(ACCEPTED, wall_s=1.2, cpu_s=1.1)
    slept = replace(near, cpu_s=0.1)
    assert line_of(text_of(card(near)), near.id)[3:] == ["1.200", "s", "(cap", "2", "s)"]
    assert text_of(card(slept)).splitlines()[2].endswith("1.200 s  (cap 2 s, CPU 0.10 s)")


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


def test_what_a_case_shows_is_in_blocks_with_captions() -> None:
    thrown = Thrown("kata.board.ColumnFullError", "column 1 is full", "drop_disc")
    raised = replace(
        WRONG,
        verdict=Verdict.RUNTIME_ERROR,
        message="ColumnFullError: column 1 is full (line 25)",
        thrown=thrown,
        traceback="Traceback …\n  line 25\nColumnFullError: column 1 is full\nRY.\nYRY\n012",
        reproduce='Board.from_moves("06")',
    )
    told = text_of(card(raised)).split("\n\n")
    assert told[2:9] == [
        "    ColumnFullError: column 1 is full (line 25)",
        "    Traceback …\n      line 25\n    ColumnFullError: column 1 is full",
        "    the board when it raised:\n    RY.\n    YRY\n    012",
        "    the position, RED to move:\n" + "    .......\n" * 5 + "    R.....Y\n    0123456\n"
        "       x  ^   x played, ^ right",
        "    RED is to move; only column 6 holds the draw.\n"
        "    Column 3 loses in 8 plies; the line was not found in time.",
        "    stdout of the submission:\n    | thinking <b>hard</b>",
        "    stderr of the submission:\n    | [bold]not markup[/bold]",
    ]
    assert told[9] == (
        '    to have it in your hands:\n      Board.from_moves("06")\n'
        "      kata try mine.py phase3/mate-in-9"
    )


def test_on_a_terminal_the_discs_have_their_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    [red, yellow] = re.findall(r"(\x1b\[[0-9;]*m)[RY]\x1b", text_of(card(WRONG)))
    assert red != yellow


@pytest.mark.parametrize("columns", [70, 80, 120])
def test_a_page_is_as_wide_as_it_is_said_to_be_and_no_word_is_broken(
    columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    late = replace(LATE, id="rules/diagonal-with-the-top-right-corner-completed-below")
    lost = tuple(f"phase3/mate-in-{mate}~mirror-swap" for mate in (3, 5, 7))
    variant = replace(ACCEPTED, id=f"{ACCEPTED.id}~mirror-swap")
    text = text_of(card(ACCEPTED, late, WRONG, variant, holds=False, lost=lost, standing=STANDING))
    lines = text.splitlines()
    assert max(map(len, lines)) <= columns
    assert line_of(text, "phase3/mate-in-3")[2:] == ["5", "0.012", "s"]
    slow = next(line for line in lines if line.startswith("✗ rules/"))
    assert "2.000 s  time limit exceeded" in slow
    assert " ".join(lost[:2]) in " ".join(" ".join(lines).replace(",", "").split())


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_a_stream_that_has_no_ticks_gets_other_marks(encoding: str) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding, errors="backslashreplace")
    text = text_of(card(ACCEPTED, WRONG), stream=stream)
    marks = [line[0] for line in text.splitlines() if line[2:].startswith("phase3/")]
    assert marks == (["✓", "✗"] if encoding == "utf-8" else ["+", "x"])
    assert "\\u" not in text


FIRST = replace(ACCEPTED, id="phase3/mate-in-9#1~swap", points=0, max_points=0)
SECOND = replace(WRONG, id="phase3/mate-in-9#2~swap", points=0, max_points=0)
GROUP = replace(ACCEPTED, id="phase3/mate-in-9~swap", group_size=3)


def test_a_group_is_one_line_and_accepted_it_says_how_many_were_right() -> None:
    whole = replace(GROUP, members=(FIRST,) * 3, decided_by=FIRST.id)
    lines = [line.split() for line in text_of(card(whole)).splitlines() if "mate-in-9" in line]
    assert lines == [["✓", "phase3/mate-in-9~swap", "3", "of", "3", "0.012", "s"]]


def test_a_missed_group_names_the_member_and_draws_its_board() -> None:
    missed = replace(
        WRONG, id=GROUP.id, group_size=3, members=(FIRST, SECOND), decided_by=SECOND.id
    )
    text = text_of(card(missed))
    assert line_of(text, "phase3/mate-in-9~swap")[2:] == ["3", "0.500", "s", "wrong", "answer"]
    assert (
        "    missed: member 2 of 3 (phase3/mate-in-9#2~swap)\n"
        "    column 3 does not win, column 6 does\n" in text
    )
    assert "      kata try mine.py phase3/mate-in-9#2~swap\n" in text
    assert text.count("R.....Y") == text.count("[bold]not markup[/bold]") == 1
    assert text.endswith(
        "score   0/1\nholds under mirror and colour swap: what is solved shows too little\n"
    )


def test_a_group_says_what_stands_beside_each_of_its_members() -> None:
    late = replace(LATE, id="phase3/mate-in-9#1~swap")
    text = text_of(card(replace(GROUP, members=(late, SECOND), decided_by=SECOND.id)))
    assert "    member 1 of 3 (phase3/mate-in-9#1~swap): warning: board_changed" in text
    assert "    member 1 of 3 (phase3/mate-in-9#1~swap): re-run: the time was in" in text


def test_a_case_that_was_run_again_says_so() -> None:
    text = text_of(card(LATE))
    assert f"re-run: the time was in doubt ({LATE.rerun_because})" in " ".join(text.split())
    assert "wrong answer in 2.00 s, time limit exceeded in 2.10 s" in " ".join(text.split())
    assert "warning: board_changed" in text


def test_a_busy_machine_is_named_from_the_facts_whatever_the_words_are() -> None:
    waited = Doubt(DoubtKind.KEPT_WAITING, wall_s=2.0, cpu_s=1.0, waited=Waited(1.0, 2.0))
    busy = replace(LATE, doubt=waited, rerun_because="little CPU time")
    assert "re-run: the machine was busy (little CPU time)" in text_of(card(busy))


def test_the_score_is_given_by_suite_and_in_all() -> None:
    lines = text_of(card(ACCEPTED, WRONG, OURS)).splitlines()
    assert "phase3  1/2 points, 1 of 2 cases accepted" in lines
    assert "phase2  0/1 points, 0 of 1 cases accepted" in lines
    at = lines.index("score   1/3")
    assert lines[at + 1] == "the grader itself failed on 1 case: this is no score to rely on"


def test_an_interrupted_run_names_what_was_not_run_and_is_no_full_marks() -> None:
    not_run = (NotRun("phase3/mate-in-9", 1, 2.0), NotRun("phase4/mate-in-11", 3, 2.0))
    lines = text_of(card(ACCEPTED, complete=False, not_run=not_run)).splitlines()
    assert line_of("\n".join(lines), "phase3/mate-in-9") == ["·", "phase3/mate-in-9", "not", "run"]
    assert "phase3  1/2 points, 1 of 2 cases accepted, 1 not run" in lines
    assert "phase4  0/3 points, 0 of 1 cases accepted, 1 not run" in lines
    at = lines.index("score   1/5")
    assert lines[at + 1] == "interrupted, 2 of 3 cases not run: this is no final score"


def test_of_many_cases_not_run_the_first_are_named() -> None:
    not_run = tuple(NotRun(f"bank/case-{number}", 1, 2.0) for number in range(100))
    text = text_of(card(ACCEPTED, complete=False, not_run=not_run))
    assert text.count("bank/case-") == 11
    assert "… and 89 more cases not run" in text


def test_a_run_interrupted_before_its_first_case_says_so() -> None:
    text = text_of(card(complete=False, not_run=(NotRun("load", 1, 0.0),)))
    assert text.splitlines()[2:] == [
        "score  0/1",
        "interrupted, no case was run: this is no final score",
    ]


def test_the_next_rung_is_shown_unless_hints_are_not_wanted() -> None:
    whole = card(WRONG, standing=STANDING)
    assert "Rung\n    behaves like alpha-beta\nNext\n    Search depth 1, then 2.\n" in (
        text_of(whole)
    )
    assert "For more than this: kata hint mine.py\n" in text_of(whole)
    assert "kata hint" not in text_of(card(ACCEPTED, standing=STANDING))
    assert "Next" not in text_of(whole, hints=False)
    assert "kata hint" not in text_of(whole, hints=False)
    assert "Rung" not in text_of(whole, hints=False)


def test_without_a_standing_a_miss_names_the_command_for_a_hint_as_well() -> None:
    text = text_of(card(missed(1), missed(2)))
    assert "A hint on what comes first: kata hint mine.py\n" in text
    assert "kata hint" not in text_of(card(missed(1), missed(2)), hints=False)


BROKEN = replace(
    WRONG, verdict=Verdict.LOAD_ERROR, message="no such module", explanation=None, wall_s=0.0
)


def test_a_file_that_cannot_be_loaded_is_told_once_and_is_to_be_mended_first() -> None:
    again = [replace(BROKEN, id=f"phase3/mate-in-{n}") for n in (5, 7, 9)]
    assert text_of(card(*again)).split("\n\n")[1:] == [
        "Fix this first:",
        "    no such module",
        "phase3  0/3 points, 0 of 3 cases accepted\nscore   0/3\n",
    ]


def test_of_a_text_that_is_no_python_there_is_the_place_and_nothing_else() -> None:
    place = "mine.py, line 1:\n    def f(\n         ^\nSyntaxError: '(' was never closed"
    unparsed = replace(BROKEN, message=place, thrown=Thrown("SyntaxError", unparsed=True))
    again = [replace(unparsed, id=f"phase3/mate-in-{n}") for n in (5, 7, 9)]
    indented = "".join(f"    {line}\n" for line in place.splitlines())
    text = text_of(card(*again, standing=STANDING))
    assert text.split("\n\n")[1:] == ["Fix this first:", indented]


def test_a_file_of_no_kata_has_neither_times_nor_suites() -> None:
    nothing = Result("load", Verdict.LOAD_ERROR, 0, 1, 0.0, message="found nothing")
    assert text_of(card(nothing)).split("\n\n")[1:] == [
        "Fix this first:",
        "    found nothing",
        "score  0/1\n",
    ]


def test_boards_that_were_not_kept_are_missed_once() -> None:
    bare = replace(WRONG, explanation=None)
    assert text_of(card(bare), full=True).count("boards are left out") == 0
    assert text_of(card(WRONG, bare, bare), full=True).count("boards are left out") == 1


def missed(number: int, suite: str = "phase3", **more: object) -> Result:
    return replace(WRONG, id=f"{suite}/case-{number}", **more)


def test_the_first_failure_of_a_suite_is_told_whole_and_of_the_others_there_is_a_line() -> None:
    text = text_of(card(missed(1), missed(2), missed(3), missed(1, "phase4"), missed(2, "phase4")))
    assert text.count("x played, ^ right") == 2 + 1  # and the first once more
    assert text.count("wrong answer\n") == 5
    assert "\nMore of every miss: --full; of one: kata show ID\n" in text
    assert text_of(card(missed(1), missed(2)), full=True).count("thinking") == 2
    assert "--full" not in text_of(card(missed(1), ACCEPTED))


def test_the_first_failure_stands_once_more_at_the_end_with_what_reproduces_it() -> None:
    first = missed(1, reproduce='Board.from_moves("06")')
    text = text_of(card(ACCEPTED, first, ACCEPTED, standing=STANDING))
    assert text.split("\n\n")[-3:] == [
        "First to look at: phase3/case-1\n    wrong answer: column 3 does not win, column 6 does",
        "    the position, RED to move:\n" + "    .......\n" * 5 + "    R.....Y\n    0123456\n"
        "       x  ^   x played, ^ right",
        '    to have it in your hands:\n      Board.from_moves("06")\n'
        "      kata try mine.py phase3/case-1\n",
    ]


def test_a_failure_that_is_the_last_thing_told_is_not_told_again() -> None:
    assert "First to look at" not in text_of(card(ACCEPTED, WRONG))


RAISED = Thrown("ColumnFullError", "column 1 is full", "drop_disc")


def raised(number: int, thrown: Thrown = RAISED) -> Result:
    return missed(number, verdict=Verdict.RUNTIME_ERROR, thrown=thrown, message="it raised")


def test_a_run_in_which_everything_raised_says_so_once() -> None:
    text = text_of(card(*(raised(number) for number in range(7))))
    assert text.count("runtime error") == 2  # whole, and once more at the end
    assert "\n✗ 6 more cases raised the same: ColumnFullError in drop_disc\n" in text
    assert [f"case-{number}" in text for number in range(3)] == [True, False, False]


def test_what_not_everything_raised_has_a_line_for_each_case() -> None:
    text = text_of(card(raised(1), raised(2), ACCEPTED, raised(3), raised(4, Thrown("OSError"))))
    for number in (1, 2, 3, 4):
        assert line_of(text, f"phase3/case-{number}")[-2:] == ["runtime", "error"]
    ids = [line.split()[1] for line in text.splitlines() if line[:2] in ("✗ ", "✓ ")]
    assert ids == [
        f"phase3/{name}" for name in ("case-1", "case-2", "mate-in-3", "case-3", "case-4")
    ]


def test_a_large_suite_takes_a_line_for_all_that_is_accepted_and_few_for_what_is_missed() -> None:
    accepted = [replace(ACCEPTED, id=f"rules/right-{number}") for number in range(70)]
    wrong = [missed(number, "rules") for number in range(60)]
    text = text_of(card(*accepted, missed(1, "rules")))
    assert "✓ 70 cases of rules accepted\n" in text
    assert len(text.splitlines()) < 60
    text = text_of(card(*wrong, *accepted))
    assert len(text.splitlines()) < 80
    assert "✗ 50 more cases of rules missed (--full shows all)\n" in text
    assert text_of(card(*accepted), full=True).count("rules/right-") == 70


def test_without_spoilers_there_are_verdicts_and_times_and_how_to_reproduce_them() -> None:
    position = missed(1, reproduce='Board.from_moves("06")', accept=(6,))
    own = raised(2)
    text = text_of(card(ACCEPTED, position, own, standing=STANDING), spoilers=False)
    cases, score = text.split("phase3  1/3 points")
    for told in ("column 6", "column 3", "right", "^", "thinking", " 5 ", " 3 ", "..."):
        assert told not in cases, told
        assert told not in score.split("cases accepted")[1], told
    assert line_of(text, "phase3/mate-in-3") == ["✓", "phase3/mate-in-3", "0.012", "s"]
    assert line_of(text, "phase3/case-1")[2:] == ["0.500", "s", "wrong", "answer"]
    assert 'Board.from_moves("06")' in text
    assert "kata try mine.py phase3/case-1" in text


@pytest.mark.parametrize(("holds", "word"), [(True, "yes"), (False, "no")])
def test_holding_under_variants_is_one_line(holds: bool, word: str) -> None:
    variant = replace(ACCEPTED if holds else WRONG, id="phase3/mate-in-3~mirror")
    text = text_of(card(ACCEPTED, variant, holds=holds))
    assert f"holds under mirror and colour swap: {word}" in text


def test_variants_that_were_lost_stand_below_the_score() -> None:
    variant = replace(WRONG, id="phase3/mate-in-3~mirror", max_points=0)
    lost = card(ACCEPTED, variant, holds=False, lost=(variant.id,))
    assert "score   1/1\nbut it loses 1 variant of cases that it solves\n" in text_of(lost)


def test_where_too_little_is_solved_nothing_is_said_to_hold() -> None:
    variant = replace(ACCEPTED, id="phase3/mate-in-3~mirror")
    text = text_of(card(ACCEPTED, variant, WRONG))
    assert "holds under mirror and colour swap: what is solved shows too little" in text
    assert "holds under" not in text_of(card(ACCEPTED, WRONG))


def test_no_colour_reaches_a_file() -> None:
    assert "\x1b" not in text_of(card(ACCEPTED, WRONG, LATE, standing=STANDING))


def test_how_it_is_called_and_what_its_code_shows_stand_below_the_score() -> None:
    manner = (Found("the winner", "from check_winner()"), Found("a move", "by play(column)"))
    facts = (Found("longest method", "play, 12 lines, " + "and so on " * 12),)
    text = text_of(card(ACCEPTED, manner=manner, facts=facts))
    assert "How it is called\n  the winner  from check_winner()\n  a move      by play" in text
    assert "What its code shows (worth no points)\n  longest method  play, 12 lines" in text
    assert "\n                  and so on" in text
    assert max(map(len, text.splitlines())) <= 80
