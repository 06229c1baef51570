"""The index of a batch: the leaderboard, counts of verdicts, the hardest cases."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from graders.model.batch import Batch, Entry
from graders.model.notes import Note, Override
from graders.model.scorecard import NotRun
from graders.model.verdict import Verdict
from graders.reports.pages.index import LETTERS, NOT_RUN, UNGRADED, index_page, overview
from graders.reports.pages.site import Site
from tests.batches import batch_of, with_pairs
from tests.reports.pages.reading import Element
from tests.reports.pages.rules import check
from tests.scorecards import ACCEPTED, ASSESSMENT, LATE, OURS, WRONG, card

EVIL = "</script><img src=x onerror=alert(1)>\u202egro.live\x07\n\x1b[2J"


def entry(candidate: str, *results: object, **more: object) -> Entry:
    return Entry(candidate, f"{candidate}.py", "0" * 64, b"", card(*results, **more))  # type: ignore[arg-type]


def page_of(batch: Batch, likeness: str = "") -> Element:
    pages = [f"candidates/{number}.html" for number in range(len(batch.entries))]
    return check(index_page(batch, pages, likeness))


def cells(root: Element) -> list[list[str]]:
    (body,) = root.one("table", id="board").all("tbody")
    return [
        [" ".join(cell.text.split()) for cell in row.children if cell.tag in ("td", "th")]
        for row in body.all("tr")
    ]


def test_every_verdict_has_a_letter_of_its_own() -> None:
    assert set(LETTERS) == set(Verdict)
    assert len({*LETTERS.values(), NOT_RUN, UNGRADED}) == len(Verdict) + 2


def test_the_best_come_first_and_a_line_says_what_there_is_to_look_at() -> None:
    root = page_of(
        Batch(
            (
                entry("Ada", WRONG, LATE, OURS, assessment=ASSESSMENT),
                entry("Bea", ACCEPTED),
                Entry("Cem", "c.py", None, None, None, "no worker was left"),
                entry("Dan", ACCEPTED, WRONG, complete=False, not_run=(NotRun("a/b", 1, 2.0),)),
            ),
            "Spring",
        )
    )
    slowest = "88 % phase3/mate-in-7"
    assert cells(root) == [
        ["1", "Bea", "1/1", "", "A", "1 % phase3/mate-in-3", ""],
        ["2", "Dan", "1/3", "", "AWN", "25 % phase3/mate-in-9", "1 case not run"],
        [
            *("", "Ada", "0/3", "alpha-beta", "WTG", slowest),
            "the grader itself failed on 1 case; 1 case run again",
        ],
        ["", "Cem", "", "", "", "", "not graded: no worker was left"],
    ]
    assert "4 submissions: 1 accepted, 1 grader error, 1 not finished, 1 not graded." in root.text
    assert [row.attributes["data-verdicts"] for row in root.all("tr") if row.attributes] == [
        *("A", "ANW", "GTW", "U")
    ]


def test_whose_turn_is_still_to_come_is_told_from_who_was_not_graded() -> None:
    refused = Entry("Cem", "c.py", None, None, None, "", refused="it is empty")
    root = page_of(Batch((refused, Entry("Dan", "d.py", None, None, None, "")), "Spring"))
    assert "2 submissions: 1 not graded, 1 not graded yet." in root.text


def test_a_column_is_there_only_where_it_says_something() -> None:
    root = page_of(Batch((entry("Ada", ACCEPTED),)))
    heads = [head.text for head in root.one("table", id="board").one("thead").all("th")]
    assert heads == ["Place", "Candidate", "Score", "Cases", "Slowest case", "To look at"]


def test_variants_are_told_in_a_column_of_their_own() -> None:
    mirrored = replace(ACCEPTED, id="phase3/mate-in-3~mirror", points=0, max_points=0)
    lost = replace(mirrored, verdict=Verdict.WRONG_ANSWER)
    root = page_of(
        Batch(
            (
                entry("Ada", ACCEPTED, mirrored, holds=True),
                entry("Bea", ACCEPTED, lost, holds=False, lost=(lost.id,)),
                entry("Cem", WRONG, lost),
            )
        )
    )
    assert [(row[1], row[3], row[5]) for row in cells(root)] == [
        *(("Ada", "A", "yes"), ("Bea", "A", "loses 1"), ("Cem", "W", "")),
    ]


def test_each_kata_has_a_table_with_places_of_its_own() -> None:
    other = entry("Bea", ACCEPTED)
    assert other.scorecard is not None
    other = replace(other, scorecard=replace(other.scorecard, kata="operations"))
    nobody = Entry("Cem", "c.zip", None, None, refused="it is damaged")
    root = page_of(Batch((entry("Ada", WRONG), other, nobody)))
    assert [each.text for each in root.one("main").all("h3")] == [
        *("best_move", "operations", "Not graded")
    ]
    rows = [each.one("tbody").one("tr") for each in root.all("table", cls="board")]
    assert [[each.text for each in row.children if each.tag != "#text"][:2] for row in rows] == [
        *(["1", "Ada"], ["1", "Bea"], ["", "Cem"])
    ]
    assert "not graded: it is damaged" in rows[2].text


def test_what_a_person_noted_stands_in_a_column_of_its_own() -> None:
    override = Override("phase3/mate-in-9", Verdict.ACCEPTED, "unclear")
    note = Note("2026-01-01T10:00:00.000Z", "well asked", "B+", (override,))
    batch = Batch((replace(entry("Ada", WRONG), note=note), entry("Bea", WRONG)), key="k")
    rows = cells(page_of(batch))
    assert [(row[1], row[2], row[-2]) for row in rows] == [
        *(("Ada", "0/1", "B+, 1 override, notes"), ("Bea", "0/1", ""))
    ]


def test_whom_a_submission_resembles_is_named_in_its_row() -> None:
    batch = with_pairs(batch_of(3, 2), (0, 1), (0, 2))
    pages = dict(Site(batch).pages())
    look = {row[1]: row[-1] for row in cells(check(pages["index.html"]))}
    assert look["candidate 000"].endswith("95 % like candidate 001 and 1 more")
    assert look["candidate 002"].endswith("88 % like candidate 000")
    links = [each.attributes["href"] for each in check(pages["index.html"]).all("a")]
    assert "likeness.html#pair-2" in links
    shared = check(dict(Site(batch, spoilers=False).pages())["candidates/candidate-000.html"])
    assert "candidate 001" not in shared.text


def test_cases_of_a_strip_are_named_and_it_is_summed_up_for_who_cannot_see_it() -> None:
    root = page_of(Batch((entry("Ada", ACCEPTED, WRONG, LATE),)))
    strip = root.one("span", cls="strip")
    assert strip.attributes["aria-label"] == "1 accepted, 1 wrong answer, 1 time limit exceeded"
    assert [each.attributes["title"] for each in strip.all("i")] == [
        "phase3/mate-in-3: accepted",
        "phase3/mate-in-9: wrong answer",
        "phase3/mate-in-7: time limit exceeded",
    ]


def test_verdicts_are_counted_and_the_hardest_cases_named() -> None:
    view = overview(
        Batch((entry("Ada", ACCEPTED, WRONG), entry("Bea", ACCEPTED, LATE, WRONG))), ["a", "b"]
    )
    assert [(tally.letter, tally.cases, tally.submissions) for tally in view.tallies] == [
        *(("A", 2, 2), ("W", 2, 2), ("T", 1, 1))
    ]
    assert [(hard.id, hard.accepted, hard.of, hard.misses) for hard in view.hardest] == [
        ("phase3/mate-in-9", 0, 2, "2 wrong answer"),
        ("phase3/mate-in-7", 0, 1, "1 time limit exceeded"),
    ]


def test_cases_of_two_katas_that_are_called_alike_are_two() -> None:
    other = replace(card(ACCEPTED, WRONG, WRONG), kata="operations")
    view = overview(
        Batch((entry("Ada", WRONG), Entry("Bea", "b.py", None, None, other))), ["a", "b"]
    )
    assert [(hard.id, hard.of) for hard in view.hardest] == [
        ("best_move: phase3/mate-in-9", 1),
        ("operations: phase3/mate-in-9", 2),
    ]


def test_what_somebody_else_wrote_is_text() -> None:
    evil = replace(entry(EVIL, ACCEPTED, assessment=ASSESSMENT), path=EVIL)
    root = page_of(Batch((evil, Entry(EVIL, EVIL, None, None, None, EVIL)), EVIL))
    assert not root.all("img")
    seen = "</script><img src=x onerror=alert(1)>\\u202egro.live\\x07\\n\\x1b[2J"
    assert root.one("title").text == seen
    assert [row[1] for row in cells(root)] == [seen, seen]
    assert cells(root)[1][-1] == f"not graded: {seen}"


def test_rungs_sort_by_their_height_and_one_that_is_not_told_comes_last() -> None:
    names = ("bitboard", "none", "open", "heuristic", "alpha_beta")
    batch = Batch(
        tuple(entry(name, ACCEPTED, assessment=replace(ASSESSMENT, rung=name)) for name in names)
    )
    view = overview(batch, ["page"] * len(names))
    heights = {row.candidate: row.height for row in view.boards[0].rows}
    assert heights["open"] is None
    told = sorted((name for name in names if name != "open"), key=lambda name: heights[name] or 0)
    assert told == ["none", "heuristic", "alpha_beta", "bitboard"]
    assert view.rungs[1:] == (
        "below the ladder",
        "heuristic",
        "alpha-beta",
        "bitboards and a table",
    )


def test_a_batch_without_a_submission_is_a_page_too() -> None:
    assert "0 submissions" in page_of(Batch(())).text


def test_it_leads_to_each_candidate_and_to_the_likenesses() -> None:
    batch = with_pairs(batch_of(3, 2), (0, 1))
    root = page_of(batch, "likeness.html")
    links = {each.text: each.attributes["href"] for each in root.all("a")}
    assert links["Likeness: 1 pair"] == "likeness.html"
    assert links["candidate 002"] == "candidates/2.html"


@pytest.mark.thorough
@pytest.mark.parametrize("candidates", [500])
def test_five_hundred_candidates_with_twenty_cases_are_less_than_three_megabytes(
    candidates: int,
) -> None:
    batch = batch_of(candidates, 20)
    page = index_page(batch, [f"candidates/candidate-{n:03}.html" for n in range(candidates)])
    assert len(page.encode()) < 3_000_000
