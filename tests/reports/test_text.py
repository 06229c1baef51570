"""The text report: what a person sees, line by line."""

from __future__ import annotations

import io
import re
import shlex
from typing import TextIO

import pytest
from msgspec.structs import replace

from graders.model.outcome import Doubt, DoubtKind
from graders.model.scorecard import Attempt, NotRun, Observation, PlayOut, Result, Scorecard, Thrown
from graders.model.suite import Case
from graders.model.verdict import Verdict
from graders.reports.failure import in_one_line
from graders.reports.format import Heading
from graders.reports.pages.facts import doubts
from graders.reports.text import TextReport
from tests.scorecards import ACCEPTED, ASSESSMENT, LATE, OURS, WRONG, card


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
    assert text_of(card(slept)).splitlines()[1].endswith("1.200 s  (cap 2 s, CPU 0.10 s)")
    unknown = replace(near, cpu_s=None)
    assert text_of(card(unknown)).splitlines()[1].endswith("1.200 s  (cap 2 s)")


def test_in_full_a_missed_case_shows_message_drawing_and_output_as_they_are() -> None:
    text = text_of(card(WRONG), full=True)
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


def test_what_is_told_in_full_is_in_blocks_with_captions() -> None:
    thrown = Thrown(
        "kata.board.ColumnFullError", "column 1 is full", "drop_disc", board=("RY.", "YRY")
    )
    raised = replace(
        WRONG,
        verdict=Verdict.RUNTIME_ERROR,
        message="ColumnFullError: column 1 is full (line 25)",
        thrown=thrown,
        traceback="Traceback …\n  line 25\nColumnFullError: column 1 is full\nRY.\nYRY\n012",
        reproduce='Board.from_moves("06")',
    )
    told = text_of(card(raised), full=True).split("\n\n")
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
        '    to reproduce:\n      Board.from_moves("06")\n      kata try mine.py phase3/mate-in-9'
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
    text = text_of(
        card(ACCEPTED, late, WRONG, variant, holds=False, lost=lost, assessment=ASSESSMENT)
    )
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
    assert "\nFirst to look at: phase3/mate-in-9#2~swap, wrong answer\n" in text
    assert "   kata try mine.py phase3/mate-in-9#2~swap\n" in text
    assert text.count("R.....Y") == 1
    assert "score 0/1\nholds under mirror and colour swap: what is solved shows too" in text
    assert "    missed: member 2 of 3 (phase3/mate-in-9#2~swap)\n" in text_of(
        card(missed), full=True
    )


def test_in_full_a_group_says_what_stands_beside_each_of_its_members() -> None:
    late = replace(LATE, id="phase3/mate-in-9#1~swap")
    text = text_of(card(replace(GROUP, members=(late, SECOND), decided_by=SECOND.id)), full=True)
    assert "    member 1 of 3 (phase3/mate-in-9#1~swap): warning: the board was not" in text
    assert "    member 1 of 3 (phase3/mate-in-9#1~swap): re-run: the machine was" in text


def test_in_full_a_case_that_was_run_again_says_so() -> None:
    text = text_of(card(LATE), full=True)
    assert f"re-run: the machine was busy ({LATE.rerun_because})" in " ".join(text.split())
    assert "wrong answer in 2.00 s, time limit exceeded in 2.10 s, which counts" in " ".join(
        text.split()
    )
    assert "warning: the board was not" in text


WAITED = Doubt(DoubtKind.KEPT_WAITING, kept_off_s=1.0, cap_s=2.0)
BUSY = replace(LATE, doubt=WAITED, rerun_because="little CPU time", warnings=())


def test_what_the_machine_did_is_counted_in_one_line_at_the_end() -> None:
    changed = replace(WRONG, board_changed=True, warnings=("board_changed",))
    lines = text_of(card(BUSY, ACCEPTED, replace(BUSY, id="phase3/late"), changed)).splitlines()
    said = "the machine was busy: 2 cases run again; the board came back changed in 1 case"
    assert lines[-2:] == [said, "--full shows everything. A hint: kata hint mine.py"]
    assert not any("busy" in line for line in lines[:-2])


