"""The page of a scorecard: what is on it, in which order, and that nothing on it can act."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from graders.katas import kata_named
from graders.model.batch import HandIn
from graders.model.explanation import Listing
from graders.model.scorecard import (
    Finding,
    NotRun,
    Observation,
    PlayOut,
    Probed,
    Result,
    Scorecard,
    Thrown,
)
from graders.model.verdict import Verdict
from graders.reports.failure import Command
from graders.reports.pages.card import Link, card_page
from graders.reports.pages.cases import _piece
from graders.reports.pages.facts import mistake_in_words
from graders.reports.pages.noting import Noting
from tests.reports.pages.reading import Element
from tests.reports.pages.rules import check
from tests.scorecards import ACCEPTED, ASSESSMENT, LATE, OURS, SIGHT, WRONG, card
from tests.tiers import sampled

GOLDEN = sorted((Path(__file__).parents[2] / "golden").glob("*.json"))
FILE = b"def find_best_move(board):\n    return 3  # <b>the centre</b>\n"
EVIL = (
    "</script><script>alert(1)</script><img src=x onerror=alert(1)>'\"&amp;"
    "\u202eevil\u2066\x00\x1b[2J\ud800"
)
SEEN = (
    EVIL.replace("\u202e", "\\u202e")
    .replace("\u2066", "\\u2066")
    .replace("\x00", "\\x00")
    .replace("\x1b", "\\x1b")
    .replace("\ud800", "\\ud800")
)
WHOLE = card(ACCEPTED, WRONG, LATE, OURS, assessment=ASSESSMENT)
NOTING = Noting("batch", "Ada", "0" * 64, (("phase3/mate-in-9", "wrong answer"),))


SIGN = Finding(
    "probes", "sign", "takes the wrong sign", probes=(Probed("sign", "0101", "RED", (3,), 3, 3),)
)


def page(shown: Scorecard = WHOLE, content: bytes | None = FILE, **more: object) -> Element:
    return check(card_page(shown, content, **more))  # type: ignore[arg-type]


def golden(path: Path) -> Scorecard:
    return Scorecard.from_json(path.read_text(encoding="utf-8"))


def words(element: Element) -> str:
    return " ".join(element.text.split())


def discs(drawing: Element) -> dict[str, int]:
    """Return how many discs there are of each side: a marker at each point between the ends."""
    sides = drawing.all("polyline")
    return {
        str(side.attributes["marker-mid"]): len(str(side.attributes["points"]).split()) - 2
        for side in sides
    }


def section(root: Element, name: str) -> Element:
    return root.one("section", id=name)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
@pytest.mark.parametrize("spoilers", [True, False])
def test_every_verdict_has_a_page_that_keeps_the_rules(path: Path, spoilers: bool) -> None:
    shown = golden(path)
    root = page(shown, spoilers=spoilers)
    verdict = shown.results[0].verdict.in_words
    assert verdict in map(words, root.one("table", cls="cases").all("span", cls="verdict"))


def test_its_sections_are_in_the_order_in_which_a_person_asks() -> None:
    sections = [
        each.attributes["id"]
        for each in page(noting=NOTING).one("main").children
        if each.tag == "section"
    ]
    assert sections == [*("judgement", "ladder", "cases", "file", "audit")], (
        "below the first screen"
    )
    on_the_first = page().one("div", cls="desk").all("section")
    assert [each.attributes["id"] for each in on_the_first] == [
        *("sight", "sure", "first", "code", "questions")
    ]


def test_the_score_is_there_once() -> None:
    root = page(candidate="Ada")
    score = root.one("p", cls="score")
    assert (score.attributes["data-score"], score.attributes["data-max-score"]) == ("1", "4")
    assert words(root.one("body")).count("1 of 4") == 1


def test_what_it_sees_has_a_sign_for_each_case_that_leads_to_it() -> None:
    won = replace(ACCEPTED, goal="win", mate_in=3)
    lost = replace(WRONG, goal="win", mate_in=9)
    row_3, row_9 = section(page(card(won, lost)), "sight").one("table").all("tr")
    assert [words(row_3), words(row_9)] == ["mate in 3✓", "mate in 9✗"]
    assert row_9.one("a").attributes["aria-label"] == "phase3/mate-in-9: missed"
    many = [replace(ACCEPTED, id=f"rules/{n}") for n in range(20)]
    assert words(section(page(card(*many)), "sight").one("tr")) == "rules 20 of 20"


def test_points_that_a_variant_would_not_give_are_said_with_the_score() -> None:
    root = page(card(ACCEPTED, lost=(f"{ACCEPTED.id}~swap",), holds=False))
    assert words(root.one("p", cls="score")) == "1 of 1 points (1 on cases that lose a variant)"


def test_a_case_says_how_far_it_was_played_out() -> None:
    root = page(card(replace(ACCEPTED, play_out=PlayOut("53535", ()))))
    assert "played out to the end: 5 plies" in words(root.one("table", cls="cases"))


def test_how_sure_the_score_is_leads_to_the_reasons() -> None:
    sure = section(page(similar=(Link("../likeness.html#pair-1", "84 % like Eve"),)), "sure")
    assert [(words(each), each.attributes["href"]) for each in sure.all("a")] == [
        ("1 case run again: the machine was busy", "#again"),
        ("84 % like Eve", "../likeness.html#pair-1"),
    ]
    assert words(section(page(card(ACCEPTED)), "sure").one("li")) == "Nothing in doubt."


def test_beside_the_first_miss_is_the_function_that_played_it() -> None:
    code = section(page(), "code")
    assert words(code.one("p", cls="where")) == "find_best_move, line 1"
    assert not code.all("li", cls="marked")
    assert words(section(page(content=None), "code").one("p")) == "The file is not at hand."


def test_the_line_that_raised_is_marked_and_so_is_that_of_a_mistake() -> None:
    raised = replace(
        WRONG, verdict=Verdict.RUNTIME_ERROR, thrown=Thrown("kata.board.FullError", line=2)
    )
    marked = section(page(card(raised)), "code").one("li", cls="marked")
    assert words(marked).endswith("▲ line 2: raised FullError in phase3/mate-in-9")
    shared = Finding("source", "window_shared", "alpha kept for the whole search", line=2)
    assessment = replace(ASSESSMENT, findings=(shared,), topic="window_shared")
    marked = section(page(card(WRONG, assessment=assessment)), "code").one("li", cls="marked")
    assert words(marked).endswith("▲ line 2: alpha kept for the whole search")


def test_a_step_of_classes_has_the_method_that_it_calls() -> None:
    from graders.model.explanation import StepExplanation, StepTaken

    step = StepExplanation(
        *(7, 7, 4, 2, 3, ("check_winner()",), "player 1", None, True, ("...",) * 3),
        around=(StepTaken(2, ("check_winner()",), "player 1", None, True),),
        method="check_winner",
    )
    shown = replace(card(replace(WRONG, explanation=step)), kata="connect4")
    source = b"class Connect4:\n  def play(self, col): 1\n  def check_winner(self): 2\n"
    (where,) = section(page(shown, source), "code").all("p", cls="where")
    assert words(where) == "check_winner, line 3"


def test_where_nothing_was_missed_what_is_called_is_shown_all_the_same() -> None:
    root = page(card(ACCEPTED, assessment=ASSESSMENT))
    first = section(root, "first")
    assert words(first.one("h2")) == "No case was missed"
    assert [words(each) for each in first.all("p")] == [
        *("Behaves like alpha-beta.", "Next: Search depth 1, then 2.")
    ]
    assert words(section(root, "code").one("h2")) == "The code that is called"


def test_how_it_was_handed_in_stands_beside_the_name() -> None:
    root = page(hand_in=HandIn(original="four.py", attempt=2, late=True))
    assert words(root.one("header")).endswith(
        "kata best_move, handed in as four.py, attempt 2, late 1 of 4 points"
    )


def test_the_ladder_has_all_rungs_from_the_top_and_says_where_the_file_stands() -> None:
    ladder = section(page(), "ladder")
    rungs = [words(rung) for rung in ladder.one("ol").all("li")]
    assert [rung.split(" ←")[0] for rung in rungs] == [
        *("bitboards and a table", "iterative deepening with a table"),
        *("iterative deepening", "alpha-beta", "naive minimax"),
    ]
    (here,) = ladder.all("li", **{"aria-current": "true"})
    assert words(here) == "alpha-beta ← this file stands here"


@pytest.mark.parametrize("rung", ["none", "heuristic", "open"])
def test_a_file_beside_the_ladder_is_placed_beside_it(rung: str) -> None:
    root = page(replace(WHOLE, assessment=replace(ASSESSMENT, rung=rung)))
    assert not root.all("li", **{"aria-current": "true"})
    assert words(section(root, "ladder").one("p", cls="beside")).startswith("This file stands ")


def test_what_was_seen_is_shown_by_what_shows_it_and_each_mistake_with_its_proof() -> None:
    line = Finding("source", "window", "has a window", line=41)
    assessment = replace(
        ASSESSMENT,
        rung="",
        evidence="Sees 5 plies.",
        faults=("sign",),
        findings=(SIGHT, line, SIGN),
    )
    seen = section(page(replace(WHOLE, assessment=assessment)), "ladder")
    assert words(seen.one("h2")) == "What was seen"
    assert [words(each) for each in seen.all("h3")] == [
        *("By its answers", "In its source", "Mistakes that are proved")
    ]
    said = words(seen)
    assert "Sees 5 plies." in said
    assert "Sees every mate up to 5 (phase3/mate-in-5)." in said
    assert "Has a window, line 41." in said
    assert "After 0101, RED first, it played column 3, as this mistake does." in said
    assert "It stands" not in said
    assert not seen.all("ol")


def test_a_mistake_that_an_older_version_supposed_is_not_called_proved_or_asked_about() -> None:
    assessment = replace(ASSESSMENT, faults=("sign",), findings=())
    root = page(replace(WHOLE, assessment=assessment))
    assert "an older version of the grader supposed: sign" in words(section(root, "ladder"))
    assert not root.all("section", id="questions")


def test_without_an_assessment_there_is_no_ladder() -> None:
    assert not page(WHOLE, hints=False).all("section", id="ladder")


def test_the_first_miss_is_told_once_and_each_case_has_its_place() -> None:
    root = page()
    first = section(root, "first").one("article")
    assert words(first.one("h3")) == "phase3/mate-in-9"
    told = [words(each.one("h3")) for each in root.all("article")]
    assert told == ["phase3/mate-in-9", "phase3/mate-in-7", "phase2/block"]
    rows = section(root, "cases").one("table", cls="cases").one("tbody").all("th")
    assert [words(row) for row in rows] == [result.id for result in WHOLE.results]
    assert [len(row.all("a")) for row in rows] == [0, 1, 1, 1], "a link where there is more to see"


def test_a_board_has_its_letters_its_marks_and_all_of_it_in_words() -> None:
    drawing = section(page(), "first").all("svg", cls="drawing")[0]
    assert drawing.attributes["aria-label"] == (
        "From the bottom up, column 0: R; 6: Y. Played: column 3. Right: column 6."
    )
    assert discs(drawing) == {"url(#R)": 1, "url(#Y)": 1}
    used = [each.attributes["href"] for each in drawing.all("use")]
    assert used == ["#usual", "#mark-right", "#mark-played"]
    assert words(page().one("marker", id="R")) == "R"


def test_the_lines_are_there_ply_by_ply_without_any_script() -> None:
    root = page(golden(Path(__file__).parents[2] / "golden/wrong_answer.json"))
    lines = section(root, "first").all("div", cls="stepper")
    assert [words(line.one("h4")) for line in lines] == [
        *("The winning line", "The refutation of column 0")
    ]
    win, refutation = ([words(each) for each in line.one("p").all("span")] for line in lines)
    assert win == ["now, RED to move", "", "ply 1 of 1, RED 3, four in a row"]
    assert refutation[1:] == ["1 RED 0", "ply 2 of 2, YELLOW 3, four in a row"]
    assert discs(lines[1].one("g", cls="added")) == {"url(#R)": 1, "url(#Y)": 1}
    four = lines[0].one("polyline", cls="four-mark").attributes["points"]
    assert len(str(four).split()) == 4 + 2, "a mark at each point between the ends"
    (begun,) = {str(line.one("svg").all("use")[0].attributes["href"]) for line in lines}
    drawn = section(root, "first").all("svg", cls="drawing")[0]
    assert begun.removeprefix("#") == drawn.one("g").attributes["id"], "the position is drawn once"


def test_times_are_drawn_against_the_cap_and_said() -> None:
    row = section(page(), "cases").one("table", cls="cases").all("tr")[3]
    time = row.one("span", cls="time")
    assert words(time) == "1.75 s of 2 s"
    assert time.one("svg").classes == ["bar", "late"]
    assert time.one("rect").attributes["width"] == "87.5"


def test_what_was_printed_and_why_a_case_was_run_again_is_told() -> None:
    root = page()
    outputs = {
        words(each.one("summary")): each.one("pre").text
        for each in root.all("details", cls="output")
    }
    assert outputs["What it wrote to stdout"] == "\nthinking <b>hard</b>\n"
    runs = root.one("table", cls="runs").all("tr")
    assert [words(run) for run in runs[1:]] == [
        "1wrong answer3wall 2.00 s, CPU 1.00 s, kept off its core 0.50 s",
        "2time limit exceeded, which countswall 2.10 s, CPU 1.20 s",
    ]
    assert "kept off its core for 0.50 s of a cap of 2 s" in words(section(root, "audit"))


def test_a_group_shows_its_members_and_a_case_its_variants() -> None:
    member = replace(WRONG, id="phase3/mate-in-9#2", points=0, max_points=0)
    group = replace(
        WRONG,
        explanation=None,
        group_size=3,
        members=(replace(ACCEPTED, id="phase3/mate-in-9#1"), member),
        decided_by=member.id,
    )
    variant = replace(LATE, id="phase3/mate-in-9~mirror", points=0, max_points=0)
    root = page(card(group, variant, lost=(variant.id,), holds=False))
    told = words(section(root, "first"))
    assert "missed: member 2 of 3 (phase3/mate-in-9#2)" in told
    folded = section(root, "first").all("details", cls="folded")
    assert [words(each.all("summary")[0]) for each in folded] == [
        "phase3/mate-in-9#1 accepted",
        "phase3/mate-in-9~mirror time limit exceeded",
    ]
    assert "loses 1 variant of cases that it solves" in words(section(root, "sure"))
    assert len(root.all("article")) == 1


def test_a_script_of_operations_has_its_steps_as_a_table() -> None:
    from graders.model.explanation import StepExplanation, StepTaken

    steps = (
        StepTaken(1, ("drop", 0, 1), 1, 1, True),
        StepTaken(2, ("drop", 0, 2), 0, "<i>", True),
    )
    wrong = Result(
        "rules/two",
        Verdict.WRONG_ANSWER,
        0,
        1,
        2.0,
        explanation=StepExplanation(
            *(2, 2, 2, 2, 3, ("drop", 0, 2), 0, "<i>", True, ("..", "1.")), around=steps
        ),
    )
    root = page(replace(card(wrong), kata="operations"))
    table = section(root, "first").one("table", cls="listing")
    assert words(table.one("thead")) == "stepoperationexpectedgot"
    assert words(table.one("tr", cls="at")) == "2drop 0 20'<i>'"
    drawing = section(root, "first").one("svg", cls="drawing")
    assert discs(drawing) == {"url(#X)": 1}
    assert [each.attributes["href"] for each in drawing.all("use")] == ["#mark-step"]


def test_how_it_is_called_and_what_its_code_shows_are_sections_of_their_own() -> None:
    called_as = (Observation("the winner", "from check_winner()"), Observation("the board", EVIL))
    root = page(
        card(
            ACCEPTED, called_as=called_as, facts=(Observation("longest method", "play, 12 lines"),)
        )
    )
    shown = section(root, "called")
    assert words(shown.one("h2")) == "How it is called"
    assert [words(each) for each in shown.all("dt")] == ["the winner", "the board"]
    assert words(shown.all("dd")[1]) == " ".join(SEEN.split())
    assert words(section(root, "facts").one("dd")) == "play, 12 lines"


def test_what_was_not_run_is_named() -> None:
    root = page(card(ACCEPTED, complete=False, not_run=(NotRun("phase3/late", 2, 2.0),)))
    assert "interrupted" in words(section(root, "sure"))
    row = section(root, "cases").one("tr", cls="not-run")
    assert words(row) == "phase3/latenot run0/2cap 2 s"


def test_a_candidate_is_asked_nothing_and_an_interviewer_gets_a_rubric() -> None:
    assert not page().all("section", id="judgement")
    assert not page(spoilers=False).all("section", id="questions")
    assessment = replace(ASSESSMENT, faults=("sign",), findings=(SIGHT, SIGN))
    root = page(replace(WHOLE, assessment=assessment), noting=NOTING)
    because = [words(each) for each in section(root, "questions").all("h3")]
    assert because == [
        mistake_in_words(kata_named("best_move"), "sign"),
        "It stands on rung 2 of 5, alpha-beta.",
    ]
    rows = section(root, "judgement").one("tbody").all("tr")
    assert words(rows[0]).endswith("phase2 0/1 points, 0 of 1 cases accepted") is True
    assert [row.classes == ["blank"] for row in rows] == [False] * 5 + [True] * (len(rows) - 5)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_without_spoilers_nothing_tells_an_answer(path: Path) -> None:
    shown = golden(path)
    secret = "the-secret-that-was-printed"
    shown = replace(
        shown,
        results=tuple(replace(each, stdout=secret, stderr=secret) for each in shown.results),
    )
    root = page(shown, None, spoilers=False, interviewer=False)
    told = root.text + json.dumps([each.attributes for each in root.all()])
    assert secret not in told
    assert not root.all("use", href="#mark-right")
    assert not root.all("div", cls="stepper")
    assert "winning line" not in told


def test_without_spoilers_the_position_is_still_there() -> None:
    shown = golden(Path(__file__).parents[2] / "golden/wrong_answer.json")
    shown = replace(shown, provenance=None)  # the suite that it names is not a shipped one
    drawing = section(page(shown, spoilers=False), "first").one("svg", cls="drawing")
    assert "Right" not in str(drawing.attributes["aria-label"])
    assert sum(discs(drawing).values()) == sum(
        len(line.replace(".", "")) for line in shown.results[0].explanation.drawing
    )  # type: ignore[union-attr]


def test_how_a_case_is_taken_in_hand_is_said_where_a_command_is_known() -> None:
    root = page(command=Command("mine.py"))
    assert "kata try mine.py phase3/mate-in-9" in words(section(root, "first"))


def test_links_around_lead_to_the_other_pages() -> None:
    (link,) = page(around=(Link("index.html", "All"),)).one("nav").all("a")
    assert (link.attributes["href"], words(link)) == ("index.html", "All")


def everywhere(text: str) -> tuple[Scorecard, bytes]:
    """Return a scorecard with a text in every place where a submission may have written it."""
    wrong = replace(
        WRONG,
        answer=text,
        message=text,
        stdout=text,
        stderr=text,
        warnings=(text,),
        traceback=text,
        thrown=Thrown(text, text, text, line=1, file=text),
        about=text,
        reproduce=text,
    )
    late = replace(LATE, rerun_because=text, attempts=(replace(LATE.attempts[0], answer=text),))
    load = Result("load", Verdict.LOAD_ERROR, 0, 1, 2.0, message=text)
    shown = card(wrong, late, load, assessment=replace(ASSESSMENT, evidence=text, hint=text))
    shown = replace(shown, submission=replace(shown.submission, path=text))
    return shown, text.encode("utf-8", "surrogatepass")


def test_what_a_submission_wrote_is_never_markup_and_what_cannot_be_seen_is_written_out() -> None:
    shown, content = everywhere(EVIL)
    root = page(shown, content, candidate=EVIL, cautions=(EVIL,), command=Command(EVIL))
    assert not root.all("img")
    assert len(root.all("script")) == 1
    assert words(root.one("h1")) == root.one("head").one("title").text.split(": 0 of")[0] == SEEN
    assert {SEEN + "\n", "\n" + SEEN} & {each.text for each in root.all("pre")}


@settings(max_examples=15, deadline=None)
@given(st.text(min_size=1))
def test_any_text_anywhere_keeps_the_rules(text: str) -> None:
    shown, content = everywhere(text)
    page(shown, content, candidate=text)


@settings(max_examples=25, deadline=None)
@given(st.binary(max_size=300), st.sampled_from(["a.py", "a.mjs", "a.txt", "a"]))
def test_any_file_keeps_the_rules(content: bytes, name: str) -> None:
    page(replace(WHOLE, submission=replace(WHOLE.submission, path=name)), content)


def test_the_file_has_its_lines() -> None:
    root = page()
    lines = section(root, "code").all("li")
    assert [each.text for each in lines] == FILE.decode().splitlines()
    assert words(section(root, "file").one("p")) == "Lines 1 to 2 stand above."
    assert [each.text for each in lines[1].all("i") if not each.classes] == ["# <b>the centre</b>"]


def test_a_page_of_a_shipped_run_is_small() -> None:
    shown = golden(Path(__file__).parents[2] / "golden/wrong_answer.json")
    twenty = tuple(replace(each, id=f"a/{n}") for n, each in enumerate(shown.results * 20))
    made = card_page(replace(shown, results=twenty), FILE * 100)
    assert len(made.encode()) < 100_000


def test_500_pages_of_a_class_take_at_most_26_megabytes() -> None:
    shown = golden(Path(__file__).parents[2] / "golden/wrong_answer.json")
    (missed,) = shown.results
    seven = [replace(ACCEPTED, id=f"phase2/{n}", goal="win", mate_in=n) for n in range(1, 5)]
    seven += [replace(missed, id=f"phase3/{n}", goal="win", mate_in=n) for n in (5, 7, 9)]
    asked = replace(shown, results=tuple(seven), assessment=ASSESSMENT)
    made = card_page(asked, FILE * 35, candidate="Ada Lovelace", noting=NOTING)
    assert 500 * len(made.encode()) < 26_000_000


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("stdout", "stderr", "most"),
    sampled(
        [
            pytest.param("", "", 1_500_000, id="silent"),
            pytest.param("'<" * 4000, "\u202e" * 4000, 20_000_000, id="loud"),
        ],
        quick=lambda stdout, *_: not stdout,
    ),
)
def test_a_page_is_of_a_size_to_be_sent_whatever_was_handed_in(
    stdout: str, stderr: str, most: int
) -> None:
    shown = golden(Path(__file__).parents[2] / "golden/wrong_answer.json")
    result = replace(shown.results[0], stdout=stdout, stderr=stderr)
    hundred = tuple(replace(result, id=f"a/{n}") for n in range(100))
    made = card_page(replace(shown, results=hundred), b"1 '\x00'\n" * 1_000_000)
    assert len(made) < most


def test_a_variant_is_stepped_through_only_where_the_case_itself_was_solved() -> None:
    shown = golden(Path(__file__).parents[2] / "golden/wrong_answer.json")
    missed = shown.results[0]
    variant = replace(missed, id=f"{missed.id}~mirror", points=0, max_points=0)
    for case, steppers in ((missed, 2), (replace(ACCEPTED, id=missed.id), 2)):
        root = page(replace(shown, results=(case, variant)))
        assert len(root.all("div", cls="stepper")) == steppers
        folded = root.one("details", cls="folded")
        assert bool(folded.all("div", cls="stepper")) is case.accepted


def test_a_listing_is_not_mistaken_for_a_table_of_ours() -> None:
    assert _piece(Listing(("a",), (("b",),))).listing is not None