def test_members_of_a_group_and_variants_that_were_run_again_are_one_case() -> None:
    def group(of: str) -> Result:
        members = tuple(replace(BUSY, id=f"{BUSY.id}#{number}{of}") for number in (1, 2))
        return replace(BUSY, id=f"{BUSY.id}{of}", group_size=2, members=members, attempts=())

    found = (group(""), group("~swap"))
    assert in_one_line(found) == "the machine was busy: 1 case run again"
    assert "1 case run again: the machine was busy" in [each.words for each in doubts(card(*found))]


def test_a_busy_machine_is_named_from_the_facts_whatever_the_words_are() -> None:
    older = replace(BUSY, doubt=None)
    assert "re-run: times were in doubt (little CPU time)" in text_of(card(older), full=True)
    ended = replace(BUSY, doubt=Doubt(DoubtKind.LOAD_ENDED))
    assert "re-run: loading was interrupted (little" in text_of(card(ended), full=True)
    assert "re-run: the machine was busy (little CPU time)" in text_of(card(BUSY), full=True)


def test_the_score_and_those_of_the_suites_are_one_line() -> None:
    lines = text_of(card(ACCEPTED, WRONG, OURS)).splitlines()
    at = lines.index("score 1/3: phase3 1/2, phase2 0/1")
    assert lines[at + 1] == "the grader itself failed on 1 case: do not rely on this score"
    in_full = text_of(card(ACCEPTED, WRONG, OURS), full=True).splitlines()
    assert "phase3  1/2 points, 1 of 2 cases accepted" in in_full


def test_an_interrupted_run_names_what_was_not_run_and_is_no_full_marks() -> None:
    not_run = (NotRun("phase3/mate-in-9", 1, 2.0), NotRun("phase4/mate-in-11", 3, 2.0))
    lines = text_of(card(ACCEPTED, complete=False, not_run=not_run)).splitlines()
    assert line_of("\n".join(lines), "phase3/mate-in-9") == ["·", "phase3/mate-in-9", "not", "run"]
    at = lines.index("score 1/5: phase3 1/2, phase4 0/3")
    assert lines[at + 1] == "interrupted, 2 of 3 cases not run: this score is not final"


def test_of_many_cases_not_run_the_first_are_named() -> None:
    not_run = tuple(NotRun(f"bank/case-{number}", 1, 2.0) for number in range(100))
    text = text_of(card(ACCEPTED, complete=False, not_run=not_run))
    assert text.count("bank/case-") == 11
    assert "… and 89 more cases not run" in text


def test_a_run_interrupted_before_its_first_case_says_so() -> None:
    text = text_of(card(complete=False, not_run=(NotRun("load", 1, 0.0),)))
    assert text.splitlines()[2:] == [
        "score 0/1",
        "interrupted, no case was run: this score is not final",
    ]


def test_where_it_stands_and_what_comes_next_are_shown_unless_hints_are_not_wanted() -> None:
    whole = card(WRONG, assessment=ASSESSMENT)
    assert "score 0/1\nbehaves like alpha-beta\n" in text_of(whole)
    assert (
        "Next: Search depth 1, then 2.\n--full shows everything. A hint: kata hint mine.py\n"
        in (text_of(whole))
    )
    assert "kata hint" not in text_of(card(ACCEPTED, assessment=ASSESSMENT))
    for words in ("Next", "kata hint", "alpha-beta"):
        assert words not in text_of(whole, hints=False)
    unplaced = replace(ASSESSMENT, rung="", evidence="")
    assert "score 0/1\n\nFirst to look at" in text_of(card(WRONG, assessment=unplaced))


def test_a_program_is_told_how_to_find_out_whether_it_keeps_to_the_rules() -> None:
    stream = io.StringIO()
    report = TextReport(stream)
    again = ("kata", "grade", "--command", "./bot")
    report.start(Heading("./bot", "best_move", "limits", (), again=again))
    report.case_finished(WRONG)
    report.finish(card(WRONG))
    assert stream.getvalue().endswith(
        "--full shows everything. Check the protocol: kata check-protocol ./bot\n"
    )


@pytest.mark.parametrize("again", [(), ("kata", "grade", "--command", "./bot " + "x" * 30)])
def test_a_command_that_is_too_long_for_a_line_can_be_pasted_all_the_same(
    again: tuple[str, ...],
) -> None:
    stream = io.StringIO()
    report = TextReport(stream)
    again = (*again, "--with", "y" * 40) if again else ()
    report.start(Heading("mine/" + "x" * 75 + ".py", "best_move", "limits", (), again=again))
    report.case_finished(WRONG)
    report.finish(card(WRONG, assessment=ASSESSMENT))
    *_, heading, command = stream.getvalue().replace(" \\\n  ", " ").splitlines()
    words = ("check-protocol", *again[3:]) if again else ("hint", "mine/" + "x" * 75 + ".py")
    assert heading == ("Check the protocol:" if again else "A hint:")
    assert shlex.split(command) == ["kata", *words]


BROKEN = replace(
    WRONG, verdict=Verdict.LOAD_ERROR, message="no such module", explanation=None, wall_s=0.0
)


def test_a_file_that_cannot_be_loaded_is_told_once_and_is_to_be_mended_first() -> None:
    again = [replace(BROKEN, id=f"phase3/mate-in-{n}") for n in (5, 7, 9)]
    assert text_of(card(*again)).split("\n\n")[1:] == ["score 0/3\n"]
    assert "mine.py  kata best_move, isolation limits\nFix this first:\n    no such module\n" in (
        text_of(card(*again))
    )


def test_of_a_text_that_is_no_python_there_is_the_place_and_nothing_else() -> None:
    place = "mine.py, line 1:\n    def f(\n         ^\nSyntaxError: '(' was never closed"
    unparsed = replace(BROKEN, message=place, thrown=Thrown("SyntaxError", unparsed=True))
    again = [replace(unparsed, id=f"phase3/mate-in-{n}") for n in (5, 7, 9)]
    indented = "".join(f"    {line}\n" for line in place.splitlines())
    text = text_of(card(*again, assessment=ASSESSMENT))
    assert text.partition("\n")[2] == f"Fix this first:\n{indented}"


def test_of_a_long_traceback_of_a_file_that_does_not_load_there_is_begin_and_end() -> None:
    frames = "".join(f"  File mine.py, line {number}\n" for number in range(40))
    long = replace(BROKEN, message=f"Traceback\n{frames}ValueError: no")
    text = text_of(card(long))
    assert len(text.splitlines()) <= 24
    assert "    Traceback\n      File mine.py, line 0\n    … " in text
    assert "      File mine.py, line 39\n    ValueError: no\n" in text
    assert text_of(card(long), full=True).count("File mine.py") == 40


def test_a_file_of_no_kata_has_neither_times_nor_suites() -> None:
    nothing = Result("load", Verdict.LOAD_ERROR, 0, 1, 0.0, message="found nothing")
    assert text_of(card(nothing)).partition("\n")[2].split("\n\n") == [
        "Fix this first:\n    found nothing",
        "score 0/1\n",
    ]


def test_boards_that_were_not_kept_are_missed_once() -> None:
    bare = replace(WRONG, explanation=None)
    assert text_of(card(bare), full=True).count("boards are left out") == 0
    assert text_of(card(WRONG, bare, bare), full=True).count("boards are left out") == 1


def missed(number: int, suite: str = "phase3", **more: object) -> Result:
    return replace(WRONG, id=f"{suite}/case-{number}", **more)


def test_the_first_miss_is_told_once_and_of_the_others_there_is_a_line() -> None:
    text = text_of(card(missed(1), missed(2), missed(3), missed(1, "phase4"), missed(2, "phase4")))
    assert text.count("x played, ^ right") == text.count("First to look at") == 1
    assert text.count("wrong answer\n") == 5 + 1
    in_full = text_of(card(missed(1), missed(2)), full=True)
    assert in_full.count("thinking") == 2
    assert "First to look at" not in in_full


def test_the_first_miss_has_its_board_beside_the_words() -> None:
    first = missed(1, reproduce='Board.from_moves("06")')
    assert text_of(card(ACCEPTED, first, ACCEPTED)).split("\n\n")[-2].splitlines() == [
        "First to look at: phase3/case-1, wrong answer",
        "  .......   column 3 does not win, column 6 does",
        "  .......   RED is to move; only column 6 holds the draw.",
        "  .......   Column 3 loses in 8 plies; the line was not found in time.",
        "  .......",
        '  .......   Board.from_moves("06")',
        "  R.....Y   kata try mine.py phase3/case-1",
        "  0123456",
        "     x  ^   x played, ^ right",
    ]


def test_a_command_that_is_too_long_to_stand_beside_the_board_stands_below_it() -> None:
    long = missed(1, suite="phase3-of-those-who-write-very-long-names-for-suites-and-all-else")
    text = text_of(card(ACCEPTED, long, ACCEPTED))
    assert "x played, ^ right\n  kata try mine.py \\\n    phase3-of-those" in text


def test_the_case_that_the_advice_is_about_comes_first() -> None:
    assessment = replace(ASSESSMENT, case="phase3/case-2")
    text = text_of(card(missed(1), missed(2), missed(3), assessment=assessment))
    assert "First to look at: phase3/case-2, wrong answer" in text
    group = missed(4, group_size=2, members=(SECOND,), decided_by="phase3/case-4#2")
    assessment = replace(ASSESSMENT, case="phase3/case-4#2")
    text = text_of(card(missed(1), group, assessment=assessment))
    assert "First to look at: phase3/case-4#2, wrong answer" in text


@pytest.mark.parametrize(
    ("verdict", "message"),
    [
        (Verdict.RUNTIME_ERROR, "ColumnFullError: column 1 is full (line 25)"),
        (Verdict.INVALID_ANSWER, "find_best_move returned None, not an int"),
        (Verdict.MEMORY_LIMIT_EXCEEDED, "MemoryError at line 3: x = [0] * 10**10"),
        (Verdict.OUTPUT_LIMIT_EXCEEDED, "it was stopped: it printed more than 16 MiB"),
        (Verdict.TIME_LIMIT_EXCEEDED, "no answer within the cap of 2 s"),
    ],
)
def test_a_miss_without_a_column_is_told_without_board_and_without_the_answer(
    verdict: Verdict, message: str
) -> None:
    stdout = "one\n\ntwo\n" + "x" * 100 + "\n"
    text = text_of(card(missed(1, verdict=verdict, message=message, stdout=stdout, stderr="")))
    told = text.split("\n\n")[-2].splitlines()
    assert told == [
        f"First to look at: phase3/case-1, {verdict.in_words}",
        f"  {message}",
        "  it printed: one",
        "  it printed: two",
        "  and more: see --full",
        "  kata try mine.py phase3/case-1",
    ]


RAISED = Thrown("ColumnFullError", "column 1 is full", "drop_disc")


def raised(number: int, thrown: Thrown = RAISED) -> Result:
    return missed(number, verdict=Verdict.RUNTIME_ERROR, thrown=thrown, message="it raised")


def test_a_run_in_which_everything_raised_says_so_once() -> None:
    text = text_of(card(*(raised(number) for number in range(7))))
    assert text.count("runtime error") == 2  # its line, and where to begin
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


def test_a_long_run_takes_a_line_a_suite_for_all_that_is_accepted_and_few_for_the_missed() -> None:
    accepted = [replace(ACCEPTED, id=f"rules/right-{number}") for number in range(70)]
    text = text_of(card(*accepted, missed(1, "rules")))
    assert "✗ rules/case-1 " in text
    assert "✓ 70 cases of rules accepted\n" in text
    text = text_of(card(*(missed(number, "rules") for number in range(60)), *accepted))
    assert "✗ 55 more cases of rules missed, 70 accepted\n" in text
    assert text_of(card(*accepted), full=True).count("rules/right-") == 70


def test_without_spoilers_there_are_verdicts_and_times_and_how_to_reproduce_them() -> None:
    position = missed(1, reproduce='Board.from_moves("06")', accept=(6,))
    own = raised(2)
    text = text_of(card(ACCEPTED, position, own, assessment=ASSESSMENT), spoilers=False)
    cases, score = text.split("score 1/3")
    for told in ("column 6", "column 3", "right", "^", "thinking", " 5 ", " 3 ", "..."):
        assert told not in cases, told
        assert told not in score, told
    assert line_of(text, "phase3/mate-in-3") == ["✓", "phase3/mate-in-3", "0.012", "s"]
    assert line_of(text, "phase3/case-1")[2:] == ["0.500", "s", "wrong", "answer"]
    assert 'Board.from_moves("06")' in text
    assert "kata try mine.py phase3/case-1" in text


@pytest.mark.parametrize(("holds", "word"), [(True, "yes"), (False, "no")])
def test_holding_under_variants_is_one_line(holds: bool, word: str) -> None:
    variant = replace(ACCEPTED if holds else WRONG, id="phase3/mate-in-3~mirror")
    text = text_of(card(ACCEPTED, variant, holds=holds))
    assert f"holds under mirror and colour swap: {word}" in text


def test_points_that_a_variant_would_not_give_are_said_beside_the_score() -> None:
    variant = replace(WRONG, id="phase3/mate-in-3~mirror", max_points=0)
    lost = card(ACCEPTED, variant, holds=False, lost=(variant.id,))
    assert "score 1/1 (1 on cases that lose a variant)\n" in text_of(lost)
    scored = replace(variant, max_points=1)
    assert "score 1/2\n" in text_of(card(ACCEPTED, scored, holds=False, lost=(scored.id,)))


def test_points_that_another_run_would_not_give_are_said_beside_the_score() -> None:
    runs = (
        Attempt(Verdict.WRONG_ANSWER, 1, 1, answer=3),
        Attempt(Verdict.ACCEPTED, 1, 1, answer=5),
    )
    unsteady = replace(ACCEPTED, id="phase3/mate-in-5", attempts=runs)
    said = "score 2/2 (1 on answers that differed between runs)\n"
    assert said in text_of(card(ACCEPTED, unsteady))
    missed = replace(WRONG, attempts=runs)
    assert "score 1/2\n" in text_of(card(ACCEPTED, missed))


def test_a_case_says_how_far_it_was_played_out_where_there_is_room() -> None:
    played = replace(ACCEPTED, play_out=PlayOut("53535", ()))
    assert "0.012 s  played out to the end: 5 plies\n" in text_of(card(played))
    assert "played out" not in text_of(card(replace(played, id=f"phase3/{'long-' * 9}name")))


def test_what_was_lost_on_the_way_is_tried_from_there() -> None:
    lost = replace(WRONG, moves="0653", first="YELLOW", play_out=PlayOut("53", ()))
    text = text_of(card(lost))
    assert "kata try mine.py --moves 0653 --first YELLOW" in text
    bare = text_of(card(lost), spoilers=False)
    assert "0653" not in bare
    assert "kata try mine.py phase3/mate-in-9" in bare


def test_where_too_little_is_solved_nothing_is_said_to_hold() -> None:
    variant = replace(ACCEPTED, id="phase3/mate-in-3~mirror")
    text = text_of(card(ACCEPTED, variant, WRONG))
    assert "holds under mirror and colour swap: what is solved shows too little" in text
    assert "holds under" not in text_of(card(ACCEPTED, WRONG))


def test_no_colour_reaches_a_file() -> None:
    assert "\x1b" not in text_of(card(ACCEPTED, WRONG, LATE, assessment=ASSESSMENT))


def test_how_it_is_called_and_what_its_code_shows_stand_below_the_score() -> None:
    called_as = (
        Observation("the winner", "from check_winner()"),
        Observation("a move", "by play(column)"),
    )
    facts = (Observation("longest method", "play, 12 lines, " + "and so on " * 12),)
    assert "How it is called\n" in text_of(card(ACCEPTED, called_as=called_as))
    text = text_of(card(ACCEPTED, called_as=called_as, facts=facts), full=True)
    assert "How it is called\n  the winner  from check_winner()\n  a move      by play" in text
    assert "What its code shows (worth no points)\n  longest method  play, 12 lines" in text
    assert "\n                  and so on" in text
    assert max(map(len, text.splitlines())) <= 80
